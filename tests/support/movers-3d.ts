import { box, capsule, cylinder, hull, mesh, type ShapeSpec, sphere } from '../../entry/3d.ts';

type Mover = readonly [name: string, shape: ShapeSpec, foot: number];

/** Movers of every kind at a size, and how far each reaches below its position. */
export function moversOf(size: number): readonly Mover[] {
  const base = [-0.3, -0.5, -0.3, 0.3, -0.5, -0.3, 0.3, -0.5, 0.3, -0.3, -0.5, 0.3];
  return [
    ['a sphere', sphere(0.35 * size), 0.35 * size],
    ['a capsule', capsule(0.3 * size, 0.4 * size), 0.7 * size],
    ['a box', box(0.3 * size, 0.5 * size, 0.3 * size), 0.5 * size],
    ['a cylinder', cylinder(0.3 * size, 0.5 * size), 0.5 * size],
    ['a hull', hull([...base, 0, 0.6, 0].map((value) => size * value)), 0.5 * size],
  ];
}

export const MOVERS = moversOf(1);

type Corner = readonly [x: number, y: number, z: number];

/** Makes a mesh of flat quadrilaterals: corners in a row, each cut along its second diagonal. */
export function quads(...sides: (readonly [Corner, Corner, Corner, Corner])[]): ShapeSpec {
  return mesh(sides.flatMap(([a, b, c, d]) => [...a, ...b, ...c, ...c, ...b, ...d]));
}

/** Makes a grid of triangles over heights that a function gives, one wide each, its middle at the origin. */
export function gridMesh(cells: number, height: (x: number, z: number) => number, options = {}): ShapeSpec {
  const positions: number[] = [];
  const indices: number[] = [];
  for (let i = 0; i <= cells; i++) {
    for (let k = 0; k <= cells; k++) {
      const x = i - cells / 2;
      const z = k - cells / 2;
      positions.push(x, height(x, z), z);
    }
  }
  for (let i = 0; i < cells; i++) {
    for (let k = 0; k < cells; k++) {
      const a = i * (cells + 1) + k;
      const b = a + cells + 1;
      indices.push(a, a + 1, b, b, a + 1, b + 1);
    }
  }
  return mesh(positions, indices, options);
}

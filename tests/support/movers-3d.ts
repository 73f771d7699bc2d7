import { box, capsule, cylinder, hull, mesh, type ShapeSpec, sphere } from '../../entry/3d.ts';

/** Movers of every kind, and how far each reaches below its position. */
export const MOVERS: readonly (readonly [name: string, shape: ShapeSpec, foot: number])[] = [
  ['a sphere', sphere(0.35), 0.35],
  ['a capsule', capsule(0.3, 0.4), 0.7],
  ['a box', box(0.3, 0.5, 0.3), 0.5],
  ['a cylinder', cylinder(0.3, 0.5), 0.5],
  ['a hull', hull([-0.3, -0.5, -0.3, 0.3, -0.5, -0.3, 0.3, -0.5, 0.3, -0.3, -0.5, 0.3, 0, 0.6, 0]), 0.5],
];

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

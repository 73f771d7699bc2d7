import { addComponent, addEntity, createWorld, set } from 'bitecs';
import { expect, test } from 'vitest';
import { closestPoint, collisionSystem, createCollision, mesh } from '../../../../entry/3d.ts';
import { closestPointTriangle } from '../../../../src/3d/geometry/closest/closest-point-triangle.ts';
import { readTriangleMesh, type TriangleMesh, writeCorners } from '../../../../src/3d/geometry/tree/triangle-mesh.ts';
import { effort } from '../../../support/effort.ts';
import { loadBunny } from '../../../support/meshes.ts';
import { createRng } from '../../../support/rng.ts';

const SEED = 811;
const rng = createRng(SEED);

/** A sheet of squares with whole coordinates: points over it are as near to one triangle as to up to eight. */
function makeSheet(side: number, scale: number): TriangleMesh {
  const positions = new Float64Array(3 * (side + 1) ** 2);
  for (let i = 0; i < positions.length; i += 3) {
    positions[i] = scale * ((i / 3) % (side + 1));
    positions[i + 2] = scale * Math.floor(i / 3 / (side + 1));
  }
  const indices: number[] = [];
  for (let row = 0; row < side; row++) {
    for (let column = 0; column < side; column++) {
      const at = row * (side + 1) + column;
      indices.push(at, at + side + 1, at + 1, at + 1, at + side + 1, at + side + 2);
    }
  }
  return readTriangleMesh('sheet', positions, Uint32Array.from(indices));
}

/** Triangles of sizes from 1e-3 to 1, a third of them needles, without shared vertices. */
function makeSoup(count: number, scale: number): TriangleMesh {
  const positions = new Float64Array(9 * count);
  for (let t = 0; t < count; t++) {
    const size = scale * 10 ** (-3 * rng.next());
    const thin = rng.next() < 0.3 ? 1e-7 : 1;
    for (let axis = 0; axis < 3; axis++) {
      const at = 9 * t + axis;
      positions[at] = scale * 4 * (rng.next() - 0.5);
      positions[at + 3] = positions[at] + size * (rng.next() - 0.5);
      positions[at + 6] = positions[at + 3] + size * thin * (rng.next() - 0.5);
    }
  }
  return readTriangleMesh('soup', positions, undefined);
}

const corners = new Float64Array(9);
const nearest = new Float64Array(7);

/** The distance to a triangle as a query reckons it: from the nearest point, to the last bit. */
function distanceTo(surface: TriangleMesh, triangle: number, point: readonly number[]): number {
  writeCorners(corners, 0, surface, triangle);
  closestPointTriangle(nearest, 0, point, 0, corners, 0);
  let squared = 0;
  for (let axis = 0; axis < 3; axis++) squared += (point[axis] - nearest[axis]) ** 2;
  return Math.sqrt(squared);
}

const bunny = loadBunny();
const SURFACES: Record<string, readonly [TriangleMesh, number]> = {
  bunny: [readTriangleMesh('bunny', bunny.positions, bunny.index), 1],
  sheet: [makeSheet(24, 1), 1],
  'sheet of 1e-3': [makeSheet(24, 2 ** -10), 2 ** -10],
  'sheet of 1e4': [makeSheet(24, 2 ** 13), 2 ** 13],
  soup: [makeSoup(1200, 1), 1],
  'soup of 1e4': [makeSoup(1200, 1e4), 1e4],
};

for (const [name, [surface, unit]] of Object.entries(SURFACES)) {
  for (const radius of [0, 0.3 * unit]) {
    test(`${name}, radius ${radius}: the nearest triangle of all, of several the one with the lowest number`, () => {
      const world = createWorld();
      const { Collider, Static, Transform } = createCollision(world);
      const entity = addEntity(world);
      addComponent(world, entity, Static);
      addComponent(world, entity, set(Transform, {}));
      addComponent(world, entity, set(Collider, mesh(surface.positions, surface.indices, { radius })));
      collisionSystem(world);
      let within = 0;
      let shared = 0;
      for (let i = 0; i < effort(200, 60); i++) {
        // Near a vertex, on the lattice of the sheet, or anywhere.
        const vertex = 3 * Math.floor((rng.next() * surface.positions.length) / 3);
        const away = unit * 10 ** (1 - 4 * rng.next());
        const point = [0, 1, 2].map((axis) => {
          const near = surface.positions[vertex + axis];
          if (i % 3 === 0) return near + away * (rng.next() - 0.5);
          return axis === 1 ? near + unit * (Math.floor(4 * rng.next()) / 4) : near + unit * (i % 2) * 0.5;
        });
        let best = -1;
        let least = Infinity;
        let ties = 0;
        for (let t = 0; t < surface.triangleCount; t++) {
          const distance = Math.max(0, distanceTo(surface, t, point) - radius);
          if (distance === least) ties++;
          if (distance >= least) continue;
          least = distance;
          best = t;
          ties = 0;
        }
        const [x, y, z] = point;
        const hit = closestPoint(world, { x, y, z })!;
        const context = `seed ${SEED}, point ${point.join(' ')}`;
        expect(hit.distance, context).toBe(least);
        expect(hit.child, context).toBe(best);
        if (least === 0) within++;
        if (ties > 0) shared++;
      }
      if (radius > 0) expect(within).toBeGreaterThan(5);
      if (name.startsWith('sheet')) expect(shared).toBeGreaterThan(20);
    });
  }
}

test.each([1e-30, 1e-15, 1e15, 9e29])('a square of size %d has nearest points like any other', (size) => {
  const world = createWorld();
  const { Collider, Transform } = createCollision(world);
  const entity = addEntity(world);
  addComponent(world, entity, set(Transform, { scale: size }));
  addComponent(world, entity, set(Collider, mesh([0, 0, 0, 0, 0, 1, 1, 0, 0, 1, 0, 1], [0, 1, 2, 1, 3, 2])));
  collisionSystem(world);
  for (const [point, place, distance] of [
    [[0.3, 0.5, 0.2], [0.3, 0, 0.2], 0.5],
    [[-0.3, 0.4, 0.2], [0, 0, 0.2], 0.5],
    [[-0.9, -0.9, -0.9], [0, 0, 0], 0.9 * Math.sqrt(3)],
    [[0.75, 0, 0.75], [0.75, 0, 0.75], 0],
  ] as const) {
    const [x, y, z] = point.map((value) => size * value);
    const hit = closestPoint(world, { x, y, z })!;
    expect([hit.x / size, hit.y / size, hit.z / size, hit.distance / size]).toEqual(
      [...place, distance].map((value) => expect.closeTo(value, 12)),
    );
  }
});

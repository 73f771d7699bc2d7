import { addComponent, addEntity, createWorld, set } from 'bitecs';
import { describe, expect, it } from 'vitest';
import {
  box,
  capsule,
  castRay,
  castShape,
  closestPoint,
  collisionSystem,
  createCollision,
  cylinder,
  heightfield,
  mesh,
  overlapShape,
  type ShapeSpec,
  sphere,
} from '../../entry/3d.ts';
import { livingRoom } from '../../examples/shared/living-room.ts';
import { closestPointTriangle } from '../../src/3d/geometry/closest/closest-point-triangle.ts';
import { castRayTriangle } from '../../src/3d/geometry/ray/cast-ray-triangle.ts';
import { effort } from '../support/effort.ts';
import { loadBunny, loadDragon, type TestMesh } from '../support/meshes.ts';
import { overlapsTriangles } from '../support/overlaps-triangles.ts';
import { createRng } from '../support/rng.ts';
import { cutEdges, makeTerrain, makeTriangleSoup, unshare } from '../support/surface-meshes.ts';

const rng = createRng(1213);

/** The mesh so that it fits into a cube of 4 units about the origin, and is no older type than three.js has. */
function fitted({ positions, index }: TestMesh): TestMesh {
  const low = [Infinity, Infinity, Infinity];
  const high = [-Infinity, -Infinity, -Infinity];
  for (let i = 0; i < positions.length; i++) {
    low[i % 3] = Math.min(low[i % 3], positions[i]);
    high[i % 3] = Math.max(high[i % 3], positions[i]);
  }
  const scale = 4 / Math.max(...high.map((value, axis) => value - low[axis]));
  return {
    positions: Float32Array.from(positions, (value, i) => scale * (value - 0.5 * (low[i % 3] + high[i % 3]))),
    index,
  };
}

/** Triangles a thousand times as long as wide. */
function makeSlivers(count: number): TestMesh {
  const positions = new Float64Array(9 * count);
  for (let t = 0; t < count; t++) {
    for (let axis = 0; axis < 3; axis++) {
      const at = 9 * t + axis;
      positions[at] = rng.range(-2, 2);
      positions[at + 3] = rng.range(-2, 2);
      const along = rng.range(0, 1);
      positions[at + 6] = positions[at] + along * (positions[at + 3] - positions[at]) + rng.range(-4e-3, 4e-3);
    }
  }
  return { positions, index: Uint32Array.from({ length: 3 * count }, (_, i) => i) };
}

function cornersOf({ positions, index }: TestMesh): Float64Array {
  const corners = new Float64Array(3 * index.length);
  for (let i = 0; i < index.length; i++) for (let k = 0; k < 3; k++) corners[3 * i + k] = positions[3 * index[i] + k];
  return corners;
}

const COLUMNS = 24;
const heights = Float32Array.from({ length: COLUMNS * COLUMNS }, (_, i) =>
  i % 37 === 5 ? Number.NaN : rng.range(0, 1),
);

/** The triangles of a field of heights, cut as three.js cuts those of a PlaneGeometry, without those in holes. */
function cornersOfField(): Float64Array {
  const corners: number[] = [];
  const put = (column: number, row: number) => [column * 0.2, heights[row * COLUMNS + column], row * 0.2];
  for (let row = 0; row + 1 < COLUMNS; row++) {
    for (let column = 0; column + 1 < COLUMNS; column++) {
      const [a, b, c, d] = [put(column, row), put(column, row + 1), put(column + 1, row), put(column + 1, row + 1)];
      for (const triangle of [
        [...a, ...b, ...c],
        [...b, ...d, ...c],
      ])
        if (triangle.every(Number.isFinite)) corners.push(...triangle);
    }
  }
  return Float64Array.from(corners);
}

const meshes: Record<string, () => TestMesh> = {
  'a soup': () => makeTriangleSoup(rng, 300, 2),
  slivers: () => makeSlivers(200),
  'a terrain with T-junctions': () =>
    fitted(
      unshare(
        rng,
        cutEdges(
          rng,
          makeTerrain(12, 12, () => rng.range(0, 1)),
          0.4,
        ),
      ),
    ),
  'the bunny': () => fitted(loadBunny()),
  'the dragon': () => fitted(loadDragon(effort(3, 4))),
  'a scanned room': () => fitted(livingRoom()),
};

const SURFACES: Record<string, () => { shape: ShapeSpec; corners: Float64Array }> = {
  ...Object.fromEntries(
    Object.entries(meshes).map(([name, make]) => [
      name,
      () => {
        const made = make();
        return { shape: mesh(made.positions, made.index), corners: cornersOf(made) };
      },
    ]),
  ),
  'a field with holes': () => ({ shape: heightfield(heights, COLUMNS, COLUMNS, 0.2), corners: cornersOfField() }),
};

const SHAPES: readonly ShapeSpec[] = [sphere(0.2), box(0.2, 0.1, 0.3), capsule(0.1, 0.2), cylinder(0.15, 0.2)];
const hit = new Float64Array(6);
const nearest = new Float64Array(7);

describe.each(Object.keys(SURFACES))('questions about %s are answered as by all triangles', (name) => {
  const { shape, corners } = SURFACES[name]();
  const world = createWorld();
  const collision = createCollision(world);
  const eid = addEntity(world);
  addComponent(world, eid, set(collision.Transform, {}));
  addComponent(world, eid, set(collision.Collider, shape));
  collisionSystem(world);
  const low = [Infinity, Infinity, Infinity];
  const high = [-Infinity, -Infinity, -Infinity];
  for (let i = 0; i < corners.length; i++) {
    low[i % 3] = Math.min(low[i % 3], corners[i]);
    high[i % 3] = Math.max(high[i % 3], corners[i]);
  }
  const inside = () => {
    const [x, y, z] = low.map((value, axis) => rng.range(value - 0.5, high[axis] + 0.5));
    return { x, y, z };
  };
  const onTriangle = () => {
    const at = 9 * rng.integer(0, corners.length / 9 - 1);
    const [x, y, z] = [0, 1, 2].map(
      (axis) => (corners[at + axis] + corners[at + 3 + axis] + corners[at + 6 + axis]) / 3,
    );
    return { x, y, z };
  };

  it('rays', () => {
    let hits = 0;
    const rounds = effort(1500, 30);
    for (let round = 0; round < rounds; round++) {
      const from = inside();
      const to = rng.next() < 0.6 ? onTriangle() : inside();
      const way = { x: to.x - from.x, y: to.y - from.y, z: to.z - from.z };
      const ray = [from.x, from.y, from.z, way.x, way.y, way.z];
      let least = Infinity;
      for (let t = 0; t < corners.length; t += 9)
        least = Math.min(least, castRayTriangle(hit, 0, ray, 0, 2, corners, t));
      const found = castRay(world, from, way, { maxFraction: 2 });
      if (least < Infinity) hits++;
      const told = found?.fraction ?? Infinity;
      if (!(told === least || Math.abs(told - least) < 1e-12)) {
        expect({ round, ray, found, least }).toBe('the same');
      }
    }
    expect(hits).toBeGreaterThan(0.3 * rounds);
  });

  it('nearest points', () => {
    for (let round = 0; round < effort(800, 15); round++) {
      const point = inside();
      const at = [point.x, point.y, point.z];
      let least = Infinity;
      for (let t = 0; t < corners.length; t += 9) {
        least = Math.min(least, closestPointTriangle(nearest, 0, at, 0, corners, t));
      }
      const found = closestPoint(world, point)!;
      const off = Math.hypot(found.x - point.x, found.y - point.y, found.z - point.z);
      expect(Math.abs(found.distance - Math.sqrt(least))).toBeLessThan(1e-12);
      expect(Math.abs(off - found.distance)).toBeLessThan(1e-9);
    }
  });

  it('overlaps, and casts of shapes', () => {
    let overlaps = 0;
    let casts = 0;
    const rounds = effort(160, 8);
    for (let round = 0; round < rounds; round++) {
      const body = SHAPES[round % SHAPES.length];
      const from = rng.next() < 0.5 ? onTriangle() : inside();
      const pose = { ...from, qx: rng.range(-1, 1), qy: rng.range(-1, 1), qz: rng.range(-1, 1), qw: rng.range(-1, 1) };
      const rotation = { x: pose.qx, y: pose.qy, z: pose.qz, w: pose.qw };
      const { separation } = overlapsTriangles(body, pose, corners);
      const isFound = overlapShape(world, body, { ...from, rotation }, []) > 0;
      if (separation < -1e-7) overlaps++;
      if (Math.abs(separation) > 1e-7 && isFound !== separation < 0) expect({ round, pose, separation }).toBe(isFound);
      if (separation < 1e-6) continue;
      const to = onTriangle();
      const way = { x: to.x - from.x, y: to.y - from.y, z: to.z - from.z };
      const found = castShape(world, body, { ...from, rotation }, way);
      const stand = (part: number) => ({
        ...pose,
        x: from.x + part * way.x,
        y: from.y + part * way.y,
        z: from.z + part * way.z,
      });
      const end = found?.fraction ?? 1;
      if (found !== undefined) {
        casts++;
        const there = overlapsTriangles(body, stand(end), corners).separation;
        if (Math.abs(there) > 1e-6) expect({ round, pose, way, end, there }).toBe('touching');
      }
      // Nothing is met before.
      for (let part = 0.15; part < 1; part += 0.2) {
        const before = overlapsTriangles(body, stand(part * end), corners).separation;
        if (before < -1e-6) expect({ round, pose, way, end, part, before }).toBe('apart');
      }
    }
    expect(overlaps).toBeGreaterThan(0);
    expect(casts).toBeGreaterThan(0);
  });
});

import { describe, expect, it } from 'vitest';
import { box, capsule, cone, cylinder, hull, type ShapeSpec, sphere } from '../../../../entry/3d.ts';
import {
  castAtFace,
  FACE_LENGTH,
  FACE_LIMIT,
  FACE_RADIUS,
  FACE_SLACK,
  FACE_WAY,
} from '../../../../src/3d/geometry/sweep/cast-at-face.ts';
import { writeNormal } from '../../../../src/3d/geometry/sweep/cast-capsule-triangle.ts';
import { castBodies } from '../../../../src/3d/queries/body-pairs.ts';
import { QueryBody, spacePieces } from '../../../../src/3d/queries/query-body.ts';
import { createQueryShape, placeShape } from '../../../../src/3d/queries/query-shape.ts';
import { finishTriangle } from '../../../../src/3d/shapes/triangle-core.ts';
import { setFrame } from '../../../../src/core/queries/pieces.ts';
import { effort } from '../../../support/effort.ts';
import { NO_TURN, turned } from '../../../support/movement-3d.ts';
import { createRng, type Rng } from '../../../support/rng.ts';

const FRACTION = 6;
const out = new Float64Array(7);
const cast = new Float64Array(FACE_LENGTH);
const triangle = new Float64Array(12);
const mover = createQueryShape();
const target = new QueryBody();

function place(shape: ShapeSpec, rotation: { x: number; y: number; z: number; w: number }): void {
  placeShape(mover, shape, { x: 0, y: 0, z: 0, rotation });
  setFrame(spacePieces, mover);
}

/** Makes the triangle, with a radius around it, that bodies are cast at along a way, up to a part of it. */
function aim(corners: ArrayLike<number>, radius: number, way: readonly number[], limit: number): void {
  triangle.set(corners);
  writeNormal(triangle, 0);
  target.body.corners.set(corners);
  target.body.rounding = radius;
  finishTriangle(target.body);
  for (let axis = 0; axis < 3; axis++) {
    cast[axis] = triangle[9 + axis];
    cast[FACE_WAY + axis] = way[axis];
  }
  cast[FACE_RADIUS] = radius;
  cast[FACE_SLACK] = 1e-12;
  cast[FACE_LIMIT] = limit;
}

const castNow = (): boolean => castAtFace(out, cast, mover.pieces[0].body, target.body.corners);

const FLOOR = [-2, -1, -2, -2, -1, 2, 4, -1, 0];

describe('a body cast at a face', () => {
  it('is met where its lowest point comes to the plane', () => {
    // Its corner at (0.5, −0.5, 0) after a quarter of half a turn about z is √½ below the middle.
    place(box(0.5, 0.5, 0.5), turned(0, 0, 1, Math.PI / 4));
    aim(FLOOR, 0, [0.5, -0.5, 0], 1);
    expect(castNow()).toBe(true);
    const fraction = (1 - Math.SQRT1_2) / 0.5;
    expect(out[FRACTION]).toBeCloseTo(fraction, 12);
    expect(out[0]).toBeCloseTo(0.5 * fraction, 12);
    expect(out[1]).toBeCloseTo(-1, 12);
    expect([...out.subarray(3, 6)]).toEqual([0, 1, 0]);
  });

  it('is met from below as from above, by the radii of both', () => {
    place(capsule(0.25, 0.5), NO_TURN);
    aim(
      FLOOR.map((value, i) => (i % 3 === 1 ? 2 : value)),
      0.125,
      [0, 2, 0],
      1,
    );
    expect(castNow()).toBe(true);
    expect([...out]).toEqual([0, 1.875, 0, 0, -1, 0, (2 - 0.5 - 0.25 - 0.125) / 2]);
  });

  it.each([
    ['comes to it only after the limit', FLOOR, [0, -2, 0], 0.2],
    ['ends before it', FLOOR, [0, -0.4, 0], 1],
    ['moves along it', FLOOR, [1, 0, 0], 1],
    ['moves away from it', FLOOR, [0, 1, 0], 1],
  ])('is not met by one that %s', (_, corners, way, limit) => {
    place(sphere(0.5), NO_TURN);
    aim(corners, 0, way, limit);
    expect(castNow()).toBe(true);
    expect(out[FRACTION]).toBe(Infinity);
  });

  it.each([
    ['cuts it at the start', FLOOR.map((value) => 0.2 * value), [0, -1, 0]],
    ['touches it at the start, but for rounding', FLOOR.map((value) => 0.5 * value), [0, -1, 0]],
    ['comes to it beside the triangle', FLOOR.map((value, i) => (i % 3 === 0 ? value + 2.5 : value)), [0, -2, 0]],
    ['meets a triangle without area', [-1, -1, 0, 0, -1, 0, 1, -1, 0], [0, -2, 0]],
  ])('is not decided for one that %s', (_, corners, way) => {
    place(sphere(0.5), NO_TURN);
    aim(corners, 0, way, 1);
    expect(castNow()).toBe(false);
  });
});

/** Shapes of every form of core. */
function makeShape(rng: Rng, i: number, scale: number): ShapeSpec {
  const size = () => scale * rng.range(0.2, 0.8);
  if (i % 6 === 0) return cylinder(size(), size());
  if (i % 6 === 1) return cone(size(), size());
  if (i % 6 === 2) return box(size(), size(), size());
  if (i % 6 === 3) return capsule(size(), size());
  if (i % 6 === 4) return sphere(size());
  return hull(Float32Array.from({ length: 36 }, () => scale * rng.range(-0.7, 0.7)));
}

it.each([1e-3, 1, 1e3])('bodies of any form are met where GJK meets them, at scale %d', (scale) => {
  const counts = { met: 0, missed: 0, open: 0 };
  for (let seed = 1; seed <= effort(4000, 600); seed++) {
    const rng = createRng(seed);
    const about = `seed ${seed}`;
    const [x, y, z] = [rng.range(-1, 1), rng.range(-1, 1), rng.range(-1, 1)];
    const length = Math.hypot(x, y, z);
    place(makeShape(rng, seed, scale), turned(x / length, y / length, z / length, rng.range(0, 6)));
    const middle = [rng.range(-2, 2), rng.range(-2, 2), rng.range(-2, 2)];
    const corners = Array.from({ length: 9 }, (_, i) => scale * (middle[i % 3] + rng.range(-2, 2)));
    // Mostly towards the triangle.
    const way = middle.map((value) => scale * (1.2 * value + rng.range(-0.5, 0.5)));
    const limit = rng.next() < 0.5 ? 1 : rng.range(0.2, 1);
    const radius = rng.next() < 0.5 ? 0 : scale * rng.range(0, 0.2);
    aim(corners, radius, way, limit);
    cast[FACE_SLACK] = 1e-12 * scale;
    if (!castNow()) {
      counts.open++;
      continue;
    }
    const found = Float64Array.from(out);
    castBodies(out, mover.pieces[0], target, Float64Array.from(way));
    if (found[FRACTION] === Infinity) {
      expect(out[FRACTION], about).toBeGreaterThan(Math.min(limit, 1) - 1e-9);
      counts.missed++;
      continue;
    }
    expect(found[FRACTION], about).toBeCloseTo(out[FRACTION], 8);
    for (let axis = 0; axis < 3; axis++) {
      expect(found[3 + axis], about).toBeCloseTo(out[3 + axis], 5);
      expect(found[axis] / scale, about).toBeCloseTo(out[axis] / scale, 4);
    }
    counts.met++;
  }
  const all = counts.met + counts.missed + counts.open;
  for (const count of Object.values(counts)) expect(count / all).toBeGreaterThan(0.1);
});

import { describe, expect, it } from 'vitest';
import { distanceSquaredPointTriangle } from '../../../../src/3d/geometry/closest/closest-point-triangle.ts';
import { distanceSquaredSegmentSegment } from '../../../../src/3d/geometry/closest/closest-points-segment-segment.ts';
import { overlapsObbTriangle } from '../../../../src/3d/geometry/overlap/overlaps-obb-triangle.ts';
import {
  BOX_CENTRE,
  BOX_HALF,
  BOX_LENGTH,
  BOX_LIMIT,
  BOX_RADIUS,
  BOX_SLACK,
  BOX_WAY,
  UNDECIDED,
  writeBoxCast,
} from '../../../../src/3d/geometry/sweep/cast-box-triangle.ts';
import { MET_FRACTION, MET_NORMAL } from '../../../../src/3d/geometry/sweep/cast-capsule-triangle.ts';
import { HitRate } from '../../../support/hit-rate.ts';
import { createRng, type Rng } from '../../../support/rng.ts';
import { triangleOf } from '../support/placed-triangle.ts';

interface Cast {
  centre: number[];
  half: number[];
  way: number[];
  radius: number;
  axes?: number[];
  slack?: number;
  limit?: number;
}

const UPRIGHT = [1, 0, 0, 0, 1, 0, 0, 0, 1];
const out = new Float64Array(7);

function cast(of: Cast, triangle: Float64Array): number {
  const { centre, half, way, radius, axes = UPRIGHT, slack = 0, limit = 1 } = of;
  const box = new Float64Array(BOX_LENGTH);
  box.set(axes);
  box.set(centre, BOX_CENTRE);
  box.set(half, BOX_HALF);
  box.set(
    [0, 1, 2].map((i) => axes[3 * i] * way[0] + axes[3 * i + 1] * way[1] + axes[3 * i + 2] * way[2]),
    BOX_WAY,
  );
  box[BOX_RADIUS] = radius;
  box[BOX_SLACK] = slack;
  box[BOX_LIMIT] = limit;
  out.fill(Number.NaN);
  writeBoxCast(out, box, triangle, 0);
  return out[MET_FRACTION];
}

/** The corners of the box after a part of the way. */
function boxCorners({ centre, half, way, axes = UPRIGHT }: Cast, t: number): number[][] {
  return Array.from({ length: 8 }, (_, corner) =>
    [0, 1, 2].map((k) => {
      let at = centre[k] + t * way[k];
      for (let i = 0; i < 3; i++) at += ((corner >> i) & 1 ? 1 : -1) * half[i] * axes[3 * i + k];
      return at;
    }),
  );
}

/** The distance of the box without its radius from a triangle after a part of the way, from all pairs of features. */
function distanceAt(of: Cast, triangle: Float64Array, t: number): number {
  const { centre, half, way, axes = UPRIGHT } = of;
  const at = centre.map((value, k) => value + t * way[k]);
  if (overlapsObbTriangle(Float64Array.of(...at, ...half, ...axes), 0, triangle, 0)) return 0;
  const corners = boxCorners(of, t);
  let squared = Infinity;
  for (const corner of corners) squared = Math.min(squared, distanceSquaredPointTriangle(corner, 0, triangle, 0));
  for (let i = 0; i < 9; i += 3) {
    let beside = 0;
    for (let axis = 0; axis < 3; axis++) {
      let along = 0;
      for (let k = 0; k < 3; k++) along += axes[3 * axis + k] * (triangle[i + k] - at[k]);
      beside += Math.max(0, Math.abs(along) - half[axis]) ** 2;
    }
    squared = Math.min(squared, beside);
    const edge = [...triangle.subarray(i, i + 3), ...triangle.subarray((i + 3) % 9, ((i + 3) % 9) + 3)];
    for (let a = 0; a < 8; a++) {
      for (let b = 0; b < 3; b++) {
        if ((a >> b) & 1) continue;
        const side = [...corners[a], ...corners[a | (1 << b)]];
        squared = Math.min(squared, distanceSquaredSegmentSegment(side, 0, edge, 0));
      }
    }
  }
  return Math.sqrt(squared);
}

/** The first part of the way at which the distance is the radius: the distance is a convex function of the part. */
function searchFraction(of: Cast, triangle: Float64Array): number {
  let [low, high] = [0, 1];
  for (let i = 0; i < 45; i++) {
    const [a, b] = [low + (high - low) / 3, high - (high - low) / 3];
    if (distanceAt(of, triangle, a) > distanceAt(of, triangle, b)) low = a;
    else high = b;
  }
  let [outside, inside] = [0, high];
  if (distanceAt(of, triangle, inside) > of.radius) return Infinity;
  for (let i = 0; i < 40; i++) {
    const middle = (outside + inside) / 2;
    if (distanceAt(of, triangle, middle) > of.radius) outside = middle;
    else inside = middle;
  }
  return inside;
}

function randomAxes(rng: Rng): number[] {
  const q = Array.from({ length: 4 }, () => rng.range(-1, 1));
  const length = Math.hypot(...q);
  const [x, y, z, w] = q.map((value) => value / length);
  return [
    1 - 2 * (y * y + z * z),
    2 * (x * y + z * w),
    2 * (x * z - y * w),
    2 * (x * y - z * w),
    1 - 2 * (x * x + z * z),
    2 * (y * z + x * w),
    2 * (x * z + y * w),
    2 * (y * z - x * w),
    1 - 2 * (x * x + y * y),
  ];
}

const FLAT = triangleOf([0, 0, 0, 0, 0, 4, 4, 0, 0]);
const S = Math.SQRT1_2;

describe('a box cast at a triangle', () => {
  it.each<[string, Cast, Float64Array, number, number[], number[]]>([
    [
      'the face, by a corner',
      {
        centre: [1, 3, 1],
        half: [0.5, 0.5, 0.5],
        way: [0, -4, 0],
        radius: 0.25,
        axes: [S, S, 0, -S, S, 0, 0, 0, 1],
      },
      FLAT,
      (2.75 - Math.SQRT1_2) / 4,
      [1, 0, 0.5],
      [0, 1, 0],
    ],
    [
      'the face, by a side that lies flat on it',
      { centre: [1, 3, 1], half: [0.5, 0.5, 0.5], way: [0, -4, 0], radius: 0 },
      FLAT,
      0.625,
      [0.5, 0, 0.5],
      [0, 1, 0],
    ],
    [
      'a corner, by a face',
      { centre: [-3, 0.25, 0.25], half: [0.5, 0.5, 0.5], way: [4, 0, 0], radius: 0.5 },
      triangleOf([0, 0, 0, 2, 2, 2, 2, -2, 2]),
      0.5,
      [0, 0, 0],
      [-1, 0, 0],
    ],
    [
      'an edge, by an edge',
      { centre: [0, 3, 0], half: [0.5, 0.5, 2], way: [0, -4, 0], radius: 0.25, axes: [S, S, 0, -S, S, 0, 0, 0, 1] },
      triangleOf([-2, 0, 0.5, 2, 0, 0.5, 0, -3, 0.5]),
      (2.75 - Math.SQRT1_2) / 4,
      [0, 0, 0.5],
      [0, 1, 0],
    ],
  ])('meets %s', (_, of, triangle, fraction, point, normal) => {
    expect(cast(of, triangle)).toBeCloseTo(fraction, 14);
    for (let k = 0; k < 3; k++) {
      expect(out[k]).toBeCloseTo(point[k], 14);
      expect(out[MET_NORMAL + k]).toBeCloseTo(normal[k], 14);
    }
  });

  it.each<[string, Partial<Cast>, number]>([
    ['moves away', { way: [0, 1, 0] }, Infinity],
    ['stops before it', { way: [0, -2.4, 0] }, Infinity],
    ['meets it beyond the limit', { limit: 0.6 }, Infinity],
    ['passes beside it', { centre: [4, 3, 4] }, Infinity],
    ['is in it', { centre: [1, 0.25, 1] }, UNDECIDED],
    ['is a little in it and moves on', { centre: [1, 0.5 - 1e-12, 1], slack: 1e-11 }, 0],
    ['is a little in it and leaves', { centre: [1, 0.5 - 1e-12, 1], slack: 1e-11, way: [0, 1, 0] }, Infinity],
    ['is a little in it and stays level', { centre: [1, 0.5 - 1e-12, 1], slack: 1e-11, way: [1, 0, 0] }, Infinity],
    ['comes down past its long side, within the radius', { centre: [2.6, 3, 2.6], radius: 0.2 }, UNDECIDED],
  ])('says so where it %s', (_, change, fraction) => {
    const of: Cast = { centre: [1, 3, 1], half: [0.5, 0.5, 0.5], way: [0, -4, 0], radius: 0, ...change };
    expect(cast(of, FLAT)).toBe(fraction);
  });

  it('takes a triangle without area for its edges', () => {
    const needle = triangleOf([-2, 0, 0.5, 2, 0, 0.5, 0, 0, 0.5]);
    const of = { centre: [0, 3, 0], half: [0.5, 0.5, 2], way: [0, -4, 0], axes: [S, S, 0, -S, S, 0, 0, 0, 1] };
    expect(cast({ ...of, radius: 0 }, needle)).toBeCloseTo((3 - Math.SQRT1_2) / 4, 14);
    expect(cast({ ...of, centre: [0, 3, 3], radius: 0 }, needle)).toBe(Infinity);
  });

  it.each([1e-3, 1, 1e4])('finds what a search by distances finds, at a scale of %f', (scale) => {
    const rng = createRng(20);
    const rate = new HitRate();
    let undecided = 0;
    for (let i = 0; i < 200; i++) {
      const triangle = triangleOf(Array.from({ length: 9 }, () => scale * rng.range(-2, 2)));
      const turns = rng.integer(0, 3) > 0;
      const centre = [0, 1, 2].map(() => scale * rng.range(-3, 3));
      const far = rng.range(0.5, 1.5);
      const of: Cast = {
        centre,
        half: [0, 1, 2].map(() => scale * rng.range(0.1, 1)),
        way: centre.map((value) => scale * rng.range(-1.5, 1.5) - far * value),
        radius: scale * rng.range(0, 0.1),
        axes: turns ? randomAxes(rng) : UPRIGHT,
      };
      if (distanceAt(of, triangle, 0) <= of.radius) {
        expect(cast(of, triangle)).toBe(UNDECIDED);
        continue;
      }
      const fraction = cast(of, triangle);
      const expected = searchFraction(of, triangle);
      if (fraction === UNDECIDED) {
        undecided++;
        continue;
      }
      rate.count(fraction <= 1);
      if (fraction > 1) {
        expect(expected).toBe(Infinity);
        continue;
      }
      expect(fraction).toBeCloseTo(expected, 9);
      // The point is on the triangle, and the box is at its radius from it, along the normal.
      const [point, normal] = [out.slice(0, 3), out.slice(MET_NORMAL, MET_FRACTION)];
      expect(distanceSquaredPointTriangle(point, 0, triangle, 0) / scale ** 2).toBeLessThan(1e-24);
      expect(distanceAt(of, triangle, fraction) / scale).toBeCloseTo(of.radius / scale, 12);
      const least = Math.min(
        ...boxCorners(of, fraction).map((corner) => corner.reduce((sum, x, k) => sum + normal[k] * (x - point[k]), 0)),
      );
      expect(least / scale).toBeCloseTo(of.radius / scale, 12);
    }
    rate.expectBalanced();
    expect(undecided).toBeLessThan(20);
  });
});

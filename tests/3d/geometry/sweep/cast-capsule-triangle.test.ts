import { describe, expect, it } from 'vitest';
import { distanceSquaredSegmentTriangle } from '../../../../src/3d/geometry/closest/closest-points-segment-triangle.ts';
import {
  CAPSULE_LENGTH,
  CAPSULE_LIMIT,
  MET_FRACTION,
  MET_NORMAL,
  missesTriangle,
  OVERLAPS,
  writeCapsuleCast,
} from '../../../../src/3d/geometry/sweep/cast-capsule-triangle.ts';
import { HitRate } from '../../../support/hit-rate.ts';
import { createRng } from '../../../support/rng.ts';
import { triangleOf } from '../support/placed-triangle.ts';

interface Cast {
  centre: number[];
  axis: number[];
  way: number[];
  radius: number;
  slack?: number;
}

const out = new Float64Array(7);

function cast({ centre, axis, way, radius, slack = 0 }: Cast, triangle: Float64Array): number {
  const capsule = new Float64Array(CAPSULE_LENGTH);
  capsule.set([...centre, ...axis, ...way, radius, slack]);
  out.fill(Number.NaN);
  writeCapsuleCast(out, capsule, triangle, 0);
  return out[MET_FRACTION];
}

/** The distance of the axis from the triangle after a part of the way. */
function distanceAt({ centre, axis, way }: Cast, triangle: Float64Array, t: number): number {
  const ends = [-1, 1].flatMap((end) => centre.map((value, k) => value + t * way[k] + end * axis[k]));
  return Math.sqrt(distanceSquaredSegmentTriangle(Float64Array.from(ends), 0, triangle, 0));
}

/** The first part of the way at which the distance is the radius: the distance is a convex function of the part. */
function searchFraction(of: Cast, triangle: Float64Array): number {
  if (distanceAt(of, triangle, 0) <= of.radius) return OVERLAPS;
  let [low, high] = [0, 1];
  for (let i = 0; i < 90; i++) {
    const [a, b] = [low + (high - low) / 3, high - (high - low) / 3];
    if (distanceAt(of, triangle, a) > distanceAt(of, triangle, b)) low = a;
    else high = b;
  }
  let [outside, inside] = [0, high];
  if (distanceAt(of, triangle, inside) > of.radius) return Infinity;
  for (let i = 0; i < 60; i++) {
    const middle = (outside + inside) / 2;
    if (distanceAt(of, triangle, middle) > of.radius) outside = middle;
    else inside = middle;
  }
  return inside;
}

/** Where a triangle in the plane y = 0 is met by a capsule of radius 0.5. */
const FLAT = triangleOf([0, 0, 0, 0, 0, 4, 4, 0, 0]);

describe('a capsule cast at a triangle', () => {
  it.each<[string, Cast, number, number[], number[]]>([
    [
      'the face, by its lower end',
      { centre: [1, 3, 1], axis: [0, 1, 0], way: [0, -3, 0], radius: 0.5 },
      0.5,
      [1, 0, 1],
      [0, 1, 0],
    ],
    [
      'the face from below',
      { centre: [1, -3, 1], axis: [0, 1, 0], way: [0, 3, 0], radius: 0.5 },
      0.5,
      [1, 0, 1],
      [0, -1, 0],
    ],
    [
      'a leg, by its side',
      { centre: [-2, 0, 1], axis: [0, 1, 0], way: [3, 0, 0], radius: 0.5 },
      0.5,
      [0, 0, 1],
      [-1, 0, 0],
    ],
    [
      'a corner, by its side',
      { centre: [-2, 0.25, 0], axis: [0, 1, 0], way: [3, 0, 0], radius: 0.5 },
      0.5,
      [0, 0, 0],
      [-1, 0, 0],
    ],
    [
      'a leg, by an end',
      { centre: [-0.3, 3.4, 1], axis: [0, 1, 0], way: [0, -4, 0], radius: 0.5 },
      0.5,
      [0, 0, 1],
      [-0.6, 0.8, 0],
    ],
    [
      'both legs, by an axis that lies along the face',
      { centre: [1, 2.5, 1], axis: [5, 0, 0], way: [0, -4, 0], radius: 0.5 },
      0.5,
      [0, 0, 1],
      [0, 1, 0],
    ],
    [
      'the face, as a sphere',
      { centre: [1, 1.5, 1], axis: [0, 0, 0], way: [0, -2, 0], radius: 0.5 },
      0.5,
      [1, 0, 1],
      [0, 1, 0],
    ],
  ])('meets %s', (_, of, fraction, point, normal) => {
    expect(cast(of, FLAT)).toBeCloseTo(fraction, 14);
    for (let k = 0; k < 3; k++) {
      expect(out[MET_NORMAL + k]).toBeCloseTo(normal[k], 14);
      // Where a line of points is met, any of them is told.
      if (of.axis[0] === 0) expect(out[k]).toBeCloseTo(point[k], 14);
    }
  });

  it.each<[string, Cast]>([
    [
      'an axis that crosses it far from both ends',
      { centre: [1, 0.1, 1], axis: [0, 3, 0], way: [1, 0, 0], radius: 0.2 },
    ],
    ['an end in it', { centre: [1, 1.3, 1], axis: [0, 1, 0], way: [0, 1, 0], radius: 0.5 }],
    ['the far end in it', { centre: [1, -0.9, 1], axis: [0, 1, 0], way: [0, 1, 0], radius: 0.5 }],
    ['its side at an edge', { centre: [-0.4, 0, 1], axis: [0, 1, 0], way: [0, 1, 0], radius: 0.5 }],
    ['its side at a corner', { centre: [-0.2, 0.1, -0.2], axis: [0, 1, 0], way: [0, 1, 0], radius: 0.5 }],
    ['a sphere in it', { centre: [1, 0.4, 1], axis: [0, 0, 0], way: [0, 1, 0], radius: 0.5 }],
  ])('begins with %s', (_, of) => {
    expect(cast(of, FLAT)).toBe(OVERLAPS);
  });

  it('that begins within the slack is met at once where it comes nearer, and not where it leaves', () => {
    const beside = { centre: [1, 1.5 - 1e-9, 1], axis: [0, 1, 0], way: [0.5, -1, 0], radius: 0.5, slack: 1e-8 };
    expect(cast(beside, FLAT)).toBe(0);
    expect(Array.from(out.subarray(MET_NORMAL, MET_NORMAL + 3))).toEqual([0, 1, 0]);
    expect(cast({ ...beside, way: [0.5, 1, 0] }, FLAT)).toBe(Infinity);
    expect(cast({ ...beside, slack: 1e-10 }, FLAT)).toBe(OVERLAPS);
    const atEdge = { centre: [-0.5 + 1e-9, 0.2, 1], axis: [0, 1, 0], way: [1, 0, 0], radius: 0.5, slack: 1e-8 };
    expect(cast(atEdge, FLAT)).toBe(0);
    expect(cast({ ...atEdge, way: [-1, 0, 0] }, FLAT)).toBe(Infinity);
  });

  it.each([1e-3, 1, 1e4])('finds what a search by distances does, at scale %d', (scale) => {
    const rng = createRng(71);
    const rate = new HitRate();
    const starts = { touching: 0 };
    const vector = (size: number) => Array.from({ length: 3 }, () => scale * rng.range(-size, size));
    for (let i = 0; i < 700; i++) {
      const thin = i % 7 === 0 ? 1e-3 : 1;
      const a = vector(1);
      const b = vector(1);
      const c = i % 11 === 0 ? a.map((value, k) => (value + b[k]) / 2) : vector(1);
      const axis = i % 5 === 0 ? [0, 0, 0] : vector(1).map((value, k) => (i % 3 === 0 && k !== 1 ? 0 : value));
      const of = { centre: vector(1.2), axis, way: vector(2.5), radius: scale * thin * rng.range(0.1, 0.9) };
      // Some axes lie along an edge, and some along the plane.
      if (i % 13 === 0) of.axis = b.map((value, k) => 0.4 * (value - a[k]));
      if (i % 17 === 0) of.axis = b.map((value, k) => 0.5 * (value - a[k]) + 0.3 * (c[k] - a[k]));
      const triangle = triangleOf([...a, ...b, ...c]);
      const searched = searchFraction(of, triangle);
      const fraction = cast(of, triangle);
      rate.count(searched < Infinity);
      if (searched === OVERLAPS) starts.touching++;
      const about = `case ${i}`;
      if (searched === OVERLAPS || searched === Infinity) {
        // A miss by less than a search can tell is a graze.
        if (fraction !== searched) {
          const nearest = distanceAt(of, triangle, Number.isFinite(fraction) ? Math.max(0, fraction) : 0);
          expect(Math.abs(nearest - of.radius), about).toBeLessThan(1e-9 * scale);
        }
        continue;
      }
      expect(fraction, about).toBeGreaterThan(0);
      const length = Math.hypot(...of.way);
      if (Number.isFinite(fraction)) {
        expect(Math.abs(distanceAt(of, triangle, fraction) - of.radius) / scale, about).toBeLessThan(1e-9);
        expect(fraction, about).toBeLessThan(searched + 1e-4);
        const normal = Array.from(out.subarray(MET_NORMAL, MET_NORMAL + 3));
        expect(Math.hypot(...normal), about).toBeCloseTo(1, 12);
        expect(normal[0] * of.way[0] + normal[1] * of.way[1] + normal[2] * of.way[2], about).toBeLessThan(
          1e-9 * length,
        );
        // The point is the triangle's, and the radius lies between it and the axis, along the normal.
        expect(Math.sqrt(pointDistance(out, triangle)) / scale, about).toBeLessThan(1e-9);
        const ends = [-1, 1].flatMap((end) =>
          of.centre.map((value, k) => value + fraction * of.way[k] + end * of.axis[k]),
        );
        const foot = Float64Array.from(normal, (value, k) => out[k] + of.radius * value);
        const toAxis = distanceSquaredSegmentTriangle(
          Float64Array.from(ends),
          0,
          Float64Array.of(...foot, ...foot, ...foot),
          0,
        );
        expect(Math.sqrt(toAxis) / scale, about).toBeLessThan(1e-8);
      } else {
        const least = distanceAt(of, triangle, searched);
        expect(of.radius - least, about).toBeLessThan(1e-9 * scale);
      }
    }
    rate.expectBalanced();
    expect(starts.touching).toBeGreaterThan(10);
  });
});

describe('a plane between a capsule and a triangle', () => {
  it.each([1e-3, 1, 1e4])('never hides a hit up to the limit, and tells most misses, at scale %d', (scale) => {
    const rng = createRng(72);
    const vector = (size: number) => Array.from({ length: 3 }, () => scale * rng.range(-size, size));
    const capsule = new Float64Array(CAPSULE_LENGTH);
    let misses = 0;
    let told = 0;
    for (let i = 0; i < 4000; i++) {
      const a = vector(1);
      const b = vector(1);
      const c = i % 11 === 0 ? a.map((value, k) => (value + b[k]) / 2) : vector(1);
      const triangle = triangleOf([...a, ...b, ...c]);
      const axis = i % 5 === 0 ? [0, 0, 0] : vector(0.5);
      const of = { centre: vector(1.5), axis, way: vector(1), radius: scale * rng.range(0.1, 0.6) };
      const fraction = cast(of, triangle);
      capsule.set([...of.centre, ...of.axis, ...of.way, of.radius, 1e-14 * scale]);
      // Just before the hit, at it, and a part of the way that may end before it.
      for (const limit of [Math.min(1, fraction * (1 - 1e-6)), Math.min(1, fraction), rng.range(0, 1)]) {
        capsule[CAPSULE_LIMIT] = Math.max(0, limit);
        const isTold = missesTriangle(capsule, triangle, 0);
        if (fraction <= capsule[CAPSULE_LIMIT]) expect(isTold, `case ${i}`).toBe(false);
        else {
          misses++;
          if (isTold) told++;
        }
      }
    }
    expect(told / misses).toBeGreaterThan(0.7);
  });

  it('does not stand across no way at all, where the axis ends up on the triangle', () => {
    const triangle = triangleOf([0.002, -0.71, -0.296, 0.002, -0.71, 0.704, 1.002, -0.71, -0.296]);
    const of = { centre: [0.125, 0, -0.035], axis: [0, 0.4, 0], way: [0, -0.35, 0], radius: 0.305 };
    expect(cast(of, triangle)).toBeCloseTo(0.005 / 0.35, 12);
    const capsule = Float64Array.of(...of.centre, ...of.axis, ...of.way, of.radius, 1e-14, 1);
    expect(missesTriangle(capsule, triangle, 0)).toBe(false);
    const [x, y, z] = [0.0020055319547161304, -0.71, -0.2964618027664354];
    const seen = triangleOf([x, y, z, x, y, 0.7035381972335646, 1.002005531954716, y, z]);
    capsule.set([0.12510635564317293, 0, -0.035332701250880005]);
    expect(missesTriangle(capsule, seen, 0)).toBe(false);
  });
});

function pointDistance(point: Float64Array, triangle: Float64Array): number {
  const at = Float64Array.of(point[0], point[1], point[2], point[0], point[1], point[2]);
  return distanceSquaredSegmentTriangle(at, 0, triangle, 0);
}

import { describe, expect, it } from 'vitest';
import {
  castPreparedRayAabb,
  castRayAabb,
  castRayCapsule,
  castRayCircle,
  castRayObb,
  castRayPlane,
  castRayPlaneThroughPoints,
  castRaySegment,
  clipRayAabb,
  clipRayObb,
  intersectLineAabb,
  intersectLineObb,
  intersectLinePlane,
  overlapsRayCircle,
  overlapsRaySegment,
  PREPARED_RAY_SIZE,
  prepareRay,
  rayFromSegment,
} from '../../../../entry/geometry2d.ts';
import { createRng } from '../../../support/rng.ts';
import { randomPath, randomPoint, SCALES } from '../support/reference.ts';

const SEED = 77001;

describe('what a ray from a shape returns', () => {
  const out = [7, 7, 7, 7];
  it.each([
    ['inside', 0.25],
    ['on the surface, leaving', 1],
  ])('%s: fraction 0, its origin, a zero normal', (_name, x) => {
    const ray = [x, 0, 3, 0];
    for (const cast of [
      () => castRayCircle(out, 0, ray, 0, 9, [0, 0, 1], 0),
      () => castRayAabb(out, 0, ray, 0, 9, [-1, -1, 1, 1], 0),
      () => castRayObb(out, 0, ray, 0, 9, [0, 0, 1, 1, 1, 0], 0),
      () => castRayCapsule(out, 0, ray, 0, 9, [0, -1, 0, 1, 1], 0),
    ]) {
      out.fill(7);
      expect(cast()).toBe(0);
      expect(out).toEqual([x, 0, 0, 0]);
    }
  });
  it('a zero-length direction is a point query', () => {
    for (const [x, expected] of [
      [0.5, 0],
      [1, 0],
      [1.5, Infinity],
    ]) {
      const ray = [x, 0, 0, 0];
      expect(castRayCircle(out, 0, ray, 0, 1, [0, 0, 1], 0)).toBe(expected);
      expect(castRayAabb(out, 0, ray, 0, 1, [-1, -1, 1, 1], 0)).toBe(expected);
      expect(castRayObb(out, 0, ray, 0, 1, [0, 0, 1, 1, 0, 1], 0)).toBe(expected);
      expect(castRayCapsule(out, 0, ray, 0, 1, [0, -1, 0, 1, 1], 0)).toBe(expected);
      expect(castRaySegment(out, 0, ray, 0, 1, [-1, 0, 1, 0], 0)).toBe(expected);
    }
  });
  it('NaN and a shape behind are misses', () => {
    const ray = [Number.NaN, 0, 1, 0];
    const away = [3, 0, 1, 0];
    for (const r of [ray, away]) {
      expect(castRayCircle(out, 0, r, 0, 9, [0, 0, 1], 0)).toBe(Infinity);
      expect(castRayAabb(out, 0, r, 0, 9, [-1, -1, 1, 1], 0)).toBe(Infinity);
      expect(castRayObb(out, 0, r, 0, 9, [0, 0, 1, 1, 1, 0], 0)).toBe(Infinity);
      expect(castRayCapsule(out, 0, r, 0, 9, [0, -1, 0, 1, 1], 0)).toBe(Infinity);
      expect(castRaySegment(out, 0, r, 0, 9, [0, -1, 0, 1], 0)).toBe(Infinity);
      expect(castRayPlane(out, 0, r, 0, 9, [1, 0, 0], 0)).toBe(Infinity);
    }
  });
});

describe('castRayAabb and its forms', () => {
  it('lets a ray along a face touch, and one beside it miss', () => {
    const out = [0, 0, 0, 0];
    const box = [0, 0, 2, 2];
    for (const y of [0, 2]) {
      expect(castRayAabb(out, 0, [-3, y, 1, 0], 0, 9, box, 0)).toBe(3);
      expect(out).toEqual([0, y, -1, 0]);
    }
    expect(castRayAabb(out, 0, [-3, 2.0000000000000004, 1, 0], 0, 9, box, 0)).toBe(Infinity);
    expect(castRayAabb(out, 0, [-3, -5e-324, 1, 0], 0, 9, box, 0)).toBe(Infinity);
    // Through a corner only, and up to a face only.
    expect(castRayAabb(out, 0, [-1, 1, 1, 1], 0, 9, box, 0)).toBe(1);
    expect(castRayAabb(out, 0, [-3, 1, 3, 0], 0, 1, box, 0)).toBe(1);
  });
  it('says where the line enters and leaves, before the start too', () => {
    const out = [0, 0];
    expect(intersectLineAabb(out, 0, [1, 1, 2, 0], 0, [0, 0, 4, 2], 0)).toBe(true);
    expect(out).toEqual([-0.5, 1.5]);
    expect(clipRayAabb(out, 0, [1, 1, 2, 0], 0, 1, [0, 0, 4, 2], 0)).toBe(true);
    expect(out).toEqual([0, 1]);
    expect(clipRayAabb(out, 0, [-1, 1, 2, 0], 0, 9, [0, 0, 4, 2], 0)).toBe(true);
    expect(out).toEqual([0.5, 2.5]);
    expect(clipRayAabb(out, 0, [5, 1, 2, 0], 0, 9, [0, 0, 4, 2], 0)).toBe(false);
    expect(intersectLineAabb(out, 0, [5, 1, 2, 0], 0, [0, 0, 4, 2], 0)).toBe(true);
    expect(out).toEqual([-2.5, -0.5]);
    expect(intersectLineObb(out, 0, [10, 5, 0, 2], 0, [10, 10, 2, 1, 0, 1], 0)).toBe(true);
    expect(out).toEqual([1.5, 3.5]);
    expect(clipRayObb(out, 0, [10, 5, 0, 2], 0, 2, [10, 10, 2, 1, 0, 1], 0)).toBe(true);
    expect(out).toEqual([1.5, 2]);
  });
  it('never misses in prepared form what the plain form hits, and agrees beyond rounding', () => {
    const rng = createRng(SEED + 2);
    const prepared = new Float64Array(PREPARED_RAY_SIZE + 1);
    let hits = 0;
    const total = 3000;
    for (let i = 0; i < total; i++) {
      // Whole numbers make many rays touch faces and corners exactly.
      const grid = i % 2 === 0;
      const pick = (low: number, high: number): number => (grid ? rng.integer(low, high) : rng.range(low, high));
      const ray = [pick(-6, 6), pick(-6, 6), pick(-7, 7), pick(-7, 7)];
      const box = [pick(-5, -1), pick(-5, -1), 0, 0];
      box[2] = box[0] + pick(3, 9);
      box[3] = box[1] + pick(3, 9);
      const out = [0, 0, 0, 0];
      const plain = castRayAabb(out, 0, ray, 0, 1, box, 0);
      prepareRay(prepared, 1, ray, 0);
      const quick = castPreparedRayAabb(prepared, 1, 1, box, 0);
      const note = `seed ${SEED + 2}, case ${i}`;
      if (plain !== Infinity) {
        hits++;
        expect(Math.abs(quick - plain), note).toBeLessThanOrEqual(1e-15);
      } else if (quick !== Infinity) {
        // A false alarm must be a touch within rounding: the plain form hits a box larger by 1e-14.
        const grown = [box[0] - 1e-14, box[1] - 1e-14, box[2] + 1e-14, box[3] + 1e-14];
        expect(castRayAabb(out, 0, ray, 0, 1 + 1e-14, grown, 0), note).not.toBe(Infinity);
      }
    }
    expect(hits / total).toBeGreaterThan(0.3);
    expect(hits / total).toBeLessThan(0.7);
  });
});

describe('castRayCircle', () => {
  it('touches when tangent, and its yes/no form agrees', () => {
    const out = [0, 0, 0, 0];
    expect(castRayCircle(out, 0, [-3, 1, 2, 0], 0, 9, [0, 0, 1], 0)).toBe(1.5);
    expect(out).toEqual([0, 1, 0, 1]);
    expect(overlapsRayCircle([-3, 1, 2, 0], 0, 9, [0, 0, 1], 0)).toBe(true);
    expect(overlapsRayCircle([-3, 1, 2, 0], 0, 1.4, [0, 0, 1], 0)).toBe(false);
    expect(overlapsRayCircle([-3, 1.0000000000000002, 2, 0], 0, 9, [0, 0, 1], 0)).toBe(false);
    // 3-4-5: the tip ends on the circle.
    expect(castRayCircle(out, 0, [6, 8, -3, -4], 0, 1, [0, 0, 5], 0)).toBe(1);
    expect(out).toEqual([3, 4, 0.6, 0.8]);
    const rng = createRng(SEED + 3);
    let hits = 0;
    for (let i = 0; i < 1000; i++) {
      const ray = [rng.range(-3, 3), rng.range(-3, 3), rng.range(-5, 5), rng.range(-5, 5)];
      const yes = overlapsRayCircle(ray, 0, 1, [0, 0, 1.7], 0);
      expect(yes, `seed ${SEED + 3}, case ${i}`).toBe(castRayCircle(out, 0, ray, 0, 1, [0, 0, 1.7], 0) !== Infinity);
      if (yes) hits++;
    }
    expect(hits).toBeGreaterThan(300);
    expect(hits).toBeLessThan(700);
  });
  it('keeps its digits for a small circle far along the ray', () => {
    const out = [0, 0, 0, 0];
    // Centre 10000 away, radius 1/1024, passed at 1/2048: h² = r² − k² in whole 2^-22.
    const fraction = castRayCircle(out, 0, [0, 2 ** -11, 1, 0], 0, Infinity, [10000, 0, 2 ** -10], 0);
    const exact = 10000 - Math.sqrt(3) * 2 ** -11;
    expect(Math.abs(fraction - exact)).toBeLessThan(4e-12);
    expect(out[3]).toBeCloseTo(0.5, 12);
    expect(out[2]).toBeCloseTo(-Math.sqrt(3) / 2, 12);
  });
  it('takes radius 0 as a point', () => {
    const out = [0, 0, 0, 0];
    expect(castRayCircle(out, 0, [-2, 0, 1, 0], 0, 9, [0, 0, 0], 0)).toBe(2);
    expect(out).toEqual([0, 0, -1, 0]);
    expect(castRayCircle(out, 0, [-2, 0.5, 1, 0], 0, 9, [0, 0, 0], 0)).toBe(Infinity);
  });
});

describe('castRayCapsule', () => {
  it('hits sides, ends, and both degenerate forms', () => {
    const out = [0, 0, 0, 0];
    const capsule = [0, 0, 4, 0, 1];
    expect(castRayCapsule(out, 0, [2, 5, 0, -2], 0, 9, capsule, 0)).toBe(2);
    expect(out).toEqual([2, 1, 0, 1]);
    expect(castRayCapsule(out, 0, [-5, 0, 2, 0], 0, 9, capsule, 0)).toBe(2);
    expect(out).toEqual([-1, 0, -1, 0]);
    expect(castRayCapsule(out, 0, [-5, 1, 2, 0], 0, 9, capsule, 0)).toBe(2.5);
    expect(castRayCapsule(out, 0, [9, -5, 0, 1], 0, 99, capsule, 0)).toBe(Infinity);
    expect(castRayCapsule(out, 0, [-5, 0, 2, 0], 0, 9, [1, 0, 1, 0, 2], 0)).toBe(2);
    expect(castRayCapsule(out, 0, [2, 5, 0, -1], 0, 9, [0, 0, 4, 0, 0], 0)).toBe(5);
  });
});

describe('castRayPlane', () => {
  it('accepts 0 ≤ t ≤ max, with the normal facing the origin', () => {
    const out = [0, 0, 0, 0];
    expect(castRayPlane(out, 0, [0, 6, 0, -2], 0, 2, [0, 3, 6], 0)).toBe(2);
    expect(out).toEqual([0, 2, 0, 1]);
    expect(castRayPlane(out, 0, [0, -6, 0, 2], 0, 4, [0, 3, 6], 0)).toBe(4);
    expect(out[3]).toBe(-1);
    expect(castRayPlane(out, 0, [0, 6, 0, -2], 0, 1.9999, [0, 3, 6], 0)).toBe(Infinity);
    expect(castRayPlane(out, 0, [0, 6, 0, 2], 0, 9, [0, 3, 6], 0)).toBe(Infinity);
    expect(castRayPlane(out, 0, [0, 6, 5, 0], 0, 9, [0, 3, 6], 0)).toBe(Infinity);
    expect(castRayPlane(out, 0, [3, 2, 5, 0], 0, 9, [0, 3, 6], 0)).toBe(0);
    expect(out).toEqual([3, 2, 0, 0]);
    expect(castRayPlane(out, 0, [3, 2, 5, 0], 0, 9, [0, 0, 6], 0)).toBe(Infinity);
    expect(castRayPlaneThroughPoints(out, 0, [0, 6, 0, -2], 0, 2, [5, 2, -1, 2], 0)).toBe(2);
    expect(out).toEqual([0, 2, 0, 1]);
    expect(castRayPlaneThroughPoints(out, 0, [0, 6, 0, -2], 0, 2, [5, 2, 5, 2], 0)).toBe(Infinity);
  });
  it('intersects lines either way and says when they are parallel', () => {
    const out = [7, 7];
    expect(intersectLinePlane(out, 0, [0, 6, 1, 2], 0, [0, 3, 6], 0)).toBe(-2);
    expect(out).toEqual([-2, 2]);
    expect(intersectLinePlane(out, 0, [0, 6, 1, 0], 0, [0, 3, 6], 0)).toBe(Infinity);
    expect(intersectLinePlane(out, 0, [0, 2, 1, 0], 0, [0, 0, 0], 0)).toBe(Infinity);
    expect(out).toEqual([-2, 2]);
    expect(intersectLinePlane(out, 0, [5, 2, 1, 0], 0, [0, 3, 6], 0)).toBe(0);
    expect(out).toEqual([5, 2]);
  });
  it('agrees with the height at the hit', () => {
    const rng = createRng(SEED + 5);
    let hits = 0;
    const total = 900;
    for (let i = 0; i < total; i++) {
      const scale = SCALES[i % 3];
      const plane = [rng.range(-3, 3), rng.range(-3, 3), rng.range(-3, 3) * scale];
      const ray = [...randomPoint(rng, scale, 2), ...randomPoint(rng, scale, 4)];
      const height = (t: number): number =>
        plane[0] * (ray[0] + t * ray[2]) + plane[1] * (ray[1] + t * ray[3]) - plane[2];
      const out = [0, 0, 0, 0];
      const t = castRayPlane(out, 0, ray, 0, 1, plane, 0);
      const note = `seed ${SEED + 5}, case ${i}`;
      expect(t !== Infinity, note).toBe(height(0) * height(1) <= 0);
      if (t === Infinity) continue;
      hits++;
      expect(Math.abs(height(t)), note).toBeLessThan(1e-12 * scale * 10);
      expect((out[2] * plane[0] + out[3] * plane[1]) * height(0), note).toBeGreaterThan(0);
      const points = [plane[0], plane[1]].map((n) => (n * plane[2]) / (plane[0] ** 2 + plane[1] ** 2));
      const through = castRayPlaneThroughPoints(
        out,
        0,
        ray,
        0,
        1.001,
        [...points, points[0] - plane[1] * scale, points[1] + plane[0] * scale],
        0,
      );
      expect(Math.abs(through - t), note).toBeLessThan(1e-9);
    }
    expect(hits / total).toBeGreaterThan(0.3);
    expect(hits / total).toBeLessThan(0.7);
  });
});

describe('castRaySegment', () => {
  it('faces the origin, ends included, and runs into the end of a segment on its line', () => {
    const out = [0, 0, 0, 0];
    expect(castRaySegment(out, 0, [1, 3, 0, -2], 0, 9, [0, 0, 4, 0], 0)).toBe(1.5);
    expect(out).toEqual([1, 0, 0, 1]);
    expect(castRaySegment(out, 0, [1, -3, 0, 2], 0, 1.5, [0, 0, 4, 0], 0)).toBe(1.5);
    expect(out).toEqual([1, 0, 0, -1]);
    expect(castRaySegment(out, 0, [4, 3, 0, -1], 0, 9, [0, 0, 4, 0], 0)).toBe(3);
    expect(castRaySegment(out, 0, [4.000000000000001, 3, 0, -1], 0, 9, [0, 0, 4, 0], 0)).toBe(Infinity);
    expect(castRaySegment(out, 0, [-2, 0, 1, 0], 0, 9, [4, 0, 0, 0], 0)).toBe(2);
    expect(out).toEqual([0, 0, -1, 0]);
    expect(castRaySegment(out, 0, [2, 0, 1, 0], 0, 9, [4, 0, 0, 0], 0)).toBe(0);
    expect(out).toEqual([2, 0, 0, 0]);
    expect(castRaySegment(out, 0, [2, 0, 1, 1], 0, 9, [4, 0, 0, 0], 0)).toBe(0);
    expect(castRaySegment(out, 0, [5, 0, 1, 0], 0, 9, [4, 0, 0, 0], 0)).toBe(Infinity);
    expect(castRaySegment(out, 0, [0, 1, 1, 1], 0, 9, [2, 3, 2, 3], 0)).toBe(2);
  });
  it('never slips between two segments that share a point', () => {
    const rng = createRng(SEED + 6);
    let throughPoint = 0;
    for (let i = 0; i < 4000; i++) {
      const joint = [rng.range(0.1, 1), rng.range(0.1, 1)];
      const wall = [rng.range(2, 3), rng.range(-3, -2), ...joint, rng.range(-3, -2), rng.range(2, 3)];
      const origin = [-5 + rng.next(), -5 + rng.next()];
      const ray = [...origin, (joint[0] - origin[0]) * 2, (joint[1] - origin[1]) * 2];
      const first = overlapsRaySegment(ray, 0, 1, wall, 0);
      const second = overlapsRaySegment(ray, 0, 1, wall, 2);
      expect(first || second, `seed ${SEED + 6}, case ${i}`).toBe(true);
      if (first && second) throughPoint++;
    }
    // The direction is rounded, so only some rays pass through the joint itself.
    expect(throughPoint).toBeGreaterThan(0);
    expect(throughPoint).toBeLessThan(4000);
  });
  it('accepts a tip exactly on the segment and no further', () => {
    // 0.1 + 3 · 0.1 in doubles is not on x = 0.4; exact arithmetic decides, not the rounded quotient.
    const out = [0, 0, 0, 0];
    const x = 0.4;
    const exact = BigInt(0.1 * 2 ** 58) + 3n * BigInt(0.1 * 2 ** 58) >= BigInt(x * 2 ** 58);
    expect(castRaySegment(out, 0, [0.1, 0, 0.1, 0], 0, 3, [x, -1, x, 1], 0) !== Infinity).toBe(exact);
    expect(castRaySegment(out, 0, [0, 0, 49, 1], 0, 1, [49, -1, 49, 1], 0)).toBe(1);
    expect(castRaySegment(out, 0, [0, 0, 49, 1], 0, 1 - 2 ** -53, [49, -1, 49, 1], 0)).toBe(Infinity);
  });
  it('agrees with the crossing of two lines', () => {
    const rng = createRng(SEED + 7);
    let hits = 0;
    let total = 0;
    for (const scale of SCALES) {
      for (let i = 0; i < 400; i++) {
        const path = randomPath(rng, scale * 0.4);
        const [mx, my] = [rng.range(0, 1), rng.range(-1.1, 1.1)];
        const s = [path[0] + mx * path[2] - path[3] * (my + 0.6), path[1] + mx * path[3] + path[2] * (my + 0.6)];
        s.push(
          path[0] + (1.2 - mx) * path[2] - path[3] * (my - 0.4),
          path[1] + (1.2 - mx) * path[3] + path[2] * (my - 0.4),
        );
        const out = [7, 7, 7, 7];
        const t = castRaySegment(out, 0, path, 0, 1, s, 0);
        const [ex, ey] = [s[2] - s[0], s[3] - s[1]];
        const determinant = path[2] * ey - path[3] * ex;
        const slow = ((s[0] - path[0]) * ey - (s[1] - path[1]) * ex) / determinant;
        const lambda = ((s[0] - path[0]) * path[3] - (s[1] - path[1]) * path[2]) / determinant;
        const hit = slow >= 0 && slow <= 1 && lambda >= 0 && lambda <= 1;
        const note = `seed ${SEED + 7}, scale ${scale}, case ${i}`;
        expect(t !== Infinity, note).toBe(hit);
        total++;
        if (!hit) continue;
        hits++;
        expect(Math.abs(t - slow), note).toBeLessThan(1e-11);
        expect(Math.hypot(out[0] - path[0] - t * path[2], out[1] - path[1] - t * path[3]), note).toBeLessThan(
          4e-12 * scale,
        );
        expect(out[2] * path[2] + out[3] * path[3], note).toBeLessThan(0);
        expect(Math.abs(out[2] * ex + out[3] * ey), note).toBeLessThan(1e-14 * scale * 10);
      }
    }
    expect(hits / total).toBeGreaterThan(0.3);
    expect(hits / total).toBeLessThan(0.7);
  });
  it('is what rayFromSegment makes of a segment', () => {
    const ray = [1, 2, 4, 6];
    rayFromSegment(ray, 0, ray, 0);
    expect(ray).toEqual([1, 2, 3, 4]);
  });
});

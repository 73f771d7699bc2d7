import { describe, expect, it } from 'vitest';
import {
  closestPointAabb,
  closestPointLine,
  closestPointObb,
  closestPointPlane,
  closestPointRay,
  closestPointSegment,
  closestPointsSegmentSegment,
  closestPointTriangle,
  closestPointUnitPlane,
  closestSurfacePointAabb,
  closestSurfacePointObb,
  containsPointAabb,
  containsPointObb,
  distanceSquaredPointAabb,
  distanceSquaredPointLine,
  distanceSquaredPointObb,
  distanceSquaredPointRay,
  distanceSquaredPointSegment,
  distanceSquaredPointTriangle,
  distanceSquaredSegmentSegment,
  signedDistancePointPlane,
  signedDistancePointUnitPlane,
  TRIANGLE_REGION_EDGE_AB,
  TRIANGLE_REGION_EDGE_BC,
  TRIANGLE_REGION_EDGE_CA,
  TRIANGLE_REGION_FACE,
  TRIANGLE_REGION_VERTEX_A,
  TRIANGLE_REGION_VERTEX_B,
  TRIANGLE_REGION_VERTEX_C,
} from '../../../../entry/geometry2d.ts';
import { effort } from '../../../support/effort.ts';
import { createRng } from '../../../support/rng.ts';
import {
  cornersOfObb,
  exactSegmentsMeet,
  randomObb,
  randomPoint,
  SCALES,
  slowInside,
  slowPolygonDistance,
  slowSegmentDistance,
  ternaryMinimum,
} from '../support/reference.ts';

const SEED = 20240611;

describe('closestPointPlane', () => {
  it('projects on a plane whose normal is not a unit vector', () => {
    const out = [9, 9, 9];
    // 3x + 4y = 10 has distance 2 from the origin.
    expect(closestPointPlane(out, 1, [0, 0, 0], 1, [7, 3, 4, 10], 1)).toBeCloseTo(4, 14);
    expect(out[0]).toBe(9);
    expect(out[1]).toBeCloseTo(1.2, 14);
    expect(out[2]).toBeCloseTo(1.6, 14);
    expect(signedDistancePointPlane([0, 0], 0, [3, 4, 10], 0)).toBe(-2);
    expect(signedDistancePointPlane([6, 8], 0, [-3, -4, -10], 0)).toBe(-8);
  });
  it('agrees with its unit form and with a search along the line', () => {
    const rng = createRng(SEED);
    for (const scale of SCALES) {
      for (let i = 0; i < 200; i++) {
        const angle = rng.range(0, 7);
        const n = [Math.cos(angle), Math.sin(angle)];
        const d = rng.range(-2, 2) * scale;
        const p = randomPoint(rng, scale, 3);
        const stretch = 10 ** rng.range(-3, 3);
        const general = [0, 0];
        const unit = [0, 0];
        const squared = closestPointPlane(general, 0, p, 0, [n[0] * stretch, n[1] * stretch, d * stretch], 0);
        const signed = closestPointUnitPlane(unit, 0, p, 0, [n[0], n[1], d], 0);
        const along = (t: number): number => Math.hypot(n[0] * d - n[1] * t - p[0], n[1] * d + n[0] * t - p[1]);
        const slow = along(ternaryMinimum(along, -9 * scale, 9 * scale));
        const note = `seed ${SEED}, scale ${scale}, case ${i}`;
        expect(Math.abs(Math.abs(signed) - slow), note).toBeLessThan(1e-12 * scale);
        expect(Math.abs(Math.sqrt(squared) - slow), note).toBeLessThan(1e-12 * scale);
        expect(Math.hypot(general[0] - unit[0], general[1] - unit[1]), note).toBeLessThan(1e-12 * scale);
        expect(Math.abs(n[0] * general[0] + n[1] * general[1] - d), note).toBeLessThan(1e-12 * scale);
        expect(signedDistancePointUnitPlane(p, 0, [n[0], n[1], d], 0)).toBe(signed);
      }
    }
  });
  it('gives the point itself for a zero normal', () => {
    const out = [0, 0];
    expect(closestPointPlane(out, 0, [3, 4], 0, [0, 0, 5], 0)).toBe(0);
    expect(out).toEqual([3, 4]);
    expect(signedDistancePointPlane([3, 4], 0, [0, 0, 5], 0)).toBe(0);
  });
});

describe('closestPointSegment, closestPointRay, closestPointLine', () => {
  it('clamps to the ends of each', () => {
    const out = [0, 0, 0];
    expect(closestPointSegment(out, 0, [5, 3], 0, [0, 0, 4, 0], 0)).toBe(10);
    expect(out).toEqual([4, 0, 1]);
    expect(closestPointSegment(out, 0, [-5, 3], 0, [0, 0, 4, 0], 0)).toBe(34);
    expect(out).toEqual([0, 0, 0]);
    expect(closestPointRay(out, 0, [6, 3], 0, [0, 0, 4, 0], 0)).toBe(9);
    expect(out).toEqual([6, 0, 1.5]);
    expect(closestPointRay(out, 0, [-6, 3], 0, [0, 0, 4, 0], 0)).toBe(45);
    expect(out).toEqual([0, 0, 0]);
    expect(closestPointLine(out, 0, [-6, 3], 0, [0, 0, 4, 0], 0)).toBe(9);
    expect(out).toEqual([-6, 0, -1.5]);
    expect(distanceSquaredPointRay([-6, 3], 0, [0, 0, 4, 0], 0)).toBe(45);
    expect(distanceSquaredPointLine([-6, 3], 0, [0, 0, 4, 0], 0)).toBe(9);
  });
  it('takes zero length as a point', () => {
    const out = [0, 0, 7];
    expect(closestPointSegment(out, 0, [4, 6], 0, [1, 2, 1, 2], 0)).toBe(25);
    expect(out).toEqual([1, 2, 0]);
    expect(closestPointRay(out, 0, [4, 6], 0, [1, 2, 0, 0], 0)).toBe(25);
    expect(out).toEqual([1, 2, 0]);
    expect(closestPointLine(out, 0, [4, 6], 0, [1, 2, 0, 0], 0)).toBe(25);
  });
  it('agrees with a search along the segment at every size and far from the origin', () => {
    const rng = createRng(SEED + 1);
    let inner = 0;
    let total = 0;
    for (const scale of SCALES) {
      for (let i = 0; i < effort(400, 60); i++) {
        const s = [...randomPoint(rng, scale, 2), ...randomPoint(rng, scale, 2)];
        const p = randomPoint(rng, scale, 3);
        const out = [0, 0, 0];
        const squared = closestPointSegment(out, 0, p, 0, s, 0);
        const note = `seed ${SEED + 1}, scale ${scale}, case ${i}`;
        expect(Math.abs(Math.sqrt(squared) - slowSegmentDistance(p, s)), note).toBeLessThan(1e-12 * scale);
        expect(Math.abs(Math.hypot(out[0] - p[0], out[1] - p[1]) - Math.sqrt(squared)), note).toBeLessThan(
          1e-12 * scale,
        );
        expect(distanceSquaredPointSegment(p, 0, s, 0)).toBe(squared);
        const swapped = distanceSquaredPointSegment(p, 0, [s[2], s[3], s[0], s[1]], 0);
        expect(Math.abs(swapped - squared), note).toBeLessThanOrEqual(1e-12 * scale * scale);
        total++;
        if (out[2] > 0 && out[2] < 1) inner++;
        // Whole numbers far away: subtraction is exact, so the answer may not change at all.
        const far = 2 ** 40;
        const grid = s.map((x) => Math.round((x / scale) * 1024));
        const gridPoint = p.map((x) => Math.round((x / scale) * 1024));
        const near = distanceSquaredPointSegment(gridPoint, 0, grid, 0);
        expect(
          distanceSquaredPointSegment(
            gridPoint.map((x) => x + far),
            0,
            grid.map((x) => x + far),
            0,
          ),
        ).toBe(near);
      }
    }
    expect(inner / total).toBeGreaterThan(0.3);
    expect(inner / total).toBeLessThan(0.7);
  });
  it('reads everything before it writes, and answers NaN with NaN', () => {
    const s = [0, 0, 4, 0];
    expect(closestPointSegment(s, 0, [1, 2], 0, s, 0)).toBe(4);
    expect(s).toEqual([1, 0, 0.25, 0]);
    expect(closestPointSegment([0, 0, 0], 0, [Number.NaN, 0], 0, [0, 0, 1, 1], 0)).toBeNaN();
  });
});

describe('point and boxes', () => {
  it('clamps and says 0 inside', () => {
    const out = [0, 0];
    expect(closestPointAabb(out, 0, [5, 7], 0, [0, 0, 2, 3], 0)).toBe(25);
    expect(out).toEqual([2, 3]);
    expect(closestPointAabb(out, 0, [1, 2], 0, [0, 0, 2, 3], 0)).toBe(0);
    expect(out).toEqual([1, 2]);
    expect(containsPointAabb([2, 3], 0, [0, 0, 2, 3], 0)).toBe(true);
    expect(containsPointAabb([2, 3.0000000000000004], 0, [0, 0, 2, 3], 0)).toBe(false);
  });
  it('goes to the nearest side and below it from inside', () => {
    const out = [0, 0, 0, 0];
    expect(closestSurfacePointAabb(out, 0, [1.5, 1.25], 0, [0, 0, 2, 3], 0)).toBe(-0.5);
    expect(out).toEqual([2, 1.25, 1, 0]);
    expect(closestSurfacePointAabb(out, 0, [5, 7], 0, [0, 0, 2, 3], 0)).toBe(5);
    expect(out).toEqual([2, 3, 0.6, 0.8]);
    expect(closestSurfacePointAabb(out, 0, [1, 3], 0, [0, 0, 2, 3], 0)).toBe(0);
    expect(out).toEqual([1, 3, 0, 1]);
    // A quarter turn: the box's x is the world's y.
    expect(closestSurfacePointObb(out, 0, [10, 11.5], 0, [10, 10, 2, 1, 0, 1], 0)).toBe(-0.5);
    expect(out).toEqual([10, 12, 0, 1]);
  });
  it('agrees with a search over the sides', () => {
    const rng = createRng(SEED + 2);
    let inside = 0;
    let total = 0;
    for (const scale of SCALES) {
      for (let i = 0; i < effort(300, 40); i++) {
        const obb = randomObb(rng, scale, 1);
        const corners = cornersOfObb(obb);
        const p = randomPoint(rng, scale, 1.05);
        const note = `seed ${SEED + 2}, scale ${scale}, case ${i}`;
        const tolerance = 2e-12 * scale;
        const out = [0, 0];
        const distance = Math.sqrt(closestPointObb(out, 0, p, 0, obb, 0));
        expect(Math.abs(distance - slowPolygonDistance(p, corners)), note).toBeLessThan(tolerance);
        expect(Math.abs(Math.hypot(out[0] - p[0], out[1] - p[1]) - distance), note).toBeLessThan(tolerance);
        expect(distanceSquaredPointObb(p, 0, obb, 0), note).toBe(closestPointObb(out, 0, p, 0, obb, 0));
        const isInside = slowInside(p, corners);
        expect(containsPointObb(p, 0, obb, 0), note).toBe(isInside);
        const surface = [0, 0, 0, 0];
        const separation = closestSurfacePointObb(surface, 0, p, 0, obb, 0);
        const toBoundary = Math.min(
          ...[0, 2, 4, 6].map((k) =>
            slowSegmentDistance(p, [corners[k], corners[k + 1], corners[(k + 2) % 8], corners[(k + 3) % 8]]),
          ),
        );
        expect(Math.abs(separation - (isInside ? -toBoundary : toBoundary)), note).toBeLessThan(tolerance);
        // Walking back along the normal leads to the point.
        expect(
          Math.hypot(surface[0] + separation * surface[2] - p[0], surface[1] + separation * surface[3] - p[1]),
          note,
        ).toBeLessThan(tolerance);
        const aabb = [obb[0] - obb[2], obb[1] - obb[3], obb[0] + obb[2], obb[1] + obb[3]];
        const straight = [obb[0], obb[1], obb[2], obb[3], 1, 0];
        expect(
          Math.abs(
            Math.sqrt(distanceSquaredPointAabb(p, 0, aabb, 0)) - Math.sqrt(distanceSquaredPointObb(p, 0, straight, 0)),
          ),
          note,
        ).toBeLessThan(tolerance);
        total++;
        if (isInside) inside++;
      }
    }
    expect(inside / total).toBeGreaterThan(0.3);
    expect(inside / total).toBeLessThan(0.7);
  });
  it('may write over its operands', () => {
    const box = [10, 10, 2, 1, 0, 1];
    expect(closestSurfacePointObb(box, 0, [10, 11.5], 0, box, 0)).toBe(-0.5);
    expect(box.slice(0, 4)).toEqual([10, 12, 0, 1]);
    const p = [5, 7];
    closestPointAabb(p, 0, p, 0, [0, 0, 2, 3], 0);
    expect(p).toEqual([2, 3]);
  });
});

describe('closestPointTriangle', () => {
  const triangle = [0, 0, 4, 0, 0, 3];
  it.each([
    ['vertex a', [-1, -2], [0, 0, 1, 0, 0, TRIANGLE_REGION_VERTEX_A], 5],
    ['vertex b', [6, -1], [4, 0, 0, 1, 0, TRIANGLE_REGION_VERTEX_B], 5],
    ['vertex c', [-1, 5], [0, 3, 0, 0, 1, TRIANGLE_REGION_VERTEX_C], 5],
    ['edge ab', [1, -2], [1, 0, 0.75, 0.25, 0, TRIANGLE_REGION_EDGE_AB], 4],
    ['edge ca', [-2, 0.75], [0, 0.75, 0.75, 0, 0.25, TRIANGLE_REGION_EDGE_CA], 4],
    ['edge bc', [5, 5.5], [2, 1.5, 0, 0.5, 0.5, TRIANGLE_REGION_EDGE_BC], 25],
    ['face', [1, 0.75], [1, 0.75, 0.5, 0.25, 0.25, TRIANGLE_REGION_FACE], 0],
  ])('knows %s', (_name, p, expected, squared) => {
    const out = [0, 0, 0, 0, 0, 0];
    expect(closestPointTriangle(out, 0, p, 0, triangle, 0)).toBeCloseTo(squared, 13);
    for (let i = 0; i < 6; i++) expect(out[i]).toBeCloseTo(expected[i], 13);
  });
  it('weighs edge bc with the whole denominator', () => {
    // (d4−d3) / ((d4−d3) + (d5−d6)); without the parentheses the point below lands off the edge.
    const out = [0, 0, 0, 0, 0, 0];
    closestPointTriangle(out, 0, [9, 3], 0, [0, 0, 8, 0, 4, 8], 0);
    expect(out[5]).toBe(TRIANGLE_REGION_EDGE_BC);
    expect(out[0]).toBeCloseTo(7, 13);
    expect(out[1]).toBeCloseTo(2, 13);
    expect(out[4]).toBeCloseTo(0.25, 13);
  });
  it('agrees with a search over the edges for every shape, winding and size', () => {
    const rng = createRng(SEED + 3);
    let inside = 0;
    let total = 0;
    const seen = new Set<number>();
    for (const scale of SCALES) {
      for (let i = 0; i < effort(500, 60); i++) {
        const t = [...randomPoint(rng, scale, 1), ...randomPoint(rng, scale, 1), ...randomPoint(rng, scale, 1)];
        if (i % 3 === 0) {
          // Slivers: c next to the line ab, so that angles are obtuse.
          const along = rng.range(-0.5, 1.5);
          t[4] = t[0] + along * (t[2] - t[0]) + rng.range(-1e-6, 1e-6) * scale;
          t[5] = t[1] + along * (t[3] - t[1]) + rng.range(-1e-6, 1e-6) * scale;
        }
        const u = rng.range(-0.5, 1);
        const v = rng.range(-0.5, 1);
        const p = [0, 1].map((k) => t[k] + u * (t[2 + k] - t[k]) + v * (t[4 + k] - t[k]));
        const out = [0, 0, 0, 0, 0, 0];
        const distance = Math.sqrt(closestPointTriangle(out, 0, p, 0, t, 0));
        const note = `seed ${SEED + 3}, scale ${scale}, case ${i}`;
        expect(Math.abs(distance - slowPolygonDistance(p, t)), note).toBeLessThan(1e-11 * scale);
        expect(Math.abs(Math.hypot(out[0] - p[0], out[1] - p[1]) - distance), note).toBeLessThan(1e-12 * scale);
        for (let k = 0; k < 2; k++) {
          const mixed = out[2] * t[k] + out[3] * t[2 + k] + out[4] * t[4 + k];
          expect(Math.abs(mixed - out[k]), note).toBeLessThan(i % 3 === 0 ? 1e-9 * scale : 1e-12 * scale);
        }
        expect(Math.min(out[2], out[3], out[4]), note).toBeGreaterThanOrEqual(0);
        expect(Math.abs(out[2] + out[3] + out[4] - 1), note).toBeLessThan(1e-14);
        const turned = distanceSquaredPointTriangle(p, 0, [t[2], t[3], t[0], t[1], t[4], t[5]], 0);
        expect(Math.abs(Math.sqrt(turned) - distance), note).toBeLessThan(1e-12 * scale);
        seen.add(out[5]);
        total++;
        if (distance === 0) inside++;
      }
    }
    expect(seen.size).toBe(7);
    expect(inside / total).toBeGreaterThan(0.1);
    expect(inside / total).toBeLessThan(0.7);
  });
  it('takes a flat triangle as its edges', () => {
    const out = [0, 0, 0, 0, 0, 0];
    expect(closestPointTriangle(out, 0, [3, 4], 0, [0, 0, 2, 0, 6, 0], 0)).toBe(16);
    expect(out.slice(0, 2)).toEqual([3, 0]);
    expect(closestPointTriangle(out, 0, [3, 4], 0, [0, 0, 0, 0, 0, 0], 0)).toBe(25);
    expect(out).toEqual([0, 0, 1, 0, 0, TRIANGLE_REGION_VERTEX_A]);
  });
});

describe('closestPointsSegmentSegment', () => {
  it.each([
    ['crossing', [0, 0, 4, 4], [0, 4, 4, 0], [2, 2, 2, 2, 0.5, 0.5], 0],
    ['parallel', [0, 0, 4, 0], [2, 3, 10, 3], [4, 0, 4, 3, 1, 0.25], 9],
    ['collinear, apart', [0, 0, 1, 0], [3, 0, 9, 0], [1, 0, 3, 0, 1, 0], 4],
    ['collinear, overlapping', [0, 0, 4, 0], [3, 0, 11, 0], [4, 0, 4, 0, 1, 0.125], 0],
    ['collinear, one in the other', [0, 0, 4, 0], [3, 0, 1, 0], [3, 0, 3, 0, 0.75, 0], 0],
    ['end to side', [0, 0, 8, 0], [2, 5, 2, 1], [2, 0, 2, 1, 0.25, 1], 1],
    ['one point', [2, 2, 2, 2], [0, 0, 4, 0], [2, 2, 2, 0, 0, 0.5], 4],
    ['two points', [2, 2, 2, 2], [5, 6, 5, 6], [2, 2, 5, 6, 0, 0], 25],
  ])('answers %s', (_name, a, b, expected, squared) => {
    const out = [0, 0, 0, 0, 0, 0];
    expect(closestPointsSegmentSegment(out, 0, a, 0, b, 0)).toBe(squared);
    expect(out).toEqual(expected);
  });
  it('agrees with a nested search and is exactly 0 when they meet', () => {
    const rng = createRng(SEED + 4);
    let met = 0;
    let total = 0;
    for (const scale of SCALES) {
      for (let i = 0; i < 150; i++) {
        const a = [...randomPoint(rng, scale, 1), ...randomPoint(rng, scale, 1)];
        const b = [...randomPoint(rng, scale, 1), ...randomPoint(rng, scale, 1)];
        if (i % 2 === 0)
          for (let k = 0; k < 2; k++) b[2 + k] = b[k] + rng.range(1.5, 2.5) * (a[k] - b[k]) + (a[2 + k] - a[k]);
        const out = [0, 0, 0, 0, 0, 0];
        const squared = closestPointsSegmentSegment(out, 0, a, 0, b, 0);
        const at = (s: number): number => slowSegmentDistance([a[0] + s * (a[2] - a[0]), a[1] + s * (a[3] - a[1])], b);
        const slow = Math.min(at(ternaryMinimum(at, 0, 1)), at(0), at(1));
        const note = `seed ${SEED + 4}, scale ${scale}, case ${i}`;
        expect(Math.abs(Math.sqrt(squared) - slow), note).toBeLessThan(1e-9 * scale);
        expect(squared === 0, note).toBe(exactSegmentsMeet(a, b));
        expect(Math.abs(Math.hypot(out[2] - out[0], out[3] - out[1]) - Math.sqrt(squared)), note).toBeLessThan(
          1e-12 * scale,
        );
        for (let k = 0; k < 2; k++) {
          expect(Math.abs(a[k] + out[4] * (a[2 + k] - a[k]) - out[k]), note).toBeLessThan(1e-12 * scale);
          expect(Math.abs(b[k] + out[5] * (b[2 + k] - b[k]) - out[2 + k]), note).toBeLessThan(1e-12 * scale);
        }
        expect(Math.abs(distanceSquaredSegmentSegment(b, 0, a, 0) - squared), note).toBeLessThan(1e-12 * scale * scale);
        total++;
        if (squared === 0) met++;
      }
    }
    expect(met / total).toBeGreaterThan(0.3);
    expect(met / total).toBeLessThan(0.7);
  });
});

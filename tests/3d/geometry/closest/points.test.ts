import { describe, expect, it } from 'vitest';
import {
  closestPointAabb,
  closestPointLine,
  closestPointObb,
  closestPointPlane,
  closestPointRay,
  closestPointRectangle,
  closestPointRectangleCorners,
  closestPointSegment,
  closestPointUnitPlane,
  closestSurfacePointAabb,
  closestSurfacePointObb,
  containsPointAabb,
  containsPointObb,
  distanceSquaredPointAabb,
  distanceSquaredPointLine,
  distanceSquaredPointObb,
  distanceSquaredPointRay,
  distanceSquaredPointRectangle,
  distanceSquaredPointRectangleCorners,
  distanceSquaredPointSegment,
  signedDistancePointPlane,
  signedDistancePointUnitPlane,
} from '../../../../entry/geometry3d.ts';
import { createRng } from '../../../support/rng.ts';
import {
  add,
  at,
  cross,
  distance,
  dot,
  isRepresentative,
  length,
  nearestInHull,
  obbCorners,
  obbOf,
  points,
  randomAxes,
  randomPoint,
  randomUnit,
  SCALES,
  sub,
  times,
  type Vec,
} from '../support/proximity.ts';

describe('point and plane', () => {
  it('projects on planes of any normal length', () => {
    const out = [0, 0, 0];
    // 2y = 6 is the plane y = 3.
    expect(closestPointPlane(out, 0, [4, 8, -1], 0, [0, 2, 0, 6], 0)).toBe(25);
    expect(out).toEqual([4, 3, -1]);
    expect(signedDistancePointPlane([4, 1, -1], 0, [0, 2, 0, 6], 0)).toBe(-2);
    expect(closestPointUnitPlane(out, 0, [4, 1, -1], 0, [0, 1, 0, 3], 0)).toBe(-2);
    expect(out).toEqual([4, 3, -1]);
    expect(signedDistancePointUnitPlane([4, 5, -1], 0, [0, 1, 0, 3], 0)).toBe(2);
  });

  it('lands on the plane, perpendicular, at every scale', () => {
    const rng = createRng(1001);
    const out = new Float64Array(3);
    for (let run = 0; run < 600; run++) {
      const scale = SCALES[run % 3];
      const n = times(randomUnit(rng), rng.range(0.01, 100));
      const onPlane = randomPoint(rng, scale);
      const plane = [...n, dot(n, onPlane)];
      const p = randomPoint(rng, scale);
      const squared = closestPointPlane(out, 0, p, 0, plane, 0);
      const q = at(out, 0);
      const truth = dot(sub(p, onPlane), n) / length(n);
      expect(Math.abs(dot(sub(q, onPlane), n)) / length(n), `seed 1001 run ${run}`).toBeLessThan(1e-14 * scale);
      expect(length(cross(sub(p, q), n)) / length(n)).toBeLessThan(1e-14 * scale);
      expect(Math.abs(Math.sqrt(squared) - Math.abs(truth))).toBeLessThan(1e-14 * scale);
      expect(Math.abs(signedDistancePointPlane(p, 0, plane, 0) - truth)).toBeLessThan(1e-14 * scale);
    }
  });

  it('takes a zero normal for no plane, NaN for NaN, and may write over the point', () => {
    const p = [1, 2, 3];
    expect(closestPointPlane(p, 0, p, 0, [0, 0, 0, 5], 0)).toBe(0);
    expect(p).toEqual([1, 2, 3]);
    expect(signedDistancePointPlane(p, 0, [0, 0, 0, 5], 0)).toBe(0);
    expect(closestPointPlane(p, 0, p, 0, [0, 0, 4, 4], 0)).toBe(4);
    expect(p).toEqual([1, 2, 1]);
    expect(closestPointPlane(p, 0, [Number.NaN, 0, 0], 0, [0, 0, 1, 0], 0)).toBeNaN();
  });
});

describe('point and segment, ray, line', () => {
  it('gives point, parameter and squared distance', () => {
    const out = [0, 0, 0, 0];
    const s = [1, 1, 0, 5, 1, 0];
    expect(closestPointSegment(out, 0, [2, 4, 4], 0, s, 0)).toBe(25);
    expect(out).toEqual([2, 1, 0, 0.25]);
    expect(closestPointSegment(out, 0, [9, 4, 0], 0, s, 0)).toBe(25);
    expect(out).toEqual([5, 1, 0, 1]);
    expect(closestPointSegment(out, 0, [-2, 5, 0], 0, s, 0)).toBe(25);
    expect(out).toEqual([1, 1, 0, 0]);
    const ray = [1, 1, 0, 2, 0, 0];
    expect(closestPointRay(out, 0, [9, 4, 0], 0, ray, 0)).toBe(9);
    expect(out).toEqual([9, 1, 0, 4]);
    expect(closestPointRay(out, 0, [-2, 5, 0], 0, ray, 0)).toBe(25);
    expect(out).toEqual([1, 1, 0, 0]);
    expect(closestPointLine(out, 0, [-3, 5, 0], 0, ray, 0)).toBe(16);
    expect(out).toEqual([-3, 1, 0, -2]);
  });

  it('counts zero lengths as points', () => {
    const out = [0, 0, 0, 0];
    expect(closestPointSegment(out, 0, [3, 4, 0], 0, [0, 0, 0, 0, 0, 0], 0)).toBe(25);
    expect(out).toEqual([0, 0, 0, 0]);
    expect(closestPointRay(out, 0, [3, 4, 1], 0, [0, 0, 1, 0, 0, 0], 0)).toBe(25);
    expect(out).toEqual([0, 0, 1, 0]);
    expect(closestPointLine(out, 0, [3, 4, 1], 0, [0, 0, 1, 0, 0, 0], 0)).toBe(25);
    expect(out).toEqual([0, 0, 1, 0]);
  });

  it('agrees with a slow search along the segment, symmetric in its ends', () => {
    const rng = createRng(1002);
    const out = new Float64Array(4);
    const back = new Float64Array(4);
    let inner = 0;
    const runs = 600;
    for (let run = 0; run < runs; run++) {
      const scale = SCALES[run % 3];
      const center = run % 2 ? ([1e4, -1e4, 1e4] as Vec) : ([0, 0, 0] as Vec);
      const a = add(center, randomPoint(rng, scale));
      const b = add(center, randomPoint(rng, scale));
      const p = add(center, randomPoint(rng, 1.2 * scale));
      const squared = closestPointSegment(out, 0, p, 0, [...a, ...b], 0);
      const truth = nearestInHull([sub(a, center), sub(b, center)], sub(p, center)).distance;
      // Far from the origin the coordinates themselves are rounded to 2e-12.
      const rounding = 1e-12 * scale + (run % 2) * 4e-12;
      expect(Math.abs(Math.sqrt(squared) - truth), `seed 1002 run ${run}`).toBeLessThan(rounding);
      expect(distanceSquaredPointSegment(p, 0, [...a, ...b], 0)).toBe(squared);
      closestPointSegment(back, 0, p, 0, [...b, ...a], 0);
      expect(distance(at(out, 0), at(back, 0))).toBeLessThan(2 * rounding);
      if (out[3] > 0 && out[3] < 1) inner++;
      // The clamped parameters of line and ray are those of the segment where they are in range.
      const direction = [...a, ...sub(b, a)];
      closestPointLine(back, 0, p, 0, direction, 0);
      expect(Math.abs(Math.min(1, Math.max(0, back[3])) - out[3])).toBeLessThan(1e-12);
      expect(distanceSquaredPointRay(p, 0, direction, 0)).toBeGreaterThanOrEqual(
        distanceSquaredPointLine(p, 0, direction, 0) * (1 - 1e-12),
      );
    }
    expect(isRepresentative(inner, runs), `inner ${inner} of ${runs}`).toBe(true);
  });

  it('answers NaN with NaN and may write over its inputs', () => {
    const out = [0, 0, 0, 0];
    expect(closestPointSegment(out, 0, [Number.NaN, 0, 0], 0, [0, 0, 0, 1, 0, 0], 0)).toBeNaN();
    const shared = [1, 1, 0, 5, 1, 0, 2, 4, 4];
    expect(closestPointSegment(shared, 0, shared, 6, shared, 0)).toBe(25);
    expect(shared.slice(0, 4)).toEqual([2, 1, 0, 0.25]);
  });
});

describe('point and boxes', () => {
  it('clamps to an AABB and keeps points inside', () => {
    const out = [0, 0, 0];
    const box = [-1, -2, -3, 1, 2, 3];
    expect(closestPointAabb(out, 0, [4, 6, 3], 0, box, 0)).toBe(25);
    expect(out).toEqual([1, 2, 3]);
    expect(closestPointAabb(out, 0, [0.5, -2, 1], 0, box, 0)).toBe(0);
    expect(out).toEqual([0.5, -2, 1]);
    expect(containsPointAabb([1, 2, 3], 0, box, 0)).toBe(true);
    expect(containsPointAabb([1, 2, 3.0000000000000004], 0, box, 0)).toBe(false);
    expect(containsPointAabb([Number.NaN, 0, 0], 0, box, 0)).toBe(false);
  });

  it('gives the nearest surface point and depth inside', () => {
    const out = [0, 0, 0, 0, 0, 0];
    const box = [-1, -2, -3, 1, 2, 3];
    expect(closestSurfacePointAabb(out, 0, [0.5, 0, 2.75], 0, box, 0)).toBe(-0.25);
    expect(out).toEqual([0.5, 0, 3, 0, 0, 1]);
    expect(closestSurfacePointAabb(out, 0, [0.25, -1.5, 0], 0, box, 0)).toBe(-0.5);
    expect(out).toEqual([0.25, -2, 0, 0, -1, 0]);
    expect(closestSurfacePointAabb(out, 0, [0, 0, 0], 0, box, 0)).toBe(-1);
    expect(out).toEqual([-1, 0, 0, -1, 0, 0]);
    expect(closestSurfacePointAabb(out, 0, [1, 0, 0], 0, box, 0)).toBe(0);
    expect(out).toEqual([1, 0, 0, 1, 0, 0]);
    expect(closestSurfacePointAabb(out, 0, [4, 6, 0], 0, box, 0)).toBe(5);
    expect(out).toEqual([1, 2, 0, 0.6, 0.8, 0]);
  });

  it('agrees for OBBs with the hull of the corners, inside and outside', () => {
    const rng = createRng(1003);
    const out = new Float64Array(6);
    let inside = 0;
    const runs = 450;
    for (let run = 0; run < runs; run++) {
      const scale = SCALES[run % 3];
      const half: Vec = [rng.range(0.4, 1) * scale, rng.range(0.4, 1) * scale, rng.range(0.4, 1) * scale];
      const axes = randomAxes(rng);
      const center = randomPoint(rng, scale);
      const obb = obbOf(center, half, axes);
      const local: Vec = [0, 1, 2].map((k) => rng.range(-1.25, 1.25) * half[k]) as Vec;
      const p = axes.reduce<Vec>((q, axis, k) => add(q, times(axis, local[k])), center);
      const message = `seed 1003 run ${run}`;
      const squared = closestPointObb(out, 0, p, 0, obb, 0);
      const isInside = local.every((x, k) => Math.abs(x) <= half[k]);
      if (isInside) inside++;
      expect(containsPointObb(p, 0, obb, 0), message).toBe(isInside);
      expect(distanceSquaredPointObb(p, 0, obb, 0)).toBe(squared);
      const q = at(out, 0);
      if (isInside) {
        expect([squared, ...q]).toEqual([0, ...p]);
      } else {
        // Distance to the solid: over the six faces, each the hull of its corners.
        const corners = obbCorners(obb);
        const truth = nearestInHull(corners, p);
        expect(Math.abs(Math.sqrt(squared) - truth.distance), message).toBeLessThan(1e-12 * scale);
        expect(distance(q, truth.point)).toBeLessThan(1e-11 * scale);
      }
      const separation = closestSurfacePointObb(out, 0, p, 0, obb, 0);
      const depth = Math.min(...local.map((x, k) => half[k] - Math.abs(x)));
      expect(Math.abs(separation - (isInside ? -depth : Math.sqrt(squared))), message).toBeLessThan(1e-12 * scale);
      expect(Math.abs(length(at(out, 3)) - 1)).toBeLessThan(1e-14);
      // p = surface point + separation · normal, inside and outside alike.
      expect(distance(add(at(out, 0), times(at(out, 3), separation)), p)).toBeLessThan(1e-12 * scale);
    }
    expect(isRepresentative(inside, runs), `inside ${inside} of ${runs}`).toBe(true);
  });

  it('agrees for AABBs with the OBB of the same box', () => {
    const rng = createRng(1004);
    const out = new Float64Array(6);
    const other = new Float64Array(6);
    let inside = 0;
    for (let run = 0; run < 300; run++) {
      const min = randomPoint(rng, 1);
      const size: Vec = [rng.range(0.5, 2), rng.range(0.5, 2), rng.range(0.5, 2)];
      const max = add(min, size);
      const obb = obbOf(times(add(min, max), 0.5), times(sub(max, min), 0.5), [
        [1, 0, 0],
        [0, 1, 0],
        [0, 0, 1],
      ]);
      const p: Vec = [0, 1, 2].map((k) => min[k] + rng.range(-0.12, 1.12) * size[k]) as Vec;
      const separation = closestSurfacePointAabb(out, 0, p, 0, [...min, ...max], 0);
      expect(Math.abs(separation - closestSurfacePointObb(other, 0, p, 0, obb, 0)), `seed 1004 ${run}`).toBeLessThan(
        1e-14,
      );
      expect(distance(at(out, 0), at(other, 0))).toBeLessThan(1e-14);
      expect(distanceSquaredPointAabb(p, 0, [...min, ...max], 0)).toBeCloseTo(Math.max(0, separation) ** 2, 14);
      if (separation <= 0) inside++;
    }
    expect(isRepresentative(inside, 300), `inside ${inside}`).toBe(true);
  });

  it('may write over the box', () => {
    const shared = [-1, -2, -3, 1, 2, 3, 0.5, 0, 2.75];
    expect(closestSurfacePointAabb(shared, 0, shared, 6, shared, 0)).toBe(-0.25);
    expect(shared.slice(0, 6)).toEqual([0.5, 0, 3, 0, 0, 1]);
    const obb = [0, 0, 0, 1, 2, 3, 1, 0, 0, 0, 1, 0, 0, 0, 1, 4, 6, 0];
    expect(closestPointObb(obb, 0, obb, 15, obb, 0)).toBe(25);
    expect(obb.slice(0, 3)).toEqual([1, 2, 0]);
    expect(closestPointObb(obb, 0, [Number.NaN, 0, 0], 0, [0, 0, 0, 1, 1, 1, 1, 0, 0, 0, 1, 0, 0, 0, 1], 0)).toBeNaN();
  });
});

describe('point and rectangle in space', () => {
  it('gives the same in both forms, equal to the hull of the four corners', () => {
    const rng = createRng(1005);
    const out = new Float64Array(3);
    const other = new Float64Array(3);
    let overFace = 0;
    const runs = 600;
    for (let run = 0; run < runs; run++) {
      const scale = SCALES[run % 3];
      const axes = randomAxes(rng);
      const center = randomPoint(rng, scale);
      const hu = rng.range(0.2, 1) * scale;
      const hv = rng.range(0.2, 1) * scale;
      const u = times(axes[0], hu);
      const v = times(axes[1], hv);
      const a = sub(sub(center, u), v);
      const corners = [...a, ...add(a, times(u, 2)), ...add(a, times(v, 2))];
      const p = axes.reduce<Vec>(
        (q, axis, k) => add(q, times(axis, rng.range(-1.4, 1.4) * [hu, hv, scale][k])),
        center,
      );
      const rectangle = [...center, ...axes[0], ...axes[1], hu, hv];
      const squared = closestPointRectangle(out, 0, p, 0, rectangle, 0);
      const squaredCorners = closestPointRectangleCorners(other, 0, p, 0, corners, 0);
      const fourth = sub(add(at(corners, 3), at(corners, 6)), a);
      const truth = nearestInHull([...points(corners), fourth], p);
      const message = `seed 1005 run ${run}`;
      expect(Math.abs(Math.sqrt(squared) - truth.distance), message).toBeLessThan(1e-12 * scale);
      expect(Math.abs(Math.sqrt(squaredCorners) - truth.distance), message).toBeLessThan(1e-12 * scale);
      expect(distance(at(out, 0), at(other, 0))).toBeLessThan(1e-12 * scale);
      expect(Math.abs(distance(at(out, 0), p) - truth.distance)).toBeLessThan(1e-12 * scale);
      expect(distanceSquaredPointRectangle(p, 0, rectangle, 0)).toBe(squared);
      expect(distanceSquaredPointRectangleCorners(p, 0, corners, 0)).toBe(squaredCorners);
      const m = sub(p, center);
      if (Math.abs(dot(m, axes[0])) <= hu && Math.abs(dot(m, axes[1])) <= hv) overFace++;
    }
    expect(isRepresentative(overFace, runs), `over the face ${overFace} of ${runs}`).toBe(true);
  });

  it('takes rectangles without extent for segments and points', () => {
    const out = [0, 0, 0];
    expect(closestPointRectangleCorners(out, 0, [1, 1, 5], 0, [1, 1, 1, 1, 1, 1, 1, 1, 1], 0)).toBe(16);
    expect(out).toEqual([1, 1, 1]);
    expect(closestPointRectangle(out, 0, [5, 0, 3], 0, [0, 0, 0, 1, 0, 0, 0, 1, 0, 1, 0], 0)).toBe(25);
    expect(out).toEqual([1, 0, 0]);
    expect(closestPointRectangle(out, 0, [5, 0, Number.NaN], 0, [0, 0, 0, 1, 0, 0, 0, 1, 0, 1, 0], 0)).toBeNaN();
  });
});

import { expect, test } from 'vitest';
import { buildConvexHull } from '../../../../src/2d/geometry/convex/build-convex-hull.ts';
import { orient2d } from '../../../../src/2d/geometry/measure/orientation.ts';
import { CollisionError } from '../../../../src/core/errors.ts';
import { createRng } from '../../../support/rng.ts';

function hullOf(points: readonly number[]): number[] {
  const out = new Float64Array(points.length + 2);
  const count = buildConvexHull(out, 0, points, 0, points.length / 2);
  return [...out.subarray(0, 2 * count)];
}

test('known hulls', () => {
  expect(hullOf([1, 1, 0, 0, 2, 0, 2, 2, 0, 2, 1, 0, 1, 1, 2, 1, 0, 0])).toEqual([0, 0, 2, 0, 2, 2, 0, 2]);
  expect(hullOf([0, 0, 3, 3, 1, 1, 2, 2, 3, 3])).toEqual([0, 0, 3, 3]);
  expect(hullOf([0, 5, 0, 1, 0, 3])).toEqual([0, 1, 0, 5]);
  expect(hullOf([4, 4, 4, 4, 4, 4])).toEqual([4, 4]);
  expect(hullOf([7, 8])).toEqual([7, 8]);
  expect(hullOf([])).toEqual([]);
});

test('every corner is a point, turns left strictly, and every point is inside, exactly', () => {
  const seed = 61;
  const rng = createRng(seed);
  let collinear = 0;
  for (let i = 0; i < 1500; i++) {
    const size = [1e-3, 1, 1e4][i % 3];
    const count = rng.integer(1, 40);
    const points: number[] = [];
    const kind = i % 4;
    for (let k = 0; k < count; k++) {
      if (kind === 0) points.push(rng.range(-size, size), rng.range(-size, size));
      // A coarse grid: many duplicates and exactly collinear points.
      else if (kind === 1) points.push(rng.integer(0, 4) * size, rng.integer(0, 4) * size);
      // Rounded points of a line: collinear but for the last bit.
      else if (kind === 2) {
        const t = rng.next();
        points.push(size * (0.1 + t * 0.7), size * (0.3 + t * 0.9));
      } else points.push(Math.cos(k) * size, Math.sin(k) * size);
    }
    const hull = hullOf(points);
    const n = hull.length / 2;
    const context = `seed ${seed}, case ${i}, hull ${hull}`;
    for (let k = 0; k < n; k++) {
      const [x, y] = [hull[2 * k], hull[2 * k + 1]];
      if (!points.some((v, j) => j % 2 === 0 && v === x && points[j + 1] === y)) expect.fail(`not a point: ${context}`);
      if (n < 3) continue;
      const a = 2 * ((k + 1) % n);
      const b = 2 * ((k + 2) % n);
      if (!(orient2d(x, y, hull[a], hull[a + 1], hull[b], hull[b + 1]) > 0)) expect.fail(`no left turn: ${context}`);
      for (let j = 0; j < points.length; j += 2) {
        if (orient2d(x, y, hull[a], hull[a + 1], points[j], points[j + 1]) < 0) expect.fail(`outside: ${context}`);
      }
    }
    if (n === 2) {
      collinear++;
      for (let j = 0; j < points.length; j += 2) {
        const off = orient2d(hull[0], hull[1], hull[2], hull[3], points[j], points[j + 1]);
        const beyond = (v: number, p: number, q: number): boolean => v < Math.min(p, q) || v > Math.max(p, q);
        if (off !== 0 || beyond(points[j], hull[0], hull[2]) || beyond(points[j + 1], hull[1], hull[3])) {
          expect.fail(`off the segment: ${context}`);
        }
      }
    }
    // The order of the points does not matter.
    const shuffled: number[] = [];
    for (let j = points.length - 2; j >= 0; j -= 2) shuffled.push(points[j], points[j + 1]);
    expect(hullOf(shuffled), context).toEqual(hull);
  }
  expect(collinear).toBeGreaterThan(10);
});

test('out may be the points themselves', () => {
  const points = new Float64Array([2, 2, 0, 0, 1, 1, 2, 0, 0, 2]);
  expect(buildConvexHull(points, 0, points, 0, 5)).toBe(4);
  expect([...points.subarray(0, 8)]).toEqual([0, 0, 2, 0, 2, 2, 0, 2]);
});

test('a coordinate that is no number is refused by name', () => {
  expect(() => hullOf([0, 0, 1, Number.NaN])).toThrowError(CollisionError);
  expect(() => hullOf([0, 0, 1, Number.NaN])).toThrowError(/coordinate 3.*NaN/);
});

import { expect, test } from 'vitest';
import {
  closestPointConvexPolygon,
  closestPointConvexPolygonSublinear,
} from '../../../../src/2d/geometry/closest/closest-point-convex-polygon.ts';
import { buildConvexHull } from '../../../../src/2d/geometry/convex/build-convex-hull.ts';
import { createRng } from '../../../support/rng.ts';
import { pointSegmentDistance } from '../support/convex-reference.ts';

test('known answers', () => {
  const square = [9, 9, 0, 0, 2, 0, 2, 2, 0, 2];
  const out = [7, 7, 7];
  expect(closestPointConvexPolygon(out, 1, [3, 1], 0, square, 2, 4)).toBe(1);
  expect(out).toEqual([7, 2, 1]);
  expect(closestPointConvexPolygon(out, 0, [5, 6], 0, square, 2, 4)).toBe(25);
  expect(out).toEqual([2, 2, 1]);
  expect(closestPointConvexPolygon(out, 0, [0.5, 1.5], 0, square, 2, 4)).toBe(0);
  expect(out).toEqual([0.5, 1.5, 1]);
  expect(closestPointConvexPolygon(out, 0, [2, 1], 0, square, 2, 4)).toBe(0);
  expect(closestPointConvexPolygon(out, 0, [1, 3], 0, square, 2, 2)).toBe(9);
  expect(closestPointConvexPolygon(out, 0, [3, 4], 0, square, 2, 1)).toBe(25);
  expect(closestPointConvexPolygon(out, 0, [Number.NaN, 0], 0, square, 2, 4)).toBeNaN();
});

test('out may be the point', () => {
  const p = [3, 1];
  closestPointConvexPolygon(p, 0, p, 0, [0, 0, 2, 0, 2, 2, 0, 2], 0, 4);
  expect(p).toEqual([2, 1]);
});

test('both forms against all edges, and bit for bit against each other', () => {
  const seed = 71;
  const rng = createRng(seed);
  const out = [0, 0];
  const fast = [0, 0];
  let inside = 0;
  let cases = 0;
  for (let i = 0; i < 400; i++) {
    const size = [1e-3, 1, 1e4][i % 3];
    const n = rng.integer(3, i % 5 === 0 ? 600 : 40);
    const flat = rng.range(0.01, 1);
    const points: number[] = [];
    for (let k = 0; k < n; k++) {
      const angle = rng.range(0, 2 * Math.PI);
      // On an ellipse every point is a corner; in a disc few are.
      const r = i % 2 === 0 ? size : size * Math.sqrt(rng.next());
      points.push(Math.cos(angle) * r, Math.sin(angle) * r * flat);
    }
    const hull = new Float64Array(2 * n);
    const count = buildConvexHull(hull, 0, points, 0, n);
    for (let k = 0; k < 40; k++) {
      const point = [rng.range(-1.3, 1.3) * size, rng.range(-1.3, 1.3) * size * flat];
      if (k % 10 === 0) {
        // Square to a corner, on a corner, on an edge's middle.
        const v = 2 * rng.integer(0, count - 1);
        const t = rng.integer(0, 2) / 2;
        const w = (v + 2) % (2 * count);
        point[0] = hull[v] + t * (hull[w] - hull[v]);
        point[1] = hull[v + 1] + t * (hull[w + 1] - hull[v + 1]);
      }
      const squared = closestPointConvexPolygon(out, 0, point, 0, hull, 0, count);
      const context = `seed ${seed}, case ${i}.${k}: ${point} of ${hull.subarray(0, 2 * count)}`;
      cases++;
      let expected = Infinity;
      let outside = false;
      for (let e = 0; e < count; e++) {
        const [x0, y0] = [hull[2 * e], hull[2 * e + 1]];
        const [x1, y1] = [hull[(2 * e + 2) % (2 * count)], hull[(2 * e + 3) % (2 * count)]];
        expected = Math.min(expected, pointSegmentDistance(point[0], point[1], x0, y0, x1, y1));
        if ((x1 - x0) * (point[1] - y0) - (y1 - y0) * (point[0] - x0) < 0) outside = true;
      }
      if (squared === 0) inside++;
      if (!outside) expected = 0;
      if (!(Math.abs(Math.sqrt(squared) - expected) <= 1e-12 * size))
        expect.fail(`${squared}, ${expected}, ${context}`);
      const off = Math.hypot(out[0] - point[0], out[1] - point[1]);
      if (!(Math.abs(off - expected) <= 1e-12 * size)) expect.fail(`${out}, ${context}`);
      const same = closestPointConvexPolygonSublinear(fast, 0, point, 0, hull, 0, count);
      if (same !== squared || fast[0] !== out[0] || fast[1] !== out[1]) {
        expect.fail(`${fast} (${same}) for ${out} (${squared}), ${context}`);
      }
    }
  }
  expect(inside / cases).toBeGreaterThan(0.3);
  expect(inside / cases).toBeLessThan(0.7);
});

test('the sub-linear form reads few corners', () => {
  const n = 4096;
  const polygon: number[] = [];
  for (let k = 0; k < n; k++) polygon.push(Math.cos((k / n) * 2 * Math.PI), Math.sin((k / n) * 2 * Math.PI));
  let reads = 0;
  const counting = new Proxy(polygon, {
    get(target, key) {
      reads++;
      return Reflect.get(target, key);
    },
  });
  const out = [0, 0];
  closestPointConvexPolygonSublinear(out, 0, [3, 2], 0, counting, 0, n);
  expect(reads).toBeLessThan(600);
});

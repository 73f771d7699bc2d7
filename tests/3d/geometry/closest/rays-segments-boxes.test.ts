import { describe, expect, it } from 'vitest';
import {
  closestPointsRaySegment,
  distanceSquaredRaySegment,
  distanceSquaredSegmentAabb,
  distanceSquaredSegmentObb,
} from '../../../../src/3d/geometry/closest/index.ts';
import {
  along,
  distanceToAabb,
  distanceToObb,
  distanceToSegment,
  randomAxes,
  randomUnit,
  size,
  sub,
  times,
  type Vec,
} from '../../../support/distance-functions-3d.ts';
import { createRng, type Rng } from '../../../support/rng.ts';

const SCALES = [1e-3, 1, 1e4];
const SECTION = (Math.sqrt(5) - 1) / 2;

/** The least value of a convex function on [low, high], by golden section. */
function leastOf(f: (t: number) => number, low: number, high: number): number {
  let [a, b] = [low, high];
  let best = Math.min(f(a), f(b));
  for (let i = 0; i < 90; i++) {
    const c = b - SECTION * (b - a);
    const d = a + SECTION * (b - a);
    const [fc, fd] = [f(c), f(d)];
    best = Math.min(best, fc, fd);
    if (fc < fd) b = d;
    else a = c;
  }
  return best;
}

const randomPoint = (rng: Rng, half: number): number[] => [
  rng.range(-half, half),
  rng.range(-half, half),
  rng.range(-half, half),
];

describe('ray and segment', () => {
  it('agrees with a search along the ray, and its points, parameters and distance with each other', () => {
    const rng = createRng(9201);
    let inner = 0;
    const runs = 900;
    for (let run = 0; run < runs; run++) {
      const scale = SCALES[run % 3];
      const o = randomPoint(rng, scale);
      const d = times(randomUnit(rng), rng.range(0.1, 3) * (run % 2 ? scale : 1));
      const a = randomPoint(rng, scale);
      // Nearly parallel and parallel ones among them.
      const b = run % 5 === 0 ? along(a, d, (rng.range(-2, 2) * scale) / size(d)) : randomPoint(rng, scale);
      const message = `seed 9201 run ${run}`;
      const out = [7, 0, 0, 0, 0, 0, 0, 0, 0, 7];
      const squared = closestPointsRaySegment(out, 1, [...o, ...d], 0, [...a, ...b], 0);
      const [p, q, s, t] = [out.slice(1, 4), out.slice(4, 7), out[7], out[8]];
      const truth = leastOf((x) => distanceToSegment(along(o, d, x), a, b), 0, (10 * scale) / size(d));
      expect(Math.abs(Math.sqrt(squared) - truth), message).toBeLessThan(1e-8 * scale);
      expect(Math.sqrt(squared), message).toBeLessThan(truth + 1e-13 * scale);
      expect(Math.abs(size(sub(p, q)) - Math.sqrt(squared)), message).toBeLessThan(1e-13 * scale);
      expect(s >= 0 && t >= 0 && t <= 1, message).toBe(true);
      expect(size(sub(p, along(o, d, s))), message).toBeLessThan(1e-13 * scale);
      expect(size(sub(q, along(a, sub(b, a), t))), message).toBeLessThan(1e-13 * scale);
      expect(distanceSquaredRaySegment([...o, ...d], 0, [...a, ...b], 0)).toBe(squared);
      expect([out[0], out[9]]).toEqual([7, 7]);
      if (s > 0) inner++;
      const shared = [...o, ...d, ...a, ...b];
      closestPointsRaySegment(shared, 2, shared, 0, shared, 6);
      expect(shared.slice(2, 10)).toEqual(out.slice(1, 9));
    }
    expect(inner / runs, `${inner} beyond the origin`).toBeGreaterThan(0.3);
    expect(inner / runs, `${inner} beyond the origin`).toBeLessThan(0.7);
  });

  it('has known answers', () => {
    const out = new Array(8).fill(0);
    // Beyond the origin, before it, parallel, without a direction, without a length, NaN.
    expect(closestPointsRaySegment(out, 0, [0, 0, 0, 2, 0, 0], 0, [4, -1, 3, 4, 1, 3], 0)).toBe(9);
    expect(out).toEqual([4, 0, 0, 4, 0, 3, 2, 0.5]);
    expect(closestPointsRaySegment(out, 0, [0, 0, 0, 2, 0, 0], 0, [-4, -1, 3, -4, 1, 3], 0)).toBe(25);
    expect(out).toEqual([0, 0, 0, -4, 0, 3, 0, 0.5]);
    expect(distanceSquaredRaySegment([0, 0, 0, 2, 0, 0], 0, [4, 5, 0, 9, 5, 0], 0)).toBe(25);
    expect(distanceSquaredRaySegment([0, 0, 0, 0, 0, 0], 0, [3, -4, 0, 3, 4, 0], 0)).toBe(9);
    expect(distanceSquaredRaySegment([0, 0, 0, 1, 0, 0], 0, [3, 4, 0, 3, 4, 0], 0)).toBe(16);
    expect(distanceSquaredRaySegment([0, 0, Number.NaN, 1, 0, 0], 0, [3, 4, 0, 3, 4, 0], 0)).toBeNaN();
  });
});

describe('segment and box', () => {
  it('agrees with a search along the segment', () => {
    const rng = createRng(9202);
    let hits = 0;
    const runs = 1200;
    for (let run = 0; run < runs; run++) {
      const scale = SCALES[run % 3];
      const axes = randomAxes(rng);
      const half = [0, 1, 2].map(() => (rng.next() < 0.1 ? 0 : rng.range(0.1, 0.9)) * scale);
      const center = randomPoint(rng, 0.5 * scale);
      const obb = [...center, ...half, ...axes[0], ...axes[1], ...axes[2]];
      const aabb = [0, 1, 2].map((i) => center[i] - half[i]).concat([0, 1, 2].map((i) => center[i] + half[i]));
      const a = randomPoint(rng, 0.9 * scale);
      const b = rng.next() < 0.1 ? a : randomPoint(rng, 0.9 * scale);
      if (rng.next() < 0.2) b[1] = a[1];
      const point = (t: number): Vec => along(a, sub(b, a), t);
      const message = `seed 9202 run ${run}`;
      const toAabb = Math.sqrt(distanceSquaredSegmentAabb([...a, ...b], 0, aabb, 0));
      const toObb = Math.sqrt(distanceSquaredSegmentObb([...a, ...b], 0, obb, 0));
      const truthAabb = leastOf((t) => distanceToAabb(point(t), aabb), 0, 1);
      const truthObb = leastOf((t) => distanceToObb(point(t), obb), 0, 1);
      expect(Math.abs(toAabb - truthAabb), message).toBeLessThan(1e-8 * scale);
      expect(Math.abs(toObb - truthObb), message).toBeLessThan(1e-8 * scale);
      expect(toAabb, message).toBeLessThan(truthAabb + 1e-14 * scale);
      expect(toObb, message).toBeLessThan(truthObb + 1e-14 * scale);
      if (truthObb < 1e-9 * scale) hits++;
    }
    expect(hits / runs, `${hits} hits`).toBeGreaterThan(0.3);
    expect(hits / runs, `${hits} hits`).toBeLessThan(0.7);
  });

  it('has known answers at faces, edges and corners', () => {
    const box = [0, 0, 0, 2, 2, 2];
    expect(distanceSquaredSegmentAabb([-5, 1, 5, 7, 1, 5], 0, box, 0)).toBe(9);
    expect(distanceSquaredSegmentAabb([5, 6, -9, 5, 6, 9], 0, box, 0)).toBe(25);
    expect(distanceSquaredSegmentAabb([3, 4, 4, 3, 4, 4], 0, box, 0)).toBe(9);
    // Across the edge x = y = 2: nearest at (3, 3).
    expect(distanceSquaredSegmentAabb([0, 6, 1, 6, 0, 1], 0, box, 0)).toBe(2);
    expect(distanceSquaredSegmentAabb([-1, 1, 1, 3, 1, 1], 0, box, 0)).toBe(0);
    expect(distanceSquaredSegmentAabb([0, 4, 1, 4, 0, 1], 0, box, 0)).toBe(0);
    expect(distanceSquaredSegmentAabb([0, 4, Number.NaN, 4, 0, 1], 0, box, 0)).toBeNaN();
  });
});

import { describe, expect, it } from 'vitest';
import { computeBoundingSphere } from '../../../../src/3d/geometry/measure/index.ts';
import { add, randomAxes, randomUnit, size, sub, times, type Vec } from '../../../support/distance-functions-3d.ts';
import { createRng, type Rng } from '../../../support/rng.ts';

const SCALES = [1e-3, 1, 1e4];

/** By the numbers: the radius around a centre. */
const radiusAround = (points: readonly Vec[], c: Vec): number => Math.max(...points.map((p) => size(sub(p, c))));

/**
 * A lower bound of the smallest radius, and an upper one, by Badoiu and Clarkson's walk: steps of 1/(i + 1) towards the
 * farthest point end within 1/√i of the smallest radius.
 */
function walk(points: readonly Vec[], steps: number): number {
  let c = points[0];
  let best = Infinity;
  for (let i = 1; i <= steps; i++) {
    const far = points.reduce((p, q) => (size(sub(q, c)) > size(sub(p, c)) ? q : p));
    best = Math.min(best, size(sub(far, c)));
    c = add(c, times(sub(far, c), 1 / (i + 1)));
  }
  return Math.min(best, radiusAround(points, c));
}

/** Points on a sphere, some of which hold it: any half sphere has one of them; and others within. */
function pointsOfKnownSphere(rng: Rng, centre: Vec, radius: number, holders: number): Vec[] {
  const axes = randomAxes(rng);
  const n = randomUnit(rng);
  const on: Vec[] = [];
  if (holders === 2) on.push(n, times(n, -1));
  if (holders === 3) {
    for (let k = 0; k < 3; k++) {
      const angle = ((k + rng.range(0, 0.4)) * 2 * Math.PI) / 3;
      on.push(add(times(axes[0], Math.cos(angle)), times(axes[1], Math.sin(angle))));
    }
  }
  if (holders === 4) {
    const tetrahedron = [
      [1, 1, 1],
      [1, -1, -1],
      [-1, 1, -1],
      [-1, -1, 1],
    ];
    for (const v of tetrahedron) {
      const turned = axes.reduce<Vec>((p, axis, k) => add(p, times(axis, v[k])), [0, 0, 0]);
      const moved = add(turned, times(randomUnit(rng), 0.3));
      on.push(times(moved, 1 / size(moved)));
    }
  }
  const points = on.map((v) => add(centre, times(v, radius)));
  const inside = rng.integer(0, 40);
  for (let i = 0; i < inside; i++) points.push(add(centre, times(randomUnit(rng), radius * rng.range(0, 1 - 1e-9))));
  for (let i = points.length - 1; i > 0; i--) {
    const j = rng.integer(0, i);
    [points[i], points[j]] = [points[j], points[i]];
  }
  return points;
}

describe('computeBoundingSphere', () => {
  it('finds spheres that two, three or four points hold, whatever lies inside and in whatever order', () => {
    const rng = createRng(9601);
    for (let run = 0; run < 900; run++) {
      const scale = SCALES[run % 3];
      const centre = times(randomUnit(rng), scale * rng.range(0, 5));
      const radius = scale * rng.range(0.1, 2);
      const points = pointsOfKnownSphere(rng, centre, radius, 2 + (run % 3));
      const out = [7, 0, 0, 0, 0, 7];
      const message = `seed 9601 run ${run}`;
      expect(computeBoundingSphere(out, 1, [9, ...points.flat()], 1, points.length), message).toBe(out[4]);
      expect(Math.abs(out[4] - radius), message).toBeLessThan(1e-12 * scale);
      // The centre follows the square root of what the radius is off.
      expect(size(sub(out.slice(1, 4), centre)), message).toBeLessThan(1e-6 * scale);
      for (const p of points)
        expect((p[0] - out[1]) ** 2 + (p[1] - out[2]) ** 2 + (p[2] - out[3]) ** 2, message).toBeLessThanOrEqual(
          out[4] ** 2 * (1 + 1e-15),
        );
      expect([out[0], out[5]]).toEqual([7, 7]);
    }
  });

  it('is no larger than what a slow walk finds, and the walk no larger than its own error', () => {
    const rng = createRng(9602);
    for (let run = 0; run < 60; run++) {
      const scale = SCALES[run % 3];
      // Clouds, flat ones, straight ones, shells, grids with many points on the sphere.
      const kind = run % 5;
      const points = Array.from({ length: rng.integer(1, 60) }, (): Vec => {
        const p = [rng.range(-1, 1), rng.range(-1, 1), rng.range(-1, 1)];
        if (kind === 1) p[2] = 0.3;
        if (kind === 2) return times([1, 2, 3], rng.range(-0.3, 0.3) * scale);
        if (kind === 3) return times(randomUnit(rng), scale);
        if (kind === 4) return p.map((x) => Math.round(x) * scale);
        return times(p, scale);
      });
      const out = [0, 0, 0, 0];
      computeBoundingSphere(out, 0, points.flat(), 0, points.length);
      const slow = walk(points, 3000);
      const message = `seed 9602 run ${run}`;
      expect(out[3], message).toBeLessThanOrEqual(slow + 1e-12 * scale);
      expect(slow, message).toBeLessThan(out[3] * 1.02 + 1e-12 * scale);
      expect(Math.abs(radiusAround(points, out.slice(0, 3)) - out[3]), message).toBeLessThan(1e-14 * scale);
    }
  });

  it('takes a point, two, copies, points on a line and cocircular corners', () => {
    const out = [0, 0, 0, 0];
    expect(computeBoundingSphere(out, 0, [1, 2, 3], 0, 1)).toBe(0);
    expect(out).toEqual([1, 2, 3, 0]);
    expect(computeBoundingSphere(out, 0, [1, 2, 3, 1, 2, 3, 1, 2, 3], 0, 3)).toBe(0);
    expect(computeBoundingSphere(out, 0, [0, 0, 0, 6, 8, 0], 0, 2)).toBe(5);
    expect(out).toEqual([3, 4, 0, 5]);
    expect(computeBoundingSphere(out, 0, [0, 0, 0, 1, 0, 0, 9, 0, 0, 4, 0, 0], 0, 4)).toBe(4.5);
    const cube = Array.from({ length: 8 }, (_, i) => [i & 1, (i >> 1) & 1, i >> 2]).flat();
    expect(computeBoundingSphere(out, 0, cube, 0, 8)).toBeCloseTo(Math.sqrt(0.75), 14);
    expect(out.slice(0, 3)).toEqual([0.5, 0.5, 0.5]);
    expect(computeBoundingSphere(cube, 0, cube, 0, 8)).toBe(out[3]);
    expect(cube.slice(0, 4)).toEqual(out);
    expect(computeBoundingSphere(out, 0, [], 0, 0)).toBeNaN();
    expect(computeBoundingSphere(out, 0, [0, 0, 0, 1, Number.NaN, 0], 0, 2)).toBeNaN();
  });

  it('stays exact for points far away, and ends for many points that are nearly on one sphere', () => {
    const rng = createRng(9603);
    const points = Array.from({ length: 2000 }, () =>
      add([1e6, -2e6, 3e6], times(randomUnit(rng), 1 + 1e-10 * rng.next())),
    );
    const out = [0, 0, 0, 0];
    computeBoundingSphere(out, 0, points.flat(), 0, points.length);
    expect(Math.abs(out[3] - 1)).toBeLessThan(3e-9);
    expect(size(sub(out, [1e6, -2e6, 3e6]))).toBeLessThan(3e-9);
  });
});

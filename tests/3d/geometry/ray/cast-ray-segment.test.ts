import { describe, expect, it } from 'vitest';
import { castRaySegment } from '../../../../src/3d/geometry/ray/index.ts';
import {
  along,
  distanceToSegment,
  dot,
  randomUnit,
  size,
  sub,
  times,
  walkToContact,
} from '../../../support/distance-functions-3d.ts';
import { createRng } from '../../../support/rng.ts';

const SCALES = [1e-3, 1, 1e4];

describe('castRaySegment', () => {
  it('stops where a walk along the distance from the segment stops', () => {
    const rng = createRng(9401);
    let hits = 0;
    const runs = 600;
    for (let run = 0; run < runs; run++) {
      const scale = SCALES[run % 3];
      const a = [0, 1, 2].map(() => rng.range(-1, 1) * scale);
      const b = run % 10 === 0 ? a : [0, 1, 2].map(() => rng.range(-1, 1) * scale);
      const radius = rng.range(0.05, 0.5) * scale;
      const o = times(randomUnit(rng), rng.range(0.5, 3) * scale);
      const target = [0, 1, 2].map((i) => (a[i] + b[i]) / 2 + rng.range(-0.5, 0.5) * scale);
      const d = times(sub(target, o), rng.range(0.7, 1.5));
      const message = `seed 9401 run ${run}`;
      const start = distanceToSegment(o, a, b);
      const distance = (p: readonly number[]) => distanceToSegment(p, a, b);
      const truth = walkToContact(distance, radius, o, d, 1, 1e-11 * scale);
      const out = [7, 0, 0, 0, 0, 0, 0, 7];
      const t = castRaySegment(out, 1, [...o, ...d], 0, 1, [...a, ...b], 0, radius);
      // A walk that ends within its tolerance of the radius may have passed by.
      if ((t === Infinity) !== (truth === Infinity)) {
        expect(t === Infinity ? Math.abs(distance(along(o, d, truth)) - radius) : Number.NaN, message).toBeLessThan(
          1e-10 * scale,
        );
        continue;
      }
      if (t === Infinity) {
        expect(out).toEqual([7, 0, 0, 0, 0, 0, 0, 7]);
        continue;
      }
      hits++;
      expect(Math.abs(distance(along(o, d, t)) - Math.min(start, radius)), message).toBeLessThan(1e-12 * scale);
      expect(Math.abs(t - truth) * size(d), message).toBeLessThan(1e-4 * scale);
      const [p, n] = [out.slice(1, 4), out.slice(4, 7)];
      expect(size(sub(p, along(o, d, t))), message).toBeLessThan(1e-12 * scale);
      if (t === 0) {
        expect(n, message).toEqual([0, 0, 0]);
      } else {
        expect(Math.abs(size(n) - 1), message).toBeLessThan(1e-14);
        expect(distance(along(p, n, -radius)), message).toBeLessThan(1e-11 * scale);
        expect(dot(n, d), message).toBeLessThan(0);
      }
      expect(castRaySegment(out, 1, [...o, ...d], 0, t * 0.999 - 1e-9, [...a, ...b], 0, radius), message).toBe(
        Infinity,
      );
      const shared = [...o, ...d, ...a, ...b];
      expect(castRaySegment(shared, 3, shared, 0, 1, shared, 6, radius)).toBe(t);
      expect(shared.slice(3, 9)).toEqual(out.slice(1, 7));
    }
    expect(hits / runs, `${hits} hits`).toBeGreaterThan(0.3);
    expect(hits / runs, `${hits} hits`).toBeLessThan(0.7);
  });

  it('has known answers', () => {
    const out = [0, 0, 0, 0, 0, 0];
    const segment = [0, -5, 0, 0, 5, 0];
    expect(castRaySegment(out, 0, [-8, 1, 0, 4, 0, 0], 0, 9, segment, 0, 2)).toBe(1.5);
    expect(out).toEqual([-2, 1, 0, -1, 0, 0]);
    expect(castRaySegment(out, 0, [-8, 1, 2, 4, 0, 0], 0, 9, segment, 0, 2)).toBe(2);
    expect(castRaySegment(out, 0, [-8, 1, 2.000001, 4, 0, 0], 0, 9, segment, 0, 2)).toBe(Infinity);
    // The round end, starting within, pointing away, no direction, no radius, NaN.
    expect(castRaySegment(out, 0, [0, 20, 0, 0, -1, 0], 0, 99, segment, 0, 2)).toBe(13);
    expect(castRaySegment(out, 0, [1, 4, 0, 0, -1, 0], 0, 99, segment, 0, 2)).toBe(0);
    expect(out).toEqual([1, 4, 0, 0, 0, 0]);
    expect(castRaySegment(out, 0, [-8, 1, 0, -4, 0, 0], 0, 9, segment, 0, 2)).toBe(Infinity);
    expect(castRaySegment(out, 0, [-8, 1, 0, 0, 0, 0], 0, 9, segment, 0, 2)).toBe(Infinity);
    expect(castRaySegment(out, 0, [-8, 1, 0, 4, 0, 0], 0, 9, segment, 0)).toBe(2);
    expect(castRaySegment(out, 0, [-8, 1, 1e-6, 4, 0, 0], 0, 9, segment, 0)).toBe(Infinity);
    expect(castRaySegment(out, 0, [-8, Number.NaN, 0, 4, 0, 0], 0, 9, segment, 0, 2)).toBe(Infinity);
  });
});

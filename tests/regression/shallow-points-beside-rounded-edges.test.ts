import { expect, it } from 'vitest';
import { collideCapsules } from '../../entry/geometry2d.ts';
import { createRng } from '../support/rng.ts';

/*
 * The shallower of two points was put midway between a surface and the lowest point of a circle around the other core.
 * Beside a core that slopes that circle lies below the surface, so neither point nor separation was the surface's.
 */

const out = new Float64Array(8);
const features = new Uint32Array(2);

function distanceToCapsule(capsule: readonly number[], x: number, y: number): number {
  const [ax, ay, bx, by, radius] = capsule as [number, number, number, number, number];
  const along = ((x - ax) * (bx - ax) + (y - ay) * (by - ay)) / ((bx - ax) ** 2 + (by - ay) ** 2);
  const t = Math.max(0, Math.min(1, along));
  return Math.hypot(x - ax - t * (bx - ax), y - ay - t * (by - ay)) - radius;
}

it('from each point half its separation along the normal leads to either surface', () => {
  const rng = createRng(412);
  let pairs = 0;
  for (let i = 0; i < 6000; i++) {
    const radius = rng.range(0.05, 0.6);
    const a = [-1, 0, 1, 0, rng.range(0.05, 0.6)];
    const angle = rng.range(-0.8, 0.8);
    const x = rng.range(-1.5, 1.5);
    const y = rng.range(0, a[4] + radius + 0.5);
    const half = rng.range(0.1, 1);
    const c = half * Math.cos(angle);
    const s = half * Math.sin(angle);
    const b = [x - c, y - s, x + c, y + s, radius];
    if (collideCapsules(out, features, [...a, ...b], 0, [...a, ...b], 5, 0.05) < 2) continue;
    pairs++;
    for (const p of [2, 5]) {
      const stepX = 0.5 * out[p + 2] * out[0];
      const stepY = 0.5 * out[p + 2] * out[1];
      const offA = distanceToCapsule(a, out[p] - stepX, out[p + 1] - stepY);
      const offB = distanceToCapsule(b, out[p] + stepX, out[p + 1] + stepY);
      expect(Math.abs(offA) + Math.abs(offB), `pair ${i}: ${a}; ${b}`).toBeLessThan(1e-9);
    }
  }
  expect(pairs).toBeGreaterThan(1000);
});

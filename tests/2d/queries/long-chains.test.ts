import { addComponent } from 'bitecs';
import { describe, expect, it } from 'vitest';
import { castRay, chain, collisionSystem } from '../../../entry/2d.ts';
import { createGame } from '../../support/game-2d.ts';
import { createRng } from '../../support/rng.ts';

describe('long rays over long chains', () => {
  it('60,000 segments: every crossing is found, from a million away, from near, and along the chain (seed 31)', () => {
    const rng = createRng(31);
    const count = 60_000;
    const heights = Float64Array.from({ length: count + 1 }, () => rng.range(-1, 1));
    const points = new Float64Array(2 * count + 2);
    for (let i = 0; i <= count; i++) points.set([i, heights[i]], 2 * i);
    const { world, collision, spawn } = createGame();
    const coast = spawn(-30_000, 0, chain(points));
    addComponent(world, coast, collision.Static);
    collisionSystem(world);
    for (let k = 0; k < 2000; k++) {
      const x = rng.range(0, count);
      const far = 10 ** rng.range(1, 6);
      const slant = rng.range(-1, 1);
      const aimed = heights[Math.floor(x)] + (x % 1) * (heights[Math.floor(x) + 1] - heights[Math.floor(x)]);
      const worldX = x - 30_000;
      const hit = castRay(world, { x: worldX + slant * 0.1 * far, y: aimed + far }, { x: -slant * 0.1 * far, y: -far });
      expect(hit?.entity, `seed 31, ray ${k}`).toBe(coast);
      // Nothing of the chain lies above the point aimed at, as steep as the ray is, but its nearest neighbours.
      expect(Math.abs(hit!.fraction - 1) * far, `seed 31, ray ${k}`).toBeLessThan(2.3);
      expect(Math.abs(hit!.child - x), `seed 31, ray ${k}`).toBeLessThan(2.3);
    }
    // Through every joint from straight above: no ray may slip between two segments.
    for (let i = 1; i < count; i += 7) {
      const hit = castRay(world, { x: i - 30_000, y: 5 }, { x: 0, y: -1 });
      expect(Math.abs(hit!.y - heights[i]), `joint ${i}`).toBeLessThan(1e-11);
    }
    const level = castRay(world, { x: -1e6, y: 0 }, { x: 1, y: 0 });
    const first = heights.findIndex((height, i) => i > 0 && height > 0 !== heights[0] > 0);
    expect(level?.child).toBe(first - 1);
    const back = castRay(world, { x: 1e6, y: 0 }, { x: -1, y: 0 });
    expect(back!.child).toBeGreaterThan(count - 50);
    expect(castRay(world, { x: -1e6, y: 1.0001 }, { x: 1, y: 0 })).toBe(undefined);
  });
});

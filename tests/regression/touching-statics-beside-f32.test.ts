import { addComponent } from 'bitecs';
import { expect, it } from 'vitest';
import { box, collisionSystem } from '../../entry/2d.ts';
import { createGame } from '../support/game-2d.ts';
import { createRng } from '../support/rng.ts';

// Fat AABBs are f32: rounding must not part bounds that touch, at places that f32 does not hold.
it.each([1e-28, 1e-3, 1, 1e5])(
  'movers that slide along statics are candidates in every tick, at the scale of %d',
  (scale) => {
    const rng = createRng(3);
    const { world, collision, spawn } = createGame();
    const pairs = 60;
    const movers: number[] = [];
    const partners = new Map<number, number>();
    for (let i = 0; i < pairs; i++) {
      const half = scale * (0.3 + rng.next());
      const left = scale * 8 * (i - pairs / 2) + scale * rng.next();
      const y = scale * rng.range(-30, 30);
      const mover = spawn(left, y, box(half, half));
      const wall = 2 * half;
      // The next place for the wall may touch or not: take one that does.
      let x = left + half + wall;
      while (x - wall > left + half) x -= Math.abs(x) * 2 ** -53;
      const fixed = spawn(x, y, box(wall, 40 * scale));
      addComponent(world, fixed, collision.Static);
      movers.push(mover);
      partners.set(mover, fixed);
    }
    let missing = 0;
    for (let tick = 0; tick < 40; tick++) {
      for (const mover of movers) collision.Transform.y[mover] += 0.05 * scale;
      collisionSystem(world);
      const { candidates, set: colliders } = collision.state;
      const found = new Set<string>();
      for (let i = 0; i < candidates.count; i++) {
        const [a, b] = [candidates.pairs[2 * i], candidates.pairs[2 * i + 1]].map(
          (slot) => colliders.slots.entity[slot],
        );
        found.add(`${a} ${b}`);
      }
      for (const [mover, fixed] of partners) if (!found.has(`${mover} ${fixed}`)) missing++;
    }
    expect(collision.state.pairCache.serving.pairs.count).toBeGreaterThan(0);
    expect(missing).toBe(0);
  },
);

import { describe, expect, it } from 'vitest';
import { box, type CastHit, capsule, castShape, circle, collisionSystem, tiles } from '../../entry/2d.ts';
import { createGame } from '../support/game-2d.ts';

// What a shape meets at the start on tiles went by the margin of the pair that a tick, of whatever world, had last.
describe('what a cast meets at the start', () => {
  it('does not depend on which world has had a tick', () => {
    const { world, spawn } = createGame();
    spawn(0, 0, tiles({ columns: 3, rows: 3, size: 1, cells: [1, 0, 0, 0, 0, 1, 0, 1, 0] }));
    const others = [0, 3].map((margin) => {
      const other = createGame({ margin });
      other.spawn(0);
      other.spawn(1);
      return other.world;
    });
    for (const shape of [circle(0.75), box(0.75, 0.5), capsule(0.5, 0.25)]) {
      const hits = others.map((other): CastHit | undefined => {
        collisionSystem(other);
        return castShape(world, shape, { x: 2.125, y: 2.25, rotation: 2.125 }, { x: 0.75, y: -2.625 });
      });
      expect(hits[0]?.fraction).toBe(0);
      expect(hits[1]).toEqual(hits[0]);
    }
  });
});

import { addComponent } from 'bitecs';
import { describe, expect, it } from 'vitest';
import { box, castShape, chain, collisionSystem, seamless, sweptColliders } from '../../entry/2d.ts';
import { createGame } from '../support/game-2d.ts';

/*
 * Casts asked the segments of a chain one by one: what began in contact with one of them, and slid along it, was
 * stopped by the end of the next one, with a normal that no line has there.
 */
const FLAT = [-4, 0, 0, 0, 4, 0];
const FLOORS = {
  'one chain': [FLAT],
  'a chain of many': [[-4, 0, -2, 0, -1, 0, 0, 0, 1, 0, 2, 0, 4, 0]],
  'two that meet': [FLAT.slice(0, 4), FLAT.slice(2)],
  'two that meet head to head': [FLAT.slice(0, 4), [4, 0, 0, 0]],
};

describe.each(Object.entries(FLOORS))('a cast along a floor of %s', (_name, lines) => {
  function makeFloor() {
    const game = createGame({ swept: sweptColliders } as never);
    const Seamless = seamless(game.world);
    for (const line of lines) {
      const floor = game.spawn(0, 0, chain(line));
      addComponent(game.world, floor, Seamless);
      addComponent(game.world, floor, game.collision.Static);
    }
    collisionSystem(game.world);
    return game;
  }
  const body = box(0.5, 0.5);

  it.each([0.5, 0.49])('is not stopped at its joints, at a height of %f', (y) => {
    const { world } = makeFloor();
    for (const [x, way] of [
      [-3, 5],
      [3, -5],
    ]) {
      for (const initialOverlap of ['ignore', 'ignore-separating'] as const) {
        const hit = castShape(world, body, { x, y }, { x: way, y: 0 }, { initialOverlap });
        expect(hit, `${initialOverlap}, ${way}`).toBeUndefined();
      }
      // What it is in from the start is the floor: a wall it never meets.
      const start = castShape(world, body, { x, y }, { x: way, y: 0 })!;
      expect([start.fraction, start.normalX, start.normalY]).toEqual([0, 0, 1]);
    }
  });

  it('meets the floor alone where it comes down on a joint', () => {
    const { world } = makeFloor();
    for (const x of [-0.5, -0.25, 0, 0.5]) {
      const hit = castShape(world, body, { x: x - 2, y: 1.5 }, { x: 4, y: -2 })!;
      expect([hit.fraction, hit.normalX, hit.normalY]).toEqual([0.5, 0, 1]);
    }
  });
});

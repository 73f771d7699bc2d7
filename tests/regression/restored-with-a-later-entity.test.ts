import { describe, expect, it } from 'vitest';
import { collisionSystem, createSnapshot, restoreCollision } from '../../entry/2d.ts';
import { GAMES, listen, take } from '../support/game-2d.ts';

/*
 * An entity that a tick had seen and the snapshot had not was given a slot when the snapshot was restored, and lost it
 * at once: the slot was one of those that were looked through for colliders which had gone.
 */
describe.each(GAMES)('in $name', ({ createGame, saveCollision, round }) => {
  it('an entity that came after a snapshot collides after it was restored', () => {
    const game = createGame();
    const { world } = game;
    const early = game.spawn(0, 0, round(1));
    collisionSystem(world);
    const snapshot = createSnapshot();
    saveCollision(world, snapshot);
    const late = game.spawn(1.5, 0, round(1));
    collisionSystem(world);
    const log = listen(game.collision);
    for (let time = 0; time < 2; time++) {
      restoreCollision(world, snapshot);
      collisionSystem(world);
      expect([take(log), game.collision.counts.contacts]).toEqual([[`begin ${early} ${late}`], 1]);
    }
  });
});

import { addComponent, addEntity, set } from 'bitecs';
import { describe, expect, it } from 'vitest';
import { collisionSystem } from '../../entry/2d.ts';
import { GAMES, listen } from '../support/game-2d.ts';

/**
 * A sword of one at x = 0 that is set down at x = 10 was swept from 1 to 11, through a wall at 5: the jump of the one
 * that carries it was not known to be a jump of the sword.
 */
describe.each(GAMES)(
  'what is attached to one that jumps in $name',
  ({ attachedTo, createGame, round, sweptColliders }) => {
    function armed(how: (game: ReturnType<typeof createGame>, fighter: number) => void, levels = 1) {
      const game = createGame({ swept: sweptColliders });
      const { world, collision, spawn } = game;
      const { Transform, Static, Swept } = collision;
      const AttachedTo = attachedTo(world);
      // The fighter has no collider of its own.
      const fighter = addEntity(world);
      addComponent(world, fighter, set(Transform, { x: 0 }));
      let hand = fighter;
      for (let level = 1; level < levels; level++) {
        const parent = hand;
        hand = addEntity(world);
        addComponent(world, hand, set(Transform, {}));
        addComponent(world, hand, set(AttachedTo, { parent }));
      }
      const sword = spawn(0, 0, round(0.1));
      addComponent(world, sword, Swept);
      addComponent(world, sword, set(AttachedTo, { parent: hand, x: 1 }));
      addComponent(world, spawn(5), Static);
      collisionSystem(world);
      const log = listen(collision);
      how(game, fighter);
      collisionSystem(world);
      return log;
    }

    it.each([1, 3])('has not flown there after set(), %i levels down', (levels) => {
      const jump: Parameters<typeof armed>[0] = ({ world, collision }, fighter) =>
        addComponent(world, fighter, set(collision.Transform, { x: 10 }));
      expect(armed(jump, levels)).toEqual([]);
    });

    it('has not flown there after a direct write and teleport(), and has without', () => {
      const walk: Parameters<typeof armed>[0] = ({ collision }, fighter) => {
        collision.Transform.x[fighter] = 10;
      };
      const jump: Parameters<typeof armed>[0] = (game, fighter) => {
        walk(game, fighter);
        game.collision.teleport(fighter);
      };
      expect(armed(jump)).toEqual([]);
      expect(armed(walk)).toHaveLength(1);
    });
  },
);

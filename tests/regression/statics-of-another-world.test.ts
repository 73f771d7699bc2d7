import { addComponent, set } from 'bitecs';
import { describe, expect, it } from 'vitest';
import {
  type CollisionSnapshot,
  collisionSystem,
  createSnapshot,
  restoreCollision,
  type SavedArray,
} from '../../entry/2d.ts';
import { GAMES, type Game } from '../support/game-2d.ts';

/**
 * Two worlds of the same making had each moved a static wall as often, to different places. The columns of one were
 * restored in the other, which counted the changes of its statics, found none since the columns were saved, and left
 * its wall where it was.
 */
describe.each(GAMES)('the columns of another world, in $name', (kit) => {
  it('bring its statics with them', () => {
    const make = (x: number) => {
      const game = kit.createGame();
      const { world, collision, spawn } = game;
      const { Transform, Static } = collision;
      const wall = spawn(0, 0, kit.slab(1, 1));
      addComponent(world, wall, Static);
      const ball = spawn(20.5, 1.5, kit.round(1));
      collisionSystem(world);
      addComponent(world, wall, set(Transform, { x }));
      collisionSystem(world);
      return { game, wall, ball };
    };
    const snapshotOf = ({ world, collision: { Transform, Collider } }: Game): CollisionSnapshot => {
      const snapshot = createSnapshot({ stores: { Transform, Collider } });
      kit.saveCollision(world, snapshot);
      return snapshot;
    };
    const [from, to] = [make(20), make(-20)];
    const packed = new Map<string, SavedArray>();
    for (const [name, { values, count }] of snapshotOf(from.game).columns) packed.set(name, values.slice(0, count));
    const snapshot = snapshotOf(to.game);
    for (const [name, values] of packed) snapshot.columns.set(name, { values, count: values.length });
    const { world, collision } = to.game;
    restoreCollision(world, snapshot);
    const seen = () => [20, -20].map((x) => kit.castRay(world, kit.at(x, -9), kit.at(0, 8))?.entity);
    const touching = () =>
      Array.from(collision.contacts(), ({ a, b, normalX, penetration }) => [a, b, normalX, penetration]);
    const contacts = Array.from(from.game.collision.contacts(), ({ a, b, normalX, penetration }) => [
      ...[a, b, normalX, penetration],
    ]);
    expect(contacts).toHaveLength(1);
    for (let tick = 0; tick < 2; tick++) {
      expect(seen()).toEqual([to.wall, undefined]);
      expect(touching()).toEqual(contacts);
      collisionSystem(world);
    }
  });
});

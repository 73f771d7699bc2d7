import { addComponent } from 'bitecs';
import { describe, expect, it } from 'vitest';
import { collisionSystem, createSnapshot, refreshCollider, restoreCollision } from '../../entry/2d.ts';
import { GAMES } from '../support/game-2d.ts';
import { createRng } from '../support/rng.ts';

describe.each(GAMES)('contacts that are read right after a restore, in $name', (kit) => {
  const { createGame, round, saveCollision, seamless, slab } = kit;

  it('are those of a seamless floor a part of which has been moved since the tick', () => {
    const rng = createRng(7);
    let contacts = 0;
    for (let attempt = 0; attempt < 60; attempt++) {
      const { world, collision, spawn } = createGame();
      const Seamless = seamless(world);
      const { Static, Transform, Collider } = collision;
      const floors = [-4, 4].map((x) => spawn(x, -0.5, kit.surfaceOf(4, 0.5)));
      for (const floor of floors) for (const tag of [Seamless, Static]) addComponent(world, floor, tag);
      const shape = attempt % 2 === 0 ? round(0.5) : slab(0.5, 0.5);
      const body = spawn(rng.range(-0.6, 0.6), rng.range(-0.4, 0.45), shape);
      collisionSystem(world);
      const read = (): unknown[] =>
        Array.from(collision.contactsOf(body), ({ a, b, normalX, normalY, separation, pointCount }) => ({
          ...{ a, b, normalX, normalY, separation, pointCount },
        }));
      const before = read();
      contacts += before.length;
      Transform.x[collision.indexOf(floors[0])] -= 3;
      refreshCollider(world, floors[0]);
      const snapshot = createSnapshot({ stores: { Transform, Collider } });
      saveCollision(world, snapshot);
      restoreCollision(world, snapshot);
      expect(read()).toEqual(before);
    }
    expect(contacts).toBeGreaterThan(40);
  });
});

import { addComponent } from 'bitecs';
import { describe, expect, it } from 'vitest';
import { collisionSystem } from '../../entry/2d.ts';
import { GAMES } from '../support/game-2d.ts';

/**
 * A collider is put to sleep by `Collider.kind[eid] = 0`. When a swept one touched it, the moment of their parting was
 * looked for on the way of a collider that has no shape, which was an error of JavaScript's.
 */
describe.each(GAMES)('a collider that is put to sleep beside a swept one, in $name', (kit) => {
  it.each(['triangle', 'round', 'surfaceOf'] as const)('%s: ends at the end of the tick', (what) => {
    const { world, collision, spawn } = kit.createGame({ swept: kit.sweptColliders });
    const sleeper = spawn(0.2, 0, kit[what](1, 1));
    const bullet = spawn(0, 0.9, kit.round(0.5));
    addComponent(world, bullet, collision.Swept);
    collisionSystem(world);
    expect([...collision.contacts()].length).toBeGreaterThan(0);
    const ends: unknown[] = [];
    collision.onEnd((a, b, { cause, fraction }) => ends.push([a, b, cause, fraction]));
    collision.Collider.kind[sleeper] = 0;
    collision.Transform.x[bullet] = 0.1;
    collisionSystem(world);
    expect(ends).toEqual([[sleeper, bullet, 'separated', 1]]);
  });
});

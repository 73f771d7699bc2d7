import { addComponent } from 'bitecs';
import { describe, expect, it } from 'vitest';
import { collisionSystem, createSnapshot, restoreCollision } from '../../entry/2d.ts';
import { GAMES } from '../support/game-2d.ts';

describe.each(GAMES)('contacts that are read right after a restore, in $name', (kit) => {
  const { createGame, round, saveCollision, seamless, slab } = kit;

  it('are those of a seamless floor that a sensor overlaps', () => {
    const { world, collision, spawn } = createGame();
    const Seamless = seamless(world);
    const { Sensor, Static, Transform, Collider } = collision;
    // Two floors side by side, and a seamless sensor over their seam.
    for (const x of [-4, 4]) {
      const floor = spawn(x, -0.5, kit.surfaceOf(4, 0.5));
      for (const tag of [Seamless, Static]) addComponent(world, floor, tag);
    }
    const zone = spawn(0, 0, slab(1, 1));
    for (const tag of [Seamless, Sensor]) addComponent(world, zone, tag);
    const ball = spawn(0.3, 0.4, round(0.5));
    collisionSystem(world);
    const read = (): unknown[] =>
      Array.from(collision.contactsOf(ball), ({ a, b, normalX, normalY, separation, sensor, pointCount }) => ({
        ...{ a, b, normalX, normalY, separation, sensor, pointCount },
      }));
    const before = read();
    expect(before).toContainEqual(expect.objectContaining({ normalX: 0, normalY: -1, sensor: false }));
    const snapshot = createSnapshot({ stores: { Transform, Collider } });
    saveCollision(world, snapshot);
    restoreCollision(world, snapshot);
    expect(read()).toEqual(before);
  });
});

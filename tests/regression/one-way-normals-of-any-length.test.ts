import { addComponent, addEntity, createWorld, set } from 'bitecs';
import { expect, it } from 'vitest';
import { box, collisionSystem, createCollision, oneWay } from '../../entry/2d.ts';

/*
 * A direction whose square is too large or too small for a number was none: the platform was solid from below, too.
 */
it.each([5e-324, 1e-200, 1e-140, 1, 1e150, 1e200, 1.7e308])('a platform faces up, its normal %s long', (length) => {
  const world = createWorld();
  const collision = createCollision(world);
  const OneWay = oneWay(world);
  const [body, platform] = [3, 0].map((y) => {
    const eid = addEntity(world);
    addComponent(world, eid, set(collision.Transform, { y }));
    addComponent(world, eid, set(collision.Collider, box(1, 1)));
    return eid;
  });
  addComponent(world, platform, set(OneWay, { normalX: 0, normalY: length }));
  const contactsAfter = (from: number, to: number): number => {
    for (const y of [from, to]) {
      collision.Transform.y[body] = y;
      collisionSystem(world);
    }
    return collision.counts.contacts;
  };
  expect([contactsAfter(3, 1.5), contactsAfter(-3, -1.5)]).toEqual([1, 0]);
});

import { addComponent, removeComponent, set } from 'bitecs';
import { expect, it } from 'vitest';
import { attachedTo, circle, collisionSystem } from '../../entry/2d.ts';
import { createGame } from '../support/game-2d.ts';

/**
 * Of 60 circles that stand still, one is attached to another that it overlaps. The pair was left out of the pair cache,
 * and nothing brought it back when the two were parted: as nobody moves, they never touched.
 */
it('who is detached from one that it overlaps touches it in the next tick', () => {
  const { world, collision, spawn } = createGame();
  const AttachedTo = attachedTo(world);
  const eids = Array.from({ length: 60 }, (_, i) => spawn(5 * i, 0, circle(0.5)));
  const child = spawn(0, 0, circle(0.5));
  addComponent(world, child, set(AttachedTo, { parent: eids[0], x: 0.4, y: 0 }));
  for (let tick = 0; tick < 20; tick++) collisionSystem(world);
  expect([...collision.contacts()]).toEqual([]);

  removeComponent(world, child, AttachedTo);
  collisionSystem(world);
  expect([...collision.contacts()].map(({ a, b }) => [a, b])).toEqual([[eids[0], child]]);
});

import { addComponent, set } from 'bitecs';
import { expect, it } from 'vitest';
import { box, circle, collisionSystem, oneWay } from '../../entry/2d.ts';
import { createGame } from '../support/game-2d.ts';

/** The contact of a ball deep in a round one-way platform, which held it before, beside a turned one-way box or not. */
function contactOf(angle: number | undefined): number[] {
  const game = createGame();
  const { world, collision } = game;
  const { Transform } = collision;
  const OneWay = oneWay(world);
  const up = set(OneWay, { normalX: 0, normalY: 1 });
  // Asked about first, as the older entity.
  const tilted = game.spawn(50, 0, box(2, 2));
  const rider = game.spawn(50, 3.9, circle(1));
  if (angle !== undefined) {
    addComponent(world, tilted, up);
    Transform.rotation[tilted] = angle;
  }
  const round = game.spawn(0, 0, circle(2));
  addComponent(world, round, up);
  const ball = game.spawn(1.2, 2.6, circle(1));
  collisionSystem(world);
  Transform.y[ball] = -0.6;
  Transform.y[rider] = 1;
  collisionSystem(world);
  for (const contact of collision.contactsOf(round)) return [contact.normalX, contact.normalY, contact.separation];
  return [];
}

// The edges' normals of the piece that had been looked at before were taken for those of the circle.
it('a round one-way collider pushes the same way, whatever else is one-way', () => {
  const alone = contactOf(undefined);
  expect(alone.length).toBe(3);
  for (const angle of [2, 2.6, 3.5, 4]) expect(contactOf(angle)).toEqual(alone);
});

import { addComponent, addEntity, createWorld, set } from 'bitecs';
import { expect, it } from 'vitest';
import { box, chain, collisionSystem, createCollision } from '../../entry/2d.ts';

it('a box at the edge of a slope is pushed up, although its middle is under the line of the second segment', () => {
  const world = createWorld();
  const collision = createCollision(world);
  const { Transform, Collider } = collision;
  const ground = addEntity(world);
  addComponent(world, ground, set(Transform, {}));
  addComponent(world, ground, set(Collider, chain([-2, 0, 0, 0, 2, -1])));
  const rider = addEntity(world);
  // The slope's line is at y = 0.2 over the box's middle, and pushed it down by 0.6. Alone, the slope would push it to
  // the left, which is past the normal of the ledge: what is there to say, the ledge says.
  addComponent(world, rider, set(Transform, { x: -0.4, y: 0.15 }));
  addComponent(world, rider, set(Collider, box(0.5, 0.4)));
  collisionSystem(world);
  const normals = Array.from(collision.contacts(), ({ childA, normalX, normalY }) => [childA, normalX, normalY]);
  expect(normals).toEqual([[0, 0, 1]]);
});

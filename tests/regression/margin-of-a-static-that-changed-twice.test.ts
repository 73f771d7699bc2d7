import { addComponent, addEntity, createWorld, set } from 'bitecs';
import { expect, it } from 'vitest';
import { circle, collisionSystem, createCollision, ownMargin, queryAabb } from '../../entry/2d.ts';

/*
 * A static that was touched twice between two ticks had its bounds grown by its own margin twice, so that box queries
 * found it up to a margin beside them.
 */
it('a static that changes twice between two ticks keeps its bounds', () => {
  const world = createWorld();
  const collision = createCollision(world);
  const OwnMargin = ownMargin(world);
  const wall = addEntity(world);
  addComponent(world, wall, set(collision.Transform, { x: 0 }));
  addComponent(world, wall, set(collision.Collider, circle(1)));
  addComponent(world, wall, set(OwnMargin, { distance: 0.3 }));
  addComponent(world, wall, collision.Static);
  collisionSystem(world);

  collision.touch(wall);
  collision.touch(wall);
  collisionSystem(world);

  expect(queryAabb(world, { x: 1.05, y: -1 }, { x: 3, y: 1 }, [])).toBe(0);
  expect(queryAabb(world, { x: 0.95, y: -1 }, { x: 3, y: 1 }, [])).toBe(1);
});

import { addComponent, addEntity, createWorld, set } from 'bitecs';
import { expect, it } from 'vitest';
import { closestPoints, collisionSystem, createCollision, mesh } from '../../entry/3d.ts';

// A triangle of the smaller surface that passes 0.05 below one of the larger surface was taken for a body that reaches
// up to the middle of its surface, and met as if it crossed.
it('a surface that goes on below a triangle of another one does not touch it', () => {
  const world = createWorld();
  const collision = createCollision(world);
  const { Transform, Collider } = collision;
  const spawn = (positions: number[]) => {
    const eid = addEntity(world);
    addComponent(world, eid, set(Transform, {}));
    addComponent(world, eid, set(Collider, mesh(positions)));
    return eid;
  };
  // The second triangle of each is far from the other surface, and makes it as large as it is.
  const ground = spawn([-1, 0, -1, 0, 0, 1.5, 1, 0, -1, 40, 0, 0, 41, 0, 1, 41, 0, 0]);
  const other = spawn([0, -0.1, 0, 3, 0.05, 3, 3, 0.05, -3, -9, 9, 0, -9, 9, 1, -8, 9, 0]);
  collisionSystem(world);
  expect([...collision.contactsOf(ground, other)]).toEqual([]);
  expect(closestPoints(world, ground, other)?.separation).toBeCloseTo(0.05 / Math.hypot(1, 0.05), 12);
});

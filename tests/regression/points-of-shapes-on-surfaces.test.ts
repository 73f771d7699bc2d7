import { addComponent, addEntity, createWorld, set } from 'bitecs';
import { expect, it } from 'vitest';
import { collideShape, collisionSystem, createCollision, mesh, type ShapeContact, sphere } from '../../entry/3d.ts';

// The place of the shape was added twice to the points of its contacts with a surface.
it('a placed shape touches a surface where it is', () => {
  const world = createWorld();
  const { Transform, Collider } = createCollision(world);
  const floor = addEntity(world);
  addComponent(world, floor, set(Transform, { y: 5 }));
  addComponent(world, floor, set(Collider, mesh([0, 0, 0, 0, 0, 9, 9, 0, 0])));
  collisionSystem(world);
  const contacts: ShapeContact[] = [];
  expect(collideShape(world, sphere(1), { x: 2, y: 5.9, z: 3 }, contacts)).toBe(1);
  const [{ points, normalY, separation }] = contacts;
  expect(normalY).toBe(1);
  expect(separation).toBeCloseTo(-0.1, 12);
  expect([points[0].x, points[0].y, points[0].z]).toEqual([2, expect.closeTo(4.95, 12), 3]);
});

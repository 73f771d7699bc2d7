import { addComponent, addEntity, createWorld, removeEntity, set } from 'bitecs';
import { expect, it } from 'vitest';
import {
  box,
  collisionSystem,
  createCollision,
  createSnapshot,
  oneWay,
  restoreCollision,
  type ShapeSpec,
  saveCollision,
  savedEntities,
  sphere,
} from '../../entry/3d.ts';

// A body that is in a ball at rest counts as pushed out of it, as out of a floor. Whether the ball was at rest was
// asked of its rotation as well, which no tick writes for a sphere: there was what an earlier collider of the slot had
// left.
it('a ball at rest stays a floor when it comes back to a slot that was used since', () => {
  const world = createWorld();
  const collision = createCollision(world);
  const { Transform, Collider } = collision;
  const spawn = (shape: ShapeSpec, x: number, y: number): number => {
    const entity = addEntity(world);
    addComponent(world, entity, set(Transform, { x, y }));
    addComponent(world, entity, set(Collider, shape));
    return entity;
  };
  const ball = spawn(sphere(0.5), 0, -0.4);
  const platform = spawn(box(2, 0.5, 2), 3, -0.5);
  addComponent(world, platform, set(oneWay(world), { normalY: 1 }));
  const body = spawn(box(0.4, 0.4, 0.4), 0, 3);
  const tickWithBodyAt = (x: number, y: number): void => {
    Transform.x[body] = x;
    Transform.y[body] = y;
    collisionSystem(world);
  };
  /** Whether the platform, whose top is at 0, holds a body that came at −0.2 from the ball, whose top is at 0.1. */
  const isHeld = (): boolean => {
    tickWithBodyAt(0, 0.2);
    tickWithBodyAt(1.2, 0.2);
    return [...collision.contactsOf(platform)].length > 0;
  };
  tickWithBodyAt(0, 3);
  tickWithBodyAt(0, 0.2);
  const snapshot = createSnapshot({ stores: { Transform, Collider }, entities: savedEntities });
  saveCollision(world, snapshot);
  expect(isHeld()).toBe(true);

  removeEntity(world, ball);
  // The slot is free once the ends of its pairs have been told.
  for (let tick = 0; tick < 2; tick++) collisionSystem(world);
  const other = spawn(box(1, 1, 1), 50, 0);
  addComponent(world, other, set(Transform, { qx: 0.3, qy: 0.4, qw: 0.8 }));
  collisionSystem(world);
  restoreCollision(world, snapshot);
  expect(isHeld()).toBe(true);
});

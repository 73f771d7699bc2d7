import { addComponent, addEntity, createWorld, set } from 'bitecs';
import { expect, it } from 'vitest';
import { chain, collisionSystem, createCollision, type ShapeSpec, segment } from '../../entry/2d.ts';

/** The contacts of a chain at the origin with a shape at (x, y). */
function contactsOf(ground: ShapeSpec, shape: ShapeSpec, x: number, y: number, margin: number) {
  const world = createWorld();
  const collision = createCollision(world, { margin });
  for (const [spec, px, py] of [[ground, 0, 0] as const, [shape, x, y] as const]) {
    const entity = addEntity(world);
    addComponent(world, entity, set(collision.Transform, { x: px, y: py }));
    addComponent(world, entity, set(collision.Collider, spec));
  }
  collisionSystem(world);
  return Array.from(collision.contacts(), ({ touching, separation, normalX, normalY }) => ({
    touching,
    separation,
    normalX,
    normalY,
  }));
}

it('a segment that passes under the free end of a chain does not touch it, although its middle is above', () => {
  // From (0.5, −1) to (3, 1.2), past the end (1, 0): the chain thought it 0.56 deep in the ground.
  const rows = contactsOf(chain([0, 0, 1, 0]), segment(0.5, -1, 3, 1.2), 0, 0, 0.5);
  const length = Math.hypot(2.5, 2.2);
  expect(rows).toHaveLength(1);
  expect(rows[0].touching).toBe(false);
  expect(rows[0].separation).toBeCloseTo((1 * 2.5 - 0.5 * 2.2) / length, 14);
  expect(rows[0].normalX).toBeCloseTo(2.2 / length, 14);
  expect(rows[0].normalY).toBeCloseTo(-2.5 / length, 14);
});

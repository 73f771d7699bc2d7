import { addComponent, addEntity, createEntityIndex, createWorld, set, withVersioning } from 'bitecs';
import { describe, expect, it } from 'vitest';
import * as plane from '../../entry/2d.ts';
import * as space from '../../entry/3d.ts';
import { refusal } from '../support/game-2d.ts';

const make = {
  plane: (world: object) => {
    const collision = plane.createCollision(world);
    return { ...collision, collision, shape: plane.circle(1), way: { x: 1, y: 0 } };
  },
  space: (world: object) => {
    const collision = space.createCollision(world);
    return { ...collision, collision, shape: space.sphere(1), way: { x: 1, y: 0, z: 0 } };
  },
} as const;

// Calls that need an entity took −1 for an id with version bits that has no collider, and said invalid-state.
describe.each(['plane', 'space'] as const)('a negative number in place of an entity in %s', (dimension) => {
  const entry = (dimension === 'plane' ? plane : space) as typeof space;

  it('is refused as no entity id by all that need the entity', () => {
    const world = createWorld();
    const { collision, Transform, Collider, shape, way } = make[dimension](world);
    const body = addEntity(world);
    addComponent(world, body, set(Transform, { x: 0 }));
    addComponent(world, body, set(Collider, shape as never));
    entry.collisionSystem(world);
    for (const none of [-1, -5, -(2 ** 31)]) {
      const refusals = [
        () => entry.castCollider(world, none, way as never),
        () => entry.moveAndSlide(world, none, way as never),
        () => entry.moveAndBounce(world, none, way as never),
        () => entry.shapeOf(world, none),
      ].map(refusal);
      expect(new Set(refusals)).toEqual(new Set([`out-of-range: an entity must be an id, got ${none}`]));
      expect(entry.closestPoints(world, none, body)).toBeUndefined();
      expect(entry.closestPoints(world, body, none)).toBeUndefined();
      expect(entry.touching(world, none, body)).toBe(false);
      expect(entry.refreshCollider(world, none)).toBe(false);
      expect([...collision.contactsOf(none)]).toEqual([]);
      expect(entry.ownerOf(world, none)).toBe(none);
      expect(entry.explainPair(world, none, body).message).toBe(`entity ${none} does not exist`);
    }
  });

  it('may be an id where a world has versions', () => {
    const world = createWorld(createEntityIndex(withVersioning(8)));
    const { Transform, Collider, shape, way } = make[dimension](world);
    const body = addEntity(world);
    addComponent(world, body, set(Transform, { x: 0 }));
    addComponent(world, body, set(Collider, shape as never));
    entry.collisionSystem(world);
    expect(refusal(() => entry.castCollider(world, -1, way as never))).toMatch(
      /^invalid-state: the entity must be one/,
    );
    expect(entry.touching(world, -1, body)).toBe(false);
  });
});

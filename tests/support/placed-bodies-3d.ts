import { addComponent, addEntity, createWorld, set } from 'bitecs';
import { createCollision, type ShapeSpec } from '../../entry/3d.ts';

/** Makes a world in space, and a function that adds a collider whose Transform has the given fields. */
export function createBodies() {
  const world = createWorld();
  const collision = createCollision(world);
  const spawn = (shape: ShapeSpec, place: object): number => {
    const entity = addEntity(world);
    addComponent(world, entity, set(collision.Transform, place));
    addComponent(world, entity, set(collision.Collider, shape));
    return entity;
  };
  return { world, collision, spawn };
}

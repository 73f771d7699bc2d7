import type { ColliderSet } from '../collider-set.ts';
import type { RegisteredShape } from '../shapes/registered-shape.ts';

/** Returns the registered shape of a collider whose kind has one. */
export function registeredOf(set: ColliderSet, slot: number): RegisteredShape {
  return set.registry.shapes[set.handles[slot]]!;
}

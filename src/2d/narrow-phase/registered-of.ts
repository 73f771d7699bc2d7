import type { ColliderSet } from '../collider-set.ts';
import type { RegisteredShape } from '../shapes/registered-shape.ts';
import { isInlineKind } from '../shapes/shape-kind.ts';

/** Returns the registered shape of a collider whose kind has one. */
export function registeredOf(set: ColliderSet, slot: number): RegisteredShape {
  return set.registry.shapes[set.handles[slot]]!;
}

/**
 * Returns the registered shape of a collider with pieces in a hierarchy of their own, undefined for one that is a
 * single piece.
 */
export function compositeOf(set: ColliderSet, slot: number): RegisteredShape | undefined {
  if (isInlineKind(set.kinds[slot])) return undefined;
  const shape = registeredOf(set, slot);
  return shape.record.isComposite ? shape : undefined;
}

import type { ColliderSet } from '../collider-set.ts';

/** The registered shapes that a set of colliders may have. */
export type ShapeOf<Set extends ColliderSet> = NonNullable<Set['registry']['shapes'][number]>;

/** Returns the registered shape of a collider whose kind has one. */
export function registeredOf<Set extends ColliderSet>(set: Set, slot: number): ShapeOf<Set> {
  return set.registry.shapes[set.handles[slot]] as ShapeOf<Set>;
}

/**
 * Returns the registered shape of a collider whose pieces have a hierarchy of their own, undefined for a collider of a
 * single piece.
 */
export function compositeOf<Set extends ColliderSet>(set: Set, slot: number): ShapeOf<Set> | undefined {
  if (set.kinds[slot] <= set.registry.lastInlineKind) return undefined;
  const shape = registeredOf(set, slot);
  return shape.record.isComposite ? shape : undefined;
}

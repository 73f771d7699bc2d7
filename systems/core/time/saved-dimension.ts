import type { ColliderSet } from '../../../src/core/collider-set.ts';
import type { Dimension } from '../dimension.ts';

/** The routines that saving the worlds of a dimension needs, besides the dimension's record. */
export interface SavedDimension<Set extends ColliderSet = ColliderSet> {
  readonly dimension: Dimension<Set>;
  /**
   * Returns whether a slot is certainly at the place that the stores hold. False is allowed where finding out would
   * mean computing the pose: the place is then computed and compared, which takes longer and saves the same.
   */
  isWhereStoresSay(set: Set, slot: number): boolean;
}

/**
 * Returns whether the shape of a slot may be changed in place: contacts that were found with the former shape cannot be
 * found again.
 */
export function isMutable({ kinds, handles, registry }: ColliderSet, slot: number): boolean {
  return kinds[slot] > registry.lastInlineKind && registry.shapes[handles[slot]]?.record.inPlace !== undefined;
}

/** Returns whether a slot has a shape. */
export function hasComputedShape({ kinds, handles, registry }: ColliderSet, slot: number): boolean {
  const kind = kinds[slot];
  return (kind > 0 && kind <= registry.lastInlineKind) || registry.shapes[handles[slot]]?.record.kind === kind;
}

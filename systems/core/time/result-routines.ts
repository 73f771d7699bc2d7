import type { ColliderSet } from '../../../src/core/collider-set.ts';

/** What making results again needs to know of a dimension's shapes. */
export interface ResultRoutines {
  /** Whether the shape of a slot may be changed in place: what was found with it cannot be found again. */
  isMutable(set: ColliderSet, slot: number): boolean;
  /** Whether a slot is seen to be where the stores say; false also where that would have to be computed. */
  isWhereStoresSay(set: ColliderSet, slot: number): boolean;
  /** Whether a slot has a shape. */
  hasShape(set: ColliderSet, slot: number): boolean;
}

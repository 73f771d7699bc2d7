import { NO_BYTES, NO_INTEGERS } from '../typed-array.ts';

/**
 * The filters by which pairs have been left out of the pair cache: as they were in the last tick, for nothing tells of
 * direct writes. Who has another one by now has its pairs searched until the next are made.
 */
export interface KnownFilters {
  /** Whether any pair has been left out since the world was made: until then, nothing has to be compared. */
  areUsed: boolean;
  /** By slot: whether the collider had the plain filter, and the bits of those that had another. */
  plain: Uint8Array;
  bits: Int32Array;
}

export function createKnownFilters(): KnownFilters {
  return { areUsed: false, plain: NO_BYTES, bits: NO_INTEGERS };
}

import type { CandidatePairs } from '../../src/core/broad-phase/candidate-pairs.ts';
import type { PairCache } from '../../src/core/broad-phase/pair-cache.ts';
import type { Bvh } from '../../src/core/bvh/bvh.ts';
import type { ColliderSet } from '../../src/core/collider-set.ts';
import type { ContactList } from '../../src/core/contact-list.ts';
import type { ContactTracking } from '../../src/core/contact-tracking.ts';
import type { IndexList } from '../../src/core/index-list.ts';
import type { SweptRows } from '../../src/core/swept-rows.ts';
import type { SavedPart } from './time/saved-part.ts';

/**
 * What sweeps the colliders tagged `Swept` in the worlds of a dimension. Given to `createCollision` as a value, so that
 * only a game that has swept colliders ships it.
 */
export interface SweptColliders {
  /** @internal Coordinates of a point. */
  readonly axes: number;
  /** @internal Makes what sweeps the colliders of a set of this dimension. */
  create(set: ColliderSet): Sweeper;
}

/** What the stages of a world with swept colliders ask, in the order of a tick. */
export interface Sweeper extends SavedPart {
  /** Those of the rows of the contact list that were found on the way. */
  readonly rows: SweptRows;
  /** Notes the paths that have led to where what moves is now. May be called several times before a tick is over. */
  notePaths(moving: IndexList): void;
  /** `updatePairCache`, with the pairs that meet on the way: `escapedPairs` holds those of swept colliders. */
  updatePairs(cache: PairCache, moving: IndexList, statics: Bvh): void;
  /** `Dimension.collide`, with the contacts on the way. */
  collide(candidates: CandidatePairs, contacts: ContactList): void;
  /** Called when these have been tracked: the next paths begin where theirs ended. */
  endTick(): void;
  /**
   * Returns by end of a tick when in it the two parted: the part of the tick, 1 where neither is swept or one is gone,
   * and 0 where they had parted before it began. The array is used again.
   */
  findPartings(tracking: ContactTracking): Float64Array;
}

import type { FeatureKey } from '../../core/feature-key.ts';
import type { IndexList } from '../../core/index-list.ts';
import type { SeamlessMembers } from '../../core/seamless-members.ts';
import type { ColliderSet } from '../collider-set.ts';
import type { PlacedPiece } from '../shapes/placed-piece.ts';
import type { ChainLinks } from './joint-rays.ts';

/** Links that are looked up when they are first asked for, and kept until a collider may have moved. */
export interface SeamlessLinks extends ChainLinks {
  forget(): void;
}

/**
 * The routines that collide seamless chains as one line. Chains bring them along, so that a game without chains ships
 * none of them.
 */
export interface ChainJoining {
  createLinks(set: ColliderSet, members: SeamlessMembers): SeamlessLinks;
  /**
   * Collides a piece with the segments of some chains that are near `worldBox`, in the current frame, and writes to
   * `segmentContacts` the contacts that the chains have as one line. Returns how many there are; an entry without
   * points is no contact.
   */
  collect(set: ColliderSet, chains: IndexList, piece: PlacedPiece, pieceIndex: number, links: ChainLinks): number;
}

/** Treats joined chains as one line: filters the contacts of single chains once all contacts of the tick are known. */
export interface JoinedChains {
  /** Returns whether the contacts of a chain with another collider will be joined. */
  joinsContacts(chain: number, other: number): boolean;
}

export const JOINED_CHAINS: FeatureKey<JoinedChains> = { name: 'joinedChains' };

const known: { joining: ChainJoining | undefined } = { joining: undefined };

export function setChainJoining(joining: ChainJoining): void {
  known.joining = joining;
}

export function chainJoining(): ChainJoining | undefined {
  return known.joining;
}

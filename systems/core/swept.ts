import type { ColliderSet } from '../../src/core/collider-set.ts';
import type { FeatureKey } from '../../src/core/feature-key.ts';
import type { SweptRows } from '../../src/core/swept-rows.ts';
import type { Pairing } from './feature.ts';
import type { SavedPart } from './time/saved-part.ts';

/**
 * Sweeps the colliders tagged `Swept` in the worlds of a dimension. It is given to `createCollision` as a value, so
 * that only a game that has swept colliders ships its code.
 */
export interface SweptColliders {
  /** @internal How many coordinates a point has. */
  readonly axes: number;
  /** @internal Returns how many coordinates a point has. */
  create(set: ColliderSet): Sweeper;
}

/** Finds the pairs of a world with swept colliders, pairs that meet on the way included. */
export interface Sweeper extends Pairing, SavedPart {
  /** The rows of the contact list that were found on the way. */
  readonly rows: SweptRows;
}

export const SWEPT: FeatureKey<Sweeper> = { name: 'swept' };

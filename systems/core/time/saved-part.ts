import type { SavedColumns } from './saved-columns.ts';

/**
 * What a feature keeps from one tick to the next, in one place, so that snapshots can save it. A feature that
 * names one has nothing else to do for rollback: columns of a name of its own go to the snapshot and come back. What is
 * kept by slot may be saved by slot: a restore brings the slots back as they were.
 */
export interface SavedPart {
  save(columns: SavedColumns): void;
  /** `contactCount` is how many rows the contact list has again. */
  restore(columns: SavedColumns, contactCount: number): void;
}

import type { SavedColumns } from './saved-columns.ts';

/**
 * State that a feature keeps from one tick to the next, which snapshots save. A feature that has a saved part needs
 * nothing else for rollback: columns of a name of its own go to the snapshot and come back. State that is kept by slot
 * may be saved by slot, as a restore brings the slots back as they were.
 */
export interface SavedPart {
  save(columns: SavedColumns): void;
  /** Restores the state. `contactCount` is how many rows the restored contact list has. */
  restore(columns: SavedColumns, contactCount: number): void;
}

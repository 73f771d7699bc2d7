import type { ColliderSlots } from '../../../src/core/collider-slots.ts';
import type { CollisionState } from '../collision-state.ts';
import { type SavedColumns, saveList } from './saved-columns.ts';
import type { CollisionSnapshot } from './snapshot.ts';

/**
 * The columns of the last restored snapshot, for a feature that the world gets only after the restore: the world that
 * was saved, on another machine perhaps, had it already.
 */
export interface LateParts {
  readonly columns: SavedColumns;
  /** The tick of the snapshot. */
  readonly tick: number;
  /** `ColliderSlots.rounds` after the restore: a collider that was added since has been born in this round or later. */
  readonly rounds: number;
}

/**
 * The key under which a snapshot keeps columns of features that the saved world did not have at the time. They came
 * with the snapshot restored last, and a later restore may need them again.
 */
const LATE = 'late';
/** Among these columns: the slots of colliders that had been placed since the restore. */
const PLACED = 'slots.placed';

/**
 * Saves the columns that the world has from the last restored snapshot and does not save itself. They describe the tick
 * of that snapshot, so that they are of no use once another tick has run.
 */
export function saveLateParts({ columns, kept }: CollisionSnapshot, state: CollisionState): void {
  if (kept.size > 0) kept.delete(LATE);
  const { restored } = state.features;
  if (restored === undefined || restored.tick !== state.tracking.tick) return;
  const late: SavedColumns = new Map();
  restored.columns.forEach(({ values, count }, name) => {
    if (!columns.has(name)) late.set(name, { values: values.slice(), count });
  });
  if (late.size === 0) return;
  saveList(late, PLACED, listPlaced(state.set.slots));
  kept.set(LATE, late);
}

/** Returns the columns of a snapshot together with the late ones, those of features that the saved world lacked. */
export function columnsWithLate({ columns, kept }: CollisionSnapshot): SavedColumns {
  const late = kept.get(LATE) as SavedColumns | undefined;
  return late === undefined ? columns : new Map([...late, ...columns]);
}

/** Begins the count of placings anew, with the colliders that a snapshot says were placed. */
export function restorePlaced(slots: ColliderSlots, columns: SavedColumns): void {
  slots.placedAt.fill(0);
  slots.placings = 0;
  const placed = columns.get(PLACED);
  if (placed === undefined) return;
  slots.placings = 1;
  for (let i = 0; i < placed.count; i++) slots.placedAt[placed.values[i]] = 1;
}

function listPlaced({ placedAt, end }: ColliderSlots): number[] {
  const placed: number[] = [];
  for (let slot = 0; slot < end; slot++) if (placedAt[slot] > 0) placed.push(slot);
  return placed;
}

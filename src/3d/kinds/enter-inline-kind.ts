import type { ExtentRoutine } from '../shapes/registered-shape.ts';
import { shapeTables } from '../shapes/shape-tables.ts';

/**
 * Enters a kind of shape that the numbers of the stores describe, and that not all games use: the routine that computes
 * its bounds, and by `addRoutines` those that collide it with other kinds. Returns its number.
 *
 * A maker gets its number by a call that is marked as pure: a game that does not import the maker does not ship the
 * kind, and where it is imported the kind is there before the first shape is made, for worlds out of snapshots.
 */
export function enterInlineKind(kind: number, writeExtent: ExtentRoutine, addRoutines: () => void): number {
  shapeTables.extents[kind] = writeExtent;
  addRoutines();
  return kind;
}

import type { ColliderSet } from '../collider-set.ts';
import type { ContactList } from '../contact-list.ts';

/** Collides two live colliders and appends their contacts, sorted by children. */
export type CollideRoutine<Set extends ColliderSet = ColliderSet> = (
  set: Set,
  list: ContactList,
  slotA: number,
  slotB: number,
) => void;

/** More kinds of shapes than any dimension has: the routine of two kinds is at kindA · KIND_STRIDE + kindB. */
export const KIND_STRIDE = 16;

/**
 * One collide routine for every pair of kinds. Kinds of registered shapes add theirs when the first of their shapes is
 * registered; the table belongs to the process, as all worlds treat a kind alike.
 */
export type RoutineTable<Routine> = (Routine | undefined)[];

/** Makes the table of a dimension. It has its full length from the start, so that reading it takes no checks. */
export function createRoutineTable<Routine>(): RoutineTable<Routine> {
  return new Array<Routine | undefined>(KIND_STRIDE * KIND_STRIDE).fill(undefined);
}

/**
 * Writes the routines of two kinds into the table of a dimension: `first` for pairs with the first kind as A, and
 * `second` for pairs with the second one as A.
 */
export function setRoutines<Routine>(
  routines: RoutineTable<Routine>,
  kind: number,
  other: number,
  first: Routine,
  second: Routine,
): void {
  routines[kind * KIND_STRIDE + other] = first;
  routines[other * KIND_STRIDE + kind] = second;
}

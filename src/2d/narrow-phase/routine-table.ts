import type { ContactList } from '../../core/contact-list.ts';
import type { ColliderSet } from '../collider-set.ts';
import { SHAPE_KIND_COUNT } from '../shapes/shape-kind.ts';

/** Collides two live colliders and appends their contacts, sorted by children. */
export type CollideRoutine = (set: ColliderSet, list: ContactList, slotA: number, slotB: number) => void;

/**
 * Writes the routines of two kinds into the table of a registry: `first` with the one as A, and `second` with the
 * other.
 */
export function setRoutines(
  routines: (CollideRoutine | undefined)[],
  kind: number,
  other: number,
  first: CollideRoutine,
  second: CollideRoutine,
): void {
  routines[kind * SHAPE_KIND_COUNT + other] = first;
  routines[other * SHAPE_KIND_COUNT + kind] = second;
}

import { createRoutineTable, type CollideRoutine as Routine } from '../../core/narrow-phase/routine-table.ts';
import type { ColliderSet } from '../collider-set.ts';

/** Collides two live colliders of the plane and appends their contacts, sorted by children. */
export type CollideRoutine = Routine<ColliderSet>;

/**
 * The routines that collide two colliders in the plane, by the kinds of their shapes. The narrow phase enters those of
 * inline kinds, shape makers the others.
 */
export const routines = /* @__PURE__ */ createRoutineTable<CollideRoutine>();

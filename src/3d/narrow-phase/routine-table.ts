import { createRoutineTable, type CollideRoutine as Routine } from '../../core/narrow-phase/routine-table.ts';
import type { ColliderSet } from '../collider-set.ts';

/** Collides two live colliders in space and appends their contacts, sorted by children. */
export type CollideRoutine = Routine<ColliderSet>;

/** The routines of space; those of inline kinds come with the narrow phase. */
export const routines = /* @__PURE__ */ createRoutineTable<CollideRoutine>();

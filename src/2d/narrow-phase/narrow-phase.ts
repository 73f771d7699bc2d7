import { KIND_STRIDE, type RoutineTable } from '../../core/narrow-phase/routine-table.ts';
import { createNarrowPhase } from '../../core/narrow-phase/run-narrow-phase.ts';
import type { ColliderSet } from '../collider-set.ts';
import { SHAPE_BOX, SHAPE_CAPSULE, SHAPE_CIRCLE } from '../shapes/shape-kind.ts';
import { collideBoxColliders } from './collide-boxes-or-capsules.ts';
import { collideBoxCircleColliders, collideCircleBoxColliders } from './collide-circle-box-or-capsule.ts';
import { collideCircleColliders } from './collide-circle-pairs.ts';
import { type CollideRoutine, routines } from './routine-table.ts';

/** Adds the routines of the inline kinds to the plane's table: these kinds have no maker that would add them. */
function withInlineRoutines(routines: RoutineTable<CollideRoutine>): typeof routines {
  for (let a = SHAPE_CIRCLE; a <= SHAPE_BOX; a++) {
    for (let b = SHAPE_CAPSULE; b <= SHAPE_BOX; b++) {
      routines[a * KIND_STRIDE + b] = a === SHAPE_CIRCLE ? collideCircleBoxColliders : collideBoxColliders;
    }
    routines[a * KIND_STRIDE + SHAPE_CIRCLE] = a === SHAPE_CIRCLE ? collideCircleColliders : collideBoxCircleColliders;
  }
  return routines;
}

/** The narrow phase of the plane. */
export const narrowPhase = /* @__PURE__ */ createNarrowPhase<ColliderSet>({
  routines: /* @__PURE__ */ withInlineRoutines(routines),
  usualKind: SHAPE_CIRCLE,
  collideUsual: collideCircleColliders,
});

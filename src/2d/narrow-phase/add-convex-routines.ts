import { SHAPE_CIRCLE, SHAPE_KIND_COUNT } from '../shapes/shape-kind.ts';
import { collideConvexColliders } from './collide-convex-colliders.ts';
import { type CollideRoutine, setRoutines } from './collide-routine.ts';

/**
 * Shapes of one convex piece, among each other and with all that has no routine for them yet: the general routine.
 * Closed forms, and the routines of composites, are put in its place, whichever kind comes first.
 */
export function addConvexRoutines(routines: (CollideRoutine | undefined)[], convex: number): void {
  for (let kind = SHAPE_CIRCLE; kind < SHAPE_KIND_COUNT; kind++) {
    if (routines[kind * SHAPE_KIND_COUNT + convex] !== undefined) continue;
    setRoutines(routines, kind, convex, collideConvexColliders, collideConvexColliders);
  }
}

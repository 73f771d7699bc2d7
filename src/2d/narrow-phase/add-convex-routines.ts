import {
  SHAPE_BOX,
  SHAPE_CAPSULE,
  SHAPE_CIRCLE,
  SHAPE_KIND_COUNT,
  SHAPE_POLYGON,
  SHAPE_SEGMENT,
} from '../shapes/shape-kind.ts';
import { collideBoxPolygonColliders, collidePolygonBoxColliders } from './collide-box-polygon.ts';
import { collideCirclePolygonColliders, collidePolygonCircleColliders } from './collide-circle-polygon.ts';
import { collideConvexColliders } from './collide-convex-colliders.ts';
import type { CollideRoutine } from './collide-routine.ts';

/** Polygons with everything of one piece: the general routine where there is no closed form. */
export function addPolygonRoutines(routines: (CollideRoutine | undefined)[]): void {
  addConvexRoutines(routines, SHAPE_POLYGON);
  for (let kind = SHAPE_CAPSULE; kind <= SHAPE_BOX; kind++) {
    routines[kind * SHAPE_KIND_COUNT + SHAPE_POLYGON] = collideBoxPolygonColliders;
    routines[SHAPE_POLYGON * SHAPE_KIND_COUNT + kind] = collidePolygonBoxColliders;
  }
}

/** The same for segments. */
export function addSegmentRoutines(routines: (CollideRoutine | undefined)[]): void {
  addConvexRoutines(routines, SHAPE_SEGMENT);
}

function addConvexRoutines(routines: (CollideRoutine | undefined)[], convex: number): void {
  for (let kind = SHAPE_CIRCLE; kind <= SHAPE_SEGMENT; kind++) {
    const isCircle = kind === SHAPE_CIRCLE;
    routines[kind * SHAPE_KIND_COUNT + convex] = isCircle ? collideCirclePolygonColliders : collideConvexColliders;
    routines[convex * SHAPE_KIND_COUNT + kind] = isCircle ? collidePolygonCircleColliders : collideConvexColliders;
  }
}

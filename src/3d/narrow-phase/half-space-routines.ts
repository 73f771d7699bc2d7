import { setRoutines } from '../../core/narrow-phase/routine-table.ts';
import { SHAPE_CONE, SHAPE_HALF_SPACE, SHAPE_HULL, SHAPE_SPHERE } from '../shapes/shape-kind.ts';
import { collideConvexHalfSpace, collideHalfSpaceConvex, collideHalfSpaces } from './collide-half-space.ts';
import { routines } from './routine-table.ts';

/** Writes how half-spaces collide with all convex kinds. */
export function addHalfSpaceRoutines(): void {
  for (let kind = SHAPE_SPHERE; kind <= SHAPE_CONE; kind++) {
    setRoutines(routines, SHAPE_HALF_SPACE, kind, collideHalfSpaceConvex, collideConvexHalfSpace);
  }
  setRoutines(routines, SHAPE_HALF_SPACE, SHAPE_HULL, collideHalfSpaceConvex, collideConvexHalfSpace);
  setRoutines(routines, SHAPE_HALF_SPACE, SHAPE_HALF_SPACE, collideHalfSpaces, collideHalfSpaces);
}

import { KIND_STRIDE, type RoutineTable, setRoutines } from '../../core/narrow-phase/routine-table.ts';
import { createNarrowPhase } from '../../core/narrow-phase/run-narrow-phase.ts';
import type { ColliderSet } from '../collider-set.ts';
import {
  SHAPE_BOX,
  SHAPE_CAPSULE,
  SHAPE_CONE,
  SHAPE_CYLINDER,
  SHAPE_HALF_SPACE,
  SHAPE_SPHERE,
} from '../shapes/shape-kind.ts';
import { collideAnyConvex } from './collide-any-convex.ts';
import { collideBoxColliders } from './collide-boxes.ts';
import { collideConvexHalfSpace, collideHalfSpaceConvex, collideHalfSpaces } from './collide-half-space.ts';
import { collideHullRound, collideRoundHull, collideRounds } from './collide-round.ts';
import { collideRoundSphere, collideSphereRound } from './collide-sphere-round.ts';
import { collideBoxSphereColliders, collideSphereBoxColliders, collideSphereColliders } from './collide-spheres.ts';
import { type CollideRoutine, routines } from './routine-table.ts';

/** The table of space, with the routines of the inline kinds, which need no maker to bring theirs. */
function withInlineRoutines(routines: RoutineTable<CollideRoutine>): typeof routines {
  for (let a = SHAPE_SPHERE; a <= SHAPE_CONE; a++) {
    for (let b = SHAPE_SPHERE; b <= SHAPE_CONE; b++) routines[a * KIND_STRIDE + b] = collideAnyConvex;
  }
  setRoutines(routines, SHAPE_SPHERE, SHAPE_SPHERE, collideSphereColliders, collideSphereColliders);
  setRoutines(routines, SHAPE_SPHERE, SHAPE_BOX, collideSphereBoxColliders, collideBoxSphereColliders);
  setRoutines(routines, SHAPE_BOX, SHAPE_BOX, collideBoxColliders, collideBoxColliders);
  for (let kind = SHAPE_CYLINDER; kind <= SHAPE_CONE; kind++) {
    setRoutines(routines, SHAPE_SPHERE, kind, collideSphereRound, collideRoundSphere);
    setRoutines(routines, kind, SHAPE_CAPSULE, collideRoundHull, collideHullRound);
    setRoutines(routines, kind, SHAPE_BOX, collideRoundHull, collideHullRound);
    setRoutines(routines, kind, SHAPE_CYLINDER, collideRounds, collideRounds);
    setRoutines(routines, kind, SHAPE_CONE, collideRounds, collideRounds);
  }
  setRoutines(routines, SHAPE_CAPSULE, SHAPE_BOX, collideRoundHull, collideHullRound);
  setRoutines(routines, SHAPE_SPHERE, SHAPE_CAPSULE, collideSphereRound, collideRoundSphere);
  for (let kind = SHAPE_SPHERE; kind <= SHAPE_CONE; kind++) {
    setRoutines(routines, SHAPE_HALF_SPACE, kind, collideHalfSpaceConvex, collideConvexHalfSpace);
  }
  setRoutines(routines, SHAPE_HALF_SPACE, SHAPE_HALF_SPACE, collideHalfSpaces, collideHalfSpaces);
  return routines;
}

/** The narrow phase of space. */
export const narrowPhase = /* @__PURE__ */ createNarrowPhase<ColliderSet>({
  routines: /* @__PURE__ */ withInlineRoutines(routines),
  usualKind: SHAPE_SPHERE,
  collideUsual: collideSphereColliders,
  changesInPlace: () => false,
});

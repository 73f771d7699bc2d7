import { type RoutineTable, setRoutines } from '../../core/narrow-phase/routine-table.ts';
import { createNarrowPhase } from '../../core/narrow-phase/run-narrow-phase.ts';
import type { ColliderSet } from '../collider-set.ts';
import { SHAPE_BOX, SHAPE_CAPSULE, SHAPE_SPHERE } from '../shapes/shape-kind.ts';
import { collideBoxColliders } from './collide-boxes.ts';
import {
  collideBoxCapsuleColliders,
  collideCapsuleBoxColliders,
  collideCapsuleColliders,
  collideCapsuleSphereColliders,
  collideSphereCapsuleColliders,
} from './collide-capsules.ts';
import { collideBoxSphereColliders, collideSphereBoxColliders, collideSphereColliders } from './collide-spheres.ts';
import { type CollideRoutine, routines } from './routine-table.ts';

/** Adds the routines of spheres, capsules and boxes to the table of space; the makers of other kinds add theirs. */
function withPlainRoutines(routines: RoutineTable<CollideRoutine>): typeof routines {
  setRoutines(routines, SHAPE_SPHERE, SHAPE_SPHERE, collideSphereColliders, collideSphereColliders);
  setRoutines(routines, SHAPE_SPHERE, SHAPE_CAPSULE, collideSphereCapsuleColliders, collideCapsuleSphereColliders);
  setRoutines(routines, SHAPE_SPHERE, SHAPE_BOX, collideSphereBoxColliders, collideBoxSphereColliders);
  setRoutines(routines, SHAPE_CAPSULE, SHAPE_CAPSULE, collideCapsuleColliders, collideCapsuleColliders);
  setRoutines(routines, SHAPE_CAPSULE, SHAPE_BOX, collideCapsuleBoxColliders, collideBoxCapsuleColliders);
  setRoutines(routines, SHAPE_BOX, SHAPE_BOX, collideBoxColliders, collideBoxColliders);
  return routines;
}

/** The narrow phase of space. */
export const narrowPhase = /* @__PURE__ */ createNarrowPhase<ColliderSet>({
  routines: /* @__PURE__ */ withPlainRoutines(routines),
  usualKind: SHAPE_SPHERE,
  collideUsual: collideSphereColliders,
});

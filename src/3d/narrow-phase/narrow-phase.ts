import { KIND_STRIDE, setRoutines } from '../../core/narrow-phase/routine-table.ts';
import { createNarrowPhase } from '../../core/narrow-phase/run-narrow-phase.ts';
import type { ColliderSet } from '../collider-set.ts';
import { writeCapsuleExtent } from '../shapes/capsule.ts';
import { writeConeExtent } from '../shapes/cone.ts';
import { writeCylinderExtent } from '../shapes/cylinder.ts';
import { SHAPE_BOX, SHAPE_CAPSULE, SHAPE_CONE, SHAPE_CYLINDER, SHAPE_SPHERE } from '../shapes/shape-kind.ts';
import { shapeTables } from '../shapes/shape-tables.ts';
import { collideAnyConvex } from './collide-any-convex.ts';
import { collideBoxColliders } from './collide-boxes.ts';
import { collideBoxSphereColliders, collideSphereBoxColliders, collideSphereColliders } from './collide-spheres.ts';

/** The tables of space, with the routines and extents of the inline kinds, which need no maker to bring theirs. */
function withInlineKinds(tables: typeof shapeTables): typeof shapeTables {
  const { routines, extents } = tables;
  extents[SHAPE_CAPSULE] = writeCapsuleExtent;
  extents[SHAPE_CYLINDER] = writeCylinderExtent;
  extents[SHAPE_CONE] = writeConeExtent;
  for (let a = SHAPE_SPHERE; a <= SHAPE_CONE; a++) {
    for (let b = SHAPE_SPHERE; b <= SHAPE_CONE; b++) routines[a * KIND_STRIDE + b] = collideAnyConvex;
  }
  setRoutines(routines, SHAPE_SPHERE, SHAPE_SPHERE, collideSphereColliders, collideSphereColliders);
  setRoutines(routines, SHAPE_SPHERE, SHAPE_BOX, collideSphereBoxColliders, collideBoxSphereColliders);
  setRoutines(routines, SHAPE_BOX, SHAPE_BOX, collideBoxColliders, collideBoxColliders);
  return tables;
}

/** The narrow phase of space. */
export const narrowPhase = /* @__PURE__ */ createNarrowPhase<ColliderSet>({
  routines: /* @__PURE__ */ withInlineKinds(shapeTables).routines,
  usualKind: SHAPE_SPHERE,
  collideUsual: collideSphereColliders,
  changesInPlace: () => false,
});

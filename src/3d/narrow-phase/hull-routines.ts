import type { ContactList } from '../../core/contact-list.ts';
import { contactMargin } from '../../core/narrow-phase/contact-margin.ts';
import { setRoutines } from '../../core/narrow-phase/routine-table.ts';
import type { ColliderSet } from '../collider-set.ts';
import { BODY_HALF_X, BODY_RADIUS, BODY_STRIDE } from '../geometry/body-pose.ts';
import { collideHullHull } from '../geometry/contact/collide-hull-hull.ts';
import { MARGIN, SCALE_A, SCALE_B } from '../geometry/contact/hull-pair.ts';
import { hullCore } from '../shapes/hull-core.ts';
import { SHAPE_BOX, SHAPE_CONE, SHAPE_HULL, SHAPE_SPHERE } from '../shapes/shape-kind.ts';
import { collideAnyConvex } from './collide-any-convex.ts';
import { collideHullRound, collideRoundHull } from './collide-round.ts';
import { emitContact, features, manifold } from './emit-contact.ts';
import { hullOf } from './hull-operand.ts';
import { cores } from './load-body.ts';
import { roundManifold } from './round-manifold.ts';
import { routines } from './routine-table.ts';

/** The product of two hulls' numbers of edges above which GJK and EPA are faster than separating axes. */
const MANY_EDGES = 1 << 15;

const sizes = new Float64Array(3);

/** Collides two hulls, or a hull and a box. */
function collideHullColliders(set: ColliderSet, list: ContactList, slotA: number, slotB: number): void {
  const { poses } = set;
  const a = BODY_STRIDE * slotA;
  const b = BODY_STRIDE * slotB;
  const hullA = hullOf(set, slotA);
  const hullB = hullOf(set, slotB);
  if (hullA.edgeCount * hullB.edgeCount > MANY_EDGES) {
    collideAnyConvex(set, list, slotA, slotB);
    return;
  }
  const radiusA = poses[a + BODY_RADIUS];
  const radiusB = poses[b + BODY_RADIUS];
  // The value is chosen by two statements: V8 puts the result of a conditional of a fraction and a whole number on the
  // heap.
  sizes[SCALE_A] = 1;
  sizes[SCALE_B] = 1;
  if (set.kinds[slotA] === SHAPE_HULL) sizes[SCALE_A] = poses[a + BODY_HALF_X];
  if (set.kinds[slotB] === SHAPE_HULL) sizes[SCALE_B] = poses[b + BODY_HALF_X];
  sizes[MARGIN] = contactMargin[0] + (radiusA + radiusB);
  const points = collideHullHull(manifold, features, hullA, hullB, poses, a, b, sizes);
  if (points < 0) {
    collideAnyConvex(set, list, slotA, slotB);
    return;
  }
  roundManifold(points, poses, a, b);
  emitContact(list, set.slots, slotA, slotB, 0, 0, points);
}

/** Writes how hulls collide with all convex kinds. */
export function addHullRoutines(): void {
  cores[SHAPE_HULL] = hullCore;
  for (let kind = SHAPE_SPHERE; kind <= SHAPE_CONE; kind++) {
    setRoutines(routines, kind, SHAPE_HULL, collideRoundHull, collideHullRound);
  }
  setRoutines(routines, SHAPE_BOX, SHAPE_HULL, collideHullColliders, collideHullColliders);
  setRoutines(routines, SHAPE_HULL, SHAPE_HULL, collideHullColliders, collideHullColliders);
}

import { bodyA, bodyB, CORE_CYLINDER } from '../convex/convex-body.ts';
import { createTriangleHull, setTriangleHull } from '../convex/flat-hull.ts';
import {
  BODY_CONTACT_A,
  BODY_CONTACT_B,
  BODY_CONTACT_LIMIT,
  BODY_CONTACT_SEPARATION,
  bodyContact,
} from './body-points.ts';
import { ROUND_APART, ROUND_CENTRES, roundAxis } from './round-axis.ts';
import {
  prepareRound,
  ROUND_AXIS_X,
  ROUND_HALF,
  ROUND_HIGH,
  ROUND_LIMIT,
  ROUND_LOW,
  ROUND_X,
  round,
} from './round-body.ts';
import { roundContacts } from './round-contacts.ts';
import { CONTACT_FOUND, roundPoints } from './round-points.ts';
import { TRIANGLE_APART, TRIANGLE_FOUND, TRIANGLE_UNKNOWN } from './triangle-axis.ts';

/*
 * The axis of a triangle and a cylinder or cone is found by the routines for a hull beside such a body: a triangle is a
 * flat hull.
 */

const triangleHull = /* @__PURE__ */ createTriangleHull();

/** Finds the axis of a triangle, taken as a flat hull, and a cylinder or cone, in the frame of the pair. */
export function findRound(): number {
  round[ROUND_X] = bodyB.x;
  round[ROUND_X + 1] = bodyB.y;
  round[ROUND_X + 2] = bodyB.z;
  for (let axis = 0; axis < 3; axis++) round[ROUND_AXIS_X + axis] = bodyB.axes[3 + axis];
  round[ROUND_HALF] = bodyB.halfY;
  round[ROUND_LOW] = bodyB.halfX;
  round[ROUND_HIGH] = 0;
  if (bodyB.core.form === CORE_CYLINDER) round[ROUND_HIGH] = bodyB.halfX;
  prepareRound(round);
  round[ROUND_LIMIT] = bodyContact[BODY_CONTACT_LIMIT];
  setTriangleHull(triangleHull, bodyA.corners);
  const { findAxis, locate } = roundContacts!;
  const kind = findAxis(triangleHull);
  if (kind === ROUND_APART) return TRIANGLE_APART;
  if (kind === ROUND_CENTRES) return TRIANGLE_UNKNOWN;
  const found = locate(triangleHull, kind);
  if (found !== CONTACT_FOUND) return found;
  for (let axis = 0; axis < 3; axis++) {
    bodyContact[axis] = 0 - roundAxis[axis];
    bodyContact[BODY_CONTACT_A + axis] = roundPoints[3 + axis];
    bodyContact[BODY_CONTACT_B + axis] = roundPoints[axis];
  }
  bodyContact[BODY_CONTACT_SEPARATION] = roundAxis[3];
  return TRIANGLE_FOUND;
}

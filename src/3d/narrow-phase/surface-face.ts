import { CLOSEST_SQUARED, measurePointTriangle } from '../geometry/closest/closest-point-triangle.ts';
import {
  BODY_CONTACT_A,
  BODY_CONTACT_B,
  BODY_CONTACT_LIMIT,
  BODY_CONTACT_SEPARATION,
  bodyContact,
  writeBodyPoints,
} from '../geometry/contact/body-points.ts';
import { CONTACT_POINT_STRIDE, CONTACT_POINTS, CONTACT_SEPARATION } from '../geometry/contact/contact-layout.ts';
import { writeCoveredTriangle } from '../geometry/contact/covered-triangle.ts';
import { bodyA, bodyB, CORE_BOX, measureReachAlong, reaches } from '../geometry/convex/convex-body.ts';
import { features, manifold } from './emit-contact.ts';
import {
  atHand,
  DEEPEST_SLACK,
  faceNormal,
  LEAST,
  LIMIT,
  LOW,
  lowestPoint,
  pairNumbers,
  subject,
} from './surface-pair.ts';

/* The contact of a body with the face of a triangle: where the body lies over it, along the triangle's own normal. */

/** The vector opposite to the direction along which the body is measured. */
const against = new Float64Array(3);
const nearest = new Float64Array(8);
/** How far the body reaches along a side of the triangle's prism. */
const reach = new Float64Array(1);

/**
 * Writes how deep the body is in the prism over the triangle, along its plane: the least depth of the three sides,
 * negative for a body beside it.
 */
export function measureTriangleAlong(): void {
  const { corners } = bodyA;
  let least = Infinity;
  // Seen from the back of the triangle, its corners run in the other sense.
  const turn = atHand.isBehind ? -1 : 1;
  for (let corner = 0; corner < 9; corner += 3) {
    const next = corner === 6 ? 0 : corner + 3;
    const ex = turn * (corners[next] - corners[corner]);
    const ey = turn * (corners[next + 1] - corners[corner + 1]);
    const ez = turn * (corners[next + 2] - corners[corner + 2]);
    // Outwards: the triangle lies to the left of its sides.
    let ox = ey * faceNormal[2] - ez * faceNormal[1];
    let oy = ez * faceNormal[0] - ex * faceNormal[2];
    let oz = ex * faceNormal[1] - ey * faceNormal[0];
    const scale = 1 / Math.sqrt(ox * ox + oy * oy + oz * oz);
    ox *= scale;
    oy *= scale;
    oz *= scale;
    against[0] = -ox;
    against[1] = -oy;
    against[2] = -oz;
    measureReachAlong(reach, bodyB, against);
    const depth =
      (corners[corner] - bodyB.x) * ox +
      (corners[corner + 1] - bodyB.y) * oy +
      (corners[corner + 2] - bodyB.z) * oz +
      reach[0];
    if (depth < least) least = depth;
  }
  pairNumbers[LEAST] = least;
}

/** Returns whether the lowest point of the body lies over the triangle. */
function isOver(): boolean {
  measurePointTriangle(nearest, 0, lowestPoint, 0, bodyA.corners, 0);
  const squared = nearest[CLOSEST_SQUARED];
  const low = pairNumbers[LOW];
  const slack = DEEPEST_SLACK * (reaches[0] + reaches[1]);
  // If the nearest point is no farther away than the height over the plane, it lies straight below.
  return squared <= low * low + slack * (slack + 2 * Math.abs(low));
}

/**
 * Writes the points at which the body lies over the triangle, along its normal: those of the face of the body that
 * looks at it, and the lowest one, where that is over the triangle.
 */
export function writeFacePoints(): number {
  startFaceContact();
  if (bodyB.core.form === CORE_BOX) {
    const covered = writeCoveredTriangle(manifold, features, subject!.origin, !atHand.isBehind);
    if (covered >= 0) return keepOpen(covered);
  }
  return keepOpen(writeBodyPoints(manifold, features, subject!.origin, isOver()));
}

/** Writes the contact of the face as it is known: its normal, the lowest point of the body, and how high that is. */
export function startFaceContact(): void {
  const low = pairNumbers[LOW];
  for (let axis = 0; axis < 3; axis++) {
    bodyContact[axis] = faceNormal[axis];
    bodyContact[BODY_CONTACT_A + axis] = lowestPoint[axis] - low * faceNormal[axis];
    bodyContact[BODY_CONTACT_B + axis] = lowestPoint[axis];
  }
  bodyContact[BODY_CONTACT_SEPARATION] = low;
  bodyContact[BODY_CONTACT_LIMIT] = pairNumbers[LIMIT];
}

/** Drops the points of the triangle's face that other seamless colliders cover; returns how many are left. */
export function keepOpen(points: number): number {
  const { seams, origin } = subject!;
  return seams === undefined || points === 0 ? points : seams.keepOpen(points, origin);
}

/** Returns whether one of the points is as low as the lowest of the body. */
export function isLowest(points: number): boolean {
  const limit = pairNumbers[LOW] - (bodyA.rounding + bodyB.rounding) + DEEPEST_SLACK * (reaches[0] + reaches[1]);
  for (let i = 0; i < points; i++) {
    if (manifold[CONTACT_POINTS + CONTACT_POINT_STRIDE * i + CONTACT_SEPARATION] <= limit) return true;
  }
  return false;
}

import { CONTACT_MAX_POINTS } from '../geometry/contact/contact-layout.ts';
import { bodyA } from '../geometry/convex/convex-body.ts';
import { meetRayTriangle, RAY_FRACTION } from '../geometry/ray/cast-ray-triangle.ts';
import { manifold, movePoint } from './emit-contact.ts';
import { neighbour, nextAround, search, searchBox, startInBox } from './surface-neighbours.ts';
import { APART, bodyMiddle, pairNumbers, subject, surfacePoint, writePointOfTriangle } from './surface-pair.ts';

/* Whether the middle of a body that is behind a triangle can see the points at which the triangle is met. */

/** How far inside of the rim of a triangle the line of sight begins, in lengths of APART. */
const INSIDE_RIM = 64;
const inwards = new Float64Array(3);
/** By point of the manifold: the line of sight from it to the middle of the body, and the place it is seen from. */
const SIGHT_STRIDE = 9;
const SEEN = 6;
const sights = new Float64Array(SIGHT_STRIDE * CONTACT_MAX_POINTS);
const rayHit = new Float64Array(7);

/**
 * Drops the points of the manifold that the rest of the surface hides from the middle of the body, which is behind the
 * triangle: the far side of a ridge that the body stands on is not met from below. Returns how many are left.
 */
export function keepSeen(points: number, triangle: number): number {
  if (points === 0) return 0;
  for (let axis = 0; axis < 3; axis++) searchBox[axis] = searchBox[3 + axis] = bodyMiddle[axis];
  for (let i = 0; i < points; i++) writeSight(i);
  const apart = pairNumbers[APART];
  for (let axis = 0; axis < 3; axis++) {
    searchBox[axis] -= apart;
    searchBox[3 + axis] += apart;
  }
  const hidden = findHidden(points, triangle);
  const { seams } = subject!;
  let kept = 0;
  for (let i = 0; i < points; i++) {
    if ((hidden & (1 << i)) !== 0) continue;
    for (let axis = 0; axis < 3; axis++) surfacePoint[axis] = sights[SIGHT_STRIDE * i + SEEN + axis];
    if (seams?.isHidden(surfacePoint) === true) continue;
    movePoint(kept++, i);
  }
  return kept;
}

/**
 * Writes the line of sight from point number i of the manifold to the middle, and grows `searchBox` to hold it. The
 * line begins a little off the triangle and a little inside of its rim, because from a peak one sees down all sides.
 */
function writeSight(i: number): void {
  const apart = pairNumbers[APART];
  const { corners } = bodyA;
  writePointOfTriangle(i);
  let length = 0;
  for (let axis = 0; axis < 3; axis++) {
    inwards[axis] = (corners[axis] + corners[3 + axis] + corners[6 + axis]) / 3 - surfacePoint[axis];
    length += Math.abs(inwards[axis]);
  }
  const share = length > 0 ? Math.min(1, (INSIDE_RIM * apart) / length) : 0;
  const at = SIGHT_STRIDE * i;
  for (let axis = 0; axis < 3; axis++) {
    const from = surfacePoint[axis] + share * inwards[axis];
    sights[at + SEEN + axis] = from;
    sights[at + axis] = from + 2 * apart * manifold[axis];
    sights[at + 3 + axis] = bodyMiddle[axis] - sights[at + axis];
    if (from < searchBox[axis]) searchBox[axis] = from;
    if (from > searchBox[3 + axis]) searchBox[3 + axis] = from;
  }
}

/** Returns a bit for each of the lines of sight that a triangle other than the given one crosses. */
function findHidden(points: number, triangle: number): number {
  const all = (1 << points) - 1;
  let hidden = 0;
  startInBox();
  while (hidden !== all && nextAround()) {
    if (search.triangle === triangle) continue;
    for (let i = 0; i < points; i++) {
      if ((hidden & (1 << i)) !== 0) continue;
      if (meetRayTriangle(rayHit, sights, SIGHT_STRIDE * i, neighbour.corners, 0) && rayHit[RAY_FRACTION] <= 1) {
        hidden |= 1 << i;
      }
    }
  }
  return hidden;
}

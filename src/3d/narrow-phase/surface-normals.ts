import type { ColliderSet } from '../collider-set.ts';
import { CLOSEST_SQUARED, measurePointTriangle } from '../geometry/closest/closest-point-triangle.ts';
import { bodyContact } from '../geometry/contact/body-points.ts';
import { CONTACT_POINT_STRIDE, CONTACT_POINTS, CONTACT_SEPARATION } from '../geometry/contact/contact-layout.ts';
import { bodyA, bodyB, reaches } from '../geometry/convex/convex-body.ts';
import { meetRayTriangle, RAY_FRACTION } from '../geometry/ray/cast-ray-triangle.ts';
import { cutLineBody, lineSpan } from '../geometry/ray/cut-line-body.ts';
import type { RegisteredShape } from '../shapes/registered-shape.ts';
import { manifold, movePoint } from './emit-contact.ts';
import { forgetPlaced } from './placed-triangles.ts';
import { snapSize, snapToEdge, writeHighest } from './snap-to-edge.ts';
import { neighbour, nextAround, search, searchWay, startAround } from './surface-neighbours.ts';
import {
  ADJOINS,
  APART,
  bodyMiddle,
  DEEPEST_SLACK,
  GAP,
  LEANS,
  pairNumbers,
  setSubject,
  subject,
  surfacePoint,
  writePointOfTriangle,
} from './surface-pair.ts';

/*
 * Returns whether the surface has the normal of a contact at the contact's points, which the adjoining triangles
 * decide.
 */

/** The other end of the side that reaches highest. */
const other = new Float64Array(3);
/** A point of the manifold as it was found, on the triangle. */
const beside = new Float64Array(3);
const nearest = new Float64Array(8);
const ray = new Float64Array(6);
const rayHit = new Float64Array(7);

/**
 * Returns whether an adjoining triangle reaches higher along the contact's normal than the highest feature of this
 * triangle, a corner or a side, all along that feature: then the surface has the normal at no point of the triangle.
 * This holds for most triangles inside of a body, and is cheaper to see than making the points.
 */
export function isOutreached(): boolean {
  for (let axis = 0; axis < 3; axis++) manifold[axis] = bodyContact[axis];
  snapSize[0] = reaches[0] + reaches[1] + bodyB.rounding;
  const count = writeHighest(surfacePoint, other, manifold, bodyA.corners);
  if (count > 2) return false;
  const apart = pairNumbers[APART];
  searchWay[0] = searchWay[1] = searchWay[2] = 0;
  startAround();
  while (nextAround()) {
    if (!isHigher(neighbour.corners)) continue;
    measurePointTriangle(nearest, 0, surfacePoint, 0, neighbour.corners, 0);
    if (!(nearest[CLOSEST_SQUARED] <= apart * apart)) continue;
    if (count === 1) return true;
    measurePointTriangle(nearest, 0, other, 0, neighbour.corners, 0);
    if (nearest[CLOSEST_SQUARED] <= apart * apart) return true;
  }
  return false;
}

/**
 * Drops the points of the manifold at which its normal is no normal of the surface; returns how many are left. These
 * lie on the side or the corner that reaches highest along the normal.
 */
export function keepOnSurface(points: number, triangle: number): number {
  const { seams } = subject!;
  let kept = 0;
  snapSize[0] = reaches[0] + reaches[1] + bodyB.rounding;
  for (let i = 0; i < points; i++) {
    const separation = manifold[CONTACT_POINTS + CONTACT_POINT_STRIDE * i + CONTACT_SEPARATION];
    pairNumbers[GAP] = separation + bodyA.rounding + bodyB.rounding;
    writePointOfTriangle(i);
    for (let axis = 0; axis < 3; axis++) beside[axis] = surfacePoint[axis];
    if (!snapToEdge(surfacePoint, manifold, bodyA.corners, 3) || !isNormalAt() || isCovered(triangle)) continue;
    if (seams !== undefined && !seams.isNormalAt(surfacePoint)) continue;
    movePoint(kept, i);
    liftPoint(CONTACT_POINTS + CONTACT_POINT_STRIDE * kept++);
  }
  return kept;
}

/**
 * Brings a point of the manifold from `beside` to `surfacePoint`, if that is higher by more than rounding: beside its
 * side, the triangle does not have the normal. The separation stays as it was.
 */
function liftPoint(at: number): void {
  let up = 0;
  for (let axis = 0; axis < 3; axis++) up += (surfacePoint[axis] - beside[axis]) * manifold[axis];
  if (!(up > DEEPEST_SLACK * snapSize[0])) return;
  const above = bodyA.rounding + 0.5 * manifold[at + CONTACT_SEPARATION];
  for (let axis = 0; axis < 3; axis++) {
    manifold[at + axis] = subject!.origin[axis] + surfacePoint[axis] + above * manifold[axis];
  }
}

/**
 * Returns whether the surface has the manifold's normal at `surfacePoint`: whether no part of the surface there lies
 * higher along it. Some points of a contact along an edge may lie on the triangle beside the edge.
 */
function isNormalAt(): boolean {
  const apart = pairNumbers[APART];
  searchWay[0] = searchWay[1] = searchWay[2] = 0;
  startAround();
  while (nextAround()) {
    if (!isHigher(neighbour.corners)) continue;
    measurePointTriangle(nearest, 0, surfacePoint, 0, neighbour.corners, 0);
    if (nearest[CLOSEST_SQUARED] <= apart * apart) return false;
  }
  return true;
}

/**
 * Returns whether a surface has a normal at a point of one of its triangles (`corners`), the radius around the surface
 * left out. `apart[0]` is the largest gap between triangles that count as adjoining. All is relative to `origin`.
 */
export function isNormalOfSurface(
  set: ColliderSet,
  slot: number,
  shape: RegisteredShape,
  origin: Float64Array,
  at: Float64Array,
  along: Float64Array,
  apart: Float64Array,
  corners: Float64Array,
): boolean {
  setSubject(set, slot, shape, origin, undefined, undefined);
  forgetPlaced();
  for (let axis = 0; axis < 3; axis++) {
    surfacePoint[axis] = at[axis];
    manifold[axis] = along[axis];
  }
  pairNumbers[APART] = apart[0];
  // Triangles that adjoin the point are looked for within this part of the size.
  snapSize[0] = apart[0] / ADJOINS;
  return snapToEdge(surfacePoint, manifold, corners, 3) && isNormalAt();
}

/** Returns whether a corner of a triangle lies higher than `surfacePoint` along a direction, by more than rounding. */
function isHigher(corners: Float64Array): boolean {
  const nx = manifold[0];
  const ny = manifold[1];
  const nz = manifold[2];
  const apart = pairNumbers[APART];
  for (let corner = 0; corner < 9; corner += 3) {
    const x = corners[corner] - surfacePoint[0];
    const y = corners[corner + 1] - surfacePoint[1];
    const z = corners[corner + 2] - surfacePoint[2];
    const up = x * nx + y * ny + z * nz;
    if (up > apart && up * up > LEANS * LEANS * (x * x + y * y + z * z)) return true;
  }
  return false;
}

/**
 * Returns whether another sheet of the surface lies between `surfacePoint` and the body, straight along the normal:
 * between it and the core, where these are apart by `pairNumbers[GAP]`, or else in the core, as far up as its middle
 * is.
 */
function isCovered(triangle: number): boolean {
  const nx = manifold[0];
  const ny = manifold[1];
  const nz = manifold[2];
  const apart = pairNumbers[APART];
  let up = pairNumbers[GAP];
  if (up <= 0) {
    up =
      (bodyMiddle[0] - surfacePoint[0]) * nx +
      (bodyMiddle[1] - surfacePoint[1]) * ny +
      (bodyMiddle[2] - surfacePoint[2]) * nz;
    if (!(up > 2 * apart)) return false;
    // The line of sight ends where the core of the body begins.
    const cut = cutLineBody(bodyB, surfacePoint, manifold);
    if (!cut || !(lineSpan[0] <= up && lineSpan[1] >= 0)) return false;
    if (lineSpan[1] < up) up = lineSpan[1];
  }
  if (!(up > 2 * apart)) return false;
  searchWay[0] = up * nx;
  searchWay[1] = up * ny;
  searchWay[2] = up * nz;
  startAround();
  for (let axis = 0; axis < 3; axis++) {
    ray[axis] = surfacePoint[axis] + apart * manifold[axis];
    ray[3 + axis] = (up - 2 * apart) * manifold[axis];
  }
  return isCrossed(triangle);
}

/** Returns whether one of the triangles that have been looked for, other than the given one, crosses `ray`. */
function isCrossed(triangle: number): boolean {
  while (nextAround()) {
    if (search.triangle === triangle) continue;
    if (meetRayTriangle(rayHit, ray, 0, neighbour.corners, 0) && rayHit[RAY_FRACTION] <= 1) return true;
  }
  return false;
}

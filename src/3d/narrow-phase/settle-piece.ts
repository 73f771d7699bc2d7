import { reserve } from '../../core/typed-array.ts';
import { isNearCore } from '../geometry/closest/is-near-core.ts';
import {
  BODY_CONTACT_A,
  BODY_CONTACT_B,
  BODY_CONTACT_LIMIT,
  BODY_CONTACT_SEPARATION,
  bodyContact,
  writeBodyPoints,
} from '../geometry/contact/body-points.ts';
import {
  CONTACT_MAX_POINTS,
  CONTACT_POINT_STRIDE,
  CONTACT_POINTS,
  CONTACT_SEPARATION,
} from '../geometry/contact/contact-layout.ts';
import {
  bodyA,
  bodyB,
  ConvexBody,
  measureReaches,
  reaches,
  writeBodyMiddle,
  writeBodySupport,
} from '../geometry/convex/convex-body.ts';
import { PLANE_STRIDE } from '../geometry/convex/convex-hull.ts';
import { cutLineBody, lineSpan } from '../geometry/ray/cut-line-body.ts';
import { sphereCore } from '../shapes/sphere-core.ts';
import { triangleCore, writeTriangleNormal } from '../shapes/triangle-core.ts';
import { features, manifold, movePoint } from './emit-contact.ts';
import { isNormalOfOwnFace, type Seams, seamApart, seamMiddle, seamNormal, seamPoint } from './seams.ts';

/*
 * Contacts of a body with one convex piece of a seamless surface, both collided as if the piece were alone: only
 * contacts that the union of all pieces has are kept. Where there are none, the contact is with one face of the piece:
 * of the faces that are in the open where the body is over them, the face by which the body leaves by the shortest way.
 */

/**
 * The gap up to which pieces still adjoin, and the height up to which a step counts as none, as a share of the body's
 * size.
 */
const ADJOINS = 1e-6;
/** The same gap as a share of a triangle's size: corners that are stored as f32 are rounded to 2^−24 of it. */
const ADJOINS_ROUNDING = 2 ** -22;
/** Share of the size by which a point may lie beside a face and still be on it. */
const ON_FACE = 1e-10;
/** Sine up to which a translation runs along a face. */
const ALONG = 1e-9;

const NONE = -1;
const against = new Float64Array(3);
const lowest = new Float64Array(3);
const onPlane = new Float64Array(3);
const wanted = new Float64Array(3);
const chosen = new Float64Array(3);
const foot = /* @__PURE__ */ new ConvexBody();
/** The largest separation of cores that counts, and how high the core of the body is above a face. */
const numbers = new Float64Array(2);
const LIMIT = 0;
const HEIGHT = 1;
/** By face of the piece: how high the core of the body is above it, negative where it is below. */
let heights = new Float64Array(16);
/** The points on the core of the piece, `x y z` each, at which it is met as if it were alone. */
const met = new Float64Array(3 * CONTACT_MAX_POINTS);
const shadow = new Float64Array(3);
/** How far beside the face `shadow` may lie. */
const beside = new Float64Array(1);

/** The result of `settlePiece` when it has changed nothing. */
export const UNCHANGED = -1;

/**
 * Writes the middle of the body in `bodyB` to `seamMiddle`, and the gap up to which pieces that this body meets adjoin
 * the piece in `bodyA`.
 */
export function writeSeamBody(isTriangle: boolean): void {
  writeBodyMiddle(seamMiddle, bodyB);
  // A triangle has no place of its own.
  if (bodyB.core === triangleCore) {
    const { corners } = bodyB;
    for (let axis = 0; axis < 3; axis++) seamMiddle[axis] = (corners[axis] + corners[3 + axis] + corners[6 + axis]) / 3;
  }
  measureReaches();
  seamApart[0] = ADJOINS * (reaches[1] + bodyB.rounding);
  if (isTriangle) seamApart[0] += ADJOINS_ROUNDING * reaches[0];
}

/** Writes point number i of the current manifold, on the surface of the piece that the normal leads away from. */
function writeSeamPoint(i: number, origin: Float64Array): void {
  const from = CONTACT_POINTS + CONTACT_POINT_STRIDE * i;
  const back = 0.5 * manifold[from + CONTACT_SEPARATION];
  for (let axis = 0; axis < 3; axis++) {
    seamPoint[axis] = manifold[from + axis] - origin[axis] - back * manifold[axis];
  }
}

/**
 * Drops the points of the current manifold at which its normal, from the piece in `bodyA` to the body, is no normal of
 * the union; `isFace` says that the piece has a face of this normal. Returns how many are left: if none is, but the
 * middle of the points is in the open, the middle is kept.
 */
export function keepOpenPoints(seams: Seams, points: number, origin: Float64Array, isFace: boolean): number {
  for (let axis = 0; axis < 3; axis++) seamNormal[axis] = manifold[axis];
  let kept = 0;
  const deepest = isFace ? NONE : deepestPoint(points);
  for (let i = 0; i < points; i++) {
    writeSeamPoint(i, origin);
    const isOpen = isFace ? seams.isNormalOfFace(bodyA) : seams.isNormal(bodyA);
    // A normal that no face has is met at the deepest point alone: the other points only lie over each other along it.
    if (!isOpen && i === deepest) return 0;
    if (isOpen) movePoint(kept++, i);
  }
  if (kept > 0 || points < 2 || !isFace) return kept;
  for (let k = 0; k < CONTACT_POINT_STRIDE; k++) {
    let sum = 0;
    for (let i = 0; i < points; i++) sum += manifold[CONTACT_POINTS + CONTACT_POINT_STRIDE * i + k];
    manifold[CONTACT_POINTS + k] = sum / points;
  }
  writeSeamPoint(0, origin);
  return seams.isNormalOfFace(bodyA) ? 1 : 0;
}

/** Returns which point of the current manifold has the least separation. */
function deepestPoint(points: number): number {
  let deepest = 0;
  for (let i = 1; i < points; i++) {
    const at = CONTACT_POINTS + CONTACT_POINT_STRIDE * i + CONTACT_SEPARATION;
    if (manifold[at] < manifold[CONTACT_POINTS + CONTACT_POINT_STRIDE * deepest + CONTACT_SEPARATION]) deepest = i;
  }
  return deepest;
}

/**
 * Settles the current manifold of the piece in `bodyA`, with `points` points, with the body in `bodyB`, both relative
 * to `origin`: returns `UNCHANGED`, or how many points it has now. `seams` has begun with the piece.
 */
export function settlePiece(seams: Seams, points: number, origin: Float64Array, margin: Float64Array): number {
  writeSeamBody(false);
  for (let axis = 0; axis < 3; axis++) seamNormal[axis] = manifold[axis];
  const isFace = isNormalOfOwnFace(bodyA);
  for (let i = 0; i < points; i++) {
    writeSeamPoint(i, origin);
    for (let axis = 0; axis < 3; axis++) met[3 * i + axis] = seamPoint[axis] - bodyA.rounding * manifold[axis];
  }
  const kept = keepOpenPoints(seams, points, origin, isFace);
  if (kept === points) return UNCHANGED;
  if (kept > 0) return kept;
  numbers[LIMIT] = margin[0] + (bodyA.rounding + bodyB.rounding);
  return collideOpenFace(seams, origin, isFace ? 0 : points);
}

/**
 * Writes the contact with the open face that the body leaves by the shortest way; returns how many points it has. If
 * the piece does not contain the middle of the body, only the faces that look at the middle count, so that nothing is
 * pushed through a piece. `points` is how many points there are in `met`.
 */
function collideOpenFace(seams: Seams, origin: Float64Array, points: number): number {
  const faces = bodyA.hull === undefined ? 6 : bodyA.hull.faceCount;
  heights = reserve(heights, faces);
  let isOutside = false;
  for (let i = 0; i < faces; i++) {
    heights[i] = -Infinity;
    writeFaceNormal(i);
    if (!isNormalOfOwnFace(bodyA)) continue;
    writeBodySupport(onPlane, 0, bodyA, seamNormal);
    measureHeight();
    heights[i] = numbers[HEIGHT];
    if (heights[i] > numbers[LIMIT]) return 0;
    isOutside ||= isMiddleAbove();
  }
  for (let tried = 0; tried < faces; tried++) {
    let best = -1;
    for (let i = 0; i < faces; i++) if (heights[i] > -Infinity && (best < 0 || heights[i] > heights[best])) best = i;
    if (best < 0) return 0;
    writeFaceNormal(best);
    writeBodySupport(onPlane, 0, bodyA, seamNormal);
    if (!isOutside || isMiddleAbove()) {
      numbers[HEIGHT] = heights[best];
      const over = writeFaceContact(origin);
      const kept = keepOpenPoints(seams, over > 0 ? over : writeMetPoints(points, origin), origin, true);
      if (kept > 0) return kept;
    }
    heights[best] = -Infinity;
  }
  return 0;
}

/**
 * Finds the face of the piece in `bodyA` that `seamPoint` lies on, which is in the open there and faces a translation:
 * of several such faces, the one that looks most along `seamNormal`. Writes its normal to `seamNormal`; returns whether
 * there is one.
 */
export function findFacing(seams: Seams, translation: Float64Array): boolean {
  const faces = bodyA.core === triangleCore ? 2 : bodyA.hull === undefined ? 6 : bodyA.hull.faceCount;
  let length = 0;
  for (let axis = 0; axis < 3; axis++) {
    wanted[axis] = seamNormal[axis];
    length += Math.abs(translation[axis]);
  }
  let most = -Infinity;
  for (let i = 0; i < faces; i++) {
    writeFaceNormal(i);
    let down = 0;
    let facing = 0;
    for (let axis = 0; axis < 3; axis++) {
      down += translation[axis] * seamNormal[axis];
      facing += wanted[axis] * seamNormal[axis];
    }
    // A body that only runs along a face has met the surface before.
    if (!(down < -ALONG * length && facing > most) || !isNormalOfOwnFace(bodyA)) continue;
    writeBodySupport(onPlane, 0, bodyA, seamNormal);
    let above = -bodyA.rounding;
    for (let axis = 0; axis < 3; axis++) above += (seamPoint[axis] - onPlane[axis]) * seamNormal[axis];
    if (!(Math.abs(above) <= seamApart[0]) || !seams.isNormalOfFace(bodyA)) continue;
    most = facing;
    for (let axis = 0; axis < 3; axis++) chosen[axis] = seamNormal[axis];
  }
  for (let axis = 0; axis < 3; axis++) seamNormal[axis] = chosen[axis];
  return most > -Infinity;
}

/**
 * Writes the normal of face number `i` of the piece to `seamNormal`. A piece without a hull has six candidates, along
 * its axes, not all of which need to be normals of a face.
 */
function writeFaceNormal(i: number): void {
  const { hull, axes: m } = bodyA;
  if (bodyA.core === triangleCore) {
    writeTriangleNormal(seamNormal, bodyA.corners);
    if (i === 1) for (let k = 0; k < 3; k++) seamNormal[k] = 0 - seamNormal[k];
  } else if (hull === undefined) {
    const side = (i & 1) === 0 ? 1 : -1;
    for (let k = 0; k < 3; k++) seamNormal[k] = 0 + side * m[3 * (i >> 1) + k];
  } else {
    const plane = PLANE_STRIDE * i;
    for (let k = 0; k < 3; k++) {
      seamNormal[k] = m[k] * hull.planes[plane] + m[3 + k] * hull.planes[plane + 1] + m[6 + k] * hull.planes[plane + 2];
    }
  }
}

/** Writes the lowest point of the body's core along `seamNormal`, and how high it is above the plane. */
function measureHeight(): void {
  for (let axis = 0; axis < 3; axis++) against[axis] = -seamNormal[axis];
  writeBodySupport(lowest, 0, bodyB, against);
  let height = 0;
  for (let axis = 0; axis < 3; axis++) height += (lowest[axis] - onPlane[axis]) * seamNormal[axis];
  numbers[HEIGHT] = height;
}

/** Returns whether the middle of the body is above the plane of a face, whose normal is `seamNormal`. */
function isMiddleAbove(): boolean {
  let height = 0;
  for (let axis = 0; axis < 3; axis++) height += (seamMiddle[axis] - onPlane[axis]) * seamNormal[axis];
  return height > bodyA.rounding;
}

/** Writes the contact along `seamNormal`, which is the normal of a face of the piece, as the current manifold. */
function writeFaceContact(origin: Float64Array): number {
  const height = numbers[HEIGHT];
  for (let axis = 0; axis < 3; axis++) against[axis] = -seamNormal[axis];
  writeBodySupport(lowest, 0, bodyB, against);
  for (let axis = 0; axis < 3; axis++) {
    bodyContact[axis] = seamNormal[axis];
    bodyContact[BODY_CONTACT_A + axis] = lowest[axis] - height * seamNormal[axis];
    bodyContact[BODY_CONTACT_B + axis] = lowest[axis];
  }
  bodyContact[BODY_CONTACT_SEPARATION] = height;
  bodyContact[BODY_CONTACT_LIMIT] = numbers[LIMIT];
  for (let axis = 0; axis < 3; axis++) shadow[axis] = bodyContact[BODY_CONTACT_A + axis];
  return writeBodyPoints(manifold, features, origin, isShadowOnPiece());
}

/** Returns whether `shadow`, a point on the plane of a face, lies on the core of the piece. */
function isShadowOnPiece(): boolean {
  foot.core = sphereCore;
  foot.x = shadow[0];
  foot.y = shadow[1];
  foot.z = shadow[2];
  measureReaches();
  beside[0] = ON_FACE * (reaches[0] + reaches[1]);
  return isNearCore(foot, bodyA, beside);
}

/**
 * Writes the contact along `seamNormal` where the face of the body that looks at the face of the piece is not over it,
 * but another part of the body is: at the points of `met`, as deep as the core of the body is below the face there.
 * Returns how many points it has.
 */
function writeMetPoints(points: number, origin: Float64Array): number {
  const rounding = bodyA.rounding + bodyB.rounding;
  let count = 0;
  for (let i = 0; i < points; i++) {
    let up = 0;
    for (let axis = 0; axis < 3; axis++) up += (onPlane[axis] - met[3 * i + axis]) * seamNormal[axis];
    for (let axis = 0; axis < 3; axis++) shadow[axis] = met[3 * i + axis] + up * seamNormal[axis];
    if (!isShadowOnPiece() || !cutLineBody(bodyB, shadow, seamNormal) || !(lineSpan[0] <= 0)) continue;
    const low = lineSpan[0];
    const middle = 0.5 * (low + bodyA.rounding - bodyB.rounding);
    const at = CONTACT_POINTS + CONTACT_POINT_STRIDE * count;
    for (let axis = 0; axis < 3; axis++) {
      manifold[axis] = seamNormal[axis];
      manifold[at + axis] = origin[axis] + shadow[axis] + middle * seamNormal[axis];
    }
    manifold[at + CONTACT_SEPARATION] = low - rounding;
    features[count++] = i;
  }
  return count;
}

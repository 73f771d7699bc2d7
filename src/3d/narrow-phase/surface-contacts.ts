import type { IndexList } from '../../core/index-list.ts';
import type { ColliderSet } from '../collider-set.ts';
import { BODY_RADIUS, BODY_STRIDE } from '../geometry/body-pose.ts';
import {
  BODY_CONTACT_A,
  BODY_CONTACT_SEPARATION,
  bodyContact,
  writeBodyPoint,
  writeBodyPoints,
} from '../geometry/contact/body-points.ts';
import { CONTACT_POINT_STRIDE, CONTACT_POINTS, CONTACT_SEPARATION } from '../geometry/contact/contact-layout.ts';
import { findTriangleAxis } from '../geometry/contact/find-triangle-axis.ts';
import { ON_TRIANGLE, TRIANGLE_APART, TRIANGLE_FOUND, TRIANGLE_UNKNOWN } from '../geometry/contact/triangle-axis.ts';
import {
  bodyA,
  bodyB,
  CORE_SPHERE,
  measureReaches,
  polishOfPair,
  reaches,
  writeBodyMiddle,
  writeBodySupport,
} from '../geometry/convex/convex-body.ts';
import { coldGjkCache } from '../geometry/convex/gjk.ts';
import { createEpaReport, findPenetration } from '../geometry/convex/penetration-epa.ts';
import { cutLineBody, lineSpan } from '../geometry/ray/cut-line-body.ts';
import type { RegisteredShape } from '../shapes/registered-shape.ts';
import type { Surface } from '../shapes/surface.ts';
import { triangleCore, writeTriangleNormal } from '../shapes/triangle-core.ts';
import { setBodyBox } from './body-box.ts';
import { features, manifold, movePoint } from './emit-contact.ts';
import { wholeMiddle } from './pair-origin.ts';
import { loadPlaced, missesPlaced, placeTriangles } from './placed-triangles.ts';
import { isPartedByNeighbour } from './surface-edges.ts';
import { isLowest, keepOpen, measureTriangleAlong, startFaceContact, writeFacePoints } from './surface-face.ts';
import { collideInside, isInside } from './surface-inside.ts';
import { isOutreached, keepOnSurface } from './surface-normals.ts';
import {
  ADJOINS,
  ADJOINS_ROUNDING,
  APART,
  atHand,
  bodyMiddle,
  DEEPEST_SLACK,
  faceNormal,
  HEIGHT,
  LEANS,
  LEAST,
  LIMIT,
  LOW,
  lowestPoint,
  pairNumbers,
  setSubject,
  subject,
} from './surface-pair.ts';
import { addToPatch, clearUntouched } from './surface-patches.ts';
import type { SurfaceSeams } from './surface-seams.ts';
import { keepSeen } from './surface-sight.ts';

/*
 * Contacts of a convex body with the triangles of a surface.
 *
 * A contact's normal must be one that the surface, the union of its triangles, has at the contact's point. In the
 * middle of a triangle there is one, on the side on which the middle of the body is. On an edge or in a corner there is
 * a cone of them: of all directions along which nothing of the surface at that point lies higher than the point. The
 * triangles at a point are found by a search around it, not by shared vertices. So there is no edge to be met where a
 * surface goes on, whether its triangles share vertices, only have some at the same places, or meet in T-junctions.
 *
 * For each triangle the direction of least overlap is searched, as for two convex bodies. If it is no normal of the
 * surface at the point, only the face of the triangle counts: the contact is where the body lies over the triangle,
 * along the triangle's own normal, which the surface has everywhere on the triangle. Where the way out through the face
 * of an adjoining triangle is much shorter, there is no contact, because the adjoining triangle has one. A body that
 * overlaps a surface always has a contact: if these rules leave it with none, the contacts that were left out count
 * after all, or else the contact with the nearest triangle.
 */

/** Cosine from which the direction of least overlap is the triangle's normal. */
const IS_FACE = 1 - 1e-12;
/** The triangle's normal is certain where a body is this many times deeper along the triangle than across it. */
const CLEARLY_LESS = 2;
/** Share of the size of a pair to which the depth of curved bodies is computed. */
const DEPTH_TOLERANCE = 1e-10;
const report = /* @__PURE__ */ createEpaReport();
/** The vector opposite to the triangle's normal. */
const against = new Float64Array(3);
/** The point of the triangle that is deepest in the body. */
const common = new Float64Array(3);
/** The length up to which a way out through an adjoining face counts instead of the one along the triangle's normal. */
const most = new Float64Array(1);
/**
 * The separation of the two cores along the axis between them. It is in an array because V8 may put a number that
 * is given to a function on the heap.
 */
const apartBy = new Float64Array(1);
/**
 * `leavesOut`: whether a triangle has no contact where `isPartedByNeighbour` is true, or where the surface has none of
 * the normals that it could have. `hasLeftOut`: whether this was so of a triangle of the current surface.
 */
const strict = { leavesOut: true, hasLeftOut: false };
/** The least gap between the core of the body and a triangle that was left out: zero where these overlap. */
const leastGap = new Float64Array(1);

/**
 * Adds to the patches the contacts of the body in `bodyB`, number `other` of its collider, with some triangles of a
 * surface, up to a margin. Both stand relative to `origin`. `worldBox` of find-children.ts is that of the body, and
 * `seams` knows the colliders that are one surface with this one, if it is seamless.
 */
export function collideTriangles(
  set: ColliderSet,
  slot: number,
  shape: RegisteredShape,
  triangles: IndexList,
  other: number,
  origin: Float64Array,
  margin: Float64Array,
  seams: SurfaceSeams | undefined,
): void {
  const surface = shape.surface!;
  setSubject(set, slot, shape, origin, seams?.begin(origin) === true ? seams : undefined, triangles);
  if (bodyB.core === triangleCore) writeMiddleOfTriangle(surface.solid);
  else writeBodyMiddle(bodyMiddle, bodyB);
  if (surface.solid && isInside(set, slot, shape, origin)) {
    collideInside(other, margin);
    return;
  }
  placeTriangles(set, slot, shape, triangles, origin);
  const rounding = set.poses[BODY_STRIDE * slot + BODY_RADIUS];
  pairNumbers[LIMIT] = margin[0] + (rounding + bodyB.rounding);
  setBodyBox(bodyB, pairNumbers);
  strict.hasLeftOut = false;
  if (strict.leavesOut) leastGap[0] = Infinity;
  for (let i = 0; i < triangles.count; i++) {
    if (missesPlaced(i)) continue;
    const triangle = triangles.items[i];
    bodyA.rounding = rounding;
    loadPlaced(bodyA, i);
    atHand.place = i;
    measureReaches();
    pairNumbers[APART] = ADJOINS * (reaches[1] + bodyB.rounding) + ADJOINS_ROUNDING * reaches[0];
    const count = collideTriangle(surface, triangle);
    if (count > 0) addToPatch(triangle, other, count);
  }
  if (!strict.hasLeftOut || !strict.leavesOut || !clearUntouched(other)) return;
  // The body touches no triangle, although some were left out because an adjoining triangle should have had the contact
  // instead. That triangle had none: another sheet of the surface hides it, or rounding decided that each of several
  // adjoining triangles leaves the contact to another. The second pass gives the contact to the nearest of them.
  strict.leavesOut = false;
  collideTriangles(set, slot, shape, triangles, other, origin, margin, seams);
  strict.leavesOut = true;
}

/**
 * Writes the middle of a body that is a triangle of another surface. A solid can tell for each triangle whether it is
 * inside, so the triangle's own middle decides: the middle of a ring around a post is inside of the post. A surface
 * that is no solid has no inside. There the middle of the whole other surface decides, as small triangles that have
 * passed through would be pushed on if their own middles decided.
 */
function writeMiddleOfTriangle(isSolid: boolean): void {
  const { corners } = bodyB;
  for (let axis = 0; axis < 3; axis++) {
    bodyMiddle[axis] = isSolid ? (corners[axis] + corners[3 + axis] + corners[6 + axis]) / 3 : wholeMiddle[axis];
  }
}

/** Writes the contact of the body with the triangle in `bodyA` as the current manifold; returns how many points. */
function collideTriangle(surface: Surface, triangle: number): number {
  const { corners } = bodyA;
  writeTriangleNormal(faceNormal, corners);
  const height =
    (bodyMiddle[0] - corners[0]) * faceNormal[0] +
    (bodyMiddle[1] - corners[1]) * faceNormal[1] +
    (bodyMiddle[2] - corners[2]) * faceNormal[2];
  const isBehind = height < 0;
  if (isBehind && surface.oneSided) return 0;
  atHand.isBehind = isBehind;
  pairNumbers[HEIGHT] = Math.abs(height);
  // For a triangle of another mesh the middle is that of its whole mesh, which may be far away: it does not tell on
  // which side of the surface the triangle is.
  const isAsked = isBehind && bodyB.core !== triangleCore;
  if (isBehind) for (let axis = 0; axis < 3; axis++) faceNormal[axis] = -faceNormal[axis];
  const nx = faceNormal[0];
  const ny = faceNormal[1];
  const nz = faceNormal[2];
  for (let axis = 0; axis < 3; axis++) against[axis] = -faceNormal[axis];
  writeBodySupport(lowestPoint, 0, bodyB, against);
  const low =
    (lowestPoint[0] - corners[0]) * nx + (lowestPoint[1] - corners[1]) * ny + (lowestPoint[2] - corners[2]) * nz;
  // False for a triangle without area, too, which has no normal.
  if (!(low <= pairNumbers[LIMIT]) || (nx === 0 && ny === 0 && nz === 0)) return 0;
  pairNumbers[LOW] = low;
  if (bodyB.core.form === CORE_SPHERE) {
    const points = collideSphere(triangle, surface);
    return isAsked ? keepSeen(points, triangle) : points;
  }
  if (bodyB.core === triangleCore && isBelow()) return 0;
  measureTriangleAlong();
  const least = pairNumbers[LEAST];
  if (-least > pairNumbers[LIMIT]) return 0;
  let points = 0;
  // The face alone decides if the body is above the plane, or if no way out at the sides of the triangle is clearly
  // shorter than the one through the plane. A triangle of another surface may be below the plane without crossing this
  // one: it has no inside that would reach up to it.
  if (low >= 0 || (least >= CLEARLY_LESS * -low && bodyB.core !== triangleCore)) {
    points = writeFacePoints();
    if (points > 0 && !isLowest(points)) points = 0;
  }
  if (points === 0) points = collideByLeastOverlap(triangle, surface);
  return isAsked ? keepSeen(points, triangle) : points;
}

/**
 * Rounding, as a share of a pair's size: a triangle has to be that much farther below another one than contacts count.
 */
const BELOW_SLACK = 1e-9;

/**
 * Returns whether all of a triangle of another surface is below the plane of the current triangle, and too far to
 * count.
 */
function isBelow(): boolean {
  const { corners } = bodyB;
  const from = bodyA.corners;
  const nx = faceNormal[0];
  const ny = faceNormal[1];
  const nz = faceNormal[2];
  const most = -pairNumbers[LIMIT] - BELOW_SLACK * (reaches[0] + reaches[1]);
  for (let corner = 0; corner < 9; corner += 3) {
    const x = corners[corner] - from[0];
    const y = corners[corner + 1] - from[1];
    const z = corners[corner + 2] - from[2];
    if (x * nx + y * ny + z * nz >= most) return false;
  }
  return true;
}

/**
 * Does what `collideTriangle` does for a sphere, which meets the triangle at its nearest point: no other triangles of
 * the surface have to be asked where that lies inside of the triangle.
 */
function collideSphere(triangle: number, surface: Surface): number {
  startFaceContact();
  const found = findTriangleAxis();
  if (found !== TRIANGLE_FOUND) return 0;
  const along = bodyContact[0] * faceNormal[0] + bodyContact[1] * faceNormal[1] + bodyContact[2] * faceNormal[2];
  const points = writeBodyPoint(manifold, features, subject!.origin);
  if (along >= IS_FACE) return keepOpen(points);
  apartBy[0] = bodyContact[BODY_CONTACT_SEPARATION];
  const kept = keepOnSurface(points, triangle);
  return kept > 0 || isLeftOut(surface, false) ? kept : points;
}

/**
 * Notes that a triangle which touches the body has no contact with it. Returns false where it gets one all the same:
 * where the body has touched nothing, and no triangle that was left out is nearer. `isFace`: the axis between the two
 * is the triangle's normal.
 */
function isLeftOut(surface: Surface, isFace: boolean): boolean {
  const gap = Math.max(0, apartBy[0]);
  if (gap > bodyA.rounding + bodyB.rounding || bodyB.core === triangleCore || subject!.seams !== undefined) return true;
  // A body behind a one-sided triangle does not touch the surface, not even at the edge that this triangle shares with
  // one in front of the body.
  if (surface.oneSided && !isFace && gap > ON_TRIANGLE * (reaches[0] + reaches[1])) return true;
  if (!strict.leavesOut) return gap > leastGap[0];
  strict.hasLeftOut = true;
  if (gap < leastGap[0]) leastGap[0] = gap;
  return true;
}

/**
 * Writes the contact along the direction of least overlap or, if the surface does not have this normal, along the
 * normal of the face; returns the number of points.
 */
function collideByLeastOverlap(triangle: number, surface: Surface): number {
  startFaceContact();
  const found = findTriangleAxis();
  if (found === TRIANGLE_APART) return 0;
  if (found === TRIANGLE_UNKNOWN) {
    report.tolerance = DEPTH_TOLERANCE * (reaches[0] + reaches[1]);
    findPenetration(bodyContact, 0, bodyA, bodyB, coldGjkCache(), report, polishOfPair());
    bodyContact[BODY_CONTACT_SEPARATION] = -report.depth;
  }
  const separation = bodyContact[BODY_CONTACT_SEPARATION];
  if (!(separation <= pairNumbers[LIMIT])) return 0;
  for (let axis = 0; axis < 3; axis++) common[axis] = bodyContact[BODY_CONTACT_A + axis];
  const along = bodyContact[0] * faceNormal[0] + bodyContact[1] * faceNormal[1] + bodyContact[2] * faceNormal[2];
  const isConvex = bodyB.core !== triangleCore;
  // Between cores that are apart there is only one direction, so it counts even if it leans to the back of the
  // triangle. A body whose core overlaps must not be pushed through the triangle, so the
  // direction counts only if the push leaves the body's middle on the side of the triangle where it is.
  if (
    along < IS_FACE &&
    (along > -LEANS || separation > 0 || (isConvex && pairNumbers[HEIGHT] > along * separation)) &&
    !isOutreached() &&
    (surface.solid || !isAwayFromMiddle())
  ) {
    const points = keepOnSurface(writeBodyPoints(manifold, features, subject!.origin), triangle);
    if (points > 0) return points;
  }
  // A wall that ends just inside of a body which rests on the wall's edge would push the body aside by all of its
  // width.
  if (separation < 0 && pairNumbers[LOW] < CLEARLY_LESS * separation && isConvex) {
    most[0] = -pairNumbers[LOW] / CLEARLY_LESS;
    if (isPartedByNeighbour(surface, common, most)) {
      strict.hasLeftOut = true;
      if (strict.leavesOut) return 0;
    }
  }
  apartBy[0] = separation;
  if (separation > 0 && !strict.leavesOut && !isLeftOut(surface, along >= IS_FACE)) {
    return writeBodyPoints(manifold, features, subject!.origin);
  }
  let points = writeFacePoints();
  if (separation > 0) points = keepAbove(points);
  if (separation < 0) return points > 0 ? points : writeCommonPoint();
  if (isTouching(points) || isLeftOut(surface, along >= IS_FACE)) return points;
  return writeCommonPoint();
}

/** Returns whether one of the points of the manifold touches. */
function isTouching(points: number): boolean {
  for (let i = 0; i < points; i++) {
    if (manifold[CONTACT_POINTS + CONTACT_POINT_STRIDE * i + CONTACT_SEPARATION] <= 0) return true;
  }
  return false;
}

/**
 * Returns whether the direction in `bodyContact` leads away from the middle of the surface that the body is a triangle
 * of: the direction may be the normal of a neighbour's face, from whose back that middle looks.
 */
function isAwayFromMiddle(): boolean {
  if (bodyB.core !== triangleCore) return false;
  let ahead = 0;
  for (let axis = 0; axis < 3; axis++) ahead += bodyContact[axis] * (bodyMiddle[axis] - common[axis]);
  return ahead < 0;
}

/**
 * Drops the points of the triangle's face that are less apart than the two cores, `apartBy[0]`: there a part of the
 * body has passed beside the triangle, and lies below it without touching it. Returns how many points are left.
 */
function keepAbove(points: number): number {
  const least = apartBy[0] - (bodyA.rounding + bodyB.rounding) - DEEPEST_SLACK * (reaches[0] + reaches[1]);
  let kept = 0;
  for (let i = 0; i < points; i++) {
    if (manifold[CONTACT_POINTS + CONTACT_POINT_STRIDE * i + CONTACT_SEPARATION] >= least) movePoint(kept++, i);
  }
  return kept;
}

/**
 * Writes the contact at the point of the triangle that is deepest in the core of the body, along the triangle's normal,
 * as far as the core reaches below it: where the face of the body that looks at the triangle is not over it. The point
 * may lie on the rim of the core, where the line along the normal misses the core by rounding. The depth is at least
 * that of the least overlap, `-apartBy[0]`, because no shorter way parts the two.
 */
function writeCommonPoint(): number {
  const { origin } = subject!;
  const cut = cutLineBody(bodyB, common, faceNormal);
  const depth = Math.max(0, -apartBy[0], cut ? -lineSpan[0] : 0);
  const rounding = bodyA.rounding + bodyB.rounding;
  const up = 0.5 * (bodyA.rounding - bodyB.rounding - depth);
  for (let axis = 0; axis < 3; axis++) {
    manifold[axis] = faceNormal[axis];
    manifold[CONTACT_POINTS + axis] = origin[axis] + common[axis] + up * faceNormal[axis];
  }
  manifold[CONTACT_POINTS + CONTACT_SEPARATION] = -depth - rounding;
  features[0] = 0;
  return keepOpen(1);
}

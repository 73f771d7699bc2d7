import { createIndexList, type IndexList } from '../../core/index-list.ts';
import { BOUNDS_STRIDE, type ColliderSet } from '../collider-set.ts';
import { BODY_RADIUS, BODY_STRIDE } from '../geometry/body-pose.ts';
import { CLOSEST_SQUARED, measurePointTriangle } from '../geometry/closest/closest-point-triangle.ts';
import {
  BODY_CONTACT_A,
  BODY_CONTACT_B,
  BODY_CONTACT_LIMIT,
  BODY_CONTACT_SEPARATION,
  bodyContact,
  writeBodyPoint,
  writeBodyPoints,
} from '../geometry/contact/body-points.ts';
import {
  CONTACT_MAX_POINTS,
  CONTACT_POINT_STRIDE,
  CONTACT_POINTS,
  CONTACT_SEPARATION,
} from '../geometry/contact/contact-layout.ts';
import { writeCoveredTriangle } from '../geometry/contact/covered-triangle.ts';
import { findTriangleAxis } from '../geometry/contact/find-triangle-axis.ts';
import { TRIANGLE_APART, TRIANGLE_FOUND, TRIANGLE_UNKNOWN } from '../geometry/contact/triangle-axis.ts';
import {
  bodyA,
  bodyB,
  CORE_BOX,
  CORE_SPHERE,
  ConvexBody,
  measureReachAlong,
  measureReaches,
  polishOfPair,
  reaches,
  writeBodyMiddle,
  writeBodySupport,
} from '../geometry/convex/convex-body.ts';
import { coldGjkCache } from '../geometry/convex/gjk.ts';
import { createEpaReport, findPenetration } from '../geometry/convex/penetration-epa.ts';
import { meetRayTriangle, RAY_FRACTION } from '../geometry/ray/cast-ray-triangle.ts';
import { cutLineBody, lineSpan } from '../geometry/ray/cut-line-body.ts';
import type { RegisteredShape } from '../shapes/registered-shape.ts';
import type { Surface } from '../shapes/surface.ts';
import { triangleCore, writeTriangleNormal } from '../shapes/triangle-core.ts';
import { setBodyBox } from './body-box.ts';
import { features, manifold } from './emit-contact.ts';
import { findChildren, pointToComposite, worldBox } from './find-children.ts';
import { wholeMiddle } from './pair-origin.ts';
import {
  forgetPlaced,
  loadPlaced,
  missesPlaced,
  nextPlaced,
  placeTriangles,
  startPlaced,
  writePlaced,
} from './placed-triangles.ts';
import { snapSize, snapToEdge, writeHighest } from './snap-to-edge.ts';
import { addToPatch } from './surface-patches.ts';
import type { SurfaceSeams } from './surface-seams.ts';

/*
 * Contacts of a convex body with the triangles of a surface.
 *
 * A contact's normal must be one that the surface, the union of its triangles, has at the contact's point. In the
 * middle of a triangle there is one, on the side on which the middle of the body is. On an edge or in a corner there is
 * a cone of them: of all directions along which nothing of the surface at that point lies higher than the point. What
 * lies at a point is found by asking for the triangles around it, not by shared vertices. So where a surface goes on
 * there is no edge to be met, whether its triangles share vertices, only have some at the same places, or meet in
 * T-junctions.
 *
 * For each triangle the direction of least overlap is looked for, as of two convex bodies. If that is no normal of the
 * surface at the point, the triangle is met by its face alone: where the body lies over the triangle, along the
 * triangle's own normal, which is one everywhere on it.
 */

/** Share of the body's size up to which what adjoins may be apart, or a step in the surface be no step. */
const ADJOINS = 1e-6;
/** The same, of the coordinates of the surface, which are rounded to 2^−24 of them where they are f32. */
const ADJOINS_ROUNDING = 2 ** -22;
/** How far inside of the rim of a triangle it is looked from whether it can be seen, in lengths of APART. */
const INSIDE_RIM = 64;
/** Sine by which a normal may lean over what adjoins. */
const LEANS = 1e-7;
/** Cosine from which the direction of least overlap is the triangle's normal. */
const IS_FACE = 1 - 1e-12;
/** How many times deeper than across the triangle a body has to be along it for the triangle's normal to be certain. */
const CLEARLY_LESS = 2;
/** Share of the size by which a point may miss the depth and still be the deepest. */
const DEEPEST_SLACK = 1e-10;
/** Share of a solid's bounds by which the search for its nearest triangle grows at least, from a point of no size. */
const LEAST_REACH = 2 ** -20;
/** Share of the size of a pair to which the depth of curved bodies is computed. */
const DEPTH_TOLERANCE = 1e-10;

const report = /* @__PURE__ */ createEpaReport();
/** The triangle's unit normal, on the side on which the body's middle is; times −1 for its back. */
const normal = new Float64Array(3);
/** Against a direction along which the body is measured. */
const against = new Float64Array(3);
/** The point of the body's core that is lowest above the triangle's plane. */
const lowest = new Float64Array(3);
/** How far the body reaches along a side of the triangle's prism. */
const reach = new Float64Array(1);
/** The middle of the body, relative to the pair's origin, then in the world and in the surface's frame. */
const middle = new Float64Array(3);
const place = new Float64Array(3);
/** A point of the surface, relative to the pair's origin. */
const point = new Float64Array(3);
/** The way from the point to where a search around it reaches. */
const way = new Float64Array(3);
const box = new Float64Array(6);
/** The point of the triangle that is deepest in the body. */
const common = new Float64Array(3);
/** The other end of the side that reaches highest. */
const other = new Float64Array(3);
const inwards = new Float64Array(3);
const nearest = new Float64Array(8);
const ray = new Float64Array(6);
/** By point of the manifold: the line of sight from it to the middle of the body, and the place it is seen from. */
const SIGHT_STRIDE = 9;
const SEEN = 6;
const sights = new Float64Array(SIGHT_STRIDE * CONTACT_MAX_POINTS);
const rayHit = new Float64Array(7);
const around = /* @__PURE__ */ createIndexList(32);
/** A triangle that is asked whether it adjoins. */
const neighbour = /* @__PURE__ */ new ConvexBody();

/** The two colliders whose contacts are being collected. */
interface Subject {
  set: ColliderSet;
  slot: number;
  shape: RegisteredShape;
  origin: Float64Array;
  /** The other colliders that adjoin the surface; undefined where none is near. */
  seams: SurfaceSeams | undefined;
  /** The triangles near the body. */
  triangles: IndexList | undefined;
}
let subject: Subject | undefined;
/** In `numbers`: the largest separation of cores that counts, and how far apart adjoining triangles may be. */
const numbers = new Float64Array(5);
/** The first of them, as `setBodyBox` takes the array for it. */
const LIMIT = 0;
const APART = 1;
/** How high the lowest point of the body is above the triangle, how deep it is along it, and a gap between cores. */
const LOW = 2;
const LEAST = 3;
const GAP = 4;

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
  else writeBodyMiddle(middle, bodyB);
  if (surface.solid && isInside(set, slot, shape, origin)) {
    collideInside(other, margin);
    return;
  }
  placeTriangles(bodyA, set, slot, shape, triangles, origin);
  const rounding = set.poses[BODY_STRIDE * slot + BODY_RADIUS];
  numbers[LIMIT] = margin[0] + (rounding + bodyB.rounding);
  setBodyBox(bodyB, numbers);
  for (let i = 0; i < triangles.count; i++) {
    if (missesPlaced(i)) continue;
    const triangle = triangles.items[i];
    bodyA.rounding = rounding;
    loadPlaced(bodyA, i);
    search.place = i;
    measureReaches();
    numbers[APART] = ADJOINS * (reaches[1] + bodyB.rounding) + ADJOINS_ROUNDING * reaches[0];
    const count = collideTriangle(surface, triangle);
    if (count > 0) addToPatch(triangle, other, count);
  }
}

/**
 * Writes the middle of a body that is a triangle of another surface. A solid tells of each triangle by itself whether
 * it is inside, so the triangle's own middle decides: the middle of a ring around a post is inside of the post. A
 * surface that is no solid has no inside. There the middle of the whole other surface decides, as small triangles that
 * have passed would be pushed on by middles of their own.
 */
function writeMiddleOfTriangle(isSolid: boolean): void {
  const { corners } = bodyB;
  for (let axis = 0; axis < 3; axis++) {
    middle[axis] = isSolid ? (corners[axis] + corners[3 + axis] + corners[6 + axis]) / 3 : wholeMiddle[axis];
  }
}

function setSubject(
  set: ColliderSet,
  slot: number,
  shape: RegisteredShape,
  origin: Float64Array,
  seams: SurfaceSeams | undefined,
  triangles: IndexList | undefined,
): void {
  if (subject === undefined) subject = { set, slot, shape, origin, seams, triangles };
  else {
    subject.set = set;
    subject.slot = slot;
    subject.shape = shape;
    subject.origin = origin;
    subject.seams = seams;
    subject.triangles = triangles;
  }
}

function isInside(set: ColliderSet, slot: number, shape: RegisteredShape, origin: Float64Array): boolean {
  for (let axis = 0; axis < 3; axis++) place[axis] = middle[axis] + origin[axis];
  pointToComposite(place, place, set, slot);
  return shape.record.pieces!.encloses(shape, place);
}

/**
 * Adds the contact of a body whose middle is inside of a solid: the shortest way of the middle to the surface, and as
 * far on as the body is deep behind it. The triangle may be far away: it is looked for in a box that grows until it
 * holds it.
 */
function collideInside(other: number, margin: Float64Array): void {
  const { set, slot, shape, origin, seams } = subject!;
  const { bounds } = set;
  let reach = 0;
  let whole = 0;
  for (let axis = 0; axis < 3; axis++) {
    reach += worldBox[3 + axis] - worldBox[axis];
    whole += bounds[BOUNDS_STRIDE * slot + 3 + axis] - bounds[BOUNDS_STRIDE * slot + axis];
  }
  let least = Infinity;
  let chosen = -1;
  // Once a triangle has been found, all nearer ones are in the box of its distance: that box is the last one.
  for (let isLast = false; ; reach = isLast ? Math.sqrt(least) : 2 * reach + LEAST_REACH * whole) {
    for (let axis = 0; axis < 3; axis++) {
      const at = origin[axis] + middle[axis];
      worldBox[axis] = at - reach;
      worldBox[3 + axis] = at + reach;
    }
    findChildren(set, slot, shape, around);
    for (let i = 0; i < around.count; i++) {
      shape.record.pieces!.load(neighbour, shape, around.items[i], set.poses, BODY_STRIDE * slot, origin);
      measurePointTriangle(nearest, 0, middle, 0, neighbour.corners, 0);
      const squared = nearest[CLOSEST_SQUARED];
      if (!(squared < least)) continue;
      if (seams !== undefined && !seams.isOpenAt(neighbour, nearest)) continue;
      least = squared;
      chosen = around.items[i];
      for (let axis = 0; axis < 3; axis++) point[axis] = nearest[axis];
      writeTriangleNormal(normal, neighbour.corners);
    }
    if (isLast || least <= reach * reach || reach > whole) break;
    isLast = chosen >= 0;
  }
  if (chosen < 0) return;
  const distance = Math.sqrt(least);
  // A middle on the surface leaves along the triangle's normal.
  if (distance > 0) for (let axis = 0; axis < 3; axis++) normal[axis] = (point[axis] - middle[axis]) / distance;
  for (let axis = 0; axis < 3; axis++) against[axis] = -normal[axis];
  writeBodySupport(lowest, 0, bodyB, against);
  let separation = -(set.poses[BODY_STRIDE * slot + BODY_RADIUS] + bodyB.rounding);
  for (let axis = 0; axis < 3; axis++) separation += (lowest[axis] - point[axis]) * normal[axis];
  if (!(separation <= margin[0])) return;
  for (let axis = 0; axis < 3; axis++) {
    manifold[axis] = normal[axis];
    manifold[CONTACT_POINTS + axis] = origin[axis] + point[axis] + 0.5 * separation * normal[axis];
  }
  manifold[CONTACT_POINTS + CONTACT_SEPARATION] = separation;
  features[0] = 0;
  addToPatch(chosen, other, 1);
}

/** Writes the contact of the body with the triangle in `bodyA` as the current manifold; returns how many points. */
function collideTriangle({ oneSided }: Surface, triangle: number): number {
  const { corners } = bodyA;
  writeTriangleNormal(normal, corners);
  const height =
    (middle[0] - corners[0]) * normal[0] + (middle[1] - corners[1]) * normal[1] + (middle[2] - corners[2]) * normal[2];
  const isBehind = height < 0;
  if (isBehind && oneSided) return 0;
  search.isBehind = isBehind;
  // The triangles of a mesh have the middle of that in common, which may be far away: what lies there hides nothing.
  const isAsked = isBehind && bodyB.core !== triangleCore;
  if (isBehind) for (let axis = 0; axis < 3; axis++) normal[axis] = -normal[axis];
  const nx = normal[0];
  const ny = normal[1];
  const nz = normal[2];
  for (let axis = 0; axis < 3; axis++) against[axis] = -normal[axis];
  writeBodySupport(lowest, 0, bodyB, against);
  const low = (lowest[0] - corners[0]) * nx + (lowest[1] - corners[1]) * ny + (lowest[2] - corners[2]) * nz;
  // False for a triangle without area, too, which has no normal.
  if (!(low <= numbers[LIMIT]) || (nx === 0 && ny === 0 && nz === 0)) return 0;
  numbers[LOW] = low;
  if (bodyB.core.form === CORE_SPHERE) {
    const points = collideSphere(triangle);
    return isAsked ? keepSeen(points, triangle) : points;
  }
  measureAlong();
  const least = numbers[LEAST];
  if (-least > numbers[LIMIT]) return 0;
  let points = 0;
  // A triangle of another surface may be below this one without crossing it: it has no inside that reaches up.
  if (low >= 0 || (least >= CLEARLY_LESS * -low && bodyB.core !== triangleCore)) {
    points = writeFacePoints();
    if (points > 0 && !isLowest(points)) points = 0;
  }
  if (points === 0) points = collideEdges(triangle);
  return isAsked ? keepSeen(points, triangle) : points;
}

/**
 * Drops the points of the manifold that the rest of the surface hides from the middle of the body, which is behind the
 * triangle: the far side of a ridge that the body stands on is not met from below. Returns how many are left.
 */
function keepSeen(points: number, triangle: number): number {
  if (points === 0) return 0;
  for (let axis = 0; axis < 3; axis++) box[axis] = box[3 + axis] = middle[axis];
  for (let i = 0; i < points; i++) writeSight(i);
  const apart = numbers[APART];
  for (let axis = 0; axis < 3; axis++) {
    box[axis] -= apart;
    box[3 + axis] += apart;
  }
  const hidden = findHidden(points, triangle);
  const { seams } = subject!;
  let kept = 0;
  for (let i = 0; i < points; i++) {
    if ((hidden & (1 << i)) !== 0) continue;
    for (let axis = 0; axis < 3; axis++) point[axis] = sights[SIGHT_STRIDE * i + SEEN + axis];
    if (seams?.isHidden(point) === true) continue;
    keepPoint(kept++, i);
  }
  return kept;
}

/**
 * Writes the line of sight from point number i of the manifold to the middle, and grows `box` to hold it. It is looked
 * from a place a little off the triangle and a little inside of its rim: from a peak, one sees down all sides.
 */
function writeSight(i: number): void {
  const apart = numbers[APART];
  const { corners } = bodyA;
  writePointOfTriangle(i);
  let length = 0;
  for (let axis = 0; axis < 3; axis++) {
    inwards[axis] = (corners[axis] + corners[3 + axis] + corners[6 + axis]) / 3 - point[axis];
    length += Math.abs(inwards[axis]);
  }
  const share = length > 0 ? Math.min(1, (INSIDE_RIM * apart) / length) : 0;
  const at = SIGHT_STRIDE * i;
  for (let axis = 0; axis < 3; axis++) {
    const from = point[axis] + share * inwards[axis];
    sights[at + SEEN + axis] = from;
    sights[at + axis] = from + 2 * apart * manifold[axis];
    sights[at + 3 + axis] = middle[axis] - sights[at + axis];
    if (from < box[axis]) box[axis] = from;
    if (from > box[3 + axis]) box[3 + axis] = from;
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

/** Whether one of the triangles that have been looked for, other than the given one, crosses `ray`. */
function isCrossed(triangle: number): boolean {
  while (nextAround()) {
    if (search.triangle === triangle) continue;
    if (meetRayTriangle(rayHit, ray, 0, neighbour.corners, 0) && rayHit[RAY_FRACTION] <= 1) return true;
  }
  return false;
}

/**
 * The same of a sphere, which meets the triangle at its nearest point: no other triangles of the surface have to be
 * asked where that lies inside of the triangle.
 */
function collideSphere(triangle: number): number {
  startFaceContact();
  const found = findTriangleAxis();
  if (found !== TRIANGLE_FOUND) return 0;
  const along = bodyContact[0] * normal[0] + bodyContact[1] * normal[1] + bodyContact[2] * normal[2];
  const points = writeBodyPoint(manifold, features, subject!.origin);
  return along < IS_FACE ? keepOnSurface(points, triangle) : keepOpen(points);
}

/**
 * Writes how deep the body is in the prism over the triangle, along its plane: the least depth of the three sides,
 * negative for a body beside it.
 */
function measureAlong(): void {
  const { corners } = bodyA;
  let least = Infinity;
  // With the normal turned to the other side, corners run the other way round.
  const turn = search.isBehind ? -1 : 1;
  for (let corner = 0; corner < 9; corner += 3) {
    const next = corner === 6 ? 0 : corner + 3;
    const ex = turn * (corners[next] - corners[corner]);
    const ey = turn * (corners[next + 1] - corners[corner + 1]);
    const ez = turn * (corners[next + 2] - corners[corner + 2]);
    // Outwards: the triangle lies to the left of its sides.
    let ox = ey * normal[2] - ez * normal[1];
    let oy = ez * normal[0] - ex * normal[2];
    let oz = ex * normal[1] - ey * normal[0];
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
  numbers[LEAST] = least;
}

/** Whether the lowest point of the body lies over the triangle. */
function isOver(): boolean {
  measurePointTriangle(nearest, 0, lowest, 0, bodyA.corners, 0);
  const squared = nearest[CLOSEST_SQUARED];
  const low = numbers[LOW];
  const slack = DEEPEST_SLACK * (reaches[0] + reaches[1]);
  // At the height it has over the plane the nearest point is the one below it.
  return squared <= low * low + slack * (slack + 2 * Math.abs(low));
}

/**
 * Writes the points at which the body lies over the triangle, along its normal: those of the face of the body that
 * looks at it, and the lowest one, where that is over the triangle.
 */
function writeFacePoints(): number {
  startFaceContact();
  if (bodyB.core.form === CORE_BOX) {
    const covered = writeCoveredTriangle(manifold, features, subject!.origin, !search.isBehind);
    if (covered >= 0) return keepOpen(covered);
  }
  return keepOpen(writeBodyPoints(manifold, features, subject!.origin, isOver()));
}

/** Writes the contact of the face as it is known: its normal, the lowest point of the body, and how high that is. */
function startFaceContact(): void {
  const low = numbers[LOW];
  for (let axis = 0; axis < 3; axis++) {
    bodyContact[axis] = normal[axis];
    bodyContact[BODY_CONTACT_A + axis] = lowest[axis] - low * normal[axis];
    bodyContact[BODY_CONTACT_B + axis] = lowest[axis];
  }
  bodyContact[BODY_CONTACT_SEPARATION] = low;
  bodyContact[BODY_CONTACT_LIMIT] = numbers[LIMIT];
}

/** Drops the points of the triangle's face that other seamless colliders cover; returns how many are left. */
function keepOpen(points: number): number {
  const { seams, origin } = subject!;
  return seams === undefined || points === 0 ? points : seams.keepOpen(points, origin);
}

/** Whether one of the points is as low as the lowest of the body. */
function isLowest(points: number): boolean {
  const limit = numbers[LOW] - (bodyA.rounding + bodyB.rounding) + DEEPEST_SLACK * (reaches[0] + reaches[1]);
  for (let i = 0; i < points; i++) {
    if (manifold[CONTACT_POINTS + CONTACT_POINT_STRIDE * i + CONTACT_SEPARATION] <= limit) return true;
  }
  return false;
}

/** The contact along the direction of least overlap, or else that of the face. */
function collideEdges(triangle: number): number {
  startFaceContact();
  const found = findTriangleAxis();
  if (found === TRIANGLE_APART) return 0;
  if (found === TRIANGLE_UNKNOWN) {
    report.tolerance = DEPTH_TOLERANCE * (reaches[0] + reaches[1]);
    findPenetration(bodyContact, 0, bodyA, bodyB, coldGjkCache(), report, polishOfPair());
    bodyContact[BODY_CONTACT_SEPARATION] = -report.depth;
  }
  const separation = bodyContact[BODY_CONTACT_SEPARATION];
  if (!(separation <= numbers[LIMIT])) return 0;
  for (let axis = 0; axis < 3; axis++) common[axis] = bodyContact[BODY_CONTACT_A + axis];
  const along = bodyContact[0] * normal[0] + bodyContact[1] * normal[1] + bodyContact[2] * normal[2];
  // Cores that are apart have a single direction between them. A body whose core overlaps is not pushed through the
  // triangle.
  if (along < IS_FACE && (along > -LEANS || separation > 0) && !isOutreached()) {
    const points = keepOnSurface(writeBodyPoints(manifold, features, subject!.origin), triangle);
    if (points > 0) return points;
  }
  const points = writeFacePoints();
  return points > 0 || !(separation < 0) ? points : writeCommonPoint();
}

/**
 * The contact at the point of the triangle that is deepest in the core of the body, along the triangle's normal, as far
 * as the core reaches below it: where the face of the body that looks at the triangle is not over it.
 */
function writeCommonPoint(): number {
  const { origin } = subject!;
  const cut = cutLineBody(bodyB, common, normal);
  // Beside the core the point lies on its rim.
  const depth = cut ? Math.max(0, -lineSpan[0]) : 0;
  const rounding = bodyA.rounding + bodyB.rounding;
  const up = 0.5 * (bodyA.rounding - bodyB.rounding - depth);
  for (let axis = 0; axis < 3; axis++) {
    manifold[axis] = normal[axis];
    manifold[CONTACT_POINTS + axis] = origin[axis] + common[axis] + up * normal[axis];
  }
  manifold[CONTACT_POINTS + CONTACT_SEPARATION] = -depth - rounding;
  features[0] = 0;
  return keepOpen(1);
}

/**
 * Whether a neighbour that adjoins all of what is highest of the triangle along the contact's normal, a corner or a
 * side, reaches higher: then the normal is one of the surface at none of its points. That is so for most triangles
 * inside of a body, and told before any points are made.
 */
function isOutreached(): boolean {
  for (let axis = 0; axis < 3; axis++) manifold[axis] = bodyContact[axis];
  snapSize[0] = reaches[0] + reaches[1] + bodyB.rounding;
  const count = writeHighest(point, other, manifold, bodyA.corners);
  if (count > 2) return false;
  const apart = numbers[APART];
  way[0] = way[1] = way[2] = 0;
  startAround();
  while (nextAround()) {
    if (!isHigher(neighbour.corners)) continue;
    measurePointTriangle(nearest, 0, point, 0, neighbour.corners, 0);
    if (!(nearest[CLOSEST_SQUARED] <= apart * apart)) continue;
    if (count === 1) return true;
    measurePointTriangle(nearest, 0, other, 0, neighbour.corners, 0);
    if (nearest[CLOSEST_SQUARED] <= apart * apart) return true;
  }
  return false;
}

/** Drops the points of the manifold at which its normal is none of the surface; returns how many are left. */
function keepOnSurface(points: number, triangle: number): number {
  const { seams } = subject!;
  let kept = 0;
  snapSize[0] = reaches[0] + reaches[1] + bodyB.rounding;
  for (let i = 0; i < points; i++) {
    const separation = manifold[CONTACT_POINTS + CONTACT_POINT_STRIDE * i + CONTACT_SEPARATION];
    numbers[GAP] = separation + bodyA.rounding + bodyB.rounding;
    writePointOfTriangle(i);
    if (!snapToEdge(point, manifold, bodyA.corners, 3) || !isNormalAt() || isCovered(triangle)) continue;
    if (seams !== undefined && !seams.isNormalAt(point)) continue;
    keepPoint(kept++, i);
  }
  return kept;
}

/** Writes point number i of the manifold, on the core of the triangle, to `point`. */
function writePointOfTriangle(i: number): void {
  const from = CONTACT_POINTS + CONTACT_POINT_STRIDE * i;
  // From midway between the surfaces.
  const back = 0.5 * manifold[from + CONTACT_SEPARATION] + bodyA.rounding;
  for (let axis = 0; axis < 3; axis++) {
    point[axis] = manifold[from + axis] - subject!.origin[axis] - back * manifold[axis];
  }
}

/** Makes point number i of the manifold number `to`. */
function keepPoint(to: number, i: number): void {
  if (to === i) return;
  const at = CONTACT_POINTS + CONTACT_POINT_STRIDE * to;
  const from = CONTACT_POINTS + CONTACT_POINT_STRIDE * i;
  for (let k = 0; k < CONTACT_POINT_STRIDE; k++) manifold[at + k] = manifold[from + k];
  features[to] = features[i];
}

/**
 * Begins to look for the triangles whose bounds meet the box from `point` to `point` + `way`, grown by how far
 * adjoining ones may be apart: among those that are placed, else in the surface.
 */
function startAround(): void {
  const apart = numbers[APART];
  for (let axis = 0; axis < 3; axis++) {
    const to = point[axis] + way[axis];
    box[axis] = Math.min(point[axis], to) - apart;
    box[3 + axis] = Math.max(point[axis], to) + apart;
  }
  startInBox();
}

/** The same for the triangles whose bounds meet `box`. */
function startInBox(): void {
  const { set, slot, shape, origin } = subject!;
  search.isPlaced = startPlaced(box, search.place);
  if (search.isPlaced) return;
  search.next = 0;
  for (let axis = 0; axis < 3; axis++) {
    worldBox[axis] = origin[axis] + box[axis];
    worldBox[3 + axis] = origin[axis] + box[3 + axis];
  }
  findChildren(set, slot, shape, around);
}

/** Goes on to the next triangle, whose corners are then those of `neighbour`; returns false when there is none. */
function nextAround(): boolean {
  const { set, slot, shape, origin, triangles } = subject!;
  if (search.isPlaced) {
    const place = nextPlaced();
    if (place < 0) return false;
    search.triangle = triangles!.items[place];
    writePlaced(neighbour.corners, place);
    return true;
  }
  if (search.next >= around.count) return false;
  search.triangle = around.items[search.next++];
  shape.record.pieces!.load(neighbour, shape, search.triangle, set.poses, BODY_STRIDE * slot, origin);
  return true;
}

/**
 * The search under way: whether it is among those placed, the place there of the triangle at hand, the triangle that
 * was found last, and the next one in `around`. Also whether the body's middle is behind the triangle at hand.
 */
const search = { isPlaced: false, place: 0, triangle: 0, next: 0, isBehind: false };

/**
 * Whether the manifold's normal is one that the surface has at `point`: whether nothing there lies higher along it. Of
 * the points of a contact along an edge some may lie on the triangle beside the edge.
 */
function isNormalAt(): boolean {
  const apart = numbers[APART];
  way[0] = way[1] = way[2] = 0;
  startAround();
  while (nextAround()) {
    if (!isHigher(neighbour.corners)) continue;
    measurePointTriangle(nearest, 0, point, 0, neighbour.corners, 0);
    if (nearest[CLOSEST_SQUARED] <= apart * apart) return false;
  }
  return true;
}

/**
 * Whether a surface has a normal at a point of one of its triangles, of which `corners` are those, without the radius
 * around it: `apart[0]` is how far apart adjoining triangles may be. All is relative to `origin`.
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
    point[axis] = at[axis];
    manifold[axis] = along[axis];
  }
  numbers[APART] = apart[0];
  // Triangles that adjoin the point are looked for within this part of the size.
  snapSize[0] = apart[0] / ADJOINS;
  return snapToEdge(point, manifold, corners, 3) && isNormalAt();
}

/** Whether a corner of a triangle lies higher than `point` along a direction, by more than rounding. */
function isHigher(corners: Float64Array): boolean {
  const nx = manifold[0];
  const ny = manifold[1];
  const nz = manifold[2];
  const apart = numbers[APART];
  for (let corner = 0; corner < 9; corner += 3) {
    const x = corners[corner] - point[0];
    const y = corners[corner + 1] - point[1];
    const z = corners[corner + 2] - point[2];
    const up = x * nx + y * ny + z * nz;
    if (up > apart && up * up > LEANS * LEANS * (x * x + y * y + z * z)) return true;
  }
  return false;
}

/**
 * Whether another sheet of the surface lies between `point` and the body, straight along the normal: between it and the
 * core, where these are apart by `numbers[GAP]`, or else in the core, as far up as its middle is.
 */
function isCovered(triangle: number): boolean {
  const nx = manifold[0];
  const ny = manifold[1];
  const nz = manifold[2];
  const apart = numbers[APART];
  let up = numbers[GAP];
  if (up <= 0) {
    up = (middle[0] - point[0]) * nx + (middle[1] - point[1]) * ny + (middle[2] - point[2]) * nz;
    if (!(up > 2 * apart)) return false;
    // From up there down to where the core begins.
    const cut = cutLineBody(bodyB, point, manifold);
    if (!cut || !(lineSpan[0] <= up && lineSpan[1] >= 0)) return false;
    if (lineSpan[1] < up) up = lineSpan[1];
  }
  if (!(up > 2 * apart)) return false;
  way[0] = up * nx;
  way[1] = up * ny;
  way[2] = up * nz;
  startAround();
  for (let axis = 0; axis < 3; axis++) {
    ray[axis] = point[axis] + apart * manifold[axis];
    ray[3 + axis] = (up - 2 * apart) * manifold[axis];
  }
  return isCrossed(triangle);
}

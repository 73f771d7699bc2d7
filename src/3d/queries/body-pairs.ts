import { BODY_AXES } from '../geometry/body-pose.ts';
import { collideBodies } from '../geometry/contact/collide-bodies.ts';
import { CONTACT_POINT_STRIDE, CONTACT_POINTS } from '../geometry/contact/contact-layout.ts';
import {
  bodyA,
  bodyB,
  CORE_TRIANGLE,
  type ConvexBody,
  polishOfPair,
  writeBodySupport,
} from '../geometry/convex/convex-body.ts';
import { coldGjkCache, runGjkSupport } from '../geometry/convex/gjk.ts';
import { createEpaReport, findPenetration } from '../geometry/convex/penetration-epa.ts';
import { writeCast } from '../geometry/sweep/cast-support.ts';
import { PLANE_MARGIN, PLANE_RADIUS, planeSizes, writePlaneContact } from '../narrow-phase/collide-half-space.ts';
import { features as pairFeatures, manifold as pairManifold } from '../narrow-phase/emit-contact.ts';
import { pairOrigin } from '../narrow-phase/pair-origin.ts';
import { castBall, isBallCast } from './cast-ball.ts';
import { penetrateBall } from './penetrate-ball.ts';
import { copyBody, FRAME_ORIGIN, type QueryBody } from './query-body.ts';
import { triangleCasts } from './surface-table.ts';

/*
 * Two shapes of a query in one frame. As in ticks, each pair is computed relative to the place of one of the two, so
 * that rounding depends on the shapes and their distance alone. Half-spaces meet everything but each other.
 */

/** The index of a half-space's normal among the numbers of its body: its second axis. */
const UP = BODY_AXES + 3;

const report = /* @__PURE__ */ createEpaReport();
/** The result of EPA: the normal from A to B, the deepest point of A, and that of B. */
const depths = new Float64Array(9);
/** The point of a body that is lowest above a plane, and its height above the surface of the half-space. */
const lowest = new Float64Array(4);
const HEIGHT = 3;
/** A translation, and how near two cores count as their bodies in contact: see `writeCast`. */
const way = new Float64Array(4);
/** The vector opposite to the normal of a half-space. */
const down = new Float64Array(3);
/**
 * Scratch: the place of body A as an array, or the pair origin that is put back after a half-space has been collided.
 */
const held = new Float64Array(3);

/** Loads two convex bodies as the operands of a pair, relative to the place of A. */
function loadPair({ body: a }: QueryBody, { body: b }: QueryBody): void {
  copyBody(bodyA, a, a);
  copyBody(bodyB, b, a);
}

/** Loads a body relative to a half-space, and finds its lowest point, both without the radii around them. */
function findLowest({ body: plane }: QueryBody, { body }: QueryBody): void {
  const { axes } = plane;
  copyBody(bodyB, body, plane);
  for (let i = 0; i < 3; i++) down[i] = -axes[UP + i];
  writeBodySupport(lowest, 0, bodyB, down);
  lowest[HEIGHT] =
    lowest[0] * axes[UP] + lowest[1] * axes[UP + 1] + lowest[2] * axes[UP + 2] - (plane.rounding + bodyB.rounding);
}

/** Returns whether two shapes touch or overlap. */
export function bodiesOverlap(a: QueryBody, b: QueryBody): boolean {
  if (a.isHalfSpace || b.isHalfSpace) {
    if (a.isHalfSpace && b.isHalfSpace) return false;
    findLowest(a.isHalfSpace ? a : b, a.isHalfSpace ? b : a);
    return lowest[HEIGHT] <= 0;
  }
  loadPair(a, b);
  // GJK alone tells whether cores overlap: EPA, which finds how deep they are, takes many times as long.
  const cache = coldGjkCache();
  if (runGjkSupport(bodyA, bodyB, cache) === 0) return true;
  findPenetration(depths, 0, bodyA, bodyB, cache, report, polishOfPair());
  return -report.depth <= bodyA.rounding + bodyB.rounding;
}

/** Collides two shapes up to `margin[0]`: see `ContactRoutines.collide`. */
export function collideQueryBodies(
  out: Float64Array,
  features: Uint32Array,
  a: QueryBody,
  b: QueryBody,
  margin: Float64Array,
): number {
  if (!a.isHalfSpace && !b.isHalfSpace) {
    loadPair(a, b);
    held[0] = a.body.x;
    held[1] = a.body.y;
    held[2] = a.body.z;
    return collideBodies(out, features, held, margin);
  }
  if (a.isHalfSpace && b.isHalfSpace) return 0;
  const plane = (a.isHalfSpace ? a : b).body;
  const { body } = a.isHalfSpace ? b : a;
  copyBody(bodyB, body, plane);
  for (let axis = 0; axis < 3; axis++) held[axis] = pairOrigin[axis];
  pairOrigin[0] = plane.x;
  pairOrigin[1] = plane.y;
  pairOrigin[2] = plane.z;
  planeSizes[PLANE_RADIUS] = plane.rounding;
  planeSizes[PLANE_MARGIN] = margin[0];
  const points = writePlaneContact(plane.axes, UP, a.isHalfSpace ? 1 : -1);
  for (let axis = 0; axis < 3; axis++) pairOrigin[axis] = held[axis];
  for (let i = 0; i < CONTACT_POINTS + CONTACT_POINT_STRIDE * points; i++) out[i] = pairManifold[i];
  for (let i = 0; i < points; i++) features[i] = pairFeatures[i];
  return points;
}

/** Writes how deep two shapes are in each other: see `PieceCastRoutines.penetrate`. */
export function penetrateBodies(out: Float64Array, a: QueryBody, b: QueryBody): void {
  if (a.isHalfSpace || b.isHalfSpace) {
    penetratePlane(out, a, b);
    return;
  }
  if (penetrateBall(out, a.body, b.body)) return;
  loadPair(a, b);
  findPenetration(depths, 0, bodyA, bodyB, coldGjkCache(), report, polishOfPair());
  const origin = a.body;
  for (let axis = 0; axis < 3; axis++) {
    const place = axis === 0 ? origin.x : axis === 1 ? origin.y : origin.z;
    out[axis] = depths[axis];
    out[3 + axis] = place + depths[3 + axis] + bodyA.rounding * depths[axis];
    out[6 + axis] = place + depths[6 + axis] - bodyB.rounding * depths[axis];
  }
  out[9] = report.depth + (bodyA.rounding + bodyB.rounding);
}

function penetratePlane(out: Float64Array, a: QueryBody, b: QueryBody): void {
  const plane = (a.isHalfSpace ? a : b).body;
  findLowest(a.isHalfSpace ? a : b, a.isHalfSpace ? b : a);
  const sign = a.isHalfSpace ? 1 : -1;
  const height = lowest[HEIGHT];
  // The point of the body is on its surface, that of the half-space straight above or below it on the plane.
  const ofBody = a.isHalfSpace ? 6 : 3;
  const ofPlane = a.isHalfSpace ? 3 : 6;
  for (let axis = 0; axis < 3; axis++) {
    const up = plane.axes[UP + axis];
    const place = (axis === 0 ? plane.x : axis === 1 ? plane.y : plane.z) + lowest[axis] - bodyB.rounding * up;
    out[axis] = 0 + sign * up;
    out[ofBody + axis] = place;
    out[ofPlane + axis] = place - height * up;
  }
  out[9] = 0 - height;
}

/** Casts a shape along a translation at another: see `PieceCastRoutines.cast`. */
export function castBodies(out: Float64Array, mover: QueryBody, target: QueryBody, translation: Float64Array): void {
  out[6] = Infinity;
  if (mover.isHalfSpace || target.isHalfSpace) {
    if (mover.isHalfSpace !== target.isHalfSpace) castPlane(out, mover, target, translation);
    return;
  }
  const { body: b } = target;
  if (isBallCast(mover.body, b)) castBall(out, mover.body, b, translation);
  else if (!(b.core.form === CORE_TRIANGLE && triangleCasts.cast?.(out, mover.body, b, translation) === true)) {
    copyBody(bodyA, mover.body, b);
    copyBody(bodyB, b, b);
    for (let axis = 0; axis < 3; axis++) way[axis] = translation[axis];
    way[3] = bodyA.rounding + bodyB.rounding;
    writeCast(out, bodyA, bodyB, way);
  }
  if (out[6] === Infinity) return;
  out[0] = b.x + out[0] + b.rounding * out[3];
  out[1] = b.y + out[1] + b.rounding * out[4];
  out[2] = b.z + out[2] + b.rounding * out[5];
}

function castPlane(out: Float64Array, mover: QueryBody, target: QueryBody, translation: Float64Array): void {
  const plane = (target.isHalfSpace ? target : mover).body;
  findLowest(target.isHalfSpace ? target : mover, target.isHalfSpace ? mover : target);
  const sign = target.isHalfSpace ? 1 : -1;
  const { axes } = plane;
  const height = lowest[HEIGHT];
  if (height <= 0) {
    out[6] = 0;
    return;
  }
  // How fast the body comes down on the plane.
  const rate = 0 - sign * (axes[UP] * translation[0] + axes[UP + 1] * translation[1] + axes[UP + 2] * translation[2]);
  const fraction = height / rate;
  if (!(rate > 0 && fraction <= 1)) return;
  out[6] = fraction;
  for (let axis = 0; axis < 3; axis++) {
    const up = axes[UP + axis];
    const place = axis === 0 ? plane.x : axis === 1 ? plane.y : plane.z;
    out[3 + axis] = 0 + sign * up;
    // The lowest point of the body at that time. It is on the target's surface where the plane moves.
    const moved = target.isHalfSpace ? fraction * translation[axis] : 0;
    out[axis] = place + lowest[axis] - bodyB.rounding * up + moved;
  }
}

/** Makes `out` a copy of a shape, moved. */
export function copyMovedBody(out: QueryBody, piece: QueryBody, by: Float64Array): void {
  out.kind = piece.kind;
  const { body } = out;
  copyBody(body, piece.body, FRAME_ORIGIN);
  body.x += by[0];
  body.y += by[1];
  body.z += by[2];
}

/** How far bodies are cast at half-spaces, whose planes are met at any distance. */
const FAR = 2 ** 60;

/** See `PieceCastRoutines.writeReach`. */
export function writeBodyReach(reach: Float64Array, mover: QueryBody, target: QueryBody): void {
  const a = mover.body;
  const b = target.body;
  reach[0] = Math.abs(a.x - b.x) + Math.abs(a.y - b.y) + Math.abs(a.z - b.z);
  addReach(reach, a);
  addReach(reach, b);
  reach[1] = mover.isHalfSpace || target.isHalfSpace ? FAR : reach[0];
}

/**
 * Adds how far a body reaches from its place. Its getter is not used: V8 puts the number that a getter returns on the
 * heap.
 */
function addReach(reach: Float64Array, { hull, scale, halfX, halfY, halfZ, rounding }: ConvexBody): void {
  reach[0] += hull === undefined ? halfX + halfY + halfZ : scale * hull.boundingRadius;
  reach[0] += rounding;
}

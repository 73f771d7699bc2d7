import { PieceCursor, setFrame } from '../../core/queries/pieces.ts';
import type { ColliderSet } from '../collider-set.ts';
import { bodyA, bodyB, type ConvexBody, writeBodySupport } from '../geometry/convex/convex-body.ts';
import { coldGjkCache } from '../geometry/convex/gjk.ts';
import { penetrationEpa } from '../geometry/convex/penetration-epa.ts';
import { bodiesOverlap } from './body-pairs.ts';
import { spacePoints } from './overlap.ts';
import { copyBody, QueryBody, spacePieces } from './query-body.ts';
import { createQueryShape, placePoint, type QueryShape } from './query-shape.ts';

const cursor = /* @__PURE__ */ new PieceCursor(spacePieces);
/** The vision cone, cut off at the distance of the nearest piece found so far. */
const part = /* @__PURE__ */ new QueryBody();
/** The normal from the cone to the piece, and the nearest points of both. */
const apart = new Float64Array(9);
const farthest = new Float64Array(3);
const direction = new Float64Array(3);
const apex = /* @__PURE__ */ createQueryShape();
/** How far the nearest point is from the apex, as far as is known, and the point from the apex. */
const least = new Float64Array(1);
const nearest = new Float64Array(3);

/** How near a piece counts as met, as a share of the cone's radius. */
const MET = 1e-13;
const MOST_STEPS = 64;

/**
 * Writes the point of a collider that is nearest to the apex of a vision cone which it overlaps, among those in the
 * cone.
 *
 * A vision cone of the radius s is the cone of radius 1 scaled by s about its apex. If it is separated by d from a
 * convex piece along a unit normal n, and reaches s r along n, no cone of a radius below s + d / r meets the piece. So
 * the radius is raised to this value step by step (Newton's method from below), until the cone touches the piece: in
 * the nearest point. (Derived here.)
 */
export function writeNearestInCone(out: Float64Array, cone: QueryShape, set: ColliderSet, slot: number): void {
  const { body } = cone.pieces[0];
  out[0] = cone.x;
  out[1] = cone.y;
  out[2] = cone.z;
  placePoint(apex, cone);
  if (spacePoints(set, slot, apex)) return;
  copyBody(part.body, body, body);
  cursor.find(set, slot, cone.box);
  setFrame(spacePieces, cone);
  least[0] = body.halfX;
  nearest.fill(0);
  for (let i = 0; i < cursor.count; i++) {
    cursor.load(set, slot, i);
    part.body.halfX = least[0];
    if (!bodiesOverlap(part, cursor.piece)) continue;
    if (cursor.piece.isHalfSpace) approachPlane(part.body, cursor.piece.body);
    else approachBody(part.body, cursor.piece.body);
  }
  for (let axis = 0; axis < 3; axis++) out[axis] += nearest[axis];
}

/** Finds the nearest point of a half-space, which does not hold the apex. */
function approachPlane(cone: ConvexBody, plane: ConvexBody): void {
  const { axes } = plane;
  for (let axis = 0; axis < 3; axis++) direction[axis] = -axes[3 + axis];
  const height = direction[0] * plane.x + direction[1] * plane.y + direction[2] * plane.z - plane.rounding;
  takePart(cone, height);
}

/**
 * Takes the part of the cone that reaches up to `height` along `direction`: its farthest point in this direction is the
 * nearest one.
 */
function takePart(cone: ConvexBody, height: number): void {
  writeBodySupport(farthest, 0, cone, direction);
  const reach = direction[0] * farthest[0] + direction[1] * farthest[1] + direction[2] * farthest[2];
  const share = reach > 0 ? Math.max(0, Math.min(1, height / reach)) : 1;
  for (let axis = 0; axis < 3; axis++) nearest[axis] = share * farthest[axis];
  least[0] = share * cone.halfX;
}

function approachBody(cone: ConvexBody, body: ConvexBody): void {
  const whole = cone.halfX;
  let radius = 0;
  for (let step = 0; step < MOST_STEPS; step++) {
    copyBody(bodyA, cone, cone);
    copyBody(bodyB, body, cone);
    bodyA.halfX = radius;
    const distance = -penetrationEpa(apart, 0, bodyA, bodyB, coldGjkCache()) - bodyB.rounding;
    if (distance < -MET * whole) break;
    for (let axis = 0; axis < 3; axis++) {
      direction[axis] = apart[axis];
      // The nearest point of the piece: where the cones that grow come to rest.
      nearest[axis] = apart[6 + axis] - bodyB.rounding * apart[axis];
    }
    if (distance <= MET * whole) break;
    bodyA.halfX = whole;
    writeBodySupport(farthest, 0, bodyA, direction);
    const reach = direction[0] * farthest[0] + direction[1] * farthest[1] + direction[2] * farthest[2];
    const next = radius + (distance * whole) / reach;
    if (!(reach > 0 && next > radius && radius < whole)) break;
    radius = Math.min(next, whole);
  }
  least[0] = radius;
}

import { CAST_CENTER, CAST_DIRECTION, CAST_HALF, CAST_IS_RAY, type CastWalk } from '../../core/bvh/cast-walk.ts';
import { HIT_FRACTION, HIT_NORMAL } from '../../core/queries/cast-piece.ts';
import { registeredOf } from '../../core/shapes/registered-of.ts';
import type { ColliderSet } from '../collider-set.ts';
import {
  BODY_AXES,
  BODY_HALF_X,
  BODY_HALF_Y,
  BODY_HALF_Z,
  BODY_RADIUS,
  BODY_STRIDE,
  BODY_X,
} from '../geometry/body-pose.ts';
import { bodyB } from '../geometry/convex/convex-body.ts';
import { enterRayAabb } from '../geometry/ray/cast-ray-aabb.ts';
import { enterRayCapsule } from '../geometry/ray/cast-ray-capsule.ts';
import { enterRayCone } from '../geometry/ray/cast-ray-cone.ts';
import { enterRayConvex } from '../geometry/ray/cast-ray-convex.ts';
import { enterRayCylinder } from '../geometry/ray/cast-ray-cylinder.ts';
import { enterRaySphere } from '../geometry/ray/cast-ray-sphere.ts';
import { RAY_FRACTION } from '../geometry/ray/cast-ray-triangle.ts';
import { rayFraction } from '../geometry/ray/ray-hit.ts';
import { enterRaySupport } from '../geometry/sweep/cast-support.ts';
import { loadBody } from '../narrow-phase/load-body.ts';
import { pairOrigin, setPairOrigin } from '../narrow-phase/pair-origin.ts';
import type { PosedShapes } from '../shapes/posed-shapes.ts';
import {
  SHAPE_BOX,
  SHAPE_CAPSULE,
  SHAPE_CONE,
  SHAPE_CYLINDER,
  SHAPE_HALF_SPACE,
  SHAPE_SPHERE,
} from '../shapes/shape-kind.ts';
import { FRAME_SLACK } from '../shapes/turned-box.ts';
import { normalToWorld, pointToBody, vectorToBody } from './local-frame.ts';

/*
 * The ray is transformed into the frame of the collider: relative to its place, and into its axes, in which shapes of
 * revolution stand along y and boxes are axis-aligned.
 */

/** Origin and direction, in the axes of the collider. */
const local = new Float64Array(6);
/** The point and the normal of the hit there, and behind them the fraction of a hit on a triangle. */
const hitThere = new Float64Array(7);
/**
 * A shape that stands along y as two points on its axis and a radius; or a box as its least coordinates, then its
 * largest.
 */
const along = new Float64Array(7);
const box = new Float64Array(6);
/** A sphere about the origin. */
const ball = new Float64Array(4);
/** A radius around a core. */
const around = new Float64Array(1);

/** Casts a ray in the world at a collider of one piece. */
export function castRayCollider(hit: Float64Array, ray: Float64Array, set: PosedShapes, slot: number): void {
  const { poses } = set;
  const kind = set.kinds[slot];
  const at = BODY_STRIDE * slot;
  const radius = poses[at + BODY_RADIUS];
  hit[HIT_FRACTION] = Infinity;
  for (let axis = 0; axis < 3; axis++) hit[HIT_NORMAL + axis] = 0;
  if (kind === SHAPE_SPHERE) {
    for (let axis = 0; axis < 3; axis++) {
      local[axis] = ray[axis] - poses[at + BODY_X + axis];
      local[3 + axis] = ray[3 + axis];
    }
    ball[3] = radius;
    take(hit, enterRaySphere(hitThere, 0, local, 0, Infinity, ball, 0));
    return;
  }
  if (radius > 0 && kind !== SHAPE_CAPSULE && kind !== SHAPE_HALF_SPACE) {
    castRayRounded(hit, ray, set, slot);
    return;
  }
  rayToBody(local, ray, poses, at);
  take(hit, castLocalRay(set, slot, kind, at));
  normalToWorld(hit, HIT_NORMAL, poses, at);
}

/** Casts the local ray at a shape that has no radius around it, but for capsules and half-spaces. */
function castLocalRay(set: PosedShapes, slot: number, kind: number, at: number): boolean {
  const { poses } = set;
  const halfX = poses[at + BODY_HALF_X];
  const halfY = poses[at + BODY_HALF_Y];
  if (kind === SHAPE_HALF_SPACE) return castAtPlane(poses, at + BODY_RADIUS);
  if (kind === SHAPE_BOX) {
    const halfZ = poses[at + BODY_HALF_Z];
    box[0] = -halfX;
    box[1] = -halfY;
    box[2] = -halfZ;
    box[3] = halfX;
    box[4] = halfY;
    box[5] = halfZ;
    return enterRayAabb(hitThere, 0, local, 0, Infinity, box, 0);
  }
  along[1] = -halfY;
  along[4] = halfY;
  along[6] = halfX;
  if (kind === SHAPE_CAPSULE) along[6] = poses[at + BODY_RADIUS];
  // The apex of a cone comes first, and it is at the top.
  if (kind === SHAPE_CONE) {
    along[1] = halfY;
    along[4] = -halfY;
  }
  if (kind === SHAPE_CAPSULE) return enterRayCapsule(hitThere, 0, local, 0, Infinity, along, 0);
  if (kind === SHAPE_CYLINDER) return enterRayCylinder(hitThere, 0, local, 0, Infinity, along, 0);
  if (kind === SHAPE_CONE) return enterRayCone(hitThere, 0, local, 0, Infinity, along, 0);
  // A hull: in its own unit.
  for (let i = 0; i < 6; i++) local[i] /= halfX;
  return enterRayConvex(hitThere, 0, local, 0, Infinity, set.registry.columns.hulls[set.handles[slot]]!);
}

/** Casts at the half-space of all points below y = `radii[at]`. */
function castAtPlane(radii: Float64Array, at: number): boolean {
  const height = local[1] - radii[at];
  for (let axis = 0; axis < 3; axis++) hitThere[3 + axis] = 0;
  rayFraction[0] = 0;
  if (height <= 0) return true;
  if (!(local[4] < 0)) return false;
  hitThere[4] = 1;
  rayFraction[0] = height / -local[4];
  return true;
}

/** Casts at a core with a radius around it. */
function castRayRounded(hit: Float64Array, ray: Float64Array, set: PosedShapes, slot: number): void {
  const at = BODY_STRIDE * slot;
  setPairOrigin(set, slot);
  loadBody(bodyB, set, slot);
  for (let axis = 0; axis < 3; axis++) {
    local[axis] = ray[axis] - set.poses[at + BODY_X + axis];
    local[3 + axis] = ray[3 + axis];
  }
  takeRounded(hit);
}

/** Casts the local ray at the core in `bodyB`, with the radius around it. */
function takeRounded(hit: Float64Array): void {
  around[0] = bodyB.rounding;
  take(hit, enterRaySupport(hitThere, 0, local, 0, bodyB, around, 0));
}

/** Makes the hit that has been found the result; its fraction is in `rayFraction`. */
function take(hit: Float64Array, isHit: boolean): void {
  hit[HIT_FRACTION] = Infinity;
  if (!isHit) return;
  hit[HIT_FRACTION] = rayFraction[0];
  if (rayFraction[0] === 0) return;
  for (let axis = 0; axis < 3; axis++) hit[HIT_NORMAL + axis] = hitThere[3 + axis];
}

/** Casts a ray in the frame and unit of a composite at one of its pieces; the normal is in the world. */
export function castRayChild(
  hit: Float64Array,
  localRay: Float64Array,
  set: ColliderSet,
  slot: number,
  child: number,
): void {
  const { poses } = set;
  const at = BODY_STRIDE * slot;
  const shape = registeredOf(set, slot);
  for (let axis = 0; axis < 3; axis++) hit[HIT_NORMAL + axis] = 0;
  if (poses[at + BODY_RADIUS] === 0) {
    if (shape.children !== undefined) castRayCollider(hit, localRay, shape.children, child);
    else {
      const isHit = shape.record.queries!.castRay(hitThere, localRay, shape, child);
      rayFraction[0] = hitThere[RAY_FRACTION];
      take(hit, isHit);
    }
    normalToWorld(hit, HIT_NORMAL, poses, at);
    return;
  }
  setPairOrigin(set, slot);
  shape.record.pieces!.load(bodyB, shape, child, poses, at, pairOrigin);
  for (let i = 0; i < 6; i++) local[i] = poses[at + BODY_HALF_X] * localRay[i];
  normalToWorld(local, 0, poses, at);
  normalToWorld(local, 3, poses, at);
  takeRounded(hit);
}

/** See `CastChildRoutines.toLocal`. The scale of a composite is in place of its half extents. */
export function castToLocal(
  localRay: Float64Array,
  { cast: own }: CastWalk,
  ray: Float64Array,
  { cast }: CastWalk,
  { poses }: ColliderSet,
  slot: number,
): void {
  const at = BODY_STRIDE * slot;
  const scale = poses[at + BODY_HALF_X];
  rayToBody(localRay, ray, poses, at);
  for (let i = 0; i < 6; i++) localRay[i] /= scale;
  let magnitude = 0;
  for (let axis = 0; axis < 3; axis++) {
    centre[axis] = cast[CAST_CENTER + axis] - poses[at + BODY_X + axis];
    magnitude += Math.abs(centre[axis]) + Math.abs(ray[axis]) + cast[CAST_HALF + axis];
  }
  const grow = poses[at + BODY_RADIUS] + FRAME_SLACK * magnitude;
  vectorToBody(own, CAST_CENTER, centre, 0, poses, at);
  for (let axis = 0; axis < 3; axis++) {
    const m = at + BODY_AXES + 3 * axis;
    let half = grow;
    for (let k = 0; k < 3; k++) half += Math.abs(poses[m + k]) * cast[CAST_HALF + k];
    own[CAST_CENTER + axis] /= scale;
    own[CAST_HALF + axis] = half / scale;
    own[CAST_DIRECTION + axis] = localRay[3 + axis];
  }
  own[CAST_IS_RAY] = 0;
  if (poses[at + BODY_RADIUS] > 0 || cast[CAST_HALF] + cast[CAST_HALF + 1] + cast[CAST_HALF + 2] > 0) return;
  own[CAST_IS_RAY] = 1;
  for (let axis = 0; axis < 3; axis++) own[CAST_CENTER + axis] = localRay[axis];
}

const centre = new Float64Array(3);

function rayToBody(out: Float64Array, ray: Float64Array, poses: Float64Array, at: number): void {
  pointToBody(out, ray, poses, at);
  vectorToBody(out, 3, ray, 3, poses, at);
}

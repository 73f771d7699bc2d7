import { registeredOf } from '../../core/shapes/registered-of.ts';
import {
  type ColliderSet,
  POSE_COS,
  POSE_HALF_HEIGHT,
  POSE_HALF_WIDTH,
  POSE_RADIUS,
  POSE_SCALE,
  POSE_SIN,
  POSE_STRIDE,
  POSE_X,
  POSE_Y,
} from '../collider-set.ts';
import { createConvexPiece } from '../geometry/convex/convex-piece.ts';
import {
  castRayDisc,
  castRayPiece,
  HIT_FRACTION,
  HIT_NORMAL_X,
  HIT_NORMAL_Y,
  RAY_DIRECTION_X,
  RAY_DIRECTION_Y,
  RAY_LENGTH,
  RAY_RADIUS,
  RAY_ROUNDING,
  RAY_X,
  RAY_Y,
} from '../geometry/ray/cast-ray-piece.ts';
import { loadBox } from '../shapes/load-inline.ts';
import { createOwnPiece, curvedPieceOf, viewPiece } from '../shapes/own-piece.ts';
import { createPlacedPiece, placeAtOrigin, placement } from '../shapes/placed-piece.ts';
import { isInlineKind, SHAPE_BOX, SHAPE_CAPSULE, SHAPE_CIRCLE } from '../shapes/shape-kind.ts';
import { pointToLocal, turnNormal } from './local-frame.ts';

/*
 * The ray is transformed into the frame of the collider: one point and one direction are turned instead of all
 * vertices, and boxes are axis-aligned. Results are those of `castRayPiece`, in the world.
 */

const own = createOwnPiece();
const rounded = createPlacedPiece(4);
const local = new Float64Array(RAY_LENGTH);
const centre = new Float64Array(2);

/** Casts a ray in the world at a collider of one piece. */
export function castRayCollider(hit: Float64Array, ray: Float64Array, set: ColliderSet, slot: number): void {
  const { poses } = set;
  const pose = slot * POSE_STRIDE;
  const kind = set.kinds[slot];
  hit[HIT_FRACTION] = Infinity;
  hit[HIT_NORMAL_X] = 0;
  hit[HIT_NORMAL_Y] = 0;
  if (kind === SHAPE_CIRCLE) {
    castRayCircle(hit, ray, set, slot);
    return;
  }
  rayToLocal(local, ray, set, slot, !isInlineKind(kind));
  if (kind === SHAPE_CAPSULE) {
    local[RAY_RADIUS] = poses[pose + POSE_RADIUS];
    size[0] = poses[pose + POSE_HALF_HEIGHT];
    castRayUprightCapsule(hit, local, size);
  } else if (kind === SHAPE_BOX) {
    local[RAY_RADIUS] = poses[pose + POSE_RADIUS];
    size[0] = poses[pose + POSE_HALF_WIDTH];
    size[1] = poses[pose + POSE_HALF_HEIGHT];
    if (local[RAY_RADIUS] === 0) castRayUprightBox(hit, local, size);
    else {
      placeAtOrigin();
      placement[POSE_HALF_WIDTH] = size[0];
      placement[POSE_HALF_HEIGHT] = size[1];
      loadBox(rounded);
      castRayPiece(hit, local, rounded.vertices, rounded.normals, 0, 4);
    }
  } else {
    castRayOwnPiece(hit, local, set, slot, 0);
  }
  turnNormal(hit, set, slot);
}

/** Casts a ray in the frame of a collider, in its own unit, at one of its pieces. The normal is in the world. */
export function castRayChild(
  hit: Float64Array,
  localRay: Float64Array,
  set: ColliderSet,
  slot: number,
  child: number,
): void {
  castRayOwnPiece(hit, localRay, set, slot, child);
  turnNormal(hit, set, slot);
}

/** Writes a ray in a collider's frame: in the collider's own unit, which its scale stretches, or in the world's. */
export function rayToLocal(
  out: Float64Array,
  ray: Float64Array,
  set: ColliderSet,
  slot: number,
  inOwnUnit: boolean,
): void {
  const { poses } = set;
  const pose = slot * POSE_STRIDE;
  const c = poses[pose + POSE_COS];
  const s = poses[pose + POSE_SIN];
  const unit = inOwnUnit ? poses[pose + POSE_SCALE] : 1;
  const dx = ray[RAY_DIRECTION_X];
  const dy = ray[RAY_DIRECTION_Y];
  pointToLocal(out, ray, set, slot, inOwnUnit);
  out[RAY_DIRECTION_X] = (c * dx + s * dy) / unit;
  out[RAY_DIRECTION_Y] = (c * dy - s * dx) / unit;
}

const size = new Float64Array(2);

function castRayOwnPiece(
  hit: Float64Array,
  localRay: Float64Array,
  set: ColliderSet,
  slot: number,
  child: number,
): void {
  const registered = registeredOf(set, slot);
  const pose = slot * POSE_STRIDE;
  localRay[RAY_RADIUS] = set.poses[pose + POSE_RADIUS] / set.poses[pose + POSE_SCALE];
  if (registered.pieceRadius.length > 0) localRay[RAY_RADIUS] += registered.pieceRadius[child];
  if (registered.record.curve !== undefined) {
    registered.record.curve.castRay(hit, localRay, curvedPieceOf(registered, child));
    return;
  }
  viewPiece(own, registered, child);
  castRayPiece(hit, localRay, own.vertices, own.normals, own.first, own.count);
}

function castRayCircle(hit: Float64Array, ray: Float64Array, set: ColliderSet, slot: number): void {
  const { poses } = set;
  const pose = slot * POSE_STRIDE;
  const x = poses[pose + POSE_X] - ray[RAY_X];
  const y = poses[pose + POSE_Y] - ray[RAY_Y];
  const radius = poses[pose + POSE_RADIUS];
  if (x * x + y * y <= radius * radius) {
    hit[HIT_FRACTION] = 0;
    return;
  }
  centre[0] = x;
  centre[1] = y;
  ray[RAY_RADIUS] = radius;
  castRayDisc(hit, ray, centre);
}

/**
 * Casts a ray at an upright box about the origin, of half extents `size`, whose slabs the ray enters and leaves one
 * after the other (Ericson, Real-Time Collision Detection, 5.3.3). A ray that passes a corner or a side by no more than
 * rounding touches it.
 */
function castRayUprightBox(hit: Float64Array, ray: Float64Array, half: Float64Array): void {
  const x = ray[RAY_X];
  const y = ray[RAY_Y];
  const dx = ray[RAY_DIRECTION_X];
  const dy = ray[RAY_DIRECTION_Y];
  const outX = Math.abs(x) - half[0];
  const outY = Math.abs(y) - half[1];
  if (outX <= 0 && outY <= 0) {
    hit[HIT_FRACTION] = 0;
    return;
  }
  const rounding = RAY_ROUNDING * (Math.abs(x) + Math.abs(y) + half[0] + half[1]);
  // The ray begins beside the box and does not come nearer. Rounding may make a ray along a side seem to be beside the
  // box.
  const leavesX = outX > 0 && (x > 0 ? dx >= 0 : dx <= 0);
  const leavesY = outY > 0 && (y > 0 ? dy >= 0 : dy <= 0);
  if (leavesX && (outX > rounding || outY <= 0 || leavesY)) return;
  if (leavesY && (outY > rounding || outX <= 0)) return;
  const nearX = outX > 0 && !leavesX ? outX / Math.abs(dx) : -Infinity;
  const nearY = outY > 0 && !leavesY ? outY / Math.abs(dy) : -Infinity;
  const farX = dx === 0 ? Infinity : ((dx > 0 ? half[0] : -half[0]) - x) / dx;
  const farY = dy === 0 ? Infinity : ((dy > 0 ? half[1] : -half[1]) - y) / dy;
  const entersX = nearX >= nearY;
  const near = entersX ? nearX : nearY;
  const far = Math.min(farX, farY);
  // The ray passes the corner by as much, along either axis, as it travels between leaving one slab and entering the
  // other.
  if (near > far && !((near - far) * Math.min(Math.abs(dx), Math.abs(dy)) <= rounding)) return;
  hit[HIT_FRACTION] = near;
  hit[HIT_NORMAL_X] = entersX ? (dx > 0 ? -1 : 1) : 0;
  hit[HIT_NORMAL_Y] = entersX ? 0 : dy > 0 ? -1 : 1;
}

const core = createConvexPiece(2);
core.normals[0] = 1;
core.normals[2] = -1;

/**
 * Casts a ray at an upright capsule about the origin: half its core is `half[0]`. Most enter the strip of its width
 * through a side (Ericson, Real-Time Collision Detection, 5.3.7, reduced to the plane). Above and below, rounding may
 * only seem to have carried the ray past the end of a side: there the disc alone does not tell.
 */
function castRayUprightCapsule(hit: Float64Array, ray: Float64Array, half: Float64Array): void {
  const height = half[0];
  const x = ray[RAY_X];
  const dx = ray[RAY_DIRECTION_X];
  const outside = Math.abs(x) - ray[RAY_RADIUS];
  const leaves = x > 0 ? dx >= 0 : dx <= 0;
  // Rounding may make a ray along a side seem to be beside the capsule.
  if (leaves && outside > RAY_ROUNDING * (Math.abs(x) + Math.abs(ray[RAY_Y]) + height)) return;
  if (outside > 0 && !leaves) {
    const fraction = outside / Math.abs(dx);
    if (Math.abs(ray[RAY_Y] + fraction * ray[RAY_DIRECTION_Y]) <= height) {
      hit[HIT_FRACTION] = fraction;
      hit[HIT_NORMAL_X] = dx > 0 ? -1 : 1;
      hit[HIT_NORMAL_Y] = 0;
      return;
    }
  }
  core.vertices[1] = -height;
  core.vertices[3] = height;
  castRayPiece(hit, ray, core.vertices, core.normals, 0, 2);
}

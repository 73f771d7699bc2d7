import { EPSILON } from '../../core/tolerance.ts';
import {
  bodyReach,
  CORE_TRIANGLE,
  type ConvexBody,
  measureBall,
  writeBodySupport,
} from '../geometry/convex/convex-body.ts';
import { capsuleCore } from '../shapes/capsule-core.ts';
import { sphereCore } from '../shapes/sphere-core.ts';
import { isShortCast } from './cast-ball.ts';
import type { QueryBody } from './query-body.ts';

/** Relative to the lengths involved: more than rounding makes of a distance. */
const ROUNDING = 64 * EPSILON;

/**
 * The direction across the triangle and away from the body, not of unit length; and the point of the body that is
 * farthest along it.
 */
const across = new Float64Array(3);
const nearest = new Float64Array(3);
/** The middle of the triangle and the radius of a sphere about it that holds the triangle. */
const around = new Float64Array(4);
const RADIUS = 3;

/**
 * Returns whether a cheap test proves that a body cast along the direction `translation[3 …]` does not meet another
 * within the fraction `limit[0]`. Most triangles in the bounds of a cast, and most corners of bounds, are ruled out by
 * it without measuring distances. Both bodies stand in one frame. False proves nothing.
 */
export function missesPiece(
  mover: QueryBody,
  target: QueryBody,
  translation: Float64Array,
  limit: Float64Array,
): boolean {
  const { body } = mover;
  const { body: piece } = target;
  if (mover.isHalfSpace || target.isHalfSpace) return false;
  // A sphere that is cast in a few steps is not tested first: the cast itself costs no more than the test.
  if (piece.core.form !== CORE_TRIANGLE)
    return !isShortCast(body, piece) && staysOffBall(body, piece, translation, limit);
  if (staysOffPlane(body, piece, translation, limit)) return true;
  return (body.core === capsuleCore || body.core === sphereCore) && staysOffMiddle(body, piece, translation, limit);
}

/** How far from its place each of two bodies reaches. */
const ballRadii = new Float64Array(2);

/** Returns whether the sphere around a body, which moves, stays clear of the sphere around another body. */
function staysOffBall(body: ConvexBody, target: ConvexBody, translation: Float64Array, limit: Float64Array): boolean {
  writeBallRadius(0, body);
  writeBallRadius(1, target);
  const x = target.x - body.x;
  const y = target.y - body.y;
  const z = target.z - body.z;
  const wayX = limit[0] * translation[3];
  const wayY = limit[0] * translation[4];
  const wayZ = limit[0] * translation[5];
  const square = wayX * wayX + wayY * wayY + wayZ * wayZ;
  const along = x * wayX + y * wayY + z * wayZ;
  const part = along > 0 ? Math.min(1, along / square) : 0;
  const gapX = x - part * wayX;
  const gapY = y - part * wayY;
  const gapZ = z - part * wayZ;
  const size = Math.abs(x) + Math.abs(y) + Math.abs(z) + Math.abs(wayX) + Math.abs(wayY) + Math.abs(wayZ);
  const least = ballRadii[0] + ballRadii[1] + ROUNDING * (size + ballRadii[0] + ballRadii[1]);
  return gapX * gapX + gapY * gapY + gapZ * gapZ > least * least;
}

function writeBallRadius(i: number, body: ConvexBody): void {
  measureBall(body);
  ballRadii[i] = body.rounding + bodyReach[0];
}

/** Returns whether a body stays on one side of the plane of a triangle. */
function staysOffPlane(
  body: ConvexBody,
  triangle: ConvexBody,
  translation: Float64Array,
  limit: Float64Array,
): boolean {
  const { corners } = triangle;
  const ux = corners[3] - corners[0];
  const uy = corners[4] - corners[1];
  const uz = corners[5] - corners[2];
  const vx = corners[6] - corners[0];
  const vy = corners[7] - corners[1];
  const vz = corners[8] - corners[2];
  let nx = uy * vz - uz * vy;
  let ny = uz * vx - ux * vz;
  let nz = ux * vy - uy * vx;
  if (nx * (body.x - corners[0]) + ny * (body.y - corners[1]) + nz * (body.z - corners[2]) > 0) {
    nx = -nx;
    ny = -ny;
    nz = -nz;
  }
  across[0] = nx;
  across[1] = ny;
  across[2] = nz;
  writeBodySupport(nearest, 0, body, across);
  const gap = nx * (corners[0] - nearest[0]) + ny * (corners[1] - nearest[1]) + nz * (corners[2] - nearest[2]);
  const size =
    Math.abs(corners[0]) +
    Math.abs(corners[1]) +
    Math.abs(corners[2]) +
    Math.abs(nearest[0]) +
    Math.abs(nearest[1]) +
    Math.abs(nearest[2]);
  const least = (body.rounding + triangle.rounding + ROUNDING * size) * Math.sqrt(nx * nx + ny * ny + nz * nz);
  const approach = limit[0] * (nx * translation[3] + ny * translation[4] + nz * translation[5]);
  return gap > least && gap - approach > least;
}

/**
 * Returns whether the sphere around a triangle stays clear of a sphere or capsule: the middle of its way, as the body
 * sees it, is farther from the body's axis than half of that way and the radii together.
 */
function staysOffMiddle(
  body: ConvexBody,
  triangle: ConvexBody,
  translation: Float64Array,
  limit: Float64Array,
): boolean {
  const { axes, x, y, z } = body;
  const half = body.core === capsuleCore ? body.halfY : 0;
  writeSphereAround(triangle.corners);
  const part = limit[0] / 2;
  const wayX = part * translation[3];
  const wayY = part * translation[4];
  const wayZ = part * translation[5];
  let gapX = around[0] - x - wayX;
  let gapY = around[1] - y - wayY;
  let gapZ = around[2] - z - wayZ;
  const along = Math.max(-half, Math.min(half, gapX * axes[3] + gapY * axes[4] + gapZ * axes[5]));
  gapX -= along * axes[3];
  gapY -= along * axes[4];
  gapZ -= along * axes[5];
  const size =
    Math.abs(around[0]) + Math.abs(around[1]) + Math.abs(around[2]) + Math.abs(x) + Math.abs(y) + Math.abs(z);
  const least =
    body.rounding +
    triangle.rounding +
    around[RADIUS] +
    Math.sqrt(wayX * wayX + wayY * wayY + wayZ * wayZ) +
    ROUNDING * (size + half + body.rounding + around[RADIUS]);
  return gapX * gapX + gapY * gapY + gapZ * gapZ > least * least;
}

function writeSphereAround(corners: Float64Array): void {
  let squared = 0;
  for (let k = 0; k < 3; k++) around[k] = (corners[k] + corners[3 + k] + corners[6 + k]) / 3;
  for (let corner = 0; corner < 9; corner += 3) {
    const x = corners[corner] - around[0];
    const y = corners[corner + 1] - around[1];
    const z = corners[corner + 2] - around[2];
    squared = Math.max(squared, x * x + y * y + z * z);
  }
  around[RADIUS] = Math.sqrt(squared);
}

import type { Vector } from '../../core/movement/vector.ts';
import { EPSILON } from '../../core/tolerance.ts';
import { CORE_BOX, type ConvexBody } from '../geometry/convex/convex-body.ts';
import type { QueryShape } from '../queries/query-shape.ts';
import { capsuleCore } from '../shapes/capsule-core.ts';
import { sphereCore } from '../shapes/sphere-core.ts';

/*
 * The way of a mover, as it is placed and grown, along a motion: `writeMoverBounds` and `writeMoverWay` fill these
 * arrays, and the routines that choose and meet triangles read them.
 */

/** Relative to the lengths involved: more than rounding makes of a distance. */
const ROUNDING = 64 * EPSILON;

/** The bounds of the sweep, relative to the origin, enlarged by the rounding error of coordinates. */
export const path = new Float64Array(6);
/** Where the mover's core begins, from the origin; half of its way, and its half axis or half sizes. */
export const way = new Float64Array(9);
export const HALF_WAY = 3;
export const SIZES = 6;
/**
 * The mover's radius with the clearance; the rounding of lengths; the length of half the way; the radius around the
 * triangles of the current collider; and the part of the way within which they count.
 */
export const lengths = new Float64Array(5);
export const ROUND = 0;
export const SLACK = 1;
export const HALF_LENGTH = 2;
export const SURFACE = 3;
export const LIMIT = 4;

/** Writes the bounds of a mover on its way along a motion, in the world, and the rounding of its lengths. */
export function writeMoverBounds({ box, pieces }: QueryShape, motion: Vector): void {
  const { rounding } = pieces[0].body;
  let size = rounding;
  for (let axis = 0; axis < 3; axis++) size += Math.abs(box[axis]) + Math.abs(box[3 + axis]) + Math.abs(motion[axis]);
  const slack = ROUNDING * size;
  for (let axis = 0; axis < 3; axis++) {
    path[axis] = box[axis] + Math.min(0, motion[axis]) - slack;
    path[3 + axis] = box[3 + axis] + Math.max(0, motion[axis]) + slack;
  }
  lengths[ROUND] = rounding;
  lengths[SLACK] = slack;
}

/** Makes the bounds of a way relative to an origin, and writes the other numbers of the way. */
export function writeMoverWay(mover: QueryShape, motion: Vector, origin: Float64Array): void {
  const { box } = mover;
  const { body } = mover.pieces[0];
  for (let axis = 0; axis < 3; axis++) {
    path[axis] -= origin[axis];
    path[3 + axis] -= origin[axis];
    way[HALF_WAY + axis] = 0.5 * motion[axis];
  }
  way[0] = mover.x - origin[0] + body.x;
  way[1] = mover.y - origin[1] + body.y;
  way[2] = mover.z - origin[2] + body.z;
  lengths[HALF_LENGTH] = 0.5 * Math.sqrt(motion[0] * motion[0] + motion[1] * motion[1] + motion[2] * motion[2]);
  if (isRound(body)) {
    const half = body.core === capsuleCore ? body.halfY : 0;
    for (let axis = 0; axis < 3; axis++) way[SIZES + axis] = half * body.axes[3 + axis];
  } else {
    for (let axis = 0; axis < 3; axis++) {
      const place = axis === 0 ? mover.x + body.x : axis === 1 ? mover.y + body.y : mover.z + body.z;
      way[SIZES + axis] = Math.max(place - box[axis], box[3 + axis] - place) - body.rounding;
    }
  }
}

/** Returns whether a body is a sphere or a capsule: everything within a distance of a point or a segment. */
export function isRound({ core }: ConvexBody): boolean {
  return core === capsuleCore || core === sphereCore;
}

export function isBox({ core }: ConvexBody): boolean {
  return core.form === CORE_BOX;
}

import type { ConvexBody } from '../convex/convex-body.ts';
import { CORE_BOX, CORE_CONE, CORE_CYLINDER, CORE_HULL } from '../convex/convex-body.ts';
import { PLANE_STRIDE } from '../convex/convex-hull.ts';

/** Where a line enters a body and where it leaves it, in lengths of its direction. Written by `cutLineBody`. */
export const lineSpan = new Float64Array(2);

/** The line in the frame of the body: a point and the direction. */
const local = new Float64Array(6);

/** What `cutLineBody` returns. */
export const LINE_CUTS = 1;
export const LINE_MISSES = 0;
/** The body is of no form that it knows. */
export const LINE_UNKNOWN = -1;

/**
 * Writes to `lineSpan` the part of a line (a point, a unit direction; both in the frame of the pair) that lies in the
 * core of a box, hull, cylinder or cone. A line along a face or side counts as in it.
 */
export function cutLineBody(body: ConvexBody, point: Float64Array, direction: Float64Array): number {
  const { form } = body.core;
  if (form < CORE_BOX || form > CORE_HULL) return LINE_UNKNOWN;
  const m = body.axes;
  const x = point[0] - body.x;
  const y = point[1] - body.y;
  const z = point[2] - body.z;
  const dx = direction[0];
  const dy = direction[1];
  const dz = direction[2];
  for (let k = 0; k < 3; k++) {
    local[k] = m[3 * k] * x + m[3 * k + 1] * y + m[3 * k + 2] * z;
    local[3 + k] = m[3 * k] * dx + m[3 * k + 1] * dy + m[3 * k + 2] * dz;
  }
  lineSpan[0] = -Infinity;
  lineSpan[1] = Infinity;
  if (form === CORE_BOX) {
    for (let axis = 0; axis < 3; axis++) {
      const half = axis === 0 ? body.halfX : axis === 1 ? body.halfY : body.halfZ;
      if (!cutSlab(local[axis], local[3 + axis], half)) return LINE_MISSES;
    }
  } else if (form === CORE_HULL) {
    if (!cutHull(body)) return LINE_MISSES;
  } else {
    if (!cutSlab(local[1], local[4], body.halfY)) return LINE_MISSES;
    if (form === CORE_CYLINDER ? !cutCylinder(body) : form === CORE_CONE && !cutCone(body)) return LINE_MISSES;
  }
  return lineSpan[0] <= lineSpan[1] ? LINE_CUTS : LINE_MISSES;
}

/** Keeps what lies between −half and +half of a coordinate, which is `at` and rises by `rise`. */
function cutSlab(at: number, rise: number, half: number): boolean {
  if (rise === 0) return Math.abs(at) <= half;
  const first = (-half - at) / rise;
  const last = (half - at) / rise;
  keepSpan(Math.min(first, last), Math.max(first, last));
  return true;
}

function keepSpan(enter: number, leave: number): void {
  if (enter > lineSpan[0]) lineSpan[0] = enter;
  if (leave < lineSpan[1]) lineSpan[1] = leave;
}

function cutHull({ hull, scale }: ConvexBody): boolean {
  const { planes, faceCount } = hull!;
  const x = local[0];
  const y = local[1];
  const z = local[2];
  const dx = local[3];
  const dy = local[4];
  const dz = local[5];
  let enter = -Infinity;
  let leave = Infinity;
  for (let p = 0; p < PLANE_STRIDE * faceCount; p += PLANE_STRIDE) {
    const rise = planes[p] * dx + planes[p + 1] * dy + planes[p + 2] * dz;
    const below = scale * planes[p + 3] - (planes[p] * x + planes[p + 1] * y + planes[p + 2] * z);
    if (rise > 0) {
      if (below < leave * rise) leave = below / rise;
    } else if (rise < 0) {
      if (below < enter * rise) enter = below / rise;
    } else if (below < 0) return false;
  }
  lineSpan[0] = enter;
  lineSpan[1] = leave;
  return true;
}

function cutCylinder({ halfX: radius }: ConvexBody): boolean {
  const square = local[3] * local[3] + local[5] * local[5];
  const along = local[0] * local[3] + local[2] * local[5];
  const rest = local[0] * local[0] + local[2] * local[2] - radius * radius;
  if (square === 0) return rest <= 0;
  const root = along * along - square * rest;
  if (root < 0) return false;
  const half = Math.sqrt(root);
  keepSpan((-along - half) / square, (half - along) / square);
  return true;
}

/** Of the double cone about the apex the slab has left the lower half. */
function cutCone({ halfX, halfY }: ConvexBody): boolean {
  const slope = halfX / (2 * halfY);
  const down = halfY - local[1];
  const fall = -local[4];
  // |across|² ≤ slope² · down².
  const square = local[3] * local[3] + local[5] * local[5] - slope * slope * fall * fall;
  const along = local[0] * local[3] + local[2] * local[5] - slope * slope * down * fall;
  const rest = local[0] * local[0] + local[2] * local[2] - slope * slope * down * down;
  if (square === 0) {
    // Parallel to the side: one end only.
    if (along === 0) return rest <= 0;
    const end = -rest / (2 * along);
    keepSpan(along > 0 ? -Infinity : end, along > 0 ? end : Infinity);
    return true;
  }
  const root = along * along - square * rest;
  if (root < 0) return square < 0;
  const half = Math.sqrt(root);
  const first = (-along - half) / square;
  const last = (half - along) / square;
  if (square > 0) keepSpan(first, last);
  // Steeper than the side: all but what is between the two, of which the slab holds one part.
  else if (fall > 0) keepSpan(Math.max(first, last), Infinity);
  else keepSpan(-Infinity, Math.min(first, last));
  return true;
}

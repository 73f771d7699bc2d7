import {
  CORE_BOX,
  CORE_CYLINDER,
  CORE_HULL,
  CORE_SEGMENT,
  CORE_SPHERE,
  type ConvexBody,
} from '../geometry/convex/convex-body.ts';
import { PLANE_STRIDE } from '../geometry/convex/convex-hull.ts';
import { closestOnHull } from './hull-table.ts';
import { normalToWorld, vectorToBody } from './local-frame.ts';

/*
 * Measures how deep a sphere is in another body: from the point of the body's core that is nearest to the centre of the
 * sphere, or, for a centre inside of the core, from the nearest face or side.
 */

/** The centre of the sphere in the axes of the body and from its place, and the nearest point of the core. */
const centre = new Float64Array(3);
const local = new Float64Array(3);
const nearest = new Float64Array(3);
/** The unit normal from the core to the centre, and how far that is from the core, negative inside. */
const way = new Float64Array(3);
const apart = new Float64Array(1);
const unscaled = new Float64Array(3);
/** The half extents of the body, and its size, which the callers of `measureWay` write. */
const halves = new Float64Array(3);
const size = new Float64Array(1);
/** Share of the size below which the direction across a distance is rounding. */
const LEAST_DISTANCE = 1e-9;

/**
 * Writes the unit normal from a body to a sphere, the deepest point of the body, that of the sphere, and the depth,
 * negative where they are apart, all in the frame of both. Returns false, with nothing written, for shapes that are
 * left to the general routine: other cores, and a centre on the surface of the core.
 */
export function penetrateBall(out: Float64Array, body: ConvexBody, ball: ConvexBody): boolean {
  if (ball.core.form !== CORE_SPHERE) return false;
  const { form } = body.core;
  centre[0] = ball.x - body.x;
  centre[1] = ball.y - body.y;
  centre[2] = ball.z - body.z;
  // The pose of a sphere has no axes.
  if (form === CORE_SPHERE) for (let axis = 0; axis < 3; axis++) local[axis] = centre[axis];
  else vectorToBody(local, 0, centre, 0, body.axes, 0);
  if (!findNearest(form, body)) return false;
  if (form !== CORE_SPHERE) {
    normalToWorld(nearest, 0, body.axes, 0);
    normalToWorld(way, 0, body.axes, 0);
  }
  for (let axis = 0; axis < 3; axis++) {
    const place = axis === 0 ? body.x : axis === 1 ? body.y : body.z;
    out[axis] = 0 + way[axis];
    out[3 + axis] = place + nearest[axis] + body.rounding * way[axis];
    out[6 + axis] = place + centre[axis] - ball.rounding * way[axis];
  }
  out[9] = body.rounding + ball.rounding - apart[0];
  return true;
}

function findNearest(form: number, { halfX, halfY, halfZ, hull, scale }: ConvexBody): boolean {
  halves[0] = halfX;
  halves[1] = halfY;
  halves[2] = halfZ;
  if (form === CORE_HULL) {
    for (let axis = 0; axis < 3; axis++) unscaled[axis] = local[axis] / scale;
    if (findNearestFace(hull!.planes, hull!.faceCount)) {
      apart[0] *= scale;
      for (let axis = 0; axis < 3; axis++) nearest[axis] = local[axis] - apart[0] * way[axis];
      return true;
    }
    closestOnHull!(nearest, 0, unscaled, 0, hull!);
    for (let axis = 0; axis < 3; axis++) nearest[axis] *= scale;
    size[0] = scale * hull!.boundingRadius;
    return measureWay();
  }
  if (form === CORE_CYLINDER) return findNearestCylinder();
  if (form !== CORE_BOX && form !== CORE_SEGMENT && form !== CORE_SPHERE) return false;
  let isInside = form === CORE_BOX;
  let chosen = 0;
  apart[0] = -Infinity;
  for (let axis = 0; axis < 3; axis++) {
    const half = halves[axis];
    const above = Math.abs(local[axis]) - half;
    if (above > 0) isInside = false;
    nearest[axis] = Math.max(-half, Math.min(half, local[axis]));
    if (!(above > apart[0])) continue;
    apart[0] = above;
    chosen = axis;
  }
  if (isInside) {
    leaveAlong(chosen);
    return true;
  }
  size[0] = halfX + halfY + halfZ;
  return measureWay();
}

/** Leaves a box through its nearest face. */
function leaveAlong(chosen: number): void {
  const side = local[chosen] < 0 ? -1 : 1;
  for (let axis = 0; axis < 3; axis++) way[axis] = axis === chosen ? side : 0;
  nearest[chosen] = side * halves[chosen];
}

/** Writes the face of a hull that is nearest to an inner point; false for a point that is not inside. */
function findNearestFace(planes: Float64Array, faceCount: number): boolean {
  let chosen = 0;
  apart[0] = -Infinity;
  for (let p = 0; p < PLANE_STRIDE * faceCount; p += PLANE_STRIDE) {
    const height = planes[p] * unscaled[0] + planes[p + 1] * unscaled[1] + planes[p + 2] * unscaled[2] - planes[p + 3];
    if (height > 0) return false;
    if (!(height > apart[0])) continue;
    apart[0] = height;
    chosen = p;
  }
  for (let axis = 0; axis < 3; axis++) way[axis] = planes[chosen + axis];
  return true;
}

function findNearestCylinder(): boolean {
  const radius = halves[0];
  const half = halves[1];
  const out = Math.sqrt(local[0] * local[0] + local[2] * local[2]);
  const up = Math.abs(local[1]) - half;
  const part = out > radius ? radius / out : 1;
  nearest[0] = part * local[0];
  nearest[1] = Math.max(-half, Math.min(half, local[1]));
  nearest[2] = part * local[2];
  if (up > 0 || out > radius) {
    size[0] = half + radius;
    return measureWay();
  }
  if (out - radius > up) {
    if (!(out > LEAST_DISTANCE * radius)) return false;
    apart[0] = out - radius;
    way[0] = local[0] / out;
    way[1] = 0;
    way[2] = local[2] / out;
    nearest[0] = radius * way[0];
    nearest[2] = radius * way[2];
    return true;
  }
  apart[0] = up;
  way[0] = way[2] = 0;
  way[1] = local[1] < 0 ? -1 : 1;
  nearest[1] = half * way[1];
  return true;
}

/** Writes the way from the nearest point to the centre; false where that is too short to have a direction. */
function measureWay(): boolean {
  let squared = 0;
  let magnitude = size[0];
  for (let axis = 0; axis < 3; axis++) {
    way[axis] = local[axis] - nearest[axis];
    squared += way[axis] * way[axis];
    magnitude += Math.abs(local[axis]);
  }
  apart[0] = Math.sqrt(squared);
  if (!(apart[0] > LEAST_DISTANCE * magnitude)) return false;
  for (let axis = 0; axis < 3; axis++) way[axis] /= apart[0];
  return true;
}

import {
  CORE_BOX,
  CORE_CYLINDER,
  CORE_HULL,
  CORE_SEGMENT,
  CORE_SPHERE,
  type ConvexBody,
} from '../geometry/convex/convex-body.ts';
import { rayFraction } from '../geometry/ray/ray-hit.ts';
import { meetAabb } from '../geometry/sweep/cast-sphere-aabb.ts';
import { meetSegment } from '../geometry/sweep/cast-sphere-capsule.ts';
import { meetCylinder } from '../geometry/sweep/cast-sphere-cylinder.ts';
import { castAtHull } from './hull-table.ts';
import { normalToWorld, vectorToBody } from './local-frame.ts';

/*
 * Spheres cast at spheres, capsules, boxes, cylinders and hulls, rounded ones too, without GJK: a sphere that moves
 * meets a core with a radius around it where its centre comes as near to the core as both radii reach.
 */

/** The sphere in the axes of the target and from its place: centre, and the radius of both. */
const ball = new Float64Array(4);
const RADIUS = 3;
const centre = new Float64Array(3);
const way = new Float64Array(3);
/** The core of the target: least and largest coordinates of a box, the ends of a segment, see `meetCylinder`. */
const core = new Float64Array(6);

/** Returns whether `castBall` casts a body at another. */
export function isBallCast(mover: ConvexBody, target: ConvexBody): boolean {
  if (mover.core.form !== CORE_SPHERE) return false;
  const { form } = target.core;
  return form === CORE_CYLINDER || (form === CORE_HULL && castAtHull !== undefined) || isShortCast(mover, target);
}

/** Returns whether `castBall` casts a body at another in so few steps that telling misses beforehand does not pay. */
export function isShortCast(mover: ConvexBody, target: ConvexBody): boolean {
  const { form } = target.core;
  return mover.core.form === CORE_SPHERE && (form === CORE_SPHERE || form === CORE_SEGMENT || form === CORE_BOX);
}

/**
 * Casts a sphere along `translation[0 … 2]` at a body for which `isBallCast` is true, both in one frame. Writes the
 * contact point on the core of the target, from its place, the unit normal from it to the sphere, and the fraction; for
 * a miss, the fraction alone.
 */
export function castBall(out: Float64Array, mover: ConvexBody, target: ConvexBody, translation: Float64Array): void {
  const { axes, hull, scale } = target;
  const { form } = target.core;
  centre[0] = mover.x - target.x;
  centre[1] = mover.y - target.y;
  centre[2] = mover.z - target.z;
  // The pose of a sphere has no axes.
  if (form === CORE_SPHERE) {
    for (let axis = 0; axis < 3; axis++) {
      ball[axis] = centre[axis];
      way[axis] = translation[axis];
    }
  } else {
    vectorToBody(ball, 0, centre, 0, axes, 0);
    vectorToBody(way, 0, translation, 0, axes, 0);
  }
  ball[RADIUS] = mover.rounding + target.rounding;
  out[6] = Infinity;
  if (form === CORE_HULL) {
    for (let i = 0; i < 4; i++) ball[i] /= scale;
    for (let axis = 0; axis < 3; axis++) way[axis] /= scale;
    if (!castAtHull!(out, ball, way, hull!)) return;
    for (let axis = 0; axis < 3; axis++) out[axis] *= scale;
  } else if (!meetCore(out, target)) return;
  out[6] = rayFraction[0];
  if (form === CORE_SPHERE) return;
  normalToWorld(out, 0, axes, 0);
  normalToWorld(out, 3, axes, 0);
}

/** Casts the sphere at the core of any form but a hull. */
function meetCore(out: Float64Array, { core: { form }, halfX, halfY, halfZ }: ConvexBody): boolean {
  if (form === CORE_CYLINDER) {
    core[0] = halfX;
    core[1] = halfY;
    return meetCylinder(out, ball, way, core);
  }
  // A box has an extent along all axes, a segment along y alone, and a sphere is a segment without length.
  core[0] = -halfX;
  core[1] = -halfY;
  core[2] = -halfZ;
  core[3] = halfX;
  core[4] = halfY;
  core[5] = halfZ;
  if (form === CORE_SPHERE) core.fill(0);
  const meet = form === CORE_BOX ? meetAabb : meetSegment;
  return meet(out, 0, ball, 0, way, 0, core, 0);
}

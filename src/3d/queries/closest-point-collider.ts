import { CLOSEST_DISTANCE, CLOSEST_NORMAL } from '../../core/queries/closest-point.ts';
import { registeredOf } from '../../core/shapes/registered-of.ts';
import type { ColliderSet } from '../collider-set.ts';
import { BODY_HALF_X, BODY_HALF_Y, BODY_RADIUS, BODY_STRIDE, BODY_X } from '../geometry/body-pose.ts';
import { writeClosestPointOfCone } from '../geometry/closest/closest-point-cone.ts';
import { writeClosestPointOfCylinder } from '../geometry/closest/closest-point-cylinder.ts';
import type { PosedShapes } from '../shapes/posed-shapes.ts';
import {
  SHAPE_BOX,
  SHAPE_CAPSULE,
  SHAPE_CONE,
  SHAPE_CYLINDER,
  SHAPE_HALF_SPACE,
  SHAPE_SPHERE,
} from '../shapes/shape-kind.ts';
import { closestOnHull } from './hull-table.ts';
import { normalToWorld, pointToBody } from './local-frame.ts';

/*
 * As for rays (cast-ray-collider.ts), the point is transformed into the axes of the body, in which the core's nearest
 * point is found; the radius around the core is taken off last.
 */

/** The point in the axes of the body, and the core's point that is nearest to it. */
const local = new Float64Array(3);
const nearest = new Float64Array(3);
/** How near a point is to the child of a compound, in the frame and unit of the compound. */
const toChild = new Float64Array(4);
/** A shape that stands along y, as two points on its axis and a radius. */
const along = new Float64Array(7);

/**
 * The radius around a core, and world units a unit: in an array, as V8 puts numbers given to a function on the heap.
 */
const sizes = new Float64Array(2);
const RADIUS = 0;
const SCALE = 1;

/** Writes how near a point in the world is to a collider of one piece. */
export function closestPointCollider(closest: Float64Array, point: Float64Array, set: PosedShapes, slot: number): void {
  const { poses } = set;
  const at = BODY_STRIDE * slot;
  if (set.kinds[slot] === SHAPE_SPHERE) {
    for (let axis = 0; axis < 3; axis++) {
      local[axis] = point[axis] - poses[at + BODY_X + axis];
      nearest[axis] = 0;
    }
  } else {
    pointToBody(local, point, poses, at);
    writeNearest(set, slot, at);
  }
  sizes[RADIUS] = poses[at + BODY_RADIUS];
  sizes[SCALE] = 1;
  writeDistance(closest);
  if (closest[CLOSEST_DISTANCE] > 0 && set.kinds[slot] !== SHAPE_SPHERE) {
    normalToWorld(closest, CLOSEST_NORMAL, poses, at);
  }
}

/**
 * Writes how near a point in the frame and unit of a composite is to one of its pieces: distance and normal in the
 * world.
 */
export function closestPointChild(
  closest: Float64Array,
  localPoint: Float64Array,
  set: ColliderSet,
  slot: number,
  child: number,
): void {
  const { poses } = set;
  const at = BODY_STRIDE * slot;
  const shape = registeredOf(set, slot);
  for (let axis = 0; axis < 3; axis++) local[axis] = localPoint[axis];
  if (shape.children !== undefined) {
    closestPointCollider(toChild, local, shape.children, child);
    // The call has turned `local` into the axes of the child. Only the vector from the nearest point to `local` counts
    // below.
    for (let axis = 0; axis < 3; axis++) {
      nearest[axis] = local[axis] - toChild[CLOSEST_DISTANCE] * toChild[CLOSEST_NORMAL + axis];
    }
  } else shape.record.queries!.closestPoint(nearest, local, shape, child);
  sizes[RADIUS] = poses[at + BODY_RADIUS];
  sizes[SCALE] = poses[at + BODY_HALF_X];
  writeDistance(closest);
  if (closest[CLOSEST_DISTANCE] > 0) normalToWorld(closest, CLOSEST_NORMAL, poses, at);
}

/** Writes the distance from `nearest`, with a radius around it, to `local`, in the world: see `sizes`. */
function writeDistance(closest: Float64Array): void {
  let squared = 0;
  for (let axis = 0; axis < 3; axis++) {
    const off = local[axis] - nearest[axis];
    closest[CLOSEST_NORMAL + axis] = off;
    squared += off * off;
  }
  const height = Math.sqrt(squared);
  const distance = sizes[SCALE] * height - sizes[RADIUS];
  const isOutside = distance > 0;
  closest[CLOSEST_DISTANCE] = isOutside ? distance : 0;
  for (let axis = 0; axis < 3; axis++) {
    closest[CLOSEST_NORMAL + axis] = isOutside ? closest[CLOSEST_NORMAL + axis] / height : 0;
  }
}

/** Writes the core's point nearest to the local one: the local point itself where it lies inside. */
function writeNearest(set: PosedShapes, slot: number, at: number): void {
  const { poses } = set;
  const kind = set.kinds[slot];
  const halfX = poses[at + BODY_HALF_X];
  const halfY = poses[at + BODY_HALF_Y];
  if (kind === SHAPE_HALF_SPACE) {
    for (let axis = 0; axis < 3; axis++) nearest[axis] = local[axis];
    nearest[1] = Math.min(local[1], 0);
  } else if (kind === SHAPE_BOX) {
    for (let axis = 0; axis < 3; axis++) {
      const half = poses[at + BODY_HALF_X + axis];
      nearest[axis] = Math.max(-half, Math.min(local[axis], half));
    }
  } else if (kind === SHAPE_CAPSULE) {
    nearest[0] = nearest[2] = 0;
    nearest[1] = Math.max(-halfY, Math.min(local[1], halfY));
  } else if (kind === SHAPE_CYLINDER || kind === SHAPE_CONE) {
    // The apex of a cone comes first, and it is at the top.
    const first = kind === SHAPE_CONE ? halfY : -halfY;
    along[1] = first;
    along[4] = -first;
    along[6] = halfX;
    // For a point inside the body, the routines write the point itself.
    if (kind === SHAPE_CONE) writeClosestPointOfCone(nearest, 0, local, 0, along, 0);
    else writeClosestPointOfCylinder(nearest, 0, local, 0, along, 0);
  } else {
    // A hull: in its own unit.
    for (let axis = 0; axis < 3; axis++) unscaled[axis] = local[axis] / halfX;
    const hull = set.registry.columns.hulls[set.handles[slot]]!;
    const isInside = closestOnHull!(nearest, 0, unscaled, 0, hull);
    for (let axis = 0; axis < 3; axis++) nearest[axis] = isInside ? local[axis] : nearest[axis] * halfX;
  }
}

const unscaled = new Float64Array(3);

import type { NumberArray, WritableNumberArray } from '../../../core/number-array.ts';
import { closestPointCone } from '../closest/closest-point-cone.ts';
import { closestPointCylinder } from '../closest/closest-point-cylinder.ts';

// A capsule overlaps a convex shape if a point p(t) = a + t·e of its axis comes within the radius of it. The squared
// distance f(t) = |p − q|², q being the point of the shape closest to p, is convex, and half its derivative is (p −
// q)·e. So the least distance is found by halving the stretch in which the derivative changes its sign. The search ends
// early where the shape is met, and where the tangent shows that it will not be: the distance itself is convex too, so
// on what is left of the stretch it is at least √f + (t − t0)·f'/2√f.
//
// Near the least distance f changes with the square of the error of t, so it is right to rounding long before t is.

type ClosestPoint = (
  out: WritableNumberArray,
  outOffset: number,
  point: NumberArray,
  pointOffset: number,
  shape: NumberArray,
  shapeOffset: number,
) => number;

const CAPSULE_RADIUS = 6;
/** Halvings after which neighbouring fractions have no number between them. */
const MAX_STEPS = 64;

/** A point of the axis, and the shape's point closest to it. */
const point = new Float64Array(3);
const nearest = new Float64Array(3);

function overlapsCapsule(
  capsule: NumberArray,
  capsuleOffset: number,
  shape: NumberArray,
  shapeOffset: number,
  closestPoint: ClosestPoint,
): boolean {
  const radius = capsule[capsuleOffset + CAPSULE_RADIUS];
  let from = 0;
  let to = 1;
  let t = 0;
  for (let step = 0; step < MAX_STEPS; step++) {
    let slope = 0;
    for (let axis = 0; axis < 3; axis++) {
      const start = capsule[capsuleOffset + axis];
      const end = capsule[capsuleOffset + 3 + axis];
      point[axis] = t === 1 ? end : start + t * (end - start);
    }
    const square = closestPoint(nearest, 0, point, 0, shape, shapeOffset);
    if (square <= radius * radius) return true;
    for (let axis = 0; axis < 3; axis++) {
      slope += (capsule[capsuleOffset + 3 + axis] - capsule[capsuleOffset + axis]) * (point[axis] - nearest[axis]);
    }
    // At an end the least distance may be there: on the way in the distance must fall.
    const left = slope < 0 ? to - t : t - from;
    if (!(square - left * Math.abs(slope) <= radius * Math.sqrt(square))) return false;
    if (slope < 0) from = t;
    else to = t;
    // The second end is tried after the first one, and then halves of the interval.
    t = step === 0 ? 1 : (from + to) / 2;
    if (step > 0 && (t === from || t === to)) return false;
  }
  return false;
}

/**
 * Returns whether a solid capsule (a, b, radius) and a solid, capped cylinder (a, b, radius) have a point in common;
 * touching counts. The least distance of the capsule's axis is found by bisection, to rounding. A cylinder with an axis
 * of zero length counts as its point a. NaN gives false.
 *
 * Derived here: the least value of a convex function of one number.
 */
export function overlapsCapsuleCylinder(
  capsule: NumberArray,
  capsuleOffset: number,
  cylinder: NumberArray,
  cylinderOffset: number,
): boolean {
  return overlapsCapsule(capsule, capsuleOffset, cylinder, cylinderOffset, closestPointCylinder);
}

/**
 * Returns whether a solid capsule (a, b, radius) and a solid cone (apex, centre of base, radius of base) have a point
 * in common; touching counts. The least distance of the capsule's axis is found by bisection, to rounding. A cone with
 * an axis of zero length counts as its apex. NaN gives false.
 *
 * Derived here: the least value of a convex function of one number.
 */
export function overlapsCapsuleCone(
  capsule: NumberArray,
  capsuleOffset: number,
  cone: NumberArray,
  coneOffset: number,
): boolean {
  return overlapsCapsule(capsule, capsuleOffset, cone, coneOffset, closestPointCone);
}

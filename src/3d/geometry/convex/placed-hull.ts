import type { NumberArray } from '../../../core/number-array.ts';
import type { ConvexHull } from './convex-hull.ts';
import { writeRotation } from './pose.ts';
import { type Support, writePlacedSupport } from './support.ts';

/** A convex hull and where it is. Routines only read it, so one object serves any number of calls. */
export interface PlacedHull {
  readonly hull: ConvexHull;
  /** Position and quaternion (7 numbers). */
  readonly pose: NumberArray;
  /** The index of the first number of the pose. Default 0. */
  readonly poseOffset?: number;
}

// The operands of the call under way, where the two supports find them: closures made for each call would be garbage.
const rotation = new Float64Array(18);
let placedA: PlacedHull | undefined;
let placedB: PlacedHull | undefined;
let lastA = 0;
let lastB = 0;

/** Makes the two supports below answer for these hulls. */
export function placeSupports(a: PlacedHull, b: PlacedHull): void {
  placedA = a;
  placedB = b;
  lastA = 0;
  lastB = 0;
  writeRotation(rotation, 0, a.pose, a.poseOffset ?? 0);
  writeRotation(rotation, 9, b.pose, b.poseOffset ?? 0);
}

export const supportOfA: Support = (out, outOffset, dx, dy, dz) => {
  const { hull, pose, poseOffset = 0 } = placedA!;
  lastA = writePlacedSupport(out, outOffset, hull, lastA, rotation, 0, pose, poseOffset, dx, dy, dz);
  return lastA;
};

export const supportOfB: Support = (out, outOffset, dx, dy, dz) => {
  const { hull, pose, poseOffset = 0 } = placedB!;
  lastB = writePlacedSupport(out, outOffset, hull, lastB, rotation, 9, pose, poseOffset, dx, dy, dz);
  return lastB;
};

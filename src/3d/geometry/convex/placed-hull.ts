import type { NumberArray } from '../../../core/number-array.ts';
import type { ConvexHull } from './convex-hull.ts';
import { VERTEX_STRIDE } from './convex-hull.ts';
import { writeRotation } from './pose.ts';
import { findHullSupport, type Support } from './support.ts';

/** A convex hull and where it is. Routines only read it, so one object serves any number of calls. */
export interface PlacedHull {
  readonly hull: ConvexHull;
  /** Position and quaternion (7 numbers). */
  readonly pose: NumberArray;
  /** Of the first number of the pose. Default 0. */
  readonly poseOffset?: number;
}

// The operands of the call under way, where the two supports find them: closures made for each call would be garbage.
const rotation = new Float64Array(18);
let placedA: PlacedHull | undefined;
let placedB: PlacedHull | undefined;
let lastA = 0;
let lastB = 0;

/** Makes the two supports below those of these hulls. */
export function placeSupports(a: PlacedHull, b: PlacedHull): void {
  placedA = a;
  placedB = b;
  lastA = 0;
  lastB = 0;
  writeRotation(rotation, 0, a.pose, a.poseOffset ?? 0);
  writeRotation(rotation, 9, b.pose, b.poseOffset ?? 0);
}

export const supportOfA: Support = (out, outOffset, dx, dy, dz) => {
  lastA = writeFarthest(out, outOffset, placedA!, lastA, 0, dx, dy, dz);
  return lastA;
};

export const supportOfB: Support = (out, outOffset, dx, dy, dz) => {
  lastB = writeFarthest(out, outOffset, placedB!, lastB, 9, dx, dy, dz);
  return lastB;
};

function writeFarthest(
  out: Float64Array,
  outOffset: number,
  { hull, pose, poseOffset = 0 }: PlacedHull,
  from: number,
  r: number,
  dx: number,
  dy: number,
  dz: number,
): number {
  const vertex = findHullSupport(
    hull,
    from,
    rotation[r] * dx + rotation[r + 3] * dy + rotation[r + 6] * dz,
    rotation[r + 1] * dx + rotation[r + 4] * dy + rotation[r + 7] * dz,
    rotation[r + 2] * dx + rotation[r + 5] * dy + rotation[r + 8] * dz,
  );
  const { vertices } = hull;
  const x = vertices[VERTEX_STRIDE * vertex];
  const y = vertices[VERTEX_STRIDE * vertex + 1];
  const z = vertices[VERTEX_STRIDE * vertex + 2];
  for (let axis = 0; axis < 3; axis++) {
    const row = r + 3 * axis;
    out[outOffset + axis] = rotation[row] * x + rotation[row + 1] * y + rotation[row + 2] * z + pose[poseOffset + axis];
  }
  return vertex;
}

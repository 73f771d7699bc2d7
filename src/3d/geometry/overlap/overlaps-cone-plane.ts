import type { NumberArray, WritableNumberArray } from '../../../core/number-array.ts';
import { heightAt } from './axis-heights.ts';

// The solid cone is the hull of its apex and the disc of its base, so along n it reaches from the lower to the higher
// of the apex and the disc. On the disc the farthest rim point lies in the direction of w, the part of n perpendicular
// to the axis v: base ± r · w / |w|. Its height exceeds the centre's by r·|w| — the direction has to be brought to unit
// length before the radius scales it. With v unit, w = (v × n) × v and |w| = |v × n|. An axis parallel to n has w = 0:
// the disc is parallel to the plane and its centre is as far as its rim.

const CONE_BASE = 3;
const CONE_RADIUS = 6;

/** The rim direction w / |w| of the last call to `prepare`, or zero; and |w|. */
const rim = new Float64Array(4);

function prepare(cone: NumberArray, coneOffset: number, plane: NumberArray, planeOffset: number): void {
  const vx = cone[coneOffset + CONE_BASE] - cone[coneOffset];
  const vy = cone[coneOffset + CONE_BASE + 1] - cone[coneOffset + 1];
  const vz = cone[coneOffset + CONE_BASE + 2] - cone[coneOffset + 2];
  const nx = plane[planeOffset];
  const ny = plane[planeOffset + 1];
  const nz = plane[planeOffset + 2];
  const cx = vy * nz - vz * ny;
  const cy = vz * nx - vx * nz;
  const cz = vx * ny - vy * nx;
  const wx = cy * vz - cz * vy;
  const wy = cz * vx - cx * vz;
  const wz = cx * vy - cy * vx;
  const length = Math.sqrt(wx * wx + wy * wy + wz * wz);
  const axisLength = Math.sqrt(vx * vx + vy * vy + vz * vz);
  const scale = length > 0 ? 1 / length : 0;
  rim[0] = wx * scale;
  rim[1] = wy * scale;
  rim[2] = wz * scale;
  rim[3] = axisLength > 0 ? Math.sqrt(cx * cx + cy * cy + cz * cz) / axisLength : 0;
}

/**
 * Returns whether a solid cone (apex, centre of base, radius) has a point on a plane (n·x = d, normal of any length);
 * touching counts. A cone of zero height counts as its apex; NaN gives false.
 *
 * Source: Ericson, Real-Time Collision Detection, 5.2.4.
 */
export function overlapsConePlane(
  cone: NumberArray,
  coneOffset: number,
  plane: NumberArray,
  planeOffset: number,
): boolean {
  prepare(cone, coneOffset, plane, planeOffset);
  const apex = heightAt(cone, coneOffset, plane, planeOffset);
  const base = heightAt(cone, coneOffset + CONE_BASE, plane, planeOffset);
  const extent = cone[coneOffset + CONE_RADIUS] * rim[3];
  return Math.min(apex, base - extent) <= 0 && Math.max(apex, base + extent) >= 0;
}

/**
 * Returns whether a solid cone (apex, centre of base, radius) lies entirely behind a plane, in the half-space n·x ≤ d
 * (normal of any length); touching the plane from behind counts. NaN gives false.
 *
 * Source: Ericson, Real-Time Collision Detection, 5.2.4.
 */
export function containsConeHalfSpace(
  cone: NumberArray,
  coneOffset: number,
  plane: NumberArray,
  planeOffset: number,
): boolean {
  prepare(cone, coneOffset, plane, planeOffset);
  const apex = heightAt(cone, coneOffset, plane, planeOffset);
  const base = heightAt(cone, coneOffset + CONE_BASE, plane, planeOffset);
  return Math.max(apex, base + cone[coneOffset + CONE_RADIUS] * rim[3]) <= 0;
}

/**
 * Returns whether a solid cone (apex, centre of base, radius) has a point in the half-space behind a plane, n·x ≤ d
 * (normal of any length); touching counts. NaN gives false.
 *
 * Source: Ericson, Real-Time Collision Detection, 5.2.4.
 */
export function overlapsConeHalfSpace(
  cone: NumberArray,
  coneOffset: number,
  plane: NumberArray,
  planeOffset: number,
): boolean {
  prepare(cone, coneOffset, plane, planeOffset);
  const apex = heightAt(cone, coneOffset, plane, planeOffset);
  const base = heightAt(cone, coneOffset + CONE_BASE, plane, planeOffset);
  return Math.min(apex, base - cone[coneOffset + CONE_RADIUS] * rim[3]) <= 0;
}

/**
 * Writes the point `x y z` of a solid cone (apex, centre of base, radius) farthest against the normal of a plane (any
 * length): the apex or a rim point; returns its signed distance from the plane, negative behind it. With the axis
 * parallel to the normal every point of the base is as far, and its centre is written. A zero normal gives 0.
 * NaN in gives NaN.
 *
 * Source: Ericson, Real-Time Collision Detection, 5.2.4.
 */
export function deepestPointConePlane(
  out: WritableNumberArray,
  outOffset: number,
  cone: NumberArray,
  coneOffset: number,
  plane: NumberArray,
  planeOffset: number,
): number {
  prepare(cone, coneOffset, plane, planeOffset);
  const radius = cone[coneOffset + CONE_RADIUS];
  const apex = heightAt(cone, coneOffset, plane, planeOffset);
  const lowestRim = heightAt(cone, coneOffset + CONE_BASE, plane, planeOffset) - radius * rim[3];
  const nx = plane[planeOffset];
  const ny = plane[planeOffset + 1];
  const nz = plane[planeOffset + 2];
  const length = Math.sqrt(nx * nx + ny * ny + nz * nz);
  const tip = apex <= lowestRim;
  const at = tip ? coneOffset : coneOffset + CONE_BASE;
  const step = tip ? 0 : radius;
  const x = cone[at] - step * rim[0];
  const y = cone[at + 1] - step * rim[1];
  const z = cone[at + 2] - step * rim[2];
  out[outOffset] = x;
  out[outOffset + 1] = y;
  out[outOffset + 2] = z;
  if (length === 0) return 0;
  return Math.min(apex, lowestRim) / length;
}

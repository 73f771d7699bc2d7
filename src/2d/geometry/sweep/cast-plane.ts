import type { NumberArray, WritableNumberArray } from '../../../core/number-array.ts';
import { writeHit } from '../ray/ray-hit.ts';

// A shape that moves by v against the plane n·x = d reaches it when the height of its centre has shrunk to its extent:
// the radius, or for a box hx·|nx| + hy·|ny|, the half length of its shadow on the normal. Heights, extent and rate are
// kept in units of |n|, which the fraction (|height| − extent) / |rate| does not notice.

/** Returns the fraction at which the centre, at `height`, comes within `extent`; `Infinity` for never. */
function fractionToReach(height: number, rate: number, extent: number): number {
  const towards = height > 0 ? rate < 0 : rate > 0;
  if (!towards) {
    return Infinity;
  }
  const fraction = (Math.abs(height) - extent) / Math.abs(rate);
  if (fraction <= 1) {
    return fraction;
  }
  // A motion that ends just at contact counts, however the quotient is rounded.
  const end = height > 0 ? height + rate : -height - rate;
  return end <= extent ? 1 : Infinity;
}

/**
 * Casts a moving circle (centre, radius) along a translation (2) at a plane (n·x = d, n of any length), which has two
 * sides. Returns the fraction 0..1 of first contact and writes the contact point and the unit normal from the plane to
 * the circle (4 numbers); 0 when they touch or cross at the start, with the point of the plane nearest to the centre
 * and a zero normal. A miss, a zero normal or NaN gives `Infinity` and writes nothing.
 *
 * Source: Ericson, Real-Time Collision Detection, 5.5.3.
 */
export function castCirclePlane(
  out: WritableNumberArray,
  outOffset: number,
  circle: NumberArray,
  circleOffset: number,
  translation: NumberArray,
  translationOffset: number,
  plane: NumberArray,
  planeOffset: number,
): number {
  const cx = circle[circleOffset];
  const cy = circle[circleOffset + 1];
  const nx = plane[planeOffset];
  const ny = plane[planeOffset + 1];
  const length = Math.sqrt(nx * nx + ny * ny);
  const vx = translation[translationOffset];
  const vy = translation[translationOffset + 1];
  if (!(length > 0) || Number.isNaN(vx + vy)) return Infinity;
  const height = (nx * cx + ny * cy - plane[planeOffset + 2]) / length;
  const radius = circle[circleOffset + 2];
  if (Math.abs(height) <= radius) {
    writeHit(out, outOffset, cx - (height / length) * nx, cy - (height / length) * ny, 0, 0);
    return 0;
  }
  const fraction = fractionToReach(height, (nx * vx + ny * vy) / length, radius);
  if (fraction !== Infinity) {
    const sign = height > 0 ? 1 : -1;
    const ux = (sign * nx) / length;
    const uy = (sign * ny) / length;
    writeHit(out, outOffset, cx + fraction * vx - radius * ux, cy + fraction * vy - radius * uy, ux, uy);
  }
  return fraction;
}

/**
 * Casts a moving AABB (4) along a translation (2) at a plane (n·x = d, n of any length), which has two sides. Returns
 * the fraction 0..1 of first contact and writes the contact point and the unit normal from the plane to the box (4
 * numbers); when a whole side arrives at once the point is its middle. 0 when they touch or cross at the start, with
 * the point of the plane nearest to the box's centre and a zero normal. A miss, a zero normal or NaN gives `Infinity`
 * and writes nothing.
 *
 * Source: Ericson, Real-Time Collision Detection, 5.2.3 and 5.5.3.
 */
export function castAabbPlane(
  out: WritableNumberArray,
  outOffset: number,
  aabb: NumberArray,
  aabbOffset: number,
  translation: NumberArray,
  translationOffset: number,
  plane: NumberArray,
  planeOffset: number,
): number {
  const minX = aabb[aabbOffset];
  const minY = aabb[aabbOffset + 1];
  const halfX = (aabb[aabbOffset + 2] - minX) * 0.5;
  const halfY = (aabb[aabbOffset + 3] - minY) * 0.5;
  const cx = minX + halfX;
  const cy = minY + halfY;
  const nx = plane[planeOffset];
  const ny = plane[planeOffset + 1];
  const lengthSquared = nx * nx + ny * ny;
  const vx = translation[translationOffset];
  const vy = translation[translationOffset + 1];
  if (!(lengthSquared > 0) || Number.isNaN(vx + vy)) return Infinity;
  const height = nx * cx + ny * cy - plane[planeOffset + 2];
  const extent = halfX * Math.abs(nx) + halfY * Math.abs(ny);
  if (Math.abs(height) <= extent) {
    const scale = height / lengthSquared;
    writeHit(out, outOffset, cx - scale * nx, cy - scale * ny, 0, 0);
    return 0;
  }
  const fraction = fractionToReach(height, nx * vx + ny * vy, extent);
  if (fraction !== Infinity) {
    const sign = height > 0 ? 1 : -1;
    const length = Math.sqrt(lengthSquared);
    // The corner farthest against the normal; Math.sign(0) = 0 picks the middle of a parallel side.
    const x = cx + fraction * vx - sign * Math.sign(nx) * halfX;
    const y = cy + fraction * vy - sign * Math.sign(ny) * halfY;
    writeHit(out, outOffset, x, y, (sign * nx) / length, (sign * ny) / length);
  }
  return fraction;
}

import type { NumberArray, WritableNumberArray } from '../../../core/number-array.ts';
import { type ConvexHull, PLANE_STRIDE } from '../convex/convex-hull.ts';
import { writeVector } from '../vector.ts';
import { enterAtStart, rayFraction } from './ray-hit.ts';

/**
 * Casts a ray (origin, direction of any length) at the convex polyhedron bounded by planes `n·x ≤ d` (`nx ny nz d`
 * each, any length of n): writes the hit point and the outward unit normal (6 numbers) and returns the fraction of the
 * direction, 0 ≤ t ≤ maxFraction, or `Infinity` for a miss, with nothing written. A ray that starts inside or on the
 * polyhedron hits at 0 with a zero normal; a zero direction asks just that. A segment is a ray with `maxFraction` 1.
 * NaN misses.
 *
 * The ray is clipped by one half-space after the other: it enters where its direction runs against a normal, leaves
 * where it runs along, and hits when the last entry comes no later than the first exit. No planes bound all of space.
 *
 * Source: Cyrus and Beck, 1978; Ericson, Real-Time Collision Detection, 5.3.8.
 */
export function castRayConvexPolyhedron(
  out: WritableNumberArray,
  outOffset: number,
  ray: NumberArray,
  rayOffset: number,
  maxFraction: number,
  planes: NumberArray,
  planesOffset: number,
  planeCount: number,
): number {
  return enterRayConvexPolyhedron(out, outOffset, ray, rayOffset, maxFraction, planes, planesOffset, planeCount)
    ? rayFraction[0]
    : Infinity;
}

/**
 * Casts as `castRayConvexPolyhedron` does, but returns whether the ray meets it, with the fraction in `rayFraction`.
 */
function enterRayConvexPolyhedron(
  out: WritableNumberArray,
  outOffset: number,
  ray: NumberArray,
  rayOffset: number,
  maxFraction: number,
  planes: NumberArray,
  planesOffset: number,
  planeCount: number,
): boolean {
  const ox = ray[rayOffset];
  const oy = ray[rayOffset + 1];
  const oz = ray[rayOffset + 2];
  const dx = ray[rayOffset + 3];
  const dy = ray[rayOffset + 4];
  const dz = ray[rayOffset + 5];
  let enter = 0;
  let leave = Infinity;
  let entered = -1;
  for (let i = 0; i < planeCount; i++) {
    const p = planesOffset + PLANE_STRIDE * i;
    const x = planes[p];
    const y = planes[p + 1];
    const z = planes[p + 2];
    const room = planes[p + 3] - (x * ox + y * oy + z * oz);
    const rate = x * dx + y * dy + z * dz;
    if (rate < 0) {
      if (room < 0) {
        const t = room / rate;
        if (entered < 0 || t > enter) {
          enter = t;
          entered = p;
        }
      } else if (!(room >= 0)) {
        return false;
      }
    } else if (!(room >= 0)) {
      return false;
    }
    if (rate > 0) leave = Math.min(leave, room / rate);
    else if (!(rate <= 0)) return false;
    // For most rays that miss, half of the planes show it.
    if (enter > leave) return false;
  }
  if (!(enter <= leave && enter <= maxFraction)) return false;
  if (entered < 0) return enterAtStart(out, outOffset, ray, rayOffset, maxFraction);
  const x = planes[entered];
  const y = planes[entered + 1];
  const z = planes[entered + 2];
  const scale = 1 / Math.sqrt(x * x + y * y + z * z);
  writeVector(out, outOffset, ox + enter * dx, oy + enter * dy, oz + enter * dz);
  writeVector(out, outOffset + 3, x * scale, y * scale, z * scale);
  rayFraction[0] = enter;
  return true;
}

/**
 * Casts a ray at a hull, both in the hull's frame. See {@link castRayConvexPolyhedron}.
 *
 * Source: Cyrus and Beck, 1978; Ericson, Real-Time Collision Detection, 5.3.8.
 */
export function castRayConvex(
  out: WritableNumberArray,
  outOffset: number,
  ray: NumberArray,
  rayOffset: number,
  maxFraction: number,
  hull: ConvexHull,
): number {
  return castRayConvexPolyhedron(out, outOffset, ray, rayOffset, maxFraction, hull.planes, 0, hull.faceCount);
}

/** Casts as `castRayConvex` does, but returns whether the ray meets the hull, with the fraction in `rayFraction`. */
export function enterRayConvex(
  out: WritableNumberArray,
  outOffset: number,
  ray: NumberArray,
  rayOffset: number,
  maxFraction: number,
  hull: ConvexHull,
): boolean {
  return enterRayConvexPolyhedron(out, outOffset, ray, rayOffset, maxFraction, hull.planes, 0, hull.faceCount);
}

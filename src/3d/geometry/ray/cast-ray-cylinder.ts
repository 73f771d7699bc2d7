import type { NumberArray, WritableNumberArray } from '../../../core/number-array.ts';
import { enterAtStart, finishHit, rayFraction } from './ray-hit.ts';

// A capped cylinder is the intersection of a slab between its two end planes and an infinite tube. The line is in each
// for an interval of parameters; the later entry, if not after the earlier exit, is the hit, and tells cap from side.
// Roots of the tube as in cast-ray-capsule.ts; of −b ∓ h the one that would subtract is replaced by c / the other.

/**
 * Relative, on sin² of the angle between ray and axis: below it the part of the direction across the axis is rounding,
 * and may as well lie along it, where it says nothing about the tube: (8 EPSILON)².
 */
const AXIAL_SIN_SQUARED = 2 ** -98;

/**
 * Casts a ray (6) at a solid cylinder with flat caps (a, b, radius; 7). Returns the fraction and writes the point and
 * the outward unit normal (6). Starting inside or on it gives 0, the origin and a zero normal. A miss, an axis of zero
 * length (which points nowhere) and NaN give `Infinity` and write nothing.
 *
 * Source: Ericson, Real-Time Collision Detection, 5.3.7, rederived with Lagrange's identity.
 */
export function castRayCylinder(
  out: WritableNumberArray,
  outOffset: number,
  ray: NumberArray,
  rayOffset: number,
  maxFraction: number,
  cylinder: NumberArray,
  cylinderOffset: number,
): number {
  return enterRayCylinder(out, outOffset, ray, rayOffset, maxFraction, cylinder, cylinderOffset)
    ? rayFraction[0]
    : Infinity;
}

/** Casts as `castRayCylinder` does, but returns whether the ray meets it, with the fraction in `rayFraction`. */
export function enterRayCylinder(
  out: WritableNumberArray,
  outOffset: number,
  ray: NumberArray,
  rayOffset: number,
  maxFraction: number,
  cylinder: NumberArray,
  cylinderOffset: number,
): boolean {
  const ax = cylinder[cylinderOffset];
  const ay = cylinder[cylinderOffset + 1];
  const az = cylinder[cylinderOffset + 2];
  const radius = cylinder[cylinderOffset + 6];
  let ux = cylinder[cylinderOffset + 3] - ax;
  let uy = cylinder[cylinderOffset + 4] - ay;
  let uz = cylinder[cylinderOffset + 5] - az;
  const length = Math.sqrt(ux * ux + uy * uy + uz * uz);
  if (!(length > 0)) return false;
  ux /= length;
  uy /= length;
  uz /= length;
  const dx = ray[rayOffset + 3];
  const dy = ray[rayOffset + 4];
  const dz = ray[rayOffset + 5];
  const mx = ray[rayOffset] - ax;
  const my = ray[rayOffset + 1] - ay;
  const mz = ray[rayOffset + 2] - az;
  const along = mx * ux + my * uy + mz * uz;
  const slope = dx * ux + dy * uy + dz * uz;
  const ex = mx - along * ux;
  const ey = my - along * uy;
  const ez = mz - along * uz;
  const vx = dx - slope * ux;
  const vy = dy - slope * uy;
  const vz = dz - slope * uz;
  const outside = ex * ex + ey * ey + ez * ez - radius * radius;

  // The slab 0 ≤ along ≤ length.
  let entry = -Infinity;
  let exit = Infinity;
  if (slope !== 0) {
    entry = (slope > 0 ? -along : length - along) / slope;
    exit = (slope > 0 ? length - along : -along) / slope;
  } else if (!(along >= 0 && along <= length)) {
    return false;
  }

  // The tube.
  const acrossSquared = vx * vx + vy * vy + vz * vz;
  const b = ex * vx + ey * vy + ez * vz;
  const kappa = (ey * vz - ez * vy) * ux + (ez * vx - ex * vz) * uy + (ex * vy - ey * vx) * uz;
  let h = 0;
  let throughSide = false;
  if (acrossSquared > AXIAL_SIN_SQUARED * (dx * dx + dy * dy + dz * dz)) {
    const hSquared = radius * radius * acrossSquared - kappa * kappa;
    if (!(hSquared >= 0)) return false;
    h = Math.sqrt(hSquared);
    const sum = b < 0 ? h - b : -h - b;
    const near = b < 0 ? outside / sum : sum / acrossSquared;
    const far = b < 0 ? sum / acrossSquared : sum === 0 ? 0 : outside / sum;
    if (near > entry) {
      entry = near;
      throughSide = true;
    }
    if (far < exit) exit = far;
  } else if (!(outside <= 0)) {
    return false;
  }

  if (!(entry <= exit) || exit < 0) return false;
  if (entry <= 0) {
    return enterAtStart(out, outOffset, ray, rayOffset, maxFraction);
  }
  if (!(entry <= maxFraction)) return false;
  if (throughSide) {
    let nx = (kappa * (vy * uz - vz * uy) - h * vx) / acrossSquared;
    let ny = (kappa * (vz * ux - vx * uz) - h * vy) / acrossSquared;
    let nz = (kappa * (vx * uy - vy * ux) - h * vz) / acrossSquared;
    const s = Math.min(Math.max(along + entry * slope, 0), length);
    const px = ax + s * ux + nx;
    const py = ay + s * uy + ny;
    const pz = az + s * uz + nz;
    if (!(radius > 0)) {
      nx = -vx;
      ny = -vy;
      nz = -vz;
    }
    out[outOffset] = px;
    out[outOffset + 1] = py;
    out[outOffset + 2] = pz;
    out[outOffset + 3] = nx;
    out[outOffset + 4] = ny;
    out[outOffset + 5] = nz;
    finishHit(out, outOffset);
  } else {
    const s = slope > 0 ? 0 : length;
    const px = ax + s * ux + ex + entry * vx;
    const py = ay + s * uy + ey + entry * vy;
    const pz = az + s * uz + ez + entry * vz;
    const side = slope > 0 ? -1 : 1;
    out[outOffset] = px;
    out[outOffset + 1] = py;
    out[outOffset + 2] = pz;
    out[outOffset + 3] = side * ux;
    out[outOffset + 4] = side * uy;
    out[outOffset + 5] = side * uz;
    finishHit(out, outOffset);
  }
  rayFraction[0] = entry;
  return true;
}

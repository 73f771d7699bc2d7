import type { NumberArray, WritableNumberArray } from '../../../core/number-array.ts';
import { enterAtStart, finishHit, rayFraction } from './ray-hit.ts';

// With m = origin − centre, b = m·d and k = m × d, Lagrange's identity b² + k² = m²d² turns the discriminant of
// |m + t·d|² = r² into h² = r²d² − k²: the radius against the distance at which the line passes the centre. The usual
// b² − d²(m² − r²) subtracts two numbers of the size of m² and loses the sphere when the ray comes from afar.
// The nearer root −(b + h)/d² is taken as (m² − r²)/(h − b), which subtracts nothing because b < 0 for a ray that
// approaches. Seen from the centre the hit is (d × k − h·d)/d²: free of t, hence of the distance the ray has come.

/**
 * Casts a ray (6) at a solid sphere (4). Returns the fraction and writes the point and the outward unit normal (6).
 * Starting inside or on the sphere gives 0, the origin and a zero normal. A miss or NaN gives `Infinity` and writes
 * nothing. A radius of 0 is a point, whose normal faces back along the ray.
 *
 * Source: Ericson, Real-Time Collision Detection, 5.3.2; the discriminant by Lagrange's identity.
 */
export function castRaySphere(
  out: WritableNumberArray,
  outOffset: number,
  ray: NumberArray,
  rayOffset: number,
  maxFraction: number,
  sphere: NumberArray,
  sphereOffset: number,
): number {
  const radius = sphere[sphereOffset + 3];
  return castRayBall(out, outOffset, ray, rayOffset, maxFraction, sphere, sphereOffset, radius);
}

/** Casts as `castRaySphere` does, but returns whether the ray meets it, with the fraction in `rayFraction`. */
export function enterRaySphere(
  out: WritableNumberArray,
  outOffset: number,
  ray: NumberArray,
  rayOffset: number,
  maxFraction: number,
  sphere: NumberArray,
  sphereOffset: number,
): boolean {
  ballRadius[0] = sphere[sphereOffset + 3];
  return enterRayBall(out, outOffset, ray, rayOffset, maxFraction, sphere, sphereOffset);
}

/** Does what `castRaySphere` does, with the centre (3 numbers) and the radius given apart. */
export function castRayBall(
  out: WritableNumberArray,
  outOffset: number,
  ray: NumberArray,
  rayOffset: number,
  maxFraction: number,
  center: NumberArray,
  centerOffset: number,
  radius: number,
): number {
  ballRadius[0] = radius;
  return enterRayBall(out, outOffset, ray, rayOffset, maxFraction, center, centerOffset) ? rayFraction[0] : Infinity;
}

/** The radius of the ball that `enterRayBall` casts at: V8 puts a number on the heap that is given to a function. */
const ballRadius = /* @__PURE__ */ new Float64Array(1);

/**
 * Casts at a ball with a given centre, whose radius is in `ballRadius`. Returns whether the ray meets it,
 * with the fraction in `rayFraction`.
 */
function enterRayBall(
  out: WritableNumberArray,
  outOffset: number,
  ray: NumberArray,
  rayOffset: number,
  maxFraction: number,
  center: NumberArray,
  centerOffset: number,
): boolean {
  const radius = ballRadius[0];
  const ox = ray[rayOffset];
  const oy = ray[rayOffset + 1];
  const oz = ray[rayOffset + 2];
  const dx = ray[rayOffset + 3];
  const dy = ray[rayOffset + 4];
  const dz = ray[rayOffset + 5];
  const cx = center[centerOffset];
  const cy = center[centerOffset + 1];
  const cz = center[centerOffset + 2];
  const mx = ox - cx;
  const my = oy - cy;
  const mz = oz - cz;
  const outside = mx * mx + my * my + mz * mz - radius * radius;
  const b = mx * dx + my * dy + mz * dz;
  if (outside <= 0 && !Number.isNaN(b)) return enterAtStart(out, outOffset, ray, rayOffset, maxFraction);
  if (!(b < 0)) return false;
  const kx = my * dz - mz * dy;
  const ky = mz * dx - mx * dz;
  const kz = mx * dy - my * dx;
  const lengthSquared = dx * dx + dy * dy + dz * dz;
  const hSquared = radius * radius * lengthSquared - (kx * kx + ky * ky + kz * kz);
  if (!(hSquared >= 0)) return false;
  const h = Math.sqrt(hSquared);
  const t = outside / (h - b);
  if (!(t <= maxFraction)) return false;
  const scale = 1 / lengthSquared;
  let x = (dy * kz - dz * ky - h * dx) * scale;
  let y = (dz * kx - dx * kz - h * dy) * scale;
  let z = (dx * ky - dy * kx - h * dz) * scale;
  const px = cx + x;
  const py = cy + y;
  const pz = cz + z;
  if (!(radius > 0)) {
    x = -dx;
    y = -dy;
    z = -dz;
  }
  out[outOffset] = px;
  out[outOffset + 1] = py;
  out[outOffset + 2] = pz;
  out[outOffset + 3] = x;
  out[outOffset + 4] = y;
  out[outOffset + 5] = z;
  finishHit(out, outOffset);
  rayFraction[0] = t;
  return true;
}

/**
 * Tells whether a ray (6), as far as `maxFraction` of its direction, touches a solid sphere (4); with 1 the segment it
 * spans. Takes no square root. NaN gives false.
 *
 * Source: Ericson, Real-Time Collision Detection, 5.3.2.
 */
export function overlapsRaySphere(
  ray: NumberArray,
  rayOffset: number,
  maxFraction: number,
  sphere: NumberArray,
  sphereOffset: number,
): boolean {
  const dx = ray[rayOffset + 3];
  const dy = ray[rayOffset + 4];
  const dz = ray[rayOffset + 5];
  const mx = ray[rayOffset] - sphere[sphereOffset];
  const my = ray[rayOffset + 1] - sphere[sphereOffset + 1];
  const mz = ray[rayOffset + 2] - sphere[sphereOffset + 2];
  const radius = sphere[sphereOffset + 3];
  const b = mx * dx + my * dy + mz * dz;
  if (!(maxFraction >= 0) || Number.isNaN(b)) return false;
  if (mx * mx + my * my + mz * mz <= radius * radius) return true;
  if (!(b < 0)) return false;
  const lengthSquared = dx * dx + dy * dy + dz * dz;
  if (-b > maxFraction * lengthSquared) {
    // The nearest point is the end.
    const ex = mx + maxFraction * dx;
    const ey = my + maxFraction * dy;
    const ez = mz + maxFraction * dz;
    return ex * ex + ey * ey + ez * ez <= radius * radius;
  }
  const kx = my * dz - mz * dy;
  const ky = mz * dx - mx * dz;
  const kz = mx * dy - my * dx;
  return kx * kx + ky * ky + kz * kz <= radius * radius * lengthSquared;
}

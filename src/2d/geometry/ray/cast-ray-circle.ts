import type { NumberArray, WritableNumberArray } from '../../../core/number-array.ts';
import { writeHit, writeStartHit } from './ray-hit.ts';

// With m = origin − centre, b = m·d and k = m × d, Lagrange's identity b² + k² = m²d² turns the discriminant of
// |m + t·d|² = r² into h² = r²d² − k²: the radius against the distance at which the line passes the centre, with
// none of the cancellation b² − d²(m² − r²) suffers far away. The nearer root −(b + h)/d² is taken in the form
// (m² − r²) / (h − b), which subtracts nothing because b < 0 for a ray that approaches.
//
// In the frame of d and its normal the hit lies at (k·(dy, −dx) − h·(dx, dy)) / d² from the centre, free of t and so of
// the distance the ray has come; its length is r by construction, which makes it the normal too.

/**
 * Casts a ray (origin, direction of any length) at a solid circle (centre, radius). Returns the fraction of the
 * direction at which it first meets the circle and writes the point and the outward unit normal (4 numbers). Starting
 * inside or on the circle gives 0, the origin and a zero normal. A miss or NaN gives `Infinity` and writes nothing. A
 * radius of 0 is a point, whose normal faces back along the ray.
 *
 * Source: Ericson, Real-Time Collision Detection, 5.3.2; the discriminant by Lagrange's identity.
 */
export function castRayCircle(
  out: WritableNumberArray,
  outOffset: number,
  ray: NumberArray,
  rayOffset: number,
  maxFraction: number,
  circle: NumberArray,
  circleOffset: number,
): number {
  return castRayCircleParts(
    out,
    outOffset,
    ray,
    rayOffset,
    maxFraction,
    circle[circleOffset],
    circle[circleOffset + 1],
    circle[circleOffset + 2],
  );
}

/** Does what `castRayCircle` does, with the circle in scalars, for kernels that build it from other shapes. */
export function castRayCircleParts(
  out: WritableNumberArray,
  outOffset: number,
  ray: NumberArray,
  rayOffset: number,
  maxFraction: number,
  centerX: number,
  centerY: number,
  radius: number,
): number {
  const ox = ray[rayOffset];
  const oy = ray[rayOffset + 1];
  const dx = ray[rayOffset + 2];
  const dy = ray[rayOffset + 3];
  const fraction = fractionRayCircle(ox - centerX, oy - centerY, dx, dy, maxFraction, radius);
  if (fraction === 0) {
    return writeStartHit(out, outOffset, ox, oy, maxFraction);
  }
  if (fraction === Infinity) {
    return Infinity;
  }
  const lengthSquared = dx * dx + dy * dy;
  const cross = (ox - centerX) * dy - (oy - centerY) * dx;
  const half = Math.sqrt(Math.max(0, radius * radius * lengthSquared - cross * cross));
  let nx = cross * dy - half * dx;
  let ny = -cross * dx - half * dy;
  let length = Math.sqrt(nx * nx + ny * ny);
  if (length === 0) {
    nx = -dx;
    ny = -dy;
    length = Math.sqrt(lengthSquared);
  }
  nx /= length;
  ny /= length;
  writeHit(out, outOffset, centerX + radius * nx, centerY + radius * ny, nx, ny);
  return fraction;
}

/**
 * Returns whether a ray meets a solid circle (centre, radius) within `maxFraction`: the yes/no form of castRayCircle,
 * with the same verdict.
 *
 * Source: Ericson, Real-Time Collision Detection, 5.3.2.
 */
export function overlapsRayCircle(
  ray: NumberArray,
  rayOffset: number,
  maxFraction: number,
  circle: NumberArray,
  circleOffset: number,
): boolean {
  const mx = ray[rayOffset] - circle[circleOffset];
  const my = ray[rayOffset + 1] - circle[circleOffset + 1];
  const dx = ray[rayOffset + 2];
  const dy = ray[rayOffset + 3];
  return fractionRayCircle(mx, my, dx, dy, maxFraction, circle[circleOffset + 2]) !== Infinity;
}

/**
 * Returns the fraction at which a ray from `m` (relative to the centre) along `d` meets the circle: 0 from inside,
 * `Infinity` for a miss or NaN.
 */
function fractionRayCircle(
  mx: number,
  my: number,
  dx: number,
  dy: number,
  maxFraction: number,
  radius: number,
): number {
  const radiusSquared = radius * radius;
  const gap = mx * mx + my * my - radiusSquared;
  const along = mx * dx + my * dy;
  if (gap <= 0) {
    return maxFraction >= 0 && !Number.isNaN(along) ? 0 : Infinity;
  }
  if (!(along < 0)) {
    return Infinity;
  }
  const cross = mx * dy - my * dx;
  const halfSquared = radiusSquared * (dx * dx + dy * dy) - cross * cross;
  if (!(halfSquared >= 0)) {
    return Infinity;
  }
  const fraction = gap / (Math.sqrt(halfSquared) - along);
  if (fraction <= maxFraction) {
    return fraction;
  }
  // A ray whose tip just touches hits, however the quotient is rounded.
  const tipX = mx + maxFraction * dx;
  const tipY = my + maxFraction * dy;
  return tipX * tipX + tipY * tipY <= radiusSquared && maxFraction > 0 ? maxFraction : Infinity;
}

import type { NumberArray, WritableNumberArray } from '../../../core/number-array.ts';
import { writeHit } from './ray-hit.ts';
import { rayPointSide, raySide } from './ray-side.ts';

// The ray's line meets segment ab when a and b are not strictly on one side of it. With the sides as numbers the
// crossing divides ab in the ratio λ = side(a) / (side(a) − side(b)); its coordinate along the longer axis of d, over
// d, is the fraction. This stays between the fractions of a and b, however flat the ray meets the segment, which the
// usual quotient of two small determinants does not.
//
// Whether the crossing lies behind the origin, and whether it lies beyond maxFraction, is asked of exact orientations:
// origin and tip must not be strictly on the same side of the line through ab.

/**
 * Casts a ray (origin, direction of any length; 4) at a segment (4), which has two sides and no inside. Returns the
 * fraction of the direction at which the ray meets it and writes the point and the unit normal that faces the origin (4
 * numbers). Starting on the segment gives 0, the origin and a zero normal. A ray along the segment hits its nearer
 * end, with the normal facing back along the ray. A miss or NaN gives `Infinity` and writes nothing.
 *
 * Yes and no are exact: a ray meets at least one of two segments that share a point it passes through.
 *
 * Source: Ericson, Real-Time Collision Detection, 5.1.9.1, with exact signs.
 */
export function castRaySegment(
  out: WritableNumberArray,
  outOffset: number,
  ray: NumberArray,
  rayOffset: number,
  maxFraction: number,
  segment: NumberArray,
  segmentOffset: number,
): number {
  const ox = ray[rayOffset];
  const oy = ray[rayOffset + 1];
  const dx = ray[rayOffset + 2];
  const dy = ray[rayOffset + 3];
  const ax = segment[segmentOffset];
  const ay = segment[segmentOffset + 1];
  const bx = segment[segmentOffset + 2];
  const by = segment[segmentOffset + 3];
  const fraction = fractionRaySegment(ray, rayOffset, maxFraction, segment, segmentOffset);
  if (fraction === 0) {
    writeHit(out, outOffset, ox, oy, 0, 0);
  } else if (fraction !== Infinity) {
    const ex = bx - ax;
    const ey = by - ay;
    const sideA = raySide(ox, oy, dx, dy, ax, ay);
    const sideB = raySide(ox, oy, dx, dy, bx, by);
    let ratio = sideA / (sideA - sideB);
    let nx = sideB > sideA ? -ey : ey;
    let ny = sideB > sideA ? ex : -ex;
    if (sideA === sideB) {
      // Both sides are zero: the ray runs along the segment into its nearer end.
      ratio = (ax - ox) * dx + (ay - oy) * dy <= (bx - ox) * dx + (by - oy) * dy ? 0 : 1;
      nx = -dx;
      ny = -dy;
    }
    const length = Math.sqrt(nx * nx + ny * ny);
    const x = ratio === 1 ? bx : ax + ratio * ex;
    const y = ratio === 1 ? by : ay + ratio * ey;
    writeHit(out, outOffset, x, y, nx / length, ny / length);
  }
  return fraction;
}

/**
 * Returns whether a ray meets a segment within `maxFraction`: the yes/no form of castRaySegment. Exact.
 *
 * Source: Ericson, Real-Time Collision Detection, 5.1.9.1, with exact signs.
 */
export function overlapsRaySegment(
  ray: NumberArray,
  rayOffset: number,
  maxFraction: number,
  segment: NumberArray,
  segmentOffset: number,
): boolean {
  return fractionRaySegment(ray, rayOffset, maxFraction, segment, segmentOffset) !== Infinity;
}

/** Returns the fraction at which a ray meets segment ab, or `Infinity`; castRaySegment without the hit. */
export function fractionRaySegment(
  ray: NumberArray,
  rayOffset: number,
  maxFraction: number,
  segment: NumberArray,
  segmentOffset: number,
): number {
  const ox = ray[rayOffset];
  const oy = ray[rayOffset + 1];
  const dx = ray[rayOffset + 2];
  const dy = ray[rayOffset + 3];
  const ax = segment[segmentOffset];
  const ay = segment[segmentOffset + 1];
  const bx = segment[segmentOffset + 2];
  const by = segment[segmentOffset + 3];
  const sideA = raySide(ox, oy, dx, dy, ax, ay);
  const sideB = raySide(ox, oy, dx, dy, bx, by);
  // The comparison also refuses NaN.
  if (!((sideA >= 0 && sideB <= 0) || (sideA <= 0 && sideB >= 0)) || !(maxFraction >= 0)) {
    return Infinity;
  }
  if (sideA === 0 && sideB === 0) {
    return fractionAlongLine(ray, rayOffset, maxFraction, segment, segmentOffset);
  }
  // A ray that crosses ab from left to right has its origin on the left of ab, and b on its own left.
  const approach = sideB > sideA ? 1 : -1;
  const start = approach * rayPointSide(ray, rayOffset, 0, segment, segmentOffset);
  if (start < 0) {
    return Infinity;
  }
  if (start === 0) {
    return 0;
  }
  if (maxFraction < Infinity && approach * rayPointSide(ray, rayOffset, maxFraction, segment, segmentOffset) > 0) {
    return Infinity;
  }
  const ratio = sideA / (sideA - sideB);
  const fraction =
    Math.abs(dx) >= Math.abs(dy)
      ? (ratio === 1 ? bx - ox : ax - ox + ratio * (bx - ax)) / dx
      : (ratio === 1 ? by - oy : ay - oy + ratio * (by - ay)) / dy;
  return Math.min(Math.max(fraction, 0), maxFraction);
}

/**
 * Returns the fraction for a segment that lies in the ray's line, or for a zero direction, whose line every point is
 * on.
 */
function fractionAlongLine(
  ray: NumberArray,
  rayOffset: number,
  maxFraction: number,
  segment: NumberArray,
  segmentOffset: number,
): number {
  const ox = ray[rayOffset];
  const oy = ray[rayOffset + 1];
  const dx = ray[rayOffset + 2];
  const dy = ray[rayOffset + 3];
  const ax = segment[segmentOffset];
  const ay = segment[segmentOffset + 1];
  const bx = segment[segmentOffset + 2];
  const by = segment[segmentOffset + 3];
  const inBox = ox >= Math.min(ax, bx) && ox <= Math.max(ax, bx) && oy >= Math.min(ay, by) && oy <= Math.max(ay, by);
  if (inBox && rayPointSide(ray, rayOffset, 0, segment, segmentOffset) === 0) {
    return 0;
  }
  // The nearer of the two ends. Without a direction this is NaN or infinite: a miss as well.
  const fraction =
    Math.abs(dx) >= Math.abs(dy) ? Math.min((ax - ox) / dx, (bx - ox) / dx) : Math.min((ay - oy) / dy, (by - oy) / dy);
  return fraction >= 0 && fraction <= maxFraction ? fraction : Infinity;
}

import type { NumberArray, WritableNumberArray } from '../../../core/number-array.ts';

// All routines of this file work on m = point − a, the point seen from the first end, so that shapes far from the
// frame's origin lose no digits. The parameter of the foot point on the carrying line is t = m·e / e·e with e = b − a;
// segment, ray and line differ only in how t is clamped.

/**
 * Writes the point `x y` of a segment closest to a point and then its fraction `t` of the way from a to b (3 numbers);
 * returns the squared distance, of which no root is taken. A segment of zero length gives its point and t = 0.
 *
 * Source: Ericson, Real-Time Collision Detection, 5.1.2.
 */
export function closestPointSegment(
  out: WritableNumberArray,
  outOffset: number,
  point: NumberArray,
  pointOffset: number,
  segment: NumberArray,
  segmentOffset: number,
): number {
  const ax = segment[segmentOffset];
  const ay = segment[segmentOffset + 1];
  const bx = segment[segmentOffset + 2];
  const by = segment[segmentOffset + 3];
  const px = point[pointOffset];
  const py = point[pointOffset + 1];
  const t = closestFractionOnSegment(px, py, ax, ay, bx, by);
  if (t === 1) {
    out[outOffset] = bx;
    out[outOffset + 1] = by;
  } else {
    out[outOffset] = ax + t * (bx - ax);
    out[outOffset + 1] = ay + t * (by - ay);
  }
  out[outOffset + 2] = t;
  return distanceSquaredAtFraction(px, py, ax, ay, bx, by, t);
}

/**
 * Returns the squared distance from a point to a segment, in the square of the length unit. A segment of zero length
 * counts as a point.
 *
 * Source: Ericson, Real-Time Collision Detection, 5.1.2.1.
 */
export function distanceSquaredPointSegment(
  point: NumberArray,
  pointOffset: number,
  segment: NumberArray,
  segmentOffset: number,
): number {
  const ax = segment[segmentOffset];
  const ay = segment[segmentOffset + 1];
  const bx = segment[segmentOffset + 2];
  const by = segment[segmentOffset + 3];
  const px = point[pointOffset];
  const py = point[pointOffset + 1];
  const t = closestFractionOnSegment(px, py, ax, ay, bx, by);
  return distanceSquaredAtFraction(px, py, ax, ay, bx, by, t);
}

/**
 * Writes the point `x y` of a ray (origin, direction of any length) closest to a point and then its parameter `t ≥ 0`
 * in units of the direction (3 numbers); returns the squared distance. A direction of zero length gives the origin and
 * t = 0.
 *
 * Source: Ericson, Real-Time Collision Detection, 5.1.2.
 */
export function closestPointRay(
  out: WritableNumberArray,
  outOffset: number,
  point: NumberArray,
  pointOffset: number,
  ray: NumberArray,
  rayOffset: number,
): number {
  return closestPointHalfOpen(out, outOffset, point, pointOffset, ray, rayOffset, 0);
}

/**
 * Writes the point `x y` of a line (origin, direction of any length) closest to a point and then its parameter `t` of
 * either sign in units of the direction (3 numbers); returns the squared distance. A direction of zero length gives the
 * origin and t = 0.
 *
 * Source: Ericson, Real-Time Collision Detection, 5.1.2.
 */
export function closestPointLine(
  out: WritableNumberArray,
  outOffset: number,
  point: NumberArray,
  pointOffset: number,
  line: NumberArray,
  lineOffset: number,
): number {
  return closestPointHalfOpen(out, outOffset, point, pointOffset, line, lineOffset, -Infinity);
}

/**
 * Returns the squared distance from a point to a ray (origin, direction of any length).
 *
 * Source: Ericson, Real-Time Collision Detection, 5.1.2.
 */
export function distanceSquaredPointRay(
  point: NumberArray,
  pointOffset: number,
  ray: NumberArray,
  rayOffset: number,
): number {
  return closestPointRay(scratch, 0, point, pointOffset, ray, rayOffset);
}

/**
 * Returns the squared distance from a point to a line (origin, direction of any length).
 *
 * Source: Ericson, Real-Time Collision Detection, 5.1.2.
 */
export function distanceSquaredPointLine(
  point: NumberArray,
  pointOffset: number,
  line: NumberArray,
  lineOffset: number,
): number {
  return closestPointLine(scratch, 0, point, pointOffset, line, lineOffset);
}

const scratch = new Float64Array(3);

function closestPointHalfOpen(
  out: WritableNumberArray,
  outOffset: number,
  point: NumberArray,
  pointOffset: number,
  ray: NumberArray,
  rayOffset: number,
  lowest: number,
): number {
  const ox = ray[rayOffset];
  const oy = ray[rayOffset + 1];
  const dx = ray[rayOffset + 2];
  const dy = ray[rayOffset + 3];
  const mx = point[pointOffset] - ox;
  const my = point[pointOffset + 1] - oy;
  const lengthSquared = dx * dx + dy * dy;
  let t = lengthSquared === 0 ? 0 : (mx * dx + my * dy) / lengthSquared;
  if (t < lowest) {
    t = lowest;
  }
  out[outOffset] = ox + t * dx;
  out[outOffset + 1] = oy + t * dy;
  out[outOffset + 2] = t;
  if (lengthSquared === 0 || t === lowest) return mx * mx + my * my;
  const cross = mx * dy - my * dx;
  return (cross * cross) / lengthSquared;
}

/**
 * Returns the fraction 0..1 of segment ab closest to p, by components, for kernels that have their operands in
 * locals. A segment of zero length gives 0.
 */
export function closestFractionOnSegment(
  px: number,
  py: number,
  ax: number,
  ay: number,
  bx: number,
  by: number,
): number {
  const ex = bx - ax;
  const ey = by - ay;
  const numerator = (px - ax) * ex + (py - ay) * ey;
  if (numerator <= 0) {
    return 0;
  }
  const denominator = ex * ex + ey * ey;
  // The division is only reached with numerator > 0, which a zero-length segment cannot have.
  return numerator >= denominator ? 1 : numerator / denominator;
}

/**
 * Returns the squared distance from p to the point at fraction `t` of ab, `t` being that of closestFractionOnSegment.
 * Inside the segment the distance is the cross product over the length, which does not feel the rounding of t; at the
 * ends it is the distance to the end itself.
 */
export function distanceSquaredAtFraction(
  px: number,
  py: number,
  ax: number,
  ay: number,
  bx: number,
  by: number,
  t: number,
): number {
  const mx = px - ax;
  const my = py - ay;
  if (t === 0) {
    return mx * mx + my * my;
  }
  if (t === 1) {
    const nx = px - bx;
    const ny = py - by;
    return nx * nx + ny * ny;
  }
  const ex = bx - ax;
  const ey = by - ay;
  const cross = mx * ey - my * ex;
  return (cross * cross) / (ex * ex + ey * ey);
}

import type { NumberArray, WritableNumberArray } from '../../../core/number-array.ts';

// All routines of this file work on m = point − a, the point seen from the first end, so that shapes far from the
// frame's origin lose no digits. The parameter of the foot point on the carrying line is t = m·e / e·e with e = b − a;
// segment, ray and line differ only in how t is clamped. The distance to a foot point inside is taken from the rest
// m − t·e, in which an error of t counts only squared.

/** The point and fraction of routines that only return the distance. */
const scratch = new Float64Array(4);

/**
 * Writes the point `x y z` of a segment closest to a point and then its fraction `t` of the way from a to b (4
 * numbers); returns the squared distance, of which no root is taken. A segment of zero length gives its point and
 * t = 0. NaN in gives NaN.
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
  const az = segment[segmentOffset + 2];
  const bx = segment[segmentOffset + 3];
  const by = segment[segmentOffset + 4];
  const bz = segment[segmentOffset + 5];
  const px = point[pointOffset];
  const py = point[pointOffset + 1];
  const pz = point[pointOffset + 2];
  const t = closestFractionOnSegment(px, py, pz, ax, ay, az, bx, by, bz);
  out[outOffset] = t === 1 ? bx : ax + t * (bx - ax);
  out[outOffset + 1] = t === 1 ? by : ay + t * (by - ay);
  out[outOffset + 2] = t === 1 ? bz : az + t * (bz - az);
  out[outOffset + 3] = t;
  return distanceSquaredAtFraction(px, py, pz, ax, ay, az, bx, by, bz, t);
}

/**
 * Returns the squared distance from a point to a segment, in the square of the length unit. A segment of zero length
 * counts as a point. NaN in gives NaN.
 *
 * Source: Ericson, Real-Time Collision Detection, 5.1.2.1.
 */
export function distanceSquaredPointSegment(
  point: NumberArray,
  pointOffset: number,
  segment: NumberArray,
  segmentOffset: number,
): number {
  return closestPointSegment(scratch, 0, point, pointOffset, segment, segmentOffset);
}

/**
 * Writes the point `x y z` of a ray (origin, direction of any length) closest to a point and then its parameter `t ≥ 0`
 * in units of the direction (4 numbers); returns the squared distance. A direction of zero length gives the origin and
 * t = 0. NaN in gives NaN.
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
  return closestPointFrom(out, outOffset, point, pointOffset, ray, rayOffset, 0);
}

/**
 * Writes the point `x y z` of a line (origin, direction of any length) closest to a point and then its parameter `t` of
 * either sign in units of the direction (4 numbers); returns the squared distance. A direction of zero length gives the
 * origin and t = 0. NaN in gives NaN.
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
  return closestPointFrom(out, outOffset, point, pointOffset, line, lineOffset, -Infinity);
}

/**
 * Returns the squared distance from a point to a ray (origin, direction of any length). NaN in gives NaN.
 *
 * Source: Ericson, Real-Time Collision Detection, 5.1.2.
 */
export function distanceSquaredPointRay(
  point: NumberArray,
  pointOffset: number,
  ray: NumberArray,
  rayOffset: number,
): number {
  return closestPointFrom(scratch, 0, point, pointOffset, ray, rayOffset, 0);
}

/**
 * Returns the squared distance from a point to a line (origin, direction of any length). NaN in gives NaN.
 *
 * Source: Ericson, Real-Time Collision Detection, 5.1.2.
 */
export function distanceSquaredPointLine(
  point: NumberArray,
  pointOffset: number,
  line: NumberArray,
  lineOffset: number,
): number {
  return closestPointFrom(scratch, 0, point, pointOffset, line, lineOffset, -Infinity);
}

function closestPointFrom(
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
  const oz = ray[rayOffset + 2];
  const dx = ray[rayOffset + 3];
  const dy = ray[rayOffset + 4];
  const dz = ray[rayOffset + 5];
  const mx = point[pointOffset] - ox;
  const my = point[pointOffset + 1] - oy;
  const mz = point[pointOffset + 2] - oz;
  const lengthSquared = dx * dx + dy * dy + dz * dz;
  let t = lengthSquared > 0 ? (mx * dx + my * dy + mz * dz) / lengthSquared : 0;
  if (t < lowest) t = lowest;
  out[outOffset] = ox + t * dx;
  out[outOffset + 1] = oy + t * dy;
  out[outOffset + 2] = oz + t * dz;
  out[outOffset + 3] = t;
  const rx = mx - t * dx;
  const ry = my - t * dy;
  const rz = mz - t * dz;
  return rx * rx + ry * ry + rz * rz;
}

/**
 * Returns the fraction 0..1 of segment ab closest to p, by components, for kernels that have their operands in
 * locals. A segment of zero length gives 0.
 */
export function closestFractionOnSegment(
  px: number,
  py: number,
  pz: number,
  ax: number,
  ay: number,
  az: number,
  bx: number,
  by: number,
  bz: number,
): number {
  const ex = bx - ax;
  const ey = by - ay;
  const ez = bz - az;
  const numerator = (px - ax) * ex + (py - ay) * ey + (pz - az) * ez;
  if (numerator <= 0) return 0;
  const denominator = ex * ex + ey * ey + ez * ez;
  // The division is only reached with numerator > 0, which a zero-length segment cannot have.
  return numerator >= denominator ? 1 : numerator / denominator;
}

/**
 * Returns the squared distance from p to the point at fraction `t` of ab. The rest is formed from the nearer end, so
 * that it is exact at both ends and loses least in between.
 */
export function distanceSquaredAtFraction(
  px: number,
  py: number,
  pz: number,
  ax: number,
  ay: number,
  az: number,
  bx: number,
  by: number,
  bz: number,
  t: number,
): number {
  let rx: number;
  let ry: number;
  let rz: number;
  if (t <= 0.5) {
    rx = px - ax - t * (bx - ax);
    ry = py - ay - t * (by - ay);
    rz = pz - az - t * (bz - az);
  } else {
    const back = 1 - t;
    rx = px - bx + back * (bx - ax);
    ry = py - by + back * (by - ay);
    rz = pz - bz + back * (bz - az);
  }
  return rx * rx + ry * ry + rz * rz;
}

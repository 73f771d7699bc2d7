import type { NumberArray, WritableNumberArray } from '../../../core/number-array.ts';
import { EPSILON } from '../../../core/tolerance.ts';
import { isAlongPlane } from '../closest/in-plane.ts';
import { writeHit, writeStartHit } from './ray-hit.ts';

// On the plane n·x = d the ray o + t·v satisfies t·(n·v) = d − n·o. Both sides scale with n, so its length never
// matters. n·v = 0 is a ray along the plane; d − n·o = 0 a ray that starts on it, which has to hold as far as the
// rounding of its products can tell, else half of the points computed to lie on a plane would lie behind it.

/**
 * Intersects an infinite line (origin, direction; 6) with a plane n·x = d (4, n of any length). Returns the parameter
 * of either sign in units of the direction. A line that lies in the plane meets it at its origin, 0, as a ray does that
 * starts there. One that is parallel to it, a zero normal and NaN give `Infinity`.
 *
 * Source: Ericson, Real-Time Collision Detection, 5.3.1.
 */
export function intersectLinePlane(
  line: NumberArray,
  lineOffset: number,
  plane: NumberArray,
  planeOffset: number,
): number {
  const nx = plane[planeOffset];
  const ny = plane[planeOffset + 1];
  const nz = plane[planeOffset + 2];
  const slope = nx * line[lineOffset + 3] + ny * line[lineOffset + 4] + nz * line[lineOffset + 5];
  const height = planeHeight(
    nx,
    ny,
    nz,
    plane[planeOffset + 3],
    line[lineOffset],
    line[lineOffset + 1],
    line[lineOffset + 2],
  );
  if (nx === 0 && ny === 0 && nz === 0) return Infinity;
  return parameter(height, slope);
}

/** Returns d − n·o, 0 below its rounding error. */
function planeHeight(nx: number, ny: number, nz: number, d: number, ox: number, oy: number, oz: number): number {
  const x = nx * ox;
  const y = ny * oy;
  const z = nz * oz;
  const height = d - (x + y + z);
  const size = Math.abs(d) + Math.abs(x) + Math.abs(y) + Math.abs(z);
  return Math.abs(height) <= 2 * EPSILON * size ? 0 : height;
}

function parameter(height: number, slope: number): number {
  if (height === 0 && !Number.isNaN(slope)) return 0;
  if (slope === 0) return Infinity;
  const t = height / slope;
  return t - t === 0 ? t : Infinity;
}

/**
 * Casts a ray (6) at both sides of a plane n·x = d (4, n of any length). Returns the fraction and writes the point and
 * the unit normal on the side of the ray's origin (6). A start on the plane, also of a ray that stays in it, gives 0,
 * the origin and a zero normal. A ray that never reaches the plane, a zero n and NaN give `Infinity` and write nothing.
 *
 * Source: Ericson, Real-Time Collision Detection, 5.3.1.
 */
export function castRayPlane(
  out: WritableNumberArray,
  outOffset: number,
  ray: NumberArray,
  rayOffset: number,
  maxFraction: number,
  plane: NumberArray,
  planeOffset: number,
): number {
  const nx = plane[planeOffset];
  const ny = plane[planeOffset + 1];
  const nz = plane[planeOffset + 2];
  const ox = ray[rayOffset];
  const oy = ray[rayOffset + 1];
  const oz = ray[rayOffset + 2];
  const height = planeHeight(nx, ny, nz, plane[planeOffset + 3], ox, oy, oz);
  return castAtHeight(out, outOffset, ray, rayOffset, maxFraction, nx, ny, nz, height);
}

/**
 * Casts a ray (6) at both sides of the plane through three points (9); otherwise as `castRayPlane`. Points on one line
 * span no plane: `Infinity`.
 *
 * Source: Ericson, Real-Time Collision Detection, 5.3.1.
 */
export function castRayPlaneThroughPoints(
  out: WritableNumberArray,
  outOffset: number,
  ray: NumberArray,
  rayOffset: number,
  maxFraction: number,
  points: NumberArray,
  pointsOffset: number,
): number {
  const ax = points[pointsOffset];
  const ay = points[pointsOffset + 1];
  const az = points[pointsOffset + 2];
  const ux = points[pointsOffset + 3] - ax;
  const uy = points[pointsOffset + 4] - ay;
  const uz = points[pointsOffset + 5] - az;
  const vx = points[pointsOffset + 6] - ax;
  const vy = points[pointsOffset + 7] - ay;
  const vz = points[pointsOffset + 8] - az;
  const nx = uy * vz - uz * vy;
  const ny = uz * vx - ux * vz;
  const nz = ux * vy - uy * vx;
  // Seen from a point of the plane, so that a plane far from the frame's origin loses no digits.
  const sx = ax - ray[rayOffset];
  const sy = ay - ray[rayOffset + 1];
  const sz = az - ray[rayOffset + 2];
  const spread = (ux * ux + uy * uy + uz * uz) * (vx * vx + vy * vy + vz * vz);
  const height = isAlongPlane(nx, ny, nz, spread, sx, sy, sz) ? 0 : nx * sx + ny * sy + nz * sz;
  return castAtHeight(out, outOffset, ray, rayOffset, maxFraction, nx, ny, nz, height);
}

/** Casts a ray at a plane; `height` is n·(p − o) for any point p of the plane. */
function castAtHeight(
  out: WritableNumberArray,
  outOffset: number,
  ray: NumberArray,
  rayOffset: number,
  maxFraction: number,
  nx: number,
  ny: number,
  nz: number,
  height: number,
): number {
  if (nx === 0 && ny === 0 && nz === 0) return Infinity;
  const ox = ray[rayOffset];
  const oy = ray[rayOffset + 1];
  const oz = ray[rayOffset + 2];
  const dx = ray[rayOffset + 3];
  const dy = ray[rayOffset + 4];
  const dz = ray[rayOffset + 5];
  const t = parameter(height, nx * dx + ny * dy + nz * dz);
  if (t === 0) return writeStartHit(out, outOffset, ox, oy, oz, maxFraction);
  if (!(t > 0 && t <= maxFraction) || t === Infinity) return Infinity;
  const side = height > 0 ? -1 : 1;
  writeHit(out, outOffset, ox + t * dx, oy + t * dy, oz + t * dz, side * nx, side * ny, side * nz);
  return t;
}

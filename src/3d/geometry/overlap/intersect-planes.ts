import type { NumberArray, WritableNumberArray } from '../../../core/number-array.ts';
import { PARALLEL_SIN_SQUARED } from '../../../core/tolerance.ts';

/** The planes have no point in common; nothing was written. */
export const PLANES_APART = 0;
/** Two planes meet in the line, three in the point written. */
export const PLANES_MEET = 1;
/** Two planes are the same, or three share a whole line or plane; nothing was written. */
export const PLANES_COINCIDE = 2;

/**
 * Relative to the operands: parallel planes whose offsets agree to this are one plane, and three normals whose
 * determinant is below it (for unit normals) span no point. Normals are rarely known better than a few EPSILON, whose
 * effect this is well above.
 */
const COINCIDENT = 1e-12;

// Two planes n1·x = d1, n2·x = d2. The line runs along u = n1 × n2; its point closest to the origin is
//     x = (d1·n2 − d2·n1) × u / u·u,
// since n1·x = d1 (n2 × u)·n1 / u·u = d1 (n1 × n2)·u / u·u = d1, likewise n2·x = d2, and x is perpendicular to u.

/**
 * Intersects two planes (n·x = d, normals of any length): writes the line (6 numbers: its point closest to the frame's
 * origin, then a unit direction along n_a × n_b) and returns PLANES_MEET.
 *
 * Parallel planes (sine of the angle at most 1e-12) write nothing and return PLANES_APART or, when they are the same
 * plane to 1e-12, PLANES_COINCIDE. A zero normal is no plane: PLANES_APART, as for NaN.
 *
 * Source: Ericson, Real-Time Collision Detection, 5.4.4.
 */
export function intersectPlanePlane(
  out: WritableNumberArray,
  outOffset: number,
  a: NumberArray,
  aOffset: number,
  b: NumberArray,
  bOffset: number,
): number {
  const ax = a[aOffset];
  const ay = a[aOffset + 1];
  const az = a[aOffset + 2];
  const da = a[aOffset + 3];
  const bx = b[bOffset];
  const by = b[bOffset + 1];
  const bz = b[bOffset + 2];
  const db = b[bOffset + 3];
  const ux = ay * bz - az * by;
  const uy = az * bx - ax * bz;
  const uz = ax * by - ay * bx;
  const u2 = ux * ux + uy * uy + uz * uz;
  const a2 = ax * ax + ay * ay + az * az;
  const b2 = bx * bx + by * by + bz * bz;
  if (Number.isNaN(da + db)) return PLANES_APART;
  if (u2 > PARALLEL_SIN_SQUARED * a2 * b2) {
    const mx = da * bx - db * ax;
    const my = da * by - db * ay;
    const mz = da * bz - db * az;
    const scale = 1 / Math.sqrt(u2);
    out[outOffset] = (my * uz - mz * uy) / u2;
    out[outOffset + 1] = (mz * ux - mx * uz) / u2;
    out[outOffset + 2] = (mx * uy - my * ux) / u2;
    out[outOffset + 3] = ux * scale;
    out[outOffset + 4] = uy * scale;
    out[outOffset + 5] = uz * scale;
    return PLANES_MEET;
  }
  if (!(a2 > 0 && b2 > 0)) return PLANES_APART;
  const along = ax * bx + ay * by + az * bz < 0 ? -1 : 1;
  const offsetA = da / Math.sqrt(a2);
  const offsetB = (along * db) / Math.sqrt(b2);
  const apart = Math.abs(offsetA - offsetB);
  return apart <= COINCIDENT * Math.max(Math.abs(offsetA), Math.abs(offsetB)) ? PLANES_COINCIDE : PLANES_APART;
}

const line = new Float64Array(6);

/**
 * Returns whether, of three planes that meet in no single point, the third one contains all points that the first two
 * have in common.
 */
function containsShared(
  a: NumberArray,
  aOffset: number,
  b: NumberArray,
  bOffset: number,
  c: NumberArray,
  cOffset: number,
): boolean {
  const shared = intersectPlanePlane(line, 0, a, aOffset, b, bOffset);
  if (shared === PLANES_APART) return false;
  if (shared === PLANES_COINCIDE) return intersectPlanePlane(line, 0, a, aOffset, c, cOffset) !== PLANES_APART;
  const x = c[cOffset] * line[0];
  const y = c[cOffset + 1] * line[1];
  const z = c[cOffset + 2] * line[2];
  const d = c[cOffset + 3];
  const size = Math.abs(x) + Math.abs(y) + Math.abs(z) + Math.abs(d);
  return Math.abs(x + y + z - d) <= COINCIDENT * size;
}

// Three planes: by Cramer's rule x = (d1 (n2 × n3) + d2 (n3 × n1) + d3 (n1 × n2)) / n1·(n2 × n3).

/**
 * Intersects three planes (n·x = d, normals of any length): writes the point `x y z` and returns PLANES_MEET.
 *
 * When the normals do not span space (determinant of the unit normals at most 1e-12) nothing is written; the result is
 * PLANES_COINCIDE if all three share a line or are one plane (to 1e-12), else PLANES_APART. A zero normal is no plane:
 * PLANES_APART, as for NaN.
 *
 * Source: Ericson, Real-Time Collision Detection, 5.4.5.
 */
export function intersectPlanePlanePlane(
  out: WritableNumberArray,
  outOffset: number,
  a: NumberArray,
  aOffset: number,
  b: NumberArray,
  bOffset: number,
  c: NumberArray,
  cOffset: number,
): number {
  const ax = a[aOffset];
  const ay = a[aOffset + 1];
  const az = a[aOffset + 2];
  const da = a[aOffset + 3];
  const bx = b[bOffset];
  const by = b[bOffset + 1];
  const bz = b[bOffset + 2];
  const db = b[bOffset + 3];
  const cx = c[cOffset];
  const cy = c[cOffset + 1];
  const cz = c[cOffset + 2];
  const dc = c[cOffset + 3];
  const bcx = by * cz - bz * cy;
  const bcy = bz * cx - bx * cz;
  const bcz = bx * cy - by * cx;
  const determinant = ax * bcx + ay * bcy + az * bcz;
  const lengths =
    Math.sqrt(ax * ax + ay * ay + az * az) *
    Math.sqrt(bx * bx + by * by + bz * bz) *
    Math.sqrt(cx * cx + cy * cy + cz * cz);
  if (Number.isNaN(da + db + dc)) return PLANES_APART;
  if (Math.abs(determinant) > COINCIDENT * lengths) {
    const cax = cy * az - cz * ay;
    const cay = cz * ax - cx * az;
    const caz = cx * ay - cy * ax;
    const abx = ay * bz - az * by;
    const aby = az * bx - ax * bz;
    const abz = ax * by - ay * bx;
    out[outOffset] = (da * bcx + db * cax + dc * abx) / determinant;
    out[outOffset + 1] = (da * bcy + db * cay + dc * aby) / determinant;
    out[outOffset + 2] = (da * bcz + db * caz + dc * abz) / determinant;
    return PLANES_MEET;
  }
  if (!(lengths > 0)) return PLANES_APART;
  return containsShared(a, aOffset, b, bOffset, c, cOffset) ? PLANES_COINCIDE : PLANES_APART;
}

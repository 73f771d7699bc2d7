import { addTripleProduct, takeSum } from '../../../core/exact-arithmetic.ts';
import type { NumberArray } from '../../../core/number-array.ts';

// Bounds are plain literals, rounded up: a product of constants is one that bundlers neither fold nor drop.

/**
 * Bound on the rounding error of the determinant below relative to the sum of the absolute values of its products:
 * (7 + 56 u) u with u = 2^−53 (Shewchuk 1997, section 4.4).
 */
const ORIENT3D_ERROR = 7.8e-16;

// The first filter of orient3d is coarser and cheaper: the sum of absolute products is at most √3 |u||v||w|, since by
// Cauchy-Schwarz |uy·vz| + |uz·vy| ≤ |u||v| and so on. Squared that takes neither roots nor absolute values, which
// makes the function short enough to be inlined.
/** 4 ORIENT3D_ERROR²: of the square of √3, the 4 leaves room for the rounding of the squares. */
const FIRST_ERROR = 2.5e-30;

/** The same bound for a value that has to be right to 1e-12 of itself: ORIENT3D_ERROR / 1e-12. */
const ACCURATE_ERROR = 8e-4;

/** Adds the determinant of three points, as vectors, to the exact sum under way. */
function addDeterminant(
  p: NumberArray,
  pOffset: number,
  q: NumberArray,
  qOffset: number,
  r: NumberArray,
  rOffset: number,
): void {
  for (let i = 0, j = 1, k = 2; i < 3; j = k, k = i++) {
    addTripleProduct(p[pOffset + i], q[qOffset + j], r[rOffset + k]);
    addTripleProduct(-p[pOffset + i], q[qOffset + k], r[rOffset + j]);
  }
}

/**
 * Returns six times the signed volume of the tetrahedron a, b, c, d, with exactly the right sign: positive when d lies
 * on the side of the plane a, b, c that (b − a) × (c − a) points to, negative on the other side, 0 if and only if the
 * four points are coplanar. The size is rounded.
 *
 * A filter settles nearly all calls with plain arithmetic; the rest are summed without error. Exact for
 * coordinates zero or between about 1e-70 and 1e70. NaN in gives NaN out.
 * Source: Shewchuk, Adaptive Precision Floating-Point Arithmetic and Fast Robust Geometric Predicates, 1997, section
 * 4.4.
 */
export function orient3d(
  a: NumberArray,
  aOffset: number,
  b: NumberArray,
  bOffset: number,
  c: NumberArray,
  cOffset: number,
  d: NumberArray,
  dOffset: number,
): number {
  const ax = a[aOffset];
  const ay = a[aOffset + 1];
  const az = a[aOffset + 2];
  const ux = b[bOffset] - ax;
  const uy = b[bOffset + 1] - ay;
  const uz = b[bOffset + 2] - az;
  const vx = c[cOffset] - ax;
  const vy = c[cOffset + 1] - ay;
  const vz = c[cOffset + 2] - az;
  const wx = d[dOffset] - ax;
  const wy = d[dOffset + 1] - ay;
  const wz = d[dOffset + 2] - az;
  const volume = (uy * vz - uz * vy) * wx + (uz * vx - ux * vz) * wy + (ux * vy - uy * vx) * wz;
  const uuvv = (ux * ux + uy * uy + uz * uz) * (vx * vx + vy * vy + vz * vz);
  if (volume * volume > FIRST_ERROR * uuvv * (wx * wx + wy * wy + wz * wz)) return volume;
  return filteredVolume(a, aOffset, b, bOffset, c, cOffset, d, dOffset, ORIENT3D_ERROR);
}

/**
 * Returns six times the signed volume of the tetrahedron a, b, c, d like `orient3d`, correct not only in sign but to
 * about 1e-12 of its value, for ratios of volumes: the exact path is taken wherever cancellation costs more digits than
 * that.
 */
export function orient3dAccurate(
  a: NumberArray,
  aOffset: number,
  b: NumberArray,
  bOffset: number,
  c: NumberArray,
  cOffset: number,
  d: NumberArray,
  dOffset: number,
): number {
  return filteredVolume(a, aOffset, b, bOffset, c, cOffset, d, dOffset, ACCURATE_ERROR);
}

/** Returns the determinant by plain arithmetic where it reaches `error` times its permanent, else exact. */
function filteredVolume(
  a: NumberArray,
  aOffset: number,
  b: NumberArray,
  bOffset: number,
  c: NumberArray,
  cOffset: number,
  d: NumberArray,
  dOffset: number,
  error: number,
): number {
  let volume = 0;
  let permanent = 0;
  for (let i = 0, j = 1, k = 2; i < 3; j = k, k = i++) {
    const left = (b[bOffset + j] - a[aOffset + j]) * (c[cOffset + k] - a[aOffset + k]);
    const right = (b[bOffset + k] - a[aOffset + k]) * (c[cOffset + j] - a[aOffset + j]);
    const w = d[dOffset + i] - a[aOffset + i];
    volume += (left - right) * w;
    permanent += (Math.abs(left) + Math.abs(right)) * Math.abs(w);
  }
  // The negated comparison also returns NaN here, and a volume whose products are all exactly 0.
  if (!(Math.abs(volume) < error * permanent)) return volume;
  // det(b − a, c − a, d − a), multiplied out so that no difference has to be rounded.
  addDeterminant(b, bOffset, c, cOffset, d, dOffset);
  addDeterminant(c, cOffset, a, aOffset, d, dOffset);
  addDeterminant(a, aOffset, b, bOffset, d, dOffset);
  addDeterminant(b, bOffset, a, aOffset, c, cOffset);
  return takeSum();
}

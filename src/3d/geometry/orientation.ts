import {
  differenceExpansion,
  estimateExpansion,
  multiplyExpansions,
  sumExpansions,
} from '../../core/exact-arithmetic.ts';
import type { NumberArray } from '../../core/number-array.ts';

/** Half the spacing of f64 at 1: the largest relative error of one correctly rounded operation. */
const ROUNDING = 1.1102230246251565e-16;

/**
 * Bound on the rounding error of the determinant below relative to the sum of the absolute values of its products
 * (Shewchuk 1997, section 4.4).
 */
const ORIENT3D_ERROR = (7 + 56 * ROUNDING) * ROUNDING;

/** The same bound for a value that has to be right to 1e-12 of itself. */
const ACCURATE_ERROR = 1e12 * ORIENT3D_ERROR;

const abx = new Float64Array(2);
const aby = new Float64Array(2);
const abz = new Float64Array(2);
const acx = new Float64Array(2);
const acy = new Float64Array(2);
const acz = new Float64Array(2);
const adx = new Float64Array(2);
const ady = new Float64Array(2);
const adz = new Float64Array(2);
const leftProduct = new Float64Array(8);
const rightProduct = new Float64Array(8);
const minor = new Float64Array(16);
const termX = new Float64Array(64);
const termY = new Float64Array(64);
const termZ = new Float64Array(64);
const partial = new Float64Array(128);
const determinant = new Float64Array(192);

/** Writes (p·q − r·s)·t, each factor an expansion of at most 2 terms, and returns the length. */
function exactTerm(
  out: Float64Array,
  p: Float64Array,
  pLength: number,
  q: Float64Array,
  qLength: number,
  r: Float64Array,
  rLength: number,
  s: Float64Array,
  sLength: number,
  t: Float64Array,
  tLength: number,
): number {
  const leftLength = multiplyExpansions(leftProduct, p, pLength, q, qLength);
  const rightLength = multiplyExpansions(rightProduct, r, rLength, s, sLength);
  const minorLength = sumExpansions(minor, leftProduct, leftLength, rightProduct, rightLength, -1);
  return multiplyExpansions(out, minor, minorLength, t, tLength);
}

function orient3dExact(
  a: NumberArray,
  aOffset: number,
  b: NumberArray,
  bOffset: number,
  c: NumberArray,
  cOffset: number,
  d: NumberArray,
  dOffset: number,
): number {
  const ax = a[aOffset]!;
  const ay = a[aOffset + 1]!;
  const az = a[aOffset + 2]!;
  const abxLength = differenceExpansion(abx, b[bOffset]!, ax);
  const abyLength = differenceExpansion(aby, b[bOffset + 1]!, ay);
  const abzLength = differenceExpansion(abz, b[bOffset + 2]!, az);
  const acxLength = differenceExpansion(acx, c[cOffset]!, ax);
  const acyLength = differenceExpansion(acy, c[cOffset + 1]!, ay);
  const aczLength = differenceExpansion(acz, c[cOffset + 2]!, az);
  const adxLength = differenceExpansion(adx, d[dOffset]!, ax);
  const adyLength = differenceExpansion(ady, d[dOffset + 1]!, ay);
  const adzLength = differenceExpansion(adz, d[dOffset + 2]!, az);
  const xLength = exactTerm(termX, aby, abyLength, acz, aczLength, abz, abzLength, acy, acyLength, adx, adxLength);
  const yLength = exactTerm(termY, abz, abzLength, acx, acxLength, abx, abxLength, acz, aczLength, ady, adyLength);
  const zLength = exactTerm(termZ, abx, abxLength, acy, acyLength, aby, abyLength, acx, acxLength, adz, adzLength);
  const partialLength = sumExpansions(partial, termX, xLength, termY, yLength, 1);
  const length = sumExpansions(determinant, partial, partialLength, termZ, zLength, 1);
  return estimateExpansion(determinant, length);
}

/**
 * Returns six times the signed volume of the tetrahedron a, b, c, d, with exactly the right sign: positive when d lies on
 * the side of the plane a, b, c that (b − a) × (c − a) points to, negative on the other side, 0 if and only if
 * the four points are coplanar. The size is rounded.
 *
 * A filter settles nearly all calls with plain arithmetic; the rest fall back to exact expansions. Exact for
 * coordinates whose products neither overflow nor underflow (about 1e-70 to 1e70). NaN in gives NaN out.
 * Source: Shewchuk, Adaptive Precision Floating-Point Arithmetic and Fast Robust Geometric Predicates, 1997, section 4.4.
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
  return filteredVolume(a, aOffset, b, bOffset, c, cOffset, d, dOffset, ORIENT3D_ERROR);
}

/**
 * Returns six times the signed volume of the tetrahedron a, b, c, d like `orient3d`, correct not only in sign but to about
 * 1e-12 of its value, for ratios of volumes: the exact path is taken wherever cancellation costs more digits than that.
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

/** The determinant by plain arithmetic where it exceeds `error` times its permanent, else exact. */
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
  const ax = a[aOffset]!;
  const ay = a[aOffset + 1]!;
  const az = a[aOffset + 2]!;
  const ux = b[bOffset]! - ax;
  const uy = b[bOffset + 1]! - ay;
  const uz = b[bOffset + 2]! - az;
  const vx = c[cOffset]! - ax;
  const vy = c[cOffset + 1]! - ay;
  const vz = c[cOffset + 2]! - az;
  const wx = d[dOffset]! - ax;
  const wy = d[dOffset + 1]! - ay;
  const wz = d[dOffset + 2]! - az;
  const uyvz = uy * vz;
  const uzvy = uz * vy;
  const uzvx = uz * vx;
  const uxvz = ux * vz;
  const uxvy = ux * vy;
  const uyvx = uy * vx;
  const volume = (uyvz - uzvy) * wx + (uzvx - uxvz) * wy + (uxvy - uyvx) * wz;
  const permanent =
    (Math.abs(uyvz) + Math.abs(uzvy)) * Math.abs(wx) +
    (Math.abs(uzvx) + Math.abs(uxvz)) * Math.abs(wy) +
    (Math.abs(uxvy) + Math.abs(uyvx)) * Math.abs(wz);
  const bound = error * permanent;
  if (volume > bound || -volume > bound) return volume;
  return orient3dExact(a, aOffset, b, bOffset, c, cOffset, d, dOffset);
}

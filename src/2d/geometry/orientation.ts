import { EPSILON } from '../../core/tolerance.ts';

/**
 * Half the spacing of f64 at 1: the largest relative error of one rounded operation.
 */
const ROUND_OFF = EPSILON / 2;

/**
 * The naive determinant (ax − cx)(by − cy) − (ay − cy)(bx − cx) carries three roundings in each product (two
 * differences and the product) and one in the subtraction: (3 + 16 u) u times the sum of the two magnitudes bounds all
 * of them, with the second-order terms and the rounding of the bound itself inside the 16 u.
 */
const FILTER_BOUND = (3 + 16 * ROUND_OFF) * ROUND_OFF;

/** 2^27 + 1: multiplying by it splits a 53-bit number into two halves whose products are exact (Dekker, 1971). */
const SPLITTER = 134217729;

/** Six exact products of two terms each. */
const EXPANSION_CAPACITY = 12;

const expansion = new Float64Array(EXPANSION_CAPACITY);
let expansionCount = 0;

/**
 * Returns a number whose sign is the orientation of the points a, b, c: positive counter-clockwise (y up), negative
 * clockwise, zero exactly when the three lie on one line.
 *
 * The sign is exact for all finite inputs whose products neither overflow nor underflow (coordinates and their
 * differences zero or between about 1e-140 and 1e150 in magnitude); the value approximates twice the signed area of the
 * triangle. Antisymmetric: swapping two points flips the sign. NaN in gives NaN.
 *
 * A floating-point filter answers almost always; only when it cannot tell, the determinant is summed without error.
 * Source: the idea of Shewchuk, Adaptive Precision Floating-Point Arithmetic, 1997; here one exact stage, not four.
 */
export function orient2d(ax: number, ay: number, bx: number, by: number, cx: number, cy: number): number {
  const left = (ax - cx) * (by - cy);
  const right = (ay - cy) * (bx - cx);
  const determinant = left - right;
  // `!(<)` lets NaN out here.
  if (!(Math.abs(determinant) < FILTER_BOUND * (Math.abs(left) + Math.abs(right)))) {
    // Rounding is monotonic: a difference is zero only when it is exactly zero, so 0 − 0 is a true zero,
    // except when both products are equal and nonzero, which the bound above keeps out.
    return determinant;
  }
  return orient2dExact(ax, ay, bx, by, cx, cy);
}

/**
 * The determinant expanded over the untranslated coordinates, ax·by − ay·bx + bx·cy − by·cx + cx·ay − cy·ax, each
 * product split into an exact pair of numbers, all twelve summed into a non-overlapping expansion.
 */
function orient2dExact(ax: number, ay: number, bx: number, by: number, cx: number, cy: number): number {
  expansionCount = 0;
  addProduct(ax, by);
  addProduct(-ay, bx);
  addProduct(bx, cy);
  addProduct(-by, cx);
  addProduct(cx, ay);
  addProduct(-cy, ax);
  // The components grow in magnitude and do not overlap: the sign is that of the last nonzero one. Adding them from
  // the smallest up keeps that sign.
  let sum = 0;
  for (let i = 0; i < expansionCount; i++) sum += expansion[i]!;
  return sum;
}

/** Adds x·y to the expansion without error. */
function addProduct(x: number, y: number): void {
  const product = x * y;
  let t = SPLITTER * x;
  const xHigh = t - (t - x);
  const xLow = x - xHigh;
  t = SPLITTER * y;
  const yHigh = t - (t - y);
  const yLow = y - yHigh;
  // Exact: the error of a product of two doubles is itself a double.
  const error = xLow * yLow - (product - xHigh * yHigh - xLow * yHigh - xHigh * yLow);
  addTerm(error);
  addTerm(product);
}

/** Adds one number to the expansion, keeping it non-overlapping and free of zeros (grow-expansion). */
function addTerm(term: number): void {
  let carry = term;
  let kept = 0;
  for (let i = 0; i < expansionCount; i++) {
    const component = expansion[i]!;
    const sum = carry + component;
    const virtual = sum - carry;
    const error = carry - (sum - virtual) + (component - virtual);
    carry = sum;
    if (error !== 0) expansion[kept++] = error;
  }
  if (carry !== 0) expansion[kept++] = carry;
  expansionCount = kept;
}

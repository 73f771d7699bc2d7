/**
 * Exact sums of products of doubles, and the plane orientation predicate built on them.
 *
 * The sum under way is an expansion: doubles whose bits do not overlap, smallest magnitude first, zeros left out. So
 * the empty expansion is 0, and otherwise the last term has the sign of the whole. Predicates are expanded over the
 * given coordinates (no differences, which would round) and their products added one by one. This is the last resort
 * behind a filter in plain arithmetic, so it is made to be short; terms of similar size merge, and few remain.
 *
 * Exact as long as nothing overflows or underflows: coordinates zero or between about 1e-70 and 1e70.
 *
 * Source: Shewchuk, Adaptive Precision Floating-Point Arithmetic and Fast Robust Geometric Predicates, 1997;
 * Dekker, A Floating-Point Technique for Extending the Available Precision, 1971.
 */

/** 2^27 + 1: multiplying by it splits a 53-bit significand into two halves whose products are exact (Dekker). */
const SPLITTER = 134217729;

/** Terms the longest sum here can have, were none to merge: 24 products of three factors, four terms each. */
const CAPACITY = 96;

const terms = new Float64Array(CAPACITY);
let count = 0;

/** Adds a number to the sum (Shewchuk's grow-expansion). */
function addTerm(term: number): void {
  let carry = term;
  let kept = 0;
  for (let i = 0; i < count; i++) {
    const component = terms[i];
    const sum = carry + component;
    const virtual = sum - carry;
    const error = carry - (sum - virtual) + (component - virtual);
    carry = sum;
    if (error !== 0) terms[kept++] = error;
  }
  if (carry !== 0) terms[kept++] = carry;
  count = kept;
}

/** Returns the leading 26 bits of x. */
function highPart(x: number): number {
  const split = SPLITTER * x;
  return split - (split - x);
}

/** Returns the rounding error of x · y rounded to `product`; the error is a double itself. */
export function productError(x: number, y: number, product: number): number {
  const xHigh = highPart(x);
  const yHigh = highPart(y);
  const xLow = x - xHigh;
  const yLow = y - yHigh;
  return xLow * yLow - (product - xHigh * yHigh - xLow * yHigh - xHigh * yLow);
}

/** Adds x · y to the sum under way. */
export function addProduct(x: number, y: number): void {
  const product = x * y;
  addTerm(productError(x, y, product));
  addTerm(product);
}

/** Adds x · y · z to the sum under way. */
export function addTripleProduct(x: number, y: number, z: number): void {
  const product = x * y;
  addProduct(productError(x, y, product), z);
  addProduct(product, z);
}

/**
 * Ends the sum under way, so that the next one starts at 0, and returns it: exact in sign, to the last bits in size.
 */
export function takeSum(): number {
  let sum = 0;
  while (count > 0) sum += terms[--count];
  return sum;
}

/**
 * Bound on the rounding error of the determinant (ax − cx)(by − cy) − (ay − cy)(bx − cx) relative to the sum of its two
 * absolute products: (3 + 16 u) u with u = 2^−53 the largest error of one rounding. There are three roundings in each
 * product (two differences and the product) and one in the subtraction; second-order terms and the rounding of the
 * bound itself are inside the 16. Rounded up; a plain literal, so that bundlers can drop it or put it in place.
 */
const ORIENT2D_ERROR = 3.4e-16;

/**
 * Returns twice the signed area of the triangle a, b, c in the plane, with exactly the right sign: positive when the
 * points run counterclockwise (y up), negative clockwise, 0 if and only if they are collinear. The size is rounded.
 * Swapping two points flips the sign. NaN in gives NaN.
 *
 * A filter in plain arithmetic settles nearly all calls; the rest are summed without error, which is exact for
 * coordinates zero or between about 1e-140 and 1e140.
 * Source: Shewchuk, Adaptive Precision Floating-Point Arithmetic and Fast Robust Geometric Predicates, 1997, section
 * 4.3; here one exact stage instead of three.
 */
export function orient2d(ax: number, ay: number, bx: number, by: number, cx: number, cy: number): number {
  const left = (ax - cx) * (by - cy);
  const right = (ay - cy) * (bx - cx);
  const area = left - right;
  // The negated comparison also returns NaN here. Where both products are 0, the area is exactly 0.
  if (!(Math.abs(area) < ORIENT2D_ERROR * (Math.abs(left) + Math.abs(right)))) return area;
  return finishWithOrientation(ax, ay, bx, by, cx, cy);
}

/**
 * Adds the orientation of a, b, c, expanded over their coordinates, to the sum under way, and ends it as takeSum does.
 */
export function finishWithOrientation(ax: number, ay: number, bx: number, by: number, cx: number, cy: number): number {
  addProduct(ax, by);
  addProduct(-ay, bx);
  addProduct(bx, cy);
  addProduct(-by, cx);
  addProduct(cx, ay);
  addProduct(-cy, ax);
  return takeSum();
}

/**
 * Exact sums and products of doubles, and the plane orientation predicate built on them.
 *
 * An expansion is a sum of doubles held in an array, smallest magnitude first, whose terms do not overlap in their bits;
 * zero terms are left out, so the empty expansion is 0 and the last term has the sign of the whole. Every operation
 * below is exact as long as nothing overflows or underflows (coordinates between about 1e-70 and 1e70).
 *
 * Source: Shewchuk, Adaptive Precision Floating-Point Arithmetic and Fast Robust Geometric Predicates, 1997;
 * Dekker, A Floating-Point Technique for Extending the Available Precision, 1971.
 */

/** Half the spacing of f64 at 1: the largest relative error of one correctly rounded operation. */
const ROUNDING = 1.1102230246251565e-16;

/** 2^27 + 1: multiplying by it splits a 53-bit significand into two halves whose products are exact. */
const SPLITTER = 134217729;

/**
 * Bound on the rounding error of the orient2d determinant relative to the sum of its two absolute products
 * (Shewchuk 1997, section 4.3).
 */
const ORIENT2D_ERROR = (3 + 16 * ROUNDING) * ROUNDING;

/** Writes the expansion of `a − b` (at most 2 terms) and returns its length. */
export function differenceExpansion(out: Float64Array, a: number, b: number): number {
  const high = a - b;
  const bVirtual = a - high;
  const aVirtual = high + bVirtual;
  const low = a - aVirtual + (bVirtual - b);
  let length = 0;
  if (low !== 0) out[length++] = low;
  if (high !== 0) out[length++] = high;
  return length;
}

/** Writes the expansion of `e + sign · f` (`sign` is 1 or −1; at most eLength + fLength terms), returns its length.
 * `out` must be neither `e` nor `f`. */
export function sumExpansions(
  out: Float64Array,
  e: Float64Array,
  eLength: number,
  f: Float64Array,
  fLength: number,
  sign: number,
): number {
  let length = 0;
  let eIndex = 0;
  let fIndex = 0;
  let sum = 0;
  // Terms are taken in order of magnitude, which is what keeps the result free of overlap.
  for (let step = eLength + fLength; step > 0; step--) {
    let term: number;
    if (fIndex >= fLength || (eIndex < eLength && Math.abs(e[eIndex]!) < Math.abs(f[fIndex]!))) term = e[eIndex++]!;
    else term = sign * f[fIndex++]!;
    const next = sum + term;
    const termVirtual = next - sum;
    const low = sum - (next - termVirtual) + (term - termVirtual);
    if (low !== 0) out[length++] = low;
    sum = next;
  }
  if (sum !== 0) out[length++] = sum;
  return length;
}

/** Writes the expansion of `e · factor` (at most 2 · eLength terms) and returns its length. `out` must not be `e`. */
export function scaleExpansion(out: Float64Array, e: Float64Array, eLength: number, factor: number): number {
  const factorSplit = SPLITTER * factor;
  const factorHigh = factorSplit - (factorSplit - factor);
  const factorLow = factor - factorHigh;
  let length = 0;
  let sum = 0;
  for (let i = 0; i < eLength; i++) {
    const term = e[i]!;
    // The product term · factor as high + low without error.
    const high = term * factor;
    const termSplit = SPLITTER * term;
    const termHigh = termSplit - (termSplit - term);
    const termLow = term - termHigh;
    const low = termLow * factorLow - (high - termHigh * factorHigh - termLow * factorHigh - termHigh * factorLow);
    // sum + low, then + high; |high| is at least that sum, so the second needs only the short form.
    const middle = sum + low;
    const lowVirtual = middle - sum;
    const first = sum - (middle - lowVirtual) + (low - lowVirtual);
    if (first !== 0) out[length++] = first;
    sum = high + middle;
    const second = middle - (sum - high);
    if (second !== 0) out[length++] = second;
  }
  if (sum !== 0) out[length++] = sum;
  return length;
}

/** Scratch of `multiplyExpansions`: room for the largest first factor used, 16 terms, scaled by one term. */
const scaledLow = new Float64Array(64);
const scaledHigh = new Float64Array(64);

/**
 * Writes the expansion of `e · f` and returns its length (at most 4 · eLength terms). `e` has at most 32 terms and `f` at
 * most 2; `out` is neither.
 */
export function multiplyExpansions(
  out: Float64Array,
  e: Float64Array,
  eLength: number,
  f: Float64Array,
  fLength: number,
): number {
  if (fLength === 0) return 0;
  if (fLength === 1) return scaleExpansion(out, e, eLength, f[0]!);
  const lowLength = scaleExpansion(scaledLow, e, eLength, f[0]!);
  const highLength = scaleExpansion(scaledHigh, e, eLength, f[1]!);
  return sumExpansions(out, scaledLow, lowLength, scaledHigh, highLength, 1);
}

/** Returns the value of an expansion, correct in sign and to the last bits in size. */
export function estimateExpansion(e: Float64Array, eLength: number): number {
  let sum = 0;
  for (let i = 0; i < eLength; i++) sum += e[i]!;
  return sum;
}

const acx = new Float64Array(2);
const acy = new Float64Array(2);
const bcx = new Float64Array(2);
const bcy = new Float64Array(2);
const leftProduct = new Float64Array(8);
const rightProduct = new Float64Array(8);
const determinant = new Float64Array(16);

function orient2dExact(ax: number, ay: number, bx: number, by: number, cx: number, cy: number): number {
  const acxLength = differenceExpansion(acx, ax, cx);
  const acyLength = differenceExpansion(acy, ay, cy);
  const bcxLength = differenceExpansion(bcx, bx, cx);
  const bcyLength = differenceExpansion(bcy, by, cy);
  const leftLength = multiplyExpansions(leftProduct, acx, acxLength, bcy, bcyLength);
  const rightLength = multiplyExpansions(rightProduct, acy, acyLength, bcx, bcxLength);
  const length = sumExpansions(determinant, leftProduct, leftLength, rightProduct, rightLength, -1);
  return estimateExpansion(determinant, length);
}

/**
 * Returns twice the signed area of the triangle a, b, c in the plane, with exactly the right sign: positive when the
 * points run counterclockwise, negative when clockwise, 0 if and only if they are collinear. The size is rounded.
 *
 * A filter settles nearly all calls with plain arithmetic; the rest fall back to exact expansions.
 * NaN in gives NaN out. Source: Shewchuk 1997, section 4.3.
 */
export function orient2dCoordinates(ax: number, ay: number, bx: number, by: number, cx: number, cy: number): number {
  const left = (ax - cx) * (by - cy);
  const right = (ay - cy) * (bx - cx);
  const area = left - right;
  const bound = ORIENT2D_ERROR * (Math.abs(left) + Math.abs(right));
  if (area > bound || -area > bound) return area;
  return orient2dExact(ax, ay, bx, by, cx, cy);
}

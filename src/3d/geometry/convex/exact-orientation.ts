import type { NumberArray } from '../../../core/number-array.ts';

/**
 * Bound on the relative rounding error of the determinant below, against the sum of the magnitudes of its terms. Each
 * term passes at most seven roundings (one subtraction a factor, two products, three sums); 1e-15 is a little more than
 * seven half-spacings of f64.
 */
const ERROR_BOUND = 1e-15;

/**
 * Decides on which side of a plane a point lies, without error: a floating-point filter first, integers of any length
 * where the filter cannot tell. One instance serves one set of points, because the exact stage scales all coordinates
 * to integers by one common power of two, which it finds once.
 *
 * Source: the filter follows the idea of Shewchuk, Adaptive Precision Floating-Point Arithmetic and Fast Robust
 * Geometric Predicates, 1997; the exact stage is plain integer arithmetic.
 */
export class ExactOrientation {
  readonly #points: NumberArray;
  readonly #offset: number;
  readonly #count: number;
  #integers: bigint[] | undefined;

  constructor(points: NumberArray, offset: number, count: number) {
    this.#points = points;
    this.#offset = offset;
    this.#count = count;
  }

  /**
   * Returns (b − a) × (c − a) · (p − a) with an exact sign, for four point indices: positive where p lies on the side
   * from which a, b, c run counterclockwise, zero exactly when the four are coplanar.
   */
  orient(a: number, b: number, c: number, p: number): number {
    const points = this.#points;
    const ia = this.#offset + 3 * a;
    const ib = this.#offset + 3 * b;
    const ic = this.#offset + 3 * c;
    const ip = this.#offset + 3 * p;
    const x = points[ip]!;
    const y = points[ip + 1]!;
    const z = points[ip + 2]!;
    const ax = points[ia]! - x;
    const ay = points[ia + 1]! - y;
    const az = points[ia + 2]! - z;
    const bx = points[ib]! - x;
    const by = points[ib + 1]! - y;
    const bz = points[ib + 2]! - z;
    const cx = points[ic]! - x;
    const cy = points[ic + 1]! - y;
    const cz = points[ic + 2]! - z;
    const yz = by * cz;
    const zy = bz * cy;
    const zx = bz * cx;
    const xz = bx * cz;
    const xy = bx * cy;
    const yx = by * cx;
    // The three rows seen from p, negated: p above the plane sees a, b, c below it.
    const determinant = -(ax * (yz - zy) + ay * (zx - xz) + az * (xy - yx));
    const magnitude =
      Math.abs(ax) * (Math.abs(yz) + Math.abs(zy)) +
      Math.abs(ay) * (Math.abs(zx) + Math.abs(xz)) +
      Math.abs(az) * (Math.abs(xy) + Math.abs(yx));
    if (Math.abs(determinant) > ERROR_BOUND * magnitude) {
      return determinant;
    }
    return this.#orientExact(a, b, c, p) * Math.max(Math.abs(determinant), Number.MIN_VALUE);
  }

  /** The sign, −1, 0 or 1, in integers. */
  #orientExact(a: number, b: number, c: number, p: number): number {
    const v = (this.#integers ??= toCommonIntegers(this.#points, this.#offset, 3 * this.#count));
    const x = v[3 * p]!;
    const y = v[3 * p + 1]!;
    const z = v[3 * p + 2]!;
    const bx = v[3 * b]! - x;
    const by = v[3 * b + 1]! - y;
    const bz = v[3 * b + 2]! - z;
    const cx = v[3 * c]! - x;
    const cy = v[3 * c + 1]! - y;
    const cz = v[3 * c + 2]! - z;
    const determinant =
      (v[3 * a]! - x) * (by * cz - bz * cy) +
      (v[3 * a + 1]! - y) * (bz * cx - bx * cz) +
      (v[3 * a + 2]! - z) * (bx * cy - by * cx);
    return determinant < 0n ? 1 : determinant > 0n ? -1 : 0;
  }
}

/** Splits finite doubles into mantissa and exponent and brings all to the smallest exponent: exact integers. */
function toCommonIntegers(values: NumberArray, offset: number, count: number): bigint[] {
  const view = new DataView(new ArrayBuffer(8));
  const mantissas: bigint[] = [];
  const exponents: number[] = [];
  let smallest = 4096;
  for (let i = 0; i < count; i++) {
    view.setFloat64(0, values[offset + i]!);
    const bits = view.getBigUint64(0);
    const biased = Number((bits >> 52n) & 0x7ffn);
    const fraction = bits & 0xfffffffffffffn;
    const magnitude = biased === 0 ? fraction : fraction | 0x10000000000000n;
    mantissas.push(bits >> 63n === 1n ? -magnitude : magnitude);
    exponents.push(biased === 0 ? 1 : biased);
    if (magnitude !== 0n) {
      smallest = Math.min(smallest, exponents[i]!);
    }
  }
  return mantissas.map((mantissa, i) => (mantissa === 0n ? 0n : mantissa << BigInt(exponents[i]! - smallest)));
}

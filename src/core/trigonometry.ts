import { refuse } from './errors.ts';
import type { NumberArray, WritableNumberArray } from './number-array.ts';

/**
 * π/2 as the sum of three numbers of 33, 33 and 53 significant bits: a multiple below 2^20 of the first two is exact,
 * so the reduction below loses nothing until its last step (Cody and Waite, 1980).
 */
const HALF_PI_HIGH = 1.5707963267341256;
const HALF_PI_MIDDLE = 6.077100506303966e-11;
const HALF_PI_LOW = 2.0222662487959506e-21;
const TWO_OVER_PI = 0.6366197723675814;

const TWO_PI = 6.283185307179586;

/** Above this magnitude (2^20 quarter turns) multiples of HALF_PI_HIGH stop being exact. */
const MAX_REDUCIBLE_ANGLE = 1647099;

/**
 * Minimax coefficients on |r| ≤ π/4, found by the Remez exchange in 60-digit arithmetic:
 * sin r = r + r³ (S0 + S1 r² + …), error 3.5e-18, and cos r = 1 − r²/2 + r⁴ (C0 + C1 r² + …), error 4.8e-20.
 */
const S0 = -0.16666666666666632;
const S1 = 0.008333333333322552;
const S2 = -0.00019841269829898374;
const S3 = 2.7557313718702896e-6;
const S4 = -2.5050761798328404e-8;
const S5 = 1.589698705722825e-10;
const C0 = 0.0416666666666666;
const C1 = -0.0013888888888874244;
const C2 = 2.4801587289549124e-5;
const C3 = -2.7557314369793365e-7;
const C4 = 2.0875725447198977e-9;
const C5 = -1.1359752035031311e-11;

/**
 * The cosine and sine of the reduced angle. In an odd quadrant the two change roles, which reading by index does
 * without a branch: the processor could not predict it.
 */
const wave = new Float64Array(2);

const given = new Float64Array(1);
const pair = new Float64Array(2);

/**
 * Writes the cosine and the sine of an angle in radians, in this order (the order of an OBB's last two numbers), from
 * additions, multiplications and comparisons alone: the same bits on every engine, unlike `Math.cos` and `Math.sin`.
 *
 * Within one unit in the last place for |angle| ≤ 1.6e6. Beyond, the angle is first taken modulo the f64 nearest 2π,
 * whose error is smaller than the spacing of numbers at that angle. NaN and infinite angles give NaN.
 * cos(−a) = cos(a) and sin(−a) = −sin(a) hold to the bit.
 * @throws CollisionError `invalid-number` for an angle that is no number, `invalid-state` for `out` that is no array
 * and an offset that is no number.
 */
export function cosSin(out: WritableNumberArray, outOffset: number, angle: number): void {
  if (typeof angle !== 'number') refuse('invalid-number', 'an angle', 'a number', angle);
  if (typeof out !== 'object' || out === null) refuse('invalid-state', 'out', 'an array of numbers', out);
  if (typeof outOffset !== 'number') refuse('invalid-state', 'outOffset', 'an index of out', outOffset);
  given[0] = angle;
  cosSinAt(out, outOffset, given, 0);
}

/**
 * Does the same as `cosSin` for an angle in an array: a fraction given to a function that is not inlined is boxed.
 *
 * The angle is split into n quarter turns and a rest r + low within ±π/4, |low| below half a unit in the last place of
 * r. Then sin(r + low) ≈ sin r + low · cos r, for which cos r ≈ 1 − r²/2 is enough; cos(r + low) ≈ cos r − low · r,
 * where 1 − r²/2 is kept as a pair of numbers, so that its rounding error is not lost.
 */
export function cosSinAt(out: WritableNumberArray, outOffset: number, angles: NumberArray, index: number): void {
  const angle = angles[index];
  let a = Math.abs(angle);
  if (a > MAX_REDUCIBLE_ANGLE) a %= TWO_PI;
  const n = Math.floor(a * TWO_OVER_PI + 0.5);
  // Exact: both are multiples of 2^-53 and the difference is below 1.
  const first = a - n * HALF_PI_HIGH;
  const product = n * HALF_PI_MIDDLE;
  const second = first - product;
  // The rounding error of the last subtraction (Knuth's two-sum), then the third part.
  const virtual = first - second;
  const correction = first - (second + virtual) + (virtual - product) - n * HALF_PI_LOW;
  const r = second + correction;
  const low = second - r + correction;

  const z = r * r;
  const half = 0.5 * z;
  const head = 1 - half;
  const sineTail = S1 + z * (S2 + z * (S3 + z * (S4 + z * S5)));
  const cosineTail = z * z * (C0 + z * (C1 + z * (C2 + z * (C3 + z * (C4 + z * C5)))));
  wave[0] = head + (1 - head - half + (cosineTail - r * low));
  wave[1] = r + (r * z * (S0 + z * sineTail) + low * head);

  const odd = n & 1;
  const cosineSign = 1 - ((n + 1) & 2);
  const sineSign = (1 - (n & 2)) * (1 - 2 * Number(angle < 0));
  out[outOffset] = wave[odd] * cosineSign;
  out[outOffset + 1] = wave[1 - odd] * sineSign;
}

/** Returns the cosine of an angle in radians: the same bits as `cosSin` writes. */
export function cos(angle: number): number {
  cosSin(pair, 0, angle);
  return pair[0];
}

/** Returns the sine of an angle in radians: the same bits as `cosSin` writes. */
export function sin(angle: number): number {
  cosSin(pair, 0, angle);
  return pair[1];
}

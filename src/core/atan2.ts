import { refuse } from './errors.ts';
import { cosSin } from './trigonometry.ts';

const { PI } = Math;
const HALF_PI = PI / 2;
/** The rounding errors of PI and HALF_PI: add them for the exact π and π/2. */
const PI_REST = 1.2246467991473532e-16;
const HALF_PI_REST = 6.123233995736766e-17;

const turn = new Float64Array(2);

/**
 * Returns the angle of the direction (x, y) in radians, −π to π, counter-clockwise from x; arguments, signed zeros and
 * infinities as for `Math.atan2`. From + − × ÷ √ and comparisons alone: the same bits on every engine, unlike
 * `Math.atan2`.
 *
 * Within two units in the last place. atan2(−y, x) = −atan2(y, x) to the bit. NaN gives NaN.
 * @throws CollisionError `invalid-number` for a value that is no number.
 */
export function atan2(y: number, x: number): number {
  if (typeof y !== 'number') refuse('invalid-number', 'y', 'a number', y);
  if (typeof x !== 'number') refuse('invalid-number', 'x', 'a number', x);
  const absX = Math.abs(x);
  const absY = Math.abs(y);
  if (!(absX >= 0 && absY >= 0)) return NaN;
  const isLeft = x < 0 || (x === 0 && 1 / x < 0);
  let angle: number;
  if (absY > absX) {
    const past = atanOfRatio(absX, absY);
    angle = HALF_PI + (HALF_PI_REST + (isLeft ? past : -past));
  } else {
    angle = atanOfRatio(absY, absX);
    if (isLeft) angle = PI + (PI_REST - angle);
  }
  return y < 0 || (y === 0 && 1 / y < 0) ? -angle : angle;
}

/**
 * Returns the angle with tangent small / large, 0 … π/4: an estimate, corrected by the cross product of the estimated
 * and the true direction, which is the sine of the angle between them.
 */
function atanOfRatio(small: number, large: number): number {
  if (small === 0) return 0;
  const t = small === Infinity ? 1 : small / large;
  const t2 = t * t;
  // Abramowitz and Stegun, Handbook of Mathematical Functions, 4.4.49 with fewer terms: right to four digits.
  const estimate = t * (0.999866 + t2 * (-0.3302995 + t2 * (0.180141 + t2 * (-0.085133 + t2 * 0.0208351))));
  cosSin(turn, 0, estimate);
  const sine = (t * turn[0] - turn[1]) / Math.sqrt(1 + t2);
  return estimate + (sine + (sine * sine * sine) / 6);
}

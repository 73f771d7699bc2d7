/** Halvings of the whole interval beyond which neighbouring fractions meet. */
const MAX_LEVEL = 52;

/** The number of distances that a search computes before it ends at the fraction that it has reached. */
const MAX_EVALUATIONS = 100000;

/** The distance of two moving things at a fraction of their motion, or a lower bound of it; ≤ 0 where they touch. */
export type DistanceBound = (fraction: number) => number;

/**
 * Finds the first contact of any two moving things by interval halving: `distance(fraction)` is their distance, or a
 * lower bound of it, at a fraction 0..`maxFraction` of the motion (≤ 0 when touching), and `maxSpeed` bounds how fast
 * it can change per unit of fraction, rotation included. Returns a fraction at most `tolerance` before the first
 * contact (0 when it starts there), or `Infinity` when there is none.
 *
 * An interval is dropped when the distance at its middle exceeds what can be travelled in half of it, so nothing thin
 * is tunnelled through; otherwise its halves follow, the earlier first. Where the two merely come within
 * `maxSpeed · tolerance` of each other that counts as contact. After 100,000 evaluations the start of the current
 * interval is returned, which never is late. NaN counts as no contact. Source: Ericson, Real-Time Collision Detection,
 * 5.5.1.
 */
export function timeOfImpactIntervalHalving(
  distance: DistanceBound,
  maxSpeed: number,
  maxFraction: number,
  tolerance: number,
): number {
  // The array belongs to this call: `distance` may measure other motions in the same way.
  const search = new Float64Array([maxSpeed, maxFraction, tolerance, 0, 0]);
  halveIntervals(search, (at) => {
    at[HALVING_DISTANCE] = distance(at[HALVING_FRACTION]);
  });
  return search[HALVING_FRACTION];
}

/**
 * Indices of the current fraction, which is that of the first contact when `halveIntervals` has ended, and of the
 * distance there.
 */
export const HALVING_FRACTION = 3;
export const HALVING_DISTANCE = 4;

/**
 * Does what `timeOfImpactIntervalHalving` does, without a number given to or returned from a function, which would be
 * put on the heap: `at` holds the greatest speed, the greatest fraction and the tolerance, and `measure` writes the
 * distance at its fraction.
 */
export function halveIntervals(at: Float64Array, measure: (at: Float64Array) => void): void {
  const maxSpeed = at[0];
  const maxFraction = at[1];
  const tolerance = at[2];
  at[HALVING_FRACTION] = 0;
  measure(at);
  if (at[HALVING_DISTANCE] <= 0) return;
  // The interval from `index` to `index + 1` times `length`, which is maxFraction / 2^level.
  let level = 0;
  let index = 0;
  let length = maxFraction;
  for (let evaluations = 0; evaluations <= MAX_EVALUATIONS; evaluations++) {
    const half = 0.5 * length;
    at[HALVING_FRACTION] = index * length + half;
    measure(at);
    if (at[HALVING_DISTANCE] <= maxSpeed * half) {
      at[HALVING_FRACTION] = index * length;
      if (length <= tolerance || level >= MAX_LEVEL) return;
      index *= 2;
      length = half;
      level++;
    } else {
      index++;
      // Past the later half of an interval the search goes on behind the interval itself.
      while (level > 0 && index % 2 === 0) {
        index *= 0.5;
        length *= 2;
        level--;
      }
      if (level === 0) {
        at[HALVING_FRACTION] = Infinity;
        return;
      }
    }
  }
  at[HALVING_FRACTION] = index * length;
}

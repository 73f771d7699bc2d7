/** Halvings of the unit interval beyond which neighbouring fractions meet. */
const MAX_DEPTH = 52;

/** Distance evaluations after which the search settles for where it is. */
const MAX_EVALUATIONS = 100000;

const starts = new Float64Array(MAX_DEPTH + 2);
const widths = new Float64Array(MAX_DEPTH + 2);

/**
 * Finds the first contact of any two moving things by interval halving: `distance(fraction)` is their distance, or a
 * lower bound of it, at a fraction 0..`maxFraction` of the motion (≤ 0 when touching), and `maxSpeed` bounds how fast it
 * can change per unit of fraction, rotation included. Returns a fraction at most `tolerance` before the first contact
 * (0 when it starts there), or Infinity when there is none.
 *
 * An interval is dropped when the distance at its middle exceeds what half of it can bring, so nothing thin is tunnelled
 * through; otherwise its halves follow, the earlier first. Where the two merely come within `maxSpeed · tolerance` of each
 * other that counts as contact. After 100,000 evaluations the start of the current interval is returned, which never
 * is late. NaN counts as no contact. `distance` must not call this function.
 * Source: Ericson, Real-Time Collision Detection, 5.5.1.
 */
export function findContactIntervalHalving(
  distance: (fraction: number) => number,
  maxSpeed: number,
  maxFraction: number,
  tolerance: number,
): number {
  if (distance(0) <= 0) return 0;
  let count = 1;
  starts[0] = 0;
  widths[0] = maxFraction;
  for (let evaluations = 0; count > 0; evaluations++) {
    count--;
    const start = starts[count]!;
    const half = 0.5 * widths[count]!;
    if (!(distance(start + half) <= maxSpeed * half)) continue;
    if (2 * half <= tolerance || count + 2 > MAX_DEPTH || evaluations >= MAX_EVALUATIONS) return start;
    starts[count] = start + half;
    widths[count++] = half;
    starts[count] = start;
    widths[count++] = half;
  }
  return Infinity;
}

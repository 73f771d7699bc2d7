/** Halvings after which an interval of time is as short as f64 can tell apart from its start. */
const DEEPEST_LEVEL = 52;
const MAX_EVALUATIONS = 100_000;

/** A lower bound of the distance of two moving shapes at a time 0..1: never more than the distance, ≤ 0 where they overlap. */
export type DistanceBound = (time: number) => number;

/**
 * Finds the first time 0..1 at which two moving shapes may touch, to `resolution`, from nothing but a bound of their distance
 * and one of their speed: `speedBound` is how much the distance can change at most in the whole interval, if they kept their
 * greatest speed. Returns the start of the first interval of that length in which contact cannot be ruled out, 0 when they
 * overlap at the start, `Infinity` when no interval is left.
 *
 * An interval is free when the distance at its middle exceeds what the speed allows to close in half its length; else its
 * halves are looked at, the earlier first. So nothing tunnels, however thin or fast. Shapes that pass each other within
 * speedBound · resolution count as touching: a finer resolution tells them apart. NaN counts as touching.
 *
 * The search takes about as many evaluations as the speed is times the least distance, and two a halving near contact; after
 * 100,000 it returns the time reached, before which there is no contact.
 *
 * Source: Ericson, Real-Time Collision Detection, 5.5.2, on interval halving.
 */
export function timeOfImpactIntervalHalving(
  distanceBound: DistanceBound,
  speedBound: number,
  resolution: number,
): number {
  if (!(distanceBound(0) > 0)) return 0;
  // The interval [index, index + 1] · length, of length 2^−level.
  let level = 0;
  let index = 0;
  let length = 1;
  for (let evaluation = 0; evaluation < MAX_EVALUATIONS; evaluation++) {
    const half = 0.5 * length;
    const distance = distanceBound(index * length + half);
    if (distance > speedBound * half) {
      index++;
      // Past the later half of an interval, go on after the interval itself.
      while (level > 0 && index % 2 === 0) {
        index *= 0.5;
        length *= 2;
        level--;
      }
      if (level === 0 && index === 1) return Infinity;
    } else if (length <= resolution || level >= DEEPEST_LEVEL) {
      return index * length;
    } else {
      index *= 2;
      length = half;
      level++;
    }
  }
  return index * length;
}

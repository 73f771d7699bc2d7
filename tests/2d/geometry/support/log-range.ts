import type { Rng } from '../../../support/rng.ts';

/** A number in [low, high) whose logarithm is uniform; both ends positive. */
export function logRange(rng: Rng, low: number, high: number): number {
  return low * (high / low) ** rng.next();
}

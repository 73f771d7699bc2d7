/** The shapes touch at the time returned, to the tolerance. */
export const TOI_HIT = 0;
/** They do not touch in the interval. */
export const TOI_MISS = 1;
/** They overlap or touch at time 0. */
export const TOI_OVERLAPPED = 2;
/** The limit was reached: no contact before the time returned, which may be early. */
export const TOI_ITERATION_LIMIT = 3;

/** Default limit of GJK runs: three to ten are usual, grazing takes more. */
export const TOI_MAX_ITERATIONS = 256;

/** How the last call of `timeOfImpactConvex` went, and its settings. */
export interface ToiReport {
  maxIterations: number;
  /** The gap that counts as contact, in units of length; 0 for 1e-10 of the sum of the radii. It is never less than rounding. */
  tolerance: number;
  iterations: number;
  /** One of TOI_HIT, TOI_MISS, …. */
  termination: number;
}

/** Makes a report with the default settings. */
export function createToiReport(): ToiReport {
  return { maxIterations: TOI_MAX_ITERATIONS, tolerance: 0, iterations: 0, termination: TOI_MISS };
}

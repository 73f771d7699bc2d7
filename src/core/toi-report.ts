/** The shapes touch at the fraction returned, to the tolerance. */
export const TOI_HIT = 0;
/** The shapes do not touch in the interval. */
export const TOI_MISS = 1;
/** The shapes overlap or touch at the start. */
export const TOI_OVERLAPPED = 2;
/** The limit was reached: no contact before the fraction returned, and perhaps none after it. */
export const TOI_ITERATION_LIMIT = 3;

/** Default limit of distance searches for each half turn: three to ten are usual, grazing takes more. */
export const TOI_MAX_ITERATIONS = 256;

/** How the last call of a time of impact went, and its settings. */
export interface ToiReport {
  /**
   * The limit of distance searches for each half turn that the faster of the two shapes begins: in space a motion has
   * no more than one half turn.
   */
  maxIterations: number;
  /**
   * The gap that counts as contact, in units of length; 0 for the routine's default. It is never less than rounding.
   */
  tolerance: number;
  iterations: number;
  /** One of TOI_HIT, TOI_MISS, …. */
  termination: number;
}

/** Makes a report with the default settings. */
export function createToiReport(): ToiReport {
  return { maxIterations: TOI_MAX_ITERATIONS, tolerance: 0, iterations: 0, termination: TOI_MISS };
}

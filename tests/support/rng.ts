/** A seeded generator of test data: the same seed gives the same numbers on every engine. */
export type Rng = {
  readonly seed: number;
  /** The next number in [0, 1). */
  next(): number;
  /** The next number in [low, high). */
  range(low: number, high: number): number;
  /** The next whole number in low … high, both included. */
  integer(low: number, high: number): number;
};

/** Makes a generator from a seed (mulberry32: one 32-bit word of state, mixed by multiplication and shifts). */
export function createRng(seed: number): Rng {
  let state = seed >>> 0;
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
  return {
    seed,
    next,
    range: (low, high) => low + (high - low) * next(),
    integer: (low, high) => low + Math.floor((high - low + 1) * next()),
  };
}

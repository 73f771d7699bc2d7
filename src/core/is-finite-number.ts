/**
 * Returns whether a value is a finite number. `Number.isFinite` takes a value from the heap, so V8 puts a fraction
 * there that it has just read from a field; this is so short that V8 compiles it into every caller, fractions and all.
 */
export function isFiniteNumber(value: unknown): value is number {
  return typeof value === 'number' && value - value === 0;
}

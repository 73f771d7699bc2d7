/**
 * Growth of typed arrays. Buffers grow by reallocation and copy: length-tracking views on resizable buffers are several
 * times slower to read. A held reference to the old array goes stale, so owners re-read the field after a call that may grow.
 */

type Growable = Float64Array | Float32Array | Int32Array | Uint32Array | Uint16Array | Uint8Array;

/** Returns the capacity to grow to: at least `needed`, at least doubling, so that n pushes copy O(n) numbers. */
export function grownCapacity(current: number, needed: number): number {
  return Math.max(needed, current * 2, 16);
}

/** Returns `array` when it holds `needed` numbers, else a longer copy of it. Added numbers are 0. */
export function reserve<T extends Growable>(array: T, needed: number): T {
  if (needed <= array.length) return array;
  const grown = new (array.constructor as new (length: number) => T)(grownCapacity(array.length, needed));
  grown.set(array as never);
  return grown;
}

/** Returns how many entries an array is to have that holds `count` of them for long: a sixteenth more, and a few at least. */
export function withSpare(count: number): number {
  return count + Math.max(64, count >> 4);
}

/**
 * Returns `array` or, when it is longer than `count` entries of `stride` numbers with some to spare, a copy of that length.
 * For large arrays that are grown by doubling within a tick: steady worlds stay within what is to spare, and to copy a whole array
 * for each sixteenth of growth costs less than the ticks in between.
 */
export function fitted<T extends Growable>(array: T, count: number, stride: number): T {
  const length = withSpare(count) * stride;
  return array.length <= length ? array : (array.slice(0, length) as T);
}

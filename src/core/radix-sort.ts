const DIGIT_BITS = 11;
const DIGITS = 1 << DIGIT_BITS;
const DIGIT_MASK = DIGITS - 1;

const low = new Uint32Array(DIGITS);
const middle = new Uint32Array(DIGITS);
const high = new Uint32Array(DIGITS);

/** Below this, clearing and summing three histograms costs more than moving the keys one by one. */
const INSERTION_LIMIT = 96;

/**
 * Sorts `keys[start .. end)` ascending as unsigned 32-bit numbers and carries `values` along; equal keys keep their
 * order. Three passes of 11 bits from the low digit up; the scratch arrays must be as long as `end`. A pass over a
 * digit that all keys share is skipped.
 *
 * Source: Knuth, The Art of Computer Programming 3, 5.2.5 (distribution counting).
 */
export function radixSort(
  keys: Uint32Array,
  values: Uint32Array,
  scratchKeys: Uint32Array,
  scratchValues: Uint32Array,
  start: number,
  end: number,
): void {
  if (end - start <= INSERTION_LIMIT) {
    insertionSort(keys, values, start, end);
    return;
  }
  low.fill(0);
  middle.fill(0);
  high.fill(0);
  for (let i = start; i < end; i++) {
    const key = keys[i]!;
    low[key & DIGIT_MASK]!++;
    middle[(key >>> DIGIT_BITS) & DIGIT_MASK]!++;
    high[key >>> (2 * DIGIT_BITS)]!++;
  }
  const lowMoves = startOffsets(low, start, end - start);
  const middleMoves = startOffsets(middle, start, end - start);
  const highMoves = startOffsets(high, start, end - start);

  let inScratch = false;
  if (lowMoves) {
    scatter(keys, values, scratchKeys, scratchValues, low, 0, start, end);
    inScratch = true;
  }
  if (middleMoves) {
    if (inScratch) scatter(scratchKeys, scratchValues, keys, values, middle, DIGIT_BITS, start, end);
    else scatter(keys, values, scratchKeys, scratchValues, middle, DIGIT_BITS, start, end);
    inScratch = !inScratch;
  }
  if (highMoves) {
    if (inScratch) scatter(scratchKeys, scratchValues, keys, values, high, 2 * DIGIT_BITS, start, end);
    else scatter(keys, values, scratchKeys, scratchValues, high, 2 * DIGIT_BITS, start, end);
    inScratch = !inScratch;
  }
  if (inScratch) {
    for (let i = start; i < end; i++) {
      keys[i] = scratchKeys[i]!;
      values[i] = scratchValues[i]!;
    }
  }
}

/** Turns counts into the position of each digit's first key; false when one digit holds all keys. */
function startOffsets(histogram: Uint32Array, start: number, count: number): boolean {
  let sum = start;
  for (let digit = 0; digit < DIGITS; digit++) {
    const size = histogram[digit]!;
    if (size === count) return false;
    histogram[digit] = sum;
    sum += size;
  }
  return true;
}

function scatter(
  fromKeys: Uint32Array,
  fromValues: Uint32Array,
  toKeys: Uint32Array,
  toValues: Uint32Array,
  offsets: Uint32Array,
  shift: number,
  start: number,
  end: number,
): void {
  for (let i = start; i < end; i++) {
    const key = fromKeys[i]!;
    const digit = (key >>> shift) & DIGIT_MASK;
    const target = offsets[digit]!;
    offsets[digit] = target + 1;
    toKeys[target] = key;
    toValues[target] = fromValues[i]!;
  }
}

function insertionSort(keys: Uint32Array, values: Uint32Array, start: number, end: number): void {
  for (let i = start + 1; i < end; i++) {
    const key = keys[i]!;
    const value = values[i]!;
    let gap = i;
    while (gap > start && keys[gap - 1]! > key) {
      keys[gap] = keys[gap - 1]!;
      values[gap] = values[gap - 1]!;
      gap--;
    }
    keys[gap] = key;
    values[gap] = value;
  }
}

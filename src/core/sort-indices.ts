import { grownCapacity } from './typed-array.ts';

const INSERTION_LIMIT = 12;

/** Bits of a word, which say where those of the level below are not all 0; and what they are a power of two of. */
const WORD = 32;
const SHIFT = 5;
const LAST_BIT = WORD - 1;

/** Scratch of all sorts: a bit for each number, for each word of these, and so on; all 0 between sorts. */
const levels = { low: new Int32Array(WORD * WORD), middle: new Int32Array(WORD), high: new Int32Array(1) };

/**
 * Sorts the first `count` numbers of `items` ascending, in place; no number may be there twice. Many are sorted without
 * comparing: each sets its bit, and then the bits are read in order. That takes as long for each number whatever their
 * count, and reads a word of the highest level for every 32,768 numbers that there could be.
 *
 * The scratch has a bit for each number up to the largest, and grows to that.
 */
export function sortIndices(items: Uint32Array, count: number): void {
  if (count <= INSERTION_LIMIT) {
    insertionSort(items, count);
    return;
  }
  let largest = 0;
  for (let i = 0; i < count; i++) if (items[i] > largest) largest = items[i];
  reserveLevels(largest);
  setBits(items, count);
  readBits(items, largest);
}

function insertionSort(items: Uint32Array, count: number): void {
  for (let i = 1; i < count; i++) {
    const item = items[i];
    let at = i;
    while (at > 0 && items[at - 1] > item) {
      items[at] = items[at - 1];
      at--;
    }
    items[at] = item;
  }
}

function reserveLevels(largest: number): void {
  const { length } = levels.low;
  if (largest >>> SHIFT < length) return;
  const grown = grownCapacity(length, (largest >>> SHIFT) + 1);
  levels.low = new Int32Array(grown);
  levels.middle = new Int32Array((grown >>> SHIFT) + 1);
  levels.high = new Int32Array((grown >>> (2 * SHIFT)) + 1);
}

function setBits(items: Uint32Array, count: number): void {
  const { low, middle, high } = levels;
  for (let i = 0; i < count; i++) {
    const item = items[i];
    const word = item >>> SHIFT;
    const group = word >>> SHIFT;
    low[word] |= 1 << (item & LAST_BIT);
    middle[group] |= 1 << (word & LAST_BIT);
    high[group >>> SHIFT] |= 1 << (group & LAST_BIT);
  }
}

/** Reads the bits in order, and clears them. */
function readBits(items: Uint32Array, largest: number): void {
  const { low, middle, high } = levels;
  const end = (largest >>> (3 * SHIFT)) + 1;
  let count = 0;
  for (let top = 0; top < end; top++) {
    for (let groups = high[top]; groups !== 0; groups &= groups - 1) {
      const group = (top << SHIFT) + lowestBit(groups);
      for (let words = middle[group]; words !== 0; words &= words - 1) {
        const word = (group << SHIFT) + lowestBit(words);
        for (let bits = low[word]; bits !== 0; bits &= bits - 1) items[count++] = (word << SHIFT) + lowestBit(bits);
        low[word] = 0;
      }
      middle[group] = 0;
    }
    high[top] = 0;
  }
}

function lowestBit(bits: number): number {
  return LAST_BIT - Math.clz32(bits & -bits);
}

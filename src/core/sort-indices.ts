import { grownCapacity } from './typed-array.ts';

const INSERTION_LIMIT = 12;

/**
 * The number of bits in a word, 2 to the power of SHIFT. A bit says whether the word of this number on the level below
 * has any bit set.
 */
const WORD = 32;
export const SHIFT = 5;
export const LAST_BIT = WORD - 1;

/**
 * Scratch of all sorts: `low` has a bit for each number, `high` a bit for each word of `low`. All bits are 0 between
 * sorts.
 */
export const sortingBits = { low: new Int32Array(WORD * WORD), high: new Int32Array(WORD) };

/**
 * Sorts the first `count` numbers of `items` ascending, in place; no number may be there twice. Many are sorted without
 * comparing: each sets its bit, and then the bits are read in order. Sorting takes as long for each number whatever
 * their count, and reads a word for every 1,024 numbers that there could be.
 */
export function sortIndices(items: Uint32Array, count: number): void {
  if (count <= INSERTION_LIMIT) {
    insertionSort(items, count);
    return;
  }
  let largest = 0;
  for (let i = 0; i < count; i++) if (items[i] > largest) largest = items[i];
  reserveBits(largest);
  setBits(items, count);
  readBits(items, count);
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

/** Makes room for numbers up to the largest. */
export function reserveBits(largest: number): void {
  const { length } = sortingBits.low;
  if (largest >>> SHIFT < length) return;
  const groups = (grownCapacity(length, (largest >>> SHIFT) + 1) >>> SHIFT) + 1;
  sortingBits.low = new Int32Array(WORD * groups);
  sortingBits.high = new Int32Array(groups);
}

function setBits(items: Uint32Array, count: number): void {
  const { low, high } = sortingBits;
  for (let i = 0; i < count; i++) setBit(low, high, items[i]);
}

/** Puts a number in the scratch. */
export function setBit(low: Int32Array, high: Int32Array, item: number): void {
  const word = item >>> SHIFT;
  low[word] |= 1 << (item & LAST_BIT);
  high[word >>> SHIFT] |= 1 << (word & LAST_BIT);
}

/**
 * Writes the `count` numbers in the scratch in ascending order and clears the scratch. `unnoted` is all ones if `high`
 * does not tell which words have bits, so that all words are looked at; else 0.
 */
export function readBits(items: Uint32Array, count: number, unnoted = 0): void {
  const { low, high } = sortingBits;
  let at = 0;
  for (let group = 0; at < count && group < high.length; group++) {
    let words = high[group] | unnoted;
    high[group] = 0;
    while (words !== 0) {
      const word = (group << SHIFT) + lowestBit(words);
      words &= words - 1;
      let bits = low[word];
      low[word] = 0;
      while (bits !== 0) {
        items[at++] = (word << SHIFT) + lowestBit(bits);
        bits &= bits - 1;
      }
    }
  }
}

function lowestBit(bits: number): number {
  return LAST_BIT - Math.clz32(bits & -bits);
}

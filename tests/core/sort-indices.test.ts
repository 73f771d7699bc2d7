import { expect, it } from 'vitest';
import { sortIndices } from '../../src/core/sort-indices.ts';
import { createRng, type Rng } from '../support/rng.ts';

/** No number twice. */
const FILLS: Record<string, (rng: Rng, i: number, count: number) => number> = {
  random: (rng, i) => 4096 * rng.integer(0, 4095) + (i % 4096) + (i >> 12) * 2 ** 24,
  ascending: (_rng, i) => 3 * i,
  descending: (_rng, i, count) => count - i,
  'next to each other': (_rng, i, count) => 31 + ((i * 5003) % Math.max(1, count)),
  'almost sorted': (rng, i) => (rng.next() < 0.05 ? 2 ** 20 + i : i),
  'far apart': (_rng, i, count) => 1023 + 32_768 * ((7919 * i) % Math.max(1, count)),
  'organ pipes': (_rng, i, count) => 2 * Math.min(i, count - i) + Number(2 * i < count),
};

it.each(Object.keys(FILLS))('sorts %s like a sort of numbers, for every length to 80 and some beyond', (name) => {
  const rng = createRng(17);
  for (const count of [...Array.from({ length: 81 }, (_, i) => i), 1000, 4097]) {
    const behind = [5, 4, 3];
    const items = new Uint32Array(count + behind.length);
    for (let i = 0; i < count; i++) items[i] = FILLS[name](rng, i, count);
    items.set(behind, count);
    const expected = Array.from(items.subarray(0, count)).sort((a, b) => a - b);
    sortIndices(items, count);
    expect(Array.from(items.subarray(0, count)), `seed 17, ${count} numbers`).toEqual(expected);
    expect(Array.from(items.subarray(count)), `seed 17, ${count} numbers`).toEqual(behind);
  }
});

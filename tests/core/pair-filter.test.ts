import { expect, it } from 'vitest';
import { filterAllows } from '../../src/core/pair-filter.ts';
import { createRng } from '../support/rng.ts';

/** The rule in words, with bits counted one by one. */
function rule(a: readonly number[], b: readonly number[]): boolean {
  const [categoryA, maskA, groupA] = a as [number, number, number];
  const [categoryB, maskB, groupB] = b as [number, number, number];
  if (groupA !== 0 && groupA === groupB) return groupA > 0;
  const meet = (category: number, mask: number): boolean => {
    for (let bit = 0; bit < 32; bit++) {
      const power = 2 ** bit;
      if (Math.floor(category / power) % 2 === 1 && Math.floor(mask / power) % 2 === 1) return true;
    }
    return false;
  };
  return meet(categoryA, maskB) && meet(categoryB, maskA);
}

it('agrees with the rule for every combination of small and extreme bits and groups, and is symmetric', () => {
  const bits = [0, 1, 2, 3, 0x80000000, 0x80000001, 0xffffffff];
  const groups = [-2, -1, 0, 1, 2, 2 ** 31 - 1, -(2 ** 31)];
  let allowed = 0;
  let asked = 0;
  const sides: number[][] = [];
  for (const category of bits) for (const mask of bits) for (const group of groups) sides.push([category, mask, group]);
  for (const a of sides) {
    for (const b of sides) {
      const [categoryA, maskA, groupA] = a as [number, number, number];
      const [categoryB, maskB, groupB] = b as [number, number, number];
      const found = filterAllows(categoryA, maskA, groupA, categoryB, maskB, groupB);
      if (found !== rule(a, b)) throw new Error(`(${a}) and (${b}): ${found}`);
      if (found !== filterAllows(categoryB, maskB, groupB, categoryA, maskA, groupA)) {
        throw new Error(`(${a}) and (${b}) the other way round`);
      }
      asked++;
      if (found) allowed++;
    }
  }
  expect(asked).toBe(343 * 343);
  expect(allowed / asked).toBeGreaterThan(0.3);
  expect(allowed / asked).toBeLessThan(0.7);
});

it('reads bits alike, signed or not', () => {
  const rng = createRng(5);
  for (let i = 0; i < 2000; i++) {
    const [a, b, c, d] = Array.from({ length: 4 }, () => rng.integer(0, 0xffffffff) & rng.integer(0, 0xffffffff));
    const unsigned = filterAllows(a >>> 0, b >>> 0, 0, c >>> 0, d >>> 0, 0);
    expect(filterAllows(a | 0, b | 0, 0, c | 0, d | 0, 0), `seed 5, round ${i}`).toBe(unsigned);
  }
});

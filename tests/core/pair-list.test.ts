import { describe, expect, it } from 'vitest';
import { createIndexList, reserveIndices } from '../../src/core/index-list.ts';
import { createPairList, reservePairs } from '../../src/core/pair-list.ts';

describe('PairList', () => {
  it('keeps what it holds when it grows, and its array while there is room', () => {
    const list = createPairList(2);
    const first = reservePairs(list, 2);
    expect(first.length).toBe(4);
    first.set([1, 2, 3, 4]);
    list.count = 2;
    const second = reservePairs(list, 1);
    expect(second).toBe(list.pairs);
    expect(second.length).toBeGreaterThanOrEqual(6);
    expect([...second.subarray(0, 4)]).toEqual([1, 2, 3, 4]);
    expect(reservePairs(list, 1)).toBe(second);
    expect(reservePairs(list, 1000).length).toBeGreaterThanOrEqual(2004);
  });

  it('grows by a part of itself, so that appending one by one copies little', () => {
    const list = createPairList(0);
    let copied = 0;
    for (let i = 0; i < 10_000; i++) {
      const before = list.pairs;
      const pairs = reservePairs(list, 1);
      if (pairs !== before) copied += before.length;
      pairs[2 * i] = i;
      pairs[2 * i + 1] = -i;
      list.count++;
    }
    // A quarter more each time: 1 + 0.8 + 0.64 + … copies of the final length.
    expect(copied).toBeLessThan(5 * 20_000);
    expect(list.pairs.length).toBeLessThan(1.3 * 20_000);
    expect(list.pairs[2 * 9999]).toBe(9999);
    expect(list.pairs[2]).toBe(1);
  });
});

describe('IndexList', () => {
  it('keeps what it holds when it grows, and its array while there is room', () => {
    const list = createIndexList(2);
    const first = reserveIndices(list, 2);
    first.set([7, 8]);
    list.count = 2;
    expect(reserveIndices(list, 0)).toBe(first);
    const second = reserveIndices(list, 5);
    expect(second).toBe(list.items);
    expect(second.length).toBeGreaterThanOrEqual(7);
    expect([...second.subarray(0, 2)]).toEqual([7, 8]);
  });
});

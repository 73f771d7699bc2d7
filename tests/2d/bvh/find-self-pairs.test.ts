import { describe, expect, it } from 'vitest';
import { createBvh } from '../../../src/2d/bvh/create-bvh.ts';
import { buildBvh } from '../../../src/core/bvh/build-bvh.ts';
import type { BvhKind } from '../../../src/core/bvh/bvh.ts';
import { findSelfPairs } from '../../../src/core/bvh/find-self-pairs.ts';
import { validateBvh } from '../../../src/core/bvh/validate-bvh.ts';
import { createPairList } from '../../../src/core/pair-list.ts';
import { effort } from '../../support/effort.ts';
import { createRng } from '../../support/rng.ts';
import { BOX_SCENES, bruteForcePairs, countingItems, pairKeys } from './box-scenes.ts';

const KINDS: BvhKind[] = ['aabb', 'sphere'];
const SCALES = [1e-3, 1, 1e3, 1e6];

describe.each(KINDS)('findSelfPairs, %s', (kind) => {
  it.each(Object.keys(BOX_SCENES))('finds the pairs of all against all: %s', (name) => {
    const bvh = createBvh(kind);
    let seed = 0;
    for (const scale of SCALES) {
      for (const count of effort([9, 40, 150, 600], [9, 40, 200])) {
        const rng = createRng(++seed);
        const bounds = BOX_SCENES[name](rng, count, scale);
        const items = countingItems(count);
        buildBvh(bvh, bounds, items, count);
        validateBvh(bvh, bounds, items, count);
        const out = createPairList(1);
        findSelfPairs(out, bvh, bounds);
        expect(pairKeys(out.pairs, out.count), `seed ${seed}, scale ${scale}, count ${count}`).toEqual(
          bruteForcePairs(bounds, items),
        );
      }
    }
  });

  it('finds the pairs of every count from 0 to 40', () => {
    const bvh = createBvh(kind);
    for (let count = 0; count <= 40; count++) {
      const rng = createRng(1000 + count);
      const bounds = BOX_SCENES.uniform(rng, count, 1);
      const items = countingItems(count);
      buildBvh(bvh, bounds, items, count);
      validateBvh(bvh, bounds, items, count);
      const out = createPairList(1);
      findSelfPairs(out, bvh, bounds);
      expect(pairKeys(out.pairs, out.count), `count ${count}`).toEqual(bruteForcePairs(bounds, items));
    }
  });

  it('joins only the items it was given, in whatever order, and numbers them as given', () => {
    const rng = createRng(77);
    const bounds = BOX_SCENES.uniform(rng, 500, 1);
    const picked: number[] = [];
    for (let item = 499; item >= 0; item--) if (rng.next() < 0.5) picked.push(item);
    for (let i = picked.length - 1; i > 0; i--) {
      const j = rng.integer(0, i);
      [picked[i], picked[j]] = [picked[j], picked[i]];
    }
    const items = Uint32Array.from(picked);
    const bvh = createBvh(kind);
    buildBvh(bvh, bounds, items, items.length);
    validateBvh(bvh, bounds, items, items.length);
    const out = createPairList(1);
    findSelfPairs(out, bvh, bounds);
    const expected = bruteForcePairs(bounds, items);
    expect(expected.length).toBeGreaterThan(20);
    expect(pairKeys(out.pairs, out.count)).toEqual(expected);
    for (let i = 0; i < out.count; i++) expect(out.pairs[2 * i]).toBeLessThan(out.pairs[2 * i + 1]);
  });

  it('appends to what the list holds', () => {
    const bounds = Float64Array.of(0, 0, 1, 1, 1, 1, 2, 2);
    const bvh = createBvh(kind);
    buildBvh(bvh, bounds, countingItems(2), 2);
    const out = createPairList(1);
    out.pairs.set([8, 9]);
    out.count = 1;
    findSelfPairs(out, bvh, bounds);
    expect([...out.pairs.subarray(0, 4)]).toEqual([8, 9, 0, 1]);
    expect(out.count).toBe(2);
  });

  it('counts touching to the last bit as overlap, and one bit apart as none', () => {
    const bvh = createBvh(kind);
    for (const at of [1, 1 / 3, 1e6 + 0.1, -7.7e-9]) {
      const above = at + Math.abs(at) * 2 ** -52;
      for (const [edge, pairs] of [
        [at, 1],
        [above, 0],
      ] as const) {
        // A far third box coarsens the frame so that only the f64 comparison can tell.
        const bounds = Float64Array.of(at - 1, 0, at, 1, edge, 0, edge + 1, 1, 1e9, 1e9, 1e9, 1e9);
        buildBvh(bvh, bounds, countingItems(3), 3);
        const out = createPairList();
        findSelfPairs(out, bvh, bounds);
        expect(out.count, `edge ${edge}`).toBe(pairs);
      }
    }
  });

  it('leaves a box with NaN out and still finds all others', () => {
    const rng = createRng(5);
    const bounds = BOX_SCENES.uniform(rng, 300, 1);
    for (let item = 0; item < 300; item += 50) bounds[4 * item + rng.integer(0, 3)] = Number.NaN;
    const items = countingItems(300);
    const bvh = createBvh(kind);
    buildBvh(bvh, bounds, items, 300);
    const out = createPairList();
    findSelfPairs(out, bvh, bounds);
    expect(pairKeys(out.pairs, out.count)).toEqual(bruteForcePairs(bounds, items));
  });

  it('keeps every pair when an all-against-all crowd outgrows the list', () => {
    const bounds = BOX_SCENES['all identical'](createRng(1), 700, 1);
    const bvh = createBvh(kind);
    buildBvh(bvh, bounds, countingItems(700), 700);
    const out = createPairList(3);
    findSelfPairs(out, bvh, bounds);
    expect(new Set(pairKeys(out.pairs, out.count)).size).toBe((700 * 699) / 2);
    expect(out.count).toBe((700 * 699) / 2);
  });
});

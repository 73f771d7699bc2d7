import { describe, expect, it } from 'vitest';
import { createBvh } from '../../../src/2d/bvh/create-bvh.ts';
import { buildBvh } from '../../../src/core/bvh/build-bvh.ts';
import type { Bvh, BvhKind } from '../../../src/core/bvh/bvh.ts';
import { findCrossPairs } from '../../../src/core/bvh/find-cross-pairs.ts';
import { handOnItemBoxes } from '../../../src/core/bvh/hand-on-item-boxes.ts';
import { createPairList } from '../../../src/core/pair-list.ts';
import { createRng } from '../../support/rng.ts';
import { BOX_SCENES, boxesTouch } from './box-scenes.ts';

const COMBINATIONS: [BvhKind, BvhKind][] = [
  ['aabb', 'aabb'],
  ['aabb', 'sphere'],
  ['sphere', 'aabb'],
  ['sphere', 'sphere'],
];

/** The pairs of a join, sorted, as `orderedKeys`. */
function joinedKeys(bvhA: Bvh, bvhB: Bvh, bounds: Float64Array): number[] {
  const out = createPairList(1);
  findCrossPairs(out, bvhA, bvhB, bounds);
  const { pairs, count } = out;
  return Array.from({ length: count }, (_, i) => pairs[2 * i] * 2 ** 26 + pairs[2 * i + 1]).sort((a, b) => a - b);
}

/** Item of A × item of B as one number each, A's first. */
function orderedKeys(bounds: Float64Array, itemsA: Uint32Array, itemsB: Uint32Array): number[] {
  const keys: number[] = [];
  for (const a of itemsA) for (const b of itemsB) if (boxesTouch(bounds, a, b)) keys.push(a * 2 ** 26 + b);
  return keys.sort((a, b) => a - b);
}

describe.each(COMBINATIONS)('findCrossPairs, %s × %s', (kindA, kindB) => {
  it.each(Object.keys(BOX_SCENES))('finds the pairs of all of A against all of B: %s', (name) => {
    const bvhA = createBvh(kindA);
    const bvhB = createBvh(kindB);
    let seed = 100;
    for (const scale of [1e-3, 1, 1e6]) {
      for (const share of [0.02, 0.5, 0.9]) {
        const rng = createRng(++seed);
        const count = 400;
        const bounds = BOX_SCENES[name](rng, count, scale);
        const a: number[] = [];
        const b: number[] = [];
        for (let item = 0; item < count; item++) (rng.next() < share ? a : b).push(item);
        const itemsA = Uint32Array.from(a);
        const itemsB = Uint32Array.from(b);
        buildBvh(bvhA, bounds, itemsA, itemsA.length);
        buildBvh(bvhB, bounds, itemsB, itemsB.length);
        const expected = orderedKeys(bounds, itemsA, itemsB);
        expect(joinedKeys(bvhA, bvhB, bounds), `seed ${seed}, scale ${scale}`).toEqual(expected);
        const large = itemsA.length > itemsB.length ? bvhA : bvhB;
        const next = createBvh(large.kind);
        const { itemBoxes } = large;
        handOnItemBoxes(large, next);
        expect([large.itemBoxes.length, next.itemBoxes]).toEqual([0, itemBoxes]);
        expect(joinedKeys(bvhA, bvhB, bounds), `seed ${seed}, scale ${scale}, handed on`).toEqual(expected);
      }
    }
  });

  it('finds nothing with an empty tree on either side, and only there', () => {
    const bounds = Float64Array.of(0, 0, 1, 1, 1, 1, 2, 2);
    const empty = createBvh(kindA);
    const full = createBvh(kindB);
    buildBvh(full, bounds, Uint32Array.of(0, 1), 2);
    const out = createPairList();
    findCrossPairs(out, empty, full, bounds);
    findCrossPairs(out, full, empty, bounds);
    expect(out.count).toBe(0);
    buildBvh(empty, bounds, Uint32Array.of(1), 1);
    findCrossPairs(out, empty, full, bounds);
    expect([...out.pairs.subarray(0, 2 * out.count)].sort()).toEqual([0, 1, 1, 1]);
  });

  it('joins trees whose frames lie far apart and differ in size', () => {
    const rng = createRng(9);
    const bounds = new Float64Array(4 * 300);
    const a: number[] = [];
    const b: number[] = [];
    for (let item = 0; item < 300; item++) {
      const small = item % 2 === 0;
      const x = small ? 5e4 + rng.next() : rng.next() * 1e5;
      const size = small ? 0.01 : 3000;
      bounds.set([x, x, x + size, x + size * rng.next()], 4 * item);
      (small ? a : b).push(item);
    }
    const bvhA = createBvh(kindA);
    const bvhB = createBvh(kindB);
    buildBvh(bvhA, bounds, Uint32Array.from(a), a.length);
    buildBvh(bvhB, bounds, Uint32Array.from(b), b.length);
    const out = createPairList();
    findCrossPairs(out, bvhA, bvhB, bounds);
    const expected = orderedKeys(bounds, Uint32Array.from(a), Uint32Array.from(b));
    expect(expected.length).toBeGreaterThan(50);
    expect(out.count).toBe(expected.length);
  });
});

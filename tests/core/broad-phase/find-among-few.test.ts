import { describe, expect, it } from 'vitest';
import { boundsKernels } from '../../../src/2d/broad-phase/bounds-kernels.ts';
import { boxHierarchy } from '../../../src/2d/bvh/box-hierarchy.ts';
import { areFew, areSwept, findAmongFew } from '../../../src/core/broad-phase/find-among-few.ts';
import { createPairCache, reservePairCache } from '../../../src/core/broad-phase/pair-cache.ts';
import { beginServing } from '../../../src/core/broad-phase/rebuild-plan.ts';
import { buildBvh } from '../../../src/core/bvh/build-bvh.ts';
import { makeBvh } from '../../../src/core/bvh/bvh.ts';
import { addSlot, createColliderSlots, FLAG_STATIC, updateOrder } from '../../../src/core/collider-slots.ts';
import { createIndexList, reserveIndices } from '../../../src/core/index-list.ts';

/**
 * Finds the pairs of boxes of side 1 in a row: movers and statics by the x of their left side, slots in this order.
 * `looseStatics` are listed with the movers, behind them, as statics that have changed are. The numbers of entities go
 * up with the slots, or down.
 */
function pairsInRow(
  movers: readonly number[],
  looseStatics: readonly number[],
  statics: readonly number[],
  direction: 1 | -1 = 1,
): string[] {
  const slots = createColliderSlots(4);
  const all = [...movers, ...looseStatics, ...statics];
  const bounds = new Float64Array(all.flatMap((x) => [x, 0, x + 1, 1]));
  for (let i = 0; i < all.length; i++) {
    const entity = direction === 1 ? i : all.length - i;
    const slot = addSlot(slots, entity, entity);
    if (i >= movers.length) slots.flags[slot] = FLAG_STATIC;
  }
  updateOrder(slots);
  const moving = createIndexList();
  moving.count = movers.length + looseStatics.length;
  const to = reserveIndices(moving, moving.count);
  for (let i = 0; i < moving.count; i++) to[i] = i;
  if (direction === -1) to.subarray(0, movers.length).reverse();
  const bvh = makeBvh(boxHierarchy);
  const settled = new Uint32Array(statics.map((_, i) => moving.count + i));
  buildBvh(bvh, bounds, settled, settled.length);
  const cache = createPairCache(boundsKernels, boxHierarchy);
  reservePairCache(cache, slots.end);
  cache.escaped.count = cache.escapedPairs.count = 5;
  beginServing(cache.plan);
  findAmongFew(cache, bounds, slots, moving, bvh);
  expect([cache.escaped.count, cache.escapedPairs.count, cache.plan.isServing]).toEqual([0, 0, false]);
  const { pairs, count } = cache.overlapping;
  return Array.from({ length: count }, (_, i) => `${pairs[2 * i]} ${pairs[2 * i + 1]}`);
}

describe('few colliders', () => {
  it('are as many as make 400 pairs, or 64', () => {
    expect([areFew(64, 0), areFew(0, 64), areFew(65, 0), areFew(1, 399), areFew(1, 400)]).toEqual([
      ...[true, true, false, true, false],
    ]);
  });

  it('are swept where they make more than 150 pairs, up to 64', () => {
    expect([areSwept(17, 0), areSwept(18, 0), areSwept(60, 4), areSwept(60, 5), areSwept(1, 63)]).toEqual([
      ...[false, true, true, false, false],
    ]);
  });

  it('pair with each other and with statics, and these not among themselves', () => {
    expect(pairsInRow([0, 0.5, 3], [], [1.25, 1.3])).toEqual(['0 1', '1 3', '1 4']);
    // Touching counts.
    expect(pairsInRow([0, 1, 2.5], [], [3.5])).toEqual(['0 1', '2 3']);
    expect(pairsInRow([], [], [0, 0.5])).toEqual([]);
    expect(pairsInRow([0, 0.5], [], [])).toEqual(['0 1']);
  });

  it('pair with statics that have changed, which are listed behind what moves', () => {
    expect(pairsInRow([0, 5], [0.5, 0.75, 5.5], [0.25])).toEqual(['0 2', '0 3', '0 5', '1 4']);
  });

  it('pair in the order of entities, also where these of statics are lower', () => {
    expect(pairsInRow([0, 0.5], [], [1], -1)).toEqual(['2 1', '2 0', '1 0']);
    expect(pairsInRow([0, 0.5], [1], [], -1)).toEqual(['2 1', '2 0', '1 0']);
  });

  it('pair in the same order where they are swept', () => {
    const movers = Array.from({ length: 20 }, (_, i) => (i % 2 === 0 ? i : 40 - i) / 4);
    const all = [...movers, 2, 3];
    const expected = all.flatMap((x, i) =>
      all.flatMap((other, j) => (j > i && i < 20 && Math.abs(other - x) <= 1 ? [`${i} ${j}`] : [])),
    );
    expect(expected.length).toBeGreaterThan(20);
    expect(pairsInRow(movers, [2], [3])).toEqual(expected);
  });
});

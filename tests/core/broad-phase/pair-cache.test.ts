import { beforeEach, describe, expect, it } from 'vitest';
import { boundsKernels } from '../../../src/2d/broad-phase/bounds-kernels.ts';
import { boxHierarchy } from '../../../src/2d/bvh/box-hierarchy.ts';
import { decideFiltering, dropRefused, KNOWN_STRIDE } from '../../../src/core/broad-phase/known-filters.ts';
import {
  adaptMargin,
  GROWTH_MARGIN,
  halveMargin,
  makeFatAabbs,
  startMeasuring,
} from '../../../src/core/broad-phase/make-fat-aabbs.ts';
import { noteFilters } from '../../../src/core/broad-phase/note-filters.ts';
import {
  createPairCache,
  forgetSlot,
  loosenSlot,
  type PairCache,
  reservePairCache,
  settleSlot,
  takeStatics,
} from '../../../src/core/broad-phase/pair-cache.ts';
import { beginServing } from '../../../src/core/broad-phase/rebuild-plan.ts';
import { addSlot, createColliderSlots, FLAG_STATIC, removeSlot } from '../../../src/core/collider-slots.ts';
import { createIndexList, reserveIndices } from '../../../src/core/index-list.ts';

const GROWTH_MOTION = GROWTH_MARGIN + 1;
/** Of slots 0, 1 and 2. */
const BOUNDS = new Float64Array([1, 1, 5, 6, 10, 10, 12, 12, 20, 20, 21, 21]);

let cache: PairCache;

beforeEach(() => {
  cache = createPairCache(boundsKernels, boxHierarchy);
  reservePairCache(cache, 3);
});

const box = (boxes: Float64Array, slot: number): number[] => Array.from(boxes.subarray(4 * slot, 4 * slot + 4));

describe('a pair cache', () => {
  it('has room for all slots, of which it knows nothing', () => {
    expect(cache.next).not.toBe(cache.serving);
    reservePairCache(cache, 40);
    expect(cache.settled.length).toBeGreaterThanOrEqual(40);
    for (const boxes of [cache.startBounds, cache.serving.fatAabbs, cache.next.fatAabbs]) {
      expect(boxes.length).toBe(4 * cache.settled.length);
      expect(boxes.every(Number.isNaN)).toBe(true);
    }
  });

  it('takes the bounds of a static as its fat AABBs, until it is loose', () => {
    settleSlot(cache, BOUNDS, 1);
    expect([box(cache.serving.fatAabbs, 1), box(cache.next.fatAabbs, 1)]).toEqual([
      [10, 10, 12, 12],
      [10, 10, 12, 12],
    ]);
    expect([box(cache.serving.fatAabbs, 0)[0], box(cache.serving.fatAabbs, 2)[0]]).toEqual([NaN, NaN]);
    expect(Array.from(cache.settled.subarray(0, 3))).toEqual([0, 1, 0]);
    loosenSlot(cache, 1);
    expect([cache.settled[1], cache.serving.fatAabbs[4], cache.next.fatAabbs[4]]).toEqual([0, NaN, NaN]);
  });

  it('forgets all of a slot that gets a new collider, and of none beyond its room', () => {
    cache.startBounds.fill(7);
    settleSlot(cache, BOUNDS, 1);
    forgetSlot(cache, 1);
    expect([cache.settled[1], cache.serving.fatAabbs[4]]).toEqual([0, NaN]);
    expect([box(cache.startBounds, 0), box(cache.startBounds, 1), box(cache.startBounds, 2)]).toEqual([
      [7, 7, 7, 7],
      [NaN, NaN, NaN, NaN],
      [7, 7, 7, 7],
    ]);
    forgetSlot(cache, 1000);
  });

  it('takes over the statics of a new hierarchy in place of those before, and gives up its pairs', () => {
    settleSlot(cache, BOUNDS, 0);
    beginServing(cache.plan);
    takeStatics(cache, BOUNDS, new Uint32Array([1, 2, 0]), 2);
    expect(Array.from(cache.settled.subarray(0, 3))).toEqual([0, 1, 1]);
    expect([cache.serving.fatAabbs[0], cache.serving.fatAabbs[8]]).toEqual([NaN, 20]);
    expect([cache.plan.isServing, cache.plan.failures]).toEqual([false, 1]);
  });
});

describe('the margin of fat AABBs', () => {
  const listOf = (...slots: number[]) => {
    const list = createIndexList();
    reserveIndices(list, slots.length).set(slots);
    list.count = slots.length;
    return list;
  };

  beforeEach(() => {
    // Slot 0 is out by 1 to the right and by 2 above; slot 1 by 3 to the left, which is less than its sides of 2 and 2.
    cache.serving.fatAabbs.set([0, 0, 4, 4, 13, 10, 14, 14]);
    cache.growth[GROWTH_MARGIN] = 10;
    cache.growth[GROWTH_MOTION] = 1;
  });

  it('grows by the mean distance of those that have escaped, where they are more than one in twelve', () => {
    adaptMargin(cache, listOf(0), BOUNDS, 11);
    expect(cache.growth[GROWTH_MARGIN]).toBe(9 + 2);
    cache.growth[GROWTH_MARGIN] = 10;
    adaptMargin(cache, listOf(0, 1), BOUNDS, 23);
    expect(cache.growth[GROWTH_MARGIN]).toBe(9 + 2.5);
    cache.growth[GROWTH_MARGIN] = 10;
    adaptMargin(cache, listOf(0), BOUNDS, 12);
    expect(cache.growth[GROWTH_MARGIN]).toBe(9);
  });

  it('takes no count of what was teleported or has no fat AABB', () => {
    // Out by as much as its sides are long together; and without a box.
    cache.serving.fatAabbs.set([14, 10, 15, 14, NaN, 0, 0, 0], 4);
    adaptMargin(cache, listOf(1, 2), BOUNDS, 4);
    expect(cache.growth[GROWTH_MARGIN]).toBe(9);
  });

  it('ends where it is less than a hundredth of the mean motion, and can be halved', () => {
    cache.growth[GROWTH_MARGIN] = 0.0125;
    adaptMargin(cache, listOf(), BOUNDS, 4);
    expect(cache.growth[GROWTH_MARGIN]).toBeCloseTo(0.01125, 15);
    adaptMargin(cache, listOf(), BOUNDS, 4);
    expect(cache.growth[GROWTH_MARGIN]).toBeCloseTo(0.010125, 15);
    adaptMargin(cache, listOf(), BOUNDS, 4);
    expect(cache.growth[GROWTH_MARGIN]).toBe(0);
    cache.growth[GROWTH_MARGIN] = 8;
    halveMargin(cache);
    expect(cache.growth[GROWTH_MARGIN]).toBe(4);
  });

  it('comes from motion that is measured of new colliders or of all', () => {
    cache.startBounds.set([7, 7, 7, 7]);
    cache.plan.elapsed = 5;
    startMeasuring(cache, BOUNDS, new Uint32Array([0, 1]), 2, false);
    expect([box(cache.startBounds, 0), box(cache.startBounds, 1), box(cache.startBounds, 2)[0]]).toEqual([
      [7, 7, 7, 7],
      [10, 10, 12, 12],
      NaN,
    ]);
    expect(cache.plan.elapsed).toBe(5);
    startMeasuring(cache, BOUNDS, new Uint32Array([0, 2]), 1, true);
    expect([box(cache.startBounds, 0), cache.startBounds[8], cache.plan.elapsed]).toEqual([[1, 1, 5, 6], NaN, 0]);
  });
});

describe('fat AABBs', () => {
  /** Makes those of slot 0, which has moved by 1 in x in so many ticks, and of slot 1, which is new. */
  const make = (first: number, elapsed: number, motion: number): number[][] => {
    cache.startBounds.set([0, 1, 4, 6, NaN, NaN, NaN, NaN]);
    cache.plan.elapsed = elapsed;
    cache.growth.set([0.5, motion]);
    makeFatAabbs(cache, cache.next, first, BOUNDS, new Uint32Array([0, 1, 2]), 2);
    expect([cache.plan.moved, cache.next.memberCount, cache.next.fatAabbs[8]]).toEqual([1, 2, NaN]);
    return [box(cache.next.fatAabbs, 0), box(cache.next.fatAabbs, 1)];
  };

  it('reach as far as eight ticks lead, half a tick more at both ends, and the margin', () => {
    // A sixteenth a tick: in the middle of the ticks 0 to 8 it is a quarter further, and half of 9 ticks are 0.28125.
    expect(make(0, 16, 0.25)[0]).toEqual([1 + 0.25 - 0.28125 - 0.5, 0.5, 5 + 0.25 + 0.28125 + 0.5, 6.5]);
    // An eighth a tick, from tick 8 to 16.
    expect(make(8, 8, 0.25)[0]).toEqual([1 + 1.5 - 0.5625 - 0.5, 0.5, 5 + 1.5 + 0.5625 + 0.5, 6.5]);
  });

  it('of new colliders reach as far to all sides as the mean of all has moved', () => {
    expect(make(0, 16, 0.25)[1]).toEqual([7.5, 7.5, 14.5, 14.5]);
    expect(make(8, 16, 0.25)[1]).toEqual([5.5, 5.5, 16.5, 16.5]);
  });

  it('know the mean motion of all, or nine tenths of the one before', () => {
    make(0, 16, 0);
    expect(cache.growth[GROWTH_MOTION]).toBe(1 / 32);
    make(0, 16, 0.25);
    expect(cache.growth[GROWTH_MOTION]).toBe(0.9 * 0.25);
  });

  it('that serve at once have motion measured anew after two periods, others after one', () => {
    const isMeasured = (first: number, elapsed: number): boolean => {
      make(first, elapsed, 0.25);
      // That of what is new begins in any case.
      expect(box(cache.startBounds, 1)).toEqual([10, 10, 12, 12]);
      return cache.plan.elapsed === 0 && cache.startBounds[0] === 1;
    };
    expect([isMeasured(0, 15), isMeasured(0, 16), isMeasured(8, 7), isMeasured(8, 8)]).toEqual([
      ...[false, true, false, true],
    ]);
  });
});

describe('pairs of movers that filters refuse', () => {
  /** Slots 0 and 1 refuse each other, 2 is static, 3 has gone, 4 and 5 have the plain filter. */
  function refusing() {
    const slots = createColliderSlots(8);
    for (let index = 0; index < 6; index++) addSlot(slots, index, index);
    slots.flags[2] = FLAG_STATIC;
    slots.defaultFilter[4] = slots.defaultFilter[5] = 1;
    removeSlot(slots, 3, 1);
    cache.filters.bits = new Int32Array(6 * KNOWN_STRIDE);
    for (let slot = 0; slot < 6; slot++) cache.filters.bits.set([1, -1, 0, 0], KNOWN_STRIDE * slot);
    for (const slot of [0, 1]) cache.filters.bits[KNOWN_STRIDE * slot + 1] = ~1;
    const { pairs } = cache.serving;
    pairs.pairs = new Uint32Array([0, 1, 0, 2, 0, 3, 4, 5, 1, 0]);
    pairs.count = 5;
    return slots;
  }

  const kept = (): number[] => Array.from(cache.serving.pairs.pairs.subarray(0, 2 * cache.serving.pairs.count));

  it('are counted, and dropped where pairs are filtered, with those of colliders that are gone', () => {
    const slots = refusing();
    cache.serving.isFiltered = true;
    expect(dropRefused(cache.filters, cache.serving, 0, slots)).toBe(2);
    expect(kept()).toEqual([0, 2, 4, 5]);
    expect(cache.filters.areUsed).toBe(true);
  });

  it('stay where pairs are not filtered, or before the first pair that is looked at', () => {
    const slots = refusing();
    cache.serving.isFiltered = false;
    expect(dropRefused(cache.filters, cache.serving, 0, slots)).toBe(2);
    expect(kept()).toEqual([0, 1, 0, 2, 4, 5, 1, 0]);
    refusing();
    cache.serving.isFiltered = true;
    expect(dropRefused(cache.filters, cache.serving, 1, slots)).toBe(1);
    expect(kept()).toEqual([0, 1, 0, 2, 4, 5]);
  });

  it('are those of one family and those that masks and groups keep apart', () => {
    const slots = refusing();
    const { bits } = cache.filters;
    cache.serving.pairs.pairs = new Uint32Array([0, 1]);
    const refuses = (a: readonly number[], b: readonly number[]): boolean => {
      bits.set(a, 0);
      bits.set(b, KNOWN_STRIDE);
      cache.serving.pairs.count = 1;
      return dropRefused(cache.filters, cache.serving, 0, slots) === 1;
    };
    expect(refuses([1, -1, 0, 0], [1, -1, 0, 0])).toBe(false);
    expect(refuses([1, -1, 0, 4], [1, -1, 0, 4])).toBe(true);
    expect(refuses([1, -1, 0, 4], [1, -1, 0, 5])).toBe(false);
    expect(refuses([1, -1, 0, 0], [2, ~1, 0, 0])).toBe(true);
    expect(refuses([2, ~1, 0, 0], [1, -1, 0, 0])).toBe(true);
    expect(refuses([1, 0, 3, 0], [1, 0, 3, 0])).toBe(false);
    expect(refuses([1, -1, -3, 0], [1, -1, -3, 0])).toBe(true);
  });

  it('are those of the filters of the tick before: a collider whose filter differs is searched anew', () => {
    const slots = refusing();
    const filter = {
      categoryBits: new Uint32Array(6).fill(1),
      maskBits: new Uint32Array(6).fill(0xffffffff),
      groupIndex: new Int32Array(6),
    };
    const moving = createIndexList();
    reserveIndices(moving, 3).set([0, 1, 4]);
    moving.count = 3;
    const { filters, serving, next } = cache;
    filters.bits = new Int32Array(0);
    reservePairCache(cache, 6);
    serving.fatAabbs.fill(7);
    next.fatAabbs.fill(7);
    serving.isFiltered = true;
    next.isFiltered = false;
    const searched = (): number[] =>
      [0, 1, 2, 3, 4, 5].filter((slot) => Number.isNaN(serving.fatAabbs[4 * slot])).concat(-filters.changes);
    // Nothing is noted before movers with filters of their own have come near each other.
    filters.areUsed = false;
    noteFilters(cache, slots, filter, moving);
    expect(filters.bits.length).toBe(0);
    filters.areUsed = true;
    noteFilters(cache, slots, filter, moving);
    expect(Array.from(filters.bits.subarray(4, 8))).toEqual([1, -1, 0, 0]);
    expect(searched()).toEqual([-0]);
    filter.maskBits[1] = 2;
    noteFilters(cache, slots, filter, moving);
    expect([searched(), filters.bits[5]]).toEqual([[1, -1], 2]);
    // Its pairs have been left out of the serving pairs alone.
    expect(next.fatAabbs[4]).toBe(7);
    filter.categoryBits[1] = 4;
    filter.groupIndex[4] = -3;
    slots.family = new Uint32Array([9]);
    noteFilters(cache, slots, filter, moving);
    // What is searched already is counted once.
    expect(searched()).toEqual([0, 1, 4, -3]);
    noteFilters(cache, slots, filter, moving);
    expect(searched()).toEqual([0, 1, 4, -3]);
  });

  it('are left out where that saves more tests than changed filters cost', () => {
    const { filters, serving, next } = cache;
    serving.refused = 128;
    next.refused = 9;
    filters.changes = 2;
    decideFiltering(filters, next, serving);
    expect([next.isFiltered, next.refused, filters.changes]).toEqual([true, 0, 0]);
    filters.changes = 3;
    decideFiltering(filters, next, serving);
    expect(next.isFiltered).toBe(false);
  });
});

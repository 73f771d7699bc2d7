import { expect, it } from 'vitest';
import { boxHierarchy } from '../../../src/2d/bvh/box-hierarchy.ts';
import { SWEEP_CAPACITY, sweepAlongAxis } from '../../../src/core/broad-phase/sweep-along-axis.ts';
import { boundsOverlap } from '../../../src/core/bvh/bounds-overlap.ts';
import { makeBvh } from '../../../src/core/bvh/bvh.ts';
import { createIndexList, reserveIndices } from '../../../src/core/index-list.ts';
import { createRng, type Rng } from '../../support/rng.ts';

/** Where boxes begin along the first axis, and how wide they are. */
const PLACES: Record<string, (rng: Rng, i: number) => [start: number, width: number]> = {
  'all over': (rng) => [rng.range(-10, 10), rng.range(0.1, 3)],
  'in one place': () => [3, 1],
  'in two places next to each other': (_, i) => [i % 2 === 0 ? 0 : Number.MIN_VALUE, 0],
  'side by side, touching': (_, i) => [i, 1],
  'far from one of them': (rng, i) => [i === 5 ? 1e12 : rng.range(-10, 10), rng.range(0.1, 3)],
  'farther from each other than numbers reach': (_, i) => [(i % 3) * 1e308 - 1e308, 1e307],
  'below one that covers everything': (rng, i) => [i === 0 ? -100 : rng.range(-10, 10), i === 0 ? 200 : 0.5],
};

it.each(Object.keys(PLACES))('lists every pair of boxes that overlap, once, %s', (name) => {
  const rng = createRng(31 + Object.keys(PLACES).indexOf(name));
  const hits = { pairs: 0, tested: 0, missing: 0 };
  for (let trial = 0; trial < 60; trial++) {
    const count = trial === 0 ? SWEEP_CAPACITY : rng.integer(2, SWEEP_CAPACITY);
    const listed = rng.integer(1, count);
    const movers = rng.integer(1, listed);
    // Slots in another order than places in the lists, and beyond their number.
    const slots = Array.from({ length: count }, (_, i) => 7 * ((i * 5) % 3) + 21 * i);
    const bounds = new Float64Array(4 * (Math.max(...slots) + 1)).fill(NaN);
    slots.forEach((slot, i) => {
      const [x, width] = PLACES[name](rng, i);
      const y = rng.range(-10, 10);
      bounds.set([x, y, x + width, y + rng.range(0.1, 5)], 4 * slot);
    });
    const moving = createIndexList();
    reserveIndices(moving, listed).set(slots.slice(0, listed));
    moving.count = listed;
    const statics = makeBvh(boxHierarchy);
    statics.order = Uint32Array.from(slots.slice(listed));
    statics.itemCount = count - listed;
    if (statics.itemCount > 1) {
      // What has been taken out of the hierarchy has left a box of NaN there.
      bounds.fill(NaN, 4 * slots[count - 1], 4 * slots[count - 1] + 4);
      hits.missing++;
    }
    const pairs = new Uint32Array(count * count);
    const found = sweepAlongAxis(pairs, bounds, 4, moving, movers, statics);
    const keys = new Set<string>();
    for (let p = 0; p < found; p++) {
      const [a, b] = pairs.subarray(2 * p);
      keys.add(a < b ? `${a} ${b}` : `${b} ${a}`);
    }
    expect(keys.size).toBe(found);
    for (let i = 0; i < movers; i++) {
      for (let k = i + 1; k < count; k++) {
        hits.tested++;
        if (!boundsOverlap(bounds, 2, slots[i], slots[k])) continue;
        const [a, b] = [slots[i], slots[k]].sort((x, y) => x - y);
        expect(keys, `trial ${trial}: ${a} ${b}`).toContain(`${a} ${b}`);
        hits.pairs++;
      }
    }
    const isMover = new Set(slots.slice(0, movers).map(String));
    for (const key of keys)
      expect(
        key.split(' ').some((slot) => isMover.has(slot)),
        key,
      ).toBe(true);
  }
  expect(hits.missing).toBeGreaterThan(20);
  expect(hits.pairs / hits.tested).toBeGreaterThan(0.001);
  expect(hits.pairs / hits.tested).toBeLessThan(0.7);
});

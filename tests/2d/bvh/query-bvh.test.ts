import { describe, expect, it } from 'vitest';
import { createBvh } from '../../../src/2d/bvh/create-bvh.ts';
import { buildBvh } from '../../../src/core/bvh/build-bvh.ts';
import type { BvhKind } from '../../../src/core/bvh/bvh.ts';
import { queryBvhAabb, queryBvhPoint } from '../../../src/core/bvh/query-bvh.ts';
import { createIndexList } from '../../../src/core/index-list.ts';
import { createRng, type Rng } from '../../support/rng.ts';
import { BOX_SCENES, countingItems } from './box-scenes.ts';

const KINDS: BvhKind[] = ['aabb', 'sphere'];

function sorted(list: { items: Uint32Array; count: number }): number[] {
  return [...list.items.subarray(0, list.count)].sort((a, b) => a - b);
}

/** A box about a corner of some item, as often as not reaching it, sometimes of no size, sometimes far off. */
function queryNear(rng: Rng, bounds: Float64Array, count: number): [number, number, number, number] {
  const item = 4 * rng.integer(0, count - 1);
  const other = 4 * rng.integer(0, count - 1);
  const x = bounds[item + 2 * rng.integer(0, 1)];
  const y = bounds[item + 1 + 2 * rng.integer(0, 1)];
  const towards = rng.next() < 0.5 ? 0 : rng.range(-0.3, 0.3);
  const x1 = x + towards * (bounds[other] - x);
  const y1 = y + towards * (bounds[other + 1] - y);
  if (!(Math.abs(x1) < 1e300 && Math.abs(y1) < 1e300 && Math.abs(x) < 1e300 && Math.abs(y) < 1e300))
    return [0, 0, 1, 1];
  return [Math.min(x, x1), Math.min(y, y1), Math.max(x, x1), Math.max(y, y1)];
}

describe.each(KINDS)('queryBvhAabb and queryBvhPoint, %s', (kind) => {
  it.each(Object.keys(BOX_SCENES))('find what testing every box finds: %s', (name) => {
    const bvh = createBvh(kind);
    const out = createIndexList(1);
    let hits = 0;
    let queries = 0;
    for (const [seed, scale] of [1e-3, 1, 1e6].entries()) {
      const rng = createRng(seed);
      const count = 300;
      const bounds = BOX_SCENES[name](rng, count, scale);
      buildBvh(bvh, bounds, countingItems(count), count);
      for (let q = 0; q < 60; q++) {
        const [minX, minY, maxX, maxY] = queryNear(rng, bounds, count);
        const expected: number[] = [];
        const containing: number[] = [];
        for (let i = 0; i < count; i++) {
          const [x0, y0, x1, y1] = bounds.subarray(4 * i, 4 * i + 4) as unknown as [number, number, number, number];
          if (x0 <= maxX && x1 >= minX && y0 <= maxY && y1 >= minY) expected.push(i);
          if (x0 <= minX && x1 >= minX && y0 <= minY && y1 >= minY) containing.push(i);
        }
        out.count = 0;
        queryBvhAabb(out, bvh, bounds, [minX, minY, maxX, maxY], 0);
        expect(sorted(out), `seed ${seed}, query ${q}`).toEqual(expected);
        out.count = 0;
        queryBvhPoint(out, bvh, bounds, [minX, minY], 0);
        expect(sorted(out), `seed ${seed}, point ${q}`).toEqual(containing);
        queries++;
        if (expected.length > 0) hits++;
      }
    }
    expect(hits / queries).toBeGreaterThan(0.3);
  });

  it('finds nothing beside the world, with NaN, or in an empty tree, and everything with infinity', () => {
    const bvh = createBvh(kind);
    const out = createIndexList();
    const bounds = BOX_SCENES.uniform(createRng(3), 100, 1);
    queryBvhAabb(out, bvh, bounds, [-Infinity, -Infinity, Infinity, Infinity], 0);
    expect(out.count).toBe(0);
    buildBvh(bvh, bounds, countingItems(100), 100);
    queryBvhAabb(out, bvh, bounds, [-9, -9, -2, 99], 0);
    queryBvhAabb(out, bvh, bounds, [Number.NaN, 0, 99, 99], 0);
    queryBvhAabb(out, bvh, bounds, [0, 0, 99, Number.NaN], 0);
    expect(out.count).toBe(0);
    queryBvhAabb(out, bvh, bounds, [-Infinity, -Infinity, Infinity, Infinity], 0);
    expect(sorted(out)).toEqual([...countingItems(100)]);
  });

  it('leaves out what has NaN, also where the box holds all there is', () => {
    const bvh = createBvh(kind);
    const out = createIndexList();
    const bounds = BOX_SCENES.uniform(createRng(4), 200, 1);
    for (let i = 0; i < 200; i += 7) bounds[4 * i + (i % 4)] = Number.NaN;
    buildBvh(bvh, bounds, countingItems(200), 200);
    queryBvhAabb(out, bvh, bounds, [-1e9, -1e9, 1e9, 1e9], 0);
    expect(sorted(out)).toEqual([...countingItems(200)].filter((i) => i % 7 !== 0));
  });

  it('appends to what the list holds', () => {
    const bvh = createBvh(kind);
    const bounds = Float64Array.of(0, 0, 1, 1);
    buildBvh(bvh, bounds, countingItems(1), 1);
    const out = createIndexList(1);
    out.items[0] = 42;
    out.count = 1;
    queryBvhPoint(out, bvh, bounds, [1, 1], 0);
    expect([...out.items.subarray(0, out.count)]).toEqual([42, 0]);
  });
});

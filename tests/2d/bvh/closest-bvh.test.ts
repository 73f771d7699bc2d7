import { describe, expect, it } from 'vitest';
import { createBvh } from '../../../src/2d/bvh/create-bvh.ts';
import { buildBvh } from '../../../src/core/bvh/build-bvh.ts';
import type { BvhKind } from '../../../src/core/bvh/bvh.ts';
import { closestBvh } from '../../../src/core/bvh/closest-bvh.ts';
import { createRng } from '../../support/rng.ts';
import { BOX_SCENES, countingItems } from './box-scenes.ts';

const KINDS: BvhKind[] = ['aabb', 'sphere'];

/** The distance from a point to a box, through the nearest point of the box. */
function boxDistance(bounds: Float64Array, item: number, x: number, y: number): number {
  const nearestX = Math.min(Math.max(x, bounds[4 * item]), bounds[4 * item + 2]);
  const nearestY = Math.min(Math.max(y, bounds[4 * item + 1]), bounds[4 * item + 3]);
  return Math.sqrt((nearestX - x) ** 2 + (nearestY - y) ** 2);
}

describe.each(KINDS)('closestBvh, %s', (kind) => {
  it.each(Object.keys(BOX_SCENES))('finds the closest box and all within a distance: %s', (name) => {
    const bvh = createBvh(kind);
    for (const [index, scale] of [1e-3, 1, 1e6].entries()) {
      const seed = 900 + index;
      const rng = createRng(seed);
      const count = 300;
      const bounds = BOX_SCENES[name](rng, count, scale);
      buildBvh(bvh, bounds, countingItems(count), count);
      for (let q = 0; q < 60; q++) {
        const a = 4 * rng.integer(0, count - 1);
        const b = 4 * rng.integer(0, count - 1);
        const blend = rng.range(-0.2, 1.2);
        let x = bounds[a] + blend * (bounds[b] - bounds[a]) + rng.range(-1, 1) * scale;
        let y = bounds[a + 1] + blend * (bounds[b + 1] - bounds[a + 1]) + rng.range(-1, 1) * scale;
        if (!(Math.abs(x) < 1e300 && Math.abs(y) < 1e300)) [x, y] = [scale, -scale];
        const distances = Array.from({ length: count }, (_, item) => boxDistance(bounds, item, x, y));
        const closest = Math.min(...distances);

        const found = closestBvh(bvh, bounds, [x, y], 0, Infinity, (item, limit) => Math.min(limit, distances[item]));
        expect(found, `seed ${seed}, query ${q}`).toBe(closest);

        const reach = [...distances].sort((d, e) => d - e)[rng.integer(0, count - 1)];
        const seen = new Set<number>();
        closestBvh(bvh, bounds, [x, y], 0, reach, (item, limit) => {
          if (seen.has(item)) expect.fail(`item ${item} twice`);
          seen.add(item);
          return limit;
        });
        for (let item = 0; item < count; item++) {
          if (distances[item] <= reach && !seen.has(item))
            expect.fail(`seed ${seed}, query ${q}, item ${item} is left out`);
          if (distances[item] > reach * (1 + 1e-14) && seen.has(item))
            expect.fail(`seed ${seed}, query ${q}, item ${item} is too far`);
        }
      }
    }
  });

  it('visits nearer subtrees first: the closest of 20,000 takes few visits', () => {
    const bvh = createBvh(kind);
    const rng = createRng(8);
    const count = 20_000;
    const bounds = BOX_SCENES.uniform(rng, count, 1);
    buildBvh(bvh, bounds, countingItems(count), count);
    let visits = 0;
    for (let q = 0; q < 100; q++) {
      const x = 200 * rng.next();
      const y = 200 * rng.next();
      closestBvh(bvh, bounds, [x, y], 0, Infinity, (item, limit) => {
        visits++;
        return Math.min(limit, boxDistance(bounds, item, x, y));
      });
    }
    expect(visits / 100).toBeLessThan(16);
  });

  it('stops when told, and visits nothing for a negative or NaN distance or in an empty tree', () => {
    const bvh = createBvh(kind);
    const bounds = BOX_SCENES.uniform(createRng(2), 200, 1);
    let visits = 0;
    const count = (_: number, limit: number): number => {
      visits++;
      return limit;
    };
    closestBvh(bvh, bounds, [0, 0], 0, Infinity, count);
    buildBvh(bvh, bounds, countingItems(200), 200);
    closestBvh(bvh, bounds, [0, 0], 0, -1, count);
    closestBvh(bvh, bounds, [0, 0], 0, Number.NaN, count);
    expect(visits).toBe(0);
    closestBvh(bvh, bounds, [Number.NaN, 0], 0, 1, count);
    expect(visits).toBeLessThanOrEqual(200);
    visits = 0;
    expect(closestBvh(bvh, bounds, [0, 0], 0, Infinity, () => (++visits === 3 ? -2 : Infinity))).toBe(-2);
    expect(visits).toBe(3);
  });

  it('may be asked from within a visit', () => {
    const bvh = createBvh(kind);
    const bounds = BOX_SCENES.uniform(createRng(2), 3000, 1);
    buildBvh(bvh, bounds, countingItems(3000), 3000);
    const walk = (inner: boolean): number[] => {
      const seen: number[] = [];
      closestBvh(bvh, bounds, [30, 30], 0, 12, (item, limit) => {
        seen.push(item);
        if (inner) closestBvh(bvh, bounds, [item % 70, 3], 0, 5, (_, limit) => limit);
        return limit;
      });
      return seen;
    };
    const plain = walk(false);
    expect(plain.length).toBeGreaterThan(100);
    expect(walk(true)).toEqual(plain);
  });
});

import { expect, test } from 'vitest';
import {
  type Bvh,
  buildBvh,
  bvhStats,
  castAabbBvh,
  castRayBvh,
  closestBvh,
  countSelfJoin,
  createBvh,
  findCrossPairs,
  findSelfPairs,
  queryBvhAabb,
  queryBvhPoint,
  validateBvh,
} from '../../../src/3d/bvh/index.ts';
import { NODE_SKIP, NODE_STRIDE } from '../../../src/3d/bvh/layout.ts';
import { CollisionError } from '../../../src/core/errors.ts';
import { createIndexList } from '../../../src/core/index-list.ts';
import { createPairList, type PairList } from '../../../src/core/pair-list.ts';
import { createRng } from '../../support/rng.ts';
import { type BoxScene, boxesMeet, isBox, makeBoxScenes } from './box-scenes.ts';

const KINDS = ['aabb', 'sphere'] as const;

function everyItem(scene: BoxScene): Uint32Array {
  return Uint32Array.from({ length: scene.bounds.length / 6 }, (_, i) => i);
}

function build(kind: 'aabb' | 'sphere', bounds: Float64Array, items: Uint32Array): Bvh {
  const bvh = createBvh(kind);
  buildBvh(bvh, bounds, items, items.length);
  validateBvh(bvh, bounds, items, items.length);
  return bvh;
}

function sorted(list: PairList): string[] {
  const pairs = Array.from({ length: list.count }, (_, i) => [list.pairs[2 * i], list.pairs[2 * i + 1]]);
  return pairs.sort((a, b) => a[0] - b[0] || a[1] - b[1]).map(([a, b]) => `${a}-${b}`);
}

for (const kind of KINDS) {
  test(`${kind}: self pairs equal all against all, in every kind of world`, () => {
    const rng = createRng(601);
    const sizes = [0, 1, 2, 8, 9, 40, 700];
    for (const size of sizes) {
      for (const scene of makeBoxScenes(rng, size)) {
        const items = everyItem(scene);
        const expected: string[] = [];
        for (let a = 0; a < items.length; a++) {
          for (let b = a + 1; b < items.length; b++) if (boxesMeet(scene.bounds, a, b)) expected.push(`${a}-${b}`);
        }
        const list = createPairList(1);
        findSelfPairs(list, build(kind, scene.bounds, items), scene.bounds);
        expect(sorted(list), `seed 601, ${size} ${scene.name}`).toEqual(expected);
        if (size === 700) expect(expected.length, scene.name).toBeGreaterThan(50);
      }
    }
  });

  test(`${kind}: cross pairs equal all against all, with trees of either kind`, () => {
    const rng = createRng(602);
    for (const scene of makeBoxScenes(rng, 300)) {
      const items = everyItem(scene);
      for (const otherKind of KINDS) {
        for (const share of [0.1, 0.5, 0.9]) {
          const mine = items.filter((item) => (item * 0.618) % 1 < share);
          const others = items.filter((item) => (item * 0.618) % 1 >= share - 0.05);
          const expected: string[] = [];
          for (const a of mine) for (const b of others) if (boxesMeet(scene.bounds, a, b)) expected.push(`${a}-${b}`);
          const list = createPairList(1);
          const treeA = build(kind, scene.bounds, mine);
          const treeB = build(otherKind, scene.bounds, others);
          findCrossPairs(list, treeA, treeB, scene.bounds);
          expect(sorted(list), `seed 602, ${scene.name}, ${kind} and ${otherKind}`).toEqual(expected);
        }
      }
    }
  });

  test(`${kind}: boxes and points find what a loop finds`, () => {
    const rng = createRng(603);
    for (const scene of makeBoxScenes(rng, 300)) {
      const items = everyItem(scene);
      const bvh = build(kind, scene.bounds, items);
      const count = items.length;
      const list = createIndexList(1);
      for (let i = 0; i < 30; i++) {
        const seed = rng.integer(0, count - 1) * 6;
        const low = Array.from(scene.bounds.subarray(seed, seed + 3));
        const high = low.map((value) => value + rng.range(0, 2));
        const bounds = new Float64Array([...scene.bounds, ...low, ...high]);
        const expected = Array.from(items).filter((item) => boxesMeet(bounds, item, count));
        list.count = 0;
        queryBvhAabb(list, bvh, scene.bounds, [low[0], low[1], low[2], high[0], high[1], high[2]], 0);
        const found = Array.from(list.items.subarray(0, list.count)).sort((a, b) => a - b);
        expect(found, `seed 603, ${scene.name}, ${low} ${high}`).toEqual(expected);
        list.count = 0;
        queryBvhPoint(list, bvh, scene.bounds, [low[0], low[1], low[2]], 0);
        bounds.set(low, count * 6 + 3);
        const holding = Array.from(items).filter((item) => boxesMeet(bounds, item, count));
        expect(Array.from(list.items.subarray(0, list.count)).sort((a, b) => a - b)).toEqual(holding);
      }
    }
  });

  test(`${kind}: casts visit every box that is met, and few others`, () => {
    const rng = createRng(604);
    let met = 0;
    let visited = 0;
    for (const scene of makeBoxScenes(rng, 300)) {
      const items = everyItem(scene);
      const bvh = build(kind, scene.bounds, items);
      for (let i = 0; i < 30; i++) {
        const target = (i % 4 < 2 ? rng.integer(0, items.length - 1) : (40 * i) % items.length) * 6;
        const to = [0, 1, 2].map((k) => scene.bounds[target + k]);
        const from = to.map((value) => value + rng.range(-20, 20) * (i % 3 === 0 ? 0 : 1));
        if (i % 4 === 0) from[i % 3] = to[i % 3];
        const along = to.map((value, k) => (value - from[k]) * 2);
        if (![...from, ...along].every(Number.isFinite)) continue;
        const half = i % 2 === 0 ? [0, 0, 0] : [0.5, 0.2, 1];
        const limit = rng.range(0.2, 1.2);
        const expected = Array.from(items).filter((item) => slabs(scene.bounds, item, from, along, half, limit));
        const seen: number[] = [];
        const visit = (item: number, max: number) => {
          seen.push(item);
          return max;
        };
        const [h, k, l] = half;
        const end =
          i % 2 === 0
            ? castRayBvh(bvh, scene.bounds, [from[0], from[1], from[2], along[0], along[1], along[2]], 0, limit, visit)
            : castAabbBvh(
                bvh,
                scene.bounds,
                [from[0] - h, from[1] - k, from[2] - l, from[0] + h, from[1] + k, from[2] + l],
                0,
                [along[0], along[1], along[2]],
                0,
                limit,
                visit,
              );
        expect(end).toBe(limit);
        expect(new Set(seen).size).toBe(seen.length);
        expect(
          expected.filter((item) => !seen.includes(item)),
          `seed 604, ${scene.name}, cast ${i}`,
        ).toEqual([]);
        met += expected.length;
        visited += seen.length;
      }
    }
    expect(met).toBeGreaterThan(1000);
    expect(visited).toBeLessThan(met * 1.01);
  });

  test(`${kind}: a visit narrows the cast, and a negative fraction ends it`, () => {
    const bounds = Float64Array.from({ length: 600 }, (_, i) => Math.floor(i / 6) * 2 + (i % 6 < 3 ? 0 : 1));
    const items = Uint32Array.from({ length: 100 }, (_, i) => i);
    const bvh = build(kind, bounds, items);
    let visits = 0;
    // Along the diagonal from beyond box 99 downwards: box 99 is met first, at 201 − 199 of 201.
    const end = castRayBvh(bvh, bounds, [201, 201, 201, -201, -201, -201], 0, 1, (item) => {
      visits++;
      return (201 - (2 * item + 1)) / 201;
    });
    expect(end).toBe(2 / 201);
    expect(visits).toBeLessThan(20);
    expect(castRayBvh(bvh, bounds, [201, 201, 201, -201, -201, -201], 0, 1, () => -1)).toBe(-1);
    const unvisited = () => {
      throw new Error('visited');
    };
    expect(castRayBvh(bvh, bounds, [Number.NaN, 0, 0, 1, 1, 1], 0, 1, unvisited)).toBe(1);
    expect(castRayBvh(bvh, bounds, [0, 0, 0, 1, 1, 1], 0, Number.NaN, unvisited)).toBe(Number.NaN);
    expect(castRayBvh(createBvh(kind), bounds, [0, 0, 0, 1, 1, 1], 0, 1, unvisited)).toBe(1);
  });

  test(`${kind}: the closest box, and all boxes within a distance`, () => {
    const rng = createRng(605);
    for (const scene of makeBoxScenes(rng, 300)) {
      const items = everyItem(scene);
      const bvh = build(kind, scene.bounds, items);
      for (let i = 0; i < 20; i++) {
        // Every other one by an outlier, where there are any: every 40th item.
        const near = (i % 2 === 0 ? rng.integer(0, items.length - 1) : (40 * i) % items.length) * 6;
        const point = [0, 1, 2].map((k) => scene.bounds[near + k] + rng.range(-3, 3));
        if (!point.every(Number.isFinite)) continue;
        const distances = Array.from(items, (item) => distanceTo(scene.bounds, item, point));
        const least = Math.min(...distances);
        const found = closestBvh(bvh, scene.bounds, [point[0], point[1], point[2]], 0, Infinity, (item, max) =>
          Math.min(max, distances[item]),
        );
        expect(found, `seed 605, ${scene.name}, point ${i}`).toBe(least);
        const reach = least + rng.range(0, 2);
        const seen: number[] = [];
        closestBvh(bvh, scene.bounds, [point[0], point[1], point[2]], 0, reach, (item, max) => {
          seen.push(item);
          return max;
        });
        const expected = Array.from(items).filter((item) => distances[item] <= reach);
        expect(expected.filter((item) => !seen.includes(item))).toEqual([]);
      }
    }
  });
}

function distanceTo(bounds: Float64Array, item: number, point: number[]): number {
  if (!isBox(bounds, item)) return Infinity;
  const gaps = [0, 1, 2].map((k) => Math.max(bounds[item * 6 + k] - point[k], point[k] - bounds[item * 6 + 3 + k], 0));
  return Math.sqrt(gaps[0] * gaps[0] + gaps[1] * gaps[1] + gaps[2] * gaps[2]);
}

/** Whether a moving box meets another, by interval arithmetic on each axis with plain divisions. */
function slabs(
  bounds: Float64Array,
  item: number,
  from: number[],
  along: number[],
  half: number[],
  limit: number,
): boolean {
  if (!isBox(bounds, item)) return false;
  let enter = 0;
  let leave = limit;
  for (let k = 0; k < 3; k++) {
    const low = bounds[item * 6 + k] - half[k] - from[k];
    const high = bounds[item * 6 + 3 + k] + half[k] - from[k];
    if (along[k] === 0) {
      if (low > 0 || high < 0) return false;
      continue;
    }
    enter = Math.max(enter, Math.min(low / along[k], high / along[k]));
    leave = Math.min(leave, Math.max(low / along[k], high / along[k]));
  }
  return enter <= leave;
}

test('both kinds find the same pairs, and rebuilding depends on nothing left behind', () => {
  const rng = createRng(606);
  const reused = { aabb: createBvh('aabb'), sphere: createBvh('sphere') };
  for (const scene of makeBoxScenes(rng, 400)) {
    const items = everyItem(scene);
    const found = KINDS.map((kind) => {
      buildBvh(reused[kind], scene.bounds, items, items.length);
      validateBvh(reused[kind], scene.bounds, items, items.length);
      const fresh = build(kind, scene.bounds, items);
      expect(reused[kind].nodes.slice(0, fresh.nodeEnd)).toEqual(fresh.nodes.slice(0, fresh.nodeEnd));
      expect(reused[kind].order.slice(0, items.length)).toEqual(fresh.order.slice(0, items.length));
      const list = createPairList();
      findSelfPairs(list, reused[kind], scene.bounds);
      return sorted(list);
    });
    expect(found[0], scene.name).toEqual(found[1]);
  }
});

test('the join looks at far fewer pairs than there are, crowds and outliers included', () => {
  for (const scene of makeBoxScenes(createRng(607), 4000)) {
    if (['all in one place', 'points on a grid', 'boxes that touch', 'unbounded, empty and NaN'].includes(scene.name))
      continue;
    const items = everyItem(scene);
    const cost = countSelfJoin(build('aabb', scene.bounds, items));
    expect(cost.itemTests, scene.name).toBeLessThan(0.12 * ((4000 * 3999) / 2));
    const stats = bvhStats(build('aabb', scene.bounds, items));
    expect(stats.items).toBe(4000);
    expect(stats.leaves).toBe((stats.nodes + 1) / 2);
  }
});

test('what has no box or no room is refused, broken trees are found out', () => {
  const bounds = new Float64Array(60).map((_, i) => Math.floor(i / 6) + (i % 6 < 3 ? 0 : 0.5));
  const items = Uint32Array.from({ length: 10 }, (_, i) => i);
  const codeOf = (run: () => void) => {
    try {
      run();
    } catch (error) {
      if (error instanceof CollisionError) return `${error.code}: ${error.message}`;
    }
    return 'nothing';
  };
  expect(codeOf(() => buildBvh(createBvh('aabb'), bounds, items, 11))).toMatch(/^out-of-range: count is 11/);
  expect(codeOf(() => buildBvh(createBvh('aabb'), bounds, new Uint32Array([10]), 1))).toMatch(/^out-of-range: item 10/);
  const breakages: ((bvh: Bvh) => void)[] = [
    (bvh) => {
      bvh.order[0] = bvh.order[1];
    },
    (bvh) => {
      bvh.nodes[0]++;
    },
    (bvh) => {
      bvh.nodes[NODE_SKIP] -= NODE_STRIDE;
    },
    (bvh) => {
      bvh.itemBoxes[4]++;
    },
    (bvh) => {
      bvh.depth = 0;
    },
  ];
  for (const [i, breakIt] of breakages.entries()) {
    const bvh = build('aabb', bounds, items);
    breakIt(bvh);
    expect(
      codeOf(() => validateBvh(bvh, bounds, items, 10)),
      `breakage ${i}`,
    ).toMatch(/^broken-invariant/);
  }
  const sphere = build('sphere', bounds, items);
  sphere.nodeSpheres[3] *= 0.9;
  expect(codeOf(() => validateBvh(sphere, bounds, items, 10))).toMatch(/^broken-invariant: .*sphere at 0/);
});

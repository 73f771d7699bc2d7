import { describe, expect, it } from 'vitest';
import { createBvh as createBvh2 } from '../../../src/2d/bvh/create-bvh.ts';
import { createBvh as createBvh3 } from '../../../src/3d/bvh/create-bvh.ts';
import { buildBvh } from '../../../src/core/bvh/build-bvh.ts';
import type { Bvh, BvhKind } from '../../../src/core/bvh/bvh.ts';
import { countSelfJoin } from '../../../src/core/bvh/bvh-stats.ts';
import { castRayBvh } from '../../../src/core/bvh/cast-bvh.ts';
import { closestBvh } from '../../../src/core/bvh/closest-bvh.ts';
import { findCrossPairs } from '../../../src/core/bvh/find-cross-pairs.ts';
import { findSelfPairs } from '../../../src/core/bvh/find-self-pairs.ts';
import { queryBvhAabb } from '../../../src/core/bvh/query-bvh.ts';
import { validateBvh } from '../../../src/core/bvh/validate-bvh.ts';
import { createIndexList } from '../../../src/core/index-list.ts';
import { createPairList, type PairList } from '../../../src/core/pair-list.ts';
import { createRng, type Rng } from '../../support/rng.ts';

/*
 * What a hierarchy looks at depends on how many boxes overlap, not on how far apart places are: the same clusters are
 * laid 150 apart and up to 1e15 apart, and everything that reads a hierarchy is asked the same questions about both.
 */

const CLUSTERS = 10;
const COUNT = 6000;

const CASES = ([2, 3] as const).flatMap((axes) =>
  (['aabb', 'sphere'] as const).map((kind): [string, 2 | 3, BvhKind] => [`${axes} axes, ${kind}`, axes, kind]),
);

/** Unit boxes by item number, of which an item meets about one other, in clusters so far apart along a diagonal. */
function clusters(axes: 2 | 3, gap: number): Float64Array {
  const rng = createRng(11);
  const side = axes === 2 ? 1.4 * Math.sqrt(COUNT / CLUSTERS) : 1.6 * Math.cbrt(COUNT / CLUSTERS);
  const bounds = new Float64Array(2 * axes * COUNT);
  for (let item = 0; item < COUNT; item++) {
    for (let axis = 0; axis < axes; axis++) {
      // Eighths are exact at all these gaps but the last places of the largest.
      const at = Math.round(8 * side * rng.next()) / 8;
      const away = gap * (item % CLUSTERS) * (axis === 1 ? -1 : 1);
      bounds[2 * axes * item + axis] = away + at;
      bounds[2 * axes * item + axes + axis] = away + at + 1;
    }
  }
  return bounds;
}

/** Places spread evenly in magnitude from 1 to 2^top, on both sides of the origin. */
function magnitudes(axes: 2 | 3, top: number): Float64Array {
  const rng = createRng(12);
  const bounds = new Float64Array(2 * axes * COUNT);
  for (let item = 0; item < COUNT; item++) {
    for (let axis = 0; axis < axes; axis++) {
      const at = (rng.next() < 0.5 ? -1 : 1) * 2 ** (top * rng.next());
      bounds[2 * axes * item + axis] = at - 0.5;
      bounds[2 * axes * item + axes + axis] = at + 0.5;
    }
  }
  return bounds;
}

function countingItems(): Uint32Array {
  return Uint32Array.from({ length: COUNT }, (_, item) => item);
}

function build(axes: 2 | 3, kind: BvhKind, bounds: Float64Array): Bvh {
  const bvh = axes === 2 ? createBvh2(kind) : createBvh3(kind);
  buildBvh(bvh, bounds, countingItems(), COUNT);
  return bvh;
}

/** Counts what each reader of a hierarchy looks at, an item or a query. */
function countWork(axes: 2 | 3, bvh: Bvh, bounds: Float64Array): Record<string, number> {
  const rng = createRng(13);
  const { nodeTests, itemTests } = countSelfJoin(bvh);
  const work = { nodeTests: nodeTests / COUNT, itemTests: itemTests / COUNT, ray: 0, closest: 0, inside: 0 };
  const list = createIndexList();
  const queries = 300;
  for (let query = 0; query < queries; query++) {
    const box = 2 * axes * rng.integer(0, COUNT - 1);
    const point = Array.from({ length: axes }, (_, axis) => bounds[box + axis] + rng.integer(-24, 24) / 8);
    const way = point.map(() => rng.integer(-40, 40) / 8);
    castRayBvh(bvh, bounds, [...point, ...way], 0, 1, (_, limit) => {
      work.ray += 1 / queries;
      return limit;
    });
    closestBvh(bvh, bounds, point, 0, 2, (_, limit) => {
      work.closest += 1 / queries;
      return limit;
    });
    list.count = 0;
    queryBvhAabb(list, bvh, bounds, [...point, ...point.map((at) => at + 4)], 0);
    work.inside += list.count / queries;
  }
  return work;
}

describe.each(CASES)('clusters far apart, %s', (_, axes, kind) => {
  it.each([1e9, 1e10, 1e12, 1e14])('cost what they do 150 apart: %s', (gap) => {
    const near = clusters(axes, 150);
    const far = clusters(axes, gap);
    const expected = countWork(axes, build(axes, kind, near), near);
    const counted = countWork(axes, build(axes, kind, far), far);
    for (const [name, count] of Object.entries(expected)) {
      expect(counted[name], `${name}, ${count} when near`).toBeLessThan(1.5 * count + 1);
    }
    expect(expected.inside).toBeGreaterThan(3);
    expect(expected.ray).toBeGreaterThan(0.5);
  });

  it('places of every magnitude cost little more than those up to 1,000', () => {
    const near = magnitudes(axes, 10);
    const far = magnitudes(axes, 40);
    const expected = countSelfJoin(build(axes, kind, near));
    const { nodeTests, itemTests } = countSelfJoin(build(axes, kind, far));
    expect(itemTests, `${expected.itemTests} when near`).toBeLessThan(1.5 * expected.itemTests);
    // A circle around what lies along an axis reaches far to both sides of it.
    const factor = kind === 'aabb' ? 1.5 : 3;
    expect(nodeTests, `${expected.nodeTests} when near`).toBeLessThan(factor * expected.nodeTests);
  });
});

/** All pairs of items of which one is in `a` and the other in `b`, once each, by testing all. */
function bruteForce(axes: number, bounds: Float64Array, a: Uint32Array, b: Uint32Array): string[] {
  const pairs = new Set<string>();
  for (const i of a) {
    for (const j of b) {
      if (i === j) continue;
      let meets = true;
      for (let axis = 0; axis < axes && meets; axis++) {
        const boxI = 2 * axes * i + axis;
        const boxJ = 2 * axes * j + axis;
        meets = bounds[boxI] <= bounds[boxJ + axes] && bounds[boxJ] <= bounds[boxI + axes];
      }
      if (meets) pairs.add(`${Math.min(i, j)}-${Math.max(i, j)}`);
    }
  }
  return [...pairs].sort();
}

function sorted({ pairs, count }: PairList): string[] {
  const keys = Array.from({ length: count }, (_, i) => [pairs[2 * i], pairs[2 * i + 1]]);
  return keys.map(([a, b]) => `${Math.min(a, b)}-${Math.max(a, b)}`).sort();
}

describe.each(CASES)('clusters that move, appear and vanish, %s', (_, axes, kind) => {
  /** Boxes in a few clusters, anywhere up to 1e15 from the origin, some around nothing but the origin. */
  function place(rng: Rng, bounds: Float64Array, item: number, centres: readonly number[][]): void {
    const centre = centres[rng.integer(0, centres.length - 1)];
    for (let axis = 0; axis < axes; axis++) {
      const at = centre[axis] + rng.range(-1, 1) * (axes === 2 ? 6 : 3);
      bounds[2 * axes * item + axis] = at;
      bounds[2 * axes * item + axes + axis] = at + (rng.next() < 0.02 ? 1e9 : rng.next());
    }
  }

  it('give every pair there is, in one tree and between two', () => {
    let found = 0;
    for (let seed = 1; seed <= 6; seed++) {
      const rng = createRng(100 * seed);
      const count = 500;
      const bounds = new Float64Array(2 * axes * count);
      const [one, other] = [
        build(axes, kind, new Float64Array(2 * axes * COUNT)),
        build(axes, kind, magnitudes(axes, 9)),
      ];
      for (let round = 0; round < 6; round++) {
        const reach = 10 ** rng.range(2, 15);
        const centres = Array.from({ length: rng.integer(1, 9) }, () =>
          Array.from({ length: axes }, () => rng.range(-reach, reach)),
        );
        for (let item = 0; item < count; item++) place(rng, bounds, item, centres);
        const all = Uint32Array.from({ length: count }, (_, item) => item).filter(() => rng.next() < 0.8);
        const half = rng.integer(20, all.length - 20);
        const [left, right] = [all.slice(0, half), all.slice(half)];
        buildBvh(one, bounds, left, left.length);
        buildBvh(other, bounds, right, right.length);
        validateBvh(one, bounds, left, left.length);
        validateBvh(other, bounds, right, right.length);
        const self = createPairList();
        const cross = createPairList();
        findSelfPairs(self, one, bounds);
        findCrossPairs(cross, one, other, bounds);
        const label = `seed ${seed}, round ${round}`;
        expect(sorted(self), label).toEqual(bruteForce(axes, bounds, left, left));
        expect(sorted(cross), label).toEqual(bruteForce(axes, bounds, left, right));
        found += self.count + cross.count;
      }
    }
    expect(found).toBeGreaterThan(1500);
  });
});

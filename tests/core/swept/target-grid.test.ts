import { expect, it } from 'vitest';
import { pathsMeet as pathsMeetInPlane } from '../../../src/2d/swept/path-boxes.ts';
import { pathsMeet as pathsMeetInSpace } from '../../../src/3d/swept/path-boxes.ts';
import type { ColliderSet } from '../../../src/core/collider-set.ts';
import { createIndexList } from '../../../src/core/index-list.ts';
import { createPairList } from '../../../src/core/pair-list.ts';
import { findTargets } from '../../../src/core/swept/find-targets.ts';
import { buildTargetGrid, createTargetGrid } from '../../../src/core/swept/target-grid.ts';
import { effort } from '../../support/effort.ts';
import { createRng, type Rng } from '../../support/rng.ts';

const PATHS = 60;
const TARGETS = 80;
const COUNT = PATHS + TARGETS;

/** So much of a set as filters read: all are of category 1, but every seventh, which nobody meets. */
function filteredSet(): ColliderSet {
  const index = Uint32Array.from({ length: COUNT }, (_, i) => i);
  const maskBits = Uint32Array.from(index, (i) => (i % 7 === 0 ? 0 : 0xffffffff));
  const slots = { end: COUNT, flags: new Uint8Array(COUNT), index, family: new Map(), owner: new Int32Array(COUNT) };
  const shape = { categoryBits: new Uint32Array(COUNT).fill(1), maskBits, groupIndex: new Int32Array(COUNT) };
  return { slots, shape } as unknown as ColliderSet;
}

/** A number that is often 0 and sometimes very large. */
function randomWay(rng: Rng, size: number): number {
  const kind = rng.next();
  return kind < 0.15 ? 0 : rng.range(-1, 1) * size * (kind < 0.151 ? 1e7 : kind < 0.3 ? 1e-7 : 60);
}

/** Boxes and ways of paths and targets, which are spread less along the axis that is given. */
function randomPaths(rng: Rng, axes: number, spread: number, size: number, far: number, flat: number) {
  const hasOutliers = rng.next() < 0.2;
  const boxes = new Float64Array(COUNT * 2 * axes);
  const ways = new Float64Array(COUNT * axes);
  for (let slot = 0; slot < COUNT; slot++) {
    const isPath = slot < PATHS;
    const reach = size * (rng.next() < 0.03 ? 100 : rng.range(0, 1));
    const isOut = hasOutliers && rng.next() < 0.05;
    for (let axis = 0; axis < axes; axis++) {
      const place = (axis === 0 ? far : 0) + rng.range(0, axis === flat ? 0.2 * spread : spread) * (isOut ? 1e6 : 1);
      const way = isPath ? randomWay(rng, size) : axis === 0 ? rng.range(-1, 1) * size : 0;
      const low = slot * 2 * axes + axis;
      boxes[low] = Math.min(place, place + way) - reach * (axis === 0 ? 1 : rng.next());
      boxes[low + axes] = Math.max(place, place + way) + reach * (axis === 0 ? 1 : rng.next());
      ways[slot * axes + axis] = way;
    }
    // Some have no box.
    if (isPath && slot % 17 === 3) boxes[slot * 2 * axes + (slot % (2 * axes))] = NaN;
  }
  return { boxes, ways };
}

/** Writes what holds all paths. */
function boundAll(whole: Float64Array, boxes: Float64Array, axes: number): void {
  whole.fill(Infinity, 0, axes).fill(-Infinity, axes);
  for (let i = 0; i < PATHS * 2 * axes; i++) {
    const side = i % (2 * axes);
    if (side < axes ? boxes[i] < whole[side] : boxes[i] > whole[side]) whole[side] = boxes[i];
  }
}

it.each([
  { seed: 1, axes: 2, size: 1, far: 0 },
  { seed: 2, axes: 2, size: 1e-3, far: 1e4 },
  { seed: 3, axes: 2, size: 1e4, far: -1e5 },
  { seed: 4, axes: 3, size: 1, far: 0 },
  { seed: 5, axes: 3, size: 1e4, far: -1e5 },
])('paths find what they meet in a grid, as by comparing all with all: seed $seed, $axes axes', (how) => {
  const { seed, axes, size, far } = how;
  const pathsMeet = axes === 2 ? pathsMeetInPlane : pathsMeetInSpace;
  const rng = createRng(seed);
  const set = filteredSet();
  const grid = createTargetGrid(axes);
  const [paths, targets, rest] = [createIndexList(COUNT), createIndexList(COUNT), createIndexList()];
  for (let i = 0; i < PATHS; i++) paths.items[paths.count++] = i;
  const isNear = (boxes: Float64Array, i: number): boolean => {
    for (let axis = 0; axis < axes; axis++) {
      const low = i * 2 * axes + axis;
      if (!(boxes[low] <= whole[axes + axis] && boxes[low + axes] >= whole[axis])) return false;
    }
    return true;
  };
  let met = 0;
  let left = 0;
  const rounds = effort(600, 70);
  /** Beyond this, no path leads. */
  const whole = new Float64Array(2 * axes);
  for (let round = 0; round < rounds; round++) {
    const boxes = randomPaths(rng, axes, size * [3, 30, 100][round % 3], size, far, (round >> 2) % 3);
    boundAll(whole, boxes.boxes, axes);
    targets.count = 0;
    for (let i = PATHS; i < COUNT; i++) if (isNear(boxes.boxes, i)) targets.items[targets.count++] = i;
    buildTargetGrid(grid, rest, boxes, targets, whole);
    const found = createPairList();
    if (grid.count > 0) findTargets(found, grid, boxes, paths, set, pathsMeet);
    const expected: string[] = [];
    const isLeft = new Set(rest.items.subarray(0, rest.count));
    expect(grid.count + isLeft.size).toBe(targets.count);
    for (let path = 0; path < PATHS; path++) {
      for (let target = PATHS; target < COUNT; target++) {
        if (!isNear(boxes.boxes, target)) continue;
        const isAllowed = path % 7 !== 0 && target % 7 !== 0 && !isLeft.has(target);
        if (isAllowed && pathsMeet(boxes, path, target)) expected.push(`${path} ${target}`);
      }
    }
    const pairs = Array.from({ length: found.count }, (_, i) => `${found.pairs[2 * i]} ${found.pairs[2 * i + 1]}`);
    expect(pairs.sort(), `seed ${seed}, round ${round}`).toEqual(expected.sort());
    met += pairs.length;
    left += rest.count;
  }
  expect(met / (rounds * PATHS)).toBeGreaterThan(1);
  expect(left / (rounds * TARGETS)).toBeGreaterThan(0.01);
  expect(left / (rounds * TARGETS)).toBeLessThan(0.6);
});

import { expect, it } from 'vitest';
import { BOUNDS_STRIDE, type ColliderSet } from '../../../src/2d/collider-set.ts';
import { findTargets } from '../../../src/2d/swept/find-targets.ts';
import { pathsMeet, WAY_STRIDE } from '../../../src/2d/swept/path-boxes.ts';
import { buildTargetGrid, createTargetGrid } from '../../../src/2d/swept/target-grid.ts';
import { createIndexList } from '../../../src/core/index-list.ts';
import { createPairList } from '../../../src/core/pair-list.ts';
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

function randomPaths(rng: Rng, spread: number, size: number, far: number) {
  const hasOutliers = rng.next() < 0.2;
  const boxes = new Float64Array(COUNT * BOUNDS_STRIDE);
  const ways = new Float64Array(COUNT * WAY_STRIDE);
  for (let slot = 0; slot < COUNT; slot++) {
    const isPath = slot < PATHS;
    const reach = size * (rng.next() < 0.03 ? 100 : rng.range(0, 1));
    const x = far + rng.range(0, spread) * (hasOutliers && rng.next() < 0.05 ? 1e6 : 1);
    const y = rng.range(0, spread);
    const wayX = isPath ? randomWay(rng, size) : rng.range(-1, 1) * size;
    const wayY = isPath ? randomWay(rng, size) : 0;
    boxes[slot * BOUNDS_STRIDE] = Math.min(x, x + wayX) - reach;
    boxes[slot * BOUNDS_STRIDE + 1] = Math.min(y, y + wayY) - reach * rng.next();
    boxes[slot * BOUNDS_STRIDE + 2] = Math.max(x, x + wayX) + reach;
    boxes[slot * BOUNDS_STRIDE + 3] = Math.max(y, y + wayY) + reach * rng.next();
    // Some have no box.
    if (isPath && slot % 17 === 3) boxes[slot * BOUNDS_STRIDE + (slot % 4)] = NaN;
    ways[slot * WAY_STRIDE] = wayX;
    ways[slot * WAY_STRIDE + 1] = wayY;
  }
  return { boxes, ways };
}

/** Writes what holds all paths. */
function boundAll(whole: Float64Array, boxes: Float64Array): void {
  whole.set([Infinity, Infinity, -Infinity, -Infinity]);
  for (let i = 0; i < PATHS * BOUNDS_STRIDE; i++) {
    const side = i % BOUNDS_STRIDE;
    if (side < 2 ? boxes[i] < whole[side] : boxes[i] > whole[side]) whole[side] = boxes[i];
  }
}

it.each([
  { seed: 1, size: 1, far: 0 },
  { seed: 2, size: 1e-3, far: 1e4 },
  { seed: 3, size: 1e4, far: -1e5 },
])('paths find what they meet in a grid, as by comparing all with all: seed $seed', ({ seed, size, far }) => {
  const rng = createRng(seed);
  const set = filteredSet();
  const grid = createTargetGrid();
  const [paths, targets, rest] = [createIndexList(COUNT), createIndexList(COUNT), createIndexList()];
  for (let i = 0; i < PATHS; i++) paths.items[paths.count++] = i;
  const isNear = (boxes: Float64Array, i: number): boolean => {
    const [minX, minY, maxX, maxY] = boxes.subarray(i * BOUNDS_STRIDE);
    return minX <= whole[2] && minY <= whole[3] && maxX >= whole[0] && maxY >= whole[1];
  };
  let met = 0;
  let left = 0;
  const rounds = effort(600, 120);
  /** Beyond this, no path leads. */
  const whole = new Float64Array(BOUNDS_STRIDE);
  for (let round = 0; round < rounds; round++) {
    const boxes = randomPaths(rng, size * [3, 30, 100][round % 3], size, far);
    boundAll(whole, boxes.boxes);
    targets.count = 0;
    for (let i = PATHS; i < COUNT; i++) if (isNear(boxes.boxes, i)) targets.items[targets.count++] = i;
    buildTargetGrid(grid, rest, boxes, targets, whole);
    const found = createPairList();
    if (grid.count > 0) findTargets(found, grid, boxes, paths, set);
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

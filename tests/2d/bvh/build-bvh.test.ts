import { describe, expect, it } from 'vitest';
import { createBvh } from '../../../src/2d/bvh/create-bvh.ts';
import { buildBvh } from '../../../src/core/bvh/build-bvh.ts';
import {
  type Bvh,
  type BvhKind,
  FRAME_SEGMENTS,
  LEAF_CAPACITY,
  segmentsOf,
  sphereOf,
} from '../../../src/core/bvh/bvh.ts';
import { bvhStats, countSelfJoin } from '../../../src/core/bvh/bvh-stats.ts';
import { findSelfPairs } from '../../../src/core/bvh/find-self-pairs.ts';
import { validateBvh } from '../../../src/core/bvh/validate-bvh.ts';
import { createPairList } from '../../../src/core/pair-list.ts';
import { createRng } from '../../support/rng.ts';
import { BOX_SCENES, type BoxScene, countingItems } from './box-scenes.ts';

const KINDS: BvhKind[] = ['aabb', 'sphere'];

function built(kind: BvhKind, bounds: Float64Array, items = countingItems(bounds.length / 4)): Bvh {
  const bvh = createBvh(kind);
  buildBvh(bvh, bounds, items, items.length);
  return bvh;
}

/** All a tree consists of, without the room it has in reserve. */
function content(bvh: Bvh): unknown[] {
  const positions = bvh.itemCount;
  const segments = bvh.frame[FRAME_SEGMENTS];
  return [
    bvh.nodeEnd,
    bvh.depth,
    [...bvh.order.subarray(0, positions)],
    [...bvh.nodes.subarray(0, bvh.nodeEnd)],
    [...bvh.nodeSpheres.subarray(0, bvh.kind === 'sphere' ? sphereOf(bvh.nodeEnd) : 0)],
    [...bvh.itemBoxes.subarray(0, bvh.kind === 'aabb' ? 4 * positions : 0)],
    [...bvh.itemSpheres.subarray(0, bvh.kind === 'sphere' ? 3 * positions : 0)],
    [...bvh.frame.subarray(0, segmentsOf(2, segments))],
  ];
}

describe.each(KINDS)('buildBvh, %s', (kind) => {
  it.each(Object.keys(BOX_SCENES))('builds a sound tree at every size and scale: %s', (name) => {
    const bvh = createBvh(kind);
    let seed = 0;
    for (const scale of [1e-3, 1, 1e6]) {
      for (const count of [0, 1, 2, LEAF_CAPACITY, LEAF_CAPACITY + 1, 63, 64, 65, 3000]) {
        const bounds = BOX_SCENES[name](createRng(++seed), count, scale);
        const items = countingItems(count);
        buildBvh(bvh, bounds, items, count);
        validateBvh(bvh, bounds, items, count);
      }
    }
  });

  it.each(Object.keys(BOX_SCENES))('does not remember what the tree and the module held before: %s', (name) => {
    const bounds = BOX_SCENES[name](createRng(7), 1500, 1);
    const items = countingItems(1500);
    const fresh = built(kind, bounds);
    const used = createBvh(kind);
    const other = BOX_SCENES['clusters within clusters'](createRng(8), 4000, 1);
    buildBvh(used, other, countingItems(4000), 4000);
    buildBvh(used, bounds, items, 1500);
    expect(content(used)).toEqual(content(fresh));
  });

  it('keeps its buffers in a rebuild of the same size, also when everything has moved', () => {
    const count = 5000;
    const bvh = built(kind, BOX_SCENES.uniform(createRng(1), count, 1));
    const before = [bvh.order, bvh.nodes, bvh.nodeSpheres, bvh.itemBoxes, bvh.itemSpheres, bvh.frame];
    for (let seed = 2; seed < 12; seed++) {
      for (const name of ['uniform', 'sizes 1:1000', 'two clusters 1e5 apart', 'on a line', 'one outlier at 1e6']) {
        buildBvh(bvh, BOX_SCENES[name](createRng(seed), count, 1), countingItems(count), count);
      }
    }
    const after = [bvh.order, bvh.nodes, bvh.nodeSpheres, bvh.itemBoxes, bvh.itemSpheres, bvh.frame];
    for (const [i, buffer] of after.entries()) expect(buffer === before[i], `buffer ${i}`).toBe(true);
  });

  it('keeps equal items in the order given', () => {
    const bounds = BOX_SCENES['all identical'](createRng(1), 100, 1);
    const items = countingItems(100).reverse();
    expect([...built(kind, bounds, items).order]).toEqual([...items]);
  });

  it('accepts NaN boxes anywhere and leaves the rest sound', () => {
    const bounds = BOX_SCENES.uniform(createRng(1), 500, 1);
    for (let i = 0; i < 500; i += 7) bounds[4 * i + (i % 4)] = Number.NaN;
    const items = countingItems(500);
    validateBvh(built(kind, bounds), bounds, items, 500);
    bounds.fill(Number.NaN);
    validateBvh(built(kind, bounds), bounds, items, 500);
  });

  it.runIf(kind === 'sphere')('has spheres no larger for boxes with NaN', () => {
    const bounds = BOX_SCENES.uniform(createRng(1), 500, 1);
    const radius = (bvh: Bvh): number => bvh.nodeSpheres[2];
    const without = radius(built(kind, bounds));
    for (let i = 0; i < 500; i += 7) bounds.fill(Number.NaN, 4 * i, 4 * i + 4);
    expect(radius(built(kind, bounds))).toBeLessThan(1.01 * without);
  });

  it('survives coordinates at the ends of f64', () => {
    const rng = createRng(3);
    for (const magnitude of [5e-324, 1e-308, 1e-160, 1e160, 1e300, 8e307]) {
      const bounds = new Float64Array(4 * 200);
      for (let i = 0; i < 200; i++) {
        const x = rng.range(-1, 1) * magnitude;
        const y = rng.range(-1, 1) * magnitude;
        bounds.set([x, y, x + 0.1 * magnitude, y + 0.1 * magnitude], 4 * i);
      }
      const items = countingItems(200);
      const bvh = built(kind, bounds);
      validateBvh(bvh, bounds, items, 200);
      const out = createPairList();
      findSelfPairs(out, bvh, bounds);
      let pairs = 0;
      for (let a = 0; a < 200; a++) {
        for (let b = a + 1; b < 200; b++) {
          const apart =
            bounds[4 * a] > bounds[4 * b + 2] ||
            bounds[4 * b] > bounds[4 * a + 2] ||
            bounds[4 * a + 1] > bounds[4 * b + 3] ||
            bounds[4 * b + 1] > bounds[4 * a + 3];
          if (!apart) pairs++;
        }
      }
      expect(out.count, `magnitude ${magnitude}`).toBe(pairs);
      expect(pairs).toBeGreaterThan(50);
    }
  });

  it('names a missing box and a count beyond the items', () => {
    const bvh = createBvh(kind);
    const bounds = new Float64Array(4 * 3);
    expect(() => buildBvh(bvh, bounds, Uint32Array.of(0, 3), 2)).toThrow(/item 3 has no box/);
    expect(() => buildBvh(bvh, bounds, Uint32Array.of(0, 1), 3)).toThrow(/count is 3/);
  });
});

/** Scenes whose true pairs are few, at a size where anything quadratic shows. */
const LARGE: [string, BoxScene][] = [
  'uniform',
  'off centre',
  'integer grid, touching',
  'zero size, scattered',
  'one box as large as the world',
  'one outlier at 1e6',
  'outliers at 1e12',
  'two clusters 1e5 apart',
  'ten clusters 1e9 apart',
  'ten clusters 1e12 apart',
  'ten clusters 1e15 apart',
  'places of every magnitude to 2^40',
  'a spiral to 2^40',
  'on a line',
  'on a diagonal',
  'a chain of segments',
  'long and thin, crossing',
  'sorted along x',
].map((name) => [name, BOX_SCENES[name]]);

describe.each(KINDS)('what a self-join of 20,000 looks at, %s', (kind) => {
  it.each(LARGE)('%s', (_, scene) => {
    const count = 20_000;
    const bvh = built(kind, scene(createRng(4), count, 1));
    const stats = bvhStats(bvh);
    const cost = countSelfJoin(bvh);
    // A world-sized box meets every leaf; so may a few outliers among themselves. All else stays local;
    // all leaves against all would be 300 leaf pairs an item.
    expect(stats.leaves).toBeLessThan(0.3 * count);
    expect(cost.nodeTests, JSON.stringify(cost)).toBeLessThan(12 * count);
    expect(cost.itemTests, JSON.stringify(cost)).toBeLessThan(70 * count);
    // Places of every magnitude: each octave takes a level an axis.
    expect(stats.depth, JSON.stringify(stats)).toBeLessThan(100);
  });

  it('grows in step with the items where pairs do', () => {
    const cost = (count: number): number => {
      const { nodeTests, itemTests } = countSelfJoin(built(kind, BOX_SCENES.uniform(createRng(6), count, 1)));
      return (nodeTests + itemTests) / count;
    };
    expect(cost(64_000) / cost(4000)).toBeLessThan(1.3);
  });
});

describe('bvhStats and countSelfJoin', () => {
  it('count a tree drawn by hand: two leaves far apart', () => {
    const bounds = new Float64Array(4 * 16);
    for (let i = 0; i < 16; i++) bounds.set(i < 8 ? [i, 0, i, 0] : [i + 1000, 0, i + 1000, 0], 4 * i);
    const bvh = built('aabb', bounds);
    expect(bvhStats(bvh)).toMatchObject({ items: 16, nodes: 3, leaves: 2, depth: 1 });
    expect(countSelfJoin(bvh)).toEqual({ nodeTests: 1, leafPairs: 0, itemTests: 2 * 28 });
    bounds.fill(1);
    expect(countSelfJoin(built('aabb', bounds))).toEqual({ nodeTests: 1, leafPairs: 1, itemTests: 2 * 28 + 64 });
  });

  it('count at most 36 bytes an item for a box tree and 48 for a sphere tree', () => {
    const count = 100_000;
    const bounds = BOX_SCENES.uniform(createRng(1), count, 1);
    expect(bvhStats(built('aabb', bounds)).bytes / count).toBeLessThan(36);
    expect(bvhStats(built('sphere', bounds)).bytes / count).toBeLessThan(48);
  });
});

/**
 * Times the 2D hierarchy alone: `npx tsx bench/bvh2d.ts [name part] [--large]`.
 * Build and self-join run alternately on boxes that all move a little each time; medians, in milliseconds.
 */
import {
  type Bvh,
  type BvhKind,
  buildBvh,
  bvhStats,
  countSelfJoin,
  createBvh,
  findCrossPairs,
  findSelfPairs,
} from '../src/2d/bvh/index.ts';
import { createPairList } from '../src/core/pair-list.ts';
import { BOX_SCENES, countingItems } from '../tests/2d/bvh/box-scenes.ts';
import { createRng } from '../tests/support/rng.ts';

type Case = { name: string; count: number; bounds: Float64Array };

/** Boxes of sizes low … high, spread evenly over a square. */
function evenly(count: number, side: number, low: number, high: number): Float64Array {
  const rng = createRng(1);
  const bounds = new Float64Array(4 * count);
  for (let i = 0; i < count; i++) {
    const x = rng.next() * side;
    const y = rng.next() * side;
    const half = rng.range(low, high) / 2;
    bounds.set([x - half, y - half, x + half, y + half], 4 * i);
  }
  return bounds;
}

function cases(large: boolean): Case[] {
  const list: Case[] = [
    { name: '10,000 unit boxes, 6,400 pairs', count: 10_000, bounds: evenly(10_000, 177, 1, 1) },
    { name: '50,000 of sizes 1:10', count: 50_000, bounds: evenly(50_000, 2000, 1, 10) },
  ];
  for (const [name, scene] of Object.entries(BOX_SCENES)) {
    // In these worlds nearly all items pair with all others, which takes as long with any tree.
    if (/identical|nested|places|sizes|clusters within|infinite/.test(name)) continue;
    list.push({ name: `20,000 ${name}`, count: 20_000, bounds: scene(createRng(1), 20_000, 1) });
  }
  if (large) {
    list.push({ name: '200,000 unit boxes', count: 200_000, bounds: evenly(200_000, 800, 1, 1) });
    const chain = BOX_SCENES['a chain of segments'];
    list.push({ name: '1,000,000 segments of a chain', count: 1e6, bounds: chain(createRng(1), 1e6, 1) });
    list.push({ name: '1,000,000 unit boxes', count: 1e6, bounds: evenly(1e6, 1800, 1, 1) });
  }
  return list;
}

const median = (times: number[]): number => times.sort((a, b) => a - b)[times.length >> 1];

function moveAll(bounds: Float64Array, round: number): void {
  for (let i = 0; i < bounds.length; i += 4) {
    const step = (((i * 7919 + round * 104_729) % 1000) / 1000 - 0.4995) * 0.05;
    bounds[i] += step;
    bounds[i + 2] += step;
  }
}

function time({ name, count, bounds }: Case, kind: BvhKind): void {
  const bvh: Bvh = createBvh(kind);
  const items = countingItems(count);
  const pairs = createPairList(count);
  const boxes = bounds.slice();
  const rounds = Math.max(5, Math.min(400, Math.floor(4e6 / count)));
  const build: number[] = [];
  const join: number[] = [];
  for (let round = 0; round < rounds; round++) {
    moveAll(boxes, round);
    const start = performance.now();
    buildBvh(bvh, boxes, items, count);
    const built = performance.now();
    pairs.count = 0;
    findSelfPairs(pairs, bvh, boxes);
    const joined = performance.now();
    build.push(built - start);
    join.push(joined - built);
  }
  const stats = bvhStats(bvh);
  const cost = countSelfJoin(bvh);
  const columns = [
    name.padEnd(40),
    kind.padEnd(6),
    median(build).toFixed(3).padStart(9),
    median(join).toFixed(3).padStart(9),
    String(pairs.count).padStart(9),
    (stats.nodes / count).toFixed(2).padStart(7),
    String(stats.depth).padStart(6),
    (cost.nodeTests / count).toFixed(1).padStart(7),
    (cost.itemTests / count).toFixed(1).padStart(7),
    (stats.bytes / count).toFixed(1).padStart(7),
  ];
  console.log(columns.join(' '));
}

/** 2,000 movers against 50,000 that stand still: the movers' tree is built anew, the other once. */
function timeCross(kind: BvhKind): void {
  const count = 52_000;
  const bounds = evenly(count, 1000, 1, 4);
  const fixed = createBvh(kind);
  const moving = createBvh(kind);
  const all = countingItems(count);
  buildBvh(fixed, bounds, all.subarray(2000), 50_000);
  const pairs = createPairList(count);
  const times: number[] = [];
  for (let round = 0; round < 300; round++) {
    moveAll(bounds.subarray(0, 8000), round);
    const start = performance.now();
    buildBvh(moving, bounds, all, 2000);
    pairs.count = 0;
    findSelfPairs(pairs, moving, bounds);
    findCrossPairs(pairs, moving, fixed, bounds);
    times.push(performance.now() - start);
  }
  console.log(`2,000 movers among 50,000 fixed: ${kind}, ${median(times).toFixed(3)} ms, ${pairs.count} pairs`);
}

const wanted = process.argv.slice(2).find((word) => !word.startsWith('--')) ?? '';
console.log(`${'scene'.padEnd(40)} kind      build      join     pairs nodes/n  depth nodes?/n items?/n bytes/n`);
for (const scene of cases(process.argv.includes('--large'))) {
  if (!scene.name.includes(wanted)) continue;
  time(scene, 'aabb');
  time(scene, 'sphere');
}
if ('movers'.includes(wanted)) {
  timeCross('aabb');
  timeCross('sphere');
}

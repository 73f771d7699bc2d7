import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { feature } from 'topojson-client';
import type { GeometryCollection, Topology } from 'topojson-specification';
import { describe, expect, it } from 'vitest';
import {
  buildSegmentTree,
  castRayChain,
  castRayLoop,
  castRaySegment,
  castRaySegmentTree,
  castRaySegmentTreeAll,
  castRaySegmentTreeAny,
  closestPointSegment,
  closestPointSegmentTree,
  createSegmentHits,
  distanceSquaredPointSegment,
  findFirstSegmentTreePair,
  findNearestSegmentTree,
  findSegmentTreePairs,
  type NumberArray,
  overlapsSegmentAabb,
  overlapsSegmentSegment,
  overlapsSegmentTrees,
  querySegmentTreeAabb,
  querySegmentTreeCircle,
  querySegmentTreePoint,
  refitSegmentTree,
  type SegmentTree,
  type SegmentTreeKind,
  type SegmentTreeOptions,
  segmentsFromChain,
  validateSegmentTree,
} from '../../../../entry/geometry2d.ts';
import { CollisionError } from '../../../../src/core/errors.ts';
import { createIndexList } from '../../../../src/core/index-list.ts';
import { createPairList } from '../../../../src/core/pair-list.ts';
import { createRng, type Rng } from '../../../support/rng.ts';

const SEED = 90210;
const BUILDERS = { aabb: builder('aabb'), obb: builder('obb'), sphere: builder('sphere') };

function builder(kind: SegmentTreeKind) {
  return (segments: NumberArray, options?: SegmentTreeOptions) => buildSegmentTree(segments, { ...options, kind });
}

function allTrees(segments: ArrayLike<number>, leafSize = 4): SegmentTree[] {
  return Object.values(BUILDERS).flatMap((build) =>
    (['top-down', 'bottom-up'] as const).map((construction) => build(segments, { construction, leafSize })),
  );
}

/** The coastlines of the world in degrees, as segments. */
function readCoast(): Float64Array {
  const path = createRequire(import.meta.url).resolve('world-atlas/land-50m.json');
  const world = JSON.parse(readFileSync(path, 'utf8')) as Topology<{ land: GeometryCollection }>;
  const rings: number[][] = [];
  for (const { geometry } of feature(world, world.objects.land).features) {
    if (geometry.type === 'Polygon') for (const ring of geometry.coordinates) rings.push(ring.flat());
    if (geometry.type === 'MultiPolygon')
      for (const polygon of geometry.coordinates) for (const ring of polygon) rings.push(ring.flat());
  }
  // A ring repeats its first point at the end, so an open chain closes it.
  const parts = rings.map((ring) => segmentsFromChain(ring));
  const segments = new Float64Array(parts.reduce((sum, part) => sum + part.length, 0));
  let write = 0;
  for (const part of parts) {
    segments.set(part, write);
    write += part.length;
  }
  return segments;
}

/** Segments of all kinds: long, short, level, upright, points, repeated, on a coarse grid so that many touch. */
function randomSoup(rng: Rng, count: number, scale: number): number[] {
  const segments: number[] = [];
  for (let i = 0; i < count; i++) {
    const kind = rng.integer(0, 5);
    const [x, y] = [rng.range(-4, 4), rng.range(-4, 4)];
    if (kind === 0) segments.push(x, y, rng.range(-4, 4), rng.range(-4, 4));
    else if (kind === 1) segments.push(x, y, x + rng.range(-0.3, 0.3), y + rng.range(-0.3, 0.3));
    else if (kind === 2) segments.push(Math.round(x), Math.round(y), Math.round(x) + rng.integer(0, 3), Math.round(y));
    else if (kind === 3) segments.push(Math.round(x), Math.round(y), Math.round(x), Math.round(y) - rng.integer(0, 3));
    else if (kind === 4 && i > 0) segments.push(...segments.slice(-4));
    else segments.push(x, y, x, y);
  }
  return segments.map((v) => v * scale);
}

interface Hit {
  segment: number;
  value: number;
}

const inOrder = (a: Hit, b: Hit): number => a.value - b.value || a.segment - b.segment;

/** All hits of a ray, by casting it at every segment. */
function bruteRay(ray: number[], max: number, segments: ArrayLike<number>): Hit[] {
  const hits: Hit[] = [];
  for (let i = 0; i * 4 < segments.length; i++) {
    const value = castRaySegment([0, 0, 0, 0], 0, ray, 0, max, segments, i * 4);
    if (value !== Infinity) hits.push({ segment: i, value });
  }
  return hits.sort(inOrder);
}

function bruteDistances(p: number[], segments: ArrayLike<number>): Hit[] {
  const hits: Hit[] = [];
  for (let i = 0; i * 4 < segments.length; i++)
    hits.push({ segment: i, value: distanceSquaredPointSegment(p, 0, segments, i * 4) });
  return hits.sort(inOrder);
}

function checkRay(
  tree: SegmentTree,
  ray: number[],
  max: number,
  expected: Hit[],
  segments: ArrayLike<number>,
  note: string,
): void {
  const out = [7, 7, 7, 7, 7];
  const t = castRaySegmentTree(out, 0, ray, 0, max, tree);
  expect(castRaySegmentTreeAny(ray, 0, max, tree), note).toBe(expected.length > 0);
  const hits = createSegmentHits(1);
  expect(castRaySegmentTreeAll(hits, ray, 0, max, tree), note).toBe(expected.length);
  expect([...hits.segments.subarray(0, hits.count)], note).toEqual(expected.map((hit) => hit.segment));
  expect([...hits.values.subarray(0, hits.count)], note).toEqual(expected.map((hit) => hit.value));
  if (expected.length === 0) {
    expect(t, note).toBe(Infinity);
    expect(out, note).toEqual([7, 7, 7, 7, 7]);
    return;
  }
  expect(t, note).toBe(expected[0].value);
  expect(out[4], note).toBe(expected[0].segment);
  const hit = [0, 0, 0, 0];
  castRaySegment(hit, 0, ray, 0, max, segments, expected[0].segment * 4);
  expect(out.slice(0, 4), note).toEqual(hit);
}

function checkPoint(tree: SegmentTree, p: number[], expected: Hit[], segments: ArrayLike<number>, note: string): void {
  const out = [7, 7, 7, 7];
  expect(closestPointSegmentTree(out, 0, p, 0, tree), note).toBe(expected[0].value);
  const closest = [0, 0, 0];
  closestPointSegment(closest, 0, p, 0, segments, expected[0].segment * 4);
  expect(out, note).toEqual([...closest, expected[0].segment]);
  const hits = createSegmentHits();
  for (const k of [1, 7]) {
    const want = expected.slice(0, k);
    expect(findNearestSegmentTree(hits, p, 0, k, tree), note).toBe(want.length);
    expect([...hits.segments.subarray(0, hits.count)], note).toEqual(want.map((hit) => hit.segment));
    expect([...hits.values.subarray(0, hits.count)], note).toEqual(want.map((hit) => hit.value));
  }
  // A distance that is exactly that of the fifth: equality counts.
  const reach = expected[Math.min(4, expected.length - 1)].value;
  const within = expected.filter((hit) => hit.value <= Math.sqrt(reach) * Math.sqrt(reach)).map((hit) => hit.segment);
  const list = createIndexList(1);
  querySegmentTreePoint(list, p, 0, Math.sqrt(reach), tree);
  expect([...list.items.subarray(0, list.count)], note).toEqual(within.sort((a, b) => a - b));
  const limited = expected.filter((hit) => hit.value <= Math.sqrt(reach) * Math.sqrt(reach)).map((hit) => hit.segment);
  findNearestSegmentTree(hits, p, 0, 1000, tree, Math.sqrt(reach));
  expect([...hits.segments.subarray(0, hits.count)], note).toEqual(limited.slice(0, 1000));
  expect(querySegmentTreeCircle(list, [...p, Math.sqrt(reach)], 0, tree), note).toBe(within.length);
}

function checkBox(tree: SegmentTree, box: number[], segments: ArrayLike<number>, note: string): number {
  const expected: number[] = [];
  for (let i = 0; i * 4 < segments.length; i++) if (overlapsSegmentAabb(segments, i * 4, box, 0)) expected.push(i);
  const list = createIndexList(1);
  expect(querySegmentTreeAabb(list, box, 0, tree), note).toBe(expected.length);
  expect([...list.items.subarray(0, list.count)], note).toEqual(expected);
  return expected.length;
}

/** Pairs of crossing segments, by sorting into columns by x and trying all pairs of a column; B moved as documented. */
function brutePairs(a: ArrayLike<number>, b: ArrayLike<number>, [x, y, cos, sin]: number[]): number[][] {
  const moved = new Float64Array(b.length);
  for (let i = 0; i < b.length; i += 2) {
    moved[i] = x + (cos * b[i] - sin * b[i + 1]);
    moved[i + 1] = y + (sin * b[i] + cos * b[i + 1]);
  }
  let low = Infinity;
  let high = -Infinity;
  for (let i = 0; i < moved.length; i += 2) {
    low = Math.min(low, moved[i]);
    high = Math.max(high, moved[i]);
  }
  const columns: number[][] = Array.from({ length: 1000 }, () => []);
  const columnOf = (value: number): number =>
    Math.min(999, Math.max(0, Math.floor(((value - low) / (high - low || 1)) * 1000)));
  for (let j = 0; j * 4 < moved.length; j++) {
    const last = columnOf(Math.max(moved[j * 4], moved[j * 4 + 2]));
    for (let k = columnOf(Math.min(moved[j * 4], moved[j * 4 + 2])); k <= last; k++) columns[k].push(j);
  }
  const pairs: number[][] = [];
  for (let i = 0; i * 4 < a.length; i++) {
    const found = new Set<number>();
    const last = columnOf(Math.max(a[i * 4], a[i * 4 + 2]));
    for (let k = columnOf(Math.min(a[i * 4], a[i * 4 + 2])); k <= last; k++)
      for (const j of columns[k]) if (overlapsSegmentSegment(a, i * 4, moved, j * 4)) found.add(j);
    for (const j of found) pairs.push([i, j]);
  }
  return pairs.sort((p, q) => p[0] - q[0] || p[1] - q[1]);
}

function checkPairs(treeA: SegmentTree, treeB: SegmentTree, move: number[], expected: number[][], note: string): void {
  const list = createPairList(1);
  expect(findSegmentTreePairs(list, treeA, treeB, move), note).toBe(expected.length);
  expect([...list.pairs.subarray(0, 2 * list.count)], note).toEqual(expected.flat());
  const first = [7, 7];
  expect(findFirstSegmentTreePair(first, 0, treeA, treeB, move), note).toBe(expected.length > 0);
  expect(first, note).toEqual(expected.length > 0 ? expected[0] : [7, 7]);
  expect(overlapsSegmentTrees(treeA, treeB, move), note).toBe(expected.length > 0);
}

describe('segment trees over random soups', () => {
  it.each([1, 2, 5, 60, 300])('answer every query as brute force does, with %i segments', (count) => {
    const rng = createRng(SEED + count);
    let rays = 0;
    let boxes = 0;
    let total = 0;
    for (const scale of [1e-3, 1, 1e4]) {
      const segments = randomSoup(rng, count, scale);
      const trees = [...allTrees(segments), ...allTrees(segments, 1)];
      for (const tree of trees) validateSegmentTree(tree);
      for (let i = 0; i < 25; i++) {
        const note = `seed ${SEED + count}, scale ${scale}, case ${i}`;
        const grid = i % 2 === 0;
        const pick = (): number => scale * (grid ? rng.integer(-5, 5) : rng.range(-5, 5));
        const ray = [pick(), pick(), pick(), pick()];
        if (i % 5 === 0) ray[2] = 0;
        if (i % 7 === 0) {
          // Through a vertex, from far away.
          const v = 2 * rng.integer(0, segments.length / 2 - 1);
          ray[2] = segments[v] - ray[0];
          ray[3] = segments[v + 1] - ray[1];
        }
        const max = i % 3 === 0 ? Infinity : 1;
        const hits = bruteRay(ray, max, segments);
        const p = [pick(), pick()];
        const distances = bruteDistances(p, segments);
        const box = [pick(), pick(), 0, 0];
        const size = 28 / Math.sqrt(count);
        box[2] = box[0] + scale * (grid ? rng.integer(0, Math.ceil(size)) : rng.range(0, size));
        box[3] = box[1] + scale * (grid ? rng.integer(0, Math.ceil(size)) : rng.range(0, size));
        let found = 0;
        for (const tree of trees) {
          const which = `${note}, ${tree.kind}`;
          checkRay(tree, ray, max, hits, segments, which);
          checkPoint(tree, p, distances, segments, which);
          found = checkBox(tree, box, segments, which);
        }
        total++;
        if (hits.length > 0) rays++;
        if (found > 0) boxes++;
      }
    }
    if (count === 5) {
      expect(rays / total).toBeGreaterThan(0.3);
      expect(rays / total).toBeLessThan(0.7);
      expect(boxes / total).toBeGreaterThan(0.3);
      expect(boxes / total).toBeLessThan(0.7);
    }
  });

  it('find the crossing pairs of any two kinds under a rigid transform', () => {
    const rng = createRng(SEED - 1);
    let crossing = 0;
    let total = 0;
    for (let i = 0; i < 40; i++) {
      const scale = [1e-3, 1, 1e4][i % 3];
      const a = randomSoup(rng, rng.integer(2, 60), scale);
      const b = randomSoup(rng, rng.integer(2, 60), scale);
      const angle = i % 4 === 0 ? 0 : rng.range(0, 7);
      const reach = i % 4 === 1 ? 4 : 9;
      const move = [
        rng.integer(-reach, reach) * scale,
        rng.integer(-reach, reach) * scale,
        Math.cos(angle),
        Math.sin(angle),
      ];
      const expected = brutePairs(a, b, move);
      const treesB = allTrees(b);
      for (const treeA of allTrees(a))
        for (const treeB of treesB)
          checkPairs(treeA, treeB, move, expected, `seed ${SEED - 1}, case ${i}, ${treeA.kind} – ${treeB.kind}`);
      total++;
      if (expected.length > 0) crossing++;
    }
    expect(crossing / total).toBeGreaterThan(0.3);
    expect(crossing / total).toBeLessThan(0.7);
  });

  it('defaults to no transform and rejects distant trees at the roots', () => {
    const cross = segmentsFromChain([0, 0, 2, 2, 4, 0]);
    const level = segmentsFromChain([0, 1, 9, 1]);
    const pairs = createPairList();
    expect(findSegmentTreePairs(pairs, buildSegmentTree(cross, { kind: 'obb' }), buildSegmentTree(level))).toBe(2);
    expect([...pairs.pairs.subarray(0, 4)]).toEqual([0, 0, 1, 0]);
    expect(
      overlapsSegmentTrees(buildSegmentTree(cross, { kind: 'sphere' }), buildSegmentTree(level), [0, 5, 1, 0]),
    ).toBe(false);
    expect(
      overlapsSegmentTrees(buildSegmentTree(cross, { kind: 'sphere' }), buildSegmentTree(level), [0, 1, 1, 0]),
    ).toBe(true);
  });
});

describe('segment trees over the coastlines of the world', () => {
  const coast = readCoast();
  const count = coast.length / 4;
  const trees = allTrees(coast);
  it('are valid, and not deep', () => {
    expect(count).toBeGreaterThan(50_000);
    for (const tree of trees) {
      validateSegmentTree(tree);
      expect(tree.segmentCount).toBe(count);
      expect(tree.depth).toBeLessThan(40);
    }
  });
  it('answer rays, points and boxes as brute force does', () => {
    const rng = createRng(SEED + 7);
    let hit = 0;
    const total = 12;
    for (let i = 0; i < total; i++) {
      const note = `seed ${SEED + 7}, case ${i}`;
      const p = [rng.range(-170, 170), rng.range(-60, 75)];
      const ray = [...p, rng.range(-30, 30), rng.range(-30, 30)];
      if (i % 3 === 0) {
        const v = 2 * rng.integer(0, 2 * count - 1);
        ray[2] = coast[v] - ray[0];
        ray[3] = coast[v + 1] - ray[1];
      }
      const max = i % 2 === 0 ? 1 : Infinity;
      const hits = bruteRay(ray, max, coast);
      const distances = bruteDistances(p, coast);
      const box = [p[0], p[1], p[0] + rng.range(0, 20), p[1] + rng.range(0, 10)];
      if (hits.length > 0) hit++;
      for (const tree of trees) {
        checkRay(tree, ray, max, hits, coast, `${note}, ${tree.kind}`);
        checkPoint(tree, p, distances, coast, `${note}, ${tree.kind}`);
      }
      checkBox(trees[i % trees.length], box, coast, note);
      checkBox(trees[(i + 3) % trees.length], box, coast, note);
    }
    expect(hit).toBeGreaterThan(total * 0.3);
  });
  it('find the crossings of the coast with itself turned and shifted', () => {
    const move = [0.7, -0.4, Math.cos(0.01), Math.sin(0.01)];
    const expected = brutePairs(coast, coast, move);
    expect(expected.length).toBeGreaterThan(1000);
    for (const i of [0, 1, 2, 3, 4, 5]) {
      checkPairs(trees[i], trees[(i + 2) % 6], move, expected, `${trees[i].kind} – ${trees[(i + 2) % 6].kind}`);
    }
  });
});

describe('building and asking', () => {
  it('makes chains open or closed', () => {
    expect([...segmentsFromChain([0, 0, 1, 0, 1, 1])]).toEqual([0, 0, 1, 0, 1, 0, 1, 1]);
    expect([...segmentsFromChain([0, 0, 1, 0, 1, 1], true)]).toEqual([0, 0, 1, 0, 1, 0, 1, 1, 1, 1, 0, 0]);
    expect(() => segmentsFromChain([0, 0])).toThrow(CollisionError);
    expect(() => segmentsFromChain([0, 0, 1])).toThrow(CollisionError);
  });
  it.each(Object.entries(BUILDERS))('names what is wrong with the input of the %s tree', (_name, build) => {
    expect(() => build([])).toThrow(/positive multiple of 4/);
    expect(() => build([0, 0, 1])).toThrow(/positive multiple of 4/);
    expect(() => build([0, 0, 1, Number.NaN])).toThrow(/segments\[3\].*NaN/);
    expect(() => build([0, Infinity, 1, 1])).toThrow(/segments\[1\].*Infinity/);
    expect(() => build([0, 0, 1, 1], { leafSize: 0.5 })).toThrow(/leafSize/);
    expect(() => build([0, 0, 1, 1], { construction: 'sideways' as 'top-down' })).toThrow(/construction/);
  });
  it('holds segments that lie all in one place', () => {
    const same = Array.from({ length: 400 }, (_, i) => [1, 2, 3, 4][i % 4]);
    for (const tree of allTrees(same)) {
      validateSegmentTree(tree);
      const hits = createSegmentHits();
      expect(castRaySegmentTreeAll(hits, [0, 3, 9, 0], 0, 1, tree)).toBe(100);
      const out = [0, 0, 0, 0, 0];
      castRaySegmentTree(out, 0, [0, 3, 9, 0], 0, 1, tree);
      expect(out[4]).toBe(0);
    }
  });
  it('answers NaN with no', () => {
    for (const tree of allTrees([0, 0, 4, 0, 4, 0, 4, 4])) {
      const out = [7];
      expect(castRaySegmentTree(out, 0, [Number.NaN, 0, 1, 1], 0, 9, tree)).toBe(Infinity);
      expect(castRaySegmentTree(out, 0, [2, -1, 0, Number.NaN], 0, 9, tree)).toBe(Infinity);
      expect(castRaySegmentTree(out, 0, [2, -1, 0, 1], 0, Number.NaN, tree)).toBe(Infinity);
      expect(closestPointSegmentTree(out, 0, [Number.NaN, 0], 0, tree)).toBe(Infinity);
      expect(closestPointSegmentTree(out, 0, [9, 0], 0, tree, 4.999)).toBe(Infinity);
      expect(out).toEqual([7]);
      expect(querySegmentTreeAabb(createIndexList(), [0, 0, Number.NaN, 1], 0, tree)).toBe(0);
      expect(querySegmentTreePoint(createIndexList(), [Number.NaN, 0], 0, 5, tree)).toBe(0);
      expect(querySegmentTreePoint(createIndexList(), [0, 0], 0, -1, tree)).toBe(0);
      expect(findNearestSegmentTree(createSegmentHits(), [0, 0], 0, 0, tree)).toBe(0);
      expect(() => findNearestSegmentTree(createSegmentHits(), [0, 0], 0, 1.5, tree)).toThrow(/k must be/);
    }
  });
  it('validateSegmentTree finds a volume that is too small, a lost segment and a wrong lowest index', () => {
    const segments = randomSoup(createRng(5), 50, 1);
    for (const build of Object.values(BUILDERS)) {
      const shrunk = build(segments);
      shrunk.bounds[2] *= 0.5;
      expect(() => validateSegmentTree(shrunk)).toThrow(/node 0 misses an end of segment/);
      const lost = build(segments);
      lost.segments[3] = lost.segments[4];
      expect(() => validateSegmentTree(lost)).toThrow(/holds segment/);
      const wrong = build(segments);
      wrong.lowest[0] = 1;
      expect(() => validateSegmentTree(wrong)).toThrow(/lowest\[0\]/);
    }
  });
});

describe('refitSegmentTree', () => {
  it('follows segments that move, and answers as a tree built anew', () => {
    const rng = createRng(SEED + 20);
    let hits = 0;
    for (const [kind, build] of Object.entries(BUILDERS)) {
      const before = randomSoup(rng, 200, 1);
      const after = before.map((value) => 3 * value + rng.range(-1, 1));
      const tree = build(before);
      refitSegmentTree(tree, after);
      validateSegmentTree(tree);
      const anew = build(after);
      expect(tree.magnitude, kind).toBe(anew.magnitude);
      for (let i = 0; i < 100; i++) {
        const ray = [rng.range(-12, 12), rng.range(-12, 12), rng.range(-3, 3), rng.range(-3, 3)];
        const found = [0, 0, 0, 0, 0];
        const expected = [0, 0, 0, 0, 0];
        const fraction = castRaySegmentTree(found, 0, ray, 0, 1, tree);
        expect(fraction, `seed ${SEED + 20}, ${kind}, ray ${i}`).toBe(castRaySegmentTree(expected, 0, ray, 0, 1, anew));
        expect(found).toEqual(expected);
        if (fraction < Infinity) hits++;
      }
    }
    expect(hits).toBeGreaterThan(90);
    expect(hits).toBeLessThan(270);
  });
  it('refuses another number of segments and what is no number, and leaves the tree as it was', () => {
    const segments = randomSoup(createRng(6), 20, 1);
    const tree = buildSegmentTree(segments);
    const { ends, bounds } = structuredClone({ ends: tree.ends, bounds: tree.bounds });
    expect(() => refitSegmentTree(tree, segments.slice(4))).toThrow(/segments.length must stay 80 to refit, got 76/);
    const broken = segments.slice();
    broken[7] = Number.NaN;
    expect(() => refitSegmentTree(tree, broken)).toThrow(/segments\[7\] must be a finite number, got NaN/);
    expect(tree.ends).toEqual(ends);
    expect(tree.bounds).toEqual(bounds);
  });
});

describe('volumes are tight', () => {
  it('an oriented box follows segments that run aslant', () => {
    // Two parallel segments of slope 3/4, 5 long and 1 apart: a box of 5 by 1, where an aligned one has 4.6 by 3.8.
    const tree = buildSegmentTree([10, 10, 14, 13, 9.4, 10.8, 13.4, 13.8], { kind: 'obb' });
    const [x, y, halfX, halfY, cos, sin] = tree.bounds;
    expect(x).toBeCloseTo(11.7, 12);
    expect(y).toBeCloseTo(11.9, 12);
    expect(halfX).toBeCloseTo(2.5, 12);
    expect(halfY).toBeCloseTo(0.5, 12);
    expect(Math.abs(cos)).toBeCloseTo(0.8, 12);
    expect(Math.abs(sin)).toBeCloseTo(0.6, 12);
  });
  it('a circle is the smallest around its points', () => {
    const rng = createRng(SEED + 10);
    for (let i = 0; i < 100; i++) {
      const points = Array.from({ length: 12 }, () => rng.range(-1, 1));
      const [x, y, radius] = buildSegmentTree(points, { kind: 'sphere', leafSize: 9 }).bounds;
      const reach = (cx: number, cy: number): number => {
        let farthest = 0;
        for (let k = 0; k < 12; k += 2) farthest = Math.max(farthest, Math.hypot(points[k] - cx, points[k + 1] - cy));
        return farthest;
      };
      const note = `seed ${SEED + 10}, case ${i}`;
      expect(Math.abs(reach(x, y) - radius), note).toBeLessThan(1e-12);
      // The distance to the farthest point is convex: no better centre nearby means none anywhere.
      for (let k = 0; k < 64; k++) {
        const angle = (k * Math.PI) / 32;
        const nearby = reach(x + 1e-6 * Math.cos(angle), y + 1e-6 * Math.sin(angle));
        expect(nearby, note).toBeGreaterThan(radius - 1e-11);
      }
    }
  });
});

describe('castRayChain', () => {
  it('gives the nearest segment, of equals the first, and closes the chain on request', () => {
    const square = [9, 0, 0, 4, 0, 4, 4, 0, 4];
    const out = [0, 0, 0, 0, 0];
    expect(castRayChain(out, 0, [2, 9, 0, -1], 0, 99, square, 1, 4)).toBe(5);
    expect(out).toEqual([2, 4, 0, 1, 2]);
    // The side from the last point to the first exists only when closed.
    expect(castRayChain(out, 0, [-1, 2, 1, 0], 0, 3, square, 1, 4)).toBe(Infinity);
    expect(castRayLoop(out, 0, [-1, 2, 1, 0], 0, 3, square, 1, 4)).toBe(1);
    expect(out).toEqual([0, 2, -1, 0, 3]);
    expect(castRayLoop(out, 0, [5, 5, -1, -1], 0, 3, square, 1, 4)).toBe(1);
    expect(out[4]).toBe(1);
    expect(castRayLoop(out, 0, [5, 5, -1, -1], 0, 3, square, 1, 0)).toBe(Infinity);
  });
  it('agrees with the trees on a random chain', () => {
    const rng = createRng(SEED + 9);
    const chain = Array.from({ length: 60 }, () => rng.range(-2, 2));
    const trees = allTrees(segmentsFromChain(chain, true));
    let hits = 0;
    for (let i = 0; i < 200; i++) {
      const ray = [rng.range(-3, 3), rng.range(-3, 3), rng.range(-1, 1), rng.range(-1, 1)];
      const expected = [0, 0, 0, 0, 0];
      const t = castRayLoop(expected, 0, ray, 0, 2, chain, 0, 30);
      if (t !== Infinity) hits++;
      for (const tree of trees) {
        const out = [0, 0, 0, 0, 0];
        expect(castRaySegmentTree(out, 0, ray, 0, 2, tree), `seed ${SEED + 9}, case ${i}`).toBe(t);
        expect(out).toEqual(expected);
      }
    }
    expect(hits).toBeGreaterThan(60);
    expect(hits).toBeLessThan(140);
  });
});

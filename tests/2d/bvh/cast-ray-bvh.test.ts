import { describe, expect, it } from 'vitest';
import { createBvh } from '../../../src/2d/bvh/create-bvh.ts';
import { buildBvh } from '../../../src/core/bvh/build-bvh.ts';
import type { Bvh, BvhKind } from '../../../src/core/bvh/bvh.ts';
import { castAabbBvh, castRayBvh } from '../../../src/core/bvh/cast-bvh.ts';
import { queryBvhPoint } from '../../../src/core/bvh/query-bvh.ts';
import { createIndexList } from '../../../src/core/index-list.ts';
import { createRng } from '../../support/rng.ts';
import { BOX_SCENES, countingItems } from './box-scenes.ts';

const KINDS: BvhKind[] = ['aabb', 'sphere'];

type Box = [number, number, number, number];

/** Where the ray enters the box, by clipping it against one side after the other; undefined for a miss. */
function enterBox(box: Box, x: number, y: number, dx: number, dy: number, max: number): number | undefined {
  let from = 0;
  let to = max;
  for (const [low, high, o, d] of [
    [box[0], box[2], x, dx],
    [box[1], box[3], y, dy],
  ] as const) {
    if (d === 0) {
      if (!(low <= o && o <= high)) return undefined;
      continue;
    }
    const first = ((d > 0 ? low : high) - o) / d;
    const last = ((d > 0 ? high : low) - o) / d;
    from = Math.max(from, first);
    to = Math.min(to, last);
  }
  return from <= to ? from : undefined;
}

/** What a cast that keeps its limit visits. */
function visited(
  bvh: Bvh,
  bounds: Float64Array,
  half: [number, number],
  x: number,
  y: number,
  dx: number,
  dy: number,
  max: number,
): Set<number> {
  const items = new Set<number>();
  castAabbBvh(bvh, bounds, [x - half[0], y - half[1], x + half[0], y + half[1]], 0, [dx, dy], 0, max, (item, limit) => {
    if (items.has(item)) expect.fail(`item ${item} twice`);
    items.add(item);
    return limit;
  });
  return items;
}

function boxOf(bounds: Float64Array, item: number, growX = 0, growY = 0): Box {
  return [
    bounds[4 * item] - growX,
    bounds[4 * item + 1] - growY,
    bounds[4 * item + 2] + growX,
    bounds[4 * item + 3] + growY,
  ];
}

describe.each(KINDS)('castRayBvh and castAabbBvh, %s', (kind) => {
  it.each(Object.keys(BOX_SCENES))(
    'visit every box the ray meets and few others; the closest is the closest: %s',
    (name) => {
      const bvh = createBvh(kind);
      let rays = 0;
      let hitting = 0;
      let met = 0;
      let extra = 0;
      for (const [index, scale] of [1e-3, 1, 1e6].entries()) {
        const seed = 500 + index;
        const rng = createRng(seed);
        const count = 300;
        const bounds = BOX_SCENES[name](rng, count, scale);
        buildBvh(bvh, bounds, countingItems(count), count);
        const corner = (): [number, number] => {
          for (;;) {
            const item = 4 * rng.integer(0, count - 1);
            const x = bounds[item + 2 * rng.integer(0, 1)];
            const y = bounds[item + 1 + 2 * rng.integer(0, 1)];
            if (Math.abs(x) < 1e300 && Math.abs(y) < 1e300) return [x, y];
          }
        };
        for (let q = 0; q < 80; q++) {
          // From corner to corner, so that rays graze; some axis-parallel, some from outside, some of no length.
          const [toX, toY] = corner();
          let [x, y] = corner();
          if (q % 5 === 1) [x, y] = [x - 3 * (toX - x) - scale, y - 2 * (toY - y)];
          if (q % 5 === 2) x = toX;
          if (q % 5 === 3) y = toY;
          const dx = toX - x;
          const dy = toY - y;
          const max = q % 4 === 0 ? Infinity : q % 4 === 1 ? 0.7 : 1;
          const half: [number, number] = q % 3 === 0 ? [rng.next() * scale * 0.1, rng.next() * scale * 0.2] : [0, 0];
          const seen = visited(bvh, bounds, half, x, y, dx, dy, max);
          let closest = Infinity;
          for (let item = 0; item < count; item++) {
            const entry = enterBox(boxOf(bounds, item, ...half), x, y, dx, dy, max);
            if (entry !== undefined) {
              if (!seen.has(item)) expect.fail(`seed ${seed}, ray ${q}, item ${item} is left out`);
              closest = Math.min(closest, entry);
              met++;
            }
          }
          extra += seen.size;
          rays++;
          if (closest < Infinity) hitting++;
          let best = Infinity;
          castAabbBvh(
            bvh,
            bounds,
            [x - half[0], y - half[1], x + half[0], y + half[1]],
            0,
            [dx, dy],
            0,
            max,
            (item, limit) => {
              const entry = enterBox(boxOf(bounds, item, ...half), x, y, dx, dy, limit);
              if (entry === undefined) return limit;
              best = Math.min(best, entry);
              return best;
            },
          );
          expect(best, `seed ${seed}, ray ${q}`).toBe(closest);
        }
      }
      expect(hitting / rays).toBeGreaterThan(0.3);
      // What is visited beyond what is met comes from rounding at grazed corners, and from rays that lie in the side of
      // a box, of which the walk leaves it to the item whether they meet; also from what fractions round off where a
      // ray is 1e15 long, or so few items are crowded that they get no cells of their own.
      const far = name === 'ten clusters 1e15 apart' ? 60 : name === 'places of every magnitude to 2^40' ? 8 : 0;
      expect(extra).toBeLessThanOrEqual(1.1 * met + 40 + far * rays);
    },
  );

  it('visits nearer subtrees first: the closest hit of 20,000 takes few visits', () => {
    const bvh = createBvh(kind);
    const rng = createRng(8);
    const count = 20_000;
    const bounds = BOX_SCENES.uniform(rng, count, 1);
    buildBvh(bvh, bounds, countingItems(count), count);
    let visits = 0;
    for (let q = 0; q < 100; q++) {
      const angle = rng.next();
      castRayBvh(bvh, bounds, [100 * rng.next(), 100 * rng.next(), 1 - angle, angle], 0, Infinity, (item, limit) => {
        visits++;
        return Math.min(limit, enterBox(boxOf(bounds, item), 0, 0, 1, 0, 0) ?? 0);
      });
    }
    expect(visits / 100).toBeLessThan(2);
  });

  it('stops when told, and returns what the last visit returned', () => {
    const bvh = createBvh(kind);
    const bounds = BOX_SCENES['all identical'](createRng(1), 100, 1);
    buildBvh(bvh, bounds, countingItems(100), 100);
    let visits = 0;
    expect(castRayBvh(bvh, bounds, [3, -9, 0, 1], 0, 100, () => (++visits === 5 ? -1 : 100))).toBe(-1);
    expect(visits).toBe(5);
    expect(castRayBvh(bvh, bounds, [3, -9, 0, 1], 0, 100, () => 6.5)).toBe(6.5);
    expect(castRayBvh(bvh, bounds, [30, -9, 0, 1], 0, 100, () => 6.5)).toBe(100);
  });

  it('treats a zero direction as a point', () => {
    const bvh = createBvh(kind);
    const count = 500;
    const bounds = BOX_SCENES['sizes 1:1000'](createRng(4), count, 1);
    buildBvh(bvh, bounds, countingItems(count), count);
    const out = createIndexList();
    let found = 0;
    for (let item = 0; item < count; item += 10) {
      const x = bounds[4 * item];
      const y = bounds[4 * item + 3];
      out.count = 0;
      queryBvhPoint(out, bvh, bounds, [x, y], 0);
      found += out.count;
      const seen = visited(bvh, bounds, [0, 0], x, y, 0, 0, 1);
      expect([...seen].sort((a, b) => a - b)).toEqual([...out.items.subarray(0, out.count)].sort((a, b) => a - b));
    }
    expect(found).toBeGreaterThan(100);
  });

  it('may be asked from within a visit, of the same tree and of a deeper one, and survives a throwing visit', () => {
    const bvh = createBvh(kind);
    const deep = createBvh(kind);
    const count = 2000;
    const bounds = BOX_SCENES.uniform(createRng(12), count, 1);
    const deepBounds = BOX_SCENES['clusters within clusters'](createRng(12), 5000, 1);
    buildBvh(bvh, bounds, countingItems(count), count);
    buildBvh(deep, deepBounds, countingItems(5000), 5000);
    const cast = (visit: (item: number) => void): number[] => {
      const seen: number[] = [];
      castRayBvh(bvh, bounds, [-1, -1, 1, 0.9], 0, Infinity, (item, limit) => {
        seen.push(item);
        visit(item);
        return limit;
      });
      return seen;
    };
    const plain = cast(() => {});
    expect(plain.length).toBeGreaterThan(20);
    for (let round = 0; round < 300; round++) {
      expect(() =>
        castRayBvh(bvh, bounds, [-1, -1, 1, 0.9], 0, Infinity, () => {
          throw new Error('visit');
        }),
      ).toThrow('visit');
    }
    let inner = 0;
    const nested = cast(() => {
      castRayBvh(deep, deepBounds, [0, 0, 1, 1], 0, Infinity, (_, limit) => {
        if (inner++ % 50 === 0) castRayBvh(bvh, bounds, [50, 0, -0.2, 1], 0, Infinity, (_, limit) => limit);
        return limit;
      });
    });
    expect(nested).toEqual(plain);
    expect(inner).toBeGreaterThan(1000);
  });

  it('visits nothing for a negative or NaN limit, an empty tree, or a ray that NaN spoils in part without hanging', () => {
    const bvh = createBvh(kind);
    const bounds = BOX_SCENES.uniform(createRng(2), 200, 1);
    let visits = 0;
    const count = (_: number, limit: number): number => {
      visits++;
      return limit;
    };
    castRayBvh(bvh, bounds, [0, 0, 1, 1], 0, 1, count);
    buildBvh(bvh, bounds, countingItems(200), 200);
    castRayBvh(bvh, bounds, [0, 0, 1, 1], 0, -1, count);
    castRayBvh(bvh, bounds, [0, 0, 1, 1], 0, Number.NaN, count);
    expect(visits).toBe(0);
    castRayBvh(bvh, bounds, [Number.NaN, 0, 1, Number.NaN], 0, 1, count);
    expect(visits).toBeLessThanOrEqual(200);
  });
});

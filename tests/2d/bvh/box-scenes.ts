import type { Rng } from '../../support/rng.ts';

/** Fills and returns boxes (minX, minY, maxX, maxY by item number) in units of `scale`. */
export type BoxScene = (rng: Rng, count: number, scale: number) => Float64Array;

type PlaceBox = (
  rng: Rng,
  item: number,
  count: number,
  put: (x: number, y: number, w: number, h: number) => void,
) => void;

function scene(place: PlaceBox): BoxScene {
  return (rng, count, scale) => {
    const bounds = new Float64Array(4 * count);
    for (let item = 0; item < count; item++) {
      place(rng, item, count, (x, y, w, h) => {
        bounds[4 * item] = (x - w / 2) * scale;
        bounds[4 * item + 1] = (y - h / 2) * scale;
        bounds[4 * item + 2] = (x + w / 2) * scale;
        bounds[4 * item + 3] = (y + h / 2) * scale;
      });
    }
    return bounds;
  };
}

/** The side of a square in which unit boxes overlap about one other each. */
const side = (count: number): number => 1.4 * Math.sqrt(count);

/** Clusters of the same size and density as the `uniform` scene has, along a diagonal that falls. */
function clustersApart(gap: number): BoxScene {
  return scene((rng, item, count, put) => {
    const away = gap * (item % 10);
    put(away + rng.next() * side(count / 10), -away + rng.next() * side(count / 10), 1, 1);
  });
}

/** A number of either sign, spread evenly in magnitude from 1 to 2^40. */
function anyMagnitude(rng: Rng): number {
  return (rng.next() < 0.5 ? -1 : 1) * 2 ** (40 * rng.next());
}

/** Distributions that have broken hierarchies before: crowding, outliers, coincidence, extreme sizes and shapes. */
export const BOX_SCENES: Record<string, BoxScene> = {
  uniform: scene((rng, _, count, put) => put(rng.next() * side(count), rng.next() * side(count), 1, 1)),
  'off centre': scene((rng, _, count, put) =>
    put(7e5 + rng.next() * side(count), -3e5 + rng.next() * side(count), 1, 1),
  ),
  'sizes 1:1000': scene((rng, _, count, put) => {
    const size = 1000 ** rng.next() / 30;
    put(rng.next() * side(count), rng.next() * side(count), size, size * rng.next());
  }),
  'integer grid, touching': scene((_, item, count, put) => {
    const columns = Math.ceil(Math.sqrt(count));
    put(item % columns, Math.floor(item / columns), 1, 1);
  }),
  'all identical': scene((_rng, _item, _count, put) => put(3, -2, 1, 2)),
  'zero size, few places': scene((rng, _, count, put) => {
    const places = Math.ceil(Math.sqrt(count));
    put(rng.integer(0, places), rng.integer(0, places), 0, 0);
  }),
  'zero size, scattered': scene((rng, _, _count, put) => put(rng.next(), rng.next(), 0, 0)),
  'one box as large as the world': scene((rng, item, count, put) => {
    if (item === count >> 1) put(side(count) / 2, side(count) / 2, 2 * side(count), 2 * side(count));
    else put(rng.next() * side(count), rng.next() * side(count), 1, 1);
  }),
  'one outlier at 1e6': scene((rng, item, count, put) => {
    if (item === count >> 2) put(1e6, 1e6, 1, 1);
    else put(rng.next() * 100, rng.next() * 100, 100 / side(count), 100 / side(count));
  }),
  'outliers at 1e12': scene((rng, item, count, put) => {
    if (item % 97 === 5) put((rng.next() - 0.5) * 2e12, rng.next() * 1e12, 1, 1);
    else put(rng.next() * 100, rng.next() * 100, 100 / side(count), 100 / side(count));
  }),
  'two clusters 1e5 apart': scene((rng, item, count, put) => {
    const away = item % 2 === 0 ? 0 : 1e5;
    put(away + rng.next() * side(count / 2), away / 3 + rng.next() * side(count / 2), 1, 1);
  }),
  'ten clusters 1e9 apart': clustersApart(1e9),
  'ten clusters 1e12 apart': clustersApart(1e12),
  'ten clusters 1e15 apart': clustersApart(1e15),
  'places of every magnitude to 2^40': scene((rng, _, _count, put) => {
    put(anyMagnitude(rng), anyMagnitude(rng), 1, 1);
  }),
  'a spiral to 2^40': scene((rng, item, count, put) => {
    const far = 2 ** ((40 * item) / count);
    const angle = (80 * Math.PI * item) / count;
    put(far * Math.cos(angle) + rng.next(), far * Math.sin(angle) + rng.next(), 1, 1);
  }),
  'clusters within clusters': scene((rng, item, _count, put) => {
    const spread = 10 ** -(item % 9);
    put(spread * rng.next(), spread * rng.next(), spread / 20, spread / 20);
  }),
  'on a line': scene((rng, _, count, put) => put(5, rng.next() * count, 0, 0.7)),
  'on a diagonal': scene((rng, _, count, put) => {
    const at = rng.next() * count;
    put(at, at, 0.7, 0.7);
  }),
  'a chain of segments': scene((_, item, count, put) => {
    const angle = (2 * Math.PI * item) / count;
    const next = (2 * Math.PI * (item + 1)) / count;
    const [x0, y0, x1, y1] = [Math.cos(angle), Math.sin(angle), Math.cos(next), Math.sin(next)];
    put(50 * (x0 + x1), 50 * (y0 + y1), 100 * Math.abs(x1 - x0), 100 * Math.abs(y1 - y0));
  }),
  'long and thin, crossing': scene((rng, item, count, put) => {
    const long = 4 / Math.sqrt(count);
    put(rng.next(), rng.next(), item % 2 === 0 ? long : 0, item % 2 === 0 ? 0 : long);
  }),
  'sorted along x': scene((rng, item, _count, put) => put(item * 0.8, rng.next(), 1, 1)),
  'nested, concentric': scene((_, item, _count, put) => put(0, 0, item, item)),
  'some infinite': scene((rng, item, count, put) => {
    if (item % 61 === 7) put(rng.next() * side(count), 0, 1, Infinity);
    else if (item % 61 === 9) put(0, 0, Infinity, Infinity);
    else put(rng.next() * side(count), rng.next() * side(count), 1, 1);
  }),
};

/** The item numbers 0 … count − 1 in order. */
export function countingItems(count: number): Uint32Array {
  const items = new Uint32Array(count);
  for (let i = 0; i < count; i++) items[i] = i;
  return items;
}

/** The definition of overlap that every result is held against. */
export function boxesTouch(bounds: Float64Array, a: number, b: number): boolean {
  return (
    bounds[4 * a] <= bounds[4 * b + 2] &&
    bounds[4 * b] <= bounds[4 * a + 2] &&
    bounds[4 * a + 1] <= bounds[4 * b + 3] &&
    bounds[4 * b + 1] <= bounds[4 * a + 3]
  );
}

/** All pairs a before b in `items`, as sorted keys, by testing all against all. */
export function bruteForcePairs(bounds: Float64Array, items: ArrayLike<number>): number[] {
  const keys: number[] = [];
  for (let i = 0; i < items.length; i++) {
    for (let j = i + 1; j < items.length; j++) {
      if (boxesTouch(bounds, items[i], items[j])) keys.push(pairKey(items[i], items[j]));
    }
  }
  return keys.sort((a, b) => a - b);
}

/** One number for an unordered pair of item numbers below 2^26. */
export function pairKey(a: number, b: number): number {
  return Math.min(a, b) * 2 ** 26 + Math.max(a, b);
}

/** The pairs of a list as sorted keys; doubles stay doubles. */
export function pairKeys(pairs: Uint32Array, count: number): number[] {
  const keys: number[] = [];
  for (let i = 0; i < count; i++) keys.push(pairKey(pairs[2 * i], pairs[2 * i + 1]));
  return keys.sort((a, b) => a - b);
}

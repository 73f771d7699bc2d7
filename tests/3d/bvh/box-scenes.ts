import type { Rng } from '../../support/rng.ts';

export interface BoxScene {
  readonly name: string;
  /** min, max of every item. */
  readonly bounds: Float64Array;
}

function scene(name: string, count: number, box: (i: number) => readonly number[]): BoxScene {
  const bounds = new Float64Array(count * 6);
  for (let i = 0; i < count; i++) bounds.set(box(i), i * 6);
  return { name, bounds };
}

function around(centre: readonly number[], half: readonly number[]): number[] {
  return [...centre.map((value, k) => value - half[k]), ...centre.map((value, k) => value + half[k])];
}

/** Worlds that hierarchies get wrong: crowds, outliers, planes and lines, equal boxes, boxes of no or infinite size. */
export function makeBoxScenes(rng: Rng, count: number): BoxScene[] {
  const at = (size: number) => [rng.range(-size, size), rng.range(-size, size), rng.range(-size, size)];
  const half = (size: number) => [rng.range(0, size), rng.range(0, size), rng.range(0, size)];
  const reach = 12 / Math.cbrt(count);
  return [
    scene('even', count, () => around(at(10), half(reach))),
    scene('tiny scale', count, () => around(at(1e-3), half(1e-4 * reach))),
    scene('huge, far away', count, () =>
      around(
        at(1e4).map((value) => value + 1e6),
        half(1e3 * reach),
      ),
    ),
    scene('sizes from 1 to 100', count, (i) => around(at(10), half(i % 50 === 0 ? 8 : 0.1 * reach))),
    scene('crowd and outliers', count, (i) =>
      i % 40 === 0 ? around(at(1e6), half(1)) : around(at(1), half(0.1 * reach)),
    ),
    scene('two crowds far apart', count, (i) =>
      around(
        at(1).map((value) => value + (i % 2) * 1e7),
        half(0.1 * reach),
      ),
    ),
    scene('a plane', count, () => around([rng.range(-10, 10), 3, rng.range(-10, 10)], half(0.5 * reach))),
    scene('a line', count, () => around([1, 2, rng.range(-10, 10)], half(0.1 * reach))),
    scene('all in one place', Math.min(count, 60), () => [1, 2, 3, 2, 3, 4]),
    scene('points on a grid', count, () => {
      const point = [rng.integer(0, 6), rng.integer(0, 6), rng.integer(0, 6)];
      return [...point, ...point];
    }),
    scene('boxes that touch', count, () => {
      const low = [rng.integer(0, 9), rng.integer(0, 9), rng.integer(0, 9)];
      return [...low, ...low.map((value) => value + 1)];
    }),
    scene('unbounded, empty and NaN', count, (i) => {
      const box = around(at(10), half(0.5 * reach));
      if (i % 20 === 0) box[rng.integer(0, 2)] = -Infinity;
      if (i % 20 === 1) box[rng.integer(3, 5)] = Infinity;
      if (i % 20 === 2) box[rng.integer(0, 5)] = Number.NaN;
      if (i % 20 === 3) box[3] = box[0] - 1;
      return box;
    }),
  ];
}

export function isBox(bounds: Float64Array, item: number): boolean {
  return [0, 1, 2].every((k) => bounds[item * 6 + k] <= bounds[item * 6 + 3 + k]);
}

/** The plain truth the trees are held against. */
export function boxesMeet(bounds: Float64Array, a: number, b: number): boolean {
  if (!isBox(bounds, a) || !isBox(bounds, b)) return false;
  return [0, 1, 2].every(
    (k) => bounds[a * 6 + k] <= bounds[b * 6 + 3 + k] && bounds[b * 6 + k] <= bounds[a * 6 + 3 + k],
  );
}

import { describe, expect, it } from 'vitest';
import { createSlabs, SLAB_KITS, type Slab } from '../../support/slabs.ts';

type Point = readonly [x: number, y: number];
/** The body that is left, as its place in the list, and the child of it; where; and the normal. */
type Exit = readonly [body: number, child: number, x: number, y: number, normal: Point];

/** In place of a child: how a solid is cut into pieces. */
const ANY = -1;

const near = (value: number): unknown => expect.closeTo(value, 9);
const HALF = Math.SQRT1_2;

describe.each(SLAB_KITS)('the exit of a ray in $name', (dimension) => {
  const { castRayExit, z } = dimension;

  function exitOf(bodies: readonly Slab[], from: Point, way: Point, options: object = {}, isSeamless = false) {
    const { world, eids } = createSlabs(dimension, bodies, isSeamless);
    const at = ([x, y]: Point, last: number) => ({ x, y, z: last });
    const exit = castRayExit(world, at(from, z), at(way, 0), options);
    if (exit === undefined) return undefined;
    const { entity, child, fraction, x, y, normalX, normalY } = exit;
    expect(fraction).toBeCloseTo(((x - from[0]) * way[0] + (y - from[1]) * way[1]) / (way[0] ** 2 + way[1] ** 2), 9);
    return [eids.indexOf(entity), child, x, y, [normalX, normalY]];
  }

  const expected = ([body, child, x, y, [normalX, normalY]]: Exit): unknown => [
    ...[body, child === ANY ? expect.any(Number) : child, near(x), near(y), [near(normalX), near(normalY)]],
  ];

  it.each<readonly [string, readonly Slab[], from: Point, way: Point, Exit]>([
    ['a ball, from within', [['ball', 0, 0, 2]], [-1, 0], [1, 0], [0, 0, 2, 0, [1, 0]]],
    ['a ball, from outside', [['ball', 0, 0, 2]], [-9, 0], [2, 0], [0, 0, 2, 0, [1, 0]]],
    ['a slab, aslant', [['slab', 0, 0, 1, 3]], [-5, 0], [5, 2], [0, 0, 1, 2.4, [1, 0]]],
    ['a slab through its top', [['slab', 0, 0, 3, 1]], [0, -5], [1, 4], [0, 0, 1.5, 1, [0, 1]]],
    [
      'the second of two that overlap',
      [
        ['ball', 0, 0, 2],
        ['ball', 3, 0, 2],
      ],
      [0, 0],
      [1, 0],
      [1, 0, 5, 0, [1, 0]],
    ],
    [
      'the first of two apart',
      [
        ['ball', 9, 0, 2],
        ['ball', 0, 0, 2],
      ],
      [0, 0],
      [1, 0],
      [1, 0, 2, 0, [1, 0]],
    ],
    [
      'the last of a row, in whatever order it was built',
      [0, 4, 2, 6, 8].map((x): Slab => ['slab', x, 0, 1]),
      [-5, 0.25],
      [1, 0],
      [4, 0, 9, 0.25, [1, 0]],
    ],
    [
      'the larger of two that begin together',
      [
        ['slab', 0, 0, 3],
        ['slab', -1, 0, 2],
      ],
      [-5, 0],
      [1, 0],
      [0, 0, 3, 0, [1, 0]],
    ],
    ...[0, 1].map((first): readonly [string, readonly Slab[], Point, Point, Exit] => {
      const two: Slab[] = [
        ['slab', 0, 0, 3],
        ['slab', 1, 0, 2],
      ];
      const bodies = first === 0 ? two : two.reverse();
      return [`the lower of two that end together, ${first}`, bodies, [-5, 0], [1, 0], [0, 0, 3, 0, [1, 0]]];
    }),
    [
      'the first of two a hair apart',
      [
        ['slab', 0, 0, 1],
        ['slab', 2 + 2 ** -18, 0, 1],
      ],
      [-5, 0],
      [1, 0],
      [0, 0, 1, 0, [1, 0]],
    ],
    ['the farther one of twins that overlap', [['twins', 0, 0, 1, 2]], [-1, 0], [1, 0], [0, 1, 3, 0, [1, 0]]],
    ['the nearer one of twins apart', [['twins', 0, 0, 3, 2]], [-9, 0], [1, 0], [0, 0, -1, 0, [1, 0]]],
    ['an arm of a trough, from within', [['trough', 0, 0, 2]], [-1.5, 1], [1, 0], [0, ANY, -1, 1, [1, 0]]],
    ['the first arm of a trough', [['trough', 0, 0, 2]], [-9, 1], [2, 0], [0, ANY, -1, 1, [1, 0]]],
    ['the second arm of a trough, from between', [['trough', 0, 0, 2]], [0, 1], [1, 0.25], [0, ANY, 2, 1.5, [1, 0]]],
    ['the floor of a trough', [['trough', 0, 0, 2]], [0.5, -9], [0, 1], [0, ANY, 0.5, 0, [0, 1]]],
    ['the floor of a trough, along it', [['trough', 0, 0, 2]], [-9, -0.5], [1, 0], [0, ANY, 2, -0.5, [1, 0]]],
    ['a trough, up through an arm', [['trough', 0, 0, 2]], [-1.5, -9], [0, 3], [0, ANY, -1.5, 2, [0, 1]]],
    [
      'a ball in the trough, which the floor leads into',
      [
        ['trough', 0, 0, 2],
        ['ball', 0, 0.25, 0.5],
      ],
      [0, -9],
      [0, 1],
      [1, 0, 0, 0.75, [0, 1]],
    ],
    ['the second child of a pair', [['pair', 0, 0, 2]], [-1, 0], [1, 0], [0, 1, 2, 0, [1, 0]]],
    ['the first child of a pair, the other way', [['pair', 0, 0, 2]], [1, 0], [-1, 0], [0, 0, -2, 0, [-1, 0]]],
    [
      'a pair that a ball goes on from',
      [
        ['ball', 3, 0, 1.5],
        ['pair', 0, 0, 2],
      ],
      [-1, 0],
      [2, 0],
      [0, 0, 4.5, 0, [1, 0]],
    ],
    ['a smooth pair by its end', [['smooth pair', 0, 0, 2]], [-1, 0], [3, 0], [0, 1, 2, 0, [1, 0]]],
    ['a ball, aslant', [['ball', 0, 0, 2]], [0, 0], [3, 3], [0, 0, 2 * HALF, 2 * HALF, [HALF, HALF]]],
  ])('is that of %s', (_, bodies, from, way, exit) => {
    expect(exitOf(bodies, from, way)).toEqual(expected(exit));
    // However far away all of it is, or the ray begins.
    const shifted = bodies.map(([kind, x, y, ...size]): Slab => [kind, x + 1024, y - 512, ...size]);
    const [body, child, x, y, normal] = exit;
    expect(exitOf(shifted, [from[0] + 1024, from[1] - 512], way)).toEqual(
      expected([body, child, x + 1024, y - 512, normal]),
    );
  });

  it('is not there for what the ray misses, or before its end', () => {
    const bodies: Slab[] = [['ball', 9, 0, 2]];
    expect(exitOf(bodies, [0, 0], [0, 1])).toBeUndefined();
    expect(exitOf(bodies, [0, 0], [-1, 0])).toBeUndefined();
    expect(exitOf(bodies, [0, 0], [1, 0], { maxFraction: 10.9 })).toBeUndefined();
    expect(exitOf(bodies, [0, 0], [1, 0], { maxFraction: 11.1 })).toEqual(expected([0, 0, 11, 0, [1, 0]]));
  });

  it('leaves out what a filter does', () => {
    const row: Slab[] = [0, 2, 4].map((x) => ['slab', x, 0, 1]);
    const all = exitOf(row, [0, 0], [1, 0]);
    expect(all).toEqual(expected([2, 0, 5, 0, [1, 0]]));
    let first: number | undefined;
    const predicate = (eid: number): boolean => {
      first ??= eid;
      return eid === first;
    };
    expect(exitOf(row, [0, 0], [1, 0], { predicate })).toEqual(expected([0, 0, 1, 0, [1, 0]]));
  });

  it('is that of seamless colliders together', () => {
    const row: Slab[] = [0, 2, 4].map((x) => ['slab', x, 0, 1]);
    expect(exitOf(row, [0, 0], [1, 0], {}, true)).toEqual(expected([2, 0, 5, 0, [1, 0]]));
  });

  it.each<readonly [string, from: Point, way: Point, Exit]>([
    ['up and to the right', [0, 0], [1, 1], [1, 0, 1, 1, [0, 1]]],
    ['up and to the left', [4, 0], [-1, 1], [1, 0, 3, 1, [0, 1]]],
    ['down and to the right', [2, 0], [1, -1], [2, 0, 3, -1, [0, -1]]],
    ['from the middle to the left', [2, 0.5], [-1, 0.5], [1, 0, 1, 1, [0, 1]]],
  ])('through the seam of seamless slabs has the normal of what they make together: %s', (_, from, way, exit) => {
    const row: Slab[] = [0, 2, 4].map((x) => ['slab', x, 0, 1]);
    const [body, , x, y, normal] = exit;
    expect(exitOf(row, from, way, {}, true)).toEqual([expect.any(Number), 0, near(x), near(y), normal.map(near)]);
    expect([0, 1, 2]).toContain(body);
    const last = exitOf([...row].reverse(), from, way, {}, true);
    expect(last).toEqual([expect.any(Number), 0, near(x), near(y), normal.map(near)]);
  });
});

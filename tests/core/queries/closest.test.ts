import { describe, expect, it } from 'vitest';
import { createSlabs, SLAB_KITS, type Slab } from '../../support/slabs.ts';

type Point = readonly [x: number, y: number];

const near = (value: number): unknown => expect.closeTo(value, 9);
const point = ([x, y]: Point): unknown[] => [near(x), near(y)];

/** The body that is nearest, as its place in the list, and the child of it; how far it is; where; and the normal. */
type Nearest = readonly [body: number, child: number, distance: number, at: Point, normal: Point];
/** How far two are apart; the nearest points of both, and the normal from the first to the second; their children. */
type Apart = readonly [separation: number, onA: Point, onB: Point, normal: Point, childA: number, childB: number];

const ROW: readonly Slab[] = [30, 10, 50, 20, 40, 0].map((x) => ['ball', x, 0, 1]);

describe.each(SLAB_KITS)('in $name', (dimension) => {
  const { kit, z } = dimension;

  it.each<readonly [string, readonly Slab[], from: Point, Nearest]>([
    ['a ball', [['ball', 0, 0, 2]], [6, 8], [0, 0, 8, [1.2, 1.6], [0.6, 0.8]]],
    ['the side of a slab', [['slab', 0, 0, 1, 3]], [-4, 2], [0, 0, 3, [-1, 2], [-1, 0]]],
    ['the corner of a slab', [['slab', 0, 0, 1, 3]], [4, -7], [0, 0, 5, [1, -3], [0.6, -0.8]]],
    ['what it is in', [['slab', 0, 0, 1, 3]], [0.5, 2], [0, 0, 0, [0.5, 2], [0, 0]]],
    ['the last of a row', ROW, [53, 4], [2, 0, 4, [50.6, 0.8], [0.6, 0.8]]],
    ['the first of a row', ROW, [-3, 4], [5, 0, 4, [-0.6, 0.8], [-0.6, 0.8]]],
    ['one within a row', ROW, [17, 4], [3, 0, 4, [19.4, 0.8], [-0.6, 0.8]]],
    ['the lower one of two as near', ROW, [25, 0], [0, 0, 4, [29, 0], [-1, 0]]],
    [
      'the nearer of two that are far apart',
      [
        ['ball', 0, 0, 1],
        ['ball', 100, 0, 1],
      ],
      [60, 0],
      [1, 0, 39, [99, 0], [-1, 0]],
    ],
    ['the first of twins', [['twins', 1000, 0, 50, 1]], [960, 0], [0, 0, 9, [951, 0], [1, 0]]],
    ['the second of twins', [['twins', 1000, 0, 50, 1]], [1010, 0], [0, 1, 39, [1049, 0], [-1, 0]]],
    ['the lower one of twins as near', [['twins', 8, 0, 5, 1]], [8, 0], [0, 0, 4, [4, 0], [1, 0]]],
    ['a half of a pair', [['pair', 0, 0, 2, 1]], [1.5, 4], [0, 1, 3, [1.5, 1], [0, 1]]],
    ['a half of a pair that it is in', [['pair', 0, 0, 2, 1]], [1.5, 0.5], [0, 1, 0, [1.5, 0.5], [0, 0]]],
    ['the inside of a trough', [['trough', 0, 0, 4]], [-1.5, 1], [0, -1, 0.5, [-2, 1], [1, 0]]],
  ])('the point nearest to a place is that of %s', (_, bodies, [x, y], [body, child, distance, at, normal]) => {
    const { world, eids } = createSlabs(dimension, bodies);
    const found = kit.closestPoint(world, { x, y, z } as never)!;
    expect([
      ...[eids.indexOf(found.entity), child < 0 ? child : found.child, found.distance],
      ...[
        [found.x, found.y],
        [found.normalX, found.normalY],
      ],
    ]).toEqual([body, child, near(distance), point(at), point(normal)]);
    // As far as that is near enough, and no nearer.
    const within = (maxDistance: number): boolean =>
      kit.closestPoint(world, { x, y, z } as never, { maxDistance }) !== undefined;
    expect([within(distance + 1e-6), distance === 0 || !within(distance - 1e-6)]).toEqual([true, true]);
  });

  it.each<readonly [string, a: Slab, b: Slab, Apart]>([
    ['balls', ['ball', 0, 0, 1], ['ball', 5, 0, 2], [2, [1, 0], [3, 0], [1, 0], 0, 0]],
    ['balls that overlap', ['ball', 0, 0, 2], ['ball', 3, 0, 2], [-1, [2, 0], [1, 0], [1, 0], 0, 0]],
    [
      'the corner of a slab, and a ball',
      ['slab', 0, 0, 1, 3],
      ['ball', 4, 7, 1],
      [4, [1, 3], [3.4, 6.2], [0.6, 0.8], 0, 0],
    ],
    [
      'a ball, and the second of twins',
      ['ball', 14, 0, 1],
      ['twins', 0, 0, 10, 1],
      [2, [13, 0], [11, 0], [-1, 0], 0, 1],
    ],
    ['twins end to end', ['twins', 0, 0, 10, 1], ['twins', 25, 0, 10, 1], [3, [11, 0], [14, 0], [1, 0], 1, 0]],
    [
      'twins with a small ball far between them',
      ['twins', 0, 0, 40, 1],
      ['ball', 10, 40, 0.5],
      [48.5, [39.4, 0.8], [10.3, 39.6], [-0.6, 0.8], 1, 0],
    ],
    ['a half of a pair, and a ball', ['pair', 0, 0, 2, 1], ['ball', -1, 4, 1], [2, [-1, 1], [-1, 3], [0, 1], 0, 0]],
    ['a ball between twins', ['ball', 1, 0, 2], ['twins', 0, 0, 3, 2], [-2, [3, 0], [1, 0], [1, 0], 0, 1]],
  ])('the points in which two are nearest are those of %s', (_, a, b, expected) => {
    const [separation, onA, onB, normal, childA, childB] = expected;
    const { world, eids } = createSlabs(dimension, [a, b]);
    const found = kit.closestPoints(world, eids[0], eids[1])!;
    const seen = [found.separation, found.distance, found.xA, found.yA, found.xB, found.yB];
    const depth = [near(separation), near(Math.max(0, separation))];
    expect(seen).toEqual([...depth, ...point(onA), ...point(onB)]);
    expect([found.normalX, found.normalY, found.childA, found.childB]).toEqual([...point(normal), childA, childB]);
    const back = kit.closestPoints(world, eids[1], eids[0])!;
    expect([back.separation, back.xA, back.yA, back.childA]).toEqual([near(separation), ...point(onB), childB]);
    expect([back.normalX, back.normalY]).toEqual(point([0 - normal[0], 0 - normal[1]]));
  });

  it.each([1e-170, 1e-3, 1e200])('a shape is cast as far as it is told by a way of length %d', (length) => {
    const { world, eids } = createSlabs(dimension, [['ball', 10, 0, 1]]);
    const cast = (y: number, maxFraction: number) =>
      kit.castShape(world, kit.round(1), { x: 0, y, z } as never, { x: length, y: 0, z: 0 } as never, { maxFraction });
    const hit = cast(0, 11 / length)!;
    expect([hit.entity, hit.fraction * length, hit.x, hit.normalX]).toEqual([eids[0], near(8), near(9), near(-1)]);
    expect([cast(0, 7.9 / length), cast(2.1, 11 / length)]).toEqual([undefined, undefined]);
  });
});

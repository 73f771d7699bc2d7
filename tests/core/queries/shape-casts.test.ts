import { describe, expect, it } from 'vitest';
import type { CastHit } from '../../../entry/2d.ts';
import { createSlabs, SLAB_KITS, type Slab } from '../../support/slabs.ts';

type Point = readonly [x: number, y: number];
type Hit = readonly [body: number, child: number, fraction: number, point: Point, normal: Point];

const near = (value: number): unknown => expect.closeTo(value, 9);

/** Three slabs side by side from x = −1 to 5, whose top is y = 1. */
const ROW: readonly Slab[] = [0, 2, 4].map((x) => ['slab', x, 0, 1]);

describe.each(SLAB_KITS)('a ball that is cast in $name', (dimension) => {
  const { kit, castShapeAll, z } = dimension;
  const ball = kit.round(1);
  const at = ([x, y]: Point, last = 0) => ({ x, y, z: last });
  const told = (eids: readonly number[], { entity, child, fraction, x, y, normalX, normalY }: CastHit) => [
    ...[eids.indexOf(entity), child, fraction, [x, y], [normalX, normalY]],
  ];
  const expected = ([body, child, fraction, point, normal]: Hit): unknown => [
    ...[body, child, near(fraction), point.map(near), normal.map(near)],
  ];

  function hitOf(bodies: readonly Slab[], from: Point, way: Point, options: object = {}, isSeamless = false) {
    const { world, eids } = createSlabs(dimension, bodies, isSeamless);
    const hit = kit.castShape(world, ball, at(from, z), at(way), options);
    const all: CastHit[] = [];
    castShapeAll(world, ball, at(from, z), at(way), all, options);
    // The first of all hits is the hit.
    expect(all[0]).toEqual(hit);
    return hit === undefined ? undefined : { first: told(eids, hit), all: all.map((one) => told(eids, one)[0]) };
  }

  it.each<readonly [string, readonly Slab[], from: Point, way: Point, Hit, all: readonly number[]]>([
    ['a ball', [['ball', 6, 0, 1]], [0, 0], [8, 0], [0, 0, 0.5, [5, 0], [-1, 0]], [0]],
    ['a slab', [['slab', 6, 0, 1, 5]], [0, 0], [8, 0], [0, 0, 0.5, [5, 0], [-1, 0]], [0]],
    ['the corner of a slab', [['slab', 6, -1.6, 1]], [0, 0], [8.4, 0], [0, 0, 0.5, [5, -0.6], [-0.8, 0.6]], [0]],
    [
      'the nearer of two, whichever was built first',
      [
        ['slab', 9, 0, 1],
        ['ball', 6, 0, 1],
      ],
      [0, 0],
      [8, 0],
      [1, 0, 0.5, [5, 0], [-1, 0]],
      [1, 0],
    ],
    ['a child of a pair', [['pair', 7, 0, 2]], [0, 0], [8, 0], [0, 0, 0.5, [5, 0], [-1, 0]], [0]],
    ['a pair from its other end', [['pair', -7, 0, 2]], [0, 0], [-8, 0], [0, 1, 0.5, [-5, 0], [1, 0]], [0]],
    [
      'a pair before a slab',
      [
        ['slab', 12, 0, 1],
        ['pair', 7, 0, 2],
      ],
      [0, 0],
      [16, 0],
      [1, 0, 0.25, [5, 0], [-1, 0]],
      [1, 0],
    ],
  ])('meets %s', (_, bodies, from, way, hit, all) => {
    expect(hitOf(bodies, from, way)).toEqual({ first: expected(hit), all });
    expect(hitOf(bodies, from, [-way[0], -way[1]])).toBeUndefined();
    const short = hit[2] - 1e-6;
    expect(hitOf(bodies, from, way, { maxFraction: short })).toBeUndefined();
  });

  it('meets what it is in at once, or goes on, as it is told', () => {
    const bodies: Slab[] = [
      ['slab', 1.5, 0, 1],
      ['slab', 8, 0, 1],
    ];
    const inside: Hit = [0, 0, 0, [0.5, 0], [-1, 0]];
    const start = hitOf(bodies, [0, 0], [10, 0]);
    expect(start).toEqual({ first: expected(inside), all: [0, 1] });
    const beyond = { first: expected([1, 0, 0.6, [7, 0], [-1, 0]]), all: [1] };
    expect(hitOf(bodies, [0, 0], [10, 0], { initialOverlap: 'ignore' })).toEqual(beyond);
    expect(hitOf(bodies, [0, 0], [10, 0], { initialOverlap: 'ignore-separating' })).toEqual(start);
    expect(hitOf(bodies, [0, 0], [-10, 0], { initialOverlap: 'ignore-separating' })).toBeUndefined();
  });

  it.each([false, true])('meets the top of a row that is seamless: %s', (isSeamless) => {
    // It comes aslant and touches the middle slab at (1.5, 1).
    const hit = hitOf(ROW, [0, 3.5], [3, -3], {}, isSeamless);
    expect(hit?.first).toEqual(expected([1, 0, 0.5, [1.5, 1], [0, 1]]));
    const seam = hitOf(ROW, [1, 5], [0, -6], {}, isSeamless);
    expect(seam?.first).toEqual(expected([0, 0, 0.5, [1, 1], [0, 1]]));
  });

  it('lies on a seamless row, and in it, and is stopped by no seam', () => {
    for (const depth of [1e-9, 0.1]) {
      const options = { initialOverlap: 'ignore-separating' };
      expect(hitOf(ROW, [0, 2 - depth], [4, 0], options, true)).toBeUndefined();
      expect(hitOf(ROW, [0, 2 - depth], [4, 1], options, true)).toBeUndefined();
      const deeper = hitOf(ROW, [0.9, 1.9], [1, -1], options, true);
      expect(deeper?.first[2]).toBe(0);
      expect(deeper?.first[4]).toEqual([near(0), near(1)]);
    }
  });

  it('is stopped by the ends of a seamless row', () => {
    expect(hitOf(ROW, [-6, 0.5], [8, 0], {}, true)?.first).toEqual(expected([0, 0, 0.5, [-1, 0.5], [-1, 0]]));
    expect(hitOf(ROW, [10, 0.5], [-8, 0], {}, true)?.first).toEqual(expected([2, 0, 0.5, [5, 0.5], [1, 0]]));
    expect(hitOf(ROW, [-1.6, 4.8], [0, -6], {}, true)?.first).toEqual(expected([0, 0, 0.5, [-1, 1], [-0.6, 0.8]]));
  });
});

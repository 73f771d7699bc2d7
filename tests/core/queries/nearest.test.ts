import { describe, expect, it } from 'vitest';
import { circle, collisionSystem, compound } from '../../../entry/2d.ts';
import { planeClosest } from '../../../src/2d/queries/closest-point.ts';
import { NearestSearch } from '../../../src/core/queries/nearest.ts';
import type { SlotFilter } from '../../../src/core/queries/query-scope.ts';
import { plane } from '../../../systems/2d/dimension.ts';
import { scopeOf } from '../../../systems/core/queries/query-scope.ts';
import { createGame } from '../../support/game-2d.ts';

const ALL: SlotFilter = {
  ...{ categoryBits: 0xffffffff, maskBits: 0xffffffff, hiddenFlags: 0, ignore: NaN, sorted: true, isPicky: false },
  accepts: () => true,
};

interface Question {
  readonly wanted: number;
  readonly byCentre?: boolean;
  readonly within?: number;
}

/**
 * Finds what is near the origin among circles at the given x, of the given radii; answers in their order and distance.
 */
function findAmong(circles: readonly (readonly [x: number, radius: number])[], { wanted, byCentre, within }: Question) {
  const { world, spawn } = createGame();
  const eids = circles.map(([x, radius]) => spawn(x, 0, circle(radius)));
  collisionSystem(world);
  const scope = scopeOf(world, plane);
  const search = new NearestSearch(planeClosest);
  // A search that is used again remembers nothing.
  search.find(scope, 3, true, Infinity, ALL);
  search.find(scope, wanted, byCentre ?? false, within ?? Infinity, ALL);
  return Array.from({ length: search.count }, (_, i) => {
    const record = search.records[i];
    const normal = search.normals[2 * record];
    return [eids.indexOf(scope.set.slots.entity[search.slots[record]]), search.distances[i], normal];
  });
}

describe('the nearest colliders', () => {
  const ROW = [
    [5, 1],
    [-3, 1],
    [9, 1],
    [-12, 5],
    [2, 0.5],
  ] as const;

  it('come nearest first, by their surfaces', () => {
    const all = [
      [4, 1.5, -1],
      [1, 2, 1],
      [0, 4, -1],
      [3, 7, 1],
      [2, 8, -1],
    ];
    for (let wanted = 0; wanted <= 6; wanted++) expect(findAmong(ROW, { wanted })).toEqual(all.slice(0, wanted));
  });

  it('come by their middles where that is asked', () => {
    const all = [
      [4, 2, -1],
      [1, 3, 1],
      [0, 5, -1],
      [2, 9, -1],
      [3, 12, 1],
    ];
    for (let wanted = 1; wanted <= 5; wanted++) {
      expect(findAmong(ROW, { wanted, byCentre: true })).toEqual(all.slice(0, wanted));
    }
    expect(findAmong([[0, 1]], { wanted: 1, byCentre: true })).toEqual([[0, 0, 0]]);
  });

  it('are no farther than a limit, which counts', () => {
    expect(findAmong(ROW, { wanted: 9, within: 4 }).map(([i]) => i)).toEqual([4, 1, 0]);
    expect(findAmong(ROW, { wanted: 9, within: 3.99 }).map(([i]) => i)).toEqual([4, 1]);
    expect(findAmong(ROW, { wanted: 9, byCentre: true, within: 9 }).map(([i]) => i)).toEqual([4, 1, 0, 2]);
    expect(findAmong(ROW, { wanted: 2, within: 1 })).toEqual([]);
  });

  it('are those of the lowest entities where several are as near', () => {
    const same = Array.from({ length: 40 }, (_, i) => [i % 2 === 0 ? 4 : -4, 1] as const);
    for (const byCentre of [false, true]) {
      for (const wanted of [1, 7, 20, 39]) {
        const found = findAmong(same, { wanted, byCentre }).map(([i]) => i);
        expect(found).toEqual(Array.from({ length: wanted }, (_, i) => i));
      }
    }
  });

  it('are found in any order of places, however many are wanted', () => {
    const shuffled = Array.from({ length: 60 }, (_, i) => [((i * 37) % 60) + 2, 0.5] as const);
    const order = shuffled.map(([x], i) => [x, i]).sort((a, b) => a[0] - b[0]);
    for (const wanted of [1, 2, 15, 16, 17, 33, 60]) {
      expect(findAmong(shuffled, { wanted }).map(([i, distance]) => [i, distance])).toEqual(
        order.slice(0, wanted).map(([x, i]) => [i, x - 0.5]),
      );
    }
  });

  it('are as near as the nearest of their pieces, which is named', () => {
    const { world, spawn } = createGame();
    spawn(10, 0, circle(1));
    const pair = compound([
      { ...circle(1), offsetX: 20 },
      { ...circle(1), offsetX: 5 },
    ]);
    spawn(0, 0, pair);
    spawn(0, 12, circle(1));
    collisionSystem(world);
    const search = new NearestSearch(planeClosest);
    search.find(scopeOf(world, plane), 2, false, Infinity, ALL);
    const found = Array.from(search.records.subarray(0, search.count), (record) => [
      ...[search.slots[record], search.children[record], search.normals[2 * record], search.normals[2 * record + 1]],
    ]);
    expect(found).toEqual([
      [1, 1, -1, 0],
      [0, 0, -1, 0],
    ]);
    expect(Array.from(search.distances.subarray(0, 2))).toEqual([4, 9]);
  });
});

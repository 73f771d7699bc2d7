import { addComponent, removeEntity, set } from 'bitecs';
import { describe, expect, it } from 'vitest';
import { circle, collisionSystem, type ShapeSpec } from '../../../entry/2d.ts';
import { FLAG_SENSOR } from '../../../src/core/collider-slots.ts';
import { createIndexList } from '../../../src/core/index-list.ts';
import { findInAabb, writeInAabb } from '../../../src/core/queries/find-in-aabb.ts';
import {
  createQueryHit,
  isShape,
  isVisible,
  precedes,
  type QueryHit,
  type SlotFilter,
} from '../../../src/core/queries/query-scope.ts';
import { plane } from '../../../systems/2d/dimension.ts';
import { scopeOf } from '../../../systems/core/queries/query-scope.ts';
import { createGame } from '../../support/game-2d.ts';

const ALL: SlotFilter = {
  ...{ categoryBits: 0xffffffff, maskBits: 0xffffffff, hiddenFlags: 0, ignore: NaN, sorted: true, isPicky: false },
  accepts: () => true,
};

/** Circles of radius 0.5 at x = 0, 10, 20, … */
function createRow(count: number, margin = 0) {
  const game = createGame({ margin });
  const eids = Array.from({ length: count }, (_, i) => game.spawn(10 * i, 0, circle(0.5)));
  collisionSystem(game.world);
  const scope = scopeOf(game.world, plane);
  const find = (box: readonly number[], filter: Partial<SlotFilter> = {}): number[] => {
    const out = createIndexList();
    findInAabb(scopeOf(game.world, plane), new Float64Array(box), { ...ALL, ...filter }, out);
    return Array.from(out.items.subarray(0, out.count), (slot) => scope.set.slots.entity[slot]);
  };
  const write = (box: readonly number[], filter: Partial<SlotFilter> = {}): number[] => {
    const out: number[] = [];
    const all = { ...ALL, ...filter };
    const written = writeInAabb(scopeOf(game.world, plane), new Float64Array(box), all, createIndexList(), out);
    return out.slice(0, written);
  };
  return { ...game, eids, scope, find, write };
}

/** All of the row. */
const EVERYWHERE = [-1, -1, 1000, 1];

describe('a kind', () => {
  it('is that of a shape if it is inline, or that of the registered shape', () => {
    expect([isShape(0, 0, 3), isShape(1, 9, 3), isShape(3, 0, 3)]).toEqual([false, true, true]);
    expect([isShape(4, 4, 3), isShape(4, 5, 3), isShape(4, 0, 3)]).toEqual([true, false, false]);
  });
});

describe('of two hits, the first', () => {
  const { scope } = createRow(3);
  const hit = (fraction: number, slot: number, child = 0): QueryHit => ({ ...createQueryHit(), fraction, slot, child });
  const isFirst = (a: QueryHit, b: QueryHit): boolean => precedes(scope.set, a, b);

  it('is the nearer one, whatever else they are', () => {
    expect([isFirst(hit(0.2, 2), hit(0.3, 0)), isFirst(hit(0.3, 0), hit(0.2, 2))]).toEqual([true, false]);
  });

  it('is, of two as near, any before none, then that of the lower entity, then of the lower child', () => {
    expect(isFirst(hit(0.5, 2), hit(0.5, -1))).toBe(true);
    expect([isFirst(hit(0.5, 0), hit(0.5, 1)), isFirst(hit(0.5, 1), hit(0.5, 0))]).toEqual([true, false]);
    expect([isFirst(hit(0.5, 1, 2), hit(0.5, 1, 3)), isFirst(hit(0.5, 1, 3), hit(0.5, 1, 2))]).toEqual([true, false]);
    expect([isFirst(hit(0.5, 1, 2), hit(0.5, 1, 2)), isFirst(hit(0.5, 0, 3), hit(0.5, 1, 2))]).toEqual([false, true]);
    expect(isFirst(hit(0.5, 1, 2), hit(0.5, 0, 3))).toBe(false);
  });
});

describe('a filter', () => {
  /** Which of three circles are seen: of category 1, 2 and 4, which see 1, 2 and all, the last a sensor. */
  function seen(filter: Partial<SlotFilter>): string {
    const { world, collision, eids, scope, find } = createRow(3);
    const bits: Partial<Record<string, number>>[] = [
      { categoryBits: 1, maskBits: 1 },
      { categoryBits: 2, maskBits: 2 },
      { categoryBits: 4 },
    ];
    eids.forEach((eid, i) => {
      addComponent(world, eid, set(collision.Collider, { ...(circle(0.5) as ShapeSpec), ...bits[i] }));
    });
    addComponent(world, eids[2], collision.Sensor);
    collisionSystem(world);
    const found = find(EVERYWHERE, filter).map((eid) => eids.indexOf(eid));
    const visible = eids.flatMap((eid, i) =>
      isVisible(scope.set, scope.set.slots.slotOfIndex[eid], { ...ALL, ...filter }) ? [i] : [],
    );
    expect(visible).toEqual(found);
    return found.join();
  }

  it('sees by its mask, and is seen by its category', () => {
    expect([seen({}), seen({ maskBits: 3 }), seen({ maskBits: 4 }), seen({ maskBits: 0 })]).toEqual([
      ...['0,1,2', '0,1', '2', ''],
    ]);
    expect([seen({ categoryBits: 1 }), seen({ categoryBits: 2 }), seen({ categoryBits: 0 })]).toEqual([
      ...['0,2', '1,2', ''],
    ]);
  });

  it('leaves out flags, one entity, and what the game refuses', () => {
    expect(seen({ hiddenFlags: FLAG_SENSOR })).toBe('0,1');
    const { eids, find } = createRow(3);
    expect(find(EVERYWHERE, { ignore: eids[1] })).toEqual([eids[0], eids[2]]);
    expect(seen({ isPicky: true, accepts: (slot) => slot !== 0 })).toBe('1,2');
    // It is asked only where there is something to ask.
    expect(seen({ isPicky: false, accepts: () => false })).toBe('0,1,2');
  });
});

describe.each(['find', 'write'] as const)('a search by bounds (%s)', (name) => {
  it('finds what a box touches, by entity', () => {
    const { eids, [name]: found } = createRow(30);
    expect(found([9.6, 0, 20, 1])).toEqual([eids[1], eids[2]]);
    expect(found([10.5, 0, 19.5, 1])).toEqual([eids[1], eids[2]]);
    expect([found([10.6, 0, 19.4, 1]), found([0, 0.6, 300, 1])]).toEqual([[], []]);
    expect(found(EVERYWHERE)).toEqual(eids);
    expect(found(EVERYWHERE, { sorted: false }).sort((a, b) => a - b)).toEqual(eids);
  });

  it('does not find what only a margin brings into the box', () => {
    const { eids, [name]: found } = createRow(3, 2);
    expect([found([10.6, 0, 19.4, 1]), found([10.5, 0, 19.4, 1]), found([0, 0.6, 300, 1])]).toEqual([
      [],
      [eids[1]],
      [],
    ]);
    expect([found([11, -3, 12, -0.6]), found([8, 0, 9.4, 1]), found([8, 0, 9.5, 1])]).toEqual([[], [], [eids[1]]]);
  });

  it('leaves out what has gone since, or has no shape any more', () => {
    const { world, collision, eids, [name]: found } = createRow(4);
    removeEntity(world, eids[1]);
    collision.Collider.kind[eids[2]] = 0;
    for (const sorted of [true, false]) {
      expect(found(EVERYWHERE, { sorted }).sort((a, b) => a - b)).toEqual([eids[0], eids[3]]);
    }
  });

  it('asks the bits of masks, categories and flags, sorted or not', () => {
    const { world, collision, eids, [name]: found } = createRow(3);
    collision.Collider.maskBits[eids[0]] = 2;
    collision.Collider.categoryBits[eids[1]] = 8;
    addComponent(world, eids[2], collision.Sensor);
    for (const sorted of [true, false]) {
      const asked = (filter: Partial<SlotFilter>): number[] => found(EVERYWHERE, { ...filter, sorted }).sort();
      expect(asked({ categoryBits: 1 })).toEqual([eids[1], eids[2]]);
      expect(asked({ maskBits: ~8 })).toEqual([eids[0], eids[2]]);
      expect(asked({ hiddenFlags: FLAG_SENSOR })).toEqual([eids[0], eids[1]]);
    }
  });
});

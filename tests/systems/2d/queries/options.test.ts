import { addComponent, addEntity, removeEntity, set } from 'bitecs';
import { describe, expect, it } from 'vitest';
import {
  box,
  castRay,
  castRayAny,
  circle,
  closestPoint,
  collisionSystem,
  overlapShape,
  queryAabb,
  queryPoint,
} from '../../../../entry/2d.ts';
import { circleRow, entitiesAlongX } from '../../../support/circle-row-2d.ts';
import { createGame } from '../../../support/game-2d.ts';
import { createRng } from '../../../support/rng.ts';

const Coin = {};

describe('options of queries', () => {
  it('sensors are seen only when asked for', () => {
    const { world, collision, eids } = circleRow(3);
    addComponent(world, eids[1], collision.Sensor);
    expect(entitiesAlongX(world)).toEqual([eids[0], eids[2]]);
    expect(entitiesAlongX(world, { sensors: true })).toEqual(eids);
    expect([queryPoint(world, { x: 20, y: 0 }, []), queryPoint(world, { x: 20, y: 0 }, [], { sensors: true })]).toEqual(
      [0, 1],
    );
    expect(closestPoint(world, { x: 20, y: 0 })?.entity).toBe(eids[0]);
    expect(closestPoint(world, { x: 20, y: 0 }, { sensors: true })?.entity).toBe(eids[1]);
  });

  it('masks work in both directions, and groups play no part', () => {
    const { world, collision, eids } = circleRow(4);
    const { Collider } = collision;
    Collider.categoryBits.set([1, 2, 4, 0x80000000], eids[0]);
    Collider.maskBits.set([0xffffffff, 1, 2, 0x80000000], eids[0]);
    Collider.groupIndex.fill(-1, eids[0], eids[3] + 1);
    collisionSystem(world);
    expect(entitiesAlongX(world)).toEqual(eids);
    expect(entitiesAlongX(world, { maskBits: 6 })).toEqual([eids[1], eids[2]]);
    expect(entitiesAlongX(world, { maskBits: 0x80000000 })).toEqual([eids[3]]);
    expect(entitiesAlongX(world, { maskBits: 0 })).toEqual([]);
    expect(entitiesAlongX(world, { categoryBits: 1 })).toEqual([eids[0], eids[1]]);
    expect(entitiesAlongX(world, { categoryBits: 0x80000000 })).toEqual([eids[0], eids[3]]);
    expect(entitiesAlongX(world, { categoryBits: 2, maskBits: 4 })).toEqual([eids[2]]);
  });

  it('ignore, with and predicate each leave entities out, and together', () => {
    const { world, eids } = circleRow(4);
    addComponent(world, eids[1], Coin);
    addComponent(world, eids[3], Coin);
    expect(entitiesAlongX(world, { ignore: eids[0] })).toEqual(eids.slice(1));
    expect(entitiesAlongX(world, { with: [Coin] })).toEqual([eids[1], eids[3]]);
    expect(entitiesAlongX(world, { with: [Coin], ignore: eids[1] })).toEqual([eids[3]]);
    expect(entitiesAlongX(world, { with: [] })).toEqual(eids);
    const asked: number[] = [];
    const predicate = (entity: number): boolean => {
      asked.push(entity);
      return entity !== eids[1];
    };
    expect(entitiesAlongX(world, { with: [Coin], predicate })).toEqual([eids[3]]);
    expect(asked.sort()).toEqual([eids[1], eids[3]]);
    expect(castRayAny(world, { x: 0, y: 0 }, { x: 1, y: 0 }, { predicate: () => false })).toBe(false);
    expect(castRay(world, { x: 0, y: 0 }, { x: 1, y: 0 }, { predicate: (e) => e === eids[2] })?.fraction).toBe(29);
    expect(closestPoint(world, { x: 0, y: 0 }, { predicate: (e) => e === eids[2] })?.distance).toBe(29);
    const out: number[] = [];
    queryAabb(world, { x: 0, y: -1 }, { x: 25, y: 1 }, out, { predicate: (e) => e !== eids[0] });
    expect(out).toEqual([eids[1]]);
    overlapShape(world, box(25, 1), { x: 0, y: 0 }, out, { ignore: eids[1] });
    expect(out).toEqual([eids[0]]);
  });
});

describe('sorted: false', () => {
  it('finds the same entities in another order; sorted ones come by ascending entity index', () => {
    const rng = createRng(41);
    const { world, collision } = createGame();
    for (let i = 0; i < 2000; i++) {
      const eid = addEntity(world);
      addComponent(world, eid, set(collision.Transform, { x: rng.range(0, 100), y: rng.range(0, 100) }));
      addComponent(world, eid, set(collision.Collider, circle(rng.range(0.1, 1))));
      if (i % 3 === 0) addComponent(world, eid, collision.Static);
      if (i % 5 === 0) removeEntity(world, rng.integer(1, eid));
    }
    collisionSystem(world);
    let others = 0;
    let most = 0;
    for (let i = 0; i < 60; i++) {
      const [x, y, size] = [rng.range(0, 100), rng.range(0, 100), i];
      const sorted: number[] = [];
      const found: number[] = [];
      const options = { sorted: false, sensors: i % 2 === 0 };
      queryAabb(world, { x: x - size, y: y - size }, { x: x + size, y: y + size }, sorted);
      expect(queryAabb(world, { x: x - size, y: y - size }, { x: x + size, y: y + size }, found, options)).toBe(
        sorted.length,
      );
      expect(sorted).toEqual([...sorted].sort((a, b) => a - b));
      if (found.some((eid, at) => eid !== sorted[at])) others++;
      most = Math.max(most, found.length);
      expect(found.sort((a, b) => a - b)).toEqual(sorted);
    }
    expect(others).toBeGreaterThan(40);
    expect(most).toBeGreaterThan(1000);
    // @ts-expect-error: casts give one order, the nearest first.
    expect(() => castRay(world, { x: 0, y: 0 }, { x: 1, y: 0 }, { sorted: false })).toThrow(
      'each key of query options',
    );
    // @ts-expect-error: a number is no answer.
    expect(() => queryPoint(world, { x: 0, y: 0 }, [], { sorted: 1 })).toThrow('sorted must be a boolean');
  });
});

import { describe, expect, it } from 'vitest';
import {
  box,
  type CastHit,
  type ClosestHit,
  castRay,
  castRayAll,
  castRayAny,
  castRays,
  castShape,
  castShapeAll,
  chain,
  circle,
  closestEntities,
  closestPoint,
  collideShape,
  collisionSystem,
  compound,
  createRayHits,
  createSnapshot,
  overlapSector,
  overlapShape,
  queryAabb,
  queryPoint,
  refreshCollider,
  refreshCollision,
  restoreCollision,
  type ShapeContact,
  saveCollision,
} from '../../../../entry/2d.ts';
import { circleRow, entitiesAlongX } from '../../../support/circle-row-2d.ts';
import { createGame, refusal } from '../../../support/game-2d.ts';

describe('a predicate of a query', () => {
  it('a predicate may run every kind of query, three deep, on chains and compounds too, and change nothing', () => {
    const { world, spawn } = circleRow(6);
    spawn(25, 0, chain([-30, -2, 0, -1.5, 30, -2]));
    spawn(35, 4, compound([{ ...box(1, 1), offsetX: -2 }, circle(1), { ...circle(0.5), offsetX: 3 }]));
    const ask = (options: object, from = 0): unknown[] => {
      const hits: CastHit[] = [];
      const shapeHits: CastHit[] = [];
      const contacts: ShapeContact[] = [];
      const nearest: ClosestHit[] = [];
      const rays = createRayHits(2);
      const lists: number[][] = [[], [], [], []];
      castRayAll(world, { x: from, y: 0.5 }, { x: 1, y: 0.02 }, hits, options);
      castShapeAll(world, box(0.5, 3), { x: from, y: 0, rotation: 0.3 }, { x: 60, y: 0 }, shapeHits, options);
      queryPoint(world, { x: from + 33, y: 4 }, lists[0], options);
      queryAabb(world, { x: from + 5, y: -3 }, { x: from + 36, y: 4 }, lists[1], options);
      overlapShape(world, circle(7), { x: from + 34, y: 1 }, lists[2], options);
      overlapSector(world, { x: from, y: 0, radius: 45, halfAngle: 1 }, lists[3], { ...options, lineOfSight: true });
      collideShape(world, box(9, 2), { x: from + 32, y: 1 }, contacts, options);
      closestEntities(world, { x: from + 33, y: 2 }, 3, nearest, options);
      castRays(world, [from, 0.5, 1, 0.02, from, 9, 1, -0.2], rays, options);
      return [
        contacts,
        nearest,
        rays,

        castRay(world, { x: from, y: 0 }, { x: 1, y: -0.03 }, options),
        castRayAny(world, { x: from, y: -9 }, { x: 1, y: 0 }, options),
        castShape(world, circle(1), { x: from, y: 4 }, { x: 100, y: 0 }, options),
        closestPoint(world, { x: from + 33, y: 2 }, options),
        hits,
        shapeHits,
        lists,
      ];
    };
    const plain = ask({});
    let asked = 0;
    const inner = (): boolean => {
      asked++;
      return true;
    };
    const middle = (): boolean => {
      ask({ predicate: inner }, 12);
      return true;
    };
    expect(ask({ predicate: middle })).toEqual(plain);
    expect(asked).toBeGreaterThan(500);
  });

  it('a predicate may add colliders and ask again: the query goes on, and later ones see them', () => {
    const { world, spawn, eids } = circleRow(60);
    const hits: CastHit[] = [];
    const found: number[] = [];
    let added = 0;
    const predicate = (): boolean => {
      for (let i = 0; i < 40 && added < 200; i++) spawn(500, -5 - added++);
      expect(queryAabb(world, { x: 499, y: -300 }, { x: 501, y: -5 }, found)).toBe(0);
      return true;
    };
    expect(castRayAll(world, { x: 0, y: 0 }, { x: 1, y: 0 }, hits, { predicate })).toBe(60);
    expect(hits.map((hit) => hit.entity)).toEqual(eids);
    expect(queryAabb(world, { x: 499, y: -300 }, { x: 501, y: -5 }, [])).toBe(200);
    collisionSystem(world);
    expect(queryAabb(world, { x: 499, y: -300 }, { x: 501, y: -5 }, [])).toBe(200);
  });

  it('a predicate can run no tick, no refresh and no restore', () => {
    const { world, eids } = circleRow(1);
    const other = createGame();
    const snapshot = createSnapshot(world);
    collisionSystem(world);
    saveCollision(world, snapshot);
    const attempts = [
      () => collisionSystem(world),
      () => refreshCollision(world),
      () => refreshCollider(world, eids[0]),
      () => restoreCollision(world, snapshot),
    ];
    for (const attempt of attempts) {
      expect(
        refusal(() => castRay(world, { x: 0, y: 0 }, { x: 1, y: 0 }, { predicate: () => attempt() !== null })),
      ).toMatch(/^invalid-state: .* inside a .*predicate/);
      // The query that was broken off is over, and another world is nobody's concern.
      attempt();
      expect(
        castRay(world, { x: 0, y: 0 }, { x: 1, y: 0 }, { predicate: () => collisionSystem(other.world) !== null })
          ?.fraction,
      ).toBe(9);
    }
  });

  it('a predicate that throws stops the query, and the next one is whole', () => {
    const { world, eids } = circleRow(3);
    const fail = (): never => {
      throw new RangeError('no');
    };
    for (let i = 0; i < 3; i++) {
      expect(() => castRay(world, { x: 0, y: 0 }, { x: 1, y: 0 }, { predicate: fail })).toThrow('no');
      expect(() => castRayAll(world, { x: 0, y: 0 }, { x: 1, y: 0 }, [], { predicate: fail })).toThrow('no');
      expect(() => closestPoint(world, { x: 0, y: 0 }, { predicate: fail })).toThrow('no');
      expect(() => queryPoint(world, { x: 10, y: 0 }, [], { predicate: fail })).toThrow('no');
      expect(() => queryAabb(world, { x: 0, y: 0 }, { x: 99, y: 1 }, [], { predicate: fail })).toThrow('no');
      expect(entitiesAlongX(world)).toEqual(eids);
      expect(castRay(world, { x: 0, y: 0 }, { x: 1, y: 0 })?.entity).toBe(eids[0]);
    }
  });
});

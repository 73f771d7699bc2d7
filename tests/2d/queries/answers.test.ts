import { addComponent, addEntity, set } from 'bitecs';
import { describe, expect, it } from 'vitest';
import {
  box,
  boxHierarchy,
  type CastHit,
  castRay,
  castRayAll,
  castShape,
  chain,
  circle,
  closestPoint,
  collisionSystem,
  compound,
  overlapShape,
  polygon,
  queryAabb,
  queryPoint,
  sphereHierarchy,
  tiles,
} from '../../../entry/2d.ts';
import { circleRow } from '../../support/circle-row-2d.ts';
import { createGame } from '../../support/game-2d.ts';

describe('answers of queries', () => {
  it('maxFraction and maxDistance include their end, and touching counts', () => {
    const { world, eids } = circleRow(1);
    expect(castRay(world, { x: 0, y: 0 }, { x: 1, y: 0 }, { maxFraction: 9 })?.entity).toBe(eids[0]);
    expect(castRay(world, { x: 0, y: 0 }, { x: 1, y: 0 }, { maxFraction: 8.999999999 })).toBe(undefined);
    expect(castRay(world, { x: 0, y: 0 }, { x: 1, y: 0 }, { maxFraction: 0 })).toBe(undefined);
    expect(castShape(world, circle(1), { x: 0, y: 0 }, { x: 8, y: 0 })?.fraction).toBeCloseTo(1, 12);
    expect(castShape(world, circle(1), { x: 0, y: 0 }, { x: 7.99999, y: 0 })).toBe(undefined);
    expect(
      castShape(world, circle(1), { x: 0, y: 0 }, { x: 1, y: 0 }, { maxFraction: Infinity })?.fraction,
    ).toBeCloseTo(8, 12);
    expect(closestPoint(world, { x: 0, y: 0 }, { maxDistance: 9 })?.distance).toBe(9);
    expect(closestPoint(world, { x: 0, y: 0 }, { maxDistance: 8.999999999 })).toBe(undefined);
    expect(queryPoint(world, { x: 9, y: 0 }, [])).toBe(1);
    expect(queryAabb(world, { x: 0, y: 0 }, { x: 9, y: 0 }, [])).toBe(1);
    expect(queryAabb(world, { x: 0, y: 0 }, { x: 8.999999, y: 0 }, [])).toBe(0);
    expect(overlapShape(world, circle(1), { x: 8, y: 0 }, [])).toBe(1);
    expect(overlapShape(world, circle(1), { x: 7.99999, y: 0 }, [])).toBe(0);
  });

  it('a ray that starts inside or on the surface hits at fraction 0, without a normal, whichever way it goes', () => {
    const { world, spawn } = createGame();
    const eids = [spawn(0, 0, box(2, 1)), spawn(0, 0, polygon([-3, -3, 3, -3, 0, 3]))];
    for (const [x, y, dx, dy] of [
      [0, 0, 1, 0],
      [2, 0.5, 1, 0],
      [0, 0, 0, -1],
    ] as const) {
      const hits: CastHit[] = [];
      castRayAll(world, { x, y }, { x: dx, y: dy }, hits);
      expect(hits[0]).toEqual({ entity: eids[0], child: 0, fraction: 0, x, y, normalX: 0, normalY: 0 });
    }
    const touched = { fraction: 0, x: 2, y: 0, normalX: 1, normalY: 0 };
    expect(castShape(world, circle(0.5), { x: 2.5, y: 0 }, { x: 5, y: 0 })).toMatchObject(touched);
    expect(closestPoint(world, { x: 1.5, y: 0.5 })).toMatchObject({
      entity: eids[0],
      distance: 0,
      x: 1.5,
      y: 0.5,
      normalX: 0,
    });
  });

  it('a ray that leads nowhere is refused; a cast shape that does not move is an overlap', () => {
    const { world, eids } = circleRow(1);
    expect(() => castRay(world, { x: 10, y: 0.5 }, { x: 0, y: 0 })).toThrow(/direction must be of a length above 0/);
    expect(castShape(world, box(3, 3), { x: 7, y: 0 }, { x: 0, y: 0 })).toMatchObject({ entity: eids[0], fraction: 0 });
    expect(castShape(world, box(3, 3), { x: 5, y: 0 }, { x: 0, y: 0 })).toBe(undefined);
    expect(castShape(world, box(3, 3), { x: 5, y: 0 }, { x: 0, y: 0 }, { maxFraction: Infinity })).toBe(undefined);
  });

  it.each([
    ['a box', box(1, 2)],
    ['a polygon', polygon([-1, -2, 1, -2, 1, 2, -1, 2])],
    ['a compound', compound([{ ...circle(1), offsetX: 9 }, box(1, 2)])],
    ['a chain', chain([-1, 2, -1, -2])],
    ['tiles', tiles({ columns: 2, rows: 4, size: 1, cells: [1, 0, 1, 1, 1, 0, 1, 0] })],
  ])('a shape meets %s whether the translation is long or short beyond having a square', (name, target) => {
    const { world, spawn } = createGame();
    spawn(name === 'tiles' ? 9 : 10, name === 'tiles' ? -2 : 0, target);
    for (const shape of [circle(0.5), box(0.5, 0.5)]) {
      for (const length of [1e-200, 1e-160, 1, 1e160, 1e300]) {
        const options = { maxFraction: Infinity };
        const way = { x: length, y: -0.01 * length };
        const hit = castShape(world, shape, { x: 0, y: 0 }, way, options);
        expect(hit).toMatchObject({ x: 9, normalX: -1 });
        expect(hit!.fraction * length).toBeCloseTo(8.5, 9);
        // Into it from its surface, and out of it.
        const starts = { initialOverlap: 'ignore-separating' } as const;
        if (length >= 1) expect(castShape(world, shape, { x: 8.5, y: 0.1 }, { x: length, y: 0 }, starts)).toBeDefined();
        expect(castShape(world, shape, { x: 8.5, y: 0.1 }, { x: -length, y: 0 }, starts)).toBeUndefined();
      }
    }
  });

  it('a ray along an edge of a box or a segment of a chain hits it', () => {
    const { world, spawn } = createGame();
    const crate = spawn(0, 0, box(1, 1));
    const ground = spawn(10, 0, chain([-2, 1, 0, 1, 5, 1]));
    const hits: CastHit[] = [];
    castRayAll(world, { x: -5, y: 1 }, { x: 1, y: 0 }, hits);
    expect(hits.map((h) => [h.entity, h.child, h.fraction, h.normalX])).toEqual([
      [crate, 0, 4, -1],
      [ground, 0, 13, -1],
    ]);
    castRayAll(world, { x: 50, y: 1 }, { x: -1, y: 0 }, hits);
    expect(hits.map((h) => [h.entity, h.child, h.fraction])).toEqual([
      [ground, 1, 35],
      [crate, 0, 49],
    ]);
    expect(castRay(world, { x: -5, y: 1.0000001 }, { x: 1, y: 0 })).toBe(undefined);
  });

  it('ties go to the lower entity index, then the lower child, in whatever order they were added', () => {
    for (const order of [
      [0, 1, 2, 3],
      [3, 2, 1, 0],
      [2, 0, 3, 1],
    ]) {
      for (const hierarchy of [boxHierarchy, sphereHierarchy]) {
        const { world, collision } = createGame({ hierarchy });
        const eids = order.map(() => addEntity(world));
        for (const i of order) {
          if (i === 1) addComponent(world, eids[i], collision.Static);
          addComponent(world, eids[i], set(collision.Transform, { x: i === 3 ? -10 : 10 }));
          addComponent(world, eids[i], set(collision.Collider, i === 2 ? box(1, 1) : circle(1)));
        }
        for (let k = 0; k < 2; k++) {
          expect(castRay(world, { x: 0, y: 0 }, { x: 1, y: 0 })?.entity).toBe(eids[0]);
          expect(castRay(world, { x: 0, y: 0 }, { x: 1, y: 0 }, { ignore: eids[0] })?.entity).toBe(eids[1]);
          expect(castShape(world, circle(1), { x: 0, y: 0 }, { x: 20, y: 0 })?.entity).toBe(eids[0]);
          expect(closestPoint(world, { x: 0, y: 0 })?.entity).toBe(eids[0]);
          expect(closestPoint(world, { x: 0, y: 0 }, { predicate: (e) => e >= eids[2] })?.entity).toBe(eids[2]);
          const hits: CastHit[] = [];
          castRayAll(world, { x: 0, y: 0 }, { x: 1, y: 0 }, hits);
          expect(hits.map((hit) => hit.entity)).toEqual(eids.slice(0, 3));
          collisionSystem(world);
        }
      }
    }
    const { world, spawn } = createGame();
    spawn(0, 0, compound([{ ...circle(1), offsetX: 9 }, circle(1), circle(1)]));
    expect(castRay(world, { x: -5, y: 0 }, { x: 1, y: 0 })?.child).toBe(1);
    expect(closestPoint(world, { x: 0, y: 0 })?.child).toBe(1);
    expect(castShape(world, box(1, 1), { x: -5, y: 0 }, { x: 20, y: 0 })?.child).toBe(1);
  });

  it('children are named: the segment of a chain and the child of a compound, turned and scaled', () => {
    const { world, collision, spawn } = createGame();
    const coast = spawn(100, 50, chain([0, 0, 10, 0, 20, 5, 30, 5]));
    collision.Transform.rotation[coast] = Math.PI / 2;
    collision.Transform.scale[coast] = 2;
    const ship = spawn(0, 0, compound([{ ...box(1, 1), offsetX: -3 }, circle(0.5), { ...circle(1), offsetX: 4 }]));
    expect(castRay(world, { x: 80, y: 100 }, { x: 1, y: 0 })).toMatchObject({ entity: coast, child: 2 });
    expect(castRay(world, { x: 110, y: 60 }, { x: -1, y: 0 })).toMatchObject({ entity: coast, child: 0, normalX: 1 });
    expect(closestPoint(world, { x: 4, y: 5 })).toMatchObject({ entity: ship, child: 2, distance: 4 });
    expect(castShape(world, circle(0.1), { x: -3, y: 9 }, { x: 0, y: -20 })).toMatchObject({ entity: ship, child: 0 });
  });
});

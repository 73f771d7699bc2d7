import { createWorld } from 'bitecs';
import { describe, expect, it } from 'vitest';
import {
  box,
  castCollider,
  castRay,
  castRayAll,
  castRayAny,
  castShape,
  castShapeAll,
  circle,
  closestEntities,
  closestPoint,
  moveAndSlide,
  overlapShape,
  queryAabb,
  queryPoint,
  refreshCollision,
} from '../../../../entry/2d.ts';
import { circleRow } from '../../../support/circle-row-2d.ts';
import { refusal } from '../../../support/game-2d.ts';

describe('arguments of queries', () => {
  it('a number that cannot be used is named in the error, with its value', () => {
    const { world } = circleRow(1);
    const text = (work: () => unknown): string => refusal(work);
    expect(text(() => castRay(world, { x: NaN, y: 0 }, { x: 1, y: 0 }))).toBe(
      'invalid-number: from.x must be a finite number, got NaN',
    );
    expect(text(() => castRay(world, { x: 0, y: Infinity }, { x: 1, y: 0 }))).toContain(
      'from.y must be a finite number, got Infinity',
    );
    expect(text(() => castRayAny(world, { x: 0, y: 0 }, { x: Infinity, y: 0 }))).toContain(
      'direction.x must be a finite number',
    );
    expect(text(() => castRayAll(world, { x: 0, y: 0 }, { x: 0, y: NaN }, []))).toContain(
      'direction.y must be a finite number',
    );
    expect(text(() => castRay(world, { x: 0, y: 0 }, { x: 1, y: 0 }, { maxFraction: -1 }))).toContain(
      'maxFraction must be at least 0, got -1',
    );
    expect(text(() => castRay(world, { x: 0, y: 0 }, { x: 1, y: 0 }, { maxFraction: NaN }))).toContain(
      'maxFraction must be at least 0',
    );
    expect(text(() => castShape(world, circle(1), { x: 0, y: 0, rotation: NaN }, { x: 1, y: 0 }))).toContain(
      'query rotation must be a finite',
    );
    expect(text(() => castShapeAll(world, circle(1), { x: 0, y: 0 }, { x: 1, y: NaN }, []))).toContain(
      'translation.y must be',
    );
    expect(text(() => closestPoint(world, { x: 0, y: NaN }))).toContain('point.y must be a finite number, got NaN');
    expect(text(() => closestPoint(world, { x: 0, y: 0 }, { maxDistance: -0.5 }))).toContain(
      'maxDistance must be at least 0, got -0.5',
    );
    expect(text(() => queryPoint(world, { x: NaN, y: 0 }, []))).toContain('point.x must be a finite number');
    expect(text(() => queryAabb(world, { x: 1, y: 0 }, { x: -1, y: 0 }, []))).toBe(
      'invalid-number: a query box needs min ≤ max on both axes, got x 1 to -1, y 0 to 0',
    );
    expect(text(() => queryAabb(world, { x: NaN, y: 0 }, { x: 1, y: 0 }, []))).toContain('got x NaN to 1');
    expect(text(() => overlapShape(world, { ...circle(1), radius: NaN }, { x: 0, y: 0 }, []))).toContain(
      'query shape radius must be finite and at least 0, got NaN',
    );
    expect(text(() => overlapShape(world, { ...box(1, 1), halfWidth: -1 }, { x: 0, y: 0 }, []))).toContain(
      'query shape halfWidth must be finite and at least 0, got -1',
    );
    expect(text(() => overlapShape(world, { ...circle(1), kind: 6 }, { x: 0, y: 0 }, []))).toContain(
      'shape must be the .shape of what a shape maker returned, got 0',
    );
    expect(text(() => overlapShape(world, { ...circle(1), kind: 0 }, { x: 0, y: 0 }, []))).toContain(
      'shape maker returned, got 0',
    );
    expect(castRay(world, { x: 0, y: 0 }, { x: 1, y: 0 })?.fraction).toBe(9);
  });

  it('numbers in place of records are refused, and the error says how the function is called', () => {
    const { world, eids } = circleRow(3);
    const attempt = (query: unknown, ...args: unknown[]): string =>
      refusal(() => (query as (...all: unknown[]) => unknown)(world, ...args));
    const found = [7, 8];
    expect(attempt(castRay, 0, 0, 1, 0)).toBe(
      'invalid-state: from in castRay(world, from, direction, options?, out?) must be a record { x, y }, got 0',
    );
    expect(attempt(castRay, { x: 0, y: 0 }, 1, 0)).toContain('direction in castRay(world, from, direction, options?');
    expect(attempt(castRayAny, 0, 0, 1, 0)).toContain('from in castRayAny(world, from, direction, options?)');
    expect(attempt(castRayAll, 0, 0, 1, 0, found)).toContain('from in castRayAll(world, from, direction, out, ');
    expect(attempt(castShape, circle(1), { x: 0, y: 0 }, 1, 0)).toContain(
      'translation in castShape(world, shape, pose',
    );
    expect(attempt(castShapeAll, circle(1), { x: 0, y: 0 }, 1, found)).toContain('translation in castShapeAll(');
    expect(attempt(castCollider, eids[0], 1, 0)).toContain('translation in castCollider(world, entity, translation');
    expect(attempt(moveAndSlide, eids[0], 1, 0)).toContain('translation in moveAndSlide(world, mover, translation');
    expect(attempt(closestPoint, 0, 0)).toContain(
      'point in closestPoint(world, point, options?, out?) must be a record',
    );
    expect(attempt(closestEntities, 0, 0, 2, found)).toContain('point in closestEntities(world, point, count, out, ');
    expect(attempt(queryPoint, 0, 0, found)).toContain('point in queryPoint(world, point, out, options?) must be');
    expect(attempt(queryAabb, -1, -1, 1, 1, found)).toContain('min in queryAabb(world, min, max, out, options?) must');
    expect(attempt(queryAabb, { x: 0, y: 0 }, 1, found)).toContain('max in queryAabb(world, min, max, out, options?)');
    expect(attempt(castRay, undefined, null)).toContain('must be a record { x, y }, got undefined');
    expect(attempt(queryPoint, null, found)).toContain('must be a record { x, y }, got null');
    expect(attempt(queryPoint, {}, found)).toContain('point.x must be a finite number, got undefined');
    expect(found).toEqual([7, 8]);
  });

  it('records are only read, and hits, poses and frozen points will do as well', () => {
    const { world, eids } = circleRow(3);
    const start = Object.freeze({ x: 0, y: 0 });
    const hit = castRay(world, start, Object.freeze({ x: 1, y: 0 }))!;
    expect([hit.entity, hit.x, hit.y]).toEqual([eids[0], 9, 0]);
    const found: number[] = [];
    expect(queryPoint(world, hit, found)).toBe(1);
    expect(found).toEqual([eids[0]]);
    expect(closestPoint(world, { x: 14, y: 0, rotation: 1 } as { x: number; y: number })?.entity).toBe(eids[0]);
  });

  it('a box may be infinite: everything is in it', () => {
    const { world } = circleRow(5);
    expect(queryAabb(world, { x: -Infinity, y: -Infinity }, { x: Infinity, y: Infinity }, [])).toBe(5);
    expect(queryAabb(world, { x: 25, y: -Infinity }, { x: Infinity, y: Infinity }, [])).toBe(3);
  });

  it('a world without collision, or whose collision was disposed of, is refused', () => {
    const message = 'invalid-state: this world has no collision';
    const bare = createWorld();
    const { world, collision } = circleRow(1);
    collision.dispose();
    for (const nowhere of [bare, world, {}]) {
      expect(refusal(() => castRay(nowhere, { x: 0, y: 0 }, { x: 1, y: 0 }))).toContain(message);
      expect(refusal(() => closestPoint(nowhere, { x: 0, y: 0 }))).toContain(message);
      expect(refusal(() => queryPoint(nowhere, { x: 0, y: 0 }, []))).toContain(message);
      expect(refusal(() => refreshCollision(nowhere))).toContain(message);
    }
  });
});

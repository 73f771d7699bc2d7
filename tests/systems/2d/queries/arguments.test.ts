import { createWorld } from 'bitecs';
import { describe, expect, it } from 'vitest';
import {
  box,
  castRay,
  castRayAll,
  castRayAny,
  castShape,
  castShapeAll,
  circle,
  closestPoint,
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
    expect(text(() => castRay(world, NaN, 0, 1, 0))).toBe('invalid-number: query x must be a finite number, got NaN');
    expect(text(() => castRay(world, 0, Infinity, 1, 0))).toContain('query y must be a finite number, got Infinity');
    expect(text(() => castRayAny(world, 0, 0, Infinity, 0))).toContain('query direction x must be a finite number');
    expect(text(() => castRayAll(world, 0, 0, 0, NaN, []))).toContain('query direction y must be a finite number');
    expect(text(() => castRay(world, 0, 0, 1, 0, { maxFraction: -1 }))).toContain(
      'maxFraction must be at least 0, got -1',
    );
    expect(text(() => castRay(world, 0, 0, 1, 0, { maxFraction: NaN }))).toContain('maxFraction must be at least 0');
    expect(text(() => castShape(world, circle(1), { x: 0, y: 0, rotation: NaN }, { x: 1, y: 0 }))).toContain(
      'query rotation must be a finite',
    );
    expect(text(() => castShapeAll(world, circle(1), { x: 0, y: 0 }, { x: 1, y: NaN }, []))).toContain(
      'query direction y must be',
    );
    expect(text(() => closestPoint(world, 0, NaN))).toContain('query y must be a finite number, got NaN');
    expect(text(() => closestPoint(world, 0, 0, { maxDistance: -0.5 }))).toContain(
      'maxDistance must be at least 0, got -0.5',
    );
    expect(text(() => queryPoint(world, NaN, 0, []))).toContain('query x must be a finite number');
    expect(text(() => queryAabb(world, 1, 0, -1, 0, []))).toBe(
      'invalid-number: a query box needs min ≤ max on both axes, got x 1 to -1, y 0 to 0',
    );
    expect(text(() => queryAabb(world, NaN, 0, 1, 0, []))).toContain('got x NaN to 1');
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
    expect(castRay(world, 0, 0, 1, 0)?.fraction).toBe(9);
  });

  it('a box may be infinite: everything is in it', () => {
    const { world } = circleRow(5);
    expect(queryAabb(world, -Infinity, -Infinity, Infinity, Infinity, [])).toBe(5);
    expect(queryAabb(world, 25, -Infinity, Infinity, Infinity, [])).toBe(3);
  });

  it('a world without collision, or whose collision was disposed of, is refused', () => {
    const message = 'invalid-state: this world has no collision';
    const bare = createWorld();
    const { world, collision } = circleRow(1);
    collision.dispose();
    for (const nowhere of [bare, world, {}]) {
      expect(refusal(() => castRay(nowhere, 0, 0, 1, 0))).toContain(message);
      expect(refusal(() => closestPoint(nowhere, 0, 0))).toContain(message);
      expect(refusal(() => queryPoint(nowhere, 0, 0, []))).toContain(message);
      expect(refusal(() => refreshCollision(nowhere))).toContain(message);
    }
  });
});

import { describe, expect, test } from 'vitest';
import {
  buildConvexHull,
  type ConvexPiece,
  closestPointCapsule,
  closestPointCircle,
  closestPointConvex,
  computeNormals,
  containsPointCapsule,
  containsPointCircle,
  containsPointConvex,
  createConvexPiece,
  distanceSquaredPointCapsule,
  distanceSquaredPointCircle,
  distanceSquaredPointConvex,
} from '../../../../entry/geometry2d.ts';
import { toNumber } from '../../../support/exact.ts';
import { point, ring, squaredToPolygon } from '../../../support/exact-2d.ts';
import { HitRate } from '../../../support/hit-rate.ts';
import { createRng, type Rng } from '../../../support/rng.ts';

/** A shape of a core and a radius, as numbers or as a piece, with the routines of its kind. */
interface Rounded {
  readonly core: number[];
  readonly radius: number;
  closest(out: number[], outOffset: number, p: number[], at: number): number;
  squared(p: number[], at: number): number;
  contains(p: number[], at: number): boolean;
}

function circleOf(core: number[], radius: number): Rounded {
  const circle = [77, ...core, radius];
  return {
    core,
    radius,
    closest: (out, outOffset, p, at) => closestPointCircle(out, outOffset, p, at, circle, 1),
    squared: (p, at) => distanceSquaredPointCircle(p, at, circle, 1),
    contains: (p, at) => containsPointCircle(p, at, circle, 1),
  };
}

function capsuleOf(core: number[], radius: number): Rounded {
  const capsule = [77, ...core, radius];
  return {
    core,
    radius,
    closest: (out, outOffset, p, at) => closestPointCapsule(out, outOffset, p, at, capsule, 1),
    squared: (p, at) => distanceSquaredPointCapsule(p, at, capsule, 1),
    contains: (p, at) => containsPointCapsule(p, at, capsule, 1),
  };
}

function pieceOf(core: number[], radius: number): Rounded {
  const piece: ConvexPiece = createConvexPiece(core.length / 2);
  piece.count = buildConvexHull(piece.vertices, 0, core, 0, core.length / 2);
  piece.radius = radius;
  computeNormals(piece);
  return {
    core: [...piece.vertices.subarray(0, 2 * piece.count)],
    radius,
    closest: (out, outOffset, p, at) => closestPointConvex(out, outOffset, p, at, piece),
    squared: (p, at) => distanceSquaredPointConvex(p, at, piece),
    contains: (p, at) => containsPointConvex(p, at, piece),
  };
}

/** Makes a shape about `scale` across; every fifth has no radius, every seventh a core that is a point. */
function randomShape(kind: string, rng: Rng, i: number, scale: number): Rounded {
  const corners = kind === 'circle' ? 1 : kind === 'capsule' ? 2 : rng.integer(1, 7);
  const size = i % 7 === 0 ? 0 : scale;
  const core = Array.from({ length: 2 * corners }, () => rng.range(-1, 1) * size + scale);
  const radius = i % 5 === 0 ? 0 : rng.range(0.2, 1.2) * scale;
  return kind === 'circle'
    ? circleOf(core, radius)
    : kind === 'capsule'
      ? capsuleOf(core, radius)
      : pieceOf(core, radius);
}

describe.each(['circle', 'capsule', 'piece'])('a point and a %s', (kind) => {
  test.each([1e-3, 1, 1e4])('agree with exact distances to the core, size %f', (scale) => {
    const rng = createRng(7101);
    const inside = new HitRate();
    for (let i = 0; i < 300; i++) {
      const shape = randomShape(kind, rng, i, scale);
      const reach = kind === 'circle' ? 0.4 : 1.3;
      const p = [9, scale + rng.range(-reach, reach) * scale, scale + rng.range(-reach, reach) * scale];
      const where = `seed ${rng.seed}, case ${i}`;
      const exact = point(p[1], p[2]);
      const distance = Math.max(0, Math.sqrt(toNumber(squaredToPolygon(exact, ring(shape.core)))) - shape.radius);
      const out = [5, 5, 5, 5];
      const squared = shape.closest(out, 1, p, 1);
      expect(Math.abs(Math.sqrt(squared) - distance), where).toBeLessThan(1e-13 * scale);
      expect(shape.squared(p, 1), where).toBe(squared);
      if (distance === 0 || distance > 1e-13 * scale) expect(shape.contains(p, 1), where).toBe(distance === 0);
      expect([out[0], out[3]], where).toEqual([5, 5]);
      if (shape.contains(p, 1)) expect(out.slice(1, 3), where).toEqual(p.slice(1));
      expect(Math.abs(Math.hypot(out[1] - p[1], out[2] - p[2]) - distance), where).toBeLessThan(1e-12 * scale);
      const toCore = Math.sqrt(toNumber(squaredToPolygon(point(out[1], out[2]), ring(shape.core))));
      expect(toCore, where).toBeLessThan(shape.radius + 1e-12 * scale);
      // The point itself may be overwritten.
      const expected = out.slice(1, 3);
      expect(shape.closest(p, 1, p, 1), where).toBe(squared);
      expect(p, where).toEqual([9, ...expected]);
      inside.count(distance === 0);
    }
    inside.expectBalanced();
  });
});

describe('known answers', () => {
  test('touching counts, the next double does not', () => {
    expect(containsPointCircle([4, 6], 0, [1, 2, 5], 0)).toBe(true);
    expect(containsPointCircle([4, 6.000000000000001], 0, [1, 2, 5], 0)).toBe(false);
    expect(containsPointCapsule([5, 3], 0, [0, 0, 10, 0, 3], 0)).toBe(true);
    expect(containsPointCapsule([5, 3.0000000000000004], 0, [0, 0, 10, 0, 3], 0)).toBe(false);
    expect(containsPointCapsule([13, 4], 0, [0, 0, 10, 0, 5], 0)).toBe(true);
  });

  test('beside and beyond a capsule', () => {
    const out = [0, 0];
    expect(closestPointCapsule(out, 0, [5, -7], 0, [0, 0, 10, 0, 3], 0)).toBe(16);
    expect(out).toEqual([5, -3]);
    expect(closestPointCapsule(out, 0, [16, 8], 0, [0, 0, 10, 0, 5], 0)).toBe(25);
    expect(out).toEqual([13, 4]);
  });

  test('out may be the shape', () => {
    const circle = [0, 0, 5];
    expect(closestPointCircle(circle, 0, [6, 8], 0, circle, 0)).toBe(25);
    expect(circle).toEqual([3, 4, 5]);
    const capsule = [0, 0, 10, 0, 5];
    expect(closestPointCapsule(capsule, 2, [16, 8], 0, capsule, 0)).toBe(25);
    expect(capsule).toEqual([0, 0, 13, 4, 5]);
  });

  test('a point in the middle of a circle of radius 0', () => {
    const out = [0, 0];
    expect(closestPointCircle(out, 0, [3, 4], 0, [3, 4, 0], 0)).toBe(0);
    expect(out).toEqual([3, 4]);
    expect(closestPointCircle(out, 0, [3, 5], 0, [3, 4, 0], 0)).toBe(1);
    expect(out).toEqual([3, 4]);
  });

  test('NaN is nowhere', () => {
    const out = [1, 1];
    expect(closestPointCircle(out, 0, [Number.NaN, 0], 0, [0, 0, 1], 0)).toBeNaN();
    expect(closestPointCapsule(out, 0, [3, 0], 0, [0, 0, 1, 0, Number.NaN], 0)).toBeNaN();
    expect(containsPointCircle([0, 0], 0, [0, 0, Number.NaN], 0)).toBe(false);
    expect(containsPointCapsule([0, Number.NaN], 0, [0, 0, 1, 0, 5], 0)).toBe(false);
    expect(pieceOf([0, 0, 4, 0, 0, 4], 1).contains([Number.NaN, 0], 0)).toBe(false);
  });
});

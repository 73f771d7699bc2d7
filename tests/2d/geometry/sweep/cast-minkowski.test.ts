import { describe, expect, test } from 'vitest';
import { type ConvexPiece, createConvexPiece } from '../../../../src/2d/geometry/convex/convex-piece.ts';
import type { Support } from '../../../../src/2d/geometry/convex/gjk.ts';
import { CAST_FRACTION, castMinkowski } from '../../../../src/2d/geometry/sweep/cast-minkowski.ts';
import { castSupport } from '../../../../src/2d/geometry/sweep/cast-support.ts';
import { effort } from '../../../support/effort.ts';
import { HitRate } from '../../../support/hit-rate.ts';
import { createRng } from '../../../support/rng.ts';
import { moved, PIECE_KINDS, pieceOf, placed, randomPiece, separationOf } from '../support/convex-reference.ts';

function cast(a: ConvexPiece, b: ConvexPiece, way: readonly [number, number]): Float64Array {
  const out = new Float64Array(5);
  castMinkowski(out, a, b, new Float64Array(way));
  return out;
}

/** The reference: steps of GJK by supports alone. */
function stepsToContact(a: ConvexPiece, b: ConvexPiece, way: readonly [number, number]): number {
  return castSupport(new Float64Array(4), 0, supportOf(a), supportOf(b), way, 0);
}

function supportOf({ vertices, count, radius }: ConvexPiece): Support {
  return (out, at, dx, dy) => {
    const along = (i: number) => dx * vertices[2 * i] + dy * vertices[2 * i + 1];
    let vertex = 0;
    for (let i = 1; i < count; i++) if (along(i) > along(vertex)) vertex = i;
    const length = Math.hypot(dx, dy);
    out[at] = vertices[2 * vertex] + (radius * dx) / length;
    out[at + 1] = vertices[2 * vertex + 1] + (radius * dy) / length;
    return vertex;
  };
}

describe.each([1e-3, 1, 1e4])('a cast by a ray at the sum of two pieces, size %s', (size) => {
  test('meets when and where conservative advancement does', () => {
    const rng = createRng(31);
    const rate = new HitRate();
    for (let i = 0; i < effort(6000, 1200); i++) {
      const a = randomPiece(rng, PIECE_KINDS[i % PIECE_KINDS.length], size);
      const shape = randomPiece(rng, PIECE_KINDS[Math.floor(i / PIECE_KINDS.length) % PIECE_KINDS.length], size);
      const x = rng.range(-4, 4) * size;
      const y = rng.range(-4, 4) * size;
      const b = placed(shape, rng.range(0, 6), x, y);
      if (Math.abs(separationOf(a, b)) < 1e-6 * size) continue;
      const way: [number, number] = [x + rng.range(-2, 2) * size, y + rng.range(-2, 2) * size];
      const by = cast(a, b, way);
      // What just grazes may be met by one alone.
      const length = Math.hypot(...way);
      const grazing = stepsToContact(a, { ...b, radius: b.radius + 1e-7 * size }, way);
      const fraction = stepsToContact(a, b, way);
      if ((grazing === Infinity) !== (fraction === Infinity)) continue;
      rate.count(fraction > 0 && fraction < Infinity);
      if (!(fraction > 0 && fraction < Infinity)) {
        expect(by[CAST_FRACTION], `case ${i}`).toBe(fraction);
        continue;
      }
      const reached = moved(a, by[CAST_FRACTION] * way[0], by[CAST_FRACTION] * way[1]);
      expect(Math.abs(separationOf(reached, b)), `separation, case ${i}`).toBeLessThan(1e-12 * (size + length));
      expect(by[2] * way[0] + by[3] * way[1], `normal, case ${i}`).toBeLessThan(0);
      expect(Math.hypot(by[2], by[3])).toBeCloseTo(1, 12);
      // The point is one of both.
      const point = pieceOf([by[0], by[1]]);
      expect(Math.abs(separationOf(point, b)), `point on B, case ${i}`).toBeLessThan(1e-9 * size);
      expect(Math.abs(separationOf(point, reached)), `point on A, case ${i}`).toBeLessThan(1e-9 * size);
    }
    rate.expectBalanced();
  });
});

test('boxes side by side meet flat, in the middle of what they have in common, wherever their corners begin', () => {
  const cornersA = [-1, -1, 1, -1, 1, 1, -1, 1];
  const cornersB = [2.5, -3, 4, -3, 4, 0.5, 2.5, 0.5];
  const from = (corners: number[], i: number) => [...corners.slice(2 * i), ...corners.slice(0, 2 * i)];
  const turned = (corners: number[]) => corners.map((_, i) => (i % 2 === 0 ? 0 - corners[i + 1] : corners[i - 1]));
  for (let i = 0; i < 4; i++) {
    for (let k = 0; k < 4; k++) {
      const a = from(cornersA, i);
      const b = from(cornersB, k);
      expect([...cast(pieceOf(a), pieceOf(b), [3, 0])]).toEqual([2.5, -0.25, -1, 0, 0.5]);
      expect([...cast(pieceOf(turned(a)), pieceOf(turned(b)), [0, 3])]).toEqual([0.25, 2.5, 0, -1, 0.5]);
    }
  }
});

test('an end that touches counts, a motion that has no square and NaN meet nothing', () => {
  const a = pieceOf([0, 0], 1);
  const b = pieceOf([3, 0], 1);
  expect(cast(a, b, [1, 0])[CAST_FRACTION]).toBe(1);
  expect(cast(a, b, [0.999, 0])[CAST_FRACTION]).toBe(Infinity);
  expect(cast(a, b, [1e-200, 0])[CAST_FRACTION]).toBe(Infinity);
  expect(cast(a, b, [0, 0])[CAST_FRACTION]).toBe(Infinity);
  expect(cast(a, pieceOf([1, 0], 1), [0, 0])[CAST_FRACTION]).toBe(0);
  expect(cast(a, pieceOf([NaN, 0], 1), [1, 0])[CAST_FRACTION]).toBe(Infinity);
  expect(cast(createConvexPiece(1), b, [NaN, 0])[CAST_FRACTION]).toBe(Infinity);
});

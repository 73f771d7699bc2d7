import { describe, expect, test } from 'vitest';
import {
  castRayFace,
  isOffFace,
  RAY_MEETS_FACE,
  RAY_MISSES,
  RAY_UNSURE,
} from '../../../../src/2d/geometry/ray/cast-ray-face.ts';
import {
  castRayPiece,
  HIT_FRACTION,
  HIT_LENGTH,
  HIT_NORMAL_X,
  HIT_NORMAL_Y,
  RAY_LENGTH,
} from '../../../../src/2d/geometry/ray/cast-ray-piece.ts';
import { effort } from '../../../support/effort.ts';
import { HitRate } from '../../../support/hit-rate.ts';
import { createRng } from '../../../support/rng.ts';
import { PIECE_KINDS, pieceOf, placed, randomPiece, separationOf } from '../support/convex-reference.ts';

function rayOf(...numbers: number[]): Float64Array {
  const ray = new Float64Array(RAY_LENGTH);
  ray.set(numbers);
  return ray;
}

describe.each([1e-3, 1, 1e4])('a ray at the faces of a piece of size %s', (size) => {
  test('says what a ray at the whole piece says, where it is sure', () => {
    const rng = createRng(41);
    const rate = new HitRate();
    let sure = 0;
    let offFace = 0;
    const hit = new Float64Array(HIT_LENGTH);
    const known = new Float64Array(HIT_LENGTH);
    const cases = effort(30_000, 6000);
    for (let i = 0; i < cases; i++) {
      const piece = placed(randomPiece(rng, PIECE_KINDS[i % PIECE_KINDS.length], size), rng.range(0, 6), size, -size);
      // As if other pieces had been added to it: all have a radius.
      const radius = i % 3 === 0 ? 0 : rng.range(0, 0.5) * size;
      const [x, y] = [rng.range(-3, 5) * size, rng.range(-5, 3) * size];
      const to = rng.next() < 0.7 ? 1 : rng.range(0, 1);
      const [dx, dy] = [to * (rng.range(-0.4, 2.4) * size - x), to * (rng.range(-2.4, 0.4) * size - y)];
      const ray = rayOf(x, y, dx, dy, radius);
      castRayPiece(known, ray, piece.vertices, piece.normals, 0, piece.count);
      const answer = castRayFace(hit, ray, piece);
      const meets = known[HIT_FRACTION] <= 1;
      rate.count(meets);
      if (isOffFace(ray, piece)) {
        offFace++;
        const off = separationOf(pieceOf([x, y]), { ...piece, radius });
        expect(off, `off a face, case ${i}`).toBeGreaterThan(0);
      }
      if (answer === RAY_UNSURE) continue;
      sure++;
      expect(answer === RAY_MEETS_FACE, `case ${i}`).toBe(meets);
      if (answer === RAY_MISSES) continue;
      expect(Math.abs(hit[HIT_FRACTION] - known[HIT_FRACTION]), `fraction, case ${i}`).toBeLessThan(1e-9);
      expect(hit[HIT_NORMAL_X], `normal, case ${i}`).toBe(known[HIT_NORMAL_X]);
      expect(hit[HIT_NORMAL_Y], `normal, case ${i}`).toBe(known[HIT_NORMAL_Y]);
    }
    rate.expectBalanced();
    expect(sure).toBeGreaterThan(cases / 3);
    expect(offFace).toBeGreaterThan(cases / 4);
  });
});

describe('what a ray at faces leaves to others', () => {
  const square = pieceOf([-1, -1, 1, -1, 1, 1, -1, 1]);
  const ask = (...ray: number[]): number => castRayFace(new Float64Array(HIT_LENGTH), rayOf(...ray), square);

  test.each([
    ['inside', 0, 0, 1, 0, 0],
    ['on the boundary, going in', -1, 0, 1, 0, 0],
    ['at a corner', -2, -2, 2, 2, 0],
    ['at an arc', -3, 1.2, 4, 0, 0.5],
  ])('%s', (_, x, y, dx, dy, radius) => {
    expect(ask(x, y, dx, dy, radius)).toBe(RAY_UNSURE);
  });

  test('an end that touches counts', () => {
    expect(ask(-2, 0, 1, 0, 0)).toBe(RAY_MEETS_FACE);
  });

  test('what ends before, goes away or beside, misses', () => {
    expect(ask(-3, 0, 1.9, 0, 0)).toBe(RAY_MISSES);
    expect(ask(-3, 0, -1, 0, 0)).toBe(RAY_MISSES);
    expect(ask(-3, 1.5, 9, 0, 0)).toBe(RAY_MISSES);
    expect(ask(-3, 0, 0, 0, 0)).toBe(RAY_MISSES);
  });

  test('a point with a radius has no face', () => {
    const point = pieceOf([0, 0]);
    expect(castRayFace(new Float64Array(HIT_LENGTH), rayOf(-3, 0, 9, 0, 1), point)).toBe(RAY_UNSURE);
    expect(isOffFace(rayOf(-3, 0, 9, 0, 1), point)).toBe(false);
  });
});

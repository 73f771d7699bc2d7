import { describe, expect, test } from 'vitest';
import type { ConvexPiece } from '../../../../src/2d/geometry/convex/convex-piece.ts';
import type { Support } from '../../../../src/2d/geometry/convex/gjk.ts';
import { castRayConvexPolygon } from '../../../../src/2d/geometry/ray/cast-ray-polygon.ts';
import { castRaySupport } from '../../../../src/2d/geometry/ray/cast-ray-support.ts';
import { castConvex } from '../../../../src/2d/geometry/sweep/cast-convex.ts';
import { castConvexSat } from '../../../../src/2d/geometry/sweep/cast-convex-sat.ts';
import { timeOfImpact } from '../../../../src/2d/geometry/sweep/time-of-impact.ts';
import { timeOfImpactIntervalHalving } from '../../../../src/core/interval-halving.ts';
import { effort } from '../../../support/effort.ts';
import { createRng, type Rng } from '../../../support/rng.ts';
import {
  moved,
  PIECE_KINDS,
  pieceOf,
  placed,
  pointsOf,
  randomPiece,
  separationOf,
} from '../support/convex-reference.ts';

interface Contact {
  first: number;
  last: number;
  deepest: number;
}

/**
 * The separation of convex shapes under a translation is a convex function of the fraction: ternary search for its
 * minimum, then bisection on both sides of it.
 */
function contactOf(a: ConvexPiece, b: ConvexPiece, x: number, y: number): Contact {
  const at = (t: number): number => separationOf(moved(a, x * t, y * t), b);
  let low = 0;
  let high = 1;
  for (let i = 0; i < 70; i++) {
    const p = low + (high - low) / 3;
    const q = high - (high - low) / 3;
    if (at(p) <= at(q)) high = q;
    else low = p;
  }
  const middle = (low + high) / 2;
  const deepest = Math.min(at(middle), at(0), at(1));
  if (deepest > 0) return { first: Infinity, last: -Infinity, deepest };
  const inside = at(middle) <= 0 ? middle : at(0) <= 0 ? 0 : 1;
  let outer = 0;
  let inner = inside;
  if (at(0) > 0) {
    for (let i = 0; i < 60; i++) {
      const m = (outer + inner) / 2;
      if (at(m) > 0) outer = m;
      else inner = m;
    }
  } else inner = 0;
  let last = 1;
  if (at(1) > 0) {
    let within = inside;
    for (let i = 0; i < 60; i++) {
      const m = (within + last) / 2;
      if (at(m) > 0) last = m;
      else within = m;
    }
  }
  return { first: inner, last, deepest };
}

function describePair(a: ConvexPiece, b: ConvexPiece): string {
  return `A ${pointsOf(a)} r ${a.radius}, B ${pointsOf(b)} r ${b.radius}`;
}

/** A start position and a translation, about half of them hitting a thing of the given size at the origin. */
function randomMotion(rng: Rng, size: number): { x: number; y: number; dx: number; dy: number } {
  const angle = rng.range(0, 2 * Math.PI);
  const distance = rng.range(0.5, 3.5) * size;
  const x = Math.cos(angle) * distance;
  const y = Math.sin(angle) * distance;
  return { x, y, dx: -x * 2 + rng.range(-3, 3) * size, dy: -y * 2 + rng.range(-3, 3) * size };
}

function roundSupport(piece: ConvexPiece): Support {
  const points = pointsOf(piece);
  return (out, outOffset, dx, dy) => {
    let best = 0;
    for (let i = 1; i < points.length; i++) {
      if (points[i][0] * dx + points[i][1] * dy > points[best][0] * dx + points[best][1] * dy) best = i;
    }
    const length = Math.hypot(dx, dy);
    out[outOffset] = points[best][0] + (piece.radius * dx) / length;
    out[outOffset + 1] = points[best][1] + (piece.radius * dy) / length;
    return best;
  };
}

/** A fraction may be off by what a gap of 1e-9 of the size takes at the speed of approach there. */
function agrees(
  found: number,
  expected: number,
  a: ConvexPiece,
  b: ConvexPiece,
  x: number,
  y: number,
  size: number,
): boolean {
  if (!(found < Infinity)) return false;
  if (Math.abs(found - expected) * Math.hypot(x, y) <= 1e-9 * size) return true;
  // Grazing: no gap opens between the two answers.
  return Math.abs(separationOf(moved(a, x * found, y * found), b)) <= 1e-10 * size;
}

describe('rays', () => {
  test('known answers', () => {
    const square = [0, 0, 2, 0, 2, 2, 0, 2];
    const out = [9, 9, 9, 9, 9];
    expect(castRayConvexPolygon(out, 1, [-3, 1, 2, 0], 0, 9, square, 0, 4)).toBe(1.5);
    expect(out).toEqual([9, 0, 1, -1, 0]);
    expect(castRayConvexPolygon(out, 0, [1, 1, 2, 0], 0, 9, square, 0, 4)).toBe(0);
    expect(out.slice(0, 4)).toEqual([1, 1, 0, 0]);
    expect(castRayConvexPolygon(out, 0, [-3, 1, 2, 0], 0, 1.4, square, 0, 4)).toBe(Infinity);
    expect(castRayConvexPolygon(out, 0, [-3, 2, 1, 0], 0, 9, square, 0, 4)).toBe(3);
    expect(castRayConvexPolygon(out, 0, [-3, 2.001, 1, 0], 0, 9, square, 0, 4)).toBe(Infinity);
    expect(castRayConvexPolygon(out, 0, [1, 1, 0, 0], 0, 9, square, 0, 4)).toBe(0);
    expect(castRayConvexPolygon(out, 0, [3, 1, 0, 0], 0, 9, square, 0, 4)).toBe(Infinity);
    expect(castRayConvexPolygon(out, 0, [3, Number.NaN, -1, 0], 0, 9, square, 0, 4)).toBe(Infinity);
    expect(castRaySupport(out, 0, [-3, 4, 2, 0], 0, 9, roundSupport(pieceOf([5, 4], 2)))).toBeCloseTo(3, 13);
    expect(out[2]).toBeCloseTo(-1, 13);
  });

  test('polygon by clipping, any shape by GJK, against bisection', () => {
    const seed = 801;
    const rng = createRng(seed);
    let hits = 0;
    const cases = effort(3000, 400);
    const clip = [0, 0, 0, 0];
    const gjk = [0, 0, 0, 0];
    for (let i = 0; i < cases; i++) {
      const size = [1e-3, 1, 1e4][i % 3];
      const piece = randomPiece(rng, PIECE_KINDS[i % PIECE_KINDS.length], size);
      const { x, y, dx, dy } = randomMotion(rng, size);
      const ray = [x, y, dx, dy];
      const point = pieceOf([x, y]);
      const expected = contactOf(point, piece, dx, dy);
      const context = `seed ${seed}, case ${i}: ray ${ray}, ${describePair(point, piece)}`;
      if (Math.abs(expected.deepest) < 1e-8 * size) continue;
      if (expected.first < Infinity) hits++;
      const results: [string, number, number[]][] = [
        ['GJK', castRaySupport(gjk, 0, ray, 0, 1, roundSupport(piece)), gjk],
      ];
      if (piece.radius === 0 && piece.count > 2) {
        results.push(['clip', castRayConvexPolygon(clip, 0, ray, 0, 1, piece.vertices, 0, piece.count), clip]);
      }
      for (const [name, found, out] of results) {
        if (expected.first === Infinity) {
          if (found !== Infinity) expect.fail(`${name} ${found} for a miss by ${expected.deepest}, ${context}`);
          continue;
        }
        if (!agrees(found, expected.first, point, piece, dx, dy, size)) {
          expect.fail(`${name} ${found} for ${expected.first}, ${context}`);
        }
        if (found === 0) continue;
        const surface = separationOf(pieceOf([out[0], out[1]]), piece);
        if (!(Math.abs(surface) <= 1e-9 * size)) expect.fail(`${name} point ${out} off by ${surface}, ${context}`);
        // A step along the normal leaves the shape, as fast as it can.
        const step = 1e-4 * size;
        const off = separationOf(pieceOf([out[0] + step * out[2], out[1] + step * out[3]]), piece);
        if (!(Math.abs(off - step) <= 1e-4 * step)) expect.fail(`${name} normal ${out}, ${off / step}, ${context}`);
      }
    }
    expect(hits / cases).toBeGreaterThan(0.3);
    expect(hits / cases).toBeLessThan(0.7);
  });
});

describe('linear casts', () => {
  test('a bullet does not tunnel through a sheet', () => {
    const sheet = pieceOf([5, -10, 5, 10]);
    const bullet = pieceOf([0, 0], 0.01);
    const out = [0, 0, 0, 0];
    expect(castConvex(out, 0, bullet, sheet, [1000, 0], 0)).toBeCloseTo(4.99 / 1000, 15);
    expect(out[0]).toBeCloseTo(5, 12);
    expect(out.slice(2)).toEqual([-1, 0]);
    expect(castConvex(out, 0, pieceOf([5, 0], 1), sheet, [3, 0], 0)).toBe(0);
    expect(out.slice(2)).toEqual([0, 0]);
    expect(castConvex(out, 0, bullet, sheet, [-1000, 0], 0)).toBe(Infinity);
    expect(castConvex(out, 0, bullet, sheet, [0, 0], 0)).toBe(Infinity);
    expect(castConvex(out, 0, bullet, sheet, [Number.NaN, 0], 0)).toBe(Infinity);
  });

  test('first contact by GJK and by SAT, last by SAT, against bisection', () => {
    const seed = 802;
    const rng = createRng(seed);
    let hits = 0;
    const cases = effort(3000, 400);
    const out = [0, 0, 0, 0];
    const sat = [0, 0, 0];
    for (let i = 0; i < cases; i++) {
      const size = [1e-3, 1, 1e4][i % 3];
      const kindA = PIECE_KINDS[i % PIECE_KINDS.length];
      const kindB = PIECE_KINDS[Math.floor(i / PIECE_KINDS.length) % PIECE_KINDS.length];
      const { x, y, dx, dy } = randomMotion(rng, 1.6 * size);
      const a = moved(randomPiece(rng, kindA, size * rng.range(0.1, 0.8)), x, y);
      const b = randomPiece(rng, kindB, size);
      const expected = contactOf(a, b, dx, dy);
      const context = `seed ${seed}, case ${i}: by ${dx}, ${dy}, ${describePair(a, b)}`;
      if (Math.abs(expected.deepest) < 1e-8 * size) continue;
      if (expected.first < Infinity) hits++;
      const found = castConvex(out, 0, a, b, [dx, dy], 0);
      if (expected.first === Infinity) {
        if (found !== Infinity) expect.fail(`${found} for a miss by ${expected.deepest}, ${context}`);
      } else {
        if (!agrees(found, expected.first, a, b, dx, dy, size))
          expect.fail(`${found} for ${expected.first}, ${context}`);
        if (found > 0) {
          const there = moved(a, dx * found, dy * found);
          const point = pieceOf([out[0], out[1]]);
          const offA = separationOf(point, there);
          const offB = separationOf(point, b);
          if (!(Math.abs(offA) <= 1e-9 * size && Math.abs(offB) <= 1e-9 * size)) {
            expect.fail(`point ${out} off by ${offA}, ${offB}, ${context}`);
          }
          const step = 1e-4 * size;
          const off = separationOf(moved(there, step * out[2], step * out[3]), b);
          if (!(Math.abs(off - step) <= 1e-3 * step)) expect.fail(`normal ${out}, ${off / step}, ${context}`);
        }
      }
      if (a.radius > 0 || b.radius > 0) continue;
      const first = castConvexSat(sat, 0, a, b, [dx, dy], 0);
      if (expected.first === Infinity) {
        if (first !== Infinity) expect.fail(`SAT ${first} for a miss by ${expected.deepest}, ${context}`);
        continue;
      }
      if (!agrees(first, expected.first, a, b, dx, dy, size))
        expect.fail(`SAT ${first} for ${expected.first}, ${context}`);
      if (!agrees(Math.min(1, sat[0]), expected.last, a, b, dx, dy, size)) {
        expect.fail(`SAT last ${sat[0]} for ${expected.last}, ${context}`);
      }
    }
    expect(hits / cases).toBeGreaterThan(0.3);
    expect(hits / cases).toBeLessThan(0.7);
  });
});

describe('rotating motion', () => {
  const poseAt = (piece: ConvexPiece, s: readonly number[], t: number): ConvexPiece =>
    placed(piece, s[2] + t * (s[5] - s[2]), s[0] + t * (s[3] - s[0]), s[1] + t * (s[4] - s[1]));

  test('a spinning bar hits a thin post it would jump over', () => {
    const bar = pieceOf([-5, 0, 5, 0]);
    const post = pieceOf([0, 0], 0.01);
    const out = [0, 0, 0, 0];
    // Half a turn; the post stands 3 out, at a quarter turn.
    const t = timeOfImpact(
      out,
      0,
      { piece: bar, motion: [0, 0, 0, 0, 0, Math.PI] },
      { piece: post, motion: [0, 3, 0, 0, 3, 0] },
    );
    // Contact when the bar's line is 0.01 from the post: 3 cos(angle) = 0.01.
    expect(t).toBeCloseTo(Math.acos(0.01 / 3) / Math.PI, 11);
  });

  test('time of impact and interval halving against dense sampling with bisection', () => {
    const seed = 803;
    const rng = createRng(seed);
    let hits = 0;
    const cases = effort(500, 125);
    const out = [0, 0, 0, 0];
    for (let i = 0; i < cases; i++) {
      const size = [1e-3, 1, 1e4][i % 3];
      const a = randomPiece(rng, PIECE_KINDS[i % PIECE_KINDS.length], size * rng.range(0.2, 0.8));
      const b = randomPiece(rng, PIECE_KINDS[Math.floor(i / 7) % PIECE_KINDS.length], size);
      const { x, y, dx, dy } = randomMotion(rng, 2 * size);
      const sweepA = [x, y, rng.range(-3, 3), x + dx, y + dy, rng.range(-5, 5)];
      const sweepB = [0, 0, rng.range(-3, 3), rng.range(-1, 1) * size, rng.range(-1, 1) * size, rng.range(-3, 3)];
      const at = (t: number): number => separationOf(poseAt(a, sweepA, t), poseAt(b, sweepB, t));
      const context = `seed ${seed}, case ${i}: sweeps ${sweepA}; ${sweepB}, ${describePair(a, b)}`;
      let expected = Infinity;
      let closest = Infinity;
      const samples = 600;
      for (let k = 0; k <= samples; k++) {
        const s = at(k / samples);
        closest = Math.min(closest, s);
        if (s > 0) continue;
        expected = k / samples;
        let before = Math.max(0, (k - 1) / samples);
        for (let n = 0; n < 50 && k > 0; n++) {
          const m = (before + expected) / 2;
          if (at(m) > 0) before = m;
          else expected = m;
        }
        break;
      }
      if (expected < Infinity) hits++;
      const found = timeOfImpact(out, 0, { piece: a, motion: sweepA }, { piece: b, motion: sweepB });
      // Sampling can step over a short touch; the routine must not. It must never be late.
      if (found > expected + 1e-9) expect.fail(`late: ${found} for ${expected}, ${context}`);
      if (found < Infinity) {
        const gap = at(found);
        if (!(Math.abs(gap) <= 1e-9 * size) && found > 0) expect.fail(`at ${found} the gap is ${gap}, ${context}`);
        if (found > 0) {
          const offA = separationOf(pieceOf([out[0], out[1]]), poseAt(a, sweepA, found));
          const offB = separationOf(pieceOf([out[0], out[1]]), poseAt(b, sweepB, found));
          if (!(Math.abs(offA) <= 1e-9 * size && Math.abs(offB) <= 1e-9 * size)) {
            expect.fail(`point ${out} off by ${offA}, ${offB}, ${context}`);
          }
        }
      } else if (closest <= 0) expect.fail(`missed, closest ${closest}, ${context}`);
      if (i % 5 === 0) {
        let reach = 0;
        for (const [px, py] of [...pointsOf(a), ...pointsOf(b)]) reach = Math.max(reach, Math.hypot(px, py));
        const turn = Math.abs(sweepA[5] - sweepA[2]) + Math.abs(sweepB[5] - sweepB[2]);
        const speed = Math.hypot(dx - sweepB[3], dy - sweepB[4]) + reach * turn;
        const halving = timeOfImpactIntervalHalving(at, speed, 1, 1e-6);
        if (found === Infinity) {
          if (halving !== Infinity && at(halving) > 2e-6 * speed)
            expect.fail(`halving ${halving} for a miss, ${context}`);
        } else if (!(halving <= found + 1e-9)) expect.fail(`halving ${halving} late for ${found}, ${context}`);
        else if (at(halving) > 2e-6 * speed) expect.fail(`halving ${halving} early for ${found}, ${context}`);
      }
    }
    expect(hits / cases).toBeGreaterThan(0.3);
    expect(hits / cases).toBeLessThan(0.75);
  });

  test('interval halving: thin wall, start in contact, NaN', () => {
    // A point moving 1000 units past a wall 1e-3 thick at 300.
    const wall = (t: number): number => Math.abs(1000 * t - 300) - 0.0005;
    const t = timeOfImpactIntervalHalving(wall, 1000, 1, 1e-9);
    expect(t).toBeLessThanOrEqual(0.2999995);
    expect(t).toBeGreaterThan(0.2999995 - 2e-9);
    expect(timeOfImpactIntervalHalving((f) => f - 0.1, 1, 1, 1e-9)).toBe(0);
    expect(timeOfImpactIntervalHalving(() => Number.NaN, 1, 1, 1e-9)).toBe(Infinity);
    expect(timeOfImpactIntervalHalving((f) => 0.5 - f, 1, 0.4, 1e-9)).toBe(Infinity);
  });

  test('interval halving: a distance that measures another motion in the same way', () => {
    const inner = (): number => timeOfImpactIntervalHalving((t) => 0.25 - t, 1, 1, 1e-9);
    const outer = timeOfImpactIntervalHalving((t) => 0.5 + inner() - t, 1, 1, 1e-9);
    expect(outer).toBeCloseTo(0.75, 8);
  });
});

import { describe, expect, test } from 'vitest';
import { closestPointConvexPolygon } from '../../../../src/2d/geometry/closest/closest-point-convex-polygon.ts';
import { type ConvexPiece, createConvexPiece } from '../../../../src/2d/geometry/convex/convex-piece.ts';
import {
  closestPointsGjk,
  closestPointsGjkSupport,
  createGjkCache,
  distanceGjk,
  distanceGjkSupport,
  type Support,
} from '../../../../src/2d/geometry/convex/gjk.ts';
import {
  GJK_CONTAINMENT,
  GJK_ITERATION_LIMIT,
  GJK_TOUCHING_EDGE,
  GJK_TOUCHING_VERTEX,
} from '../../../../src/2d/geometry/convex/gjk-simplex.ts';
import { computeMinkowskiDifference } from '../../../../src/2d/geometry/convex/minkowski-difference.ts';
import { createEpaReport, EPA_CONVERGED, penetrationEpa } from '../../../../src/2d/geometry/convex/penetration-epa.ts';
import { penetrationSat } from '../../../../src/2d/geometry/convex/penetration-sat.ts';
import { effort } from '../../../support/effort.ts';
import { createRng } from '../../../support/rng.ts';
import {
  arrangedPair,
  coreSeparation,
  inscribed,
  moved,
  PIECE_KINDS,
  pieceOf,
  pointsOf,
  separationOf,
} from '../support/convex-reference.ts';

/** A piece's core as a support function, by brute force. */
function supportOf(piece: ConvexPiece): Support {
  const points = pointsOf(piece);
  return (out, outOffset, dx, dy) => {
    let best = 0;
    for (let i = 1; i < points.length; i++) {
      if (points[i][0] * dx + points[i][1] * dy > points[best][0] * dx + points[best][1] * dy) best = i;
    }
    out[outOffset] = points[best][0];
    out[outOffset + 1] = points[best][1];
    return best;
  };
}

/** A rounded piece as a support function: radius included. */
function roundSupportOf(piece: ConvexPiece): Support {
  const core = supportOf(piece);
  return (out, outOffset, dx, dy) => {
    const index = core(out, outOffset, dx, dy);
    const length = Math.hypot(dx, dy);
    out[outOffset] = out[outOffset] + (piece.radius * dx) / length;
    out[outOffset + 1] = out[outOffset + 1] + (piece.radius * dy) / length;
    return index;
  };
}

describe('GJK', () => {
  test('known distances and ways to end', () => {
    const box = pieceOf([-1, -1, 1, -1, 1, 1, -1, 1]);
    const cache = createGjkCache();
    const out = [0, 0, 0, 0];
    expect(closestPointsGjk(out, 0, box, moved(box, 5, 6), cache)).toBe(25);
    expect(out).toEqual([1, 1, 4, 5]);
    expect(distanceGjk(box, moved(box, 0.5, 0.3), cache)).toBe(0);
    expect(cache.termination).toBe(GJK_CONTAINMENT);
    expect(distanceGjk(box, moved(box, 2, 2), createGjkCache())).toBe(0);
    const vertex = createGjkCache();
    expect(distanceGjk(pieceOf([3, 4]), pieceOf([3, 4]), vertex)).toBe(0);
    expect(vertex.termination).toBe(GJK_TOUCHING_VERTEX);
    const edge = createGjkCache();
    expect(distanceGjk(pieceOf([-1, 0, 1, 0]), pieceOf([0, 0]), edge)).toBe(0);
    expect(edge.termination).toBe(GJK_TOUCHING_EDGE);
  });

  test('distance, closest points and warm start against all pairs of features', () => {
    const seed = 501;
    const rng = createRng(seed);
    const out = new Float64Array(6);
    let apart = 0;
    let warm = 0;
    let cold = 0;
    const cases = effort(6000, 1500);
    for (let i = 0; i < cases; i++) {
      const size = [1e-3, 1, 1e4][i % 3];
      const kindA = PIECE_KINDS[i % PIECE_KINDS.length];
      const kindB = PIECE_KINDS[Math.floor(i / PIECE_KINDS.length) % PIECE_KINDS.length];
      const { a, b } = arrangedPair(rng, kindA, kindB, size, size * rng.range(0.05, 1.5));
      const expected = Math.max(0, coreSeparation(a, b));
      const context = `seed ${seed}, case ${i}: A ${pointsOf(a)}, B ${pointsOf(b)}`;
      if (expected > 0) apart++;
      const cache = createGjkCache();
      const distance = distanceGjk(a, b, cache);
      if (!(Math.abs(distance - expected) <= 1e-12 * size)) expect.fail(`${distance} for ${expected}, ${context}`);
      if (cache.iterations > 20) expect.fail(`${cache.iterations} iterations, ${context}`);
      cold += cache.iterations;
      const squared = closestPointsGjk(out, 1, a, b, cache);
      warm += cache.iterations;
      const between = Math.hypot(out[3] - out[1], out[4] - out[2]);
      if (!(Math.abs(between - distance) <= 1e-12 * size)) expect.fail(`points ${out} for ${distance}, ${context}`);
      if (!(Math.abs(Math.sqrt(squared) - expected) <= 1e-12 * size)) expect.fail(`warm ${squared}, ${context}`);
      const onA = coreSeparation(a, pieceOf([out[1], out[2]]));
      const onB = coreSeparation(b, pieceOf([out[3], out[4]]));
      if (!(onA <= 1e-12 * size && onB <= 1e-12 * size)) expect.fail(`off the shapes: ${onA} ${onB}, ${context}`);
      // The same through support functions, cold and warm.
      const general = createGjkCache();
      for (let pass = 0; pass < 2; pass++) {
        const d = distanceGjkSupport(supportOf(a), supportOf(b), general);
        if (!(Math.abs(d - expected) <= 1e-12 * size)) expect.fail(`support ${d} for ${expected}, ${context}`);
      }
    }
    expect(apart / cases, `seed ${seed}`).toBeGreaterThan(0.3);
    expect(apart / cases, `seed ${seed}`).toBeLessThan(0.9);
    // A pair that did not move needs one look to see it: far fewer steps than a cold start.
    expect(warm).toBeLessThan(0.5 * cold);
    expect(warm).toBeLessThanOrEqual(1.01 * cases);
  });

  test('the explicit Minkowski difference is as far from the origin', () => {
    const seed = 502;
    const rng = createRng(seed);
    const difference = new Float64Array(2 * 200);
    const out = [0, 0];
    let apart = 0;
    const cases = effort(3000, 600);
    for (let i = 0; i < cases; i++) {
      const kindA = PIECE_KINDS[i % PIECE_KINDS.length];
      const kindB = PIECE_KINDS[Math.floor(i / PIECE_KINDS.length) % PIECE_KINDS.length];
      const { a, b } = arrangedPair(rng, kindA, kindB, 1, rng.range(0.05, 1.5));
      const count = computeMinkowskiDifference(difference, a, b);
      const squared = closestPointConvexPolygon(out, 0, [0, 0], 0, difference, 0, count);
      const distance = distanceGjk(a, b, createGjkCache());
      if (squared > 0) apart++;
      expect(Math.abs(Math.sqrt(squared) - distance), `seed ${seed}, case ${i}`).toBeLessThan(1e-12);
    }
    expect(apart / cases).toBeGreaterThan(0.3);
    expect(apart / cases).toBeLessThan(0.9);
  });

  test('500 corners take few iterations', () => {
    const rng = createRng(503);
    let most = 0;
    for (let i = 0; i < 300; i++) {
      const a = inscribed(rng, 500, 1, 0);
      const b = moved(inscribed(rng, 500, rng.range(0.2, 1), 0), rng.range(-2, 2), rng.range(-2, 2));
      const cache = createGjkCache();
      distanceGjk(a, b, cache);
      most = Math.max(most, cache.iterations);
    }
    expect(most).toBeGreaterThan(4);
    expect(most).toBeLessThanOrEqual(20);
  });

  test('curved supports converge: circles, ellipses against ternary search', () => {
    const seed = 504;
    const rng = createRng(seed);
    for (let i = 0; i < 500; i++) {
      const [ra, rb, x, y] = [rng.range(0.1, 1), rng.range(0.1, 1), rng.range(-3, 3), rng.range(-3, 3)];
      const cache = createGjkCache();
      const out = [0, 0, 0, 0];
      closestPointsGjkSupport(out, 0, roundSupportOf(pieceOf([0, 0], ra)), roundSupportOf(pieceOf([x, y], rb)), cache);
      const expected = Math.max(0, Math.hypot(x, y) - ra - rb);
      const found = Math.hypot(out[2] - out[0], out[3] - out[1]);
      expect(Math.abs(found - expected), `seed ${seed}, case ${i}`).toBeLessThan(1e-12);
      expect(cache.iterations, `seed ${seed}, case ${i}`).toBeLessThanOrEqual(40);
      expect(cache.termination).not.toBe(GJK_ITERATION_LIMIT);
    }
  });

  test('NaN ends', () => {
    const cache = createGjkCache();
    const bad = createConvexPiece(3);
    bad.vertices.set([0, 0, Number.NaN, 0, 0, 1]);
    bad.count = 3;
    distanceGjk(bad, pieceOf([2, 2, 3, 2, 3, 3]), cache);
    expect(cache.iterations).toBeLessThanOrEqual(128);
  });
});

describe('penetration depth', () => {
  test('SAT and EPA agree with the Minkowski difference; the translation separates; witness points lie on the shapes', () => {
    const seed = 601;
    const rng = createRng(seed);
    const sat = new Float64Array(6);
    const epa = new Float64Array(6);
    let overlapping = 0;
    const cases = effort(4000, 1000);
    for (let i = 0; i < cases; i++) {
      const size = [1e-3, 1, 1e4][i % 3];
      const kindA = PIECE_KINDS[i % PIECE_KINDS.length];
      const kindB = PIECE_KINDS[Math.floor(i / PIECE_KINDS.length) % PIECE_KINDS.length];
      const { a, b } = arrangedPair(rng, kindA, kindB, size, size * rng.range(0.05, 1.5));
      const context = `seed ${seed}, case ${i}: A ${pointsOf(a)} r ${a.radius}, B ${pointsOf(b)} r ${b.radius}`;
      const expected = -separationOf(a, b);
      if (expected >= 0) overlapping++;
      const depth = penetrationSat(sat, 0, a, b);
      if (!(Math.abs(depth - expected) <= 1e-9 * size)) expect.fail(`SAT ${depth} for ${expected}, ${context}`);
      const coreA = pieceOf(pointsOf(a).flat());
      const coreB = pieceOf(pointsOf(b).flat());
      const core = -coreSeparation(a, b);
      const report = createEpaReport();
      const coreDepth = penetrationEpa(epa, 0, supportOf(a), supportOf(b), createGjkCache(), report);
      if (!(Math.abs(coreDepth - core) <= 1e-9 * size)) expect.fail(`EPA ${coreDepth} for ${core}, ${context}`);
      if (report.iterations > 60) expect.fail(`${report.iterations} iterations, ${context}`);
      for (const [name, out, d, p, q] of [
        ['SAT', sat, depth, a, b],
        ['EPA', epa, coreDepth, coreA, coreB],
      ] as const) {
        if (name === 'EPA' && Math.abs(d) < 1e-9 * size) continue;
        const after = separationOf(p, moved(q, d * out[0], d * out[1]));
        if (!(Math.abs(after) <= 4e-9 * size))
          expect.fail(`${name} normal ${out}, depth ${d}, after ${after}, ${context}`);
        const onA = separationOf(p, pieceOf([out[2], out[3]]));
        const onB = separationOf(q, pieceOf([out[4], out[5]]));
        if (!(Math.abs(onA) <= 1e-9 * size && Math.abs(onB) <= 1e-9 * size)) {
          expect.fail(`${name} points ${out} at ${onA}, ${onB}, ${context}`);
        }
      }
    }
    expect(overlapping / cases, `seed ${seed}`).toBeGreaterThan(0.3);
    expect(overlapping / cases, `seed ${seed}`).toBeLessThan(0.7);
  });

  test('EPA on rounded supports: the rounded depth', () => {
    const seed = 602;
    const rng = createRng(seed);
    const out = new Float64Array(6);
    let tried = 0;
    for (let i = 0; tried < 400 && i < 4000; i++) {
      const kindA = PIECE_KINDS[i % PIECE_KINDS.length];
      const { a, b } = arrangedPair(rng, kindA, 'rounded', 1, 1);
      const expected = -separationOf(a, b);
      if (expected < 0) continue;
      tried++;
      const report = createEpaReport();
      const depth = penetrationEpa(out, 0, roundSupportOf(a), roundSupportOf(b), createGjkCache(), report);
      const context = `seed ${seed}, case ${i}: A ${pointsOf(a)} r ${a.radius}, B ${pointsOf(b)} r ${b.radius}`;
      if (!(Math.abs(depth - expected) <= 1e-9)) expect.fail(`${depth} for ${expected}, ${context}`);
    }
    expect(tried).toBe(400);
  });

  test('concentric circles, contained boxes, large hulls', () => {
    const out = new Float64Array(6);
    const report = createEpaReport();
    const circle = roundSupportOf(pieceOf([2, 3], 1));
    expect(penetrationEpa(out, 0, circle, circle, createGjkCache(), report)).toBeCloseTo(2, 14);
    const point = supportOf(pieceOf([2, 3]));
    expect(penetrationEpa(out, 0, point, point, createGjkCache(), report)).toBe(0);
    expect([...out]).toEqual([1, 0, 2, 3, 2, 3]);
    const box = pieceOf([-3, -2, 3, -2, 3, 2, -3, 2]);
    const inner = pieceOf([-1, 0, 1, 0, 1, 1, -1, 1]);
    expect(penetrationEpa(out, 0, supportOf(box), supportOf(inner), createGjkCache(), report)).toBe(2);
    expect([out[0], out[1]]).toEqual([0, 1]);
    expect(report.termination).toBe(EPA_CONVERGED);
    expect(penetrationSat(out, 0, box, inner)).toBe(2);
    const rng = createRng(603);
    const large = inscribed(rng, 500, 1, 0);
    const other = moved(inscribed(rng, 500, 1, 0), 0.1, 0.2);
    const depth = penetrationEpa(out, 0, supportOf(large), supportOf(other), createGjkCache(), report);
    expect(Math.abs(depth - penetrationSat(out, 0, large, other))).toBeLessThan(1e-12);
    expect(report.iterations).toBeLessThan(60);
  });
});

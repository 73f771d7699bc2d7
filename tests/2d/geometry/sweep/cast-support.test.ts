import { expect, test } from 'vitest';
import {
  castConvex,
  castSupport,
  closestPointsGjkSupport,
  createCircleSupport,
  createConvexSupport,
  createGjkCache,
  createToiReport,
  overlapsConvex,
  TOI_HIT,
  TOI_MISS,
  timeOfImpact,
  writePoseAt,
} from '../../../../entry/geometry2d.ts';
import { createRng } from '../../../support/rng.ts';
import { moved, PIECE_KINDS, randomPiece, separationOf } from '../support/convex-reference.ts';

const SEED = 7301;

test('supports are cast like the pieces they are of', () => {
  const rng = createRng(SEED);
  const cases = 3000;
  let hits = 0;
  const out = new Float64Array(4);
  const expected = new Float64Array(4);
  for (let i = 0; i < cases; i++) {
    const size = [1e-3, 1, 1e4][i % 3];
    const fixed = randomPiece(rng, PIECE_KINDS[i % PIECE_KINDS.length], size);
    const away = [rng.range(-4, 4) * size, rng.range(-4, 4) * size];
    const shape = randomPiece(rng, PIECE_KINDS[(i >> 3) % PIECE_KINDS.length], size);
    const start = moved(shape, away[0], away[1]);
    const translation = [-1.5 * away[0] + rng.range(-6, 6) * size, -1.5 * away[1] + rng.range(-6, 6) * size];
    const context = `seed ${SEED}, case ${i}`;
    const pieces = castConvex(expected, 0, start, fixed, translation, 0);
    const t = castSupport(
      out,
      0,
      createConvexSupport(shape, [...away, 1, 0]),
      createConvexSupport(fixed),
      translation,
      0,
    );
    // Where they only graze, rounding decides.
    const least = separationOf(moved(start, Math.min(t, 1) * translation[0], Math.min(t, 1) * translation[1]), fixed);
    if ((t === Infinity) !== (pieces === Infinity)) {
      if (!(Math.abs(least) <= 1e-9 * size)) expect.fail(`${t}, pieces ${pieces}, ${context}`);
      continue;
    }
    if (t === Infinity) continue;
    hits++;
    if (t === 0) {
      expect([pieces, out[2], out[3]], context).toEqual([0, 0, 0]);
      continue;
    }
    expect(Math.abs(least) / size, context).toBeLessThan(1e-9);
    const along = Math.abs(out[2] * translation[0] + out[3] * translation[1]) / size;
    expect(Math.abs(t - pieces) * along, context).toBeLessThan(1e-9);
  }
  expect(hits / cases).toBeGreaterThan(0.3);
  expect(hits / cases).toBeLessThan(0.8);
});

test('overlapping or touching at the start, parting, and NaN', () => {
  const out = [7, 7, 7, 7];
  const left = createCircleSupport([0, 0, 1]);
  expect(castSupport(out, 0, left, createCircleSupport([1.5, 0, 1]), [3, 0], 0)).toBe(0);
  expect(out.slice(2)).toEqual([0, 0]);
  expect(castSupport(out, 0, left, createCircleSupport([5, 0, 1]), [6, 0], 0)).toBeCloseTo(0.5, 14);
  expect(out.map((x) => Math.round(x * 1e12) / 1e12 + 0)).toEqual([4, 0, -1, 0]);
  const before = [...out];
  expect(castSupport(out, 0, left, createCircleSupport([5, 0, 1]), [-6, 0], 0)).toBe(Infinity);
  expect(castSupport(out, 0, left, createCircleSupport([5, 0, 1]), [2.9, 0], 0)).toBe(Infinity);
  expect(castSupport(out, 0, left, createCircleSupport([5, Number.NaN, 1]), [6, 0], 0)).toBe(Infinity);
  expect(castSupport(out, 0, left, createCircleSupport([5, 0, 1]), [Number.NaN, 0], 0)).toBe(Infinity);
  expect(out).toEqual(before);
});

test('a call without a cache answers as one with an empty cache, whatever was asked before', () => {
  const rng = createRng(SEED + 1);
  const points = new Float64Array(4);
  for (let i = 0; i < 50; i++) {
    const a = createConvexSupport(randomPiece(rng, 'polygon', 1), [rng.range(-3, 3), 2, 1, 0]);
    const b = createConvexSupport(randomPiece(rng, 'rounded', 1));
    const first = closestPointsGjkSupport(points, 0, a, b);
    closestPointsGjkSupport(points, 0, b, a);
    expect(closestPointsGjkSupport(points, 0, a, b)).toBe(first);
  }
});

test('overlapsConvex: the sign of the separation, with and without a remembered axis', () => {
  const rng = createRng(SEED + 2);
  const cache = new Int32Array(2);
  let overlapping = 0;
  for (let i = 0; i < 1000; i++) {
    const a = randomPiece(rng, PIECE_KINDS[i % PIECE_KINDS.length], 1);
    const b = moved(
      randomPiece(rng, PIECE_KINDS[(i >> 3) % PIECE_KINDS.length], 1),
      rng.range(-2, 2),
      rng.range(-1, 1),
    );
    const expected = separationOf(a, b);
    if (Math.abs(expected) < 1e-12) continue;
    expect(overlapsConvex(a, b), `seed ${SEED + 2}, case ${i}`).toBe(expected < 0);
    expect(overlapsConvex(a, b, cache, 1), `seed ${SEED + 2}, case ${i}`).toBe(expected < 0);
    if (expected < 0) overlapping++;
  }
  expect(overlapping).toBeGreaterThan(300);
  expect(overlapping).toBeLessThan(700);
  expect(cache[0]).toBe(0);
  expect(overlapsConvex(moved(randomPiece(rng, 'box', 1), Number.NaN, 0), randomPiece(rng, 'box', 1))).toBe(false);
});

test('writePoseAt mixes place and angle straight, however often it turns', () => {
  const motion = [9, 1, 2, 0, 3, -2, 4 * Math.PI];
  const pose = [0, 0, 0, 0, 0];
  writePoseAt(pose, 1, motion, 1, 0);
  expect(pose).toEqual([0, 1, 2, 1, 0]);
  writePoseAt(pose, 1, motion, 1, 0.125);
  expect(pose[1]).toBe(1.25);
  expect(pose[2]).toBe(1.5);
  expect(pose[3]).toBeCloseTo(0, 15);
  expect(pose[4]).toBeCloseTo(1, 15);
  // `out` may be the motion.
  writePoseAt(motion, 1, motion, 1, 1);
  expect(motion.slice(1, 5).map((x) => Math.round(x * 1e12) / 1e12 + 0)).toEqual([3, -2, 1, 0]);
});

test('timeOfImpact: motions at an offset, and what its report says', () => {
  const rng = createRng(SEED + 3);
  const out = [0, 0, 0, 0];
  const report = createToiReport();
  const bar = { piece: randomPiece(rng, 'box', 1), motion: [7, -4, 0, 0, 4, 0, 3], motionOffset: 1 };
  const post = { piece: randomPiece(rng, 'circle', 1), motion: [0, 0, 0, 0, 0, 0] };
  const t = timeOfImpact(out, 0, bar, post);
  expect(t).toBeGreaterThan(0);
  expect(t).toBeLessThan(1);
  expect(timeOfImpact(out, 0, bar, post, createGjkCache(), report)).toBe(t);
  expect(report.termination).toBe(TOI_HIT);
  expect(timeOfImpact(out, 0, { ...bar, motion: [7, -4, 0, 0, -9, 0, 3] }, post, undefined, report)).toBe(Infinity);
  expect(report.termination).toBe(TOI_MISS);
});

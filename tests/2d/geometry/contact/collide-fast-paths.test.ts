import { expect, test } from 'vitest';
import { collideCapsules, fillCapsule } from '../../../../src/2d/geometry/contact/collide-capsules.ts';
import {
  collideCircleCapsule,
  collideCirclePiece,
  collideCircles,
} from '../../../../src/2d/geometry/contact/collide-circles.ts';
import { collideConvex } from '../../../../src/2d/geometry/contact/collide-convex.ts';
import { CONTACT_STRIDE } from '../../../../src/2d/geometry/contact/contact-layout.ts';
import { type ConvexPiece, createConvexPiece } from '../../../../src/2d/geometry/convex/convex-piece.ts';
import { createRng, type Rng } from '../../../support/rng.ts';
import { moved, PIECE_KINDS, pieceOf, pointsOf, randomPiece, separationOf } from '../support/convex-reference.ts';

const out = new Float64Array(CONTACT_STRIDE);
const features = new Uint32Array(2);
const general = new Float64Array(CONTACT_STRIDE);
const generalFeatures = new Uint32Array(2);
const cache = new Int32Array(1);

/** Compares one fast path with the reference separation and, normal for normal, with the general routine. */
function compare(count: number, a: ConvexPiece, b: ConvexPiece, margin: number, size: number, context: string): void {
  const expected = separationOf(a, b);
  const pair = `${context}: A ${pointsOf(a)} r ${a.radius}, B ${pointsOf(b)} r ${b.radius}, expected ${expected}`;
  if (Math.abs(expected - margin) > 1e-9 * size && count > 0 !== expected < margin) expect.fail(`${count}, ${pair}`);
  if (count === 0) return;
  const least = count === 2 ? Math.min(out[4], out[7]) : out[4];
  if (!(Math.abs(least - expected) <= 1e-12 * size)) expect.fail(`${least}, ${pair}`);
  cache[0] = 0;
  const generalCount = collideConvex(general, generalFeatures, a, b, margin, cache, 0);
  if (Math.abs(general[0] - out[0]) + Math.abs(general[1] - out[1]) > 1e-7) {
    // Another direction must be as good: B moved out along it just touches.
    const after = separationOf(a, moved(b, -least * out[0], -least * out[1]));
    if (!(Math.abs(after) <= 1e-9 * size)) expect.fail(`normal ${out[0]}, ${out[1]}, ${pair}`);
    return;
  }
  if (generalCount !== count) expect.fail(`${count} points, general ${generalCount}, ${pair}`);
  for (let i = 0; i < count; i++) {
    for (let k = 2 + 3 * i; k < 5 + 3 * i; k++) {
      if (!(Math.abs(out[k] - general[k]) <= 1e-9 * size)) expect.fail(`${out} for ${general}, ${pair}`);
    }
    if (features[i] !== generalFeatures[i]) expect.fail(`features ${features} for ${generalFeatures}, ${pair}`);
  }
}

function run(
  seed: number,
  cases: number,
  one: (rng: Rng, size: number, margin: number, context: string) => number,
): void {
  const rng = createRng(seed);
  let hits = 0;
  for (let i = 0; i < cases; i++) {
    const size = [1e-3, 1, 1e4][i % 3];
    hits += one(rng, size, i % 2 === 0 ? 0 : 0.2 * size, `seed ${seed}, case ${i}`) > 0 ? 1 : 0;
  }
  expect(hits / cases, `seed ${seed}`).toBeGreaterThan(0.3);
  expect(hits / cases, `seed ${seed}`).toBeLessThan(0.7);
}

const randomCircle = (rng: Rng, size: number, spread: number): number[] => [
  rng.range(-spread, spread) * size,
  rng.range(-spread, spread) * size,
  rng.range(0, 0.8) * size,
];

test('circles', () => {
  run(91, 3000, (rng, size, margin, context) => {
    const circles = [...randomCircle(rng, size, 0.8), ...randomCircle(rng, size, 0.8)];
    const count = collideCircles(out, features, circles, 0, circles, 3, margin);
    const a = pieceOf(circles.slice(0, 2), circles[2]);
    compare(count, a, pieceOf(circles.slice(3, 5), circles[5]), margin, size, context);
    return count;
  });
  expect(collideCircles(out, features, [1, 2, 3], 0, [1, 2, 1], 0, 0)).toBe(1);
  // A's surface at x = 4, B's at x = 0.
  expect([...out.subarray(0, 5)]).toEqual([1, 0, 2, 2, -4]);
  expect(collideCircles(out, features, [0, 0, 1], 0, [2, 0, 1], 0, 0)).toBe(1);
  expect(collideCircles(out, features, [0, 0, 1], 0, [Number.NaN, 0, 1], 0, 0)).toBe(0);
});

test('a circle against a capsule, zero length and centre on the segment included', () => {
  run(92, 6000, (rng, size, margin, context) => {
    const circle = randomCircle(rng, size, 1);
    const capsule = [0, 0, 0, 0, rng.range(0, 0.6) * size];
    for (let k = 0; k < 4; k++) capsule[k] = rng.range(-1, 1) * size;
    const pick = rng.next();
    if (pick < 0.1) [capsule[2], capsule[3]] = [capsule[0], capsule[1]];
    else if (pick < 0.2) {
      const t = rng.integer(0, 2) / 2;
      circle[0] = capsule[0] + t * (capsule[2] - capsule[0]);
      circle[1] = capsule[1] + t * (capsule[3] - capsule[1]);
    }
    const count = collideCircleCapsule(out, features, circle, 0, capsule, 0, margin);
    const expected = separationOf(pieceOf(circle.slice(0, 2), circle[2]), pieceOf(capsule.slice(0, 4), capsule[4]));
    // On the segment the side, and with it the feature, is rounding: only the number counts.
    if (pick < 0.2) {
      if (count > 0) expect(Math.abs(out[4] - expected), context).toBeLessThanOrEqual(1e-12 * size);
      else expect(expected, context).toBeGreaterThan(margin - 1e-12 * size);
    } else {
      compare(
        count,
        pieceOf(circle.slice(0, 2), circle[2]),
        pieceOf(capsule.slice(0, 4), capsule[4]),
        margin,
        size,
        context,
      );
    }
    return count;
  });
  // A centre on the segment leaves to the left of a → b.
  expect(collideCircleCapsule(out, features, [1, 0, 1], 0, [0, 0, 2, 0, 0.5], 0, 0)).toBe(1);
  expect([...out.subarray(0, 5)]).toEqual([0, -1, 1, -0.25, -1.5]);
});

test('a circle against any piece', () => {
  let index = 0;
  run(93, 9000, (rng, size, margin, context) => {
    const kind = PIECE_KINDS[index++ % PIECE_KINDS.length];
    const piece = randomPiece(rng, kind, size);
    const circle = randomCircle(rng, size, 1.4);
    const count = collideCirclePiece(out, features, circle, 0, piece, margin);
    compare(count, pieceOf(circle.slice(0, 2), circle[2]), piece, margin, size, `${kind}, ${context}`);
    return count;
  });
});

test('a circle against a polygon with an edge too short for a true normal', () => {
  // Edge 1 → 2 is 1e-16 long and its normal as good as random, here pointing inward.
  const piece = pieceOf([-1, -1, 1, -1, 1, 1, -1, 1]);
  const broken = createConvexPiece(5);
  broken.vertices.set([-1, -1, 1, -1, 1, -1 + 2 ** -53, 1, 1, -1, 1]);
  broken.normals.set([0, -1, 0.6, -0.8, 1, 0, 0, 1, -1, 0]);
  broken.count = 5;
  const rng = createRng(94);
  for (let i = 0; i < 2000; i++) {
    const circle = [rng.range(-2, 2), rng.range(-2, 2), 0.1];
    const count = collideCirclePiece(out, features, circle, 0, broken, 9);
    expect(count).toBe(1);
    expect(Math.abs(out[4] - separationOf(pieceOf(circle.slice(0, 2), 0.1), piece)), `seed 94, case ${i}`).toBeLessThan(
      1e-12,
    );
  }
});

test('capsules: side by side, crossing, end to end, zero length', () => {
  const a = createConvexPiece(2);
  const b = createConvexPiece(2);
  run(95, 20000, (rng, size, margin, context) => {
    const capsules = [0, 0, 0, 0, rng.range(0, 0.4) * size, 0, 0, 0, 0, rng.range(0, 0.4) * size];
    for (const k of [0, 1, 2, 3, 5, 6, 7, 8]) capsules[k] = rng.range(-1, 1) * size;
    const pick = rng.next();
    if (pick < 0.15) {
      // Parallel, shifted.
      const dx = rng.range(-0.5, 0.5) * size;
      const dy = rng.range(-0.5, 0.5) * size;
      for (let k = 0; k < 4; k++) capsules[5 + k] = capsules[k] + (k % 2 === 0 ? dx : dy);
    } else if (pick < 0.2) [capsules[2], capsules[3]] = [capsules[0], capsules[1]];
    else if (pick < 0.25) [capsules[7], capsules[8]] = [capsules[5], capsules[6]];
    fillCapsule(a, capsules, 0, [0, 0], 0);
    fillCapsule(b, capsules, 5, [0, 0], 0);
    const count = collideCapsules(out, features, capsules, 0, capsules, 5, margin);
    compare(count, a, b, margin, size, context);
    return count;
  });
});

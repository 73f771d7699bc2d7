import { expect, test } from 'vitest';
import { collideBoxes } from '../../../../src/2d/geometry/contact/collide-boxes.ts';
import { collideConvex } from '../../../../src/2d/geometry/contact/collide-convex.ts';
import { CONTACT_STRIDE } from '../../../../src/2d/geometry/contact/contact-layout.ts';
import { createConvexPiece } from '../../../../src/2d/geometry/convex/convex-piece.ts';
import { effort } from '../../../support/effort.ts';
import { createRng } from '../../../support/rng.ts';
import { fillBox, separationOf } from '../support/convex-reference.ts';

const out = new Float64Array(CONTACT_STRIDE);
const features = new Uint32Array(2);
const general = new Float64Array(CONTACT_STRIDE);
const generalFeatures = new Uint32Array(2);

test('two boxes side by side, in the order of A’s outline', () => {
  const boxes = [0, 0, 1, 2, 1, 0, 2.5, 1, 1, 1, 0, 1];
  expect(collideBoxes(out, features, boxes, 0, boxes, 6, 1)).toBe(2);
  expect([...out]).toEqual([1, 0, 1.25, 0, 0.5, 1.25, 2, 0.5]);
  // B is turned by a quarter: its vertex 1 is at (3.5, 0)… seen from A its edge 2 faces A, the other way round.
  expect([...features].map((f) => [f & 0xffff, f >>> 16])).toEqual([
    [1, 3],
    [2, 2],
  ]);
});

test('agrees with the general routine on the corners, point by point and feature by feature', () => {
  const seed = 81;
  const rng = createRng(seed);
  const a = createConvexPiece(4);
  const b = createConvexPiece(4);
  const cache = new Int32Array(1);
  let touching = 0;
  let apart = 0;
  let compared = 0;
  const cases = effort(20_000, 5000);
  for (let i = 0; i < cases; i++) {
    const size = [1e-3, 1, 1e4][i % 3];
    const box = (): number[] => {
      const angle = rng.next() < 0.2 ? (rng.integer(0, 3) * Math.PI) / 2 : rng.range(0, 7);
      const x = rng.range(-1, 1) * size;
      const y = rng.range(-1, 1) * size;
      return [x, y, rng.range(0.1, 0.8) * size, rng.range(0.1, 0.8) * size, Math.cos(angle), Math.sin(angle)];
    };
    const boxes = [...box(), ...box()];
    fillBox(a, boxes, 0, boxes, 0);
    fillBox(b, boxes, 6, boxes, 0);
    const margin = i % 2 === 0 ? 0 : 0.3 * size;
    const context = `seed ${seed}, case ${i}, margin ${margin}: ${boxes.join(', ')}`;
    const expected = separationOf(a, b);
    const count = collideBoxes(out, features, boxes, 0, boxes, 6, margin);
    if (Math.abs(expected - margin) > 1e-9 * size && count > 0 !== expected < margin)
      expect.fail(`${count}, ${context}`);
    if (count === 0) {
      apart++;
      continue;
    }
    touching++;
    const least = count === 2 ? Math.min(out[4], out[7]) : out[4];
    if (!(Math.abs(least - expected) <= 1e-12 * size)) expect.fail(`${least} for ${expected}, ${context}`);
    cache[0] = 0;
    const generalCount = collideConvex(general, generalFeatures, a, b, margin, cache, 0);
    // Where two faces tie within rounding either may be the reference.
    const sameNormal = Math.abs(general[0] - out[0]) + Math.abs(general[1] - out[1]) < 1e-9;
    if (!sameNormal) continue;
    compared++;
    if (generalCount !== count) expect.fail(`${count} points, not ${generalCount}, ${context}`);
    for (let k = 0; k < count; k++) {
      const p = 2 + 3 * k;
      const off =
        Math.abs(out[p] - general[p] - boxes[0]) +
        Math.abs(out[p + 1] - general[p + 1] - boxes[1]) +
        Math.abs(out[p + 2] - general[p + 2]);
      if (!(off <= 1e-9 * size)) expect.fail(`point ${k}: ${out} for ${general}, ${context}`);
      if (features[k] !== generalFeatures[k]) expect.fail(`features ${features} for ${generalFeatures}, ${context}`);
    }
  }
  expect(touching / cases, `seed ${seed}`).toBeGreaterThan(0.3);
  expect(touching / cases, `seed ${seed}`).toBeLessThan(0.7);
  expect(apart).toBeGreaterThan(0);
  expect(compared / touching, `seed ${seed}`).toBeGreaterThan(0.9);
});

test('NaN is no contact', () => {
  const boxes = [0, 0, 1, 1, 1, 0, Number.NaN, 0, 1, 1, 1, 0];
  expect(collideBoxes(out, features, boxes, 0, boxes, 6, 0)).toBe(0);
});

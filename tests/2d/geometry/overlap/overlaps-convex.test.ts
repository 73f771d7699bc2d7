import { expect, test } from 'vitest';
import { createConvexPiece } from '../../../../src/2d/geometry/convex/convex-piece.ts';
import { findSeparatingAxis } from '../../../../src/2d/geometry/convex/find-separating-axis.ts';
import { overlapsConvexPolygons } from '../../../../src/2d/geometry/overlap/overlaps-convex-polygons.ts';
import { overlapsObbObb } from '../../../../src/2d/geometry/overlap/overlaps-obb-obb.ts';
import { effort } from '../../../support/effort.ts';
import { createRng } from '../../../support/rng.ts';
import {
  arrangedPair,
  fillBox,
  moved,
  PIECE_KINDS,
  pieceOf,
  pointsOf,
  separationOf,
} from '../support/convex-reference.ts';

test('polygons: touching counts, a hair apart does not', () => {
  const a = [0, 0, 2, 0, 2, 2, 0, 2];
  const touching = [2, 1, 4, 1, 4, 3, 2, 3];
  const corner = [2, 2, 4, 2, 4, 4, 2, 4];
  expect(overlapsConvexPolygons(a, 0, 4, touching, 0, 4)).toBe(true);
  expect(overlapsConvexPolygons(a, 0, 4, corner, 0, 4)).toBe(true);
  const apart = corner.map((v, i) => (i % 2 === 0 ? v + 1e-12 : v));
  expect(overlapsConvexPolygons(a, 0, 4, apart, 0, 4)).toBe(false);
});

test('polygons, axes and depths against the reference; the cached axis answers again', () => {
  const seed = 301;
  const rng = createRng(seed);
  const cases = effort(6000, 1500);
  let overlapping = 0;
  let reused = 0;
  let apart = 0;
  const axis = [0, 0];
  const cache = new Int32Array(1);
  for (let i = 0; i < cases; i++) {
    const size = [1e-3, 1, 1e4][i % 3];
    const kindA = PIECE_KINDS[i % PIECE_KINDS.length];
    const kindB = PIECE_KINDS[Math.floor(i / PIECE_KINDS.length) % PIECE_KINDS.length];
    const { a, b } = arrangedPair(rng, kindA, kindB, size, size * rng.range(0.05, 1.5));
    const expected = separationOf(a, b);
    if (expected <= 0) overlapping++;
    else apart++;
    const context = `seed ${seed}, case ${i}: A ${pointsOf(a)} r ${a.radius}, B ${pointsOf(b)} r ${b.radius}`;
    if (a.radius + b.radius === 0 && a.count > 2 && b.count > 2 && Math.abs(expected) > 1e-12 * size) {
      const overlaps = overlapsConvexPolygons(a.vertices, 0, a.count, b.vertices, 0, b.count);
      if (overlaps !== expected < 0) expect.fail(`${overlaps} at ${expected}, ${context}`);
    }
    cache[0] = 0;
    const separation = findSeparatingAxis(axis, 0, a, b, cache, 0);
    if (!(Math.abs(separation - expected) <= 1e-9 * size)) expect.fail(`${separation} for ${expected}, ${context}`);
    // Along the axis that is there: the gap between the extremes.
    const reach = (points: [number, number][], sign: number): number =>
      Math.max(...points.map(([x, y]) => sign * (x * axis[0] + y * axis[1])));
    const gap = -reach(pointsOf(b), -1) - reach(pointsOf(a), 1) - a.radius - b.radius;
    if (!(Math.abs(gap - separation) <= 1e-9 * size))
      expect.fail(`axis ${axis} has ${gap}, not ${separation}, ${context}`);
    if (separation > 0 && cache[0] !== 0) {
      const before = cache[0];
      const again = findSeparatingAxis(axis, 0, moved(a, 1e-3 * separation, 0), b, cache, 0);
      if (again > 0 && cache[0] === before) reused++;
    }
  }
  expect(overlapping / cases).toBeGreaterThan(0.3);
  expect(overlapping / cases).toBeLessThan(0.7);
  expect(reused).toBeGreaterThan(0.3 * apart);
});

test('boxes by four axes against the reference', () => {
  const seed = 302;
  const rng = createRng(seed);
  const a = createConvexPiece(4);
  const b = createConvexPiece(4);
  let overlapping = 0;
  const cases = effort(6000, 1500);
  for (let i = 0; i < cases; i++) {
    const size = [1e-3, 1, 1e4][i % 3];
    const box = (): number[] => {
      const angle = rng.next() < 0.2 ? (rng.integer(0, 3) * Math.PI) / 2 : rng.range(0, 7);
      const x = rng.range(-1, 1) * size;
      const y = rng.range(-1, 1) * size;
      return [x, y, rng.range(0.1, 0.8) * size, rng.range(0.1, 0.8) * size, Math.cos(angle), Math.sin(angle)];
    };
    const boxes = [...box(), ...box()];
    fillBox(a, boxes, 0, [0, 0], 0);
    fillBox(b, boxes, 6, [0, 0], 0);
    const expected = separationOf(a, b);
    if (expected <= 0) overlapping++;
    if (Math.abs(expected) < 1e-12 * size) continue;
    const context = `seed ${seed}, case ${i}: ${boxes}`;
    if (overlapsObbObb(boxes, 0, boxes, 6) !== expected < 0) expect.fail(context);
    if (overlapsObbObb(boxes, 6, boxes, 0) !== expected < 0) expect.fail(`swapped, ${context}`);
  }
  expect(overlapping / cases).toBeGreaterThan(0.3);
  expect(overlapping / cases).toBeLessThan(0.7);
  const exact = [0, 0, 1, 1, 1, 0, 2, 2, 1, 1, 1, 0];
  expect(overlapsObbObb(exact, 0, exact, 6)).toBe(true);
  expect(overlapsObbObb([Number.NaN, 0, 1, 1, 1, 0], 0, exact, 6)).toBe(false);
});

test('two points and collinear segments are told apart along their line', () => {
  const axis = [0, 0];
  const cache = new Int32Array(1);
  expect(findSeparatingAxis(axis, 0, pieceOf([1, 1], 1), pieceOf([4, 5], 1), cache, 0)).toBeCloseTo(3, 14);
  expect(axis[0]).toBeCloseTo(0.6, 14);
  expect(findSeparatingAxis(axis, 0, pieceOf([0, 0, 1, 0]), pieceOf([3, 0, 4, 0]), cache, 0)).toBe(2);
  expect(axis).toEqual([1, 0]);
});

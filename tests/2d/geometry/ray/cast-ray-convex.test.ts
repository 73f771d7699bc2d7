import { describe, expect, it } from 'vitest';
import {
  type ConvexPiece,
  computeNormals,
  createConvexPiece,
} from '../../../../src/2d/geometry/convex/convex-piece.ts';
import { castRayConvex } from '../../../../src/2d/geometry/ray/cast-ray-convex.ts';
import { randomConvex } from '../../../support/random-shapes-2d.ts';
import { distanceToSurface, placeShape, type ReferencePiece } from '../../../support/reference-2d.ts';
import { createRng } from '../../../support/rng.ts';

const KINDS = ['circle', 'capsule', 'box', 'polygon', 'segment'] as const;
const out = new Float64Array(4);

function pieceOf(reference: ReferencePiece): ConvexPiece {
  const count = reference.xs.length;
  const piece = createConvexPiece(count);
  for (let i = 0; i < count; i++) {
    piece.vertices[2 * i] = reference.xs[i];
    piece.vertices[2 * i + 1] = reference.ys[i];
  }
  piece.count = count;
  piece.radius = reference.radius;
  computeNormals(piece);
  return piece;
}

function polygonPiece(points: number[], radius = 0): ConvexPiece {
  const xs = points.filter((_, i) => i % 2 === 0);
  const ys = points.filter((_, i) => i % 2 === 1);
  return pieceOf({ xs, ys, radius });
}

function cast(piece: ConvexPiece, x: number, y: number, dx: number, dy: number, maxFraction = Infinity): number {
  out.fill(NaN);
  return castRayConvex(out, 0, [x, y, dx, dy], 0, maxFraction, piece);
}

/**
 * The slow way: the signed distance to a convex set is a convex function along a line, so a ternary search finds its
 * least value and bisection where it first is 0. Returns NaN when the least value is too near 0 to tell.
 */
function slowFraction(piece: ReferencePiece, x: number, y: number, dx: number, dy: number, tolerance: number): number {
  const at = (t: number): number => distanceToSurface(piece, x + t * dx, y + t * dy);
  if (Math.abs(at(0)) < tolerance) return NaN;
  if (at(0) < 0) return 0;
  let low = 0;
  let high = 1;
  for (let i = 0; i < 200; i++) {
    const a = low + (high - low) * 0.45;
    const b = low + (high - low) * 0.55;
    if (at(a) < at(b)) high = b;
    else low = a;
  }
  const deepest = (low + high) / 2;
  if (Math.abs(at(deepest)) < tolerance) return NaN;
  if (at(deepest) > 0) return Infinity;
  low = 0;
  high = deepest;
  for (let i = 0; i < 100; i++) {
    const middle = (low + high) / 2;
    if (at(middle) > 0) low = middle;
    else high = middle;
  }
  return high;
}

describe('castRayConvex against bisection of the signed distance', () => {
  for (const scale of [1e-3, 1, 1e4]) {
    it(`all kinds of pieces, size ${scale}, seed 17`, () => {
      const rng = createRng(17);
      let hits = 0;
      let starts = 0;
      let cases = 0;
      for (let i = 0; i < 1500; i++) {
        const kind = KINDS[rng.integer(0, KINDS.length - 1)];
        const shape = randomConvex(rng, kind, scale);
        if (kind === 'segment' && shape.radius === 0) continue;
        const turned = { x: rng.range(-1, 1) * scale, y: rng.range(-1, 1) * scale, rotation: rng.range(-4, 4) };
        const placed = placeShape(shape, { ...turned, scale: 1, offsetX: 0, offsetY: 0, offsetRotation: 0 });
        const reference = placed.pieces[0];
        const x = rng.range(-1.5, 1.5) * scale;
        const y = rng.range(-1.5, 1.5) * scale;
        const aim = rng.next() < 0.6 ? 1.5 : 0.7;
        const dx = (turned.x + rng.range(-aim, aim) * scale - x) * 3;
        const dy = (turned.y + rng.range(-aim, aim) * scale - y) * 3;
        const expected = slowFraction(reference, x, y, dx, dy, 1e-9 * scale);
        if (Number.isNaN(expected)) continue;
        cases++;
        const label = `seed 17, case ${i}, ${kind} of radius ${reference.radius}`;
        const found = cast(pieceOf(reference), x, y, dx, dy, 1);
        if (expected === Infinity) {
          expect(found, label).toBe(Infinity);
          expect(out, label).toEqual(Float64Array.of(NaN, NaN, NaN, NaN));
          continue;
        }
        hits++;
        if (expected === 0) {
          starts++;
          expect([found, ...out], label).toEqual([0, x, y, 0, 0]);
          continue;
        }
        const way = Math.sqrt(dx * dx + dy * dy);
        checkNormal(reference, dx, dy, scale, label);
        // A grazing ray turns an error across it into a larger one along it.
        const slope = Math.max(1e-4, -(out[2] * dx + out[3] * dy) / way);
        expect(Math.abs(found - expected) * way * slope, label).toBeLessThan(1e-11 * scale);
        expect(Math.abs(out[0] - (x + found * dx)), label).toBeLessThan(1e-12 * scale);
        const limited = cast(pieceOf(reference), x, y, dx, dy, found);
        expect(limited, label).toBe(found);
        expect(cast(pieceOf(reference), x, y, dx, dy, found * 0.999999), label).toBe(Infinity);
      }
      expect(cases).toBeGreaterThan(1200);
      expect(hits / cases, `hit rate of seed 17: ${hits} of ${cases}`).toBeGreaterThan(0.3);
      expect(hits / cases).toBeLessThan(0.7);
      expect(starts).toBeGreaterThan(50);
    });
  }

  /** The normal is unit, faces the ray, and is where the distance grows fastest. */
  function checkNormal(reference: ReferencePiece, dx: number, dy: number, scale: number, label: string): void {
    const [x, y, nx, ny] = out as unknown as [number, number, number, number];
    expect(Math.abs(nx * nx + ny * ny - 1), label).toBeLessThan(1e-12);
    expect(nx * dx + ny * dy, label).toBeLessThan(0);
    const step = 1e-4 * scale;
    const there = distanceToSurface(reference, x, y);
    const beyond = distanceToSurface(reference, x + step * nx, y + step * ny);
    expect(Math.abs(there), label).toBeLessThan(1e-11 * scale);
    expect(beyond - there, label).toBeGreaterThan(step * 0.999);
  }
});

describe('no ray slips through', () => {
  it('corners of turned polygons, rounded or not, aimed at to the last bit (seed 5)', () => {
    const rng = createRng(5);
    for (let i = 0; i < 4000; i++) {
      const count = rng.integer(3, 8);
      const start = rng.range(0, 7);
      const points: number[] = [];
      for (let k = 0; k < count; k++) {
        const angle = start + (k * 2 * Math.PI) / count;
        points.push(Math.cos(angle), Math.sin(angle));
      }
      const radius = rng.next() < 0.5 ? 0 : 10 ** rng.range(-18, -1);
      const piece = polygonPiece(points, radius);
      const k = rng.integer(0, count - 1);
      // From outside through the corner, and on through the middle.
      const away = rng.range(1.5, 100);
      const x = points[2 * k] * away;
      const y = points[2 * k + 1] * away;
      const label = `seed 5, case ${i}: ${count} corners, radius ${radius}`;
      const fraction = cast(piece, x, y, points[2 * k] - x, points[2 * k + 1] - y);
      expect(Math.abs(fraction - 1), label).toBeLessThan((1.5 * radius + 1e-12 * away) / (away - 1));
      expect(Math.abs(Math.hypot(out[2], out[3]) - 1), label).toBeLessThan(1e-12);
    }
  });

  it('joints of two segments, and points along a segment, crossed by random lines (seed 6)', () => {
    const rng = createRng(6);
    let crossings = 0;
    for (let i = 0; i < 20000; i++) {
      const far = 10 ** rng.integer(-1, 4);
      const joint = [far + rng.range(-3, 3), rng.range(-3, 3)] as const;
      const left = [joint[0] - rng.range(0.1, 2), joint[1] + rng.range(-1, 1)] as const;
      const right = [joint[0] + rng.range(0.1, 2), joint[1] + rng.range(-1, 1)] as const;
      const x = rng.range(-1, 1);
      const y = rng.range(-1, 1);
      const beyond = rng.range(1, 3);
      const dx = (joint[0] - x) * beyond;
      const dy = (joint[1] - y) * beyond;
      const side = ([px, py]: readonly [number, number]): number => (px - joint[0]) * dy - (py - joint[1]) * dx;
      if (side(left) * side(right) >= 0) continue;
      crossings++;
      const a = cast(polygonPiece([...left, ...joint]), x, y, dx, dy);
      const b = cast(polygonPiece([...joint, ...right]), x, y, dx, dy);
      expect(Math.abs(Math.min(a, b) - 1 / beyond), `seed 6, case ${i}`).toBeLessThan(1e-9);
    }
    expect(crossings).toBeGreaterThan(10000);
  });
});

describe('known answers', () => {
  const square = polygonPiece([-1, -1, 1, -1, 1, 1, -1, 1]);

  it('a box from each side, at its corner, along its edges', () => {
    expect([cast(square, -3, 0.5, 1, 0), ...out]).toEqual([2, -1, 0.5, -1, 0]);
    expect([cast(square, 0.25, 5, 0, -2), ...out]).toEqual([2, 0.25, 1, 0, 1]);
    expect(cast(square, -3, 1, 1, 0)).toBe(2);
    expect(cast(square, -3, -1, 1, 0)).toBe(2);
    expect(cast(square, 1, 4, 0, -1)).toBe(3);
    expect(cast(square, -3, -3, 1, 1)).toBe(2);
    expect(cast(square, -3, 1.0000001, 1, 0)).toBe(Infinity);
    expect(cast(square, -3, 0, -1, 0)).toBe(Infinity);
    expect(cast(square, -3, 0, 1, 0, 1.999)).toBe(Infinity);
  });

  it('starts on the boundary are starts inside, whichever way they go', () => {
    for (const [dx, dy] of [
      [1, 0],
      [-1, 0],
      [0, 1],
      [0, 0],
    ] as const) {
      expect([cast(square, 1, 0.5, dx, dy), ...out]).toEqual([0, 1, 0.5, 0, 0]);
      expect(cast(square, 1, 1, dx, dy)).toBe(0);
    }
    expect(cast(polygonPiece([0, 0], 2), 2, 0, -1, 0)).toBe(0);
    expect(cast(polygonPiece([0, 0, 4, 0]), 1, 0, 0, 1)).toBe(0);
    expect(cast(polygonPiece([0, 0, 4, 0], 1), 2, 1, 0, 1)).toBe(0);
  });

  it('a zero direction asks whether it starts inside', () => {
    expect(cast(square, 0, 0, 0, 0)).toBe(0);
    expect(cast(square, 2, 0, 0, 0)).toBe(Infinity);
    expect(cast(polygonPiece([0, 0], 1), 2, 0, 0, 0)).toBe(Infinity);
  });

  it('a segment from both sides, end on, and beside it', () => {
    const flat = polygonPiece([0, 0, 4, 0]);
    expect([cast(flat, 1, 2, 0, -1), ...out]).toEqual([2, 1, 0, 0, 1]);
    expect([cast(flat, 1, -2, 0, 1), ...out]).toEqual([2, 1, 0, 0, -1]);
    expect([cast(flat, 0, 1, 0, -1), out[0], out[1]]).toEqual([1, 0, 0]);
    expect([cast(flat, 4, 1, 0, -1), out[0], out[1]]).toEqual([1, 4, 0]);
    expect(cast(flat, -0.0001, 1, 0, -1)).toBe(Infinity);
    for (const speed of [1, 3, 7, 0.1]) {
      expect(cast(flat, -10, 0, speed, 0)).toBeCloseTo(10 / speed, 13);
      expect([out[2], out[3]]).toEqual([-1, 0]);
      expect(cast(flat, 10, 0, -speed, 0)).toBeCloseTo(6 / speed, 13);
      expect(cast(flat, -10, 0, -speed, 0)).toBe(Infinity);
    }
  });

  it('a point is met exactly, and never beside it', () => {
    const point = polygonPiece([3, 4]);
    expect([cast(point, 0, 4, 1, 0), ...out]).toEqual([3, 3, 4, -1, 0]);
    expect(cast(point, 0, 0, 1.5, 2)).toBe(2);
    expect(cast(point, 0, 4, 1, 1e-9)).toBe(Infinity);
    expect(cast(point, 3, 4, 1, 0)).toBe(0);
  });

  it('a circle far away keeps its digits', () => {
    const far = polygonPiece([1e6, 0], 1);
    expect(cast(far, 0, 0, 1, 0)).toBe(999999);
    expect([out[2], out[3]]).toEqual([-1, 0]);
    expect(cast(far, 0, 1, 1, 0)).toBeCloseTo(1e6, 5);
    expect(cast(far, 0, 1 + 1e-9, 1, 0)).toBe(Infinity);
  });

  it('NaN anywhere is a miss', () => {
    const values = [-3, 0, 1, 0];
    for (let i = 0; i < 4; i++) {
      const bad = values.slice() as [number, number, number, number];
      bad[i] = NaN;
      expect(cast(square, ...bad)).toBe(Infinity);
      expect(cast(polygonPiece([0, 0], 1), ...bad)).toBe(Infinity);
    }
    expect(cast(square, -3, 0, 1, 0, NaN)).toBe(Infinity);
  });
});

import { describe, expect, it } from 'vitest';
import { CLOSEST_LENGTH, closestPointPiece } from '../../../../src/2d/geometry/closest/closest-point-piece.ts';
import { computeNormals, createConvexPiece } from '../../../../src/2d/geometry/convex/convex-piece.ts';
import { randomConvex } from '../../../support/random-shapes-2d.ts';
import { distanceToSurface, placeShape, type ReferencePiece } from '../../../support/reference-2d.ts';
import { createRng } from '../../../support/rng.ts';

const closest = new Float64Array(CLOSEST_LENGTH);

function ask({ xs, ys }: { xs: number[]; ys: number[] }, x: number, y: number): [number, number, number] {
  const piece = createConvexPiece(xs.length);
  for (let i = 0; i < xs.length; i++) piece.vertices.set([xs[i], ys[i]], 2 * i);
  piece.count = xs.length;
  computeNormals(piece);
  closest.fill(NaN);
  closestPointPiece(closest, Float64Array.of(x, y), piece.vertices, piece.normals, 0, piece.count);
  return [closest[0], closest[1], closest[2]];
}

describe('closestPointPiece', () => {
  it.each([1e-3, 1, 1e4])('agrees with the distance to every edge, size %s (seed 23)', (size) => {
    const rng = createRng(23);
    let inside = 0;
    const rounds = 3000;
    for (let i = 0; i < rounds; i++) {
      const kind = (['circle', 'capsule', 'box', 'polygon'] as const)[i % 4];
      const shape = randomConvex(rng, kind, size);
      const place = { x: rng.range(-1, 1) * size, y: rng.range(-1, 1) * size, rotation: rng.range(-4, 4) };
      const placed = placeShape(shape, { ...place, scale: 1, offsetX: 0, offsetY: 0, offsetRotation: 0 }).pieces[0];
      const core: ReferencePiece = { ...placed, radius: 0 };
      const x = place.x + rng.range(-0.4, 0.4) * size;
      const y = place.y + rng.range(-0.4, 0.4) * size;
      const expected = Math.max(0, distanceToSurface(core, x, y));
      const label = `seed 23, case ${i}, ${kind}, expected ${expected}`;
      const [distance, normalX, normalY] = ask({ xs: [...core.xs], ys: [...core.ys] }, x, y);
      expect(Math.abs(distance - expected), label).toBeLessThan(1e-12 * size);
      if (distance === 0) {
        inside++;
        expect([normalX, normalY], label).toEqual([0, 0]);
        continue;
      }
      expect(Math.abs(Math.hypot(normalX, normalY) - 1), label).toBeLessThan(1e-12);
      // Back along the normal lies the nearest point: on the core.
      const surface = distanceToSurface(core, x - distance * normalX, y - distance * normalY);
      expect(Math.abs(surface), label).toBeLessThan(1e-11 * size);
    }
    expect(inside / rounds).toBeGreaterThan(0.1);
    expect(inside / rounds).toBeLessThan(0.6);
  });

  it('edges that are all but parallel: from the right one, however rounding ranks them', () => {
    const rng = createRng(29);
    for (let i = 0; i < 2000; i++) {
      const bend = 10 ** rng.range(-17, -12);
      const middle = rng.range(1, 9);
      const turn = rng.range(-4, 4);
      const c = Math.cos(turn);
      const s = Math.sin(turn);
      const corners = [
        [0, 0],
        [10, 0],
        [middle, 1 + bend],
        [0, 1],
      ].map(([x, y]) => [c * x - s * y, s * x + c * y]);
      corners.splice(2, 0, [c * 10 - s, s * 10 + c]);
      const along = rng.range(0.01, 9.99);
      const [distance] = ask(
        { xs: corners.map((p) => p[0]), ys: corners.map((p) => p[1]) },
        c * along - s * 3,
        s * along + c * 3,
      );
      expect(Math.abs(distance - 2), `seed 29, case ${i}, bend ${bend}`).toBeLessThan(1e-12);
    }
  });

  it('a point, a segment from both sides and beyond its ends, a segment too short for a normal', () => {
    expect(ask({ xs: [1], ys: [2] }, 4, 6)).toEqual([5, 0.6, 0.8]);
    const segment = { xs: [0, 4], ys: [0, 0] };
    expect(ask(segment, 1, 2)).toEqual([2, 0, 1]);
    expect(ask(segment, 1, -2)).toEqual([2, 0, -1]);
    expect(ask(segment, 7, 4)).toEqual([5, 0.6, 0.8]);
    expect(ask(segment, -3, 0)).toEqual([3, -1, 0]);
    expect(ask(segment, 9, 0)).toEqual([5, 1, 0]);
    expect(ask(segment, 2, 0)[0]).toBe(0);
    expect(ask({ xs: [0, 1e-200], ys: [0, 0] }, 3, 4)[0]).toBe(5);
  });
});

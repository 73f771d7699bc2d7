import { describe, expect, it } from 'vitest';
import {
  buildConvexHull,
  closestPointConvex,
  closestPointConvexSublinear,
  containsPointConvex,
} from '../../../../entry/geometry3d.ts';
import { createRng } from '../../../support/rng.ts';
import {
  at,
  HULL_KINDS,
  hullPoints,
  hullTriangles,
  hullVertices,
  length,
  makeHull,
  pointTriangleDistance,
  randomUnit,
  scale,
  sub,
  type Vec,
} from '../support/convex-fixtures.ts';

const SEED = 31;
const out = new Float64Array(3);
const climbed = new Float64Array(3);

describe('closest point of a convex hull', () => {
  it('agrees with every triangle of the surface, and the climbing form to the bit', () => {
    const rng = createRng(SEED);
    let inside = 0;
    let total = 0;
    for (let round = 0; round < 300; round++) {
      const size = [1e-3, 1, 1e4][round % 3];
      const hull = makeHull(hullPoints(rng, HULL_KINDS[round % 7], round % 10 ? rng.integer(6, 60) : 500), size);
      const vertices = hullVertices(hull);
      const triangles = hullTriangles(hull);
      for (let i = 0; i < 8; i++) {
        const v = vertices[rng.integer(0, hull.vertexCount - 1)];
        // Around vertices, inside or out, or anywhere near.
        const p: Vec = i % 2 ? scale(v, rng.range(0.2, 1.6)) : scale(randomUnit(rng), rng.range(0, 1.8) * size);
        const label = `seed ${rng.seed} round ${round} point ${p}`;
        const square = closestPointConvex(out, 0, p, 0, hull);
        const climbing = closestPointConvexSublinear(climbed, 0, p, 0, hull);
        let surface = Infinity;
        for (const [a, b, c] of triangles) {
          surface = Math.min(surface, pointTriangleDistance(p, vertices[a], vertices[b], vertices[c]));
        }
        const contained = containsPointConvex(p, 0, hull);
        total++;
        if (contained) inside++;
        expect(Math.abs(Math.sqrt(square) - (contained ? 0 : surface)) / size, label).toBeLessThan(1e-13);
        expect(Math.abs(length(sub(p, at(out, 0))) - Math.sqrt(square)) / size, label).toBeLessThan(1e-13);
        if (surface > 1e-12 * size) {
          expect(climbing, label).toBe(square);
          expect([...climbed], label).toEqual([...out]);
        } else {
          expect(Math.sqrt(climbing) / size, label).toBeLessThan(1e-12);
        }
      }
    }
    expect(inside / total).toBeGreaterThan(0.2);
    expect(inside / total).toBeLessThan(0.7);
  });

  it('gives a vertex, an edge, a face and itself around a box', () => {
    const box = buildConvexHull(
      Array.from({ length: 8 }, (_, i) => [i & 1, (i >> 1) & 1, i >> 2].map((x) => 2 * x)).flat(),
    );
    for (const closest of [closestPointConvex, closestPointConvexSublinear]) {
      expect(closest(out, 0, [3, 3, 3], 0, box)).toBe(3);
      expect([...out]).toEqual([2, 2, 2]);
      expect(closest(out, 0, [3, 0.5, -1], 0, box)).toBe(2);
      expect([...out]).toEqual([2, 0.5, 0]);
      expect(closest(out, 0, [0.5, 0.25, 5], 0, box)).toBe(9);
      expect([...out]).toEqual([0.5, 0.25, 2]);
      expect(closest(out, 0, [0.5, 0.25, 1], 0, box)).toBe(0);
      expect([...out]).toEqual([0.5, 0.25, 1]);
      const both = [3, 3, 3];
      expect(closest(both, 0, both, 0, box)).toBe(3);
      expect(both).toEqual([2, 2, 2]);
      expect(closest(out, 0, [Number.NaN, 0, 0], 0, box)).toBeNaN();
    }
  });

  it('counts the boundary as contained, and NaN as not', () => {
    const rng = createRng(SEED + 1);
    const hull = makeHull(hullPoints(rng, 'random', 30), 1);
    for (const v of hullVertices(hull)) {
      expect(containsPointConvex(v, 0, hull)).toBe(true);
      expect(containsPointConvex(scale(v, 1 + 1e-12), 0, hull)).toBe(false);
    }
    expect(containsPointConvex([Number.NaN, 0, 0], 0, hull)).toBe(false);
  });
});

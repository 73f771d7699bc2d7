import { describe, expect, it } from 'vitest';
import {
  closestPointTetrahedron,
  closestPointTriangle,
  containsPointConvexPolyhedron,
  containsPointTetrahedron,
  containsPointTriangle,
  containsProjectedPointTriangle,
  distanceSquaredPointTetrahedron,
  distanceSquaredPointTriangle,
  TRIANGLE_REGION_EDGE_AB,
  TRIANGLE_REGION_EDGE_BC,
  TRIANGLE_REGION_EDGE_CA,
  TRIANGLE_REGION_FACE,
  TRIANGLE_REGION_VERTEX_A,
  TRIANGLE_REGION_VERTEX_B,
  TRIANGLE_REGION_VERTEX_C,
} from '../../../../entry/geometry3d.ts';
import { createRng, type Rng } from '../../../support/rng.ts';
import {
  add,
  at,
  cross,
  distance,
  dot,
  isRepresentative,
  length,
  nearestInHull,
  points,
  randomAxes,
  randomPoint,
  SCALES,
  sub,
  times,
  type Vec,
} from '../support/proximity.ts';

/** A triangle of a kind: 0 any, 1 obtuse, 2 sliver, 3 needle (one edge much shorter). */
function triangleOf(rng: Rng, kind: number, scale: number): Vec[] {
  const a = randomPoint(rng, scale);
  const b = randomPoint(rng, scale);
  const [, side] = randomAxes(rng);
  const middle = add(a, times(sub(b, a), rng.range(0.3, 0.7)));
  if (kind === 0) return [a, b, randomPoint(rng, scale)];
  if (kind === 1) return [a, b, add(middle, times(side, 0.05 * scale))];
  if (kind === 2) return [a, b, add(middle, times(side, 1e-9 * scale))];
  return [a, b, add(b, times(side, 1e-7 * scale))];
}

describe('closest point on a triangle', () => {
  const triangle = [0, 0, 0, 4, 0, 0, 0, 3, 0];
  const cases: [string, Vec, number, number[], number][] = [
    ['face', [1, 1, 5], 25, [1, 1, 0], TRIANGLE_REGION_FACE],
    ['vertex a', [-3, -4, 0], 25, [0, 0, 0], TRIANGLE_REGION_VERTEX_A],
    ['vertex b', [7, -4, 0], 25, [4, 0, 0], TRIANGLE_REGION_VERTEX_B],
    ['vertex c', [-3, 7, 0], 25, [0, 3, 0], TRIANGLE_REGION_VERTEX_C],
    ['edge ab', [2, -3, 4], 25, [2, 0, 0], TRIANGLE_REGION_EDGE_AB],
    ['edge ca', [-4, 1.5, 3], 25, [0, 1.5, 0], TRIANGLE_REGION_EDGE_CA],
    ['edge bc', [2 + 3, 1.5 + 4, 0], 25, [2, 1.5, 0], TRIANGLE_REGION_EDGE_BC],
  ];
  for (const [name, p, squared, q, region] of cases) {
    it(`knows region ${name}, for all rotations of the corners and both windings`, () => {
      const out = [0, 0, 0, 0, 0, 0, 0];
      expect(closestPointTriangle(out, 0, p, 0, triangle, 0)).toBeCloseTo(squared, 13);
      expect(distance(at(out, 0), q as Vec)).toBeLessThan(1e-14);
      expect(out[6]).toBe(region);
      const corners = points(triangle);
      const orders = [
        [0, 1, 2],
        [1, 2, 0],
        [2, 0, 1],
        [0, 2, 1],
        [2, 1, 0],
        [1, 0, 2],
      ];
      for (const order of orders) {
        const turned = order.flatMap((i) => corners[i]);
        expect(closestPointTriangle(out, 0, p, 0, turned, 0)).toBeCloseTo(squared, 13);
        expect(distance(at(out, 0), q as Vec)).toBeLessThan(1e-14);
        // Region a of the turned triangle is the region of the corner it was taken from.
        if (region <= TRIANGLE_REGION_VERTEX_C) expect(order[out[6]]).toBe(region);
        else if (region === TRIANGLE_REGION_FACE) expect(out[6]).toBe(region);
        else {
          const first = out[6] - TRIANGLE_REGION_EDGE_AB;
          const ends = [order[first], order[(first + 1) % 3]].sort();
          const truth = region - TRIANGLE_REGION_EDGE_AB;
          expect(ends).toEqual([truth, (truth + 1) % 3].sort());
        }
      }
    });
  }

  it('weighs edge BC right: (d4 − d3) / ((d4 − d3) + (d5 − d6)) and not without the parentheses', () => {
    // At this point d4 − d3 = 6 and d5 − d6 = 19 on the edge from (4,0,0) to (0,3,0), so w = 6/25; without the
    // parentheses the quotient would be 1 + 19.
    const out = [0, 0, 0, 0, 0, 0, 0];
    const p: Vec = [4 - 4 * 0.24 + 3, 3 * 0.24 + 4, 0];
    closestPointTriangle(out, 0, p, 0, triangle, 0);
    expect(out[6]).toBe(TRIANGLE_REGION_EDGE_BC);
    expect(out[3]).toBe(0);
    expect(out[4]).toBeCloseTo(0.76, 14);
    expect(out[5]).toBeCloseTo(0.24, 14);
  });

  it('agrees with the search over all vertices, edges and the face, for obtuse triangles, slivers and needles', () => {
    const rng = createRng(2001);
    const out = new Float64Array(7);
    const seen = new Array<number>(7).fill(0);
    const runs = 4800;
    for (let run = 0; run < runs; run++) {
      const scale = SCALES[run % 3];
      const corners = triangleOf(rng, (run >> 2) % 4, scale);
      const flat = corners.flat();
      const p = randomPoint(rng, 1.2 * scale);
      const squared = closestPointTriangle(out, 0, p, 0, flat, 0);
      const truth = nearestInHull(corners, p);
      const message = `seed 2001 run ${run} scale ${scale}`;
      expect(Math.abs(Math.sqrt(squared) - truth.distance), message).toBeLessThan(1e-12 * scale);
      const q = at(out, 0);
      expect(Math.abs(distance(q, p) - truth.distance), message).toBeLessThan(1e-12 * scale);
      const [u, v, w] = [out[3], out[4], out[5]];
      expect(Math.min(u, v, w), message).toBeGreaterThanOrEqual(0);
      expect(Math.abs(u + v + w - 1)).toBeLessThan(1e-14);
      const weighted = add(add(times(corners[0], u), times(corners[1], v)), times(corners[2], w));
      expect(distance(weighted, q)).toBeLessThan(1e-14 * scale * 4);
      expect(distanceSquaredPointTriangle(p, 0, flat, 0)).toBe(squared);
      seen[out[6]]++;
    }
    for (let region = 0; region < 7; region++) {
      expect(seen[region], `region ${region}: ${seen}`).toBeGreaterThan(runs * 0.02);
    }
  });

  it('is accurate far from the origin', () => {
    const out = new Float64Array(7);
    const rng = createRng(2002);
    for (let run = 0; run < 300; run++) {
      const shift: Vec = [8192, -8192, 16384];
      // Multiples of 2^-30 below 1/512: the shift is exact.
      const exact = (): Vec => [0, 1, 2].map(() => rng.integer(-(2 ** 21), 2 ** 21) / 2 ** 30) as Vec;
      const corners = [exact(), exact(), exact()];
      const p = exact();
      const squared = closestPointTriangle(
        out,
        0,
        add(p, shift),
        0,
        corners.flatMap((c) => add(c, shift)),
        0,
      );
      const truth = nearestInHull(corners, p).distance;
      expect(Math.abs(Math.sqrt(squared) - truth), `seed 2002 run ${run}`).toBeLessThan(1e-12 * 0.002);
    }
  });

  it('falls back to edges for zero-area triangles', () => {
    const out = [0, 0, 0, 0, 0, 0, 0];
    expect(closestPointTriangle(out, 0, [2, 3, 4], 0, [0, 0, 0, 1, 0, 0, 5, 0, 0], 0)).toBe(25);
    expect(out.slice(0, 3)).toEqual([2, 0, 0]);
    expect(closestPointTriangle(out, 0, [2, 3, 4], 0, [2, 0, 0, 2, 0, 0, 2, 0, 0], 0)).toBe(25);
    expect(out.slice(0, 3)).toEqual([2, 0, 0]);
    expect(closestPointTriangle(out, 0, [2, 3, 4], 0, [2, 0, 0, 2, 0, 0, 9, 0, 0], 0)).toBe(25);
    expect(closestPointTriangle(out, 0, [2, 3, 4], 0, [9, 0, 0, 0, 0, 0, 9, 0, 0], 0)).toBe(25);
    expect(out.slice(0, 3)).toEqual([2, 0, 0]);
  });

  it('answers NaN with NaN wherever it stands and may write over its inputs', () => {
    const out = [0, 0, 0, 0, 0, 0, 0];
    for (let k = 0; k < 9; k++) {
      const bad = triangle.slice();
      bad[k] = Number.NaN;
      expect(closestPointTriangle(out, 0, [1, 1, 1], 0, bad, 0)).toBeNaN();
    }
    expect(closestPointTriangle(out, 0, [1, Number.NaN, 1], 0, triangle, 0)).toBeNaN();
    const shared = [...triangle, 1, 1, 5];
    expect(closestPointTriangle(shared, 0, shared, 9, shared, 0)).toBe(25);
    expect(shared[0]).toBeCloseTo(1, 14);
    expect(shared[2]).toBe(0);
  });
});

describe('tetrahedron', () => {
  it('agrees with the hull of its corners in either winding, inside and outside', () => {
    const rng = createRng(2003);
    const out = new Float64Array(3);
    let inside = 0;
    const runs = 900;
    for (let run = 0; run < runs; run++) {
      const scale = SCALES[run % 3];
      const corners = [0, 1, 2, 3].map(() => randomPoint(rng, scale));
      const weights = [0, 1, 2, 3].map(() => rng.range(-0.08, 0.4));
      const sum = weights.reduce((total, w) => total + w, 0);
      const p = corners.reduce<Vec>((q, c, i) => add(q, times(c, weights[i] / sum)), [0, 0, 0]);
      const isInside = weights.every((w) => w / sum >= 0);
      const flat = corners.flat();
      const turned = [corners[1], corners[0], corners[2], corners[3]].flat();
      const squared = closestPointTetrahedron(out, 0, p, 0, flat, 0);
      const message = `seed 2003 run ${run}`;
      if (isInside) inside++;
      expect(squared === 0, message).toBe(isInside);
      expect(containsPointTetrahedron(p, 0, flat, 0), message).toBe(isInside);
      expect(containsPointTetrahedron(p, 0, turned, 0), message).toBe(isInside);
      if (isInside) expect([...out]).toEqual(p);
      const truth = nearestInHull(corners, p);
      expect(Math.abs(Math.sqrt(squared) - (isInside ? 0 : truth.distance)), message).toBeLessThan(1e-12 * scale);
      expect(Math.abs(distance(at(out, 0), p) - Math.sqrt(squared))).toBeLessThan(1e-12 * scale);
      expect(Math.abs(Math.sqrt(distanceSquaredPointTetrahedron(p, 0, turned, 0)) - Math.sqrt(squared))).toBeLessThan(
        1e-12 * scale,
      );
    }
    expect(isRepresentative(inside, runs), `inside ${inside} of ${runs}`).toBe(true);
  });

  it('counts its surface, a flat one as its faces', () => {
    const corners = [0, 0, 0, 4, 0, 0, 0, 4, 0, 0, 0, 4];
    expect(containsPointTetrahedron([0, 0, 0], 0, corners, 0)).toBe(true);
    expect(containsPointTetrahedron([1, 1, 2], 0, corners, 0)).toBe(true);
    expect(containsPointTetrahedron([1, 1, 2 + 1e-15], 0, corners, 0)).toBe(false);
    expect(containsPointTetrahedron([2, 0, 0], 0, corners, 0)).toBe(true);
    expect(containsPointTetrahedron([2, -1e-300, 0], 0, corners, 0)).toBe(false);
    const flat = [0, 0, 0, 4, 0, 0, 4, 4, 0, 0, 4, 0];
    expect(containsPointTetrahedron([1, 3, 0], 0, flat, 0)).toBe(true);
    expect(containsPointTetrahedron([1, 3, 1e-9], 0, flat, 0)).toBe(false);
    expect(containsPointTetrahedron([5, 3, 0], 0, flat, 0)).toBe(false);
    const out = [0, 0, 0];
    expect(closestPointTetrahedron(out, 0, [1, 3, 2], 0, flat, 0)).toBe(4);
    expect(out).toEqual([1, 3, 0]);
    expect(closestPointTetrahedron(out, 0, [7, 8, 0], 0, flat, 0)).toBe(25);
    expect(closestPointTetrahedron(out, 0, [7, Number.NaN, 0], 0, corners, 0)).toBeNaN();
    expect(containsPointTetrahedron([7, Number.NaN, 0], 0, corners, 0)).toBe(false);
    const shared = [...corners, 1, 1, 1];
    expect(closestPointTetrahedron(shared, 11, shared, 12, shared, 0)).toBe(0);
    expect(shared.slice(11, 14)).toEqual([1, 1, 1]);
  });
});

describe('containment of points', () => {
  it('finds points computed on a triangle in it, those off it not', () => {
    const rng = createRng(2004);
    let hits = 0;
    let prism = 0;
    const runs = 900;
    for (let run = 0; run < runs; run++) {
      const scale = SCALES[run % 3];
      const shift: Vec = run % 2 ? [1e4, 2e4, -1e4] : [0, 0, 0];
      const corners = [0, 1, 2].map(() => add(shift, randomPoint(rng, scale)));
      const weights = [0, 1, 2].map(() => rng.range(-0.12, 0.5));
      const sum = weights.reduce((total, w) => total + w, 0);
      const [a, b, c] = corners as [Vec, Vec, Vec];
      const p = add(a, add(times(sub(b, a), weights[1] / sum), times(sub(c, a), weights[2] / sum)));
      const isInside = weights.every((w) => w / sum >= 0);
      const message = `seed 2004 run ${run}`;
      expect(containsPointTriangle(p, 0, corners.flat(), 0), message).toBe(isInside);
      const normal = cross(sub(b, a), sub(c, a));
      const raised = add(p, times(normal, (rng.range(0.01, 1) * scale) / length(normal)));
      expect(containsPointTriangle(raised, 0, corners.flat(), 0), message).toBe(false);
      expect(containsProjectedPointTriangle(raised, 0, corners.flat(), 0), message).toBe(isInside);
      if (isInside) hits++;
      if (containsProjectedPointTriangle(raised, 0, [a, c, b].flat(), 0)) prism++;
    }
    expect(isRepresentative(hits, runs), `hits ${hits} of ${runs}`).toBe(true);
    expect(prism).toBe(hits);
  });

  it('gives the corners and edges of a triangle to it', () => {
    const triangle = [0, 0, 0, 4, 0, 0, 0, 3, 0];
    for (const p of [
      [0, 0, 0],
      [4, 0, 0],
      [0, 3, 0],
      [2, 0, 0],
      [2, 1.5, 0],
    ]) {
      expect(containsPointTriangle(p, 0, triangle, 0)).toBe(true);
      expect(containsProjectedPointTriangle([p[0], p[1], 7], 0, triangle, 0)).toBe(true);
    }
    expect(containsProjectedPointTriangle([2, -1e-9, 7], 0, triangle, 0)).toBe(false);
    expect(containsPointTriangle([1, Number.NaN, 0], 0, triangle, 0)).toBe(false);
    expect(containsProjectedPointTriangle([1, Number.NaN, 0], 0, triangle, 0)).toBe(false);
    const segment = [0, 0, 0, 4, 0, 0, 2, 0, 0];
    expect(containsPointTriangle([3, 0, 0], 0, segment, 0)).toBe(true);
    expect(containsProjectedPointTriangle([3, 0, 0], 0, segment, 0)).toBe(false);
  });

  it('tests convex polyhedra by their planes', () => {
    const rng = createRng(2005);
    let hits = 0;
    const runs = 600;
    for (let run = 0; run < runs; run++) {
      const scale = SCALES[run % 3];
      const corners = [0, 1, 2, 3].map(() => randomPoint(rng, scale));
      const planes: number[] = [];
      for (let i = 0; i < 4; i++) {
        const [a, b, c] = corners.filter((_, k) => k !== i) as [Vec, Vec, Vec];
        let n = times(cross(sub(b, a), sub(c, a)), rng.range(0.1, 10));
        if (dot(n, sub(corners[i], a)) > 0) n = times(n, -1);
        planes.push(...n, dot(n, a));
      }
      const weights = [0, 1, 2, 3].map(() => rng.range(-0.08, 0.4));
      const sum = weights.reduce((total, w) => total + w, 0);
      const p = corners.reduce<Vec>((q, c, i) => add(q, times(c, weights[i] / sum)), [0, 0, 0]);
      const isInside = weights.every((w) => w / sum >= 0);
      expect(containsPointConvexPolyhedron(p, 0, planes, 0, 4), `seed 2005 run ${run}`).toBe(isInside);
      if (isInside) hits++;
    }
    expect(isRepresentative(hits, runs), `hits ${hits}`).toBe(true);
    const cube = [1, 0, 0, 1, -1, 0, 0, 1, 0, 2, 0, 2, 0, -1, 0, 1, 0, 0, 1, 1, 0, 0, -1, 1];
    expect(containsPointConvexPolyhedron([1, 1, 1], 0, cube, 0, 6)).toBe(true);
    expect(containsPointConvexPolyhedron([1, 1, 1.0001], 0, cube, 0, 6)).toBe(false);
    expect(containsPointConvexPolyhedron([Number.NaN, 1, 1], 0, cube, 0, 6)).toBe(false);
    expect(containsPointConvexPolyhedron([5, 1, 1], 0, cube, 0, 0)).toBe(true);
  });
});

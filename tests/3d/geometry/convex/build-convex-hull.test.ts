import { describe, expect, it } from 'vitest';
import { buildConvexHull, type ConvexHull, validateConvexHull } from '../../../../entry/geometry3d.ts';
import { CollisionError } from '../../../../src/core/errors.ts';
import { createRng } from '../../../support/rng.ts';
import { add, HULL_KINDS, hullPoints, randomQuaternion, rotate, scale, type Vec } from '../support/convex-fixtures.ts';

const SEED = 20240611;
const cube = (h: number): Vec[] =>
  Array.from({ length: 8 }, (_, i) => [i & 1 ? h : -h, i & 2 ? h : -h, i & 4 ? h : -h] as Vec);

/** Every input point must lie on the inner side of every plane, up to the rounding it came with. */
function worstHeight(hull: ConvexHull, points: ArrayLike<number>): number {
  let worst = -Infinity;
  for (let p = 0; p < hull.planes.length; p += 4) {
    for (let i = 0; i < points.length; i += 3) {
      const height =
        hull.planes[p] * points[i] + hull.planes[p + 1] * points[i + 1] + hull.planes[p + 2] * points[i + 2];
      worst = Math.max(worst, height - hull.planes[p + 3]);
    }
  }
  return worst;
}

describe('buildConvexHull', () => {
  it('makes a cube of six quadrilaterals, with the points inside and on its faces left out', () => {
    const points = cube(1);
    for (let i = 0; i < 5; i++) {
      for (let j = 0; j < 5; j++) points.push([-1 + i / 2, -1 + j / 2, 1], [0.1 * i, 0.1 * j, 0], [-1 + i / 2, 1, -1]);
    }
    const hull = buildConvexHull(points.flat());
    validateConvexHull(hull);
    expect([hull.vertexCount, hull.edgeCount, hull.faceCount]).toEqual([8, 12, 6]);
    expect([...hull.sourceIndices]).toEqual([0, 1, 2, 3, 4, 5, 6, 7]);
    for (let f = 0; f < 6; f++) expect(hull.planes[4 * f + 3]).toBe(1);
    expect(hull.boundingRadius).toBe(Math.sqrt(3));
  });

  it('makes the same solid of permuted and of duplicated points', () => {
    const rng = createRng(SEED);
    const points = hullPoints(rng, 'random', 40);
    const hull = buildConvexHull(points.flat());
    const doubled = buildConvexHull([...points, ...points.slice().reverse()].flat());
    const shuffled = buildConvexHull(points.slice().reverse().flat());
    const key = (h: ConvexHull) =>
      [...Array(h.vertexCount).keys()].map((v) => h.vertices.slice(3 * v, 3 * v + 3).join()).sort();
    expect(key(doubled)).toEqual(key(hull));
    expect(key(shuffled)).toEqual(key(hull));
    expect(shuffled.faceCount).toBe(hull.faceCount);
  });

  it.each(HULL_KINDS)('is a valid hull around %s points at every scale, near and far from the origin', (kind) => {
    const rng = createRng(SEED + 1);
    for (let round = 0; round < 60; round++) {
      const size = [1e-3, 1, 1e4][round % 3];
      const centre: Vec = round % 2 ? scale([1, -0.7, 0.3], size * 10) : [0, 0, 0];
      const points = hullPoints(rng, kind, rng.integer(8, 120)).flatMap((p) => add(scale(p, size), centre));
      const hull = buildConvexHull(points);
      validateConvexHull(hull);
      expect(worstHeight(hull, points) / size, `seed ${rng.seed} round ${round}`).toBeLessThan(1e-12);
    }
  });

  it('keeps a rotated 64-sided cylinder in 66 faces, and all 500 points of a sphere', () => {
    const rng = createRng(SEED + 2);
    for (let round = 0; round < 10; round++) {
      const hull = buildConvexHull(hullPoints(rng, 'cylinder', 128).flat());
      expect([hull.vertexCount, hull.faceCount]).toEqual([128, 66]);
    }
    const sphere = buildConvexHull(hullPoints(rng, 'sphere', 500).flat());
    validateConvexHull(sphere);
    expect([sphere.vertexCount, sphere.faceCount]).toEqual([500, 996]);
  });

  it('survives points jittered off the faces of a box by 1e-16 to 1e-6, and clusters of near-duplicates', () => {
    const rng = createRng(SEED + 3);
    for (let round = 0; round < 120; round++) {
      const jitter = 10 ** rng.range(-16, -6);
      const rotation = randomQuaternion(rng);
      const points: Vec[] = [];
      for (let i = 0; i < 150; i++) {
        const p: Vec = [rng.range(-1, 1), rng.range(-1, 1), rng.range(-1, 1)];
        if (round % 2) p[rng.integer(0, 2)] = (rng.next() < 0.5 ? 1 : -1) + jitter * rng.range(-1, 1);
        for (let copy = round % 2; copy < 4; copy += 1 + 3 * (round % 2)) {
          points.push(rotate(rotation, add(p, scale([rng.next(), rng.next(), rng.next()], jitter))));
        }
      }
      const hull = buildConvexHull(points.flat());
      validateConvexHull(hull);
      expect(worstHeight(hull, points.flat()), `seed ${rng.seed} round ${round}`).toBeLessThan(1e-12);
    }
  });

  it('joins triangles bent by f32 rounding when told the tolerance', () => {
    const rng = createRng(SEED + 4);
    const points = Float32Array.from(hullPoints(rng, 'cylinder', 64).flat());
    const hull = buildConvexHull(points, 0, 64, { mergeTolerance: 1e-6 });
    validateConvexHull(hull);
    expect(hull.faceCount).toBe(34);
    expect(buildConvexHull(points).faceCount).toBeGreaterThan(60);
  });

  it('refuses what has no volume or is no number, naming it', () => {
    const rng = createRng(SEED + 5);
    const rotation = randomQuaternion(rng);
    const flat = Array.from({ length: 30 }, () => rotate(rotation, [rng.range(-1, 1), rng.range(-1, 1), 0])).flat();
    const line = Array.from({ length: 30 }, (_, i) => rotate(rotation, [i, 0, 0])).flat();
    const code = (points: number[], options = {}): string => {
      try {
        buildConvexHull(points, 0, points.length / 3, options);
      } catch (error) {
        return (error as CollisionError).code;
      }
      return 'none';
    };
    expect(code(flat)).toBe('invalid-shape');
    expect(code(flat.map((x) => x + 1e4))).toBe('invalid-shape');
    expect(code(line)).toBe('invalid-shape');
    expect(code(Array(30).fill(0.1))).toBe('invalid-shape');
    expect(code([0, 0, 0, 1, 0, 0, 0, 1, 0])).toBe('invalid-shape');
    expect(code([0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, Number.NaN])).toBe('invalid-number');
    expect(code([0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1], { mergeTolerance: -1 })).toBe('invalid-number');
    expect(code([0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1e-9])).toBe('none');
  });

  it('keeps nothing of the hull before', () => {
    const random = createRng(SEED);
    const sets = HULL_KINDS.map((kind, i) => hullPoints(random, kind, 12 + 9 * i).flat());
    const first = sets.map((points) => buildConvexHull(points));
    const again = sets.map((_, i) => buildConvexHull(sets[sets.length - 1 - i])).reverse();
    expect(again).toEqual(first);
  });

  it('validate finds what is broken', () => {
    const fresh = () => buildConvexHull(cube(1).flat());
    const broken = (change: (hull: ConvexHull) => void): void => {
      const hull = fresh();
      change(hull);
      expect(() => validateConvexHull(hull)).toThrow(CollisionError);
    };
    validateConvexHull(fresh());
    broken((h) => (h.planes[3] -= 1e-3));
    broken((h) => (h.planes[3] += 1e-3));
    broken((h) => (h.vertices[4] = Number.NaN));
    broken((h) => (h.halfEdgeTwins[0] = 0));
    broken((h) => (h.halfEdgeVertices[2] = 7 - h.halfEdgeVertices[2]));
    broken((h) => (h.vertexNeighbours[0] = 0));
    broken((h) => (h.edges[0] = 5));
  });
});

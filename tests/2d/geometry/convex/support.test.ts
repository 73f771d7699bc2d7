import { describe, expect, test } from 'vitest';
import {
  closestPointCapsule,
  computeAabbCorners,
  computeNormals,
  computeObbCorners,
  createAabbSupport,
  createCapsuleSupport,
  createCircleSupport,
  createConvexPiece,
  createConvexSupport,
  createGjkCache,
  createObbSupport,
  createPointSupport,
  createPointsSupport,
  createSegmentSupport,
  distanceGjkSupport,
  type Support,
} from '../../../../entry/geometry2d.ts';
import { toNumber } from '../../../support/exact.ts';
import { hullOf, ring, squaredBetween } from '../../../support/exact-2d.ts';
import { HitRate } from '../../../support/hit-rate.ts';
import { createRng, type Rng } from '../../../support/rng.ts';

interface Case {
  readonly support: Support;
  /** The shape as points rounded by a radius. */
  readonly points: number[];
  readonly radius: number;
  /** Whether the feature is an index of the points. */
  readonly isIndexed: boolean;
}

function numbers(rng: Rng, count: number, scale: number): number[] {
  return Array.from({ length: count }, () => rng.range(-1, 1) * scale);
}

const KINDS: Record<string, (rng: Rng, scale: number) => Case> = {
  points: (rng, scale) => {
    const points = numbers(rng, 2 * rng.integer(1, 8), scale);
    const support = createPointsSupport([7, ...points], 1, points.length / 2);
    return { support, points, radius: 0, isIndexed: true };
  },
  point: (rng, scale) => {
    const points = numbers(rng, 2, scale);
    return { support: createPointSupport([7, ...points], 1), points, radius: 0, isIndexed: true };
  },
  segment: (rng, scale) => {
    const points = numbers(rng, 4, scale);
    return { support: createSegmentSupport([7, ...points], 1), points, radius: 0, isIndexed: true };
  },
  circle: (rng, scale) => {
    const points = numbers(rng, 2, scale);
    const radius = rng.range(0, 1) * scale;
    return { support: createCircleSupport([7, ...points, radius], 1), points, radius, isIndexed: false };
  },
  capsule: (rng, scale) => {
    const points = numbers(rng, 4, scale);
    const radius = rng.range(0, 1) * scale;
    return { support: createCapsuleSupport([7, ...points, radius], 1), points, radius, isIndexed: false };
  },
  AABB: (rng, scale) => {
    const [x, y] = numbers(rng, 2, scale) as [number, number];
    const aabb = [x, y, x + rng.range(0, 1) * scale, y + rng.range(0, 1) * scale];
    const points: number[] = [];
    computeAabbCorners(points, 0, aabb, 0);
    return { support: createAabbSupport([7, ...aabb], 1), points, radius: 0, isIndexed: false };
  },
  OBB: (rng, scale) => {
    const angle = rng.range(0, 7);
    const halfExtents = numbers(rng, 2, scale).map(Math.abs);
    const obb = [...numbers(rng, 2, scale), ...halfExtents, Math.cos(angle), Math.sin(angle)];
    const points: number[] = [];
    computeObbCorners(points, 0, obb, 0);
    return { support: createObbSupport([7, ...obb], 1), points, radius: 0, isIndexed: false };
  },
  'rounded piece at a pose': (rng, scale) => {
    const local = numbers(rng, 6, scale);
    const piece = createConvexPiece(3);
    piece.vertices.set(local);
    piece.count = 3;
    piece.radius = rng.range(0, 1) * scale;
    computeNormals(piece);
    const angle = rng.range(0, 7);
    const [x, y, c, s] = [...numbers(rng, 2, scale), Math.cos(angle), Math.sin(angle)] as [
      number,
      number,
      number,
      number,
    ];
    const points: number[] = [];
    for (let i = 0; i < 6; i += 2) {
      points.push(x + c * local[i] - s * local[i + 1], y + s * local[i] + c * local[i + 1]);
    }
    return { support: createConvexSupport(piece, [7, x, y, c, s], 1), points, radius: piece.radius, isIndexed: false };
  },
  'piece in its own frame': (rng, scale) => {
    const piece = createConvexPiece(2);
    piece.vertices.set(numbers(rng, 4, scale));
    piece.count = 2;
    computeNormals(piece);
    return { support: createConvexSupport(piece), points: [...piece.vertices], radius: 0, isIndexed: true };
  },
};

describe.each(Object.keys(KINDS))('support of a %s', (kind) => {
  test.each([1e-3, 1, 1e4])('is the farthest point of the shape, size %f', (scale) => {
    const rng = createRng(7601);
    const right = new HitRate();
    const out = new Float64Array(4).fill(9);
    for (let i = 0; i < 200; i++) {
      const { support, points, radius, isIndexed } = KINDS[kind](rng, scale);
      const [dx, dy] = numbers(rng, 2, 10 ** rng.range(-3, 3)) as [number, number];
      const length = Math.hypot(dx, dy);
      const heights = points.flatMap((x, k) => (k % 2 === 0 ? [x * dx + points[k + 1] * dy] : []));
      const highest = Math.max(...heights) + radius * length;
      const feature = support(out, 1, dx, dy);
      const where = `seed ${rng.seed}, case ${i}`;
      expect(Math.abs(out[1] * dx + out[2] * dy - highest), where).toBeLessThan(2e-15 * scale * length);
      expect([out[0], out[3]], where).toEqual([9, 9]);
      // It lies on the shape, not only on its line.
      const [x, y] = [out[1], out[2]];
      const fromCore = Math.min(...heights.map((_, k) => Math.hypot(x - points[2 * k], y - points[2 * k + 1])));
      expect(Math.abs(fromCore - radius), where).toBeLessThan(2e-15 * scale);
      if (isIndexed) expect(feature, where).toBe(heights.indexOf(Math.max(...heights)));
      else if (radius > 0) expect(feature, where).toBe(-1);
      right.count(dx > 0);
      support(out, 1, 0, 0);
      expect(Number.isFinite(out[1] + out[2]), where).toBe(true);
    }
    right.expectBalanced();
  });
});

test('GJK on supports finds the distances of the cores, less the radii', () => {
  const rng = createRng(7602);
  const apart = new HitRate();
  const kinds = Object.values(KINDS);
  for (let i = 0; i < 300; i++) {
    const scale = [1e-3, 1, 1e4][i % 3];
    const a = kinds[rng.integer(0, kinds.length - 1)](rng, scale);
    const b = kinds[rng.integer(0, kinds.length - 1)](rng, scale);
    const cores = Math.sqrt(toNumber(squaredBetween(hullOf(ring(a.points)), hullOf(ring(b.points)))));
    const expected = Math.max(0, cores - a.radius - b.radius);
    const distance = distanceGjkSupport(a.support, b.support, createGjkCache());
    expect(Math.abs(distance - expected), `seed ${rng.seed}, case ${i}`).toBeLessThan(1e-11 * scale);
    apart.count(expected > 0);
  }
  apart.expectBalanced();
});

test('features of boxes are a bit an axis', () => {
  const out = new Float64Array(2);
  const features = [createAabbSupport([0, 0, 1, 2]), createObbSupport([0.5, 1, 0.5, 1, 1, 0])].map((support) =>
    [support(out, 0, -1, -1), support(out, 0, 1, -1), support(out, 0, -1, 1), support(out, 0, 1, 1)].join(' '),
  );
  expect(features).toEqual(['0 1 2 3', '0 1 2 3']);
  expect([...out]).toEqual([1, 2]);
});

test('a support follows the numbers of its array', () => {
  const capsule = [0, 0, 1, 0, 1];
  const support = createCapsuleSupport(capsule);
  const out = new Float64Array(2);
  capsule[2] = 5;
  support(out, 0, 1, 0);
  expect([...out]).toEqual([6, 0]);
  expect(closestPointCapsule(out, 0, [9, 0], 0, capsule, 0)).toBe(9);
});

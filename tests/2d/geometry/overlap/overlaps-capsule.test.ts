import { describe, expect, test } from 'vitest';
import {
  distanceSquaredSegmentAabb,
  distanceSquaredSegmentObb,
  overlapsCapsuleAabb,
  overlapsCapsuleCapsule,
  overlapsCapsuleObb,
  overlapsCapsulePolygon,
  overlapsCircleCapsule,
  overlapsCirclePolygon,
  overlapsSegmentCapsule,
} from '../../../../entry/geometry2d.ts';
import { toNumber } from '../../../support/exact.ts';
import { aabbRing, obbRing, type Point, ring, squaredBetween } from '../../../support/exact-2d.ts';
import { HitRate } from '../../../support/hit-rate.ts';
import { createRng, type Rng } from '../../../support/rng.ts';

const numbers = (rng: Rng, count: number, low: number, high: number, scale: number) =>
  Array.from({ length: count }, () => rng.range(low, high) * scale);

/** A capsule as numbers; a few are circles, a few have no radius. */
function randomCapsule(rng: Rng, scale: number, spread: number): number[] {
  const [x, y] = numbers(rng, 2, -spread, spread, scale) as [number, number];
  const [dx, dy] = rng.integer(0, 7) === 0 ? [0, 0] : (numbers(rng, 2, -1, 1, scale) as [number, number]);
  return [x, y, x + dx, y + dy, rng.integer(0, 7) === 0 ? 0 : rng.range(0.05, 0.8) * scale];
}

/** A star-shaped polygon of either winding, mostly not convex. */
function randomPolygon(rng: Rng, scale: number): number[] {
  const count = rng.integer(3, 9);
  const turn = rng.next() < 0.5 ? -1 : 1;
  return Array.from({ length: count }, (_, i) => {
    const angle = (turn * 2 * Math.PI * (i + rng.range(0, 0.9))) / count;
    const radius = rng.range(0.2, 1.5) * scale;
    return [radius * Math.cos(angle), radius * Math.sin(angle)];
  }).flat();
}

type Pair = { a: Point[]; b: Point[]; radius: number; overlaps: boolean };

/** Random pairs of a kind: their cores as exact points, the sum of their radii, and what the routine says. */
const PAIRS: Record<string, (rng: Rng, scale: number) => Pair> = {
  'capsule and capsule': (rng, scale) => {
    const a = randomCapsule(rng, scale, 1.2);
    const b = randomCapsule(rng, scale, 1.2);
    const overlaps = overlapsCapsuleCapsule([0, ...a], 1, [0, 0, ...b], 2);
    expect(overlapsCapsuleCapsule(b, 0, a, 0)).toBe(overlaps);
    return { a: ring(a, 0, 2), b: ring(b, 0, 2), radius: a[4] + b[4], overlaps };
  },
  'segment and capsule': (rng, scale) => {
    const a = randomCapsule(rng, scale, 0.8).slice(0, 4);
    const b = randomCapsule(rng, scale, 0.8);
    const overlaps = overlapsSegmentCapsule([0, ...a], 1, [0, 0, ...b], 2);
    return { a: ring(a), b: ring(b, 0, 2), radius: b[4], overlaps };
  },
  'circle and capsule': (rng, scale) => {
    const a = [...numbers(rng, 2, -1.2, 1.2, scale), rng.range(0, 1) * scale];
    const b = randomCapsule(rng, scale, 1.2);
    const overlaps = overlapsCircleCapsule([0, ...a], 1, [0, 0, ...b], 2);
    return { a: ring(a, 0, 1), b: ring(b, 0, 2), radius: a[2] + b[4], overlaps };
  },
  'capsule and AABB': (rng, scale) => {
    const a = randomCapsule(rng, scale, 1.7);
    const [x, y] = numbers(rng, 2, -1, 0, scale) as [number, number];
    const b = [x, y, x + rng.range(0, 2) * scale, y + rng.range(0, 2) * scale];
    const overlaps = overlapsCapsuleAabb([0, ...a], 1, [0, 0, ...b], 2);
    return { a: ring(a, 0, 2), b: aabbRing(b), radius: a[4], overlaps };
  },
  'capsule and OBB': (rng, scale) => {
    const a = randomCapsule(rng, scale, 1.7);
    const angle = rng.range(0, 7);
    const b = [
      ...numbers(rng, 2, -0.5, 0.5, scale),
      ...numbers(rng, 2, 0, 1.3, scale),
      Math.cos(angle),
      Math.sin(angle),
    ];
    const overlaps = overlapsCapsuleObb([0, ...a], 1, [0, 0, ...b], 2);
    return { a: ring(a, 0, 2), b: obbRing(b), radius: a[4], overlaps };
  },
  'capsule and polygon': (rng, scale) => {
    const a = randomCapsule(rng, scale, 1.6);
    const b = randomPolygon(rng, scale);
    const overlaps = overlapsCapsulePolygon([0, ...a], 1, [0, 0, ...b], 2, b.length / 2);
    return { a: ring(a, 0, 2), b: ring(b), radius: a[4], overlaps };
  },
  'circle and polygon': (rng, scale) => {
    const a = [...numbers(rng, 2, -1.7, 1.7, scale), rng.range(0, 0.6) * scale];
    const b = randomPolygon(rng, scale);
    const overlaps = overlapsCirclePolygon([0, ...a], 1, [0, 0, ...b], 2, b.length / 2);
    return { a: ring(a, 0, 1), b: ring(b), radius: a[2], overlaps };
  },
};

describe.each(Object.keys(PAIRS))('%s', (name) => {
  test.each([1e-3, 1, 1e4])('agree with exact distances of the cores, size %f', (scale) => {
    const rng = createRng(7202);
    const overlapping = new HitRate();
    for (let i = 0; i < 250; i++) {
      const { a, b, radius, overlaps } = PAIRS[name](rng, scale);
      const distance = Math.sqrt(toNumber(squaredBetween(a, b)));
      // Closer to touching than the boxes' frames and sums of radii are rounded.
      if (distance !== 0 && Math.abs(distance - radius) < 1e-14 * scale) continue;
      expect(overlaps, `seed ${rng.seed}, case ${i}`).toBe(distance <= radius);
      overlapping.count(overlaps);
    }
    overlapping.expectBalanced();
  });
});

describe('distances of segments and boxes', () => {
  test.each([1e-3, 1, 1e4])('agree with exact ones, size %f', (scale) => {
    const rng = createRng(7203);
    const meeting = new HitRate();
    for (let i = 0; i < 250; i++) {
      const segment = randomCapsule(rng, scale, 1.2).slice(0, 4);
      const angle = rng.range(0, 7);
      const obb = [
        ...numbers(rng, 2, -0.5, 0.5, scale),
        ...numbers(rng, 2, 0.1, 1.3, scale),
        Math.cos(angle),
        Math.sin(angle),
      ];
      const aabb = [obb[0] - obb[2], obb[1] - obb[3], obb[0] + obb[2], obb[1] + obb[3]];
      const exact = squaredBetween(ring(segment), aabbRing(aabb));
      const squared = distanceSquaredSegmentAabb(segment, 0, aabb, 0);
      const where = `seed ${rng.seed}, case ${i}`;
      expect(squared === 0, where).toBe(exact.n === 0n);
      expect(Math.abs(squared - toNumber(exact)), where).toBeLessThanOrEqual(1e-14 * toNumber(exact));
      const turned = Math.sqrt(toNumber(squaredBetween(ring(segment), obbRing(obb))));
      expect(Math.abs(Math.sqrt(distanceSquaredSegmentObb(segment, 0, obb, 0)) - turned), where).toBeLessThan(
        1e-14 * scale,
      );
      meeting.count(squared === 0);
    }
    meeting.expectBalanced();
  });
});

describe('known answers', () => {
  const L = [0, 0, 4, 0, 4, 1, 1, 1, 1, 4, 0, 4];

  test('touching counts, the next double does not', () => {
    expect(overlapsCapsuleCapsule([0, 0, 10, 0, 1], 0, [3, 4, 9, 4, 3], 0)).toBe(true);
    expect(overlapsCapsuleCapsule([0, 0, 10, 0, 1], 0, [3, 4, 9, 4, 2.9999999999999996], 0)).toBe(false);
    expect(overlapsCapsuleAabb([-5, 3, 5, 3, 1], 0, [-1, -1, 1, 2], 0)).toBe(true);
    expect(overlapsCapsuleAabb([-5, 3, 5, 3, 0.9999999999999999], 0, [-1, -1, 1, 2], 0)).toBe(false);
    expect(overlapsCapsuleObb([-5, 3, 5, 3, 1], 0, [0, 0, 2, 1, 0, 1], 0)).toBe(true);
    expect(overlapsCircleCapsule([5, 5, 2], 0, [0, 0, 10, 0, 3], 0)).toBe(true);
    expect(overlapsSegmentCapsule([0, 3, 10, 3], 0, [0, 0, 10, 0, 3], 0)).toBe(true);
    expect(overlapsCirclePolygon([3, 3, 2], 0, L, 0, 6)).toBe(true);
    expect(overlapsCirclePolygon([3, 3, 1.9999999999999998], 0, L, 0, 6)).toBe(false);
  });

  test('in the notch of a polygon that is not convex, and wholly inside', () => {
    expect(overlapsCapsulePolygon([2, 2, 3, 3, 0.9], 0, L, 0, 6)).toBe(false);
    expect(overlapsCapsulePolygon([2, 2, 3, 3, 1], 0, L, 0, 6)).toBe(true);
    expect(overlapsCapsulePolygon([0.5, 0.5, 0.5, 0.6, 0], 0, L, 0, 6)).toBe(true);
    expect(overlapsCirclePolygon([0.5, 0.5, 0.01], 0, L, 0, 6)).toBe(true);
  });

  test('polygons of one vertex, of two, and of none', () => {
    expect(overlapsCirclePolygon([0, 0, 5], 0, [3, 4], 0, 1)).toBe(true);
    expect(overlapsCapsulePolygon([0, 0, 1, 0, 1], 0, [0, 2, 1, 1], 0, 2)).toBe(true);
    expect(overlapsCapsulePolygon([0, 0, 1, 0, 1], 0, [0, 2, 1, 1], 0, 0)).toBe(false);
  });

  test('NaN is no overlap', () => {
    const nan = Number.NaN;
    expect(overlapsCapsuleCapsule([0, 0, 1, 0, nan], 0, [0, 0, 1, 0, 1], 0)).toBe(false);
    expect(overlapsCapsuleAabb([0, 0, nan, 0, 1], 0, [-1, -1, 1, 1], 0)).toBe(false);
    expect(overlapsCapsuleAabb([0, 0, 1, 0, 1], 0, [-1, -1, nan, 1], 0)).toBe(false);
    expect(overlapsCapsuleObb([0, 0, 1, 0, 1], 0, [0, 0, 1, 1, nan, 0], 0)).toBe(false);
    expect(overlapsCapsulePolygon([0.5, 0.5, nan, 0.5, 1], 0, L, 0, 6)).toBe(false);
    expect(overlapsCapsulePolygon([0.5, 0.5, 0.6, 0.5, nan], 0, L, 0, 6)).toBe(false);
    expect(overlapsCirclePolygon([0.5, 0.5, 1], 0, [...L.slice(0, 11), nan], 0, 6)).toBe(false);
  });
});

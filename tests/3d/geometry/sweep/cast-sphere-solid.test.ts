import { describe, expect, it } from 'vitest';
import { closestPointTriangle } from '../../../../src/3d/geometry/closest/closest-point-triangle.ts';
import { buildConvexHull } from '../../../../src/3d/geometry/convex/build-convex-hull.ts';
import type { ConvexHull } from '../../../../src/3d/geometry/convex/convex-hull.ts';
import { rayFraction } from '../../../../src/3d/geometry/ray/ray-hit.ts';
import { meetCylinder } from '../../../../src/3d/geometry/sweep/cast-sphere-cylinder.ts';
import { meetHull } from '../../../../src/3d/geometry/sweep/cast-sphere-hull.ts';
import { effort } from '../../../support/effort.ts';
import { firstWithin } from '../../../support/first-within.ts';
import { pointsOnSphere } from '../../../support/random-space.ts';
import { createRng } from '../../../support/rng.ts';

/** The distance of a point from a solid, 0 inside. */
type Distance = (x: number, y: number, z: number) => number;

const nearest = new Float64Array(3);

/** The distance from a hull, by all triangles of its faces. */
function hullDistance({ planes, vertices, faceCount, faceStarts, halfEdgeVertices }: ConvexHull): Distance {
  const triangles: number[] = [];
  for (let face = 0; face < faceCount; face++) {
    const corners = halfEdgeVertices.subarray(faceStarts[face], faceStarts[face + 1]);
    for (let k = 2; k < corners.length; k++) {
      for (const v of [corners[0], corners[k - 1], corners[k]]) triangles.push(...vertices.subarray(3 * v, 3 * v + 3));
    }
  }
  const numbers = Float64Array.from(triangles);
  const point = new Float64Array(3);
  return (x, y, z) => {
    let isInside = true;
    for (let p = 0; p < 4 * faceCount; p += 4) {
      if (planes[p] * x + planes[p + 1] * y + planes[p + 2] * z > planes[p + 3]) isInside = false;
    }
    if (isInside) return 0;
    let least = Infinity;
    point.set([x, y, z]);
    for (let at = 0; at < numbers.length; at += 9) {
      closestPointTriangle(nearest, 0, point, 0, numbers, at);
      least = Math.min(least, (x - nearest[0]) ** 2 + (y - nearest[1]) ** 2 + (z - nearest[2]) ** 2);
    }
    return Math.sqrt(least);
  };
}

const cylinderDistance =
  (radius: number, half: number): Distance =>
  (x, y, z) =>
    Math.hypot(Math.max(0, Math.hypot(x, z) - radius), Math.max(0, Math.abs(y) - half));

const out = new Float64Array(6);

/** A solid to cast at, with what it takes to cast a sphere at it. */
interface Case {
  readonly distance: Distance;
  readonly size: number;
  cast(sphere: Float64Array, way: Float64Array): boolean;
}

function makeCase(kind: string, rng: ReturnType<typeof createRng>, scale: number): Case {
  if (kind === 'cylinder') {
    const sizes = Float64Array.of(rng.range(0, 1) * scale, rng.range(0.05, 1) * scale);
    return {
      distance: cylinderDistance(sizes[0], sizes[1]),
      size: scale,
      cast: (sphere, way) => meetCylinder(out, sphere, way, sizes),
    };
  }
  const points = pointsOnSphere(rng, kind === 'box' ? 8 : rng.integer(4, 20), scale);
  if (kind === 'box') {
    const half = [0, 1, 2].map(() => rng.range(0.1, 1) * scale);
    for (let i = 0; i < 24; i++) points[i] = (Math.floor(i / 3) >> (i % 3)) & 1 ? half[i % 3] : -half[i % 3];
  } else if (kind === 'sliver') for (let i = 0; i < points.length; i += 3) points[i] *= 1e-3;
  const hull = buildConvexHull(points);
  return { distance: hullDistance(hull), size: scale, cast: (sphere, way) => meetHull(out, sphere, way, hull) };
}

describe.each(['cylinder', 'hull', 'box', 'sliver'])('a sphere cast at a %s', (kind) => {
  it('is met first where the distance comes down to its radius, at any scale', () => {
    const rng = createRng(71);
    const rounds = effort(6_000, 120);
    let met = 0;
    let atStart = 0;
    for (let round = 0; round < rounds; round++) {
      const scale = 10 ** rng.range(-3, 4);
      const { distance, cast } = makeCase(kind, rng, scale);
      const radius = rng.next() < 0.2 ? 1e-6 * scale : rng.range(0.01, 1.5) * scale;
      const towards = [0, 1, 2].map(() => rng.range(-0.8, 0.8) * scale);
      const from = [0, 1, 2].map(() => rng.range(-3, 3) * scale);
      const way = from.map((value, axis) => (towards[axis] - value) * rng.range(0.9, 2));
      // Ways along an axis are parallel to sides of boxes and cylinders.
      if (rng.next() < 0.3) for (let axis = 0; axis < 3; axis++) if (axis !== round % 3) way[axis] = 0;
      const [expected, least] = firstWithin(
        (t) => distance(from[0] + t * way[0], from[1] + t * way[1], from[2] + t * way[2]),
        radius,
      );
      const isMet = cast(Float64Array.of(...from, radius), Float64Array.from(way));
      if (!isMet) {
        expect(expected === Infinity || radius - least < 1e-9 * scale, `round ${round}`).toBe(true);
        continue;
      }
      met++;
      const t = rayFraction[0];
      if (expected === Infinity) {
        expect(least - radius, `round ${round}`).toBeLessThan(1e-9 * scale);
        continue;
      }
      if (t === 0 || expected === 0) {
        atStart++;
        expect(Math.abs(t - expected), `round ${round}`).toBeLessThan(1e-9);
        continue;
      }
      const place = from.map((value, axis) => value + t * way[axis]);
      // By distances rather than by fractions: those of a way that nearly grazes say less.
      expect(Math.abs(distance(place[0], place[1], place[2]) - radius), `round ${round}`).toBeLessThan(1e-10 * scale);
      expect(t, `round ${round}`).toBeLessThan(expected + 1e-5);
      expect(Math.abs(Math.hypot(out[3], out[4], out[5]) - 1)).toBeLessThan(1e-12);
      for (let axis = 0; axis < 3; axis++) {
        expect(Math.abs(out[axis] + radius * out[3 + axis] - place[axis]), `round ${round}`).toBeLessThan(1e-9 * scale);
      }
      expect(distance(out[0], out[1], out[2]), `round ${round}`).toBeLessThan(1e-9 * scale);
    }
    expect(met / rounds).toBeGreaterThan(0.3);
    expect(met / rounds).toBeLessThan(0.95);
    expect(atStart).toBeGreaterThan(0);
  });
});

/** A cube of half extents 1, of which all crossings are exact, and a cylinder of radius and half height 1. */
const cube = buildConvexHull(
  Float64Array.from({ length: 24 }, (_, i) => ((Math.floor(i / 3) >> (i % 3)) & 1 ? 1 : -1)),
);
const can = Float64Array.of(1, 1);
const SOLIDS = {
  cube: (sphere: number[], way: number[]) => meetHull(out, Float64Array.from(sphere), Float64Array.from(way), cube),
  can: (sphere: number[], way: number[]) => meetCylinder(out, Float64Array.from(sphere), Float64Array.from(way), can),
};

describe.each(Object.entries(SOLIDS))('a sphere cast at a %s', (_, cast) => {
  it('meets what it is above', () => {
    expect(cast([0, 3.5, 0, 0.5], [0, -4, 0])).toBe(true);
    expect([...out, rayFraction[0]]).toEqual([0, 1, 0, 0, 1, 0, 0.5]);
    expect(cast([0.25, -3.5, 0, 0.5], [0, 4, 0])).toBe(true);
    expect([...out, rayFraction[0]]).toEqual([0.25, -1, 0, 0, -1, 0, 0.5]);
  });

  it('meets what it is beside', () => {
    expect(cast([3.5, 0.5, 0, 0.5], [-4, 0, 0])).toBe(true);
    expect([...out, rayFraction[0]]).toEqual([1, 0.5, 0, 1, 0, 0, 0.5]);
  });

  it('meets an edge or a rim', () => {
    // 0.6 outwards and 0.8 up from the edge.
    expect(cast([1.6, 5, 0, 1], [0, -6.4, 0])).toBe(true);
    expect(rayFraction[0]).toBeCloseTo(0.5, 14);
    const expected = [1, 1, 0, 0.6, 0.8, 0];
    for (let i = 0; i < 6; i++) expect(out[i]).toBeCloseTo(expected[i], 13);
  });

  it('touches at the end of its way, and misses one that ends before', () => {
    expect(cast([0, 3, 0, 0.5], [0, -1.5, 0])).toBe(true);
    expect(rayFraction[0]).toBe(1);
    expect(cast([0, 3, 0, 0.5], [0, -1.4999, 0])).toBe(false);
    expect(cast([3, 0, 0, 0.5], [-1.4999, 0, 0])).toBe(false);
  });

  it('misses what it passes, and what it leaves', () => {
    expect(cast([-4, 2, 0, 0.5], [8, 0, 0])).toBe(false);
    expect(cast([-4, 1.9, 1.9, 0.5], [8, 0, 0])).toBe(false);
    expect(cast([0, 2, 0, 0.5], [0, 1, 0])).toBe(false);
    expect(cast([1.45, 1.45, 0, 0.5], [1, 1, 0])).toBe(false);
  });

  it('begins at what it overlaps or touches, wherever it goes', () => {
    for (const way of [
      [0, 1, 0],
      [0, -1, 0],
      [1, 0, 0],
      [0, 0, 0],
    ]) {
      for (const start of [
        [0, 0, 0],
        [0.3, 1.5, 0.2],
        [1.5, 0.25, 0],
        [1.3, 1.3, 0],
        [0.9, 0, 0],
      ]) {
        expect(cast([...start, 0.5], way)).toBe(true);
        expect(rayFraction[0]).toBe(0);
        expect([...out.subarray(3)]).toEqual([0, 0, 0]);
      }
    }
  });

  it('does not begin beside an edge which it does not reach', () => {
    expect(cast([1.4, 1.4, 0, 0.5], [0, 0, 0])).toBe(false);
    expect(cast([1.4, 1.4, 0, 0.5], [-1, -1, 0])).toBe(true);
    // From the edge to the centre, less the radius, in units of a way of a length of √2.
    expect(rayFraction[0]).toBeCloseTo(0.4 - 0.5 / Math.SQRT2, 14);
  });

  it('meets as a point what has no radius', () => {
    expect(cast([0.5, 3, 0.25, 0], [0, -4, 0])).toBe(true);
    expect([...out, rayFraction[0]]).toEqual([0.5, 1, 0.25, 0, 1, 0, 0.5]);
    expect(cast([3, 0.5, 0, 0], [-4, 0, 0])).toBe(true);
    expect([...out, rayFraction[0]]).toEqual([1, 0.5, 0, 1, 0, 0, 0.5]);
    expect(cast([3, 1.5, 0, 0], [-4, 0, 0])).toBe(false);
  });

  it('misses for NaN', () => {
    expect(cast([Number.NaN, 3, 0, 0.5], [0, -4, 0])).toBe(false);
    expect(cast([0, 3, 0, 0.5], [0, Number.NaN, 0])).toBe(false);
  });
});

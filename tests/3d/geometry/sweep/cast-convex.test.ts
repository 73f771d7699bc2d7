import { describe, expect, it } from 'vitest';
import {
  buildConvexHull,
  type ConvexHull,
  castConvexSat,
  castRayConvex,
  castRayConvexPolyhedron,
  castRaySupport,
  castSupport,
  createAabbSupport,
  createCapsuleSupport,
  createConvexSupport,
  createGjkCache,
  createPointsSupport,
  createSphereSupport,
  IDENTITY_POSE,
} from '../../../../entry/geometry3d.ts';
import { createRng } from '../../../support/rng.ts';
import {
  add,
  applyPose,
  at,
  bruteSeparation,
  differences,
  dot,
  gapAlong,
  HULL_KINDS,
  heightAbove,
  hullPoints,
  hullVertices,
  length,
  makeHull,
  posedHull,
  randomPose,
  randomUnit,
  scale,
  sub,
  type Vec,
} from '../support/convex-fixtures.ts';

const SEED = 41;
const out = new Float64Array(6);
const other = new Float64Array(6);

/**
 * When a convex function of time first is ≤ 0 in 0..limit: the lowest point by ternary search, then bisection down to
 * it. Also how low it gets, to leave grazing cases out.
 */
function firstTime(f: (t: number) => number, limit: number): { time: number; lowest: number } {
  let low = 0;
  let high = limit;
  for (let i = 0; i < 120; i++) {
    const a = low + (high - low) / 3;
    const b = high - (high - low) / 3;
    if (f(a) <= f(b)) high = b;
    else low = a;
  }
  const bottom = 0.5 * (low + high);
  const lowest = Math.min(f(0), f(bottom), f(limit));
  if (f(0) <= 0) return { time: 0, lowest };
  if (!(lowest <= 0)) return { time: Infinity, lowest };
  let outside = 0;
  let inside = f(bottom) <= 0 ? bottom : limit;
  for (let i = 0; i < 100; i++) {
    const middle = 0.5 * (outside + inside);
    if (f(middle) <= 0) inside = middle;
    else outside = middle;
  }
  return { time: inside, lowest };
}

describe.each(['by half-spaces', 'by GJK'] as const)('ray against a convex polyhedron %s', (how) => {
  const cast = (ray: ArrayLike<number>, limit: number, hull: ConvexHull, into = out): number =>
    how === 'by GJK'
      ? castRaySupport(into, 0, ray, 0, limit, createConvexSupport(hull), createGjkCache())
      : castRayConvex(into, 0, ray, 0, limit, hull);

  it('meets the surface where bisection along the ray does, at every scale', () => {
    const rng = createRng(SEED);
    let hits = 0;
    let total = 0;
    for (let round = 0; round < 900; round++) {
      const size = [1e-3, 1, 1e4][round % 3];
      const hull = makeHull(hullPoints(rng, HULL_KINDS[round % 7], rng.integer(6, 40)), size);
      const from = scale(randomUnit(rng), rng.range(0.2, 4) * size);
      const direction = scale(sub(scale(randomUnit(rng), rng.range(0, 1) * size), from), 10 ** rng.range(-2, 2));
      const limit = (rng.range(0.7, 2) * length(from)) / length(direction);
      const { time, lowest } = firstTime(
        (t) => heightAbove(hull, IDENTITY_POSE, add(from, scale(direction, t))),
        limit,
      );
      if (Math.abs(lowest) < 1e-12 * size) continue;
      const t = cast([...from, ...direction], limit, hull);
      const label = `seed ${rng.seed} round ${round}`;
      total++;
      if (time < Infinity) hits++;
      if (time === Infinity || time === 0) {
        expect(t, label).toBe(time);
        if (time === 0) expect([...out], label).toEqual([...from, 0, 0, 0]);
        continue;
      }
      expect(t, label).toBeLessThanOrEqual(limit);
      const point = at(out, 0);
      // The fraction is as exact as the surface is met squarely.
      const squareness = Math.abs(dot(at(out, 3), direction)) / length(direction);
      expect((Math.abs(t - time) * length(direction) * squareness) / size, label).toBeLessThan(1e-11);
      expect(Math.abs(heightAbove(hull, IDENTITY_POSE, point)) / size, label).toBeLessThan(1e-11);
      expect(length(at(out, 3)), label).toBeCloseTo(1, 12);
      expect(dot(at(out, 3), direction), label).toBeLessThan(0);
    }
    expect(hits / total).toBeGreaterThan(0.3);
    expect(hits / total).toBeLessThan(0.7);
  });

  it('keeps the rules: start inside, limit, away, along a face, zero direction, NaN, alias', () => {
    const box = buildConvexHull(
      Array.from({ length: 8 }, (_, i) => [i & 1, (i >> 1) & 1, i >> 2].map((x) => 2 * x)).flat(),
    );
    expect(cast([-2, 0.5, 0.5, 4, 0, 0], 1, box)).toBe(0.5);
    expect([...out]).toEqual([0, 0.5, 0.5, -1, 0, 0]);
    expect(cast([-2, 0.5, 0.5, 4, 0, 0], 0.5, box)).toBe(0.5);
    out.fill(9);
    expect(cast([-2, 0.5, 0.5, 4, 0, 0], 0.49, box)).toBe(Infinity);
    expect(cast([-2, 0.5, 0.5, -4, 0, 0], 10, box)).toBe(Infinity);
    expect(cast([-2, 3, 0.5, 4, 0, 0], 10, box)).toBe(Infinity);
    expect(cast([3, 3, 3, 0, 0, 0], 10, box)).toBe(Infinity);
    expect(cast([Number.NaN, 0, 0, 1, 0, 0], 10, box)).toBe(Infinity);
    expect(cast([-1, 0, 0, Number.NaN, 0, 0], 10, box)).toBe(Infinity);
    expect(cast([-1, 0, 0, 1, 0, 0], Number.NaN, box)).toBe(Infinity);
    expect([...out]).toEqual(Array(6).fill(9));
    expect(cast([1, 1, 1, 0, 0, 0], 10, box)).toBe(0);
    expect([...out]).toEqual([1, 1, 1, 0, 0, 0]);
    expect(cast([2, 1, 1, 1, 0, 0], 10, box)).toBe(0);
    expect(cast([-1, 1, 2, 1, 0, 0], 10, box)).toBeCloseTo(1, 14);
    expect(cast([-1e6, 1, 1, 1, 0, 0], Infinity, box)).toBe(1e6);
    const both = new Float64Array([-2, 0.5, 0.5, 4, 0, 0]);
    expect(cast(both, 1, box, both)).toBe(0.5);
    expect([...both]).toEqual([0, 0.5, 0.5, -1, 0, 0]);
  });
});

describe('castRayConvexPolyhedron', () => {
  it('takes planes of any length, and none at all', () => {
    expect(castRayConvexPolyhedron(out, 0, [5, 0, 0, -1, 0, 0], 0, 9, [0, 0, 0, 0, 3, 0, 0, 6], 4, 1)).toBe(3);
    expect([...out]).toEqual([2, 0, 0, 1, 0, 0]);
    expect(castRayConvexPolyhedron(out, 0, [5, 0, 0, -1, 0, 0], 0, 9, [], 0, 0)).toBe(0);
  });
});

describe('castRaySupport', () => {
  it('meets a sphere where the quadratic does', () => {
    const rng = createRng(SEED + 1);
    let hits = 0;
    for (let round = 0; round < 300; round++) {
      const size = [1e-3, 1, 1e4][round % 3];
      const from = scale(randomUnit(rng), 4 * size);
      const direction = sub(scale(randomUnit(rng), rng.range(0, 1.6) * size), from);
      const t = castRaySupport(
        out,
        0,
        [...from, ...direction],
        0,
        2,
        createSphereSupport([0, 0, 0, size]),
        createGjkCache(),
      );
      const b = dot(from, direction);
      const discriminant = b * b - dot(direction, direction) * (dot(from, from) - size * size);
      const label = `seed ${rng.seed} round ${round}`;
      if (discriminant < 1e-6 * b * b) {
        if (discriminant < 0) expect(t, label).toBe(Infinity);
        continue;
      }
      hits++;
      const reference = (-b - Math.sqrt(discriminant)) / dot(direction, direction);
      expect(Math.abs(t - reference), label).toBeLessThan(1e-9);
      expect(length(sub(at(out, 3), scale(at(out, 0), 1 / size))), label).toBeLessThan(1e-5);
    }
    expect(hits / 300).toBeGreaterThan(0.3);
    expect(hits / 300).toBeLessThan(0.8);
  });
});

describe('casts of convex polyhedra', () => {
  it('by axes and by GJK meet the explicit Minkowski difference where its planes say, at every scale', () => {
    const rng = createRng(SEED + 2);
    let hits = 0;
    let total = 0;
    for (let round = 0; round < 400; round++) {
      const size = [1e-3, 1, 1e4][round % 3];
      const a = makeHull(hullPoints(rng, HULL_KINDS[rng.integer(0, 6)], rng.integer(5, 10)), size);
      const b = makeHull(hullPoints(rng, HULL_KINDS[rng.integer(0, 6)], rng.integer(5, 10)), size);
      const poseA = randomPose(rng, scale(randomUnit(rng), rng.range(0.5, 5) * size));
      const poseB = randomPose(rng, [0, 0, 0]);
      const translation = scale(sub(scale(randomUnit(rng), rng.range(0, 2.7) * size), at(poseA, 0)), rng.range(0.7, 2));
      // A + t · translation meets B where t · translation lies in B ⊖ A.
      const va = hullVertices(a).map((v) => applyPose(poseA, v));
      const vb = hullVertices(b).map((v) => applyPose(poseB, v));
      const minkowski = buildConvexHull(differences(va, vb));
      const f = (t: number): number => heightAbove(minkowski, IDENTITY_POSE, scale(translation, t));
      const { time, lowest } = firstTime(f, 1);
      if (Math.abs(lowest) < 1e-11 * size) continue;
      const label = `seed ${rng.seed} round ${round}`;
      const interval = new Float64Array(5);
      const sat = castConvexSat(interval, 0, { hull: a, pose: poseA }, { hull: b, pose: poseB }, translation, 0);
      const gjk = castSupport(
        out,
        0,
        createConvexSupport(a, poseA),
        createConvexSupport(b, poseB),
        translation,
        0,
        createGjkCache(),
      );
      total++;
      if (time < Infinity) hits++;
      if (time === Infinity || time === 0) {
        expect([sat, gjk], label).toEqual([time, time]);
        if (time === 0) expect([...interval.subarray(2), ...out.subarray(3)], label).toEqual([0, 0, 0, 0, 0, 0]);
        continue;
      }
      const normal = at(interval, 2);
      const squareness = Math.abs(dot(normal, translation)) / size;
      expect(Math.abs(sat - time) * squareness, label).toBeLessThan(1e-10);
      expect(Math.abs(gjk - time) * squareness, label).toBeLessThan(1e-10);
      expect(interval[0], label).toBe(sat);
      const moved = va.map((v) => add(v, scale(translation, gjk)));
      // At contact the normal separates: the moving hull lies beyond the fixed one along it, touching.
      expect(Math.abs(gapAlong(vb, moved, at(out, 3))) / size, label).toBeLessThan(1e-9);
      expect(Math.abs(gapAlong(vb, moved, normal)) / size, label).toBeLessThan(1e-9);
      expect(heightAbove(b, poseB, at(out, 0)) / size, label).toBeLessThan(1e-10);
      // Last contact: the same search from the other end, well beyond.
      if (interval[1] < 50) {
        const end = interval[1];
        const around = (t: number): number => f(end + t);
        const slack = 1e-9 / squareness + 1e-9;
        expect(around(slack) > -1e-10 * size, label).toBe(true);
        expect(around(-slack) < 1e-10 * size, label).toBe(true);
      }
    }
    expect(hits / total).toBeGreaterThan(0.3);
    expect(hits / total).toBeLessThan(0.7);
  });

  it('do not tunnel through a thin wall, however fast', () => {
    const wall = buildConvexHull(
      Array.from({ length: 8 }, (_, i) => [i & 1 ? 1e-4 : 0, i & 2 ? 9 : -9, i & 4 ? 9 : -9]).flat(),
    );
    const bullet = makeHull(hullPoints(createRng(SEED + 3), 'box', 8), 0.01);
    const pose = [-1, 0.2, 0.3, 0, 0, 0, 1];
    const reach = Math.max(...hullVertices(posedHull(bullet, pose)).map((v) => v[0]));
    for (const speed of [2, 1e3, 1e6]) {
      const interval = new Float64Array(5);
      const t = castConvexSat(
        interval,
        0,
        { hull: bullet, pose },
        { hull: wall, pose: IDENTITY_POSE },
        [speed, 0, 0],
        0,
      );
      expect(t * speed).toBeCloseTo(-reach, 12);
      const g = castSupport(
        out,
        0,
        createConvexSupport(bullet, pose),
        createConvexSupport(wall),
        [speed, 0, 0],
        0,
        createGjkCache(),
      );
      expect(g * speed).toBeCloseTo(-reach, 12);
      expect(at(out, 3)).toEqual([-1, 0, 0]);
      expect(at(interval, 2).map((x) => x + 0)).toEqual([-1, 0, 0]);
    }
  });

  it('cast round shapes and slide along a face without contact', () => {
    const ball = createSphereSupport([0, 0, 3, 1]);
    const capsule = createCapsuleSupport([-2, 0, 0, 2, 0, 0, 0.5]);
    expect(castSupport(out, 0, ball, capsule, [0, 0, -3], 0, createGjkCache())).toBeCloseTo(0.5, 10);
    expect(at(out, 3)[2]).toBeCloseTo(1, 9);
    const floor = createAabbSupport([-5, -5, -1, 5, 5, 0]);
    expect(castSupport(out, 0, createAabbSupport([0, 0, 1e-3, 1, 1, 1]), floor, [3, 0, 0], 0, createGjkCache())).toBe(
      Infinity,
    );
    expect(castSupport(out, 0, createAabbSupport([0, 0, 0, 1, 1, 1]), floor, [3, 0, 0], 0, createGjkCache())).toBe(0);
    expect(castSupport(out, 0, ball, floor, [Number.NaN, 0, 0], 0, createGjkCache())).toBe(Infinity);
  });

  it('agree whether the points are climbed, scanned or measured against all axes at the time found', () => {
    const rng = createRng(SEED + 4);
    for (let round = 0; round < 40; round++) {
      const a = makeHull(hullPoints(rng, 'sphere', 60), 1);
      const b = makeHull(hullPoints(rng, 'random', 12), 1);
      const start: Vec = scale(randomUnit(rng), 5);
      const pose = [...start, 0, 0, 0, 1];
      const translation = scale(start, -1);
      const scanned = createPointsSupport(
        hullVertices(a).flatMap((v) => add(v, start)),
        0,
        a.vertexCount,
      );
      const one = castSupport(
        out,
        0,
        createConvexSupport(a, pose),
        createConvexSupport(b),
        translation,
        0,
        createGjkCache(),
      );
      const two = castSupport(other, 0, scanned, createConvexSupport(b), translation, 0, createGjkCache());
      expect(one, `seed ${rng.seed} round ${round}`).toBeCloseTo(two, 12);
      const contact = posedHull(makeHull(hullVertices(a), 1), [...add(start, scale(translation, one)), 0, 0, 0, 1]);
      if (round < 3) expect(bruteSeparation(contact, b).separation).toBeCloseTo(0, 11);
    }
  });
});

import { describe, expect, it } from 'vitest';
import {
  buildConvexHull,
  createAabbSupport,
  createCapsuleSupport,
  createConeSupport,
  createConvexSupport,
  createCylinderSupport,
  createEpaReport,
  createGjkCache,
  createPointSupport,
  createPointsSupport,
  createSegmentSupport,
  createSphereSupport,
  EPA_CONVERGED,
  EPA_CURVED,
  EPA_FLAT,
  EPA_ITERATION_LIMIT,
  EPA_SEPARATED,
  IDENTITY_POSE,
  penetrationEpa,
  penetrationSat,
  separationSupport,
} from '../../../../entry/geometry3d.ts';
import { effort } from '../../../support/effort.ts';
import { createRng } from '../../../support/rng.ts';
import {
  add,
  at,
  bruteDistance,
  cross,
  differences,
  dot,
  gapAlong,
  HULL_KINDS,
  heightAbove,
  hullPoints,
  hullVertices,
  length,
  makeHull,
  randomUnit,
  scale,
  sub,
  type Vec,
} from '../support/convex-fixtures.ts';

const SEED = 11;
const out = new Float64Array(9);

describe('penetrationEpa', () => {
  it('agrees with the explicit Minkowski difference: touching, deep, concentric, contained, identical, at every scale', () => {
    const rng = createRng(SEED);
    let overlapping = 0;
    let total = 0;
    let iterations = 0;
    for (let round = 0; round < effort(900, 300); round++) {
      const size = [1e-3, 1, 1e4][round % 3];
      const pa = hullPoints(rng, HULL_KINDS[rng.integer(0, 6)], rng.integer(6, 14));
      let pb = hullPoints(rng, HULL_KINDS[rng.integer(0, 6)], rng.integer(6, 14));
      const direction = randomUnit(rng);
      const how = rng.integer(0, 8);
      let shift = (([0, -1e-6, 1e-6, -1e-3, -0.3, 0.2, 1][how] ?? 0) - gapAlong(pa, pb, direction)) * size;
      if (round % 4 === 0) shift = rng.range(0, 0.8) * size;
      if (how >= 7) shift = 0;
      if (how === 7) pb = pa;
      if (how === 8) pb = pb.map((p) => scale(p, 0.1));
      const a = makeHull(pa, size);
      const b = makeHull(pb, size, scale(direction, shift));
      const report = createEpaReport();
      const depth = penetrationEpa(out, 0, createConvexSupport(a), createConvexSupport(b), createGjkCache(), report);
      const minkowski = buildConvexHull(differences(hullVertices(a), hullVertices(b)));
      let reference = Infinity;
      for (let f = 0; f < minkowski.faceCount; f++) reference = Math.min(reference, minkowski.planes[4 * f + 3]);
      const label = `seed ${rng.seed} round ${round}`;
      const normal = at(out, 0);
      total++;
      if (reference > 0) overlapping++;
      if (reference > 1e-13 * size || depth > 0) {
        expect(Math.abs(depth - Math.max(0, reference)) / size, label).toBeLessThan(1e-11);
        expect(report.termination, label).toBe(EPA_CONVERGED);
      } else if (reference < -1e-13 * size) {
        expect(report.termination, label).toBe(EPA_SEPARATED);
        expect(Math.abs(-depth - bruteDistance(a, b)) / size, label).toBeLessThan(1e-12);
      }
      // The witnesses lie depth · normal apart, and moving B by that just separates.
      expect(length(sub(sub(at(out, 3), at(out, 6)), scale(normal, depth))) / size, label).toBeLessThan(1e-10);
      expect(length(normal), label).toBeCloseTo(1, 12);
      expect(Math.abs(gapAlong(hullVertices(a), hullVertices(b), normal) + depth) / size, label).toBeLessThan(1e-9);
      expect(heightAbove(a, IDENTITY_POSE, at(out, 3)) / size, label).toBeLessThan(1e-9);
      expect(heightAbove(b, IDENTITY_POSE, at(out, 6)) / size, label).toBeLessThan(1e-9);
      iterations = Math.max(iterations, report.iterations);
    }
    expect(overlapping / total).toBeGreaterThan(0.3);
    expect(overlapping / total).toBeLessThan(0.8);
    expect(iterations).toBeLessThanOrEqual(100);
  });

  it('gives the depth of balls through their solids, and exactly through cores and radii', () => {
    const rng = createRng(SEED + 1);
    for (let round = 0; round < 60; round++) {
      const size = [1e-3, 1, 1e4][round % 3];
      const centre = scale(randomUnit(rng), rng.range(0.05, 1.9) * size);
      const report = createEpaReport();
      const solid = penetrationEpa(
        out,
        0,
        createSphereSupport([0, 0, 0, size]),
        createSphereSupport([...centre, size]),
        createGjkCache(),
        report,
      );
      const label = `seed ${rng.seed} round ${round}`;
      const reference = 2 * size - length(centre);
      expect(Math.abs(solid - reference) / size, label).toBeLessThan(1e-9);
      expect(report.lowerBound / size, label).toBeLessThanOrEqual(reference / size + 1e-9);
      const separation = separationSupport(
        out,
        0,
        createPointSupport([0, 0, 0]),
        size,
        createPointSupport(centre),
        size,
        createGjkCache(),
        report,
      );
      expect(Math.abs(separation + reference) / size, label).toBeLessThan(1e-15);
      expect(length(sub(at(out, 3), scale(centre, size / length(centre)))) / size, label).toBeLessThan(1e-14);
      expect(length(sub(sub(at(out, 6), at(out, 3)), scale(at(out, 0), separation))) / size, label).toBeLessThan(1e-14);
    }
  });

  it('meets round shapes around one another to rounding, within 400 steps, and says that it was not proven', () => {
    const rng = createRng(SEED + 3);
    let most = 0;
    let curved = 0;
    let total = 0;
    for (let round = 0; round < 240; round++) {
      const size = [1e-3, 1, 1e4][round % 3];
      const shift = scale(randomUnit(rng), size * [0, 1e-15, 1e-12, 1e-9, 1e-6, 1e-3, 0.05][rng.integer(0, 6)]);
      const u = scale(randomUnit(rng), size);
      const r = rng.range(0.3, 0.6) * size;
      const capsule = createCapsuleSupport([...scale(u, -1), ...u, 0.5 * size]);
      const cylinder = createCylinderSupport([...scale(u, -1), ...u, 0.5 * size]);
      const ball = createSphereSupport([...shift, r]);
      const side = length(cross(shift, u)) / size;
      const along = Math.abs(dot(shift, u)) / size;
      // The distance from the line of the axis, or from its end, comes off the radii; a cap is never nearer here than
      // the side.
      const cases: [ReturnType<typeof createPointSupport>, number][] = [
        [createSphereSupport([0, 0, 0, size]), size + r - length(shift)],
        [capsule, 0.5 * size + r - side],
        [cylinder, Math.min(0.5 * size + r - side, size + r - along)],
        [createConeSupport([...u, ...scale(u, -1), 1.5 * size]), Number.NaN],
      ];
      const [a, reference] = cases[round % 4];
      const report = createEpaReport();
      const depth = penetrationEpa(out, 0, a, ball, createGjkCache(), report);
      const label = `seed ${rng.seed} round ${round}`;
      total++;
      if (report.termination === EPA_CURVED) curved++;
      else expect(report.termination, label).toBe(EPA_CONVERGED);
      if (reference > 0) expect(Math.abs(depth - reference) / size, label).toBeLessThan(2e-14);
      expect(report.lowerBound, label).toBeLessThanOrEqual(depth);
      expect(report.lowerBound / depth, label).toBeGreaterThan(0.9);
      expect(length(sub(sub(at(out, 3), at(out, 6)), scale(at(out, 0), depth))) / size, label).toBeLessThan(1e-7);
      most = Math.max(most, report.iterations);
    }
    expect(curved / total).toBeGreaterThan(0.3);
    expect(most).toBeLessThanOrEqual(400);
  });

  it('finds the bottom where rounded faces and lines meet: capsules side by side, a rounded hull', () => {
    const report = createEpaReport();
    const rng = createRng(SEED + 4);
    for (let round = 0; round < 40; round++) {
      const u = randomUnit(rng);
      const [a, b] = [scale(u, -1), u] as const;
      const shift = scale(cross(u, randomUnit(rng)), 10 ** rng.range(-9, -1));
      const label = `seed ${rng.seed} round ${round}`;
      const depth = penetrationEpa(
        out,
        0,
        createCapsuleSupport([...a, ...b, 0.5]),
        createCapsuleSupport([...add(scale(a, 0.7), shift), ...add(scale(b, 0.7), shift), 0.4]),
        createGjkCache(),
        report,
      );
      expect(Math.abs(depth - (0.9 - length(shift))), label).toBeLessThan(1e-14);
      expect(length(sub(sub(at(out, 3), at(out, 6)), scale(at(out, 0), depth))), label).toBeLessThan(1e-7);
      const hull = makeHull(hullPoints(rng, 'sphere', 60), 1);
      let least = Infinity;
      for (let f = 0; f < hull.faceCount; f++) {
        const inward = hull.planes[4 * f + 3] - dot(at(hull.planes, 4 * f), shift);
        least = Math.min(least, inward);
      }
      const rounded = penetrationEpa(
        out,
        0,
        createConvexSupport(hull),
        createSphereSupport([...shift, 0.3]),
        createGjkCache(),
        report,
      );
      expect(Math.abs(rounded - (least + 0.3)), label).toBeLessThan(1e-12);
      expect(length(sub(sub(at(out, 3), at(out, 6)), scale(at(out, 0), rounded))), label).toBeLessThan(1e-7);
    }
  });

  it('takes shapes without volume: concentric points, crossing segments, coplanar squares', () => {
    const report = createEpaReport();
    const run = (a: ReturnType<typeof createPointSupport>, b: typeof a): number =>
      separationSupport(out, 0, a, 1, b, 2, createGjkCache(), report);
    expect(run(createPointSupport([5, 6, 7]), createPointSupport([5, 6, 7]))).toBe(-3);
    expect(report.termination).toBe(EPA_FLAT);
    expect([...out]).toEqual([1, 0, 0, 6, 6, 7, 3, 6, 7]);
    // Two segments that cross: the least way out is across both.
    expect(run(createSegmentSupport([-1, 0, 0, 1, 0, 0]), createSegmentSupport([0, -1, 0, 0, 1, 0]))).toBeCloseTo(
      -3,
      14,
    );
    expect(Math.abs(out[2])).toBeCloseTo(1, 14);
    // Two on one line.
    expect(run(createSegmentSupport([-1, 0, 0, 1, 0, 0]), createSegmentSupport([-0.5, 0, 0, 2, 0, 0]))).toBeCloseTo(
      -3,
      14,
    );
    expect(out[0]).toBeCloseTo(0, 14);
    const square = [0, 0, 0, 1, 0, 0, 1, 1, 0, 0, 1, 0];
    const other = square.map((x, i) => (i % 3 === 2 ? x : x + 0.5));
    expect(run(createPointsSupport(square, 0, 4), createPointsSupport(other, 0, 4))).toBeCloseTo(-3, 14);
    expect(Math.abs(out[2])).toBeCloseTo(1, 14);
  });

  it('gives coaxial cylinders their side or cap, whichever is nearer', () => {
    const report = createEpaReport();
    report.maxIterations = 200;
    const tall = createCylinderSupport([0, 0, -3, 0, 0, 3, 0.5]);
    const depth = penetrationEpa(
      out,
      0,
      tall,
      createCylinderSupport([0, 0, -2, 0, 0, 2, 0.25]),
      createGjkCache(),
      report,
    );
    expect(depth).toBeCloseTo(0.75, 9);
    expect(Math.abs(out[2])).toBeLessThan(1e-6);
    const flat = penetrationEpa(
      out,
      0,
      createCylinderSupport([0, 0, -0.1, 0, 0, 0.1, 3]),
      createCylinderSupport([0, 0, -0.2, 0, 0, 0.2, 2]),
      createGjkCache(),
      createEpaReport(),
    );
    expect(flat).toBeCloseTo(0.3, 12);
    expect(Math.abs(out[2])).toBeCloseTo(1, 12);
  });

  it('agrees with SAT on concentric hulls of 200 vertices, and reports its limit when it is cut short', () => {
    const rng = createRng(SEED + 2);
    const cache = new Int32Array(1);
    for (let round = 0; round < 3; round++) {
      const a = makeHull(hullPoints(rng, 'sphere', 200), 1);
      const b = makeHull(hullPoints(rng, 'sphere', 150), 0.8, [0.01, 0.02, 0]);
      const report = createEpaReport();
      report.maxIterations = 4000;
      const depth = penetrationEpa(out, 0, createConvexSupport(a), createConvexSupport(b), createGjkCache(), report);
      expect(report.termination).toBe(EPA_CONVERGED);
      const sat = penetrationSat(out, 0, { hull: a, pose: IDENTITY_POSE }, { hull: b, pose: IDENTITY_POSE }, cache, 0);
      expect(Math.abs(depth - sat), `seed ${rng.seed} round ${round}`).toBeLessThan(1e-10);
      report.maxIterations = 20;
      const early = penetrationEpa(out, 0, createConvexSupport(a), createConvexSupport(b), createGjkCache(), report);
      expect(report.termination).toBe(EPA_ITERATION_LIMIT);
      expect(early).toBeGreaterThanOrEqual(sat - 1e-12);
      expect(report.lowerBound).toBeLessThanOrEqual(sat + 1e-12);
      expect(gapAlong(hullVertices(a), hullVertices(b), at(out, 0))).toBeCloseTo(-early, 12);
    }
  });

  it('has a normal that separates shapes which touch to the last digits', () => {
    const a = createConvexSupport(
      buildConvexHull(
        [
          [1, 0, 0.888109145348426],
          [1, 0, -0.888109145348426],
          [0.8660254037844387, 0.49999999999999994, 0.888109145348426],
          [0.8660254037844387, 0.49999999999999994, -0.888109145348426],
          [0.5000000000000001, 0.8660254037844386, 0.888109145348426],
          [0.5000000000000001, 0.8660254037844386, -0.888109145348426],
          [6.123233995736766e-17, 1, 0.888109145348426],
          [6.123233995736766e-17, 1, -0.888109145348426],
          [-0.4999999999999998, 0.8660254037844387, 0.888109145348426],
          [-0.4999999999999998, 0.8660254037844387, -0.888109145348426],
          [-0.8660254037844387, 0.49999999999999994, 0.888109145348426],
          [-0.8660254037844387, 0.49999999999999994, -0.888109145348426],
          [-1, 1.2246467991473532e-16, 0.888109145348426],
          [-1, 1.2246467991473532e-16, -0.888109145348426],
          [-0.8660254037844388, -0.4999999999999997, 0.888109145348426],
          [-0.8660254037844388, -0.4999999999999997, -0.888109145348426],
          [-0.5000000000000004, -0.8660254037844385, 0.888109145348426],
          [-0.5000000000000004, -0.8660254037844385, -0.888109145348426],
          [-1.8369701987210297e-16, -1, 0.888109145348426],
          [-1.8369701987210297e-16, -1, -0.888109145348426],
          [0.5000000000000001, -0.8660254037844386, 0.888109145348426],
          [0.5000000000000001, -0.8660254037844386, -0.888109145348426],
          [0.8660254037844384, -0.5000000000000004, 0.888109145348426],
          [0.8660254037844384, -0.5000000000000004, -0.888109145348426],
        ].flat(),
      ),
      [0, 0, 0, 0.03327716480303154, 0.16348900721953924, -0.9129527645894843, -0.37239928094648456],
    );
    const b = createConvexSupport(
      buildConvexHull(
        [
          [1, 0, 0],
          [-1, 0, 0],
          [0, 1, 0],
          [0, -1, 0],
          [0, 0, 1],
          [0, 0, -1],
        ].flat(),
      ),
      [
        -1.8857899164471281, -0.11694302023787262, -0.4898985580393408, 0.978402855509207, -0.02960828965170666,
        0.010159674829315665, -0.2043232305018031,
      ],
    );
    const out = new Float64Array(9);
    expect(Math.abs(penetrationEpa(out, 0, a, b, createGjkCache(), createEpaReport()))).toBeLessThan(1e-14);
    const [x, y, z] = at(out, 0);
    const ends = new Float64Array(6);
    a(ends, 0, x, y, z);
    b(ends, 3, -x, -y, -z);
    expect(Math.abs(dot(sub(at(ends, 3), at(ends, 0)), [x, y, z]))).toBeLessThan(1e-14);
  });

  it('ends on NaN', () => {
    const report = createEpaReport();
    const nan = createPointSupport([Number.NaN, 0, 0]);
    const depth = penetrationEpa(out, 0, nan, createAabbSupport([-1, -1, -1, 1, 1, 1]), createGjkCache(), report);
    expect(Number.isNaN(depth) || depth === 0).toBe(true);
    expect(report.iterations).toBeLessThanOrEqual(report.maxIterations);
  });

  it('has the known answer for boxes, whichever comes first', () => {
    const a = createAabbSupport([0, 0, 0, 2, 2, 2]);
    const b = createAabbSupport([1.75, 0.5, 0.5, 4, 1, 1]);
    expect(penetrationEpa(out, 0, a, b, createGjkCache(), createEpaReport())).toBe(0.25);
    expect(at(out, 0)).toEqual([1, 0, 0]);
    expect(penetrationEpa(out, 0, b, a, createGjkCache(), createEpaReport())).toBe(0.25);
    const normal: Vec = at(out, 0);
    expect(dot(normal, [-1, 0, 0])).toBe(1);
    expect(add(normal, [1, 0, 0])).toEqual([0, 0, 0]);
  });
});

import { describe, expect, it } from 'vitest';
import {
  buildConvexHull,
  closestPointsGjkSupport,
  createAabbSupport,
  createCapsuleSupport,
  createConeSupport,
  createConvexSupport,
  createCylinderSupport,
  createGjkCache,
  createObbSupport,
  createPointSupport,
  createPointsSupport,
  createSegmentSupport,
  createSphereSupport,
  distanceGjkSupport,
  GJK_CONTAINMENT,
  GJK_MAX_ITERATIONS,
  GJK_TOUCHING_EDGE,
  GJK_TOUCHING_FACE,
  GJK_TOUCHING_VERTEX,
  type Support,
} from '../../../../entry/geometry3d.ts';
import { effort } from '../../../support/effort.ts';
import { createRng } from '../../../support/rng.ts';
import {
  add,
  applyPose,
  at,
  bruteDistance,
  bruteSeparation,
  dot,
  gapAlong,
  HULL_KINDS,
  hullPoints,
  hullVertices,
  length,
  makeHull,
  pointTriangleDistance,
  randomPose,
  randomQuaternion,
  randomUnit,
  rotate,
  scale,
  sub,
  type Vec,
} from '../support/convex-fixtures.ts';

const SEED = 7;
const out = new Float64Array(6);

describe('GJK distance', () => {
  it('agrees with all features against all, touching ± 1e-9, ± 1e-6, deep and apart, at every scale', () => {
    const rng = createRng(SEED);
    let hits = 0;
    let total = 0;
    let iterations = 0;
    for (let round = 0; round < effort(1500, 150); round++) {
      const size = [1e-3, 1, 1e4][round % 3];
      const pa = hullPoints(rng, HULL_KINDS[rng.integer(0, 6)], rng.integer(6, 20));
      const pb = hullPoints(rng, HULL_KINDS[rng.integer(0, 6)], rng.integer(6, 20));
      const direction = randomUnit(rng);
      const wanted = [0, 1e-9, -1e-9, 1e-6, -1e-6, 1e-3, -1e-3, 1, -0.4, -0.8][rng.integer(0, 9)];
      // Half of them by the gap along some axis, half thrown on top of each other.
      const shift = round % 2 ? wanted - gapAlong(pa, pb, direction) : rng.range(0, 0.8);
      const a = makeHull(pa, size);
      const b = makeHull(pb, size, scale(direction, shift * size));
      const cache = createGjkCache();
      const d = Math.sqrt(closestPointsGjkSupport(out, 0, createConvexSupport(a), createConvexSupport(b), cache));
      const { separation } = bruteSeparation(a, b);
      const reference = separation <= 0 ? 0 : bruteDistance(a, b);
      const label = `seed ${rng.seed} round ${round}`;
      expect(Math.abs(d - reference) / size, label).toBeLessThan(1e-13);
      expect(Math.abs(length(sub(at(out, 0), at(out, 3))) - d) / size, label).toBeLessThan(1e-13);
      expect((d - cache.lowerBound) / size, label).toBeLessThan(1e-12);
      iterations = Math.max(iterations, cache.iterations);
      total++;
      if (separation <= 0) hits++;
    }
    expect(hits / total).toBeGreaterThan(0.3);
    expect(hits / total).toBeLessThan(0.7);
    expect(iterations).toBeLessThanOrEqual(24);
  });

  it('agrees on near-touching spheres and slivers of 500 vertices, and hill climbing with the scan', () => {
    const rng = createRng(SEED + 1);
    let iterations = 0;
    for (let round = 0; round < 200; round++) {
      const size = [1e-3, 1, 1e4][round % 3];
      const pa = hullPoints(rng, round % 2 ? 'sliver' : 'sphere', 500);
      const pb = hullPoints(rng, round % 4 < 2 ? 'sphere' : 'sliver', 500);
      const direction = randomUnit(rng);
      const gap = [0, 1e-6, 1e-3, 0.5][rng.integer(0, 3)];
      const a = makeHull(pa, size);
      const b = makeHull(pb, size, scale(direction, (gap - gapAlong(pa, pb, direction)) * size));
      const cache = createGjkCache();
      const d = distanceGjkSupport(createConvexSupport(a), createConvexSupport(b), cache);
      iterations = Math.max(iterations, cache.iterations);
      const all = createGjkCache();
      const scan = distanceGjkSupport(
        createPointsSupport(a.vertices, 0, a.vertexCount),
        createPointsSupport(b.vertices, 0, b.vertexCount),
        all,
      );
      const label = `seed ${rng.seed} round ${round}`;
      // The gap of the axis found bounds the distance from below, the points found from above: a proof without brute
      // force.
      expect((d - cache.lowerBound) / size, label).toBeLessThan(1e-12);
      expect(Math.abs(d - scan) / size, label).toBeLessThan(1e-12);
    }
    expect(iterations).toBeLessThanOrEqual(40);
  });

  it('is the same with the shapes exchanged, and posed like moved vertices', () => {
    const rng = createRng(SEED + 2);
    for (let round = 0; round < 200; round++) {
      const a = makeHull(hullPoints(rng, 'random', 14), 1);
      const b = makeHull(hullPoints(rng, 'cylinder', 40), 1);
      const poseA = randomPose(rng, [rng.range(-1, 1), rng.range(-1, 1), rng.range(-1, 1)]);
      const poseB = randomPose(rng, scale(randomUnit(rng), 3));
      const sa = createConvexSupport(a, poseA);
      const sb = createConvexSupport(b, poseB);
      const d = distanceGjkSupport(sa, sb, createGjkCache());
      expect(distanceGjkSupport(sb, sa, createGjkCache())).toBeCloseTo(d, 13);
      const moved = (hull: typeof a, pose: number[]): Support =>
        createPointsSupport(
          hullVertices(hull).flatMap((v) => applyPose(pose, v)),
          0,
          hull.vertexCount,
        );
      expect(distanceGjkSupport(moved(a, poseA), moved(b, poseB), createGjkCache())).toBeCloseTo(d, 13);
    }
  });

  it('says how it ended: vertex, edge, face, containment', () => {
    const box = createAabbSupport([0, 0, 0, 2, 2, 2]);
    const end = (point: Vec): number => {
      const cache = createGjkCache();
      expect(distanceGjkSupport(createPointSupport(point), box, cache)).toBe(0);
      return cache.termination;
    };
    expect(end([2, 2, 2])).toBe(GJK_TOUCHING_VERTEX);
    expect(end([0, 0, 0])).toBe(GJK_TOUCHING_VERTEX);
    expect([GJK_TOUCHING_EDGE, GJK_TOUCHING_FACE]).toContain(end([2, 2, 1]));
    expect(end([0.5, 1, 2])).toBe(GJK_TOUCHING_FACE);
    expect(end([0.5, 1.1, 0.7])).toBe(GJK_CONTAINMENT);
  });

  it('starts warm: a pair that has hardly moved takes a step or two', () => {
    const rng = createRng(SEED + 3);
    const a = makeHull(hullPoints(rng, 'sphere', 200), 1);
    const pose = [3, 0.2, 0.1, ...randomQuaternion(rng)];
    const sa = createConvexSupport(a);
    const sb = createConvexSupport(a, pose);
    const cache = createGjkCache();
    distanceGjkSupport(sa, sb, cache);
    let cold = 0;
    let warm = 0;
    for (let step = 0; step < 100; step++) {
      pose[0] += 1e-3 * rng.range(-1, 1);
      pose[1] += 1e-3 * rng.range(-1, 1);
      const fresh = createGjkCache();
      const d = distanceGjkSupport(sa, sb, fresh);
      expect(distanceGjkSupport(sa, sb, cache)).toBeCloseTo(d, 13);
      cold += fresh.iterations;
      warm += cache.iterations;
    }
    expect(warm).toBeLessThan(0.5 * cold);
  });

  it('finds the closed-form distance of round shapes through their solids', () => {
    const rng = createRng(SEED + 4);
    for (let round = 0; round < 300; round++) {
      const size = [1e-3, 1, 1e4][round % 3];
      const centre = scale(randomUnit(rng), 4 * size);
      const sphere = [...centre, 0.5 * size];
      const axis = randomUnit(rng);
      const foot = scale(randomUnit(rng), 0.3 * size);
      const top = add(foot, scale(axis, size));
      // Point against capped cylinder: split into along and across.
      const along = dot(sub(centre, foot), axis);
      const across = length(sub(sub(centre, foot), scale(axis, along)));
      const beyond = Math.max(0, -along, along - size);
      const cylinder = Math.sqrt(beyond ** 2 + Math.max(0, across - 0.4 * size) ** 2) - 0.5 * size;
      const clamped = Math.min(size, Math.max(0, along));
      const capsule = length(sub(centre, add(foot, scale(axis, clamped)))) - 0.9 * size;
      const shape = [...foot, ...top, 0.4 * size];
      const ball = createSphereSupport(sphere);
      const label = `seed ${rng.seed} round ${round}`;
      const cache = createGjkCache();
      expect(
        Math.abs(distanceGjkSupport(ball, createCylinderSupport(shape), cache) - cylinder) / size,
        label,
      ).toBeLessThan(1e-9);
      expect(cache.iterations, label).toBeLessThan(GJK_MAX_ITERATIONS);
      expect(
        Math.abs(distanceGjkSupport(ball, createCapsuleSupport(shape), createGjkCache()) - capsule) / size,
        label,
      ).toBeLessThan(1e-9);
      const core = distanceGjkSupport(createPointSupport(centre), createSegmentSupport(shape), createGjkCache());
      expect(Math.abs(core - 0.9 * size - capsule) / size, label).toBeLessThan(1e-13);
    }
  });

  it('measures a point against a cone by its half cross-section', () => {
    const rng = createRng(SEED + 5);
    for (let round = 0; round < 200; round++) {
      const axis = randomUnit(rng);
      const apex: Vec = [rng.range(-1, 1), rng.range(-1, 1), rng.range(-1, 1)];
      const p = add(apex, scale(randomUnit(rng), 4));
      const along = dot(sub(p, apex), axis);
      const across = length(sub(sub(p, apex), scale(axis, along)));
      // The triangle apex, centre of the base, rim, in the plane of the point and the axis.
      const reference = pointTriangleDistance([along, across, 0], [0, 0, 0], [2, 0, 0], [2, 0.7, 0]);
      const cone = createConeSupport([...apex, ...add(apex, scale(axis, 2)), 0.7]);
      const d = distanceGjkSupport(createPointSupport(p), cone, createGjkCache());
      expect(Math.abs(d - reference), `seed ${rng.seed} round ${round}`).toBeLessThan(1e-9);
    }
  });

  it('ready-made supports reach as far as dense points of the shape', () => {
    const rng = createRng(SEED + 6);
    const obb = (q: readonly number[]): number[] => [
      1,
      2,
      3,
      0.5,
      0.6,
      0.7,
      ...rotate(q, [1, 0, 0]),
      ...rotate(q, [0, 1, 0]),
      ...rotate(q, [0, 0, 1]),
    ];
    for (let round = 0; round < 100; round++) {
      const q = randomQuaternion(rng);
      const box = createObbSupport(obb(q));
      const d = randomUnit(rng);
      const p = new Float64Array(3);
      box(p, 0, d[0], d[1], d[2]);
      let most = -Infinity;
      for (let i = 0; i < 8; i++) {
        const corner = add([1, 2, 3], rotate(q, [i & 1 ? 0.5 : -0.5, i & 2 ? 0.6 : -0.6, i & 4 ? 0.7 : -0.7]));
        most = Math.max(most, dot(corner, d));
      }
      expect(dot(at(p, 0), d)).toBeCloseTo(most, 13);
    }
  });

  it('ends on NaN and on a support that is none', () => {
    const box = createAabbSupport([0, 0, 0, 2, 2, 2]);
    const cache = createGjkCache();
    distanceGjkSupport(createPointSupport([Number.NaN, 0, 0]), box, cache);
    expect(cache.iterations).toBeLessThanOrEqual(GJK_MAX_ITERATIONS);
    let n = 0;
    const liar: Support = (o, i) => {
      o[i] = 5 + Math.sin(n++);
      o[i + 1] = Math.cos(n * n);
      o[i + 2] = n % 3;
      return -1;
    };
    distanceGjkSupport(liar, box, createGjkCache());
    expect(n).toBeLessThanOrEqual(GJK_MAX_ITERATIONS + 5);
  });

  it('keeps a pair of unit hulls exact at 1e4 from the origin to the rounding there', () => {
    const rng = createRng(SEED + 7);
    const a = buildConvexHull(hullPoints(rng, 'random', 20).flat());
    const far = [1e4, -1e4, 1e4, 0, 0, 0, 1];
    const farB = [1e4 + 3, -1e4, 1e4, 0, 0, 0, 1];
    const near = distanceGjkSupport(
      createConvexSupport(a),
      createConvexSupport(a, [3, 0, 0, 0, 0, 0, 1]),
      createGjkCache(),
    );
    const d = distanceGjkSupport(createConvexSupport(a, far), createConvexSupport(a, farB), createGjkCache());
    expect(Math.abs(d - near)).toBeLessThan(1e-11);
  });

  it('finds the overlap of an octahedron and a thin plate whose corner just enters it: a sliver of a tetrahedron', () => {
    const octahedron: Vec[] = [
      [92.55221214399998, 20.60756500899189, 31.771312400531954],
      [-92.55221214399998, -20.60756500899189, -31.771312400531954],
      [32.280508961731904, -86.79828069093932, -37.73628506183997],
      [-32.280508961731904, 86.79828069093932, 37.73628506183997],
      [19.800423440511782, 45.18170795241226, -86.98595575194508],
      [-19.800423440511782, -45.18170795241226, 86.98595575194508],
    ];
    const plate: Vec[] = [
      [112.04812865520292, -43.79247458832363, 220.11287475590248],
      [92.55174723775966, 20.608632895337944, 31.771725596980147],
      [241.04600357367923, 10.36354690357079, 225.27752408442464],
      [221.54962215623598, 74.76465438723237, 36.93637492550232],
      [112.04859353807714, -43.793542510594804, 220.1124614691027],
      [92.55221212063388, 20.60756497306677, 31.771312310180377],
      [241.04646845655347, 10.362478981299613, 225.27711079762486],
      [221.55008703911022, 74.7635864649612, 36.93596163870254],
    ];
    // Deep by 3.88e-8, along the normal of a face of the octahedron.
    const cache = createGjkCache();
    expect(
      distanceGjkSupport(createPointsSupport(octahedron.flat(), 0, 6), createPointsSupport(plate.flat(), 0, 8), cache),
    ).toBe(0);
    expect(cache.termination).toBe(GJK_CONTAINMENT);
    expect(
      distanceGjkSupport(
        createPointsSupport(plate.flat(), 0, 8),
        createPointsSupport(octahedron.flat(), 0, 6),
        createGjkCache(),
      ),
    ).toBe(0);
  });

  it('turns on across a gap of a millionth of a plate and a wedge, where the next corner gains less than rounding', () => {
    const plate = createConvexSupport(
      buildConvexHull(
        [
          [-0.001, -0.0007, -3.8335217451655346e-10],
          [0.001, -0.0007, -3.8335217451655346e-10],
          [-0.001, 0.0007, -3.8335217451655346e-10],
          [0.001, 0.0007, -3.8335217451655346e-10],
          [-0.001, -0.0007, 3.8335217451655346e-10],
          [0.001, -0.0007, 3.8335217451655346e-10],
          [-0.001, 0.0007, 3.8335217451655346e-10],
          [0.001, 0.0007, 3.8335217451655346e-10],
        ].flat(),
      ),
      [0, 0, 0, -0.727851511936728, -0.25774810716825863, -0.6228335218879096, -0.12600195964865557],
    );
    const wedge = createConvexSupport(
      buildConvexHull(
        [
          [-0.001, -0.001, 0],
          [-0.001, 0.001, 0],
          [0.001, -0.001, 7.831457117332853e-9],
          [0.001, 0.001, 7.831457117332853e-9],
          [0.001, -0.001, -7.831457117332853e-9],
          [0.001, 0.001, -7.831457117332853e-9],
        ].flat(),
      ),
      [
        0.00037103091094821, -0.0014201427576241536, 0.0008576308128638541, -0.727851511936728, -0.25774810716825863,
        -0.6228335218879096, -0.12600195964865557,
      ],
    );
    const cache = createGjkCache();
    expect(Math.abs(distanceGjkSupport(plate, wedge, cache) - 1e-9)).toBeLessThan(1e-16);
    expect(cache.lowerBound).toBeGreaterThan(1e-9 - 1e-16);
  });

  it('gets past equally far corners of a thin plate, where the next support gains less than rounding', () => {
    const x = Math.fround(0.1);
    const plate = buildConvexHull(
      Array.from({ length: 8 }, (_, i) => [i & 1 ? x : -x, i & 2 ? 1 : -1, i & 4 ? 1e-5 : -1e-5]).flat(),
    );
    const corner = buildConvexHull([
      -1, 1, 0, -5, 2, 0, -2, 5, -4, -2, 5, 0, -2, 2, -4, -1, 2, -4, -4, 5, 0, -5, 4, -3,
    ]);
    const cache = createGjkCache();
    const d = distanceGjkSupport(createConvexSupport(plate), createConvexSupport(corner), cache);
    expect(Math.abs(d - (1 - x))).toBeLessThan(1e-15);
    expect(cache.iterations).toBeLessThan(10);
  });
});

describe('distanceGjk and closestPointsGjk over sets of points', () => {
  it('measure the hulls of the points, wherever these stand in an array, and tell which points', () => {
    const rng = createRng(SEED + 40);
    let hits = 0;
    const runs = 400;
    for (let run = 0; run < runs; run++) {
      const size = [1e-3, 1, 1e4][run % 3];
      const pa = hullPoints(rng, HULL_KINDS[rng.integer(0, 6)], rng.integer(6, 16));
      const pb = hullPoints(rng, HULL_KINDS[rng.integer(0, 6)], rng.integer(6, 16));
      const a = makeHull(pa, size);
      const b = makeHull(pb, size, scale(randomUnit(rng), rng.range(0, 2) * size));
      const numbers = [Number.NaN, ...hullVertices(a).flat(), Number.NaN, ...hullVertices(b).flat()];
      const bAt = 2 + 3 * a.vertexCount;
      const cache = createGjkCache();
      const d = distanceGjkSupport(
        createPointsSupport(numbers, 1, a.vertexCount),
        createPointsSupport(numbers, bAt, b.vertexCount),
        cache,
      );
      const reference = bruteSeparation(a, b).separation <= 0 ? 0 : bruteDistance(a, b);
      const label = `seed ${rng.seed} run ${run}`;
      expect(Math.abs(d - reference) / size, label).toBeLessThan(1e-13);
      // The simplex names the points: their weighted means are the closest points.
      const squared = closestPointsGjkSupport(
        out,
        0,
        createPointsSupport(numbers, 1, a.vertexCount),
        createPointsSupport(numbers, bAt, b.vertexCount),
        cache,
      );
      expect(Math.abs(Math.sqrt(squared) - d) / size, label).toBeLessThan(1e-13);
      if (d === 0) hits++;
      else {
        for (let k = 0; k < 3; k++) {
          let mixed = 0;
          for (let i = 0; i < cache.count; i++) mixed += cache.weights[i] * numbers[1 + 3 * cache.indexA[i] + k];
          expect(Math.abs(mixed - out[k]) / size, label).toBeLessThan(1e-13);
        }
      }
    }
    expect(hits / runs).toBeGreaterThan(0.3);
    expect(hits / runs).toBeLessThan(0.7);
  });

  it('take single points and end on NaN', () => {
    const cache = createGjkCache();
    expect(distanceGjkSupport(createPointsSupport([1, 2, 3], 0, 1), createPointsSupport([4, 6, 3], 0, 1), cache)).toBe(
      5,
    );
    expect(
      distanceGjkSupport(
        createPointsSupport([Number.NaN, 2, 3], 0, 1),
        createPointsSupport([4, 6, 3], 0, 1),
        createGjkCache(),
      ),
    ).toBeNaN();
  });
});

import { describe, expect, it } from 'vitest';
import {
  buildConvexHull,
  createCapsuleSupport,
  createConvexSupport,
  createCylinderSupport,
  createEpaReport,
  createGjkCache,
  createPointSupport,
  createSphereSupport,
  createToiReport,
  distanceGjkSupport,
  penetrationEpa,
  type Support,
  TOI_HIT,
  TOI_ITERATION_LIMIT,
  TOI_MISS,
  TOI_OVERLAPPED,
  timeOfImpact,
  timeOfImpactIntervalHalving,
  writePoseAt,
} from '../../../../entry/geometry3d.ts';
import {
  PREPARED_SPEED,
  PREPARED_STRIDE,
  PREPARED_TURN,
  prepareMotion,
} from '../../../../src/3d/geometry/sweep/motion.ts';
import { effort } from '../../../support/effort.ts';
import { createRng, type Rng } from '../../../support/rng.ts';
import {
  add,
  applyPose,
  at,
  HULL_KINDS,
  hullPoints,
  length,
  makeHull,
  randomQuaternion,
  randomUnit,
  rotate,
  scale,
  sub,
  type Vec,
} from '../support/convex-fixtures.ts';

const SEED = 51;
const out = new Float64Array(6);

/** The distance of two hulls at a time of their motions. */
function distanceOver(
  a: ReturnType<typeof makeHull>,
  motionA: readonly number[],
  b: ReturnType<typeof makeHull>,
  motionB: readonly number[],
): (t: number) => number {
  const poseA = new Float64Array(7);
  const poseB = new Float64Array(7);
  const sa = createConvexSupport(a, poseA);
  const sb = createConvexSupport(b, poseB);
  const cache = createGjkCache();
  return (t) => {
    writePoseAt(poseA, 0, motionA, 0, t);
    writePoseAt(poseB, 0, motionB, 0, t);
    return distanceGjkSupport(sa, sb, cache);
  };
}

interface Grazing {
  support: () => Support;
  radius: number;
}

function grazingShape(rng: Rng, size: number): Grazing {
  const kind = rng.integer(0, 3);
  if (kind < 2) {
    const hull = makeHull(hullPoints(rng, HULL_KINDS[rng.integer(0, 6)], rng.integer(6, 40)), size);
    return { support: () => createConvexSupport(hull), radius: hull.boundingRadius };
  }
  const ends = [...scale(randomUnit(rng), 0.2 * size), ...scale(randomUnit(rng), rng.range(0.3, 1) * size)];
  const round = [...ends, rng.range(0.05, 0.6) * size];
  const support = kind === 2 ? createCapsuleSupport : createCylinderSupport;
  return { support: () => support(round), radius: size + round[6] };
}

/** A support at a pose, by the rotation of the tests. */
function placed(support: Support, pose: ArrayLike<number>): Support {
  const back = [-pose[3], -pose[4], -pose[5], pose[6]];
  return (point, offset, dx, dy, dz) => {
    const feature = support(point, offset, ...rotate(back, [dx, dy, dz]));
    point.set(applyPose(pose, at(point, offset)), offset);
    return feature;
  };
}

/** The least of 40 values over 0..1, brought down by golden section. */
function leastOver(f: (t: number) => number): { t: number; value: number } {
  let best = { t: 0, value: Infinity };
  const see = (t: number): number => {
    const value = f(t);
    if (value < best.value) best = { t, value };
    return value;
  };
  for (let i = 0; i <= 40; i++) see(i / 40);
  const golden = (Math.sqrt(5) - 1) / 2;
  let [low, high] = [Math.max(0, best.t - 1 / 40), Math.min(1, best.t + 1 / 40)];
  for (let i = 0; i < 36; i++) {
    const [x, y] = [high - golden * (high - low), low + golden * (high - low)];
    if (see(x) <= see(y)) high = y;
    else low = x;
  }
  return best;
}

describe('timeOfImpact', () => {
  it('agrees with dense sampling and bisection, moving and turning, at every scale', () => {
    const rng = createRng(SEED);
    let hits = 0;
    let total = 0;
    let iterations = 0;
    for (let round = 0; round < effort(360, 90); round++) {
      const size = [1e-3, 1, 1e4][round % 3];
      const a = makeHull(hullPoints(rng, HULL_KINDS[rng.integer(0, 6)], rng.integer(6, 40)), size);
      const b = makeHull(hullPoints(rng, HULL_KINDS[rng.integer(0, 6)], rng.integer(6, 40)), size);
      const start = scale(randomUnit(rng), 4 * size);
      const middle = scale(randomUnit(rng), rng.range(0.8, 3) * size);
      const end = add(start, scale(sub(middle, start), 2));
      const motionA = [...start, ...randomQuaternion(rng), ...end, ...randomQuaternion(rng)];
      const motionB = [0, 0, 0, ...randomQuaternion(rng), 0.1 * size, 0, 0, ...randomQuaternion(rng)];
      const report = createToiReport();
      const t = timeOfImpact(
        out,
        0,
        { support: createConvexSupport(a), boundingRadius: a.boundingRadius, motion: motionA },
        { support: createConvexSupport(b), boundingRadius: b.boundingRadius, motion: motionB },
        createGjkCache(),
        report,
      );
      const distance = distanceOver(a, motionA, b, motionB);
      let first = Infinity;
      for (let i = 0; i <= 300 && first === Infinity; i++) {
        if (distance(i / 300) > 0) continue;
        let low = Math.max(0, (i - 1) / 300);
        let high = i / 300;
        for (let k = 0; k < 60; k++) {
          const m = 0.5 * (low + high);
          if (distance(m) > 0) low = m;
          else high = m;
        }
        first = high;
      }
      const label = `seed ${rng.seed} round ${round}: ${t} against ${first}`;
      iterations = Math.max(iterations, report.iterations);
      expect(report.termination, label).not.toBe(TOI_ITERATION_LIMIT);
      total++;
      if (t === Infinity) {
        expect(report.termination, label).toBe(TOI_MISS);
        expect(first, label).toBe(Infinity);
        continue;
      }
      hits++;
      // Never late; and where it stops, the gap is the tolerance. Sampling may have missed a short graze, never this.
      expect(t, label).toBeLessThanOrEqual(first + 1e-12);
      expect(distance(t) / size, label).toBeLessThan(1e-9);
      expect(distance(t), label).toBeGreaterThan(0);
      if (first < Infinity) expect(first - t, label).toBeLessThan(1e-6);
      expect(length(at(out, 3)), label).toBeCloseTo(1, 12);
    }
    expect(hits / total).toBeGreaterThan(0.3);
    expect(hits / total).toBeLessThan(0.7);
    expect(iterations).toBeLessThanOrEqual(32);
  });

  it('ends in a few runs where turning shapes graze, a little apart or a little in', () => {
    const rng = createRng(SEED + 4);
    const depth = new Float64Array(9);
    const state = { hits: 0, total: 0, sum: 0, most: 0 };
    for (let round = 0; round < effort(30, 12); round++) {
      const size = [1e-3, 1, 1e4][round % 3];
      const [a, b] = [0, 1].map(() => grazingShape(rng, size)) as [Grazing, Grazing];
      const start = scale(randomUnit(rng), 4 * size);
      const end = add(scale(start, -rng.next()), scale(randomUnit(rng), size));
      const motionA = [...start, ...randomQuaternion(rng), ...end, ...randomQuaternion(rng)];
      const motionB = [0, 0, 0, ...randomQuaternion(rng), 0.1 * size, 0, 0, ...randomQuaternion(rng)];
      const poseA = new Float64Array(7);
      const poseB = new Float64Array(7);
      const separation = (t: number): number => {
        writePoseAt(poseA, 0, motionA, 0, t);
        writePoseAt(poseB, 0, motionB, 0, t);
        const [sa, sb] = [placed(a.support(), poseA), placed(b.support(), poseB)];
        return -penetrationEpa(depth, 0, sa, sb, createGjkCache(), createEpaReport());
      };
      // Moved along the normal until the least separation on the way is the one wanted.
      const wanted = [1e-9, -1e-9, 1e-7, -1e-7, 1e-5, -1e-5][rng.integer(0, 5)] * size;
      let least = { t: 0, value: Infinity };
      for (let k = 0; k < 8 && Math.abs(least.value - wanted) > 1e-13 * size; k++) {
        least = leastOver(separation);
        separation(least.t);
        const shift = scale(at(depth, 0), least.value - wanted);
        for (const from of [0, 7]) for (let i = 0; i < 3; i++) motionA[from + i] += shift[i];
      }
      least = leastOver(separation);
      const report = createToiReport();
      const [ra, rb] = [a.radius, b.radius];
      const [sa, sb] = [a.support(), b.support()];
      const t = timeOfImpact(
        out,
        0,
        { support: sa, boundingRadius: ra, motion: motionA },
        { support: sb, boundingRadius: rb, motion: motionB },
        createGjkCache(),
        report,
      );
      const label = `seed ${rng.seed} round ${round} ${wanted}: ${t} for ${least.value} at ${least.t}`;
      state.total++;
      state.sum += report.iterations;
      state.most = Math.max(state.most, report.iterations);
      expect(report.termination, label).not.toBe(TOI_ITERATION_LIMIT);
      if (least.value < 0) expect(t, label).toBeLessThanOrEqual(least.t);
      if (least.value > 1e-9 * size) expect(t, label).toBe(Infinity);
      if (t === Infinity) continue;
      state.hits++;
      const gap = separation(t);
      expect(gap, label).toBeLessThan(1e-9 * size);
      if (t > 0) expect(gap, label).toBeGreaterThan(0);
    }
    expect(state.hits / state.total).toBeGreaterThan(effort(0.3, 0.2));
    expect(state.hits / state.total).toBeLessThan(effort(0.7, 0.8));
    expect(state.sum / state.total).toBeLessThan(effort(12, 14));
    expect(state.most).toBeLessThan(48);
  });

  it('knows the closed form of balls, with either sign of a quaternion', () => {
    const rng = createRng(SEED + 1);
    const ball = createSphereSupport([0, 0, 0, 1]);
    for (let round = 0; round < 100; round++) {
      const q = randomQuaternion(rng);
      const start = scale(randomUnit(rng), 5);
      const motionA = [...start, ...q, 0, 0, 0, ...q.map((x) => -x)];
      const motionB = [0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 3];
      const t = timeOfImpact(
        out,
        0,
        { support: ball, boundingRadius: 1, motion: motionA },
        { support: ball, boundingRadius: 1, motion: motionB },
        createGjkCache(),
        createToiReport(),
      );
      expect(t, `seed ${rng.seed} round ${round}`).toBeCloseTo(0.6, 9);
      expect(length(sub(at(out, 3), scale(start, -0.2)))).toBeLessThan(1e-6);
      expect(length(sub(at(out, 0), scale(start, 0.2)))).toBeLessThan(1e-6);
    }
  });

  it('catches a rod that sweeps past a point between two clear ends', () => {
    // Half a turn's worth of quaternion: from pointing along +x over +y to −x; the point waits at +y.
    const rod = createCapsuleSupport([0, 0, 0, 10, 0, 0, 0.01]);
    const motion = [0, 0, 0, 0, 0, -Math.SQRT1_2, Math.SQRT1_2, 0, 0, 0, 0, 0, Math.SQRT1_2, Math.SQRT1_2];
    const still = [9, 0, 0, 0, 0, 0, 1, 9, 0, 0, 0, 0, 0, 1];
    const report = createToiReport();
    const t = timeOfImpact(
      out,
      0,
      { support: rod, boundingRadius: 10.01, motion },
      { support: createPointSupport([0, 0, 0]), boundingRadius: 0, motion: still },
      createGjkCache(),
      report,
    );
    expect(report.termination).toBe(TOI_HIT);
    // sin of the angle left = 0.01 / 9, and the chord at time t has the direction (t − ½) · … : tan of half the angle =
    // 2t − 1.
    const half = Math.asin(0.01 / 9) / 2;
    expect(t).toBeCloseTo((1 - Math.tan(half)) / 2, 9);
  });

  it('reports overlap at the start, the limit, a miss, NaN', () => {
    const box = buildConvexHull(Array.from({ length: 8 }, (_, i) => [i & 1, (i >> 1) & 1, i >> 2]).flat());
    const s = createConvexSupport(box);
    const r = box.boundingRadius;
    const still = [0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 1];
    const report = createToiReport();
    const run = (motion: number[]): number =>
      timeOfImpact(
        out,
        0,
        { support: s, boundingRadius: r, motion },
        { support: s, boundingRadius: r, motion: still },
        createGjkCache(),
        report,
      );
    expect(run([1, 0, 0, 0, 0, 0, 1, 5, 0, 0, 0, 0, 0, 1])).toBe(0);
    expect(report.termination).toBe(TOI_OVERLAPPED);
    expect(at(out, 3)).toEqual([0, 0, 0]);
    out.fill(4);
    expect(run([2, 0, 0, 0, 0, 0, 1, 5, 0, 0, 0, 0, 0, 1])).toBe(Infinity);
    expect(run([Number.NaN, 0, 0, 0, 0, 0, 1, 5, 0, 0, 0, 0, 0, 1])).toBe(Infinity);
    expect([...out]).toEqual(Array(6).fill(4));
    report.maxIterations = 2;
    const early = run([3, 0.1, 0.2, 0, 0, 0, 1, -3, 0, 0, 0.4, 0.3, 0.2, 1]);
    expect(report.termination).toBe(TOI_ITERATION_LIMIT);
    report.maxIterations = 256;
    expect(early).toBeLessThan(run([3, 0.1, 0.2, 0, 0, 0, 1, -3, 0, 0, 0.4, 0.3, 0.2, 1]));
  });
});

describe('motions', () => {
  it('turn about one axis, no faster than they say', () => {
    const rng = createRng(SEED + 2);
    const prepared = new Float64Array(PREPARED_STRIDE);
    const from = new Float64Array(7);
    const to = new Float64Array(7);
    let tightest = 0;
    for (let round = 0; round < 200; round++) {
      const motion = [0, 0, 0, ...randomQuaternion(rng), 2, 0, 0, ...randomQuaternion(rng).map((x) => 3 * x)];
      prepareMotion(prepared, 0, motion, 0, [0, 0, 0], 0);
      const point = randomUnit(rng);
      const axis: Vec = scale(at(prepared, PREPARED_TURN), 1 / length(at(prepared, PREPARED_TURN)));
      const speed = prepared[PREPARED_SPEED];
      let fastest = 0;
      for (let i = 0; i < 50; i++) {
        writePoseAt(from, 0, motion, 0, i / 50);
        writePoseAt(to, 0, motion, 0, (i + 1) / 50);
        const p = rotate(from.subarray(3), point);
        const q = rotate(to.subarray(3), point);
        // The component along the axis stays, the others move at most at the angular speed.
        const along = (v: Vec): number => v[0] * axis[0] + v[1] * axis[1] + v[2] * axis[2];
        expect(along(p)).toBeCloseTo(along(q), 12);
        const radius = Math.sqrt(1 - along(p) ** 2);
        fastest = Math.max(fastest, (length(sub(p, q)) * 50) / radius);
        expect(length([to[3], to[4], to[5]])).toBeLessThanOrEqual(1 + 1e-12);
      }
      expect(fastest, `seed ${rng.seed} round ${round}`).toBeLessThanOrEqual(speed * (1 + 1e-9));
      tightest = Math.max(tightest, fastest / speed);
    }
    expect(tightest).toBeGreaterThan(0.99);
  });
});

describe('timeOfImpactIntervalHalving', () => {
  it('brackets the first time a distance vanishes, for random motions of turning hulls', () => {
    const rng = createRng(SEED + 3);
    let hits = 0;
    for (let round = 0; round < 60; round++) {
      const a = makeHull(hullPoints(rng, 'random', 10), 1);
      const b = makeHull(hullPoints(rng, 'box', 8), 1);
      const start = scale(randomUnit(rng), 4);
      const end = add(start, scale(sub(scale(randomUnit(rng), 2.5), start), 2));
      const motionA = [...start, ...randomQuaternion(rng), ...end, ...randomQuaternion(rng)];
      const motionB = [0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 1];
      const prepared = new Float64Array(PREPARED_STRIDE);
      prepareMotion(prepared, 0, motionA, 0, [0, 0, 0], 0);
      const speed = length(sub(end, start)) + prepared[PREPARED_SPEED] * a.boundingRadius;
      const t = timeOfImpactIntervalHalving(distanceOver(a, motionA, b, motionB), speed, 1, 1e-7);
      const report = createToiReport();
      const reference = timeOfImpact(
        out,
        0,
        { support: createConvexSupport(a), boundingRadius: a.boundingRadius, motion: motionA },
        { support: createConvexSupport(b), boundingRadius: b.boundingRadius, motion: motionB },
        createGjkCache(),
        report,
      );
      const label = `seed ${rng.seed} round ${round}`;
      if (reference < Infinity) {
        hits++;
        expect(t, label).toBeLessThanOrEqual(reference);
        expect(distanceOver(a, motionA, b, motionB)(t), label).toBeLessThanOrEqual(speed * 1e-7);
      } else {
        expect(t, label).toBe(Infinity);
      }
    }
    expect(hits).toBeGreaterThan(18);
    expect(hits).toBeLessThan(42);
  });

  it('finds a wall thinner than any sample step and counts its evaluations', () => {
    let evaluations = 0;
    const wall = (t: number): number => {
      evaluations++;
      return Math.abs(t - 0.123456789) * 1e6 - 1e-3;
    };
    const t = timeOfImpactIntervalHalving(wall, 1e6, 1, 1e-12);
    expect(0.123456789 - t).toBeGreaterThanOrEqual(0);
    expect(0.123456789 - t).toBeLessThan(1e-8);
    expect(evaluations).toBeLessThan(300);
    expect(timeOfImpactIntervalHalving((x) => Math.abs(x - 0.3) + 1e-3, 1, 1, 1e-6)).toBe(Infinity);
    expect(timeOfImpactIntervalHalving((x) => 0.5 - x, 1, 1, 1e-6)).toBeCloseTo(0.5, 5);
    expect(timeOfImpactIntervalHalving(() => 0, 1, 1, 1e-6)).toBe(0);
    expect(timeOfImpactIntervalHalving(() => 2, 1, 1, 1e-6)).toBe(Infinity);
    expect(timeOfImpactIntervalHalving(() => Number.NaN, 1, 1, 1e-6)).toBe(Infinity);
  });
});

import { describe, expect, it } from 'vitest';
import * as geometry from '../../../../entry/geometry3d.ts';
import { createRng } from '../../../support/rng.ts';
import { body, gapAlong, KINDS, middleOf, pair } from '../support/bodies.ts';
import {
  add,
  at,
  cloud,
  direction,
  dot,
  flat,
  inCube,
  largest,
  length,
  MORE,
  OTHER_SEED,
  Rates,
  stage,
  sub,
  sweep,
  times,
  ULP,
  type Vec,
  Worst,
} from '../support/regimes.ts';

// No second search stands beside GJK here, but a proof for each answer, which works for hulls of any size: the two
// points are convex combinations of vertices (so the distance is no smaller than theirs says), and no vertex of either
// shape lies between the two planes through them perpendicular to their connection (so it is no greater). A common
// point proves an overlap. A depth is proved from above by sliding the shapes apart along the normal, and held from
// below to every direction that can matter: for small hulls all faces of the difference, for large ones those of
// another routine.

const SEED = 34001;
/** Iterative routines: relative to the size, and at 1e-3 (where the tolerance is in units of length) alike. */
const ITERATIVE = 1e-9;

const report = geometry.createEpaReport();
const cache = geometry.createGjkCache();
const SIZES = [1e-3, 1, 1e4];

interface Tally {
  [name: string]: number;
}

/** Proves a GJK answer for two point sets; `weights` and indices of the cache included. */
function prove(
  worst: Worst,
  regimeName: string,
  a: readonly Vec[],
  b: readonly Vec[],
  squared: number,
  out: ArrayLike<number>,
  size: number,
  message: () => string,
): void {
  const tolerance = ITERATIVE * size;
  const [p, q] = [at(out), at(out, 3)];
  const origin = a[0];
  for (const [points, indices, found] of [
    [a, cache.indexA, p],
    [b, cache.indexB, q],
  ] as const) {
    let sum: Vec = [0, 0, 0];
    let total = 0;
    for (let i = 0; i < cache.count; i++) {
      expect(cache.weights[i], message()).toBeGreaterThanOrEqual(-1e-15);
      sum = add(sum, times(sub(points[indices[i]], origin), cache.weights[i]));
      total += cache.weights[i];
    }
    worst.note('GJK, weights', regimeName, Math.abs(total - 1), 1e-12, message);
    worst.note('GJK, witness', regimeName, length(sub(add(sum, times(origin, total)), found)), tolerance, message);
  }
  const d = Math.sqrt(squared);
  worst.note('GJK, distance of the points', regimeName, Math.abs(length(sub(q, p)) - d), tolerance, message);
  if (d > 0) {
    // Between points this close their connection is rounding; the normal that EPA passes on, from a search near the
    // origin, is not. Whether it proves the distance is then only a matter of the vertices.
    const along = gapAlong(a, b, times(sub(q, p), 1 / length(sub(q, p))), origin);
    const normal = new Float64Array(9);
    const other = geometry.createGjkCache();
    const set = (points: readonly Vec[]): geometry.Support =>
      geometry.createPointsSupport(flat(points.map((v) => sub(v, origin))), 0, points.length);
    geometry.penetrationEpa(normal, 0, set(a), set(b), other, report);
    const proven = Math.max(along, gapAlong(a, b, at(normal), origin));
    worst.note('GJK, least distance', regimeName, d - proven, tolerance, message);
    worst.note('GJK, lower bound', regimeName, cache.lowerBound - d, tolerance, message);
  }
}

describe('GJK', () => {
  it('proves its answer: hulls of up to 500 vertices, touching, deep, contained, flat, far away (A13)', () => {
    const worst = new Worst();
    const rates = new Rates();
    const out = new Float64Array(6);
    const ends: Tally = {};
    let most = 0;
    sweep(SEED, 60, ({ rng, regime, name }) => {
      const put = stage(rng, regime);
      const flatSets = regime.degenerate || rng.next() < 0.2;
      const raw = flatSets
        ? {
            a: cloud(rng, { ...regime, degenerate: true }, rng.integer(1, 12)),
            b: cloud(rng, { ...regime, degenerate: true }, rng.integer(1, 12)),
            name: 'flat',
            way: 'flat',
          }
        : pair(rng, 1);
      const a = raw.a.map((v) => put(v));
      const b = raw.b.map((v) => put(v));
      const [fa, fb] = [flat(a), flat(b)];
      const message = (): string =>
        `${name} ${raw.name}: ${a.length + b.length < 40 || process.env.SWEEP_REPORT ? `[${fa}] [${fb}]` : ''}`;
      cache.count = 0;
      const squared = geometry.closestPointsGjkSupport(
        out,
        0,
        geometry.createPointsSupport(fa, 0, a.length),
        geometry.createPointsSupport(fb, 0, b.length),
        cache,
      );
      // At 1e4 from the origin the documented rounding is that of the coordinates.
      const size = regime.size + largest(fa, fb) * 1e-4;
      prove(worst, regime.name, a, b, squared, out, size, message);
      rates.note('overlap', squared === 0);
      most = Math.max(most, cache.iterations);
      ends[cache.termination] = (ends[cache.termination] ?? 0) + 1;
      expect(cache.termination, message()).not.toBe(geometry.GJK_ITERATION_LIMIT);
      // Warm, and as a distance: the same.
      const again = geometry.distanceGjkSupport(
        geometry.createPointsSupport(fa, 0, a.length),
        geometry.createPointsSupport(fb, 0, b.length),
        cache,
      );
      worst.note('GJK, warm', regime.name, Math.abs(again - Math.sqrt(squared)), ITERATIVE * size, message);
      most = Math.max(most, cache.iterations);
      expect(cache.termination, message()).not.toBe(geometry.GJK_ITERATION_LIMIT);
    });
    if (process.env.SWEEP_REPORT) console.log('GJK iterations', most, ends);
    worst.check();
    rates.check(0.3, 0.8);
    expect(most).toBeLessThanOrEqual(geometry.GJK_MAX_ITERATIONS / 2);
  });
});

describe('EPA and separating axes', () => {
  it('agree on depth, hulls of up to 60 vertices each, at every size (A15, B1)', () => {
    const worst = new Worst();
    const rates = new Rates();
    const out = new Float64Array(9);
    const sat = new Float64Array(9);
    const ends: Tally = {};
    let most = 0;
    const rng = createRng(SEED + 1 + OTHER_SEED);
    for (let run = 0; run < 500 * MORE; run++) {
      const size = SIZES[run % 3];
      const { a, b, name, way } = pair(rng, size, run % 10 === 0 ? 500 : 60);
      const [ha, hb] = [geometry.buildConvexHull(flat(a)), geometry.buildConvexHull(flat(b))];
      const message = (): string => `seed ${rng.seed} run ${run} size ${size} ${name}`;
      cache.count = 0;
      const depth = geometry.penetrationEpa(
        out,
        0,
        geometry.createConvexSupport(ha),
        geometry.createConvexSupport(hb),
        cache,
        report,
      );
      most = Math.max(most, report.iterations);
      ends[`${way} ${report.termination}`] = (ends[`${way} ${report.termination}`] ?? 0) + 1;
      expect(report.termination, message()).not.toBe(geometry.EPA_ITERATION_LIMIT);
      const n = at(out);
      const tolerance = ITERATIVE * size;
      const regimeName = `size ${size}`;
      worst.note('EPA, unit normal', regimeName, Math.abs(length(n) - 1), 1e-12, message);
      const gap = gapAlong(a, b, n, a[0]);
      worst.note('EPA, slides apart', regimeName, Math.abs(gap + depth), tolerance, message);
      worst.note(
        'EPA, witnesses',
        regimeName,
        length(sub(sub(at(out, 3), at(out, 6)), times(n, depth))),
        tolerance,
        message,
      );
      rates.note('overlap', depth >= 0);
      const axisCache = new Int32Array(1);
      const byAxes = geometry.penetrationSat(
        sat,
        0,
        { hull: ha, pose: geometry.IDENTITY_POSE },
        { hull: hb, pose: geometry.IDENTITY_POSE },
        axisCache,
        0,
      );
      if (depth > tolerance || byAxes > tolerance) {
        worst.note('EPA against axes', regimeName, Math.abs(depth - byAxes), tolerance, message);
        worst.note(
          'axes, slide apart',
          regimeName,
          Math.abs(gapAlong(a, b, at(sat), a[0]) + byAxes),
          tolerance,
          message,
        );
      } else worst.note('axes, gap', regimeName, Math.max(0, depth - byAxes), tolerance, message);
      if (Math.abs(depth) > tolerance) {
        const verdict = geometry.overlapsConvex(
          { hull: ha, pose: geometry.IDENTITY_POSE },
          { hull: hb, pose: geometry.IDENTITY_POSE },
          axisCache,
          0,
        );
        expect(verdict, message()).toBe(depth > 0);
        const points = new Float64Array(geometry.CONTACT_STRIDE);
        const features = new Uint32Array(geometry.CONTACT_MAX_POINTS);
        const count = geometry.collideConvex(
          points,
          features,
          { hull: ha, pose: geometry.IDENTITY_POSE },
          { hull: hb, pose: geometry.IDENTITY_POSE },
          0,
          axisCache,
          0,
        );
        expect(count > 0, message()).toBe(depth > 0);
        let deepest = Infinity;
        for (let i = 0; i < count; i++) {
          deepest = Math.min(
            deepest,
            points[geometry.CONTACT_POINTS + i * geometry.CONTACT_POINT_STRIDE + geometry.CONTACT_SEPARATION],
          );
        }
        if (count > 0) worst.note('collideConvex, depth', regimeName, Math.abs(-deepest - depth), tolerance, message);
      }
    }
    if (process.env.SWEEP_REPORT) console.log('EPA iterations', most, ends);
    worst.check();
    rates.check();
    expect(most).toBeLessThanOrEqual(geometry.EPA_MAX_ITERATIONS / 2);
  });
});

describe('hulls', () => {
  it('closest points and containment: every face, climbing, and a proof (A8, B13)', () => {
    const worst = new Worst();
    const rates = new Rates();
    const out = new Float64Array(3);
    const climbed = new Float64Array(3);
    const rng = createRng(SEED + 2 + OTHER_SEED);
    for (let run = 0; run < 120 * MORE; run++) {
      const size = SIZES[run % 3];
      const points = body(rng, KINDS[run % KINDS.length], run % 7 === 0 ? 500 : rng.integer(4, 60)).map((p) =>
        times(p, size),
      );
      const hull = geometry.buildConvexHull(flat(points));
      const vertices = Array.from({ length: hull.vertexCount }, (_, i) => at(hull.vertices, 3 * i));
      const middle = middleOf(vertices);
      for (let k = 0; k < 12; k++) {
        const vertex = vertices[rng.integer(0, vertices.length - 1)];
        const other = vertices[rng.integer(0, vertices.length - 1)];
        const surface = add(vertex, times(sub(other, vertex), rng.next() < 0.3 ? 0 : rng.next()));
        const p = [
          () => add(middle, times(sub(surface, middle), rng.range(0, 1.5))),
          () => add(surface, times(direction(rng), [1e-6, 1e-9, 0][rng.integer(0, 2)] * size)),
          () => add(middle, times(inCube(rng), 2 * size)),
        ][rng.integer(0, 2)]();
        const message = (): string => `seed ${rng.seed} run ${run} ${KINDS[run % KINDS.length]} size ${size} p [${p}]`;
        const squared = geometry.closestPointConvex(out, 0, p, 0, hull);
        const fast = geometry.closestPointConvexSublinear(climbed, 0, p, 0, hull);
        const regimeName = `size ${size}`;
        const d = Math.sqrt(squared);
        worst.note('climbing', regimeName, Math.abs(d - Math.sqrt(fast)), 1e-12 * size, message);
        worst.note('climbing, point', regimeName, Math.abs(length(sub(at(climbed), p)) - d), 1e-12 * size, message);
        worst.note('distance', regimeName, Math.abs(length(sub(at(out), p)) - d), 1e-12 * size, message);
        let height = -Infinity;
        for (let f = 0; f < hull.faceCount; f++) {
          height = Math.max(height, dot(at(hull.planes, 4 * f), at(out)) - hull.planes[4 * f + 3]);
        }
        worst.note('on the hull', regimeName, height, 1e-12 * size, message);
        if (d > 1e-7 * size) {
          // No vertex lies beyond the plane through the closest point: to the rounding of a direction over d.
          const n = times(sub(p, at(out)), 1 / d);
          const beyond = Math.max(...vertices.map((v) => dot(sub(v, at(out)), n)));
          worst.note('nothing nearer', regimeName, beyond, 1e-12 * size + (8 * ULP * size * size) / d, message);
        }
        rates.note('inside', squared === 0);
        if (d > 1e-13 * size) expect(geometry.containsPointConvex(p, 0, hull), message()).toBe(false);
      }
    }
    worst.check();
    rates.check(0.2, 0.8);
  });
});

/**
 * Convex in time: first contact of a translation, by bisection between a time apart and one in contact; Infinity for
 * none.
 */
function firstContact(distance: (t: number) => number): { t: number; nearest: number } {
  // The distance is a convex function of the time: its least value by golden section, then the crossing before it.
  let [low, high] = [0, 1];
  const golden = (Math.sqrt(5) - 1) / 2;
  let [x, y] = [high - golden, golden];
  let [fx, fy] = [distance(x), distance(y)];
  for (let i = 0; i < 70; i++) {
    // Where both are in contact the earlier part decides nothing: stay left.
    if (fx <= fy) {
      high = y;
      y = x;
      fy = fx;
      x = high - golden * (high - low);
      fx = distance(x);
    } else {
      low = x;
      x = y;
      fx = fy;
      y = low + golden * (high - low);
      fy = distance(y);
    }
  }
  const candidates = [0, 1, x, y].map((t) => [t, distance(t)] as const);
  const [best, nearest] = candidates.reduce((p, q) => (q[1] < p[1] || (q[1] === p[1] && q[0] < p[0]) ? q : p));
  if (nearest > 0) return { t: Infinity, nearest };
  let [from, to] = [0, best];
  if (distance(0) <= 0) return { t: 0, nearest };
  for (let i = 0; i < 80; i++) {
    const middle = (from + to) / 2;
    if (distance(middle) > 0) from = middle;
    else to = middle;
  }
  return { t: to, nearest };
}

describe('moving convex shapes', () => {
  it('translations by axes, by GJK, by conservative advancement: one time (D2, D9)', () => {
    const worst = new Worst();
    const rates = new Rates();
    const rng = createRng(SEED + 3 + OTHER_SEED);
    const out = new Float64Array(6);
    const satOut = new Float64Array(5);
    const toiOut = new Float64Array(6);
    const toi = geometry.createToiReport();
    let most = 0;
    let grazing = 0;
    for (let run = 0; run < 300 * MORE; run++) {
      const size = SIZES[run % 3];
      const raw = pair(rng, size, run % 12 === 0 ? 500 : 40);
      const move = times(direction(rng), rng.range(0.5, 4) * size);
      // Start so that contact comes within the translation, mostly.
      const back = rng.next() < 0.8 ? rng.range(0, 1.2) : 0;
      const aside = rng.next() < 0.4 ? times(direction(rng), rng.range(0, 2) * size) : ([0, 0, 0] as Vec);
      const a = raw.a.map((p) => add(add(p, times(move, -back)), aside));
      const b = raw.b;
      const [ha, hb] = [geometry.buildConvexHull(flat(a)), geometry.buildConvexHull(flat(b))];
      const message = (): string => `seed ${rng.seed} run ${run} size ${size} ${raw.name} back ${back} move [${move}]`;
      const shifted = new Float64Array(7);
      shifted[6] = 1;
      const mover = geometry.createConvexSupport(ha, shifted);
      const fixed = geometry.createConvexSupport(hb);
      const distanceCache = geometry.createGjkCache();
      const distance = (t: number): number => {
        for (let k = 0; k < 3; k++) shifted[k] = t * move[k];
        const d = geometry.distanceGjkSupport(mover, fixed, distanceCache);
        return d;
      };
      const truth = firstContact(distance);
      const bySat = geometry.castConvexSat(
        satOut,
        0,
        { hull: ha, pose: geometry.IDENTITY_POSE },
        { hull: hb, pose: geometry.IDENTITY_POSE },
        move,
        0,
      );
      for (let k = 0; k < 3; k++) shifted[k] = 0;
      cache.count = 0;
      const byGjk = geometry.castSupport(out, 0, geometry.createConvexSupport(ha), fixed, move, 0, cache);
      const motionA = [0, 0, 0, 0, 0, 0, 1, ...move, 0, 0, 0, 1];
      const motionB = [0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 1];
      cache.count = 0;
      const byToi = geometry.timeOfImpact(
        toiOut,
        0,
        { support: geometry.createConvexSupport(ha), boundingRadius: ha.boundingRadius, motion: motionA },
        { support: fixed, boundingRadius: hb.boundingRadius, motion: motionB },
        cache,
        toi,
      );
      most = Math.max(most, toi.iterations);
      expect(toi.termination, message()).not.toBe(geometry.TOI_ITERATION_LIMIT);
      rates.note('hit', truth.t < Infinity);
      const regimeName = `size ${size}`;
      for (const [routine, t] of [
        ['castConvexSat', bySat],
        ['castSupport', byGjk],
        ['timeOfImpact', byToi],
      ] as const) {
        // A miss by less than the tolerance may be called a hit, and a graze by as much a miss.
        const reach = distance(Math.min(1, t));
        if (truth.t === Infinity) {
          if (t < Infinity) {
            grazing++;
            worst.note(`${routine}, false hit`, regimeName, truth.nearest, ITERATIVE * size * 4, message);
          }
          continue;
        }
        if (t === Infinity) {
          // How deep the graze goes: nothing is lost if the least distance is hardly below contact.
          cache.count = 0;
          distance(Math.min(1, truth.t + 1e-6));
          let deepest = 0;
          for (let i = 0; i <= 64; i++) {
            const s = truth.t + ((1 - truth.t) * i) / 64;
            for (let k = 0; k < 3; k++) shifted[k] = s * move[k];
            deepest = Math.max(
              deepest,
              geometry.penetrationEpa(new Float64Array(9), 0, mover, fixed, distanceCache, report),
            );
          }
          worst.note(`${routine}, false miss`, regimeName, deepest, ITERATIVE * size, message);
          continue;
        }
        // Not late: the shapes are apart until then. Not early: they are in contact then.
        worst.note(`${routine}, in contact`, regimeName, reach, 4 * ITERATIVE * size, message);
        if (t > 0) {
          const before = distance(t * (1 - 1e-6) - 1e-7);
          worst.note(
            `${routine}, not late`,
            regimeName,
            truth.t < t ? (t - truth.t) * length(move) * (before > 0 ? 0 : 1) : 0,
            1e-5 * size,
            message,
          );
        }
      }
    }
    if (process.env.SWEEP_REPORT) console.log('TOI iterations', most, 'grazing', grazing);
    worst.check();
    rates.check();
    expect(most).toBeLessThanOrEqual(geometry.TOI_MAX_ITERATIONS / 2);
  });
});

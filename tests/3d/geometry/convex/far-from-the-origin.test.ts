import { describe, expect, it } from 'vitest';
import * as geometry from '../../../../entry/geometry3d.ts';
import { createRng, type Rng } from '../../../support/rng.ts';
import { pair } from '../support/bodies.ts';
import {
  add,
  at,
  cross,
  direction,
  dot,
  flat,
  inCube,
  length,
  MORE,
  OTHER_SEED,
  Rates,
  sub,
  times,
  type Vec,
  Worst,
} from '../support/regimes.ts';

// Far away: places are whole multiples of 2^-20 of the size, so that a pair moved by 1e4 sizes is the same pair to the
// last bit, and what is found near the origin has to be found there. With turning: each answer is held to the distance
// at many times.

const SEED = 35401;
const ITERATIVE = 1e-9;
const CLOSED = 1e-12;
const SIZES = [2 ** -10, 1, 2 ** 13];

const quaternion = (rng: Rng): number[] => {
  for (;;) {
    const q = [rng.range(-1, 1), rng.range(-1, 1), rng.range(-1, 1), rng.range(-1, 1)];
    const l = Math.sqrt(q.reduce((s, x) => s + x * x, 0));
    if (l > 0.1 && l < 1) return q.map((x) => x / l);
  }
};

/** To a multiple of 2^-20 of the size. */
const coarse = (p: Vec, size: number): Vec => p.map((x) => Math.round((x / size) * 2 ** 20) * 2 ** -20 * size) as Vec;

/** Turns by a unit quaternion, by its vector part twice. */
function turned(p: Vec, q: readonly number[]): Vec {
  const u: Vec = [q[0], q[1], q[2]];
  const w = times(cross(u, p), 2);
  return add(p, add(times(w, q[3]), cross(u, w)));
}

const toi = geometry.createToiReport();
const report = geometry.createEpaReport();
const cache = geometry.createGjkCache();

describe('far from the origin', () => {
  it('EPA, axes, casts and times of impact give what they give near it (A15, B1, D2, D9)', () => {
    const worst = new Worst();
    const rates = new Rates();
    const rng = createRng(SEED + OTHER_SEED);
    for (let run = 0; run < 150 * MORE; run++) {
      const size = SIZES[run % 3];
      const raw = pair(rng, size, 60);
      // Both hulls about their own origins, posed so that they lie as the pair does, up to the coarse grid and a turn.
      const q = quaternion(rng);
      const back = turned(sub(raw.b[0], raw.a[0]), q);
      const [ha, hb] = [raw.a, raw.b].map((points) =>
        geometry.buildConvexHull(flat(points.map((p) => sub(p, points[0])))),
      ) as [geometry.ConvexHull, geometry.ConvexHull];
      const move = coarse(times(direction(rng), rng.range(0.5, 4) * size), size);
      const start = rng.next() < 0.7 ? times(move, -rng.range(0, 1.2)) : ([0, 0, 0] as Vec);
      const places = [coarse(start, size), coarse(back, size)];
      const away = coarse(times(direction(rng), 1e4 * size), size);
      const name = `seed ${rng.seed} run ${run} size ${size} ${raw.name} away [${away}]`;
      const answers = [[0, 0, 0] as Vec, away].map((base) => {
        const [poseA, poseB] = places.map((p) => [...add(base, p), ...q]) as [number[], number[]];
        const endA = [...add(add(base, places[0]), move), ...q];
        const supports = (): [geometry.Support, geometry.Support] => [
          geometry.createConvexSupport(ha, poseA),
          geometry.createConvexSupport(hb, poseB),
        ];
        const [epa, sat, gjkCast, satCast, impact] = [9, 9, 6, 5, 6].map((n) => new Float64Array(n)) as [
          Float64Array,
          Float64Array,
          Float64Array,
          Float64Array,
          Float64Array,
        ];
        cache.count = 0;
        const depth = geometry.penetrationEpa(epa, 0, ...supports(), cache, report);
        expect(report.termination, name).not.toBe(geometry.EPA_ITERATION_LIMIT);
        const byAxes = geometry.penetrationSat(
          sat,
          0,
          { hull: ha, pose: poseA },
          { hull: hb, pose: poseB },
          new Int32Array(1),
          0,
        );
        const bySat = geometry.castConvexSat(satCast, 0, { hull: ha, pose: poseA }, { hull: hb, pose: poseB }, move, 0);
        cache.count = 0;
        const byGjk = geometry.castSupport(gjkCast, 0, ...supports(), move, 0, cache);
        cache.count = 0;
        const byToi = geometry.timeOfImpact(
          impact,
          0,
          { support: geometry.createConvexSupport(ha), boundingRadius: ha.boundingRadius, motion: [...poseA, ...endA] },
          {
            support: geometry.createConvexSupport(hb),
            boundingRadius: hb.boundingRadius,
            motion: [...poseB, ...poseB],
          },
          cache,
          toi,
        );
        expect(toi.termination, name).not.toBe(geometry.TOI_ITERATION_LIMIT);
        return { depth, byAxes, bySat, byGjk, byToi, normal: at(epa), axis: at(sat), epa: sub(at(epa, 3), base) };
      });
      const [near, far] = answers as [(typeof answers)[0], (typeof answers)[0]];
      const message = (): string => `${name} near ${JSON.stringify(near)} far ${JSON.stringify(far)}`;
      const group = `size ${size}`;
      worst.note('EPA', group, Math.abs(near.depth - far.depth), ITERATIVE * size, message);
      worst.note('axes', group, Math.abs(near.byAxes - far.byAxes), CLOSED * size, message);
      rates.note('overlap', near.depth > 0);
      // The far normal slides the near pair apart by as much.
      const points = [ha, hb].map((hull, i) =>
        Array.from({ length: hull.vertexCount }, (_, k) => add(turned(at(hull.vertices, 3 * k), q), places[i])),
      );
      for (const [routine, n, depth] of [
        ['EPA, normal', far.normal, far.depth],
        ['axes, normal', far.axis, far.byAxes],
      ] as const) {
        const top = Math.max(...points[0].map((p) => dot(sub(p, places[0]), n)));
        const bottom = Math.min(...points[1].map((p) => dot(sub(p, places[0]), n)));
        // Axes of shapes that are apart are only some axis.
        if (routine === 'EPA, normal' || depth > 0)
          worst.note(routine, group, Math.abs(bottom - top + depth), ITERATIVE * size, message);
      }
      // A graze may be called either way: then the way between the two is one along the surface.
      const reach = (t: number): number => {
        const pose = [...add(places[0], times(move, t)), ...q];
        return geometry.distanceGjkSupport(
          geometry.createConvexSupport(ha, pose),
          geometry.createConvexSupport(hb, [...places[1], ...q]),
          geometry.createGjkCache(),
        );
      };
      rates.note('hit', near.bySat < Infinity);
      for (const routine of ['bySat', 'byGjk', 'byToi'] as const) {
        const [t, u] = [near[routine], far[routine]];
        if (u < Infinity) worst.note(`${routine}, in contact`, group, reach(u), 4 * ITERATIVE * size, message);
        if (Math.abs(t - u) * length(move) <= ITERATIVE * size || t === u) continue;
        // They differ: by no more than a gap this small would.
        const last = Math.min(1, Math.max(t, u));
        const from = Math.min(t, u);
        let deepest = 0;
        for (let i = 0; i <= 8; i++) {
          const pose = [...add(places[0], times(move, from + ((last - from) * i) / 8)), ...q];
          const a = geometry.createConvexSupport(ha, pose);
          const b = geometry.createConvexSupport(hb, [...places[1], ...q]);
          deepest = Math.max(
            deepest,
            geometry.penetrationEpa(new Float64Array(9), 0, a, b, geometry.createGjkCache(), report),
          );
        }
        worst.note(`${routine}, late`, group, deepest, 4 * ITERATIVE * size, message);
        worst.note(`${routine}, early`, group, reach(from), 4 * ITERATIVE * size, message);
      }
    }
    worst.check();
    rates.check(0.25, 0.8);
  });
});

describe('moving and turning', () => {
  it('never late, in contact at the time: hulls, slivers, near and far; by advancement and by halving (D1, D9)', () => {
    const worst = new Worst();
    const rates = new Rates();
    const rng = createRng(SEED + 1 + OTHER_SEED);
    const out = new Float64Array(6);
    let most = 0;
    for (let run = 0; run < 60 * MORE; run++) {
      const size = SIZES[run % 3];
      const raw = pair(rng, size, 60);
      const middles = [raw.a, raw.b].map((p) => times(p.reduce(add), 1 / p.length)) as [Vec, Vec];
      const bodies = [raw.a, raw.b].map((points, i) => points.map((p) => sub(p, middles[i]))) as [Vec[], Vec[]];
      const hulls = bodies.map((points) => geometry.buildConvexHull(flat(points)));
      const base: Vec = rng.next() < 0.5 ? [0, 0, 0] : coarse(times(direction(rng), 1e4 * size), size);
      // Past each other mostly within two sizes, turning by up to a half turn.
      const motions = [0, 1].map((i) => {
        const from = i === 0 ? coarse(times(direction(rng), 3 * size), size) : ([0, 0, 0] as Vec);
        const to = coarse(
          i === 0 ? add(times(from, -rng.range(-0.2, 1)), inCube(rng, 1.5 * size)) : inCube(rng, size),
          size,
        );
        const [p, q] = [quaternion(rng), quaternion(rng)];
        return { from, to, p, q: rng.next() < 0.3 ? p : q };
      });
      const name = `seed ${rng.seed} run ${run} size ${size} ${raw.name} base [${base}]`;
      const message = (): string => name;
      // Poses and points of its own, about the base.
      const placedAt = (i: number, t: number): number[] => {
        const { from, to, p, q } = motions[i];
        const sign = p.reduce((s, x, k) => s + x * q[k], 0) < 0 ? -1 : 1;
        const mixed = p.map((x, k) => (1 - t) * x + sign * t * q[k]);
        const l = Math.sqrt(mixed.reduce((s, x) => s + x * x, 0));
        const place = add(times(from, 1 - t), times(to, t));
        return bodies[i].flatMap((v) =>
          add(
            turned(
              v,
              mixed.map((x) => x / l),
            ),
            place,
          ),
        );
      };
      const distance = (t: number): number => {
        const [a, b] = [placedAt(0, t), placedAt(1, t)];
        return geometry.distanceGjkSupport(
          geometry.createPointsSupport(a, 0, a.length / 3),
          geometry.createPointsSupport(b, 0, b.length / 3),
          geometry.createGjkCache(),
        );
      };
      cache.count = 0;
      const flatMotions = motions.map(({ from, to, p, q }) => [...add(base, from), ...p, ...add(base, to), ...q]);
      const t = geometry.timeOfImpact(
        out,
        0,
        {
          support: geometry.createConvexSupport(hulls[0]),
          boundingRadius: hulls[0].boundingRadius,
          motion: flatMotions[0],
        },
        {
          support: geometry.createConvexSupport(hulls[1]),
          boundingRadius: hulls[1].boundingRadius,
          motion: flatMotions[1],
        },
        cache,
        toi,
      );
      expect(toi.termination, name).not.toBe(geometry.TOI_ITERATION_LIMIT);
      most = Math.max(most, toi.iterations);
      rates.note('hit', t < Infinity);
      const group = `${length(base) > 0 ? 'far' : 'near'} size ${size}`;
      const samples = 200;
      let first = Infinity;
      for (let i = 0; i <= samples && first === Infinity; i++) if (distance(i / samples) === 0) first = i / samples;
      if (first < Infinity && first > 0) {
        // The sample before is apart: the time of contact by bisection.
        let [low, high] = [first - 1 / samples, first];
        for (let i = 0; i < 60; i++) {
          const middle = (low + high) / 2;
          if (distance(middle) > 0) low = middle;
          else high = middle;
        }
        first = high;
      }
      // Late by the rounding of a time only.
      if (first < Infinity) worst.note('advancement, late', group, Math.min(1, t) - first, 1e-9, message);
      if (first < 1 - 1e-9) expect(t, name).toBeLessThan(Infinity);
      if (t < Infinity) worst.note('advancement, in contact', group, distance(t), 4 * ITERATIVE * size, message);
      if (run % 3 !== 0) continue;
      // A bound on the speed: places, and what its farthest point can do in turning.
      const speed = motions.reduce((s, { from, to, p, q }, i) => {
        const cosine = Math.min(1, Math.abs(p.reduce((c, x, k) => c + x * q[k], 0)));
        // 4 tan(Ω/2) with Ω the angle between the quaternions.
        const turn = 4 * Math.sqrt((1 - cosine) / (1 + cosine));
        return s + length(sub(to, from)) + turn * hulls[i].boundingRadius;
      }, 0);
      const tolerance = 1e-6;
      const halved = geometry.timeOfImpactIntervalHalving(distance, speed * (1 + 1e-12), 1, tolerance);
      if (first < Infinity) expect(halved, name).toBeLessThanOrEqual(first);
      if (halved < Infinity) {
        // Not earlier than the gap at that time and the speed allow.
        worst.note('halving, early', group, distance(halved), tolerance * speed, message);
      }
    }
    if (process.env.SWEEP_REPORT) console.log('TOI iterations', most);
    worst.check();
    rates.check(0.3, 0.8);
    expect(most).toBeLessThanOrEqual(geometry.TOI_MAX_ITERATIONS / 8);
  });
});

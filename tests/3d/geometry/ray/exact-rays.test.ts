import { describe, expect, it } from 'vitest';
import * as geometry from '../../../../entry/geometry3d.ts';
import {
  along,
  cross as crossExact,
  dot as dotExact,
  type Exact,
  exact,
  length as lengthExact,
  minus,
  number,
  ONE,
  over,
  type Point,
  plus,
  point,
  pointSegment,
  pointTriangle,
  root,
  scaled,
  signOf,
  square,
  times as timesExact,
} from '../../../support/exact-3d.ts';
import { createRng, type Rng } from '../../../support/rng.ts';
import {
  add,
  at,
  axes,
  type Case,
  cross,
  direction,
  dot,
  flat,
  inCube,
  largest,
  length,
  MORE,
  OTHER_SEED,
  Rates,
  type Regime,
  stage,
  sub,
  sweep,
  times,
  triangle,
  ULP,
  unit,
  type Vec,
  Worst,
} from '../support/regimes.ts';
import {
  ball,
  boxPlanes,
  capsuleSolid,
  coneSolid,
  cylinderSolid,
  firstHit,
  planesSolid,
  SLACK,
  type Solid,
} from '../support/solids.ts';

// A ray's first hit is looked for among all its crossings with the surfaces that bound the shape, in numbers of
// hundreds of bits: the first that lies in the shape. That is done for the shape grown and shrunk by `band`, 1e-12 of
// its size and of the way to it. Where both agree on yes or no the routine has to agree, and its fraction has to lie
// between theirs, which is the strictest that can be asked of a grazing ray.

const SEED = 33001;
const CLOSED = 1e-12;

/** A ray that passes a boundary point as the regime says, from outside mostly. */
function rayTo(rng: Rng, regime: Regime, boundary: Vec, inside: Vec): number[] {
  const size = regime.size;
  let aim = boundary;
  const kind = rng.next();
  if (regime.place === 'touching') aim = add(aim, times(direction(rng), [0, 1e-6, 1e-6][rng.integer(0, 2)] * size));
  else if (kind < 0.4) aim = add(inside, times(sub(boundary, inside), rng.range(0, 1.6)));
  else aim = add(aim, times(inCube(rng), 0.4 * size));
  let d = direction(rng);
  if (regime.degenerate && rng.next() < 0.7) {
    d = [0, 0, 0];
    d[rng.integer(0, 2)] = rng.next() < 0.5 ? 1 : -1;
  }
  const back = rng.next() < 0.1 ? 0 : 10 ** rng.range(-2, 1.2) * size;
  const origin = rng.next() < 0.1 ? inside : sub(aim, times(d, back));
  if (rng.next() < 0.08) d = times(d, -1);
  return [...origin, ...times(d, 10 ** rng.range(-1, 1) * size)];
}

type Cast = (
  out: Float64Array,
  outOffset: number,
  ray: readonly number[],
  rayOffset: number,
  max: number,
  shape: readonly number[],
  shapeOffset: number,
) => number;

const out = new Float64Array(6);

/**
 * Holds a cast to the solid's grown and shrunk forms. Returns whether it hit; `normal` judges the normal at the hit.
 */
function hold(
  worst: Worst,
  rates: Rates,
  c: Case,
  cast: Cast,
  shape: readonly number[],
  form: (shape: readonly number[], grow: number) => Solid,
  ray: readonly number[],
  size: number,
  middle: Vec,
  normal?: (p: Vec) => Vec[],
): void {
  const { name } = cast;
  const band = CLOSED * (size + length(sub(at(ray), middle)));
  const o = point(ray);
  const d = point(ray, 3);
  const early = firstHit(form(shape, band), o, d);
  const late = firstHit(form(shape, -band), o, d);
  out.fill(7);
  const t = cast(out, 0, ray, 0, Infinity, shape, 0);
  const message = (): string => `${name}, ${c.name}: [${shape}] ray [${ray}] between ${early} and ${late}, got ${t}`;
  if (early === Infinity) expect(t, message()).toBe(Infinity);
  if (late < Infinity) expect(t, message()).toBeLessThan(Infinity);
  rates.note(name, t < Infinity);
  if (t === Infinity) {
    expect(Array.from(out), message()).toEqual([7, 7, 7, 7, 7, 7]);
    return;
  }
  const slack = 4 * ULP * t;
  expect(t, message()).toBeGreaterThanOrEqual(early - slack);
  expect(t, message()).toBeLessThanOrEqual(late + slack);
  if (late === 0) expect(t, message()).toBe(0);
  // The same answer up to the limit, and nothing below it.
  const limit = c.rng.next() * 2 * t;
  const limited = cast(new Float64Array(6), 0, ray, 0, limit, shape, 0);
  expect(limited, `${message()}, limit ${limit}`).toBe(t <= limit ? t : Infinity);
  const p = at(out);
  const n = at(out, 3);
  const speed = length(at(ray, 3));
  const off = number(lengthExact(minus(point(p), along(o, d, exact(t)))));
  // The point may be computed on the shape instead of along the ray: they differ by the rounding of the fraction.
  worst.note(
    `${name}, point`,
    c.regime.name,
    off,
    2 * band + 8 * ULP * (largest(p) + t * speed) + (late - early < 1 ? speed * (late - early) : Infinity),
    message,
  );
  if (t === 0) {
    expect(n, message()).toEqual([0, 0, 0]);
    return;
  }
  worst.note(`${name}, unit normal`, c.regime.name, Math.abs(length(n) - 1), CLOSED, message);
  // At a grazing hit, and at a cone's apex, the normal is anything between the two sides.
  const clear = (late - early) * speed < 1e-9 * size && length(sub(p, middle)) > 1e-9 * size;
  if (clear && normal !== undefined) expect(dot(n, at(ray, 3)), message()).toBeLessThanOrEqual(1e-5 * speed);
  if (normal !== undefined && clear) {
    const candidates = normal(p);
    const best = Math.min(...candidates.map((m) => length(sub(m, n))));
    worst.note(
      `${name}, normal`,
      c.regime.name,
      best,
      1e-9,
      () => `${message()} normal ${n} of ${JSON.stringify(candidates)}`,
    );
  }
}

describe('rays against solids', () => {
  it('sphere, capsule, cylinder, cone (C2, C7)', () => {
    const worst = new Worst();
    const rates = new Rates();
    sweep(SEED, 60, (c) => {
      const { rng, regime } = c;
      const put = stage(rng, regime);
      const a = put(inCube(rng, 0.5));
      let b = put(inCube(rng, 0.5));
      if (regime.degenerate) {
        b = [...a];
        b[rng.integer(0, 2)] += rng.next() < 0.5 ? 1 : -0.5;
      }
      const r = rng.range(0.1, 0.6) * regime.size * (rng.next() < 0.5 ? regime.thin : 1);
      const zero = regime.degenerate && rng.next() < 0.2 ? 0 : r;
      const size = length(sub(b, a)) + r;
      const u = unit(sub(b, a));
      const side = unit(cross(u, direction(rng)));
      const k = rng.next();
      const onAxis = add(a, times(sub(b, a), k));

      const sphere = [...a, zero];
      const centred = (p: Vec, q: Vec): Vec => unit(sub(p, q));
      const roundness = (r0: number): boolean => r0 > 1e-2 * regime.size && regime.away === 0;
      hold(
        worst,
        rates,
        c,
        geometry.castRaySphere,
        sphere,
        ball,
        rayTo(rng, regime, add(a, times(direction(rng), zero)), a),
        zero,
        a,
        roundness(zero) ? (p) => [centred(p, a)] : undefined,
      );
      const sphereRay = rayTo(rng, regime, add(a, times(direction(rng), zero)), a);
      const fraction = geometry.castRaySphere(out, 0, sphereRay, 0, 1, sphere, 0);
      const grown = firstHit(
        ball(sphere, CLOSED * (size + length(sub(at(sphereRay), a)))),
        point(sphereRay),
        point(sphereRay, 3),
      );
      const shrunk = firstHit(
        ball(sphere, -CLOSED * (size + length(sub(at(sphereRay), a)))),
        point(sphereRay),
        point(sphereRay, 3),
      );
      const touches = geometry.overlapsRaySphere(sphereRay, 0, 1, sphere, 0);
      if (grown > 1 + 1e-9) expect(touches, `${c.name} ${sphereRay} ${sphere}`).toBe(false);
      if (shrunk < 1 - 1e-9) {
        expect(touches, `${c.name} ${sphereRay} ${sphere}`).toBe(true);
        expect(fraction).toBeLessThanOrEqual(1);
      }

      const capsule = [...a, ...b, zero];
      const onCapsule = add(onAxis, times(side, zero));
      hold(
        worst,
        rates,
        c,
        geometry.castRayCapsule,
        capsule,
        capsuleSolid,
        rayTo(rng, regime, rng.next() < 0.6 ? onCapsule : add(b, times(u, zero)), onAxis),
        size,
        a,
        roundness(zero)
          ? (p) => {
              const s = Math.min(1, Math.max(0, dot(sub(p, a), sub(b, a)) / dot(sub(b, a), sub(b, a))));
              return [centred(p, add(a, times(sub(b, a), s)))];
            }
          : undefined,
      );
      if (length(sub(b, a)) === 0) return;
      const cylinder = [...a, ...b, zero];
      hold(
        worst,
        rates,
        c,
        geometry.castRayCylinder,
        cylinder,
        cylinderSolid,
        rayTo(
          rng,
          regime,
          rng.next() < 0.5 ? onCapsule : add(b, times(side, rng.next() < 0.5 ? zero : zero * rng.next())),
          onAxis,
        ),
        size,
        a,
        roundness(zero) ? (p) => [times(u, -1), u, unit(sub(sub(p, a), times(u, dot(sub(p, a), u))))] : undefined,
      );
      const cone = [...a, ...b, zero];
      const coneBoundary = [a, add(onAxis, times(side, zero * k)), add(b, times(side, zero)), b][rng.integer(0, 3)];
      hold(
        worst,
        rates,
        c,
        geometry.castRayCone,
        cone,
        coneSolid,
        rayTo(rng, regime, coneBoundary, add(a, times(sub(b, a), 0.8))),
        size,
        a,
        roundness(zero)
          ? (p) => {
              const e = sub(sub(p, a), times(u, dot(sub(p, a), u)));
              const lateral = length(e) > 1e-3 * zero ? unit(sub(unit(e), times(u, zero / length(sub(b, a))))) : u;
              return length(e) > 1e-3 * zero ? [u, lateral] : [u, times(u, -1), lateral, unit(at(out, 3))];
            }
          : undefined,
      );
    });
    worst.check();
    rates.check(0.25, 0.8);
  });

  it('AABB and OBB: entry, exit, line, clip, prepared ray (C3)', () => {
    const worst = new Worst();
    const rates = new Rates();
    const prepared = new Float64Array(geometry.PREPARED_RAY_SIZE);
    const range = new Float64Array(2);
    sweep(SEED + 1, 90, (c) => {
      const { rng, regime } = c;
      const put = stage(rng, regime);
      const frame = axes(rng, regime);
      const half = [1, 1, 1].map((_, k) => {
        if (regime.degenerate && rng.next() < 0.25) return 0;
        return rng.range(0.2, 1) * (k > 0 ? regime.thin : 1) * regime.size;
      }) as Vec;
      const centre = put(inCube(rng, 0.5));
      const local = half.map((h) => h * [rng.range(-1, 1), 1, -1][rng.integer(0, 2)]) as Vec;
      const size = 2 * length(half);
      const obb = [...centre, ...half, ...frame.flat()];
      const boundary = frame.reduce((sum, axis, k) => add(sum, times(axis, local[k])), centre);
      const ray = rayTo(rng, regime, boundary, centre);
      const message = (): string => `${c.name}: ray [${ray}] obb [${obb}]`;
      const faces = frame.flatMap((axis) => [axis, times(axis, -1)]);
      hold(
        worst,
        rates,
        c,
        geometry.castRayObb,
        obb,
        (_, grow) => planesSolid(boxPlanes(obb), grow),
        ray,
        size,
        centre,
        () => faces,
      );
      const hit = geometry.castRayObb(out, 0, ray, 0, Infinity, obb, 0);
      const clipped = geometry.clipRayObb(range, 0, ray, 0, Infinity, obb, 0);
      const tolerance = (CLOSED * (size + length(sub(at(ray), centre)))) / length(at(ray, 3));
      if (hit < Infinity && clipped)
        expect(Math.abs(range[0] - hit), message()).toBeLessThanOrEqual(tolerance + 4 * ULP * hit);
      rates.note('clipRayObb', clipped);
      const lined = geometry.intersectLineObb(range, 0, ray, 0, obb, 0);
      if (clipped) expect(lined, message()).toBe(true);
      if (lined) expect(range[0], message()).toBeLessThanOrEqual(range[1]);

      const aabb = [...sub(centre, half), ...add(centre, half)];
      const aligned = [...centre.map((_, k) => 0.5 * (aabb[k] + aabb[3 + k])), ...half, 1, 0, 0, 0, 1, 0, 0, 0, 1];
      const planes = [0, 1, 2].flatMap((k) => {
        const n = point([k === 0 ? 1 : 0, k === 1 ? 1 : 0, k === 2 ? 1 : 0]);
        return [
          { n, d: exact(aabb[3 + k]) },
          { n: scaled(n, -ONE), d: -exact(aabb[k]) },
        ];
      });
      const alignedRay = rayTo(rng, regime, add(centre, local), centre);
      const alignedMessage = (): string => `${c.name}: ray [${alignedRay}] aabb [${aabb}]`;
      hold(
        worst,
        rates,
        c,
        geometry.castRayAabb,
        aabb,
        (_, grow) => planesSolid(planes, grow),
        alignedRay,
        size,
        centre,
        () => [0, 1, 2].flatMap((k) => [at(aligned, 6 + 3 * k), times(at(aligned, 6 + 3 * k), -1)]),
      );
      const t = geometry.castRayAabb(out, 0, alignedRay, 0, Infinity, aabb, 0);
      geometry.prepareRay(prepared, 0, alignedRay, 0);
      const quick = geometry.castPreparedRayAabb(prepared, 0, Infinity, aabb, 0);
      // Never misses what the exact ray meets.
      const truth = firstHit(planesSolid(planes, 0), point(alignedRay), point(alignedRay, 3));
      if (truth < Infinity) {
        expect(quick, alignedMessage()).toBeLessThan(Infinity);
        expect(Math.abs(quick - truth), alignedMessage()).toBeLessThanOrEqual(8 * ULP * Math.abs(truth) + tolerance);
      }
      if (t < Infinity) expect(quick, alignedMessage()).toBeLessThan(Infinity);
    });
    worst.check();
    rates.check(0.25, 0.8);
  });

  it('planes (C1)', () => {
    const rates = new Rates();
    sweep(SEED + 2, 80, (c) => {
      const { rng, regime } = c;
      const put = stage(rng, regime);
      const corners = triangle(rng, { ...regime, degenerate: false }).map((p) => put(p));
      const three = flat(corners);
      const ray = rayTo(rng, regime, corners[0], add(corners[0], times(direction(rng), regime.size)));
      if (rng.next() < 0.1) for (let k = 0; k < 3; k++) ray[3 + k] = corners[1][k] - corners[2][k];
      const [a, b, d] = corners.map((p) => point(p)) as [Point, Point, Point];
      const o = point(ray);
      const v = point(ray, 3);
      const check = (name: string, n: Point, through: Exact, t: number, size: number): void => {
        const height = through - dotExact(n, o);
        const rate = dotExact(n, v);
        const nl = lengthExact(n);
        const distance = number(over(height, nl));
        const speed = number(over(rate, nl));
        const full = number(lengthExact(v));
        rates.note(name, t < Infinity);
        const message = `${name}, ${c.name}: ray [${ray}] three [${three}] distance ${distance} speed ${speed} t ${t}`;
        // Too near the plane, or along it, for doubles to say: either answer.
        if (Math.abs(speed) < 1e-9 * full || Math.abs(distance) < 1e-13 * size) return;
        const truth = distance / speed;
        if (truth < 0) expect(t, message).toBe(Infinity);
        else
          expect(Math.abs(t - truth), message).toBeLessThanOrEqual((CLOSED * (size + truth * full)) / Math.abs(speed));
      };
      const n = crossExact(minus(b, a), minus(d, a));
      const thin = number(over(lengthExact(n), timesExact(lengthExact(minus(b, a)), lengthExact(minus(d, a)))));
      const t = geometry.castRayPlaneThroughPoints(out, 0, ray, 0, Infinity, three, 0);
      // A normal of a sliver is as good as the sliver's width in last bits.
      check(
        'castRayPlaneThroughPoints',
        n,
        dotExact(n, a),
        t,
        (length(sub(at(ray), corners[0])) + regime.size) / Math.max(thin, 1e-12),
      );
      const normal = times(direction(rng), 10 ** rng.range(-3, 3));
      const plane = [...normal, dot(normal, corners[0])];
      const ne = point(normal);
      check(
        'castRayPlane',
        ne,
        exact(plane[3]),
        geometry.castRayPlane(out, 0, ray, 0, Infinity, plane, 0),
        length(at(ray)) + length(corners[0]) + regime.size,
      );
    });
    rates.check(0.2, 0.8);
  });
});

describe('rays against flat shapes', () => {
  it('triangle, by rays in its plane: they enter through an edge (C4)', () => {
    const rates = new Rates();
    const rng = createRng(SEED + 4 + OTHER_SEED);
    for (let run = 0; run < 1500 * MORE; run++) {
      // Whole combinations of two whole vectors: exactly coplanar.
      const whole = (): Vec => [rng.integer(-3, 3), rng.integer(-3, 3), rng.integer(-3, 3)];
      const [x, y, origin] = [whole(), whole(), whole()];
      const inPlane = (): Vec => add(times(x, rng.integer(-2, 2)), times(y, rng.integer(-2, 2)));
      const corners = [add(origin, inPlane()), add(origin, inPlane()), add(origin, inPlane())];
      const ray = [...add(origin, inPlane()), ...inPlane()];
      const three = flat(corners);
      const [a, b, e] = corners.map((p) => point(p)) as [Point, Point, Point];
      const o = point(ray);
      const v = point(ray, 3);
      if (square(crossExact(minus(b, a), minus(e, a))) === 0n) continue;
      const message = `seed ${rng.seed} run ${run}: ray [${ray}] triangle [${three}]`;
      const t = geometry.castRayTriangle(out, 0, ray, 0, Infinity, three, 0);
      let first: Exact | undefined = pointTriangle(o, a, b, e).square === 0n ? 0n : undefined;
      if (square(v) > 0n) {
        for (const [q, r] of [
          [a, b],
          [b, e],
          [e, a],
        ] as const) {
          const u = minus(r, q);
          const m = crossExact(v, u);
          const m2 = square(m);
          const candidates =
            m2 === 0n
              ? [q, r].map((w) => over(dotExact(minus(w, o), v), square(v)))
              : [over(dotExact(crossExact(minus(q, o), u), m), m2)];
          for (const s of candidates) {
            const holds = s >= 0n && pointSegment(along(o, v, s), q, r).square <= SLACK;
            if (holds && (first === undefined || s < first)) first = s;
          }
        }
      }
      rates.note('in the plane', first !== undefined);
      const fourth = plus(minus(b, a), e).map(number);
      for (const [name, got] of [
        ['castRayTriangle', t],
        ['castRayConvexPolygon', geometry.castRayConvexPolygon(out, 0, ray, 0, Infinity, three, 0, 3)],
        ['castRayPolygon', geometry.castRayPolygon(out, 0, ray, 0, Infinity, three, 0, 3)],
        ['castRayQuad', geometry.castRayQuad(out, 0, ray, 0, Infinity, [...three, ...corners[2]], 0)],
      ] as const) {
        if (first === undefined) expect(got, `${name} ${message}`).toBe(Infinity);
        else
          expect(Math.abs(got - number(first)), `${name} ${message}`).toBeLessThanOrEqual(1e-14 * (1 + number(first)));
      }
      expect(geometry.intersectLineTriangle(out, 0, ray, 0, three, 0), message).toBe(Infinity);
      expect(geometry.castRayTriangleSingleSided(out, 0, ray, 0, Infinity, three, 0), message).toBe(Infinity);
      expect(geometry.castRayParallelogram(out, 0, ray, 0, Infinity, three, 0) <= t, `${message} ${fourth}`).toBe(true);
    }
    rates.check();
  });

  it('triangle, parallelogram, quad, convex and simple polygon (C4, C5, C6)', () => {
    const worst = new Worst();
    const rates = new Rates();
    sweep(SEED + 3, 80, (c) => {
      const { rng, regime } = c;
      const put = stage(rng, regime);
      const t0 = triangle(rng, { ...regime, degenerate: false });
      const weights: Vec = [rng.range(-0.1, 1), rng.range(-0.1, 1), rng.range(-0.1, 1)];
      const sum = weights[0] + weights[1] + weights[2];
      let target = t0.reduce((s, p, i) => add(s, times(p, weights[i] / sum)), [0, 0, 0] as Vec);
      const spot = rng.integer(0, 5);
      if (spot === 0) target = t0[rng.integer(0, 2)];
      if (spot === 1) target = add(t0[0], times(sub(t0[1], t0[0]), rng.next()));
      if (regime.place === 'touching') target = add(target, times(direction(rng), 1e-6));
      const grid = regime.degenerate;
      const snap = (p: Vec): Vec => (grid ? (p.map((x) => Math.round(x * 8) / 8) as Vec) : p);
      const corners = t0.map((p) => put(snap(p)));
      const aim = put(snap(target));
      const d = grid ? snap(times(direction(rng), 2)) : times(direction(rng), 10 ** rng.range(-1, 1) * regime.size);
      if (length(d) === 0) return;
      const ray = [...sub(aim, times(d, rng.integer(0, 3))), ...d];
      const three = flat(corners);
      const [a, b, e] = corners.map((p) => point(p)) as [Point, Point, Point];
      const o = point(ray);
      const v = point(ray, 3);
      const n = crossExact(minus(b, a), minus(e, a));
      const nl = lengthExact(n);
      if (nl === 0n) {
        expect(geometry.castRayTriangle(out, 0, ray, 0, Infinity, three, 0)).toBe(Infinity);
        return;
      }
      const rate = number(over(dotExact(n, v), nl)) / length(d);
      const way = length(sub(at(ray), corners[0])) + regime.size;
      const message = (): string => `${c.name}: ray [${ray}] triangle [${three}]`;
      const t = geometry.castRayTriangle(out, 0, ray, 0, Infinity, three, 0);
      const p = at(out);
      rates.note('castRayTriangle', t < Infinity);
      if (Math.abs(rate) > 1e-9) {
        const fraction = over(dotExact(n, minus(a, o)), dotExact(n, v));
        const hit = along(o, v, fraction);
        const truth = number(fraction);
        const inside = pointTriangle(hit, a, b, e).square <= SLACK;
        const edges = [
          [a, b],
          [b, e],
          [e, a],
        ].map(([q, r]) => number(root(pointSegment(hit, q, r).square)));
        const margin = Math.min(...edges);
        const band = (CLOSED * way) / Math.abs(rate);
        const height = Math.abs(number(over(dotExact(n, minus(a, o)), nl)));
        // An origin on the plane is a hit at 0 as far as rounding can tell.
        if (margin > band) {
          if (!inside) expect(t, message()).toBe(Infinity);
          else if (truth >= 0 && height > 1e-12 * way) expect(t, message()).toBeLessThan(Infinity);
          else if (height > 1e-12 * way) expect(t, message()).toBe(Infinity);
        }
        if (t < Infinity && height > 1e-12 * way) {
          worst.note(
            'castRayTriangle, point on the triangle',
            regime.name,
            number(root(pointTriangle(point(p), a, b, e).square)),
            band + 8 * ULP * largest(three),
            message,
          );
          worst.note(
            'castRayTriangle, fraction',
            regime.name,
            Math.abs(t - truth) * length(d),
            band + 4 * ULP * truth * length(d),
            message,
          );
        }
      }
      // Seen from behind the single-sided one passes, from the front it agrees.
      const single = geometry.castRayTriangleSingleSided(new Float64Array(6), 0, ray, 0, Infinity, three, 0);
      const facing = signOf(dotExact(n, v));
      if (facing > 0 && rate > 1e-9) expect(single, message()).toBe(Infinity);
      if (facing < 0 && rate < -1e-9 && t !== 0) {
        if (single < Infinity || t < Infinity) {
          expect(Math.abs(single - t), message()).toBeLessThanOrEqual((CLOSED * way) / Math.abs(rate) / length(d));
        }
      }

      // The same through the polygons: a parallelogram, and a quad that is this triangle twice.
      if (Math.abs(rate) < 1e-6) return;
      const fraction = over(dotExact(n, minus(a, o)), dotExact(n, v));
      const truth = number(fraction);
      const hit = along(o, v, fraction);
      const fourth = plus(minus(b, a), e);
      const decide = (
        name: string,
        pieces: readonly (readonly [Point, Point, Point])[],
        edges: readonly (readonly [Point, Point])[],
        got: number,
      ): void => {
        // The dart's inner corner is off the plane by its rounding.
        const near = exact((1e-14 * regime.size) ** 2);
        const inside = pieces.some((piece) => pointTriangle(hit, ...piece).square <= near);
        const margin = Math.min(...edges.map(([q, r]) => number(root(pointSegment(hit, q, r).square))));
        const band = (CLOSED * way) / Math.abs(rate) + 16 * ULP * largest(three);
        const height = Math.abs(number(over(dotExact(n, minus(a, o)), nl)));
        rates.note(name, got < Infinity);
        if (margin > band && height > band) {
          expect(got < Infinity, `${name} ${got} of ${truth}, ${message()}`).toBe(inside && truth >= 0);
          if (got < Infinity) {
            worst.note(
              name,
              regime.name,
              Math.abs(got - truth) * length(d),
              band + 4 * ULP * truth * length(d),
              message,
            );
          }
        }
      };
      decide(
        'castRayParallelogram',
        [
          [a, b, e],
          [fourth, b, e],
        ],
        [
          [a, b],
          [b, fourth],
          [fourth, e],
          [e, a],
        ],
        geometry.castRayParallelogram(out, 0, ray, 0, Infinity, three, 0),
      );
      if (regime.thin < 1 || regime.away > 0) return;
      // A dart: concave at m, a point within the triangle.
      const m0 = add(corners[0], add(times(sub(corners[1], corners[0]), 0.3), times(sub(corners[2], corners[0]), 0.3)));
      const m = point(m0);
      const dart = [...corners[0], ...corners[1], ...m0, ...corners[2]];
      const pieces = [
        [a, b, m],
        [a, m, e],
      ] as const;
      const sides = [
        [a, b],
        [b, m],
        [m, e],
        [e, a],
      ] as const;
      decide('castRayQuad', pieces, sides, geometry.castRayQuad(out, 0, ray, 0, Infinity, dart, 0));
      decide('castRayPolygon', pieces, sides, geometry.castRayPolygon(out, 0, ray, 0, Infinity, dart, 0, 4));
      const line = geometry.intersectLineQuad(ray, 0, dart, 0);
      if (truth > 1e-9) decide('intersectLineQuad', pieces, sides, line);
      decide(
        'castRayConvexPolygon',
        [[a, b, e]],
        [
          [a, b],
          [b, e],
          [e, a],
        ],
        geometry.castRayConvexPolygon(out, 0, ray, 0, Infinity, three, 0, 3),
      );
    });
    worst.check();
    rates.check(0.2, 0.8);
  });
});

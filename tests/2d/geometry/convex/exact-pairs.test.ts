import { expect, test } from 'vitest';
import * as g from '../../../../entry/geometry2d.ts';
import {
  createEpaReport,
  EPA_CONVERGED,
  EPA_ITERATION_LIMIT,
  EPA_SEPARATED,
  EPA_TOUCHING,
} from '../../../../entry/geometry2d.ts';
import { exact, root, toNumber } from '../../../support/exact.ts';
import {
  gapAlong,
  minus,
  type Point,
  plus,
  point,
  polygonsMeet,
  ring,
  separationBetween,
  square,
  squaredBetween,
  squaredToPolygon,
} from '../../../support/exact-2d.ts';
import type { Rng } from '../../../support/rng.ts';
import { pieceOf } from '../support/convex-reference.ts';
import {
  HitRate,
  makeOutline,
  middleOf,
  placeOutline,
  type Regime,
  shifted,
  sweep,
  tolerance,
} from '../support/regimes.ts';

// A13–A15 and the numbers of B1 for rounded pieces of one to six corners. A pair is given in one frame, with its origin
// near one of them, as the routines ask; far pairs are brought there with the rounding of their coordinates. Distances
// and depths agree to 1e-12 of how far the pair reaches, far better than the 1e-9 asked of iterative ones, and so at
// all sizes.

const CLOSED = 1e-12;

interface Pair {
  readonly a: number[];
  readonly b: number[];
  readonly radiusA: number;
  readonly radiusB: number;
}

function makePair(rng: Rng, regime: Regime, inFrame = true): Pair {
  const first = makeOutline(rng, regime, rng.integer(3, 6));
  const second = placeOutline(rng, regime, first, makeOutline(rng, regime, rng.integer(3, 6)));
  const [x, y] = inFrame ? middleOf(first) : [0, 0];
  const corners = (outline: number[]) => {
    const count = rng.next() < 0.7 ? outline.length / 2 : rng.integer(1, 2);
    return shifted(outline, -x, -y).slice(0, 2 * Math.min(count, outline.length / 2));
  };
  const radius = () =>
    rng.next() < 0.6 ? 0 : (regime.size * rng.range(0, 0.2)) / (rng.next() < 0.5 ? regime.aspect : 1);
  return { a: corners(first), b: corners(second), radiusA: radius(), radiusB: radius() };
}

function supportOf(corners: readonly number[], radius: number): g.Support {
  return (out, offset, dx, dy) => {
    let best = 0;
    for (let i = 2; i < corners.length; i += 2) {
      if (corners[i] * dx + corners[i + 1] * dy > corners[best] * dx + corners[best + 1] * dy) best = i;
    }
    const length = Math.sqrt(dx * dx + dy * dy);
    out[offset] = corners[best] + (radius > 0 ? (radius * dx) / length : 0);
    out[offset + 1] = corners[best + 1] + (radius > 0 ? (radius * dy) / length : 0);
    return best / 2;
  };
}

/** How far apart the cores are along a unit direction from A to B, exactly for that direction. */
const gapOf = (a: readonly Point[], b: readonly Point[], nx: number, ny: number): number =>
  toNumber(gapAlong(a, b, point(nx, ny)));

test('A13: GJK: distance, closest points, ends, by pieces and by supports', () => {
  const apart = new HitRate();
  const ends = new Map<number, number>();
  let most = 0;
  sweep(70, 20, (rng, regime) => {
    const { a, b } = makePair(rng, regime, rng.next() < 0.7);
    const [ringA, ringB] = [ring(a), ring(b)];
    const expected = root(squaredBetween(ringA, ringB));
    apart.count(expected > 0);
    const allowed = tolerance(CLOSED, a, b);
    const [pieceA, pieceB] = [pieceOf(a), pieceOf(b)];
    const out = [0, 0, 0, 0];
    const cache = g.createGjkCache();
    for (const run of ['cold', 'warm', 'support', 'support, warm']) {
      if (run === 'support') cache.count = 0;
      const bySupport = run.startsWith('support');
      const distance = bySupport
        ? g.distanceGjkSupport(supportOf(a, 0), supportOf(b, 0), cache)
        : g.distanceGjk(pieceA, pieceB, cache);
      const { termination, iterations } = cache;
      ends.set(termination, (ends.get(termination) ?? 0) + 1);
      most = Math.max(most, iterations);
      if (termination === g.GJK_CONTINUE || termination === g.GJK_ITERATION_LIMIT)
        return `${run}: ended by ${termination}`;
      if (!(Math.abs(distance - expected) <= allowed))
        return `${run}: distance ${distance}, not ${expected}, off by ${distance - expected}, allowed ${allowed}`;
      const squared = bySupport
        ? g.closestPointsGjkSupport(out, 0, supportOf(a, 0), supportOf(b, 0), cache)
        : g.closestPointsGjk(out, 0, pieceA, pieceB, cache);
      if (!(Math.abs(Math.sqrt(squared) - distance) <= allowed))
        return `${run}: squared ${squared}, distance ${distance}`;
      const [p, q] = [point(out[0], out[1]), point(out[2], out[3])];
      const off = Math.max(
        root(squaredToPolygon(p, ringA)),
        root(squaredToPolygon(q, ringB)),
        Math.abs(root(square(minus(p, q))) - expected),
      );
      if (!(off <= 2 * allowed)) return `${run}: closest points are ${off} off, allowed ${2 * allowed}`;
    }
    return undefined;
  });
  apart.expectBalanced(0.25, 0.7);
  expect(most).toBeLessThanOrEqual(16);
  for (const end of [g.GJK_REPEATED_SUPPORT, g.GJK_CONTAINMENT, g.GJK_TOUCHING_VERTEX])
    expect(ends.get(end), `end ${end}`).toBeGreaterThan(0);
});

test('A14: the explicit Minkowski difference', () => {
  sweep(71, 5, (rng, regime) => {
    const { a, b } = makePair(rng, regime);
    const out = new Float64Array(2 * 36);
    const count = g.computeMinkowskiDifference(out, pieceOf(a), pieceOf(b));
    const difference = ring(Array.from(out.slice(0, 2 * count)));
    const squared = squaredToPolygon(point(0, 0), difference);
    const expected = root(squaredBetween(ring(a), ring(b)));
    const allowed = tolerance(CLOSED, a, b);
    if (!(Math.abs(root(squared) - expected) <= allowed)) return `${root(squared)} from the origin, not ${expected}`;
    return undefined;
  });
});

test('A15, B1: depth and distance by SAT, EPA, separating axis and manifold', () => {
  const overlap = new HitRate();
  let mostEpa = 0;
  let limits = 0;
  sweep(72, 20, (rng, regime) => {
    const { a, b, radiusA, radiusB } = makePair(rng, regime);
    const [ringA, ringB] = [ring(a), ring(b)];
    const [pieceA, pieceB] = [pieceOf(a, radiusA), pieceOf(b, radiusB)];
    const radius = radiusA + radiusB;
    const core = separationBetween(ringA, ringB);
    const expected = core - radius;
    overlap.count(expected <= 0);
    const allowed = 2 * tolerance(CLOSED, a, b, [radius, -radius]);
    const label = `core ${core}, radius ${radius}, ${a} and ${b}`;

    const out = [0, 0, 0, 0, 0, 0];
    const depth = g.penetrationSat(out, 0, pieceA, pieceB);
    const sat = witnessProblem('sat', out, -depth, expected, allowed, ringA, ringB, radiusA, radiusB);
    if (sat) return `${sat}; ${label}`;

    const axis = [0, 0];
    const cache = new Int32Array(1);
    const separation = g.findSeparatingAxis(axis, 0, pieceA, pieceB, cache, 0);
    if (!(Math.abs(separation - expected) <= allowed))
      return `axis: separation ${separation}, not ${expected}; ${label}`;
    const along = gapOf(ringA, ringB, axis[0], axis[1]) - radius;
    if (!(Math.abs(along - expected) <= allowed))
      return `axis: ${axis} separates by ${along}, not ${expected}; ${label}`;
    const again = g.findSeparatingAxis(axis, 0, pieceA, pieceB, cache, 0);
    if (again > 0 ? !(expected > -allowed && again <= expected + allowed) : !(Math.abs(again - expected) <= allowed))
      return `axis again: ${again}, not ${expected}`;

    const contact = new Float64Array(8);
    const features = new Uint32Array(2);
    for (const margin of [0, 0.5 * regime.size]) {
      const none = new Int32Array(1);
      const count = g.collideConvex(contact, features, pieceA, pieceB, margin, none, 0);
      if (Math.abs(expected - margin) > allowed && count > 0 !== expected <= margin)
        return `${count} contacts at separation ${expected}, margin ${margin}; ${label}`;
      if (count === 0) continue;
      const least = count === 2 ? Math.min(contact[4], contact[7]) : contact[4];
      if (!(Math.abs(least - expected) <= allowed)) return `manifold: separation ${least}, not ${expected}; ${label}`;
      const byNormal = gapOf(ringA, ringB, contact[0], contact[1]) - radius;
      if (!(Math.abs(byNormal - expected) <= allowed))
        return `manifold: normal ${contact[0]}, ${contact[1]} separates by ${byNormal}, not ${expected}; ${label}`;
      for (let i = 0; i < count; i++) {
        // Midway between the surfaces along the normal: half the separation either way leads to both.
        const [x, y, s] = [contact[2 + 3 * i], contact[3 + 3 * i], contact[4 + 3 * i]];
        const half = (sign: number) => point(x + 0.5 * sign * s * contact[0], y + 0.5 * sign * s * contact[1]);
        const offA = root(squaredToPolygon(half(-1), ringA)) - radiusA;
        const offB = root(squaredToPolygon(half(1), ringB)) - radiusB;
        if (!(offA <= allowed && offB <= allowed && s <= margin + allowed))
          return `manifold: point ${i} is ${offA} off A, ${offB} off B; ${label}`;
      }
    }

    const report = createEpaReport();
    const gjk = g.createGjkCache();
    const byEpa = g.penetrationEpa(out, 0, supportOf(a, radiusA), supportOf(b, radiusB), gjk, report);
    // Round, and the cores as good as in touch: the outline about the origin is all but a circle, and no side of it is
    // nearer.
    if (report.termination === EPA_ITERATION_LIMIT) {
      limits++;
      if (!(radius > 0 && Math.abs(core) < 1e-4 * radius)) return `epa: limit; ${label}`;
    } else if (radius === 0) mostEpa = Math.max(mostEpa, report.iterations);
    const outcomes = [EPA_CONVERGED, EPA_TOUCHING, EPA_SEPARATED, EPA_ITERATION_LIMIT];
    if (!outcomes.includes(report.termination)) return 'epa: no outcome';
    if (gjk.termination === g.GJK_ITERATION_LIMIT) return `epa: gjk limit; ${label}`;
    const epa = witnessProblem('epa', out, -byEpa, expected, allowed, ringA, ringB, radiusA, radiusB);
    return epa && `${epa}, ended by ${report.termination}, gjk ${gjk.termination}; ${label}`;
  });
  overlap.expectBalanced(0.3, 0.8);
  expect(mostEpa).toBeLessThanOrEqual(24);
  expect(limits / overlap.total).toBeLessThan(0.02);
});

/**
 * Normal and surface points: the normal separates by as much as is said, and the points are where it says, on the
 * shapes.
 */
function witnessProblem(
  name: string,
  out: readonly number[],
  separation: number,
  expected: number,
  allowed: number,
  a: readonly Point[],
  b: readonly Point[],
  radiusA: number,
  radiusB: number,
): string | undefined {
  if (!(Math.abs(separation - expected) <= allowed))
    return `${name}: separation ${separation}, not ${expected}, off by ${separation - expected}, allowed ${allowed}`;
  const [nx, ny] = [out[0], out[1]];
  if (!(Math.abs(Math.hypot(nx, ny) - 1) <= 1e-14)) return `${name}: normal ${nx}, ${ny}`;
  const along = gapOf(a, b, nx, ny) - radiusA - radiusB;
  if (!(Math.abs(along - expected) <= allowed))
    return `${name}: normal ${nx}, ${ny} separates by ${along}, not ${expected}`;
  const [p, q] = [point(out[2], out[3]), point(out[4], out[5])];
  const offA = root(squaredToPolygon(p, a)) - radiusA;
  const offB = root(squaredToPolygon(q, b)) - radiusB;
  if (!(offA <= allowed && offB <= allowed)) return `${name}: points ${out.slice(2)} are ${offA} off A, ${offB} off B`;
  const step = plus(p, [exact(separation * nx), exact(separation * ny)]);
  const miss = root(square(minus(step, q)));
  return miss <= 4 * allowed ? undefined : `${name}: point on A + separation · normal misses that on B by ${miss}`;
}

test('pieces without area or length: one to four corners in one place or on one line of a grid', () => {
  const overlap = new HitRate();
  sweep(73, 60, (rng, regime) => {
    const scale = regime.size;
    const flat = (): number[] => {
      const [x, y, u, v] = [rng.integer(0, 1), rng.integer(0, 1), rng.integer(0, 1), rng.integer(-1, 1)];
      const count = rng.integer(1, 4);
      const steps = Array.from({ length: count }, () => rng.integer(-1, 2)).sort((s, t) => s - t);
      return steps.flatMap((k) => [(x + k * u) * scale, (y + k * v) * scale]);
    };
    const a = flat();
    const b = rng.next() < 0.5 ? flat() : [0, 0, 2, 0, 2, 1, 0, 1].map((c) => c * scale);
    const [ringA, ringB] = [ring(a), ring(b)];
    const meet = polygonsMeet(ringA, ringB);
    overlap.count(meet);
    const expected = separationBetween(ringA, ringB);
    const allowed = tolerance(CLOSED, a, b, [scale]);
    const [pieceA, pieceB] = [pieceOf(a), pieceOf(b)];
    const cache = g.createGjkCache();
    const distance = g.distanceGjk(pieceA, pieceB, cache);
    const label = `${a} and ${b}`;
    if (!(Math.abs(distance - Math.max(0, expected)) <= allowed)) return `gjk: ${distance}, not ${expected}; ${label}`;
    if (cache.termination === g.GJK_ITERATION_LIMIT) return `gjk: limit; ${label}`;
    const out = [0, 0, 0, 0, 0, 0];
    const depth = g.penetrationSat(out, 0, pieceA, pieceB);
    if (!(Math.abs(-depth - expected) <= allowed)) return `sat: ${-depth}, not ${expected}; ${label}`;
    const epa = g.penetrationEpa(out, 0, supportOf(a, 0), supportOf(b, 0), cache, createEpaReport());
    if (!(Math.abs(-epa - expected) <= allowed)) return `epa: ${-epa}, not ${expected}; ${label}`;
    const axis = g.findSeparatingAxis(out, 0, pieceA, pieceB, new Int32Array(1), 0);
    if (!(Math.abs(axis - expected) <= allowed)) return `axis: ${axis}, not ${expected}; ${label}`;
    const count = g.collideConvex(new Float64Array(8), new Uint32Array(2), pieceA, pieceB, 0, new Int32Array(1), 0);
    // Touching may be off by the rounding of a normal.
    return count > 0 === meet || Math.abs(axis) <= 1e-15 * scale ? undefined : `${count} contacts; ${label}`;
  });
  overlap.expectBalanced();
});

test('NaN in any corner or radius ends, and gives what is documented', () => {
  const square = [0, 0, 2, 0, 2, 2, 0, 2];
  for (const other of [shifted(square, 1, 1), shifted(square, 5, 1)]) {
    for (let i = 0; i < 10; i++) {
      const [a, radius] = [[...square], i === 8 ? Number.NaN : 0];
      if (i < 8) a[i] = Number.NaN;
      const [pieceA, pieceB] = [pieceOf(a, radius), pieceOf(other)];
      if (i === 9) pieceA.normals[3] = Number.NaN;
      for (const [p, q] of [
        [pieceA, pieceB],
        [pieceB, pieceA],
      ] as const) {
        const cache = g.createGjkCache();
        const distance = g.distanceGjk(p, q, cache);
        if (i < 8) expect(Number.isNaN(distance) || distance >= 0).toBe(true);
        expect(cache.iterations).toBeLessThan(g.GJK_MAX_ITERATIONS);
        const out = [0, 0, 0, 0, 0, 0];
        const depth = g.penetrationSat(out, 0, p, q);
        if (i < 9) expect(Number.isNaN(depth) || Number.isFinite(depth), `${i}`).toBe(true);
        const report = createEpaReport();
        g.penetrationEpa(out, 0, supportOf(i < 9 ? a : square, radius), supportOf(other, 0), cache, report);
        expect(report.iterations).toBeLessThan(100);
        g.findSeparatingAxis(out, 0, p, q, new Int32Array(1), 0);
        expect(
          g.collideConvex(new Float64Array(8), new Uint32Array(2), p, q, 0, new Int32Array(1), 0),
        ).toBeGreaterThanOrEqual(0);
      }
    }
  }
});

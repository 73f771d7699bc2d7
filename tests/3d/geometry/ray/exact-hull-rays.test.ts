import { describe, expect, it } from 'vitest';
import * as geometry from '../../../../entry/geometry3d.ts';
import {
  cross as crossExact,
  dot as dotExact,
  type Exact,
  exact,
  length as lengthExact,
  minus,
  number,
  over,
  type Point,
  point,
  square,
  times as timesExact,
} from '../../../support/exact-3d.ts';
import type { Rng } from '../../../support/rng.ts';
import { body, KINDS, middleOf } from '../support/bodies.ts';
import {
  add,
  at,
  direction,
  dot,
  flat,
  inCube,
  largest,
  length,
  Rates,
  type Regime,
  stage,
  sub,
  sweep,
  times,
  ULP,
  type Vec,
  Worst,
} from '../support/regimes.ts';

// The planes of a hull's faces are taken anew from its vertices, in numbers of hundreds of bits, and moved out and in
// by a band: where both agree on yes or no the casts have to agree, and their fraction has to lie between the two.
// Sharp edges move farther than the band, as they do under rounding.

const SEED = 35001;
const CLOSED = 1e-12;
const ITERATIVE = 1e-9;

interface Side {
  readonly n: Point;
  readonly length: Exact;
  readonly d: Exact;
}

/** One plane a face: through its largest triangle, and out to its outermost vertex. */
function exactSides(hull: geometry.ConvexHull): Side[] {
  const vertices = Array.from({ length: hull.vertexCount }, (_, i) => point(hull.vertices, 3 * i));
  return Array.from({ length: hull.faceCount }, (_, f) => {
    const ring = Array.from(hull.halfEdgeVertices.subarray(hull.faceStarts[f], hull.faceStarts[f + 1]));
    const corners = ring.map((v) => vertices[v]);
    let n: Point = [0n, 0n, 0n];
    for (let i = 1; i + 1 < corners.length; i++) {
      const m = crossExact(minus(corners[i], corners[0]), minus(corners[i + 1], corners[0]));
      if (square(m) > square(n)) n = m;
    }
    let d = dotExact(n, corners[0]);
    for (const corner of corners) {
      const h = dotExact(n, corner);
      if (h > d) d = h;
    }
    return { n, length: lengthExact(n), d };
  });
}

/** What a line has in common with the planes' half-spaces: fractions of entry and exit for several bands at once. */
function clip(sides: readonly Side[], o: Point, d: Point, bands: readonly number[]): { enter: number }[] {
  const spans = bands.map(() => ({ enter: 0n as Exact, leave: undefined as Exact | undefined, empty: false }));
  for (const side of sides) {
    const rate = dotExact(side.n, d);
    const height = side.d - dotExact(side.n, o);
    spans.forEach((span, i) => {
      const room = height + timesExact(exact(bands[i]), side.length);
      if (rate === 0n) span.empty ||= room < 0n;
      else {
        const t = over(room, rate);
        if (rate < 0n && t > span.enter) span.enter = t;
        if (rate > 0n && (span.leave === undefined || t < span.leave)) span.leave = t;
      }
    });
  }
  return spans.map(({ enter, leave, empty }) => ({
    enter: empty || (leave !== undefined && leave < enter) ? Infinity : number(enter),
  }));
}

/** At a vertex, an edge, a face or past them, along an axis of the frame in degenerate regimes. */
function rayAt(rng: Rng, r: Regime, vertices: readonly Vec[]): number[] {
  const pick = (): Vec => vertices[rng.integer(0, vertices.length - 1)];
  const middle = middleOf(vertices);
  const kind = rng.integer(0, 3);
  let aim = pick();
  if (kind === 1) aim = add(aim, times(sub(pick(), aim), rng.next()));
  if (kind === 2) aim = add(middle, times(sub(aim, middle), rng.range(0, 1.6)));
  if (kind === 3 && r.place !== 'deep') aim = add(aim, times(inCube(rng), 0.5 * r.size));
  if (r.place === 'touching') aim = add(pick(), times(direction(rng), [0, 1e-6, 1e-6][rng.integer(0, 2)] * r.size));
  let d = direction(rng);
  if (r.degenerate && rng.next() < 0.7) {
    d = [0, 0, 0];
    if (rng.next() < 0.9) d[rng.integer(0, 2)] = rng.next() < 0.5 ? 1 : -1;
  }
  // Along an edge or a diagonal, in a face's plane perhaps.
  if (rng.next() < 0.15) d = sub(pick(), pick());
  const l = length(d);
  if (l > 0) d = times(d, 1 / l);
  const back = rng.next() < 0.1 ? 0 : 10 ** rng.range(-2, 1.2) * r.size;
  const inside = r.place === 'contained' ? rng.next() < 0.6 : rng.next() < 0.1;
  const origin = inside ? add(middle, times(sub(aim, middle), 0.5)) : sub(aim, times(d, back));
  return [...origin, ...times(d, 10 ** rng.range(-1, 1) * r.size)];
}

const out = new Float64Array(6);

describe('rays against hulls', () => {
  it('clipped by the faces, and by GJK, up to 500 vertices, in every regime (C8)', () => {
    const worst = new Worst();
    const rates = new Rates();
    const cache = geometry.createGjkCache();
    sweep(SEED, 30, (c) => {
      const { rng, regime } = c;
      const put = stage(rng, regime);
      const kinds = regime.thin < 1 ? (['sliver', 'needle', 'plate'] as const) : KINDS;
      const kind = kinds[rng.integer(0, kinds.length - 1)];
      const points = body(rng, kind, rng.next() < 0.04 ? 500 : rng.integer(4, 40)).map((p) => put(p));
      const hull = geometry.buildConvexHull(flat(points));
      const sides = exactSides(hull);
      const vertices = Array.from({ length: hull.vertexCount }, (_, i) => at(hull.vertices, 3 * i));
      const supports = [
        ['points', geometry.createPointsSupport(hull.vertices, 0, hull.vertexCount)],
        ['climbing', geometry.createConvexSupport(hull)],
      ] as const;
      for (let k = 0; k < 4; k++) {
        const ray = rayAt(rng, regime, vertices);
        const way = length(sub(at(ray), vertices[0]));
        const speed = length(at(ray, 3));
        const rounding = 8 * ULP * largest(hull.vertices, ray.slice(0, 3));
        const close = CLOSED * (regime.size + way) + rounding;
        const wide = ITERATIVE * regime.size + CLOSED * way + rounding;
        const spans = clip(sides, point(ray), point(ray, 3), [close, -close, wide, -wide]);
        const routines = [
          ['castRayConvex', spans[0].enter, spans[1].enter, close],
          ['castRaySupport, points', spans[2].enter, spans[3].enter, wide],
          ['castRaySupport, climbing', spans[2].enter, spans[3].enter, wide],
        ] as const;
        for (const [name, early, late, band] of routines) {
          const cast = (limit: number): number => {
            if (name === 'castRayConvex') return geometry.castRayConvex(out, 0, ray, 0, limit, hull);
            if (rng.next() < 0.7) cache.count = 0;
            return geometry.castRaySupport(out, 0, ray, 0, limit, supports[name.endsWith('g') ? 1 : 0][1], cache);
          };
          out.fill(7);
          const t = cast(Infinity);
          const message = (): string =>
            `${name}, ${c.name} ${kind} ${hull.vertexCount}: ray [${ray}] between ${early} and ${late}, got ${t} ${
              hull.vertexCount < 12 || process.env.SWEEP_REPORT ? `hull [${hull.vertices}]` : ''
            }`;
          if (early === Infinity) expect(t, message()).toBe(Infinity);
          if (late < Infinity) expect(t, message()).toBeLessThan(Infinity);
          if (speed > 0) rates.note(name, t < Infinity);
          if (t === Infinity) {
            expect(Array.from(out), message()).toEqual([7, 7, 7, 7, 7, 7]);
            continue;
          }
          const slack = 4 * ULP * t;
          expect(t, message()).toBeGreaterThanOrEqual(early - slack);
          expect(t, message()).toBeLessThanOrEqual(late + slack);
          if (late === 0) expect(t, message()).toBe(0);
          const [p, n] = [at(out), at(out, 3)];
          const onRay = add(at(ray), times(at(ray, 3), t));
          worst.note(`${name}, point`, regime.name, length(sub(p, onRay)), rounding + ULP * t * speed, message);
          if (t === 0) {
            expect(n, message()).toEqual([0, 0, 0]);
            continue;
          }
          worst.note(`${name}, unit normal`, regime.name, Math.abs(length(n) - 1), CLOSED, message);
          expect(dot(n, at(ray, 3)), message()).toBeLessThanOrEqual(1e-12 * speed);
          // A normal proves itself: nothing of the hull lies beyond the plane through the hit.
          let beyond = -Infinity;
          for (const v of vertices) beyond = Math.max(beyond, dot(sub(v, p), n));
          worst.note(`${name}, normal`, regime.name, beyond, 2 * band + 4 * ULP * t * speed, message);
          // The same up to the limit, nothing beyond it.
          const limit = rng.next() * 2 * t;
          const limited = cast(limit);
          if (Math.abs(limit - t) > 1e-9 * t) {
            if (limit < t) expect(limited, `${message()}, limit ${limit}`).toBe(Infinity);
            else
              expect(Math.abs(limited - t), `${message()}, limit ${limit}`).toBeLessThanOrEqual(
                slack + (late < Infinity ? late - early : Infinity),
              );
          }
        }
      }
    });
    worst.check();
    rates.check(0.3, 0.85);
  });
});

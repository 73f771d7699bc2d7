import { describe, expect, it } from 'vitest';
import * as geometry from '../../../../entry/geometry3d.ts';
import {
  along,
  cross as crossExact,
  dot as dotExact,
  exact,
  length as lengthExact,
  minus,
  number,
  over,
  type Point,
  point,
  pointSegment,
  root,
  signOf,
  size as sizeOf,
  square,
} from '../../../support/exact-3d.ts';
import type { Rng } from '../../../support/rng.ts';
import {
  add,
  at,
  axes,
  direction,
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

// The line is cut with the polygon's exact plane and the cut looked for in the polygon by the exact winding of its
// corners. Yes and no are asked where the cut lies farther from the boundary than rounding can move it.

const SEED = 35101;
const CLOSED = 1e-12;

/** Corners in a plane, in order, counterclockwise: on an ellipse, or at any distance from the middle. */
function ring(rng: Rng, r: Regime, convex: boolean): [number, number][] {
  const count = rng.integer(3, rng.next() < 0.1 ? 60 : 12);
  const angles = Array.from({ length: count }, (_, i) => (2 * Math.PI * (i + rng.range(0, 0.9))) / count);
  return angles.map((angle) => {
    const far = convex ? 1 : rng.range(0.15, 1);
    return [far * Math.cos(angle), far * Math.sin(angle) * r.thin];
  });
}

/** A polygon of the frame's grid, exactly planar: some corners repeated or in a row. */
function gridRing(rng: Rng, convex: boolean): [number, number][] {
  const hull: [number, number][] = convex
    ? [
        [-2, -1],
        [0, -2],
        [1, -2],
        [2, -2],
        [2, 1],
        [1, 2],
        [-1, 2],
        [-2, 1],
      ]
    : [
        [-2, -2],
        [2, -2],
        [2, 2],
        [1, 2],
        [1, -1],
        [-1, -1],
        [-1, 1],
        [0, 1],
        [0, 2],
        [-2, 2],
      ];
  const drop = rng.integer(0, hull.length - 1);
  return convex ? hull.filter((_, i) => i !== drop) : hull;
}

/** The signed number of turns of the corners around a point of their plane with normal n, exactly. */
function winding(p: Point, corners: readonly Point[], n: Point): number {
  // Seen along the axis in which n is longest.
  const k = [0, 1, 2].reduce((a, b) => (sizeOf(n[b]) > sizeOf(n[a]) ? b : a));
  const [i, j] = [(k + 1) % 3, (k + 2) % 3];
  let turns = 0;
  corners.forEach((a, m) => {
    const b = corners[(m + 1) % corners.length];
    const side = signOf((b[i] - a[i]) * (p[j] - a[j]) - (b[j] - a[j]) * (p[i] - a[i]));
    if (a[j] <= p[j] && b[j] > p[j] && side > 0) turns++;
    if (a[j] > p[j] && b[j] <= p[j] && side < 0) turns--;
  });
  return turns;
}

const out = new Float64Array(6);

describe('rays against polygons of many corners', () => {
  it('convex and simple, slivers, far away, grazing edges and corners (C6)', () => {
    const worst = new Worst();
    const rates = new Rates();
    sweep(SEED, 80, (c) => {
      const { rng, regime } = c;
      const put = stage(rng, regime);
      const convex = rng.next() < 0.5;
      const flatRing = regime.degenerate ? gridRing(rng, convex) : ring(rng, regime, convex);
      if (rng.next() < 0.5) flatRing.reverse();
      const [x, y] = axes(rng, regime);
      const middle = regime.degenerate ? ([1, 2, 3] as Vec) : inCube(rng);
      const inPlane = (u: number, v: number): Vec => add(middle, add(times(x, u), times(y, v)));
      const corners = flatRing.map(([u, v]) => put(inPlane(u, v)));
      const count = corners.length;
      const pick = (): Vec => corners[rng.integer(0, count - 1)];
      const kind = rng.integer(0, 4);
      let aim = put(inPlane(rng.range(-0.8, 0.8), rng.range(-0.8, 0.8) * regime.thin));
      if (kind === 0) aim = pick();
      if (kind === 1) {
        const k = rng.integer(0, count - 1);
        aim = add(corners[k], times(sub(corners[(k + 1) % count], corners[k]), rng.next()));
      }
      if (regime.place === 'touching') aim = add(aim, times(direction(rng), 1e-6 * regime.size));
      let d = times(direction(rng), 10 ** rng.range(-1, 1) * regime.size);
      if (regime.degenerate && rng.next() < 0.5) {
        aim = inPlane(rng.integer(-3, 3), rng.integer(-3, 3));
        d = [rng.integer(-2, 2), rng.integer(-2, 2), rng.integer(-2, 2)];
        if (length(d) === 0) return;
      }
      const ray = [...sub(aim, times(d, rng.integer(-1, 3))), ...d];
      const vertices = flat(corners);
      const points = corners.map((p) => point(p));
      const [o, v] = [point(ray), point(ray, 3)];
      // The plane of the whole ring: planar up to the rounding of its corners, which is what the band has to forgive.
      let n: Point = [0n, 0n, 0n];
      for (let k = 1; k + 1 < count; k++) {
        const m = crossExact(minus(points[k], points[0]), minus(points[k + 1], points[0]));
        n = [n[0] + m[0], n[1] + m[1], n[2] + m[2]];
      }
      const nl = lengthExact(n);
      const extentOf = Math.max(...corners.map((p) => length(sub(p, corners[0]))));
      // A sliver's corners fix its plane across only as well as they are rounded: this far it turns, over its width.
      const rounding = 8 * ULP * largest(vertices);
      const rate = number(over(dotExact(n, v), nl)) / length(d);
      const area = number(nl);
      const turn = (rounding * extentOf) / area;
      if (!(Math.abs(rate) > 1e-9 + 16 * turn)) return;
      const fraction = over(dotExact(n, minus(points[0], o)), dotExact(n, v));
      const hit = along(o, v, fraction);
      const truth = number(fraction);
      const height = Math.abs(truth * rate) * length(d);
      const margin = Math.min(
        ...points.map((p, k) => number(root(pointSegment(hit, p, points[(k + 1) % count]).square))),
      );
      const way = length(sub(at(ray), corners[0])) + extentOf;
      // Off the plane by what rounding of the corners tilts it, as far along the ray as its slope says.
      const off = length(sub(hit.map(number) as Vec, corners[0])) + extentOf;
      const width = area / extentOf;
      const lift = rounding * (1 + (margin > width ? off / width : 1));
      const band = (CLOSED * way + lift) / Math.abs(rate);
      const inside = winding(hit, points, n) !== 0;
      const message = (): string =>
        `${c.name} convex ${convex}: ray [${ray}] polygon [${vertices}] truth ${truth} margin ${margin} band ${band} rate ${rate}`;
      const casts = [
        ['castRayPolygon', geometry.castRayPolygon],
        ['castRayConvexPolygon', geometry.castRayConvexPolygon],
      ] as const;
      for (const [name, cast] of convex ? casts : casts.slice(0, 1)) {
        out.fill(7);
        const t = cast(out, 0, ray, 0, Infinity, vertices, 0, count);
        rates.note(name, t < Infinity);
        if (t === Infinity) expect(Array.from(out), message()).toEqual([7, 7, 7, 7, 7, 7]);
        if (margin <= band || height <= CLOSED * way + lift) continue;
        expect(t < Infinity, `${name} ${t}, ${message()}`).toBe(inside && truth > 0);
        if (t === Infinity) continue;
        const say = (): string => `${name} ${t}, ${message()}`;
        worst.note(name, regime.name, Math.abs(t - truth) * length(d), band + 4 * ULP * truth * length(d), say);
        const onRay = number(lengthExact(minus(point(out), along(o, v, exact(t)))));
        worst.note(`${name}, point`, regime.name, onRay, 2 * ULP * (largest(out.slice(0, 3)) + t * length(d)), say);
        const normal = at(out, 3);
        const sign = rate > 0 ? -1 : 1;
        const trueNormal = n.map((value) => sign * number(over(value, nl))) as Vec;
        worst.note(`${name}, normal`, regime.name, length(sub(normal, trueNormal)), 1e-12 + 16 * turn, say);
        expect(cast(out, 0, ray, 0, t * (1 - 1e-9), vertices, 0, count), say()).toBe(Infinity);
        expect(cast(out, 0, ray, 0, t, vertices, 0, count), say()).toBe(t);
      }
    });
    worst.check();
    rates.check();
  });

  it('in the plane of a polygon of whole numbers: rays enter where they first meet an edge (C6)', () => {
    const rates = new Rates();
    sweep(SEED + 1, 30, (c) => {
      const { rng } = c;
      const convex = rng.next() < 0.5;
      const flatRing = gridRing(rng, convex);
      const frames: [Vec, Vec][] = [
        [
          [1, 0, 0],
          [0, 1, 0],
        ],
        [
          [1, 0, 2],
          [0, 3, -1],
        ],
        [
          [2, 1, -3],
          [1, -1, 1],
        ],
      ];
      const [x, y] = frames[rng.integer(0, 2)];
      const away = c.regime.away > 0 ? 8192 : 0;
      const spot = (u: number, v: number): Vec => add([away, 3, -away], add(times(x, u), times(y, v)));
      const corners = flatRing.map(([u, v]) => spot(u, v));
      const [u, v, du, dv] = [0, 0, 0, 0].map(() => rng.integer(-4, 4)) as [number, number, number, number];
      const d = sub(spot(du, dv), spot(0, 0));
      const ray = [...spot(u, v), ...d];
      const vertices = flat(corners);
      const points = corners.map((p) => point(p));
      const [o, e] = [point(ray), point(ray, 3)];
      const n = crossExact(point(x), point(y));
      const onEdge = (p: Point): boolean =>
        points.some((q, k) => pointSegment(p, q, points[(k + 1) % points.length]).square <= exact(2 ** -300));
      let first = onEdge(o) || winding(o, points, n) !== 0 ? 0 : Infinity;
      if (length(d) > 0 && first > 0) {
        for (let k = 0; k < points.length; k++) {
          const [a, b] = [points[k], points[(k + 1) % points.length]];
          const m = crossExact(e, minus(b, a));
          const candidates =
            square(m) === 0n
              ? [a, b].map((w) => over(dotExact(minus(w, o), e), square(e)))
              : [over(dotExact(crossExact(minus(a, o), minus(b, a)), m), square(m))];
          for (const s of candidates) if (s >= 0n && onEdge(along(o, e, s))) first = Math.min(first, number(s));
        }
      }
      const message = `${c.name}: ray [${ray}] polygon [${vertices}]`;
      for (const [name, cast] of [
        ['castRayPolygon', geometry.castRayPolygon],
        ['castRayConvexPolygon', geometry.castRayConvexPolygon],
      ] as const) {
        if (!convex && name === 'castRayConvexPolygon') continue;
        const t = cast(out, 0, ray, 0, Infinity, vertices, 0, points.length);
        rates.note(name, t < Infinity);
        if (first === Infinity) expect(t, `${name} ${message}`).toBe(Infinity);
        else expect(Math.abs(t - first), `${name} ${first} ${message}`).toBeLessThanOrEqual(1e-14 * (1 + first));
      }
    });
    rates.check();
  });
});

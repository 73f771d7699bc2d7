import { describe, expect, it } from 'vitest';
import * as geometry from '../../../../entry/geometry3d.ts';
import {
  along,
  cross as crossExact,
  dot as dotExact,
  exact,
  minus,
  number,
  over,
  type Point,
  point,
  pointSegment,
  pointsOf,
  pointTriangle,
  root,
  segmentTriangle,
  signOf,
  square,
  times as timesExact,
  triangleTriangle,
  volume,
} from '../../../support/exact-3d.ts';
import { BAND, CLOSED, SEED } from '../support/exact-overlaps.ts';
import {
  add,
  at,
  cloud,
  cross,
  direction,
  dot,
  extent,
  flat,
  largest,
  length,
  place,
  Rates,
  stage,
  sub,
  sweep,
  times,
  triangle,
  ULP,
  type Vec,
  Worst,
} from '../support/regimes.ts';

describe('triangles', () => {
  it('triangle and triangle, segment and triangle: exact, and the segment in common (B10)', () => {
    const worst = new Worst();
    const rates = new Rates();
    const out = new Float64Array(6);
    sweep(SEED + 6, 60, (c) => {
      const { rng, regime } = c;
      const put = stage(rng, regime);
      const a0 = triangle(rng, regime);
      let b0 = place(rng, regime, a0, triangle(rng, regime));
      const kind = rng.integer(0, 9);
      if (kind === 0) b0[0] = a0[1];
      if (kind === 1) b0 = [a0[1], a0[0], b0[2]];
      // In the plane of the first, up to rounding; exactly so on the grid of degenerate shapes.
      if (kind === 2 || kind === 3) {
        b0 = b0.map(() =>
          add(a0[0], add(times(sub(a0[1], a0[0]), rng.range(-1, 1.5)), times(sub(a0[2], a0[0]), rng.range(-1, 1.5)))),
        );
      }
      if (kind === 4) b0[2] = add(a0[0], times(sub(a0[1], a0[0]), rng.next()));
      const a = flat(a0.map((v) => put(v)));
      const b = flat(b0.map((v) => put(v)));
      const ea = pointsOf(a) as [Point, Point, Point];
      const eb = pointsOf(b) as [Point, Point, Point];
      const message = (): string => `${c.name}: a [${a}] b [${b}]`;
      const meet = triangleTriangle(ea, eb).square === 0n;
      rates.note('overlapsTriangleTriangle', meet);
      expect(geometry.overlapsTriangleTriangle(a, 0, b, 0), message()).toBe(meet);
      expect(geometry.overlapsTriangleTriangle(b, 0, a, 0), message()).toBe(meet);
      const segmentMeets = segmentTriangle(ea[0], ea[1], ...eb).square === 0n;
      rates.note('overlapsSegmentTriangle', segmentMeets);
      expect(geometry.overlapsSegmentTriangle(a, 0, b, 0), message()).toBe(segmentMeets);
      const result = geometry.intersectTriangleTriangle(out, 0, a, 0, b, 0);
      expect(result !== geometry.INTERSECTION_NONE, message()).toBe(meet);
      const size = extent(a, b);
      // The rounding of the points written, at their distance from the origin.
      const limit = CLOSED * size + 8 * ULP * largest(a, b);
      if (meet) {
        for (const offset of [0, 3]) {
          const p = point(out, offset);
          worst.note(
            'intersectTriangleTriangle',
            regime.name,
            number(root(pointTriangle(p, ...ea).square)),
            limit,
            message,
          );
          worst.note(
            'intersectTriangleTriangle',
            regime.name,
            number(root(pointTriangle(p, ...eb).square)),
            limit,
            message,
          );
        }
        // Nothing of what they share lies farther out than the ends: every edge's crossing of the other's plane is
        // between.
        if (result === geometry.INTERSECTION_SEGMENT) {
          const [p, q] = [point(out), point(out, 3)];
          for (const [s, t] of [
            [ea, eb],
            [eb, ea],
          ] as const) {
            for (let i = 0; i < 3; i++) {
              const hit = crossing(s[i], s[(i + 1) % 3], t);
              if (hit === undefined) continue;
              const off = number(root(pointSegment(hit, p, q).square));
              worst.note('intersectTriangleTriangle, whole', regime.name, off, limit, message);
            }
          }
        }
      }
    });
    worst.check();
    rates.check();
  });

  it('point in triangle, in its prism, in a polyhedron (B13)', () => {
    const rates = new Rates();
    sweep(SEED + 7, 90, (c) => {
      const { rng, regime } = c;
      const put = stage(rng, regime);
      const t0 = triangle(rng, regime);
      const u = rng.range(-0.3, 1.1);
      const v = rng.range(-0.2, 1.1 - Math.abs(u));
      const onPlane = add(t0[0], add(times(sub(t0[1], t0[0]), u), times(sub(t0[2], t0[0]), v)));
      const corner = rng.next() < 0.2;
      const off = rng.next() < 0.5 ? 0 : 10 ** rng.range(-9, 0);
      const p = put(corner ? t0[rng.integer(0, 2)] : add(onPlane, times(direction(rng), off)));
      const t = flat(t0.map((w) => put(w)));
      const [a, b, d] = pointsOf(t) as [Point, Point, Point];
      const message = (): string => `${c.name}: p [${p}] triangle [${t}]`;
      const gap = number(root(pointTriangle(point(p), a, b, d).square));
      const size = extent(t);
      // The documented tolerance, and an order of magnitude to either side of it.
      const tolerance = 1e-12 * size + 4 * ULP * largest(t);
      const answer = geometry.containsPointTriangle(p, 0, t, 0);
      if (gap < 0.5 * tolerance) expect(answer, message()).toBe(true);
      if (gap > 2 * tolerance) expect(answer, message()).toBe(false);
      rates.note('containsPointTriangle', gap <= tolerance);
      const n = crossExact(minus(b, a), minus(d, a));
      const n2 = square(n);
      if (n2 > 0n) {
        const q = point(p);
        const turns = [
          [a, b],
          [b, d],
          [d, a],
        ].map(([s, e]) => number(over(dotExact(crossExact(minus(e, s), minus(q, s)), n), n2)));
        const inside = turns.every((turn) => turn >= 0);
        // Weights are decided up to rounding over the triangle's thinness.
        const thinness = number(over(root(n2), timesExact(exact(size), exact(size))));
        const far = 1 + length(sub(p, at(t))) / size;
        if (Math.min(...turns.map(Math.abs)) > (BAND / thinness ** 2) * far) {
          expect(geometry.containsProjectedPointTriangle(p, 0, t, 0), message()).toBe(inside);
          rates.note('containsProjectedPointTriangle', inside);
        }
      }
      // A tetrahedron by planes and as a hull.
      const corners = cloud(rng, { ...regime, degenerate: false }, 4);
      const placed = corners.map((w) => put(w)) as [Vec, Vec, Vec, Vec];
      const weights = [rng.next(), rng.next(), rng.next(), rng.range(-0.4, 1)];
      const total = weights.reduce((x, y) => x + y, 0);
      const inside = put(corners.reduce((sum, w, i) => add(sum, times(w, weights[i] / total)), [0, 0, 0] as Vec));
      const ee = placed.map((w) => point(w)) as [Point, Point, Point, Point];
      const planes: number[] = [];
      for (const [i, j, k, l] of [
        [0, 1, 2, 3],
        [1, 2, 3, 0],
        [2, 3, 0, 1],
        [3, 0, 1, 2],
      ] as const) {
        let normal = cross(sub(placed[j], placed[i]), sub(placed[k], placed[i]));
        normal = times(normal, 1 / length(normal));
        if (dot(normal, sub(placed[l], placed[i])) > 0) normal = times(normal, -1);
        planes.push(...normal, dot(normal, placed[i]));
      }
      const q = point(inside);
      const height = Math.max(
        ...[0, 1, 2, 3].map((i) => number(dotExact(point(planes, 4 * i), q) - exact(planes[4 * i + 3]))),
      );
      if (Math.abs(height) > BAND * (largest(inside) + largest(planes))) {
        const truth = height <= 0;
        expect(
          geometry.containsPointConvexPolyhedron(inside, 0, planes, 0, 4),
          `${c.name} ${inside} in ${planes}`,
        ).toBe(truth);
        rates.note('containsPointConvexPolyhedron', truth);
      }
      expect(signOf(volume(...ee)), message()).not.toBe(0);
      expect(signOf(exact(geometry.orient3d(placed[0], 0, placed[1], 0, placed[2], 0, inside, 0)))).toBe(
        signOf(volume(ee[0], ee[1], ee[2], q)),
      );
    });
    rates.check(0.25, 0.75);
  });
});

/** Where an edge crosses a triangle, exactly to hundreds of bits; undefined if it does not, or lies in the plane. */
function crossing(p: Point, q: Point, t: readonly [Point, Point, Point]): Point | undefined {
  const [hp, hq] = [volume(...t, p), volume(...t, q)];
  if (hp === hq || signOf(hp) * signOf(hq) > 0) return undefined;
  const hit = along(p, minus(q, p), over(hp, hp - hq));
  const n = crossExact(minus(t[1], t[0]), minus(t[2], t[0]));
  for (let i = 0; i < 3; i++) {
    const from = t[i];
    if (dotExact(crossExact(minus(t[(i + 1) % 3], from), minus(hit, from)), n) < 0n) return undefined;
  }
  return hit;
}

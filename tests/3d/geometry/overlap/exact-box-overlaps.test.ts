import { describe, expect, it } from 'vitest';
import * as geometry from '../../../../entry/geometry3d.ts';
import {
  boxCorners,
  cross as crossExact,
  exact,
  gapAlong,
  length as lengthExact,
  minus,
  number,
  type Point,
  point,
  pointsOf,
} from '../../../support/exact-3d.ts';
import { BAND, CLOSED, cornersOf, nearby, placedObb, randomObb, SEED } from '../support/exact-overlaps.ts';
import {
  add,
  at,
  axes,
  direction,
  dot,
  extent,
  flat,
  length,
  place,
  Rates,
  stage,
  sub,
  sweep,
  times,
  triangle,
  type Vec,
  Worst,
} from '../support/regimes.ts';

describe('boxes', () => {
  it('OBB and OBB: the verdict, the axis, the depth (B2)', () => {
    const worst = new Worst();
    const rates = new Rates();
    const out = new Float64Array(4);
    sweep(SEED, 60, (c) => {
      const { rng, regime } = c;
      const put = stage(rng, regime);
      const frame = axes(rng, regime);
      const raw = randomObb(rng, regime, frame);
      const other = randomObb(rng, regime, rng.next() < 0.5 ? nearby(rng, frame) : axes(rng, regime));
      if (regime.place === 'deep' && rng.next() < 0.5) for (let k = 0; k < 3; k++) other[k] = raw[k];
      else if (regime.place === 'contained') {
        for (let k = 0; k < 3; k++) other[3 + k] *= 0.2;
        for (let k = 0; k < 3; k++) other[k] = raw[k] + rng.range(-0.1, 0.1);
      } else {
        const at0 = place(rng, regime, cornersOf(raw), cornersOf(other));
        const middle = times(at0.reduce(add), 1 / 8);
        for (let k = 0; k < 3; k++) other[k] = middle[k];
      }
      const a = placedObb(put, raw);
      const b = placedObb(put, other);
      const message = (): string => `${c.name}: a [${a}] b [${b}]`;
      const size = length(at(a, 3)) + length(at(b, 3)) + length(sub(at(a), at(b)));
      const axesA = [0, 1, 2].map((k) => point(a, 6 + 3 * k));
      const axesB = [0, 1, 2].map((k) => point(b, 6 + 3 * k));
      const directions = [...axesA, ...axesB, ...axesA.flatMap((p) => axesB.map((q) => crossExact(p, q)))];
      const gap = number(gapAlong(boxCorners(a), boxCorners(b), directions));
      const overlap = gap <= 0;
      rates.note('overlapsObbObb', overlap);
      const axis = geometry.findSeparatingAxisObbObb(a, 0, b, 0);
      expect(geometry.overlapsObbObb(a, 0, b, 0), message()).toBe(axis < 0);
      if (Math.abs(gap) > BAND * size) expect(axis < 0, message()).toBe(overlap);
      const separation = geometry.separationObbObb(out, 0, a, 0, b, 0);
      const n = at(out);
      // Nearly parallel edges give directions that mean nothing; apart, those may win in exact arithmetic alone.
      const limit = CLOSED * size;
      if (overlap) worst.note('separationObbObb', regime.name, Math.abs(separation - gap), limit, message);
      else worst.note('separationObbObb, apart', regime.name, Math.max(separation - gap, 0), limit, message);
      const exactN = [exact(n[0]), exact(n[1]), exact(n[2])] as const;
      const along = number(gapAlong(boxCorners(a), boxCorners(b), [exactN]));
      worst.note('separationObbObb, along the normal', regime.name, Math.abs(along - separation), limit, message);
      expect(dot(n, sub(at(b), at(a))), message()).toBeGreaterThanOrEqual(-limit);
    });
    worst.check();
    rates.check();
  });

  it('boxes and triangles, boxes and segments (B9, C3)', () => {
    const rates = new Rates();
    sweep(SEED + 1, 60, (c) => {
      const { rng, regime } = c;
      const put = stage(rng, regime);
      const raw = randomObb(rng, regime);
      const aligned = rng.next() < 0.5;
      if (aligned) raw.splice(6, 9, 1, 0, 0, 0, 1, 0, 0, 0, 1);
      let t0 = triangle(rng, regime);
      // An edge along a box axis, now and then.
      if (rng.next() < 0.2) t0[1] = add(t0[0], times(at(raw, 6 + 3 * rng.integer(0, 2)), rng.range(-2, 2)));
      t0 = place(rng, regime, cornersOf(raw), t0);
      const obb = placedObb(put, raw);
      const t = flat(t0.map((v) => put(v)));
      const size = extent(t, at(obb)) + length(at(obb, 3));
      const message = (): string => `${c.name}: obb [${obb}] triangle [${t}]`;
      const corners = pointsOf(t) as [Point, Point, Point];
      const edges = [0, 1, 2].map((i) => minus(corners[(i + 1) % 3], corners[i]));
      const check = (
        name: string,
        box: readonly Point[],
        frame: readonly Point[],
        figure: readonly Point[],
        figureEdges: readonly Point[],
        answer: boolean,
        band: number,
      ): void => {
        const normal = figureEdges.length > 1 ? [crossExact(figureEdges[0], figureEdges[1])] : [];
        const directions = [...frame, ...normal, ...frame.flatMap((p) => figureEdges.map((q) => crossExact(p, q)))];
        const gap = number(gapAlong(box, figure, directions));
        rates.note(name, gap <= 0);
        if (Math.abs(gap) > band) expect(answer, `${name}, gap ${gap}, ${message()}`).toBe(gap <= 0);
      };
      const frame = [0, 1, 2].map((k) => point(obb, 6 + 3 * k));
      check(
        'overlapsObbTriangle',
        boxCorners(obb),
        frame,
        corners,
        edges,
        geometry.overlapsObbTriangle(obb, 0, t, 0),
        BAND * size,
      );
      const segment = t.slice(0, 6);
      const ends = corners.slice(0, 2);
      check(
        'overlapsSegmentObb',
        boxCorners(obb),
        frame,
        ends,
        edges.slice(0, 1),
        geometry.overlapsSegmentObb(segment, 0, obb, 0),
        BAND * size,
      );
      if (!aligned) return;
      const aabb = [...sub(at(obb), at(obb, 3)), ...add(at(obb), at(obb, 3))];
      const corner = (i: number): Point =>
        [0, 1, 2].map((k) => exact(aabb[(i >> k) & 1 ? 3 + k : k])) as unknown as Point;
      const box = Array.from({ length: 8 }, (_, i) => corner(i));
      check(
        'overlapsAabbTriangle',
        box,
        frame,
        corners,
        edges,
        geometry.overlapsAabbTriangle(aabb, 0, t, 0),
        BAND * size,
      );
      check(
        'overlapsSegmentAabb',
        box,
        frame,
        ends,
        edges.slice(0, 1),
        geometry.overlapsSegmentAabb(segment, 0, aabb, 0),
        BAND * size,
      );
    });
    rates.check();
  });

  it('AABB and AABB, sphere and sphere: exact comparisons (B3)', () => {
    const rates = new Rates();
    sweep(SEED + 2, 60, (c) => {
      const { rng, regime } = c;
      const grid = regime.place === 'touching' || regime.degenerate;
      const put = stage(rng, regime);
      const coordinate = (): number => (grid ? rng.integer(-3, 3) / 2 : rng.range(-1, 1));
      const box = (): number[] => {
        const p: Vec = [coordinate(), coordinate(), coordinate()];
        const q: Vec = [coordinate(), coordinate(), coordinate()];
        return [...put(p.map((x, k) => Math.min(x, q[k])) as Vec), ...put(p.map((x, k) => Math.max(x, q[k])) as Vec)];
      };
      const a = box();
      const b = box();
      const overlap = [0, 1, 2].every((k) => a[k] <= b[3 + k] && b[k] <= a[3 + k]);
      expect(geometry.overlapsAabbAabb(a, 0, b, 0), `${c.name} ${a} ${b}`).toBe(overlap);
      rates.note('overlapsAabbAabb', overlap);
      const ball = (): number[] => [...put([coordinate(), coordinate(), coordinate()]), rng.next() * regime.size];
      const p = ball();
      const q = ball();
      if (regime.place === 'touching') {
        const d = direction(rng);
        const reach = p[3] + q[3] + [-1e-6, 0, 1e-6][rng.integer(0, 2)] * regime.size;
        for (let k = 0; k < 3; k++) q[k] = p[k] + d[k] * reach;
      }
      const gap = number(lengthExact(minus(point(p), point(q))) - exact(p[3]) - exact(q[3]));
      rates.note('overlapsSphereSphere', gap <= 0);
      if (Math.abs(gap) > BAND * regime.size) {
        expect(geometry.overlapsSphereSphere(p, 0, q, 0), `${c.name} ${p} ${q}`).toBe(gap <= 0);
      }
    });
    rates.check(0.25, 0.75);
  });
});

import { expect, test } from 'vitest';
import * as g from '../../../../entry/geometry2d.ts';
import { exact, root, sub, toNumber } from '../../../support/exact.ts';
import {
  aabbRing,
  dot,
  minus,
  obbRing,
  type Point,
  plus,
  point,
  ring,
  square,
  times,
} from '../../../support/exact-2d.ts';
import { minkowskiSeparation } from '../../../support/minkowski-2d.ts';
import type { Rng } from '../../../support/rng.ts';
import { type Cast, castAtRounded, differenceHull, fractionProblem, hitProblem } from '../support/cast-reference.ts';
import { pieceOf } from '../support/convex-reference.ts';
import {
  centreOf,
  HitRate,
  makeOutline,
  middleOf,
  moveOutline,
  placeOutline,
  placePoint,
  REGIMES,
  type Regime,
  shifted,
  sweep,
  tolerance,
  withNaN,
} from '../support/regimes.ts';

// D1–D9. A moving shape is a ray at the difference of the two, cast exactly. Closed forms are those of shapes at most
// 1e-12 of the reach off; iterative ones of shapes 1e-9 of the size off, 1e-6 at size 1e-3, far from the origin too.

const CLOSED = 1e-12;
const BAND = 16 * 1.1102230246251565e-16;

/** A translation that from a place near the target leads at it, past it or away. */
function makeTranslation(rng: Rng, regime: Regime, from: readonly number[], target: readonly number[]): number[] {
  const [tx, ty] = rng.next() < 0.2 ? (target.slice(0, 2) as [number, number]) : placePoint(rng, regime, target);
  const stretch = rng.next() < 0.3 ? 1 : rng.range(-0.5, 3);
  if (rng.next() < 0.15) return [regime.size * rng.range(-1, 1), 0];
  return [(tx - from[0]) * stretch, (ty - from[1]) * stretch];
}

const restingGap = (rng: Rng, regime: Regime, distance: number): number => {
  if (regime.relation === 'deep') return distance * rng.range(1, 1.3);
  if (regime.relation === 'touching outside') return distance * (1 - 1e-6 * rng.next());
  if (regime.relation === 'touching inside') return distance * (1 + 1e-6 * rng.next());
  return distance * rng.range(0, 0.9);
};

test('D5, D7: circle at circle, segment, capsule, AABB, OBB', () => {
  const hits = new HitRate();
  sweep(90, 30, (rng, regime) => {
    const [x, y] = centreOf(rng, regime);
    const w = 0.5 * regime.size * rng.range(0.5, 1);
    const h = (0.5 * regime.size * rng.range(0.5, 1)) / regime.aspect;
    const angle = rng.next() < 0.2 ? 0 : rng.range(0, 7);
    const [c, s] = [Math.cos(angle), Math.sin(angle)];
    const rounding = (regime.size * rng.range(0, 0.3)) / regime.aspect;
    const [ax, ay, bx, by] = [x - c * w, y - s * w, x + c * w, y + s * w];
    const aabb = [x - w, y - h, x + w, y + h];
    const obb = [x, y, w, h, c, s];
    const kinds: [string, Point[], number, (out: number[], circle: number[], v: number[]) => number][] = [
      ['circle', [point(x, y)], w, (out, circle, v) => g.castCircleCircle(out, 0, circle, 0, v, 0, [x, y, w], 0)],
      [
        'segment',
        ring([ax, ay, bx, by]),
        0,
        (out, circle, v) => g.castCircleSegment(out, 0, circle, 0, v, 0, [ax, ay, bx, by], 0),
      ],
      [
        'capsule',
        ring([ax, ay, bx, by]),
        rounding,
        (out, circle, v) => g.castCircleCapsule(out, 0, circle, 0, v, 0, [ax, ay, bx, by, rounding], 0),
      ],
      ['aabb', aabbRing(aabb), 0, (out, circle, v) => g.castCircleAabb(out, 0, circle, 0, v, 0, aabb, 0)],
      ['obb', obbRing(obb), 0, (out, circle, v) => g.castCircleObb(out, 0, circle, 0, v, 0, obb, 0)],
    ];
    const [name, core, fixedRadius, answer] = kinds[rng.integer(0, kinds.length - 1)];
    const target = core.length > 2 ? core.flatMap(([u, v]) => [toNumber(u), toNumber(v)]) : [ax, ay, bx, by];
    const [cx, cy] = placePoint(rng, { ...regime, relation: 'plain' }, target);
    const distance = minkowskiSeparation(
      { points: [cx, cy], radius: 0 },
      { points: name === 'circle' ? [x, y] : target, radius: fixedRadius },
    ).separation;
    const radius = Math.max(0, rng.next() < 0.7 ? 0.3 * distance * rng.next() : restingGap(rng, regime, distance));
    const v = makeTranslation(rng, regime, [cx, cy], target);
    const out = [7, 7, 7, 7];
    const fraction = answer(out, [cx, cy, radius], v);
    hits.count(fraction < Infinity);
    if (fraction === Infinity && out.some((n) => n !== 7)) return `${name} wrote on a miss`;
    const total = radius + fixedRadius;
    const cast: Cast = { origin: point(cx, cy), direction: point(v[0], v[1]), maxFraction: 1, core, radius: total };
    const reach = [target, [cx, cy], [x - radius, x + radius]];
    const off = tolerance(CLOSED, ...reach);
    const label = `${name}; circle ${cx}, ${cy}, ${radius} by ${v}, target ${target}, rounded ${fixedRadius}`;
    const problem = fractionProblem(cast, fraction, off, tolerance(BAND, ...reach));
    if (problem) return `${problem}; ${label}`;
    if (fraction === Infinity || (out[2] === 0 && out[3] === 0)) return undefined;
    // The contact point is on the fixed shape, one radius behind the centre.
    const centre = [out[0] + radius * out[2], out[1] + radius * out[3], out[2], out[3]];
    const wrong = hitProblem(cast, fraction, centre, 4 * off);
    return wrong && `${wrong}; ${label}`;
  });
  hits.expectBalanced(0.3, 0.75);
});

test('D8: AABB at AABB', () => {
  const hits = new HitRate();
  sweep(
    91,
    40,
    (rng, regime) => {
      const box = () => {
        const [x, y] = centreOf(rng, { ...regime, far: 0 });
        const w = 0.5 * regime.size * rng.range(0.2, 1);
        const h = (0.5 * regime.size * rng.range(0.2, 1)) / (rng.next() < 0.5 ? regime.aspect : 1);
        return [x - w, y - h, x + w, y + h];
      };
      const fixed = shifted(box(), regime.far, -regime.far);
      const outline = (b: readonly number[]) => [b[0], b[1], b[2], b[1], b[2], b[3], b[0], b[3]];
      const placed = moveOutline(
        rng,
        regime.relation === 'contained' ? { ...regime, relation: 'plain' } : regime,
        outline(fixed),
        outline(box()),
      );
      const a = [
        Math.min(placed[0], placed[4]),
        Math.min(placed[1], placed[5]),
        Math.max(placed[0], placed[4]),
        Math.max(placed[1], placed[5]),
      ];
      if (rng.next() < 0.7 && regime.relation === 'plain') {
        const shift = regime.size * rng.range(1, 2);
        a[0] += shift;
        a[2] += shift;
      }
      const v = makeTranslation(rng, regime, middleOf(outline(a)), outline(fixed));
      const core = differenceHull(aabbRing(a), aabbRing(fixed));
      const cast: Cast = { origin: point(0, 0), direction: point(v[0], v[1]), maxFraction: 1, core, radius: 0 };
      const out = [7, 7, 7, 7];
      const fraction = g.castAabbAabb(out, 0, a, 0, v, 0, fixed, 0);
      hits.count(fraction < Infinity);
      const off = tolerance(BAND, a, fixed);
      const problem = fractionProblem(cast, fraction, off, off);
      if (problem) return `${problem}; ${a} by ${v} at ${fixed}`;
      if (fraction === Infinity) return undefined;
      const [px, py, nx, ny] = out as [number, number, number, number];
      const slack = off + 4e-16 * (Math.abs(px) + Math.abs(py));
      const inFixed =
        px >= fixed[0] - slack && px <= fixed[2] + slack && py >= fixed[1] - slack && py <= fixed[3] + slack;
      const [mx, my] = [px - fraction * v[0], py - fraction * v[1]];
      const inMoved = mx >= a[0] - slack && mx <= a[2] + slack && my >= a[1] - slack && my <= a[3] + slack;
      if (!inFixed || !inMoved) return `point ${px}, ${py} in neither: ${a} by ${v} at ${fixed}, fraction ${fraction}`;
      return fraction === 0 || (Math.abs(nx) + Math.abs(ny) === 1 && nx * v[0] + ny * v[1] < 0)
        ? undefined
        : `normal ${nx}, ${ny}`;
    },
    REGIMES.filter(({ relation }) => relation !== 'deep'),
  );
  hits.expectBalanced(0.3, 0.85);
});

test('D3, D4: circle and AABB at plane', () => {
  const hits = new HitRate();
  sweep(92, 40, (rng, regime) => {
    const [ax, ay, bx, by] = makeOutline(rng, { ...regime, aspect: 1 }, 3) as [number, number, number, number];
    const scale = 10 ** rng.range(-2, 2);
    const n = rng.next() < 0.2 ? [0, scale] : [(ay - by) * scale, (bx - ax) * scale];
    const plane = [...n, n[0] * ax + n[1] * ay];
    const length = root(square(point(n[0], n[1])));
    const heightOf = (x: number, y: number) =>
      toNumber(sub(dot(point(n[0], n[1]), point(x, y)), exact(plane[2]))) / length;
    const [cx, cy] = [ax + regime.size * rng.range(-1, 1), ay + regime.size * rng.range(-1, 1)];
    const height = heightOf(cx, cy);
    const extent = Math.abs(height) * (regime.relation === 'plain' ? rng.next() : restingGap(rng, regime, 1));
    const v = [regime.size * rng.range(-2, 2), regime.size * rng.range(-2, 2)];
    const rate = toNumber(dot(point(n[0], n[1]), point(v[0], v[1]))) / length;
    // n·x and d are as large as |n| times the distance from the origin.
    const off = CLOSED * (Math.abs(cx) + Math.abs(cy) + Math.abs(ax) + Math.abs(ay) + regime.size);
    const share = Math.abs(n[0]) / (Math.abs(n[0]) + Math.abs(n[1]));
    const [hx, hy] = [
      share > 0 ? (extent * 0.5 * length) / Math.abs(n[0]) : regime.size,
      share < 1 ? ((share > 0 ? 0.5 : 1) * extent * length) / Math.abs(n[1]) : regime.size,
    ];
    for (const isBox of [false, true]) {
      const box = [cx - hx, cy - hy, cx + hx, cy + hy];
      const reach = isBox
        ? (0.5 * ((box[2] - box[0]) * Math.abs(n[0]) + (box[3] - box[1]) * Math.abs(n[1]))) / length
        : extent;
      const middle = isBox ? heightOf(box[0] + 0.5 * (box[2] - box[0]), box[1] + 0.5 * (box[3] - box[1])) : height;
      const wide = isBox ? off + CLOSED * (hx + hy) : off;
      const out = [7, 7, 7, 7];
      const t = isBox
        ? g.castAabbPlane(out, 0, box, 0, v, 0, plane, 0)
        : g.castCirclePlane(out, 0, [cx, cy, extent], 0, v, 0, plane, 0);
      hits.count(t < Infinity);
      const gap = Math.abs(middle) - reach;
      const closing = -Math.sign(middle) * rate;
      const exactly = gap <= 0 ? 0 : closing > 0 ? gap / closing : Infinity;
      const label = `${isBox ? 'box' : 'circle'}, gap ${gap}, closing ${closing}, extent ${reach}`;
      if (t === Infinity) {
        if (exactly <= 1 && gap > wide && closing - gap > wide) return `missed at ${exactly}; ${label}`;
        continue;
      }
      if (!(t >= 0 && t <= 1)) return `fraction ${t}`;
      if (t === 0 ? !(gap <= wide) : !(Math.abs(gap - t * closing) <= wide))
        return `met at ${t}, not ${exactly}; ${label}`;
      if (out[2] === 0 && out[3] === 0) continue;
      if (!(Math.abs(Math.hypot(out[2], out[3]) - 1) <= 1e-14 && out[2] * v[0] + out[3] * v[1] <= 0))
        return `normal ${out}`;
      if (!(Math.abs(heightOf(out[0], out[1])) <= 2 * wide))
        return `point ${out} is ${heightOf(out[0], out[1])} off the plane; ${label}`;
    }
    return undefined;
  });
  hits.expectBalanced(0.3, 0.75);
});

function makeMovers(rng: Rng, regime: Regime) {
  const first = makeOutline(rng, regime, rng.integer(3, 6));
  const second = placeOutline(rng, regime, first, makeOutline(rng, regime, rng.integer(3, 6)));
  if (regime.relation === 'plain' && rng.next() < 0.7) {
    const angle = rng.range(0, 7);
    for (let i = 0; i < second.length; i++)
      second[i] += 1.2 * regime.size * (i % 2 === 0 ? Math.cos(angle) : Math.sin(angle));
  }
  const corners = (outline: number[]) =>
    outline.slice(0, 2 * Math.min(rng.next() < 0.7 ? 6 : rng.integer(1, 2), outline.length / 2));
  const radius = () =>
    rng.next() < 0.6 ? 0 : (regime.size * rng.range(0, 0.2)) / (rng.next() < 0.5 ? regime.aspect : 1);
  const [a, b] = [corners(first), corners(second)];
  return { a, b, radiusA: radius(), radiusB: radius(), v: makeTranslation(rng, regime, middleOf(a), b) };
}

/** What an iterative routine may be off by: of the size, and the rounding of coordinates. */
const iterative = (regime: Regime, ...operands: readonly ArrayLike<number>[]): number =>
  (regime.size < 1 ? 1e-6 : 1e-9) * regime.size + tolerance(0, ...operands);

test('D2: convex pieces by separating axes, first and last contact; and by advancement, rounded', () => {
  const hits = new HitRate();
  const rounded = new HitRate();
  sweep(93, 20, (rng, regime) => {
    const { a, b, radiusA, radiusB, v } = makeMovers(rng, regime);
    const core = differenceHull(ring(a), ring(b));
    const d = point(v[0], v[1]);
    const label = `${a} by ${v} at ${b}`;
    const out = [7, 7, 7, 7];
    const first = g.castConvexSat(out, 0, pieceOf(a), pieceOf(b), v, 0);
    hits.count(first < Infinity);
    const off = 2 * tolerance(CLOSED, a, b) + tolerance(BAND, v);
    const sat: Cast = { origin: point(0, 0), direction: d, maxFraction: 1, core, radius: 0 };
    const problem = fractionProblem(sat, first, off, off);
    if (problem) return `sat: ${problem}; ${label}`;
    if (first < Infinity && out[0] < Infinity && (v[0] !== 0 || v[1] !== 0)) {
      const back: Cast = {
        ...sat,
        origin: times(d, exact(out[0] + 1)),
        direction: times(d, exact(-1)),
        maxFraction: 1e9,
      };
      const wrong = fractionProblem(back, 1, off + 1e-15 * Math.abs(out[0]) * Math.hypot(v[0], v[1]), 4 * off);
      if (wrong && core.length > 2) return `sat, last ${out[0]}: ${wrong}; ${label}`;
    }
    const [pieceA, pieceB] = [pieceOf(a, radiusA), pieceOf(b, radiusB)];
    const fraction = g.castConvex(out, 0, pieceA, pieceB, v, 0);
    rounded.count(fraction < Infinity);
    const cast: Cast = { ...sat, radius: radiusA + radiusB };
    const allowed = iterative(regime, a, b);
    const other = fractionProblem(cast, fraction, allowed, allowed);
    if (other) return `advancement: ${other}; radii ${radiusA}, ${radiusB}; ${label}`;
    if (fraction === 0 || fraction === Infinity) return undefined;
    // Normal and point: the pieces are apart along the normal by nothing, and the point is on both.
    const [nx, ny] = [out[2], out[3]];
    if (!(Math.abs(Math.hypot(nx, ny) - 1) <= 1e-14)) return `normal ${nx}, ${ny}; ${label}`;
    const [ex, ey] = [fraction * v[0], fraction * v[1]];
    let reachA = Infinity;
    let reachB = -Infinity;
    for (const p of ring(a))
      reachA = Math.min(reachA, toNumber(dot(point(nx, ny), minus(plus(p, point(ex, ey)), point(out[0], out[1])))));
    for (const p of ring(b)) reachB = Math.max(reachB, toNumber(dot(point(nx, ny), minus(p, point(out[0], out[1])))));
    const misfit = Math.max(Math.abs(reachA - radiusA), Math.abs(reachB + radiusB));
    return misfit <= 8 * allowed
      ? undefined
      : `normal ${nx}, ${ny} at ${out.slice(0, 2)} leaves ${reachA - radiusA}, ${reachB + radiusB}; radii ${radiusA}, ${radiusB}; ${label}, fraction ${fraction}`;
  });
  hits.expectBalanced(0.3, 0.8);
  rounded.expectBalanced(0.3, 0.85);
});

const place = (points: readonly number[], sweepOf: readonly number[], t: number): number[] => {
  const [x, y, angle] = [0, 1, 2].map((k) => sweepOf[k] + t * (sweepOf[k + 3] - sweepOf[k])) as [
    number,
    number,
    number,
  ];
  const [c, s] = [Math.cos(angle), Math.sin(angle)];
  const out: number[] = [];
  for (let i = 0; i < points.length; i += 2)
    out.push(x + c * points[i] - s * points[i + 1], y + s * points[i] + c * points[i + 1]);
  return out;
};

test('D1, D9: time of impact, turning too, by advancement and by interval halving', () => {
  const hits = new HitRate();
  sweep(94, 8, (rng, regime) => {
    const { a, b, radiusA, radiusB } = makeMovers(rng, regime);
    const [middleA, middleB] = [middleOf(a), middleOf(b)];
    const [localA, localB] = [shifted(a, -middleA[0], -middleA[1]), shifted(b, -middleB[0], -middleB[1])];
    const to = placePoint(rng, { ...regime, relation: 'plain' }, b);
    const turn = () => (rng.next() < 0.3 ? 0 : rng.range(-4, 4));
    const sweepA = [
      ...middleA,
      0,
      ...(rng.next() < 0.7 ? [2 * to[0] - middleA[0], 2 * to[1] - middleA[1]] : to),
      turn(),
    ];
    const sweepB = [...middleB, 0, middleB[0] + regime.size * rng.range(-0.5, 0.5), middleB[1], turn()];
    const out = [7, 7, 7, 7];
    const t = g.timeOfImpact(
      out,
      0,
      { piece: pieceOf(localA, radiusA), motion: sweepA },
      { piece: pieceOf(localB, radiusB), motion: sweepB },
    );
    hits.count(t < Infinity);
    const gapAt = (f: number) =>
      minkowskiSeparation(
        { points: place(localA, sweepA, f), radius: radiusA },
        { points: place(localB, sweepB, f), radius: radiusB },
      ).separation;
    const allowed = iterative(regime, sweepA, sweepB, [radiusA, -radiusB]) * 4;
    const label = `${localA} radius ${radiusA} along ${sweepA}; ${localB} radius ${radiusB} along ${sweepB}`;
    const until = Math.min(t, 1);
    for (let i = 0; i < 60; i++) {
      const f = (until * i) / 60;
      if (t > 0 && !(gapAt(f) >= -allowed)) return `overlaps by ${gapAt(f)} at ${f}, before ${t}; ${label}`;
    }
    if (t < Infinity && !(gapAt(t) <= allowed)) return `apart by ${gapAt(t)} at ${t}; ${label}`;
    if (t === Infinity) return undefined;
    if (t > 0 && !(Math.abs(Math.hypot(out[2], out[3]) - 1) <= 1e-14)) return `normal ${out}; ${label}`;
    // The other way, to its own tolerance: never late, and where it stops they are near.
    const speed =
      Math.hypot(sweepA[3] - sweepA[0] - sweepB[3] + sweepB[0], sweepA[4] - sweepA[1] - sweepB[4] + sweepB[1]) +
      reachOf(localA) * Math.abs(sweepA[5]) +
      reachOf(localB) * Math.abs(sweepB[5]);
    if (speed === 0) return undefined;
    const halved = g.timeOfImpactIntervalHalving(gapAt, speed, 1, 1e-6);
    if (!(halved <= t + allowed / speed)) return `interval halving is late: ${halved} after ${t}; ${label}`;
    return gapAt(halved) <= 2e-6 * speed + allowed
      ? undefined
      : `interval halving stops ${gapAt(halved)} apart; ${label}`;
  });
  hits.expectBalanced(0.3, 0.9);
});

const reachOf = (points: readonly number[]): number => {
  let most = 0;
  for (let i = 0; i < points.length; i += 2) most = Math.max(most, Math.hypot(points[i], points[i + 1]));
  return most;
};

test('NaN anywhere is a miss that writes nothing', () => {
  const casts = g as unknown as Record<string, (...args: unknown[]) => number>;
  const moving: Record<string, number[]> = { Circle: [0, 0, 1], Aabb: [-1, -1, 1, 1] };
  const fixed: Record<string, number[]> = {
    Circle: [3, 0, 1],
    Segment: [3, -1, 3, 2],
    Capsule: [3, -1, 3, 2, 0.5],
    Aabb: [3, -1, 4, 1],
    Obb: [3, 0, 1, 1, 0.6, 0.8],
    Plane: [1, 0, 3],
  };
  for (const start of [0, 3]) {
    for (const [name, a] of Object.entries(moving)) {
      for (const [target, b] of Object.entries(fixed)) {
        const cast = casts[`cast${name}${target}`];
        if (!cast) continue;
        for (const [m, v, f] of withNaN(
          shifted(a.slice(0, 2), start, 0).concat(name === 'Aabb' ? shifted(a.slice(2), start, 0) : a.slice(2)),
          [5, 0.1],
          b,
        )) {
          const out = [7, 7, 7, 7];
          expect(cast(out, 0, m, 0, v, 0, f, 0), `${name} at ${target}: ${m} by ${v} at ${f}`).toBe(Infinity);
          expect(out).toEqual([7, 7, 7, 7]);
        }
      }
    }
  }
  const square = [-1, -1, 1, -1, 1, 1, -1, 1];
  for (const other of [shifted(square, 4, 0.5), shifted(square, 1, 0.5)]) {
    for (const [a, v, b] of withNaN(square, [5, 0.1], other)) {
      const out = [7, 7, 7, 7];
      if (v.some(Number.isNaN)) {
        expect(g.castConvex(out, 0, pieceOf(a), pieceOf(b), v, 0)).toBe(Infinity);
        expect(g.castConvexSat(out, 0, pieceOf(a), pieceOf(b), v, 0)).toBe(Infinity);
        expect(out).toEqual([7, 7, 7, 7]);
      } else {
        // A piece of NaN.
        expect(g.castConvex(out, 0, pieceOf(a), pieceOf(b), v, 0), `${a} at ${b}`).toBe(Infinity);
        expect(g.castConvexSat(out, 0, pieceOf(a), pieceOf(b), v, 0), `${a} at ${b}`).toBe(Infinity);
        expect(out).toEqual([7, 7, 7, 7]);
      }
    }
    for (const [a, sweepA, sweepB] of withNaN(square, [0, 0, 0, 5, 0.1, 1], [4, 0.5, 0, 4, 0.5, 2])) {
      const out = [7, 7, 7, 7];
      const t = g.timeOfImpact(
        out,
        0,
        { piece: pieceOf(a), motion: sweepA },
        { piece: pieceOf(square), motion: sweepB },
      );
      expect(t, `${a} along ${sweepA}, ${sweepB}`).toBe(Infinity);
      expect(out).toEqual([7, 7, 7, 7]);
    }
  }
  expect(castAtRounded(point(0, 0), point(1, 0), [point(2, 0)], 1)).toBe(1);
});

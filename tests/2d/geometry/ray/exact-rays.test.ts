import { expect, test } from 'vitest';
import * as g from '../../../../entry/geometry2d.ts';
import { div, exact, root, sub, toNumber } from '../../../support/exact.ts';
import { aabbRing, dot, obbRing, type Point, plus, point, ring, square, times } from '../../../support/exact-2d.ts';
import type { Rng } from '../../../support/rng.ts';
import { type Cast, castAtRounded, fractionProblem, hitProblem } from '../support/cast-reference.ts';
import { pieceOf } from '../support/convex-reference.ts';
import {
  centreOf,
  HitRate,
  makeOutline,
  placePoint,
  REGIMES,
  type Regime,
  sweep,
  tolerance,
  withNaN,
} from '../support/regimes.ts';

// C1–C3, C7–C9 against exact casts. Closed forms are those of a shape at most 1e-12 of the reach off in its outline,
// and say yes and no like one at most 16 roundings of it off.

const CLOSED = 1e-12;
const BAND = 16 * 1.1102230246251565e-16;

interface Setting {
  readonly outline: number[];
  readonly radius: number;
}

/** A ray that starts where the regime says and goes to a place of the outline, past it, or anywhere. */
function makeRay(rng: Rng, regime: Regime, { outline, radius }: Setting): number[] {
  const far = regime.relation === 'plain' || rng.next() < 0.5;
  const [ox, oy] = placePoint(rng, far ? { ...regime, relation: 'plain' } : regime, outline);
  const k = 2 * rng.integer(0, outline.length / 2 - 1);
  const aim = rng.next();
  const side = rng.next() < 0.5 ? 1 : -1;
  let [tx, ty] = placePoint(rng, regime, outline);
  // A corner, exactly; the edge of a disc; along a side.
  if (aim < 0.2) [tx, ty] = [outline[k], outline[k + 1]];
  else if (aim < 0.35) [tx, ty] = [outline[k] + side * radius, outline[k + 1]];
  else if (aim < 0.45)
    [tx, ty] = [
      ox + outline[(k + 2) % outline.length] - outline[k],
      oy + outline[(k + 3) % outline.length] - outline[k + 1],
    ];
  const stretch = rng.next() < 0.3 ? 1 : 10 ** rng.range(-1, 1);
  return [ox, oy, (tx - ox) * stretch, (ty - oy) * stretch];
}

type Answer = (out: number[], ray: number[], maxFraction: number) => number;

/** Checks one cast at a core rounded by a radius. */
function castProblem(
  name: string,
  hits: HitRate,
  answer: Answer,
  ray: number[],
  core: readonly Point[],
  radius: number,
  operands: readonly ArrayLike<number>[],
  off = tolerance(CLOSED, ray.slice(0, 2), ...operands),
  band = tolerance(BAND, ray.slice(0, 2), ...operands),
): string | undefined {
  const cast: Cast = {
    origin: point(ray[0], ray[1]),
    direction: point(ray[2], ray[3]),
    maxFraction: hits.total % 3 === 0 ? 1e6 : 1,
    core,
    radius,
  };
  const out = [7, 7, 7, 7];
  const fraction = answer(out, ray, cast.maxFraction);
  hits.count(fraction < Infinity);
  if (fraction === Infinity && out.some((v) => v !== 7)) return `${name} wrote on a miss`;
  const problem =
    fractionProblem(cast, fraction, off, band) ??
    (fraction < Infinity ? hitProblem(cast, fraction, out, 2 * off) : undefined);
  return (
    problem &&
    `${name}: ${problem}; ray ${ray}, maxFraction ${cast.maxFraction}, at ${operands.map((numbers) => Array.from(numbers).join(' ')).join(', ')}, fraction ${fraction}`
  );
}

function makeCircle(rng: Rng, regime: Regime): number[] {
  return [...centreOf(rng, regime), (regime.size * rng.range(0.1, 0.5)) / regime.aspect];
}

const outlineOf = (circle: readonly number[]): number[] =>
  [0, 1, 2, 3, 4, 5].flatMap((i) => [circle[0] + circle[2] * Math.cos(i), circle[1] + circle[2] * Math.sin(i)]);

test('C2: circle', () => {
  const hits = new HitRate();
  sweep(50, 40, (rng, regime) => {
    const circle = makeCircle(rng, regime);
    const ray = makeRay(
      rng,
      { ...regime, size: Math.max(circle[2], regime.size * (rng.next() < 0.5 ? 1e-3 : 1)) },
      { outline: outlineOf(circle), radius: 0 },
    );
    const answer: Answer = (out, r, max) => {
      const fraction = g.castRayCircle(out, 0, r, 0, max, circle, 0);
      if (g.overlapsRayCircle(r, 0, max, circle, 0) !== fraction < Infinity) return Number.NaN;
      return fraction;
    };
    return castProblem('circle', hits, answer, ray, [point(circle[0], circle[1])], circle[2], [outlineOf(circle)]);
  });
  hits.expectBalanced(0.3, 0.8);
});

test('C3: AABB and OBB, cast, clip, line and prepared', () => {
  const hits = new HitRate();
  sweep(51, 30, (rng, regime) => {
    const [x, y] = centreOf(rng, regime);
    const w = 0.5 * regime.size * rng.range(0.5, 1);
    const h = (0.5 * regime.size * rng.range(0.5, 1)) / regime.aspect;
    const angle = rng.next() < 0.2 ? (Math.PI / 2) * rng.integer(0, 3) : rng.range(0, 7);
    const box = [x - w, y - h, x + w, y + h];
    const obb = [x, y, w, h, Math.cos(angle), Math.sin(angle)];
    for (const isAabb of [true, false]) {
      const core = isAabb ? aabbRing(box) : obbRing(obb);
      const outline = core.flatMap(([u, v]) => [toNumber(u), toNumber(v)]);
      const ray = makeRay(rng, regime, { outline, radius: 0 });
      // Parallel to the axes, on purpose along a side.
      if (isAabb && rng.next() < 0.2) ray.splice(1, 3, rng.next() < 0.5 ? box[1] : ray[1], ray[2] || 1, 0);
      const answer: Answer = isAabb
        ? (out, r, max) => g.castRayAabb(out, 0, r, 0, max, box, 0)
        : (out, r, max) => g.castRayObb(out, 0, r, 0, max, obb, 0);
      // Fractions of a slab are one difference and one quotient: but an OBB is turned.
      const problem = castProblem(isAabb ? 'aabb' : 'obb', hits, answer, ray, core, 0, [outline]);
      if (problem) return problem;
      const clipped = [7, 7];
      const line = [7, 7];
      const out = [0, 0, 0, 0];
      const first = answer(out, ray, 1);
      const inBox = isAabb ? g.clipRayAabb(clipped, 0, ray, 0, 1, box, 0) : g.clipRayObb(clipped, 0, ray, 0, 1, obb, 0);
      const onLine = isAabb
        ? g.intersectLineAabb(line, 0, ray, 0, box, 0)
        : g.intersectLineObb(line, 0, ray, 0, obb, 0);
      if (inBox !== first < Infinity) return `clip says ${inBox}, cast ${first}`;
      if (inBox && (clipped[0] !== first || !(clipped[1] >= first && clipped[1] <= 1)))
        return `clipped ${clipped}, cast ${first}`;
      if (inBox && !(onLine && line[0] <= first && line[1] >= clipped[1])) return `line ${line}, clipped ${clipped}`;
      if (onLine && isAabb && !(ray[2] === 0 && ray[3] === 0)) {
        // The exit is the entry of the ray turned round.
        const back = castAtRounded(
          plus(point(ray[0], ray[1]), times(point(ray[2], ray[3]), exact(line[1] + 1))),
          times(point(ray[2], ray[3]), exact(-1)),
          core,
          0,
        );
        const length = Math.hypot(ray[2], ray[3]);
        if (Number.isFinite(back) && Math.abs(back - 1) * length > 1e-9 * (regime.size + length))
          return `exit at ${line[1]} is ${back - 1} off`;
      }
      if (isAabb) {
        const prepared = [0, 0, 0, 0, 0, 0];
        g.prepareRay(prepared, 0, ray, 0);
        const entry = g.castPreparedRayAabb(prepared, 0, 1, box, 0);
        if (first < Infinity && !(Math.abs(entry - first) <= 1e-15 * Math.max(1, first)))
          return `prepared ${entry}, cast ${first}`;
      }
    }
    return undefined;
  });
  hits.expectBalanced(0.3, 0.8);
});

test('C7: capsule', () => {
  const hits = new HitRate();
  sweep(52, 40, (rng, regime) => {
    const [ax, ay, bx, by] = makeOutline(rng, { ...regime, aspect: 1 }, 3) as [number, number, number, number];
    const isPoint = rng.next() < 0.1;
    const radius = rng.next() < 0.1 ? 0 : (regime.size * rng.range(0.1, 0.5)) / regime.aspect;
    const capsule = isPoint ? [ax, ay, ax, ay, radius] : [ax, ay, bx, by, radius];
    const [ux, uy] = [by - ay, ax - bx].map((v) => (v * radius) / (Math.hypot(bx - ax, by - ay) || 1)) as [
      number,
      number,
    ];
    const outline = [ax + ux, ay + uy, ax - ux, ay - uy, bx - ux, by - uy, bx + ux, by + uy];
    const ray = makeRay(rng, regime, { outline, radius });
    const core = isPoint ? [point(ax, ay)] : ring([ax, ay, bx, by]);
    return castProblem(
      'capsule',
      hits,
      (out, r, max) => g.castRayCapsule(out, 0, r, 0, max, capsule, 0),
      ray,
      core,
      radius,
      [outline],
    );
  });
  hits.expectBalanced(0.3, 0.8);
});

test('C8: polygon by clipping, by GJK, and the rounded piece', () => {
  const hits = new HitRate();
  const pieces = new HitRate();
  const supports = new HitRate();
  sweep(53, 12, (rng, regime) => {
    const outline = makeOutline(rng, regime, rng.integer(3, 7));
    const n = outline.length / 2;
    const core = ring(outline);
    const ray = makeRay(rng, regime, { outline, radius: 0 });
    if (n >= 3) {
      const problem = castProblem(
        'polygon',
        hits,
        (out, r, max) => g.castRayConvexPolygon(out, 0, r, 0, max, outline, 0, n),
        ray,
        core,
        0,
        [outline],
      );
      if (problem) return problem;
    }
    const radius = rng.next() < 0.5 ? 0 : (regime.size * rng.range(0.05, 0.5)) / (rng.next() < 0.5 ? regime.aspect : 1);
    const corners = rng.next() < 0.7 ? outline : outline.slice(0, 2 * rng.integer(1, 2));
    const other = makeRay(rng, regime, { outline: corners, radius });
    // In the frame of the piece, near its origin.
    const [x, y] = [corners[0], corners[1]];
    const piece = pieceOf(
      corners.map((v, i) => v - (i % 2 === 0 ? x : y)),
      radius,
    );
    const local = [other[0] - x, other[1] - y, other[2], other[3]];
    const localCore = ring(Array.from(piece.vertices.slice(0, corners.length)));
    if (local[2] === 0 && local[3] === 0) return undefined;
    const rounded = castProblem(
      'piece',
      pieces,
      (out, r, max) => g.castRayConvex(out, 0, r, 0, max, piece),
      local,
      localCore,
      radius,
      [piece.vertices, [radius, -radius]],
    );
    if (rounded) return rounded;
    const support = supportOf(corners, radius);
    // Where the coordinates are large, so is the rounding of any support point; the routine says eight roundings of
    // them.
    const off =
      tolerance(CLOSED, other.slice(0, 2), corners, [corners[0] + radius]) +
      2 ** -48 * (Math.abs(other[0]) + Math.abs(other[1]) + Math.abs(x) + Math.abs(y) + regime.size);
    return castProblem(
      'gjk',
      supports,
      (out, r, max) => g.castRaySupport(out, 0, r, 0, max, support),
      other,
      ring(corners),
      radius,
      [corners],
      off,
      off,
    );
  });
  hits.expectBalanced(0.3, 0.8);
  pieces.expectBalanced(0.3, 0.8);
  supports.expectBalanced(0.3, 0.8);
});

/** Support function of a rounded outline in world coordinates. */
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

test('C1: plane, by equation and through two points', () => {
  const hits = new HitRate();
  sweep(54, 40, (rng, regime) => {
    const outline = makeOutline(rng, regime, 3);
    const [ax, ay, bx, by] = outline as [number, number, number, number];
    const ray = makeRay(rng, regime, { outline, radius: 0 });
    const [o, d] = [point(ray[0], ray[1]), point(ray[2], ray[3])];
    const scale = 10 ** rng.range(-3, 3);
    const n = [(ay - by) * scale, (bx - ax) * scale];
    const plane = [...n, n[0] * ax + n[1] * ay];
    const length = Math.hypot(n[0], n[1]);
    for (const byPoints of [true, false]) {
      // Plane by points: exact sides. By equation: n·o and d are as large as |n| times the distance from the origin.
      const normal = byPoints ? point(-(by - ay), bx - ax) : point(n[0], n[1]);
      const [exactHeight, rate] = byPoints
        ? [
            sub(dot(pointLeft(ax, ay, bx, by), o), dot(pointLeft(ax, ay, bx, by), point(ax, ay))),
            dot(pointLeft(ax, ay, bx, by), d),
          ]
        : [sub(dot(normal, o), exact(plane[2])), dot(normal, d)];
      const height = toNumber(exactHeight) / (byPoints ? Math.hypot(bx - ax, by - ay) : length);
      const out = [7, 7, 7, 7];
      const max = hits.total % 3 === 0 ? 1e6 : 1;
      const t = byPoints
        ? g.castRayPlaneThroughPoints(out, 0, ray, 0, max, [ax, ay, bx, by], 0)
        : g.castRayPlane(out, 0, ray, 0, max, plane, 0);
      hits.count(t < Infinity);
      const off = byPoints
        ? tolerance(CLOSED, ray.slice(0, 2), outline)
        : CLOSED * (Math.abs(ray[0]) + Math.abs(ray[1]) + Math.abs(ax) + Math.abs(ay));
      const speed = Math.abs(toNumber(rate)) / (byPoints ? Math.hypot(bx - ax, by - ay) : length);
      const exactly = rate.n === 0n ? Infinity : toNumber(div(sub(exact(0), exactHeight), rate));
      // Directions are rounded too: how far that takes the tip.
      const turn = 1e-15 * Math.hypot(ray[2], ray[3]) * Math.min(max, Math.abs(exactly) + 1);
      if (t === Infinity) {
        if (Math.abs(height) <= off + turn || exactly < 0 || exactly > max || (max - exactly) * speed <= off + turn)
          continue;
        return `missed at ${exactly}, byPoints ${byPoints}, ray ${ray}, ${outline}`;
      }
      if (t === 0 && Math.abs(height) <= off) continue;
      if (!(Math.abs(t - exactly) * speed <= off + turn)) return `met at ${t}, not ${exactly}, byPoints ${byPoints}`;
      const facing = out[2] * ray[2] + out[3] * ray[3];
      if (!(Math.abs(Math.hypot(out[2], out[3]) - 1) < 1e-14 && facing <= 0)) return `normal ${out}`;
      const line = [0, 0];
      const again = byPoints ? t : g.intersectLinePlane(line, 0, ray, 0, plane, 0);
      if (!(Math.abs(again - t) * speed <= off + turn)) return `line at ${again}, ray at ${t}`;
    }
    return undefined;
  });
  hits.expectBalanced(0.25, 0.8);
});

function pointLeft(ax: number, ay: number, bx: number, by: number): Point {
  return [sub(exact(ay), exact(by)), sub(exact(bx), exact(ax))];
}

test('C9: segment, chain and trees', () => {
  const hits = new HitRate();
  sweep(
    55,
    20,
    (rng, regime) => {
      const outline = makeOutline(rng, regime, rng.integer(3, 9));
      const ray = makeRay(rng, regime, { outline, radius: 0 });
      if (ray[2] === 0 && ray[3] === 0) return undefined;
      const chain = [...outline, ...makeOutline(rng, { ...regime, aspect: 1 }, 5)];
      const count = chain.length / 2;
      const max = hits.total % 3 === 0 ? 1e6 : 1;
      const [o, d] = [point(ray[0], ray[1]), point(ray[2], ray[3])];
      let first = Infinity;
      let met = 0;
      for (let i = 0; i < count - 1; i++) {
        const segment = chain.slice(2 * i, 2 * i + 4);
        const exactly = castAtRounded(o, d, ring(segment), 0);
        const out = [7, 7, 7, 7];
        const t = g.castRaySegment(out, 0, ray, 0, max, segment, 0);
        // Yes and no are exact: the reference is exact too, but for the one rounding of its fraction.
        const atTip = Math.abs(exactly - max) <= 4e-16 * max;
        if (!atTip && t < Infinity !== exactly <= max)
          return `${t}, exactly ${exactly}, segment ${segment}, ray ${ray}`;
        if (g.overlapsRaySegment(ray, 0, max, segment, 0) !== t < Infinity) return 'the two forms differ';
        if (t === Infinity) continue;
        met++;
        first = Math.min(first, t);
        if (
          !(
            Math.abs(t - exactly) <=
            1e-12 * Math.max(exactly, tolerance(1, ray.slice(0, 2), segment) / root(square(d)))
          )
        )
          return `at ${t}, exactly ${exactly}`;
        const problem = hitProblem(
          { origin: o, direction: d, maxFraction: max, core: ring(segment), radius: 0 },
          t,
          out,
          tolerance(CLOSED, ray.slice(0, 2), segment),
        );
        if (problem) return `segment ${segment}, ray ${ray}: ${problem}`;
      }
      hits.count(met > 0);
      const out = [0, 0, 0, 0, 0];
      if (g.castRayChain(out, 0, ray, 0, max, chain, 0, count) !== first) return 'chain';
      const segments = g.segmentsFromChain(chain);
      for (const kind of ['aabb', 'obb', 'sphere'] as const) {
        const tree = g.buildSegmentTree(segments, { kind });
        const other = [0, 0, 0, 0, 0];
        const t = g.castRaySegmentTree(other, 0, ray, 0, max, tree);
        if (t !== first || (t < Infinity && other.some((v, i) => v !== out[i])))
          return `${tree.kind} tree at ${t}, chain at ${first}`;
        const all = g.createSegmentHits();
        if (g.castRaySegmentTreeAll(all, ray, 0, max, tree) !== met)
          return `${tree.kind} tree finds ${all.count} of ${met}`;
        if (g.castRaySegmentTreeAny(ray, 0, max, tree) !== met > 0) return `${tree.kind} tree any`;
      }
      return undefined;
    },
    REGIMES,
  );
  hits.expectBalanced(0.25, 0.75);
});

test('NaN anywhere, and a maxFraction that is none, is a miss that writes nothing', () => {
  const outside = [-5, 0.3, 9, 0.1];
  const inside = [0.2, 0.3, 1, 0.1];
  const shapes: Record<string, number[]> = {
    Circle: [0, 0, 1],
    Aabb: [-1, -1, 1, 1],
    Obb: [0, 0, 1, 1, 0.6, 0.8],
    Capsule: [-1, 0, 1, 0, 1],
    Segment: [0, -2, 1, 2],
    Plane: [1, 1, 0.5],
    PlaneThroughPoints: [0, -2, 1, 2],
  };
  const casts = g as unknown as Record<string, (...args: unknown[]) => number>;
  for (const ray of [outside, inside]) {
    for (const [name, shape] of Object.entries(shapes)) {
      for (const [r, s] of withNaN(ray, shape)) {
        const out = [7, 7, 7, 7];
        expect(casts[`castRay${name}`](out, 0, r, 0, 1, s, 0), `${name} ${r} ${s}`).toBe(Infinity);
        expect(out).toEqual([7, 7, 7, 7]);
      }
      for (const max of [Number.NaN, -1]) {
        expect(casts[`castRay${name}`]([], 0, ray, 0, max, shape, 0), `${name} up to ${max}`).toBe(Infinity);
      }
    }
    const square = [-1, -1, 1, -1, 1, 1, -1, 1];
    for (const [r, s] of withNaN(ray, square)) {
      const out = [7, 7, 7, 7];
      expect(g.castRayConvexPolygon(out, 0, r, 0, 1, s, 0, 4), `polygon ${r} ${s}`).toBe(Infinity);
      expect(g.castRaySupport(out, 0, r, 0, 1, supportOf(square, 0)), `gjk ${r}`).toSatisfy(
        (t: number) => t === Infinity || !r.some(Number.isNaN),
      );
      const piece = pieceOf(s);
      const t = g.castRayConvex(out, 0, r, 0, 1, piece);
      if (r.some(Number.isNaN)) expect(t, `piece ${r}`).toBe(Infinity);
    }
    for (const max of [Number.NaN, -1]) {
      expect(g.castRayConvexPolygon([], 0, ray, 0, max, square, 0, 4)).toBe(Infinity);
      expect(g.castRaySupport([], 0, ray, 0, max, supportOf(square, 0)), `gjk up to ${max}`).toBe(Infinity);
      expect(g.castRayConvex([], 0, ray, 0, max, pieceOf(square))).toBe(Infinity);
      expect(g.castRayLoop([], 0, ray, 0, max, square, 0, 4)).toBe(Infinity);
    }
  }
});

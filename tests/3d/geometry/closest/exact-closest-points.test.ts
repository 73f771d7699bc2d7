import { describe, expect, it } from 'vitest';
import * as geometry from '../../../../entry/geometry3d.ts';
import {
  along,
  cross as crossExact,
  dot as dotExact,
  type Exact,
  exact,
  footOn,
  least,
  length as lengthExact,
  minus,
  most,
  number,
  ONE,
  over,
  type Point,
  plus,
  point,
  pointSegment,
  pointsOf,
  pointTetrahedron,
  pointTriangle,
  root,
  scaled,
  segmentSegment,
  segmentTriangle,
  signOf,
  square,
  times as timesExact,
  triangleTriangle,
  volume,
} from '../../../support/exact-3d.ts';
import {
  add,
  at,
  axes,
  type Case,
  cloud,
  direction,
  dot,
  extent,
  flat,
  inCube,
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

// Distances are asked to 1e-12 of the shapes' own size however far they lie from the origin, since differences of the
// coordinates keep their digits; points to 1e-12 of that size plus 4 last bits of their coordinates.

const SEED = 31001;
const CLOSED = 1e-12;

const distanceTo = (p: ArrayLike<number>, offset: number, other: Point): number =>
  number(lengthExact(minus(point(p, offset), other)));

/**
 * Checks a closest-point answer: the distance returned, and that the points written are that far apart and (by `onA`,
 * `onB`: exact distances from the shapes) where they should be.
 */
function note(
  worst: Worst,
  routine: string,
  c: Case,
  squared: number,
  truth: Exact,
  size: number,
  coordinates: number,
  message: () => string,
  gaps: () => number[],
): void {
  const whole = (): string => `${c.name}: ${message()}`;
  const limit = CLOSED * size;
  worst.note(routine, c.regime.name, Math.abs(Math.sqrt(squared) - number(root(truth))), limit, whole);
  for (const gap of gaps()) worst.note(`${routine}, points`, c.regime.name, gap, limit + 4 * ULP * coordinates, whole);
}

describe('points against flat shapes', () => {
  it('segment, ray, line, triangle, tetrahedron, rectangle (A2, A5, A6, A7)', () => {
    const worst = new Worst();
    const rates = new Rates();
    const out = new Float64Array(8);
    sweep(SEED, 60, (c) => {
      const { rng, regime } = c;
      const put = stage(rng, regime);
      const shape = rng.next() < 0.5 ? cloud(rng, regime, 4) : [...triangle(rng, regime), inCube(rng)];
      const [p0] = place(rng, regime, shape, cloud(rng, regime, 1)) as [Vec];
      const p = put(regime.degenerate && rng.next() < 0.5 ? shape[rng.integer(0, 3)] : p0);
      const corners = shape.map((v) => put(v));
      const exactCorners = corners.map((v) => point(v)) as [Point, Point, Point, Point];
      const [a, b, cc] = exactCorners;
      const q = point(p);
      const message = (): string => `p ${p} shape ${flat(corners)}`;

      const segment = flat(corners.slice(0, 2));
      const size2 = extent(segment, p);
      const segmentTruth = pointSegment(q, a, b);
      let squared = geometry.closestPointSegment(out, 0, p, 0, segment, 0);
      note(worst, 'closestPointSegment', c, squared, segmentTruth.square, size2, largest(segment, p), message, () => [
        distanceTo(out, 0, segmentTruth.on),
      ]);
      expect(geometry.distanceSquaredPointSegment(p, 0, segment, 0), message()).toBe(squared);

      const d = sub(corners[1], corners[0]);
      const ray = [...corners[0], ...d];
      const de = point(d);
      const d2 = square(de);
      const t = d2 === 0n ? 0n : footOn(q, a, de);
      for (const [name, f, clamped] of [
        ['closestPointRay', geometry.closestPointRay, most(t, 0n)],
        ['closestPointLine', geometry.closestPointLine, t],
      ] as const) {
        const on = along(a, de, clamped);
        // The parameter's rounding is relative to the way along the line, which a short direction makes long.
        const size = Math.max(extent(ray.slice(0, 3), p), 1e-300);
        squared = f(out, 0, p, 0, ray, 0);
        note(worst, name, c, squared, square(minus(q, on)), size, largest(ray.slice(0, 3), p), message, () => [
          distanceTo(out, 0, on),
        ]);
      }

      const three = flat(corners.slice(0, 3));
      const triangleTruth = pointTriangle(q, a, b, cc);
      const size3 = extent(three, p);
      squared = geometry.closestPointTriangle(out, 0, p, 0, three, 0);
      note(worst, 'closestPointTriangle', c, squared, triangleTruth.square, size3, largest(three, p), message, () => {
        const [u, v, w] = [exact(out[3]), exact(out[4]), exact(out[5])];
        const mix = plus(plus(scaled(a, u), scaled(b, v)), scaled(cc, w));
        // Where the closest point is unique it is the one; the weights give it too.
        return [
          distanceTo(out, 0, triangleTruth.on),
          // The sum of the weights is 1 within rounding, which far from the origin counts that much.
          distanceTo(out, 0, mix) - 4 * ULP * largest(three),
          Math.max(0, -out[3], -out[4], -out[5]) * size3,
          Math.abs(out[3] + out[4] + out[5] - 1) * size3,
        ];
      });
      rates.note('face', out[6] === geometry.TRIANGLE_REGION_FACE);
      const solid = flat(corners);
      const size4 = extent(solid, p);
      const solidTruth = pointTetrahedron(q, exactCorners);
      squared = geometry.closestPointTetrahedron(out, 0, p, 0, solid, 0);
      // Not compared point by point: how near the best one another serves as well depends on the angle it is seen
      // under.
      note(worst, 'closestPointTetrahedron', c, squared, solidTruth.square, size4, largest(solid, p), message, () => [
        number(root(pointTetrahedron(point(out), exactCorners).square)),
        Math.abs(distanceTo(out, 0, q) - number(root(solidTruth.square))),
      ]);
      expect(geometry.containsPointTetrahedron(p, 0, solid, 0), `${c.name} ${message()}`).toBe(
        solidTruth.square === 0n,
      );
      rates.note('in tetrahedron', solidTruth.square === 0n);

      // Rectangles: the corners' right angle is as good as rounding; the reference takes the same two edges.
      const [u, v] = axes(rng, regime);
      const halfU = regime.degenerate && rng.next() < 0.4 ? 0 : rng.next() * regime.size;
      const halfV = regime.degenerate && rng.next() < 0.4 ? 0 : rng.next() * regime.thin * regime.size;
      const centre = corners[0];
      const rectangle = [...centre, ...u, ...v, halfU, halfV];
      const [ue, ve] = [point(u), point(v)];
      const clampTo = (x: Exact, half: Exact): Exact => most(-half, least(x, half));
      const m = minus(q, a);
      const onRectangle = plus(
        a,
        plus(scaled(ue, clampTo(dotExact(m, ue), exact(halfU))), scaled(ve, clampTo(dotExact(m, ve), exact(halfV)))),
      );
      const size5 = extent(centre, p) + halfU + halfV;
      squared = geometry.closestPointRectangle(out, 0, p, 0, rectangle, 0);
      const flatMessage = (): string => `p ${p} rectangle ${rectangle}`;
      note(
        worst,
        'closestPointRectangle',
        c,
        squared,
        square(minus(q, onRectangle)),
        size5,
        largest(centre, p),
        flatMessage,
        () => [distanceTo(out, 0, onRectangle)],
      );
      const b3 = add(centre, times(u, 2 * halfU));
      const c3 = add(centre, times(v, 2 * halfV));
      const three5 = [...centre, ...b3, ...c3];
      const fourth = minus(plus(point(b3), point(c3)), a);
      const rectangleTruth = [
        pointTriangle(q, a, point(b3), point(c3)),
        pointTriangle(q, fourth, point(b3), point(c3)),
      ].reduce((x, y) => (y.square < x.square ? y : x));
      squared = geometry.closestPointRectangleCorners(out, 0, p, 0, three5, 0);
      // The right angle of corners far from the origin is off by the corners' rounding, over the edges' length.
      const skew = halfU > 0 && halfV > 0 ? (ULP * largest(three5)) / Math.min(halfU, halfV) : 0;
      if (skew < 1e-13) {
        note(
          worst,
          'closestPointRectangleCorners',
          c,
          squared,
          rectangleTruth.square,
          size5,
          largest(three5, p),
          () => `p ${p} corners ${three5}`,
          () => [distanceTo(out, 0, rectangleTruth.on)],
        );
      }
    });
    worst.check();
    rates.check(0.05, 0.95);
  });
});

const nearestOfBox = (q: Point, obb: readonly number[]): { square: Exact; inside: boolean } => {
  const m = minus(q, point(obb));
  let sum = 0n;
  let inside = true;
  for (let k = 0; k < 3; k++) {
    const local = dotExact(m, point(obb, 6 + 3 * k));
    const half = exact(obb[3 + k]);
    const beyond = most(local - half, -local - half);
    if (beyond > 0n) {
      inside = false;
      sum += timesExact(beyond, beyond);
    }
  }
  return { square: sum, inside };
};

describe('points against boxes and planes', () => {
  it('plane, AABB, OBB, inside too (A1, A3, A4)', () => {
    const worst = new Worst();
    const rates = new Rates();
    const out = new Float64Array(6);
    sweep(SEED + 1, 80, (c) => {
      const { rng, regime } = c;
      const put = stage(rng, regime);
      const centre = put(inCube(rng, 0.5));
      const half = [1, 1, 1].map((_, k) => {
        const zero = regime.degenerate && rng.next() < 0.3;
        return zero ? 0 : regime.size * rng.range(0.2, 1) * (k > 0 ? regime.thin : 1);
      }) as Vec;
      const frame = axes(rng, regime);
      const obb = [...centre, ...half, ...frame.flat()];
      // Around the surface: inside, outside, and off it by the touching distance.
      const kind = regime.place === 'touching' || rng.next() < 0.3 ? 'touching' : 'any';
      const off = kind === 'touching' ? [-1e-6, 0, 1e-6][rng.integer(0, 2)] * regime.size : 0;
      const spread = rng.next() < 0.6 ? 0.95 : 1.6;
      const local = half.map((h, k) => {
        const x = rng.range(-spread, spread) * h;
        if (kind !== 'touching' || k !== 0) return regime.place === 'contained' ? rng.range(-0.9, 0.9) * h : x;
        return rng.next() < 0.5 ? h + off : -h - off;
      }) as Vec;
      const p = add(
        centre,
        frame.reduce((sum, axis, k) => add(sum, times(axis, local[k])), [0, 0, 0] as Vec),
      );
      const q = point(p);
      const size = Math.max(...half) + length(sub(p, centre));
      const coordinates = largest(centre, p);
      const message = (): string => `p ${p} obb ${obb}`;
      const truth = nearestOfBox(q, obb);
      const squared = geometry.closestPointObb(out, 0, p, 0, obb, 0);
      note(worst, 'closestPointObb', c, squared, truth.square, size, coordinates, message, () => [
        number(root(nearestOfBox(point(out), obb).square)),
        Math.abs(distanceTo(out, 0, q) - number(root(truth.square))),
      ]);
      expect(geometry.distanceSquaredPointObb(p, 0, obb, 0)).toBe(squared);
      rates.note('in OBB', truth.inside);
      // Within a few last bits of the surface either answer is right.
      const depths = [0, 1, 2].map((k) => {
        const x = number(dotExact(minus(q, point(obb)), point(obb, 6 + 3 * k)));
        return half[k] - Math.abs(x);
      });
      const depth = Math.min(...depths);
      if (Math.abs(depth) > 16 * ULP * size) {
        expect(geometry.containsPointObb(p, 0, obb, 0), message()).toBe(truth.inside);
      }
      const separation = geometry.closestSurfacePointObb(out, 0, p, 0, obb, 0);
      const signed = truth.inside ? -depth : number(root(truth.square));
      worst.note('closestSurfacePointObb', regime.name, Math.abs(separation - signed), CLOSED * size, message);
      worst.note(
        'closestSurfacePointObb, point',
        regime.name,
        Math.abs(distanceTo(out, 0, q) - Math.abs(signed)),
        CLOSED * size + 4 * ULP * coordinates,
        message,
      );
      const n = at(out, 3);
      worst.note('closestSurfacePointObb, unit normal', regime.name, Math.abs(length(n) - 1), CLOSED, message);
      worst.note(
        'closestSurfacePointObb, normal',
        regime.name,
        length(sub(sub(p, at(out)), times(n, separation))),
        CLOSED * size + 8 * ULP * coordinates,
        message,
      );

      const aabb = [...sub(centre, half), ...add(centre, half)];
      const pe = [0, 1, 2].map((k) => {
        const low = exact(aabb[k]);
        const high = exact(aabb[3 + k]);
        return { on: most(low, least(q[k], high)), depth: least(q[k] - low, high - q[k]) };
      });
      const on: Point = [pe[0].on, pe[1].on, pe[2].on];
      const boxed = geometry.closestPointAabb(out, 0, p, 0, aabb, 0);
      note(worst, 'closestPointAabb', c, boxed, square(minus(q, on)), size, 0, message, () => [distanceTo(out, 0, on)]);
      expect(geometry.distanceSquaredPointAabb(p, 0, aabb, 0)).toBe(boxed);
      const insideAabb = pe.every((x) => x.depth >= 0n);
      expect(geometry.containsPointAabb(p, 0, aabb, 0), message()).toBe(insideAabb);
      rates.note('in AABB', insideAabb);
      const surface = geometry.closestSurfacePointAabb(out, 0, p, 0, aabb, 0);
      const aabbSigned = insideAabb ? -number(least(...pe.map((x) => x.depth))) : number(root(square(minus(q, on))));
      worst.note('closestSurfacePointAabb', regime.name, Math.abs(surface - aabbSigned), CLOSED * size, message);

      // Planes n·x = d cancel far from the origin: what is asked is relative to |n||p| + |d| there.
      const normal = times(direction(rng), rng.next() < 0.5 ? 1 : 10 ** rng.range(-3, 3));
      const plane = [...normal, dot(normal, centre) * (regime.degenerate ? 1 : 1 + rng.range(-1e-6, 1e-6))];
      const ne = point(normal);
      const height = dotExact(ne, q) - exact(plane[3]);
      const n2 = square(ne);
      const reach = length(p) + Math.abs(plane[3]) / length(normal);
      const distanceTruth = number(over(height, root(n2)));
      worst.note(
        'signedDistancePointPlane',
        regime.name,
        Math.abs(geometry.signedDistancePointPlane(p, 0, plane, 0) - distanceTruth),
        CLOSED * reach,
        () => `p ${p} plane ${plane}`,
      );
      const planeSquared = geometry.closestPointPlane(out, 0, p, 0, plane, 0);
      const foot = along(q, ne, -over(height, n2));
      worst.note(
        'closestPointPlane',
        regime.name,
        Math.max(Math.abs(Math.sqrt(planeSquared) - Math.abs(distanceTruth)), distanceTo(out, 0, foot)),
        CLOSED * reach,
        () => `p ${p} plane ${plane}`,
      );
    });
    worst.check();
    rates.check(0.15, 0.85);
  });
});

describe('lines, segments and triangles in pairs', () => {
  it('line and line, at any angle (A9)', () => {
    const worst = new Worst();
    const rates = new Rates();
    const out = new Float64Array(8);
    sweep(SEED + 2, 120, (c) => {
      const { rng, regime } = c;
      const put = stage(rng, regime);
      const [a0, a1] = cloud(rng, regime, 2) as [Vec, Vec];
      const [b0, b1] = place(rng, regime, [a0, a1], cloud(rng, regime, 2)) as [Vec, Vec];
      const d1 = put(sub(a1, a0), false);
      const d2 =
        rng.next() < 0.3
          ? add(times(d1, rng.range(-2, 2)), inCube(rng, 10 ** rng.range(-16, 0) * regime.size))
          : put(sub(b1, b0), false);
      const a = [...put(a0), ...d1];
      const b = [...put(b0), ...d2];
      const [oa, da, ob, db] = [point(a), point(a, 3), point(b), point(b, 3)];
      const n = crossExact(da, db);
      const n2 = square(n);
      const lengths = square(da) * square(db);
      // sin² of the angle; the limit of parallel is 1e-24.
      const sine = lengths === 0n ? 0 : Math.sqrt(number((n2 * ONE * ONE) / lengths));
      const message = (): string => `${c.name}: a ${a} b ${b}`;
      // Between these the limit of 1e-12 and rounding decide, and the angle means nothing.
      if (sine > 5e-13 && sine < 2e-12) return;
      expect(geometry.areParallelLines(a, 0, b, 0), message()).toBe(sine < 1e-12);
      rates.note('parallel', sine < 1e-12);
      const squared = geometry.closestPointsLineLine(out, 0, a, 0, b, 0);
      if (sine < 1e-12) {
        const onB = square(db) === 0n ? ob : along(ob, db, footOn(oa, ob, db));
        const fromA = square(db) === 0n && square(da) > 0n ? along(oa, da, footOn(ob, oa, da)) : oa;
        const parallel = number(lengthExact(minus(fromA, onB)));
        const size = extent(a.slice(0, 3), b.slice(0, 3)) + regime.size;
        worst.note(
          'closestPointsLineLine, parallel',
          regime.name,
          Math.abs(Math.sqrt(squared) - parallel),
          4e-12 * size,
          message,
        );
        return;
      }
      const r = minus(ob, oa);
      const s = over(dotExact(crossExact(r, db), n), n2);
      const t = over(dotExact(crossExact(r, da), n), n2);
      const onA = along(oa, da, s);
      const onB = along(ob, db, t);
      // A direction's own rounding turns the normal by its last bit over the sine of the angle: no formula gets below.
      const size = extent(a.slice(0, 3), b.slice(0, 3));
      worst.note(
        'closestPointsLineLine',
        regime.name,
        Math.abs(Math.sqrt(squared) - number(lengthExact(minus(onA, onB)))),
        (CLOSED + (8 * ULP) / sine) * size,
        message,
      );
      const reach = size / sine;
      worst.note(
        'closestPointsLineLine, points',
        regime.name,
        Math.max(distanceTo(out, 0, onA), distanceTo(out, 3, onB)),
        (CLOSED + (8 * ULP) / sine) * reach + 8 * ULP * largest(a.slice(0, 3), b.slice(0, 3)),
        message,
      );
    });
    worst.check();
    rates.check(0.05, 0.95);
  });

  it('segment and segment, segment and triangle, triangle and triangle (A10, A11, A12)', () => {
    const worst = new Worst();
    const rates = new Rates();
    const out = new Float64Array(8);
    sweep(SEED + 3, 36, (c) => {
      const { rng, regime } = c;
      const put = stage(rng, regime);
      const a0 = triangle(rng, regime);
      const b0 = place(rng, regime, a0, triangle(rng, regime));
      if (rng.next() < 0.15) b0[rng.integer(0, 2)] = a0[rng.integer(0, 2)];
      if (rng.next() < 0.1) b0[1] = add(b0[0], times(sub(a0[1], a0[0]), rng.integer(-4, 4) / 2));
      const a = flat(a0.map((v) => put(v)));
      const b = flat(b0.map((v) => put(v)));
      const ea = pointsOf(a) as [Point, Point, Point];
      const eb = pointsOf(b) as [Point, Point, Point];
      const size = extent(a, b);
      const coordinates = largest(a, b);
      const message = (): string => `a ${a} b ${b}`;

      let squared = geometry.closestPointsSegmentSegment(out, 0, a, 0, b, 0);
      const ss = segmentSegment(ea[0], ea[1], eb[0], eb[1]);
      note(worst, 'closestPointsSegmentSegment', c, squared, ss.square, size, coordinates, message, () => {
        const [p, q] = [point(out), point(out, 3)];
        return [
          Math.abs(number(lengthExact(minus(p, q))) - number(root(ss.square))),
          number(root(pointSegment(p, ea[0], ea[1]).square)),
          number(root(pointSegment(q, eb[0], eb[1]).square)),
          out[6] >= 0 && out[6] <= 1 ? distanceTo(out, 0, along(ea[0], minus(ea[1], ea[0]), exact(out[6]))) : Infinity,
          out[7] >= 0 && out[7] <= 1 ? distanceTo(out, 3, along(eb[0], minus(eb[1], eb[0]), exact(out[7]))) : Infinity,
        ];
      });
      expect(geometry.distanceSquaredSegmentSegment(a, 0, b, 0), message()).toBe(squared);
      expect(geometry.overlapsSegmentSegment(a, 0, b, 0), message()).toBe(
        ss.square === 0n && segmentsTouch(ea[0], ea[1], eb[0], eb[1]),
      );

      squared = geometry.closestPointsSegmentTriangle(out, 0, a, 0, b, 0);
      const st = segmentTriangle(ea[0], ea[1], eb[0], eb[1], eb[2]);
      const pairGaps = (truth: Exact, inA: (p: Point) => Exact, inB: (p: Point) => Exact) => (): number[] => [
        Math.abs(number(lengthExact(minus(point(out), point(out, 3)))) - number(root(truth))),
        number(root(inA(point(out)))),
        number(root(inB(point(out, 3)))),
      ];
      note(
        worst,
        'closestPointsSegmentTriangle',
        c,
        squared,
        st.square,
        size,
        coordinates,
        message,
        pairGaps(
          st.square,
          (p) => pointSegment(p, ea[0], ea[1]).square,
          (p) => pointTriangle(p, ...eb).square,
        ),
      );
      squared = geometry.closestPointsTriangleTriangle(out, 0, a, 0, b, 0);
      const tt = triangleTriangle(ea, eb);
      note(
        worst,
        'closestPointsTriangleTriangle',
        c,
        squared,
        tt.square,
        size,
        coordinates,
        message,
        pairGaps(
          tt.square,
          (p) => pointTriangle(p, ...ea).square,
          (p) => pointTriangle(p, ...eb).square,
        ),
      );
      rates.note('triangles meet', tt.square === 0n);
    });
    worst.check();
    rates.check(0.2, 0.8);
  });
});

/** Exact: coplanar, and crossing or touching. A computed distance of 0 may hide one below the last bit. */
function segmentsTouch(a: Point, b: Point, c: Point, d: Point): boolean {
  if (volume(a, b, c, d) !== 0n) return false;
  const onSegment = (p: Point, q: Point, r: Point): boolean =>
    square(crossExact(minus(r, q), minus(p, q))) === 0n && signOf(dotExact(minus(p, q), minus(p, r))) <= 0;
  if (onSegment(a, c, d) || onSegment(b, c, d) || onSegment(c, a, b) || onSegment(d, a, b)) return true;
  const n = crossExact(minus(b, a), minus(d, c));
  if (square(n) === 0n) return false;
  const side = (p: Point, q: Point, r: Point): number => signOf(dotExact(crossExact(minus(q, p), minus(r, p)), n));
  return side(a, b, c) * side(a, b, d) < 0 && side(c, d, a) * side(c, d, b) < 0;
}

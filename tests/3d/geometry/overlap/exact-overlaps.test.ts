import { describe, expect, it } from 'vitest';
import * as geometry from '../../../../entry/geometry3d.ts';
import {
  along,
  BOX_EDGES,
  BOX_FACES,
  boxCorners,
  cross as crossExact,
  dot as dotExact,
  type Exact,
  exact,
  gapAlong,
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
  pointTriangle,
  root,
  scaled,
  segmentTriangle,
  signOf,
  square,
  times as timesExact,
  triangleTriangle,
  volume,
} from '../../../support/exact-3d.ts';
import type { Rng } from '../../../support/rng.ts';
import {
  add,
  at,
  axes,
  cloud,
  cross,
  direction,
  dot,
  extent,
  flat,
  inCube,
  largest,
  length,
  place,
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

// Yes and no have to agree with exact arithmetic wherever the shapes are farther from touching than `BAND` last bits of
// their size; predicates documented as exact have no such band.

const SEED = 32001;
const BAND = 64 * ULP;
const CLOSED = 1e-12;

/** An OBB placed at unit size, as numbers. */
function randomObb(rng: Rng, regime: Regime, frame = axes(rng, regime)): number[] {
  const half = [1, 1, 1].map((_, k) => {
    if (regime.degenerate && rng.next() < 0.3) return 0;
    const h = rng.range(0.2, 1);
    return k > 0 && (k === 1 || rng.next() < 0.7) ? h * regime.thin : h;
  });
  return [...inCube(rng, 0.8), ...half, ...frame.flat()];
}

const cornersOf = (obb: readonly number[]): Vec[] =>
  Array.from({ length: 8 }, (_, i) => {
    let c = at(obb);
    for (let k = 0; k < 3; k++) c = add(c, times(at(obb, 6 + 3 * k), (i >> k) & 1 ? obb[3 + k] : -obb[3 + k]));
    return c;
  });

/** Turns axes by a little: from nothing to a hundredth, so that edges are nearly parallel. */
function nearby(rng: Rng, frame: [Vec, Vec, Vec]): [Vec, Vec, Vec] {
  const angle = rng.next() < 0.3 ? 0 : 10 ** rng.range(-17, -2);
  const d = direction(rng);
  const x = unit(add(frame[0], times(cross(d, frame[0]), angle)));
  const y0 = add(frame[1], times(cross(d, frame[1]), angle));
  const y = unit(sub(y0, times(x, dot(x, y0))));
  const result: Vec[] = [x, y, cross(x, y)];
  const turn = rng.integer(0, 2);
  return [result[turn], result[(turn + 1) % 3], result[(turn + 2) % 3]];
}

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
      const finish = (box: number[]): number[] => [...put(at(box)), ...put(at(box, 3), false), ...box.slice(6)];
      const a = finish(raw);
      const b = finish(other);
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
      const obb = [...put(at(raw)), ...put(at(raw, 3), false), ...raw.slice(6)];
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

describe('spheres', () => {
  it('against AABB, OBB, triangle, polygon (B7, B8)', () => {
    const worst = new Worst();
    const rates = new Rates();
    const out = new Float64Array(3);
    sweep(SEED + 3, 60, (c) => {
      const { rng, regime } = c;
      const put = stage(rng, regime);
      const raw = randomObb(rng, regime);
      const obb = [...put(at(raw)), ...put(at(raw, 3), false), ...raw.slice(6)];
      const centre = put(inCube(rng, regime.place === 'deep' ? 0.3 : 1.5));
      const frame = [0, 1, 2].map((k) => point(obb, 6 + 3 * k));
      const q = point(centre);
      const m = minus(q, point(obb));
      let sum = 0n;
      for (let k = 0; k < 3; k++) {
        const local = dotExact(m, frame[k]);
        const beyond = most(local - exact(obb[3 + k]), -local - exact(obb[3 + k]), 0n);
        sum += timesExact(beyond, beyond);
      }
      const toBox = number(root(sum));
      /** A radius that decides as the regime says. */
      const radiusFor = (d: number): number => {
        if (regime.place === 'touching') return Math.max(0, d + [-1e-6, 0, 1e-6][rng.integer(0, 2)] * regime.size);
        return regime.degenerate && rng.next() < 0.2 ? 0 : d * rng.range(0.3, 1.7) + rng.range(0, 0.02) * regime.size;
      };
      const check = (name: string, d: number, radius: number, answer: boolean, size: number, message: string): void => {
        rates.note(name, d <= radius);
        if (Math.abs(d - radius) > BAND * (size + radius)) {
          expect(answer, `${c.name}: ${name} d ${d} r ${radius} ${message}`).toBe(d <= radius);
        }
      };
      const size = length(sub(centre, at(obb))) + length(at(obb, 3));
      const r = radiusFor(toBox);
      const sphere = [...centre, r];
      check('overlapsSphereObb', toBox, r, geometry.overlapsSphereObb(sphere, 0, obb, 0), size, `[${sphere}] [${obb}]`);
      expect(geometry.overlapsSphereObbWithPoint(out, 0, sphere, 0, obb, 0)).toBe(
        geometry.overlapsSphereObb(sphere, 0, obb, 0),
      );
      const onBox = minus(point(out), q);
      worst.note(
        'overlapsSphereObbWithPoint',
        regime.name,
        Math.abs(number(lengthExact(onBox)) - toBox),
        CLOSED * size + 4 * ULP * largest(centre, at(obb)),
        () => `${c.name} [${sphere}] [${obb}]`,
      );
      const aabb = [...sub(at(obb), at(obb, 3)), ...add(at(obb), at(obb, 3))];
      let boxed = 0n;
      for (let k = 0; k < 3; k++) {
        const beyond = most(exact(aabb[k]) - q[k], q[k] - exact(aabb[3 + k]), 0n);
        boxed += timesExact(beyond, beyond);
      }
      const toAabb = number(root(boxed));
      sphere[3] = radiusFor(toAabb);
      check(
        'overlapsSphereAabb',
        toAabb,
        sphere[3],
        geometry.overlapsSphereAabb(sphere, 0, aabb, 0),
        size,
        `[${sphere}] [${aabb}]`,
      );
      expect(geometry.overlapsSphereAabbWithPoint(out, 0, sphere, 0, aabb, 0)).toBe(
        geometry.overlapsSphereAabb(sphere, 0, aabb, 0),
      );

      const t0 = triangle(rng, regime).map((v) => put(v));
      const [a, b, d] = t0.map((v) => point(v)) as [Point, Point, Point];
      const t = flat(t0);
      const toTriangle = number(root(pointTriangle(q, a, b, d).square));
      sphere[3] = radiusFor(toTriangle);
      check(
        'overlapsSphereTriangle',
        toTriangle,
        sphere[3],
        geometry.overlapsSphereTriangle(sphere, 0, t, 0),
        extent(t, centre),
        `[${sphere}] [${t}]`,
      );

      // A star-shaped, mostly concave polygon in a plane, and in a coordinate plane half of the time.
      const count = rng.integer(3, 9);
      const [u, v] =
        rng.next() < 0.5
          ? ([
              [1, 0, 0],
              [0, 1, 0],
            ] as Vec[])
          : axes(rng, regime);
      const middle = inCube(rng, 0.5);
      const turn = rng.next();
      const polygon = Array.from({ length: count }, (_, i) => {
        const angle = (2 * Math.PI * (i + turn)) / count;
        const reach = rng.range(0.3, 1);
        return add(middle, add(times(u, reach * Math.cos(angle)), times(v, reach * regime.thin * Math.sin(angle))));
      }).map((p) => put(p));
      const fan = polygon.map((p, i) => [point(put(middle)), point(p), point(polygon[(i + 1) % count])] as const);
      let nearest: Exact | undefined;
      for (const [f, g, h] of fan) {
        const next = pointTriangle(q, f, g, h).square;
        if (nearest === undefined || next < nearest) nearest = next;
      }
      const toPolygon = number(root(nearest!));
      const vertices = flat(polygon);
      sphere[3] = radiusFor(toPolygon);
      // The vertices are off their plane by rounding, which a thin polygon's mean normal magnifies only along its
      // width.
      const polygonSize = extent(vertices, centre) + 4 * largest(vertices);
      check(
        'overlapsSpherePolygon',
        toPolygon,
        sphere[3],
        geometry.overlapsSpherePolygon(sphere, 0, vertices, 0, count),
        polygonSize,
        `[${sphere}] [${vertices}]`,
      );
      const squared = geometry.closestPointPolygon(out, 0, centre, 0, vertices, 0, count);
      worst.note(
        'closestPointPolygon',
        regime.name,
        Math.max(
          Math.abs(Math.sqrt(squared) - toPolygon),
          Math.abs(number(lengthExact(minus(point(out), q))) - toPolygon),
        ),
        CLOSED * extent(vertices, centre) + 16 * ULP * largest(vertices, centre),
        () => `${c.name} p [${centre}] polygon [${vertices}]`,
      );
    });
    worst.check();
    rates.check();
  });
});

describe('planes', () => {
  it('sphere, AABB, OBB and cone against a plane: three questions each (B4, B5, B6)', () => {
    const worst = new Worst();
    const rates = new Rates();
    const out = new Float64Array(3);
    sweep(SEED + 4, 80, (c) => {
      const { rng, regime } = c;
      const put = stage(rng, regime);
      const raw = randomObb(rng, regime);
      const obb = [...put(at(raw)), ...put(at(raw, 3), false), ...raw.slice(6)];
      const n: Vec = regime.degenerate
        ? (
            [
              [1, 0, 0],
              [0, -1, 0],
              [0, 0, 2],
            ] as Vec[]
          )[rng.integer(0, 2)]
        : times(direction(rng), 10 ** rng.range(-3, 3));
      const ne = point(n);
      const nLength = number(lengthExact(ne));
      const radius = rng.next() * regime.size;
      const sphere = [...at(obb), radius];
      const aabb = [...sub(at(obb), at(obb, 3)), ...add(at(obb), at(obb, 3))];
      // A cone whose axis is now and then along the normal.
      const apex = put(inCube(rng));
      const axis =
        rng.next() < 0.3 ? times(n, (rng.range(-1, 1) * regime.size) / length(n)) : times(inCube(rng), regime.size);
      const base = add(apex, axis);
      const coneRadius = rng.next() * regime.size * regime.thin;
      const cone = [...apex, ...base, coneRadius];
      const project = (points: readonly Point[]): [Exact, Exact] => {
        const heights = points.map((p) => dotExact(p, ne));
        return [least(...heights), most(...heights)];
      };
      const reachOfSphere = timesExact(exact(radius), lengthExact(ne));
      const middle = dotExact(point(obb), ne);
      const u = minus(point(base), point(apex));
      const u2 = square(u);
      const across = u2 === 0n ? 0n : root(square(crossExact(ne, u)) === 0n ? 0n : over(square(crossExact(ne, u)), u2));
      const coneReach = timesExact(exact(coneRadius), across);
      const [tip, rim] = [dotExact(point(apex), ne), dotExact(point(base), ne)];
      const bodies = [
        {
          name: 'Sphere',
          span: [middle - reachOfSphere, middle + reachOfSphere] as [Exact, Exact],
          data: sphere,
          ask: [geometry.overlapsSpherePlane, geometry.containsSphereHalfSpace, geometry.overlapsSphereHalfSpace],
          reach: length(at(obb)) + radius,
        },
        {
          name: 'Aabb',
          span: project(
            Array.from(
              { length: 8 },
              (_, i) => [0, 1, 2].map((k) => exact(aabb[(i >> k) & 1 ? 3 + k : k])) as unknown as Point,
            ),
          ),
          data: aabb,
          ask: [geometry.overlapsAabbPlane, geometry.containsAabbHalfSpace, geometry.overlapsAabbHalfSpace],
          reach: length(at(obb)) + length(at(obb, 3)),
        },
        {
          name: 'Obb',
          span: project(boxCorners(obb)),
          data: obb,
          ask: [geometry.overlapsObbPlane, geometry.containsObbHalfSpace, geometry.overlapsObbHalfSpace],
          reach: length(at(obb)) + length(at(obb, 3)),
        },
        {
          name: 'Cone',
          span: [least(tip, rim - coneReach), most(tip, rim + coneReach)] as [Exact, Exact],
          data: cone,
          ask: [geometry.overlapsConePlane, geometry.containsConeHalfSpace, geometry.overlapsConeHalfSpace],
          reach: length(apex) + length(base) + coneRadius,
        },
      ] as const;
      for (const body of bodies) {
        const low = number(body.span[0]) / nLength;
        const high = number(body.span[1]) / nLength;
        const wide = regime.place === 'touching' ? 1e-6 * regime.size : (high - low) * 0.8 + 0.01 * regime.size;
        const around = [low, high, (low + high) / 2][rng.integer(0, 2)];
        const exactly = regime.place === 'touching' && rng.next() < 0.3;
        const d = (around + (exactly ? 0 : rng.range(-wide, wide))) * nLength;
        const plane = [...n, d];
        const de = exact(d);
        const [bottom, top] = [number(body.span[0] - de) / nLength, number(body.span[1] - de) / nLength];
        const truths = [bottom <= 0 && top >= 0, top <= 0, bottom <= 0];
        const margins = [Math.min(Math.abs(bottom), Math.abs(top)), Math.abs(top), Math.abs(bottom)];
        const message = (): string =>
          `${c.name}: ${body.name} [${body.data}] plane [${plane}] from ${bottom} to ${top}`;
        body.ask.forEach((ask, i) => {
          rates.note(ask.name, truths[i]);
          if (margins[i] > BAND * (body.reach + Math.abs(d) / nLength)) {
            expect(ask(body.data, 0, plane, 0), `${ask.name}, ${message()}`).toBe(truths[i]);
          }
        });
        if (body.name !== 'Cone') continue;
        const deepest = geometry.deepestPointConePlane(out, 0, cone, 0, plane, 0);
        const limit = CLOSED * (body.reach + Math.abs(d) / nLength);
        worst.note('deepestPointConePlane', regime.name, Math.abs(deepest - bottom), limit, message);
        const p = point(out);
        const written = number(dotExact(p, ne) - de) / nLength;
        worst.note('deepestPointConePlane, point', regime.name, Math.abs(written - bottom), limit, message);
      }
    });
    worst.check();
    rates.check(0.2, 0.8);
  });

  it('two planes, three planes (B15)', () => {
    const worst = new Worst();
    const rates = new Rates();
    const out = new Float64Array(6);
    sweep(SEED + 5, 80, (c) => {
      const { rng, regime } = c;
      const put = stage(rng, regime);
      const through = put(inCube(rng));
      const stretch = (): number => 10 ** rng.range(-2, 2);
      const normals = [direction(rng), direction(rng), direction(rng)].map((v) => times(v, stretch())) as [
        Vec,
        Vec,
        Vec,
      ];
      const kind = rng.integer(0, 5);
      if (regime.degenerate && kind < 2) normals[1] = times(normals[0], -2);
      else if (kind === 2)
        normals[1] = add(times(normals[0], 2), times(direction(rng), length(normals[0]) * 10 ** rng.range(-9, -1)));
      const planes = normals.map((n) => [...n, dot(n, through)]);
      // The same plane, or one beside it.
      if (regime.degenerate && kind < 2) planes[1][3] = (kind === 0 ? -2 : -2.1) * planes[0][3];
      const [a, b, d] = planes as [number[], number[], number[]];
      const [na, nb, nc] = planes.map((p) => point(p)) as [Point, Point, Point];
      const [da, db, dc] = planes.map((p) => exact(p[3])) as [Exact, Exact, Exact];
      const n = crossExact(na, nb);
      const message = (): string => `${c.name}: ${JSON.stringify(planes)}`;
      const sine = number(over(lengthExact(n), timesExact(lengthExact(na), lengthExact(nb))));
      const reach = Math.max(...planes.map((p) => Math.abs(p[3]) / length(at(p))));
      const pair = geometry.intersectPlanePlane(out, 0, a, 0, b, 0);
      rates.note('two planes meet', pair === geometry.PLANES_MEET);
      if (sine < 5e-13) expect(pair, message()).toBe(kind === 0 ? geometry.PLANES_COINCIDE : geometry.PLANES_APART);
      else if (sine > 2e-12) {
        expect(pair, message()).toBe(geometry.PLANES_MEET);
        const n2 = square(n);
        const foot = scaled(crossExact(minus(scaled(nb, da), scaled(na, db)), n), over(ONE, n2));
        const size = (CLOSED + (32 * ULP) / sine) * (reach / sine);
        worst.note('intersectPlanePlane', regime.name, number(lengthExact(minus(point(out), foot))), size, message);
        const tilt = number(lengthExact(crossExact(point(out, 3), scaled(n, over(ONE, lengthExact(n))))));
        worst.note('intersectPlanePlane, direction', regime.name, tilt, (8 * ULP) / sine, message);
      }
      const determinant = dotExact(na, crossExact(nb, nc));
      const lengths = timesExact(lengthExact(na), timesExact(lengthExact(nb), lengthExact(nc)));
      const spread = Math.abs(number(over(determinant, lengths)));
      const triple = geometry.intersectPlanePlanePlane(out, 0, a, 0, b, 0, d, 0);
      if (spread > 2e-12) {
        expect(triple, message()).toBe(geometry.PLANES_MEET);
        const sum = plus(
          plus(scaled(crossExact(nb, nc), da), scaled(crossExact(nc, na), db)),
          scaled(crossExact(na, nb), dc),
        );
        const truth = scaled(sum, over(ONE, determinant));
        worst.note(
          'intersectPlanePlanePlane',
          regime.name,
          number(lengthExact(minus(point(out), truth))),
          (CLOSED + (32 * ULP) / spread) * (reach / spread),
          message,
        );
      } else if (spread < 5e-13) expect(triple, message()).not.toBe(geometry.PLANES_MEET);
    });
    worst.check();
    rates.check(0.5, 0.99);
  });
});

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

/** The eight corners of a frustum's planes, exactly, and whether every triple meets. */
function frustumCorners(planes: readonly number[]): Point[] {
  const n = (i: number): Point => point(planes, 4 * i);
  const d = (i: number): Exact => exact(planes[4 * i + 3]);
  const meet = (i: number, j: number, k: number): Point => {
    const sum = plus(
      plus(scaled(crossExact(n(j), n(k)), d(i)), scaled(crossExact(n(k), n(i)), d(j))),
      scaled(crossExact(n(i), n(j)), d(k)),
    );
    return scaled(sum, over(ONE, dotExact(n(i), crossExact(n(j), n(k)))));
  };
  return Array.from({ length: 8 }, (_, i) => meet(i & 1 ? 1 : 0, i & 2 ? 3 : 2, i & 4 ? 5 : 4));
}

/** A perspective or orthographic view as a column matrix, by its six bounds. */
function viewMatrix(rng: Rng, eye: Vec, frame: [Vec, Vec, Vec], size: number, perspective: boolean): number[] {
  const near = rng.range(0.05, 0.5) * size;
  const far = near + rng.range(1, 4) * size;
  const w = rng.range(0.2, 1) * (perspective ? near : size);
  const h = rng.range(0.2, 1) * (perspective ? near : size);
  const skew = rng.next() < 0.3 ? rng.range(-0.5, 0.5) * w : 0;
  const [x, y, z] = frame;
  const view = [x, y, z].map((a) => [...a, -dot(a, eye)]);
  const projection = perspective
    ? [
        [near / w, 0, skew / w, 0],
        [0, near / h, 0, 0],
        [0, 0, -(far + near) / (far - near), (-2 * far * near) / (far - near)],
        [0, 0, -1, 0],
      ]
    : [
        [1 / w, 0, 0, skew / w],
        [0, 1 / h, 0, 0],
        [0, 0, -2 / (far - near), -(far + near) / (far - near)],
        [0, 0, 0, 1],
      ];
  const rows = [...view, [0, 0, 0, 1]];
  const product = projection.map((row) => [0, 1, 2, 3].map((j) => row.reduce((sum, v, k) => sum + v * rows[k][j], 0)));
  return Array.from({ length: 16 }, (_, i) => product[i % 4][Math.floor(i / 4)]);
}

describe('frustum', () => {
  it('boxes and spheres, the fast form and the exact one (B11)', () => {
    const rates = new Rates();
    let corner = 0;
    sweep(SEED + 8, 36, (c) => {
      const { rng, regime } = c;
      const put = stage(rng, regime);
      const eye = put(inCube(rng, 0.5));
      const frustum = new Array<number>(24).fill(0);
      const frame = axes(rng, regime);
      const perspective = rng.next() < 0.7;
      geometry.computeFrustumPlanes(
        frustum,
        0,
        viewMatrix(rng, eye, frame, regime.size, perspective),
        0,
        geometry.CLIP_DEPTH_MINUS_ONE_TO_ONE,
      );
      const corners = frustumCorners(frustum);
      const middle = corners
        .map((p) => p.map(number) as Vec)
        .reduce((s, p) => add(s, times(p, 1 / 8)), [0, 0, 0] as Vec);
      const reach = Math.max(...corners.map((p) => length(sub(p.map(number) as Vec, middle))));
      // Around the surface: the direction from the middle at a distance about that of a corner.
      const raw = randomObb(rng, regime, rng.next() < 0.3 ? frame : axes(rng, regime));
      const near = corners[rng.integer(0, 7)].map(number) as Vec;
      const centre =
        regime.place === 'contained'
          ? add(middle, times(inCube(rng), 0.02 * reach))
          : rng.next() < 0.5
            ? add(near, times(inCube(rng), rng.range(0, 1.5) * regime.size))
            : add(middle, times(inCube(rng), 1.2 * reach));
      const scale = regime.place === 'contained' ? 0.01 : 0.5;
      const obb = [...centre, ...times(at(raw, 3), scale * regime.size), ...raw.slice(6)];
      if (rng.next() < 0.4) obb.splice(6, 9, 1, 0, 0, 0, 1, 0, 0, 0, 1);
      const message = (): string => `${c.name}: obb [${obb}] frustum [${frustum}]`;
      const band = 1e-11 * (reach + largest(centre, eye));
      const truth = (box: readonly Point[], frameOf: readonly Point[]): { outside: number; inside: number } => {
        const normals = [0, 1, 2, 3, 4, 5].map((i) => point(frustum, 4 * i));
        const edges = BOX_EDGES.map(([i, j]) => minus(corners[i], corners[j]));
        const directions = [...normals, ...frameOf, ...edges.flatMap((e) => frameOf.map((f) => crossExact(e, f)))];
        const outside = number(gapAlong(corners, box, directions));
        const inside = Math.min(
          ...normals.map((n, i) => number(least(...box.map((p) => dotExact(p, n))) - exact(frustum[4 * i + 3]))),
        );
        return { outside, inside };
      };
      const judge = (name: string, t: { outside: number; inside: number }, fast: number, exactAnswer: number): void => {
        if (Math.abs(t.outside) > band && Math.abs(t.inside) > band) {
          const right =
            t.outside > 0
              ? geometry.FRUSTUM_OUTSIDE
              : t.inside >= 0
                ? geometry.FRUSTUM_INSIDE
                : geometry.FRUSTUM_CROSSING;
          expect(exactAnswer, `${name} ${t.outside} ${t.inside} ${message()}`).toBe(right);
          rates.note(`${name} outside`, right === geometry.FRUSTUM_OUTSIDE);
          if (fast !== right) {
            // The fast form may only take outside for crossing.
            expect([fast, right], `${name} fast, ${message()}`).toEqual([
              geometry.FRUSTUM_CROSSING,
              geometry.FRUSTUM_OUTSIDE,
            ]);
            corner++;
          }
        }
      };
      judge(
        'classifyObbFrustumExact',
        truth(
          boxCorners(obb),
          [0, 1, 2].map((k) => point(obb, 6 + 3 * k)),
        ),
        geometry.classifyObbFrustum(obb, 0, frustum, 0),
        geometry.classifyObbFrustumExact(obb, 0, frustum, 0),
      );
      const aabb = [...sub(centre, at(obb, 3)), ...add(centre, at(obb, 3))];
      judge(
        'classifyAabbFrustumExact',
        truth(
          Array.from(
            { length: 8 },
            (_, i) => [0, 1, 2].map((k) => exact(aabb[(i >> k) & 1 ? 3 + k : k])) as unknown as Point,
          ),
          [0, 1, 2].map((k) => point([1, 0, 0, 0, 1, 0, 0, 0, 1], 3 * k)),
        ),
        geometry.classifyAabbFrustum(aabb, 0, frustum, 0),
        geometry.classifyAabbFrustumExact(aabb, 0, frustum, 0),
      );
      // A sphere: exact distance from the solid by its faces.
      const q = point(centre);
      const heights = [0, 1, 2, 3, 4, 5].map((i) => dotExact(point(frustum, 4 * i), q) - exact(frustum[4 * i + 3]));
      const toFaces = BOX_FACES.map(([i, j, k, l]) =>
        least(
          pointTriangle(q, corners[i], corners[j], corners[k]).square,
          pointTriangle(q, corners[i], corners[k], corners[l]).square,
        ),
      );
      const within = heights.every((h) => h >= 0n);
      const d = within ? 0 : number(root(least(...toFaces)));
      const radius =
        regime.place === 'touching'
          ? Math.max(0, d + [-1e-6, 0, 1e-6][rng.integer(0, 2)] * regime.size)
          : rng.range(0.2, 1.8) * (within ? 0.2 * reach : d);
      const sphere = [...centre, radius];
      judge(
        'classifySphereFrustumExact',
        { outside: d - radius, inside: Math.min(...heights.map(number)) - radius },
        geometry.classifySphereFrustum(sphere, 0, frustum, 0),
        geometry.classifySphereFrustumExact(sphere, 0, frustum, 0),
      );
    });
    rates.check(0.2, 0.8);
    expect(corner).toBeGreaterThan(20);
  });
});

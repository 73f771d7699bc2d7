import { describe, expect, it } from 'vitest';
import * as geometry from '../../../../entry/geometry3d.ts';
import {
  along,
  BOX_EDGES,
  cross as crossExact,
  dot as dotExact,
  type Exact,
  exact,
  least,
  length as lengthExact,
  minus,
  most,
  number,
  ONE,
  type Point,
  point,
  pointSegment,
  pointTriangle,
  root,
  scaled,
  square,
  times as timesExact,
} from '../../../support/exact-3d.ts';
import {
  add,
  at,
  axes,
  type Case,
  direction,
  dot,
  extent,
  flat,
  inCube,
  largest,
  length,
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
import { ball, capsuleSolid, firstHit, planesSolid, roundedSolid, type Solid } from '../support/solids.ts';

// A moving sphere is a ray at the shape rounded by its radius, a moving box one at the shape swollen by the box. The
// exact first hit of that ray, of the form grown and shrunk by 1e-12 of size and way, brackets the routine's, as in
// rays.test.ts.

const SEED = 35001;
const CLOSED = 1e-12;

type Cast = (
  out: Float64Array,
  outOffset: number,
  mover: readonly number[],
  moverOffset: number,
  translation: readonly number[],
  translationOffset: number,
  shape: readonly number[],
  shapeOffset: number,
) => number;

const out = new Float64Array(6);

/**
 * Holds a cast between the grown and the shrunk form; `onShape` and `onMover` are distances of the contact point, at t.
 */
function hold(
  worst: Worst,
  rates: Rates,
  c: Case,
  cast: Cast,
  mover: readonly number[],
  centre: Vec,
  move: Vec,
  shape: readonly number[],
  size: number,
  form: (grow: number) => Solid,
  onShape: (p: Point) => number,
  onMover?: (p: Point, centre: Point) => number,
): void {
  const middle = at(shape);
  const band = CLOSED * (size + length(sub(centre, middle)) + length(move));
  const [o, d] = [point(centre), point(move)];
  const early = firstHit(form(band), o, d);
  const late = firstHit(form(-band), o, d);
  out.fill(7);
  const t = cast(out, 0, mover, 0, move, 0, shape, 0);
  const message = (): string =>
    `${cast.name}, ${c.name}: [${mover}] by [${move}] at [${shape}] between ${early} and ${late}, got ${t}`;
  if (early > 1 + 1e-12) expect(t, message()).toBe(Infinity);
  if (late < 1 - 1e-12) expect(t, message()).toBeLessThan(Infinity);
  rates.note(cast.name, t < Infinity);
  if (t === Infinity) {
    expect(Array.from(out), message()).toEqual([7, 7, 7, 7, 7, 7]);
    return;
  }
  const slack = 8 * ULP * t;
  expect(t, message()).toBeGreaterThanOrEqual(early - slack);
  expect(t, message()).toBeLessThanOrEqual(Math.min(1, late + slack));
  if (late === 0) expect(t, message()).toBe(0);
  const p = point(out);
  const rounding = 4 * band + 16 * ULP * (largest(at(out), centre) + length(move));
  worst.note(`${cast.name}, point on the shape`, c.regime.name, onShape(p), rounding, message);
  if (onMover !== undefined && t > 0) {
    // Grazing, the fraction may be anything between the brackets.
    const loose = late < Infinity ? length(move) * (late - early) : Math.sqrt(band * size) * 4;
    worst.note(
      `${cast.name}, point on the mover`,
      c.regime.name,
      onMover(p, along(o, d, exact(t))),
      rounding + loose,
      message,
    );
  }
  const n = at(out, 3);
  worst.note(`${cast.name}, normal`, c.regime.name, t === 0 ? length(n) : Math.abs(length(n) - 1), CLOSED, message);
  if (t > 0 && (late - early) * length(move) < 1e-9 * size) {
    expect(dot(n, move), message()).toBeLessThanOrEqual(1e-4 * length(move));
  }
}

/**
 * A centre and a translation that brings it to about `reach` from a point of the shape, to touch as the regime says.
 */
function approach(c: Case, target: Vec, reach: number): { centre: Vec; move: Vec } {
  const { rng, regime } = c;
  const size = regime.size;
  const side = direction(rng);
  const off =
    regime.place === 'touching' ? reach + [-1e-6, 0, 1e-6][rng.integer(0, 2)] * size : reach * rng.range(0, 2.2);
  const aim = add(target, times(side, off));
  let way = direction(rng);
  if (rng.next() < 0.5) way = times(sub(way, times(side, dot(way, side))), 1);
  if (regime.degenerate && rng.next() < 0.5) {
    way = [0, 0, 0];
    way[rng.integer(0, 2)] = rng.next() < 0.5 ? 1 : -1;
  }
  const distance = rng.range(0.2, 3) * size;
  const move = times(way, distance);
  const start = regime.place === 'contained' || rng.next() < 0.08 ? 0 : rng.range(0.3, 1.7);
  return { centre: sub(aim, times(move, start)), move };
}

const within =
  (radius: Exact) =>
  (p: Point, q: Point): number =>
    Math.abs(number(lengthExact(minus(p, q)) - radius));

describe('moving spheres', () => {
  it('at a sphere, capsule, segment, plane (D3, D5)', () => {
    const worst = new Worst();
    const rates = new Rates();
    sweep(SEED, 50, (c) => {
      const { rng, regime } = c;
      const put = stage(rng, regime);
      const a = put(inCube(rng, 0.5));
      const b = regime.degenerate && rng.next() < 0.3 ? a : put(inCube(rng, 0.5));
      const thick = (): number =>
        regime.degenerate && rng.next() < 0.2
          ? 0
          : rng.range(0.05, 0.6) * regime.size * (rng.next() < 0.3 ? regime.thin : 1);
      const [own, r] = [thick(), thick()];
      const k = rng.next();
      const onAxis = add(a, times(sub(b, a), k));
      const toSphere = approach(c, a, own + r);
      const sphere = [...a, r];
      const mover = [...toSphere.centre, own];
      const surface = (distance: Exact, radius: number): number => Math.max(0, number(distance) - radius);
      // The sum of two radii is rounded once.
      hold(
        worst,
        rates,
        c,
        geometry.castSphereSphere,
        mover,
        toSphere.centre,
        toSphere.move,
        sphere,
        own + r,
        (grow) => ball([...a, r + own], grow),
        (p) => surface(lengthExact(minus(p, point(a))), r),
        within(exact(own)),
      );
      const toCapsule = approach(c, onAxis, own + r);
      const capsule = [...a, ...b, r];
      const capsuleMover = [...toCapsule.centre, own];
      hold(
        worst,
        rates,
        c,
        geometry.castSphereCapsule,
        capsuleMover,
        toCapsule.centre,
        toCapsule.move,
        capsule,
        own + r + length(sub(b, a)),
        (grow) => (length(sub(b, a)) === 0 ? ball([...a, r + own], grow) : capsuleSolid([...a, ...b, r + own], grow)),
        (p) => surface(root(pointSegment(p, point(a), point(b)).square), r),
        within(exact(own)),
      );
      const toSegment = approach(c, onAxis, own);
      const segment = [...a, ...b];
      hold(
        worst,
        rates,
        c,
        geometry.castSphereSegment,
        [...toSegment.centre, own],
        toSegment.centre,
        toSegment.move,
        segment,
        own + length(sub(b, a)),
        (grow) => (length(sub(b, a)) === 0 ? ball([...a, own], grow) : capsuleSolid([...a, ...b, own], grow)),
        (p) => number(root(pointSegment(p, point(a), point(b)).square)),
        within(exact(own)),
      );
      const n = times(direction(rng), 10 ** rng.range(-3, 3));
      const toPlane = approach(c, a, own);
      const plane = [...n, dot(n, a)];
      const ne = point(n);
      const planeSize = own + length(a) + length(toPlane.centre);
      hold(
        worst,
        rates,
        c,
        geometry.castSpherePlane,
        [...toPlane.centre, own],
        toPlane.centre,
        toPlane.move,
        plane,
        planeSize,
        (grow) => {
          const reach = timesExact(exact(own) + exact(grow), lengthExact(ne));
          const d = exact(plane[3]);
          return planesSolid(
            [
              { n: ne, d: d + reach },
              { n: scaled(ne, -ONE), d: reach - d },
            ],
            0,
          );
        },
        (p) => Math.abs(number(dotExact(ne, p) - exact(plane[3]))) / length(n),
        within(exact(own)),
      );
    });
    worst.check();
    rates.check(0.25, 0.8);
  });

  it('at an AABB, OBB, triangle, polygon: faces, edges, corners (D6, D7)', () => {
    const worst = new Worst();
    const rates = new Rates();
    sweep(SEED + 1, 25, (c) => {
      const { rng, regime } = c;
      const put = stage(rng, regime);
      const centre = put(inCube(rng, 0.5));
      const half = [1, 1, 1].map((_, k) => {
        if (regime.degenerate && rng.next() < 0.2) return 0;
        return rng.range(0.2, 0.8) * (k > 0 ? regime.thin : 1) * regime.size;
      }) as Vec;
      const own = regime.degenerate && rng.next() < 0.2 ? 0 : rng.range(0.05, 0.5) * regime.size;
      for (const aligned of [false, true]) {
        const frame: [Vec, Vec, Vec] = aligned
          ? [
              [1, 0, 0],
              [0, 1, 0],
              [0, 0, 1],
            ]
          : axes(rng, regime);
        const obb = [...centre, ...half, ...frame.flat()];
        const aabb = [...sub(centre, half), ...add(centre, half)];
        const local = half.map((h) => h * [rng.range(-1, 1), 1, -1][rng.integer(0, 2)]) as Vec;
        const target = frame.reduce((sum, axis, k) => add(sum, times(axis, local[k])), centre);
        const to = approach(c, target, own);
        // In the box's own frame, which the routine takes to be orthonormal.
        const exactFrame = [0, 1, 2].map((k) => point(obb, 6 + 3 * k));
        const [low, high] = aligned ? [point(aabb), point(aabb, 3)] : [point(half.map((h) => -h)), point(half)];
        const local3 = (v: Point): Point => exactFrame.map((axis) => dotExact(v, axis)) as unknown as Point;
        const toLocal = (p: Point): Point => (aligned ? p : local3(minus(p, point(centre))));
        const corners = Array.from(
          { length: 8 },
          (_, i) => [0, 1, 2].map((k) => ((i >> k) & 1 ? high[k] : low[k])) as unknown as Point,
        );
        const edges = BOX_EDGES.filter(([i, j]) => square(minus(corners[i], corners[j])) > 0n);
        const faces = [0, 1, 2].flatMap((k) => {
          const n = point([k === 0 ? 1 : 0, k === 1 ? 1 : 0, k === 2 ? 1 : 0]);
          return [
            { n, d: low[k] },
            { n, d: high[k] },
          ];
        });
        const distanceSquared = (p: Point): Exact => {
          let sum = 0n;
          for (let k = 0; k < 3; k++) {
            const beyond = most(low[k] - p[k], p[k] - high[k], 0n);
            sum += timesExact(beyond, beyond);
          }
          return sum;
        };
        hold(
          worst,
          rates,
          c,
          aligned ? geometry.castSphereAabb : geometry.castSphereObb,
          [...to.centre, own],
          to.centre,
          to.move,
          aligned ? aabb : obb,
          own + 2 * length(half),
          (grow) => {
            const solid = roundedSolid(corners, edges, faces, exact(own) + exact(grow), distanceSquared);
            return {
              holds: (p) => solid.holds(toLocal(p)),
              crossings: (o, d) => solid.crossings(toLocal(o), aligned ? d : local3(d)),
            };
          },
          (p) => number(root(distanceSquared(toLocal(p)))),
          within(exact(own)),
        );
      }
      const t0 = triangle(rng, regime).map((p) => put(p));
      const three = flat(t0);
      const [a, b, e] = t0.map((p) => point(p)) as [Point, Point, Point];
      const w = [rng.next(), rng.next(), rng.next()].map((x, i) => (rng.next() < 0.3 && i > 0 ? 0 : x));
      const sum = w[0] + w[1] + w[2];
      const target = t0.reduce((s, p, i) => add(s, times(p, w[i] / sum)), [0, 0, 0] as Vec);
      const to = approach(c, target, own);
      const n = crossExact(minus(b, a), minus(e, a));
      const distanceSquared = (p: Point): Exact => pointTriangle(p, a, b, e).square;
      const corners = [a, b, e];
      const edges = (
        [
          [0, 1],
          [1, 2],
          [2, 0],
        ] as const
      ).filter(([i, j]) => square(minus(corners[i], corners[j])) > 0n);
      const faces = square(n) > 0n ? [{ n, d: dotExact(n, a) }] : [];
      for (const cast of [
        geometry.castSphereTriangle,
        function castSpherePolygon(
          o: Float64Array,
          oo: number,
          m: readonly number[],
          mo: number,
          d: readonly number[],
          dd: number,
          s: readonly number[],
          so: number,
        ): number {
          return geometry.castSpherePolygon(o, oo, m, mo, d, dd, { vertices: s, verticesOffset: so, count: 3 });
        },
      ]) {
        hold(
          worst,
          rates,
          c,
          cast,
          [...to.centre, own],
          to.centre,
          to.move,
          three,
          own + extent(three),
          (grow) => roundedSolid(corners, edges, faces, exact(own) + exact(grow), distanceSquared),
          (p) => number(root(distanceSquared(p))),
          within(exact(own)),
        );
      }
    });
    worst.check();
    rates.check(0.25, 0.8);
  });
});

describe('moving boxes', () => {
  it('AABB at AABB, AABB at a plane, exactly (D4, D8)', () => {
    const worst = new Worst();
    const rates = new Rates();
    sweep(SEED + 2, 80, (c) => {
      const { rng, regime } = c;
      const put = stage(rng, regime);
      const snap = (x: number): number => (regime.degenerate ? Math.round(x * 4) / 4 : x);
      const box = (): number[] => {
        const m = put(inCube(rng, 0.5).map(snap) as Vec);
        const half = [0, 1, 2].map((k) =>
          regime.degenerate && rng.next() < 0.2
            ? 0
            : snap(rng.range(0.1, 0.6)) * (k > 0 ? regime.thin : 1) * regime.size,
        ) as Vec;
        return [...sub(m, half), ...add(m, half)];
      };
      const fixed = box();
      const mover = box();
      const sizes = sub(at(mover, 3), at(mover));
      const target = at(fixed).map((x, k) => x + (fixed[3 + k] - x) * [rng.next(), 0, 1][rng.integer(0, 2)]) as Vec;
      const to = approach(c, target, 0.3 * length(sizes));
      const move = (regime.degenerate ? to.move.map((x) => (rng.next() < 0.3 ? 0 : snap(x))) : to.move) as Vec;
      const start = regime.degenerate ? (to.centre.map(snap) as Vec) : to.centre;
      const aabb = [...start, ...add(start, sizes)];
      const planes = [0, 1, 2].flatMap((k) => {
        const unitK = point([k === 0 ? 1 : 0, k === 1 ? 1 : 0, k === 2 ? 1 : 0]);
        return [
          { n: unitK, d: exact(fixed[3 + k]) },
          { n: scaled(unitK, -ONE), d: exact(aabb[3 + k]) - exact(aabb[k]) - exact(fixed[k]) },
        ];
      });
      hold(
        worst,
        rates,
        c,
        geometry.castAabbAabb,
        aabb,
        start,
        move,
        fixed,
        length(sizes) + length(sub(at(fixed, 3), at(fixed))),
        (grow) => planesSolid(planes, grow),
        (p) =>
          Math.max(
            0,
            ...[0, 1, 2].flatMap((k) => [number(exact(fixed[k]) - p[k]), number(p[k] - exact(fixed[3 + k]))]),
          ),
      );
      const n: Vec =
        rng.next() < 0.3
          ? (
              [
                [0, 0, 2],
                [0, -1, 0],
                [3, 0, 0],
                [1, 1, 0],
              ] as Vec[]
            )[rng.integer(0, 3)]
          : times(direction(rng), 10 ** rng.range(-3, 3));
      const plane = [...n, dot(n, target)];
      const ne = point(n);
      const heights = Array.from({ length: 8 }, (_, i) =>
        dotExact(
          ne,
          [0, 1, 2].map((k) => ((i >> k) & 1 ? exact(aabb[3 + k]) - exact(aabb[k]) : 0n)) as unknown as Point,
        ),
      );
      const d = exact(plane[3]);
      hold(
        worst,
        rates,
        c,
        geometry.castAabbPlane,
        aabb,
        start,
        move,
        plane,
        length(sizes) + length(start) + length(target),
        (grow) =>
          planesSolid(
            [
              { n: ne, d: d - least(...heights) },
              { n: scaled(ne, -ONE), d: most(...heights) - d },
            ],
            grow,
          ),
        (p) => Math.abs(number(dotExact(ne, p) - d)) / length(n),
      );
    });
    worst.check();
    rates.check(0.25, 0.8);
  });
});

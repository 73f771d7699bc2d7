import { describe, expect, it } from 'vitest';
import * as geometry from '../../../../entry/geometry3d.ts';
import {
  boxCorners,
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
  over,
  type Point,
  plus,
  point,
  root,
  scaled,
  square,
  times as timesExact,
} from '../../../support/exact-3d.ts';
import { BAND, CLOSED, placedObb, randomObb, SEED } from '../support/exact-overlaps.ts';
import {
  add,
  at,
  direction,
  dot,
  inCube,
  length,
  Rates,
  stage,
  sub,
  sweep,
  times,
  ULP,
  type Vec,
  Worst,
} from '../support/regimes.ts';

describe('planes', () => {
  it('sphere, AABB, OBB and cone against a plane: three questions each (B4, B5, B6)', () => {
    const worst = new Worst();
    const rates = new Rates();
    const out = new Float64Array(3);
    sweep(SEED + 4, 80, (c) => {
      const { rng, regime } = c;
      const put = stage(rng, regime);
      const raw = randomObb(rng, regime);
      const obb = placedObb(put, raw);
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

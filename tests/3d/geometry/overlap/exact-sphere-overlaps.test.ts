import { describe, expect, it } from 'vitest';
import * as geometry from '../../../../entry/geometry3d.ts';
import {
  dot as dotExact,
  type Exact,
  exact,
  length as lengthExact,
  minus,
  most,
  number,
  type Point,
  point,
  pointTriangle,
  root,
  times as timesExact,
} from '../../../support/exact-3d.ts';
import { BAND, CLOSED, placedObb, randomObb, SEED } from '../support/exact-overlaps.ts';
import {
  add,
  at,
  axes,
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

describe('spheres', () => {
  it('against AABB, OBB, triangle, polygon (B7, B8)', () => {
    const worst = new Worst();
    const rates = new Rates();
    const out = new Float64Array(3);
    sweep(SEED + 3, 60, (c) => {
      const { rng, regime } = c;
      const put = stage(rng, regime);
      const raw = randomObb(rng, regime);
      const obb = placedObb(put, raw);
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

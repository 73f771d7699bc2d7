import { expect, it } from 'vitest';
import * as geometry from '../../entry/geometry3d.ts';
import { cross, dot, length, minus, number, over, point, pointTetrahedron } from '../support/exact-3d.ts';
import { createRng } from '../support/rng.ts';

// The normal of a needle is the cross product of two sides that are nearly parallel: its rounding tilts the plane, and
// over the needle's length that is far more than the needle is thick.

it('a sphere of no radius meets a needle of a triangle when its centre is in the plane', () => {
  const rng = createRng(52002);
  const draw = (): number[] => [rng.range(-1, 1), rng.range(-1, 1), rng.range(-1, 1)];
  const out = new Float64Array(6);
  let met = 0;
  for (let run = 0; run < 500; run++) {
    const thin = 10 ** rng.range(-9, -3);
    const [a, b, side] = [draw(), draw(), draw()];
    const c = side.map((x, k) => 0.4 * a[k] + 0.6 * b[k] + thin * x);
    const start = draw().map((x) => 2 * x);
    const way = start.map((x, k) => 2 * ((a[k] + b[k] + 2 * c[k]) / 4 - x));
    const [pa, d] = [point(a), point(way)];
    const n = cross(minus(point(b), pa), minus(point(c), pa));
    // At a flat angle rounding moves the hit far.
    if (Math.abs(number(dot(n, d))) < 0.1 * number(length(n)) * number(length(d))) continue;
    const truth = number(over(dot(n, minus(pa, point(start))), dot(n, d)));
    const time = geometry.castSphereTriangle(out, 0, [...start, 0], 0, way, 0, [...a, ...b, ...c], 0);
    met++;
    expect(Math.abs(time - truth), `run ${run}, thin ${thin}`).toBeLessThan(1e-14);
  }
  expect(met).toBeGreaterThan(300);
});

it('the nearest point of a hull as thin as 1e-10 is as far as that of its corners’ tetrahedron', () => {
  const rng = createRng(52003);
  const out = new Float64Array(3);
  let inside = 0;
  for (let run = 0; run < 300; run++) {
    const thin = 10 ** rng.range(-10, -2);
    const draw = (): number[] => [rng.range(-1, 1), thin * rng.range(-1, 1), thin * rng.range(-1, 1)];
    // About a third of the points are in the hull.
    const turned = ([x, y, z]: number[]): number[] => [
      0.48 * x - 0.8 * y + 0.36 * z,
      0.6 * x - 0.8 * z,
      0.64 * x + 0.6 * y + 0.48 * z,
    ];
    const corners = Array.from({ length: 4 }, () => turned(draw()));
    const mean = corners[0].map((_, k) => corners.reduce((sum, c) => sum + c[k], 0) / 4);
    const p = mean.map((x) => x + thin * rng.range(-0.2, 0.2));
    let hull: geometry.ConvexHull;
    try {
      hull = geometry.buildConvexHull(corners.flat());
    } catch {
      continue;
    }
    const truth = pointTetrahedron(
      point(p),
      corners.map((c) => point(c)),
    );
    const distance = number(length(minus(point(p), truth.on)));
    if (distance === 0) inside++;
    const found = Math.sqrt(geometry.closestPointConvex(out, 0, p, 0, hull));
    expect(Math.abs(found - distance), `run ${run}, thin ${thin}`).toBeLessThan(1e-15);
  }
  expect(inside).toBeGreaterThan(60);
});

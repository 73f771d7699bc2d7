import { expect, it } from 'vitest';
import * as geometry from '../../entry/geometry3d.ts';
import {
  cross,
  dot,
  gapAlong,
  length,
  minus,
  number,
  over,
  type Point,
  point,
  pointTetrahedron,
} from '../support/exact-3d.ts';
import { createRng } from '../support/rng.ts';

// The normal of a needle is the cross product of two sides that are nearly parallel: its rounding tilts the plane, and
// over the needle's length that is far more than the needle is thick.

/** Out of the axes. */
const turned = ([x, y, z]: readonly number[]): number[] => [
  0.48 * x - 0.8 * y + 0.36 * z,
  0.6 * x - 0.8 * z,
  0.64 * x + 0.6 * y + 0.48 * z,
];

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

/** The differences of all corners, and the normals of all faces. */
function sidesOf(corners: readonly Point[]): { edges: Point[]; normals: Point[] } {
  const edges: Point[] = [];
  const normals: Point[] = [];
  corners.forEach((a, i) => {
    corners.slice(i + 1).forEach((b, j) => {
      edges.push(minus(b, a));
      for (const c of corners.slice(i + j + 2)) normals.push(cross(minus(b, a), minus(c, a)));
    });
  });
  return { edges, normals };
}

it('GJK, EPA and separating axes know how deep a needle of 1e-9 is in another, or in a tetrahedron', () => {
  const rng = createRng(52004);
  const out = new Float64Array(9);
  const support = (corners: number[]): geometry.Support => geometry.createPointsSupport(corners, 0, 4);
  const placed = (corners: number[]): geometry.PlacedHull => ({
    hull: geometry.buildConvexHull(corners),
    pose: [0, 0, 0, 0, 0, 0, 1],
  });
  let deep = 0;
  for (let run = 0; run < 120; run++) {
    const thin = 10 ** rng.range(-9, -3);
    const draw = (size: number, width: number): number[] =>
      Array.from({ length: 4 }, () =>
        turned([size * rng.range(-1, 1), width * rng.range(-1, 1), width * rng.range(-1, 1)]),
      ).flat();
    const a = draw(1, thin);
    const b = run % 2 === 0 ? draw(1, thin) : draw(0.3, 1);
    const [pa, pb] = [a, b].map((corners) => [0, 3, 6, 9].map((at) => point(corners, at))) as [Point[], Point[]];
    const [sidesA, sidesB] = [sidesOf(pa), sidesOf(pb)];
    const crosses = sidesA.edges.flatMap((e) => sidesB.edges.map((f) => cross(e, f)));
    const depth = -number(gapAlong(pa, pb, [...sidesA.normals, ...sidesB.normals, ...crosses]));
    if (!(depth > 1e-3 * thin)) continue;
    deep++;
    const name = `run ${run}, thin ${thin}, depth ${depth}`;
    expect(geometry.distanceGjkSupport(support(a), support(b)), name).toBe(0);
    expect(Math.abs(geometry.penetrationEpa(out, 0, support(a), support(b)) - depth), name).toBeLessThan(1e-14);
    expect(Math.abs(geometry.penetrationSat(out, 0, placed(a), placed(b)) - depth), name).toBeLessThan(1e-12);
  }
  expect(deep).toBeGreaterThan(30);
});

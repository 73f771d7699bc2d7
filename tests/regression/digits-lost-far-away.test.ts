import { expect, it } from 'vitest';
import * as geometry from '../../entry/geometry3d.ts';
import { createRng, type Rng } from '../support/rng.ts';

// All coordinates are multiples of 2^-16, so that a thing moved by whole numbers up to 2^30 is the same to the last
// bit, and what is measured between points has to be as well.

const AWAY = [2 ** 30, -(2 ** 29), 123456789];
const STEP = 2 ** -16;

const grid = (rng: Rng): number => Math.round(rng.range(-2, 2) / STEP) * STEP;
const points = (rng: Rng, count: number): number[] => Array.from({ length: 3 * count }, () => grid(rng));
const moved = (values: readonly number[]): number[] => values.map((x, i) => x + AWAY[i % 3]);

/** Whole multiples of two sides, which span a plane to the last bit. */
function polygon(rng: Rng): number[] {
  const [o, u, v] = [points(rng, 1), points(rng, 1), points(rng, 1)];
  const corners = [
    [0, 0],
    [rng.integer(2, 5), 0],
    [rng.integer(1, 3), rng.integer(1, 4)],
    [0, rng.integer(1, 5)],
  ];
  return corners.flatMap(([i, j]) => o.map((x, k) => x + i * u[k] + j * v[k]));
}

it('distances and times far from the origin are those near it, to the bit', () => {
  const rng = createRng(52001);
  const out = new Float64Array(8);
  let met = 0;
  for (let run = 0; run < 300; run++) {
    const flat = polygon(rng);
    const point = points(rng, 1);
    const measure = (p: number[], vertices: number[]): number =>
      geometry.closestPointPolygon(out, 0, p, 0, vertices, 0, 4);
    expect(measure(moved(point), moved(flat)), `polygon, run ${run}`).toBe(measure(point, flat));

    const direction = points(rng, 1);
    const segment = points(rng, 2);
    const gap = (o: number[], ends: number[]): number =>
      geometry.closestPointsRaySegment(out, 0, [...o, ...direction], 0, ends, 0);
    expect(gap(moved(point), moved(segment)), `ray and segment, run ${run}`).toBe(gap(point, segment));

    const radius = rng.integer(0, 1) / 4;
    const way = point.map((x, k) => (flat[k] + flat[6 + k]) / 2 - x + rng.range(-1, 1));
    const cast = (o: number[], vertices: number[]): number =>
      geometry.castSpherePolygon(out, 0, [...o, radius], 0, way, 0, { vertices, count: 4 });
    const time = cast(point, flat);
    if (time < 1) met++;
    expect(cast(moved(point), moved(flat)), `cast, run ${run}`).toBe(time);
  }
  expect(met / 300).toBeGreaterThan(0.3);
});

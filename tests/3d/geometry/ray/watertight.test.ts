import { describe, expect, it } from 'vitest';
import {
  buildMeshTree,
  castPreparedRayAabb,
  castPreparedRayTriangle,
  castPreparedRayTriangleSingleSided,
  castRayAabb,
  castRayConvexPolygon,
  castRayMeshTree,
  castRayMeshTreeAny,
  castRayPolygon,
  castRayTriangle,
  castRayTriangleSingleSided,
  intersectLineTriangle,
  PREPARED_RAY_SIZE,
  prepareRay,
} from '../../../../entry/geometry3d.ts';
import { randomUnit } from '../../../support/distance-functions-3d.ts';
import { createRng } from '../../../support/rng.ts';

describe('rays at shared edges and vertices', () => {
  it.each([1e-3, 1, 1e4])('never leak through a closed fan of triangles (scale %d)', (scale) => {
    const rng = createRng(600 + scale);
    const out = new Float64Array(6);
    const prepared = new Float64Array(PREPARED_RAY_SIZE);
    for (let run = 0; run < 3000; run++) {
      // A fan around an apex; the rays go to its edges, its apex and points within.
      const count = rng.integer(3, 9);
      const vertices = [...randomUnit(rng).map((x) => x * 0.2 * scale)];
      for (let i = 0; i < count; i++) {
        const angle = (2 * Math.PI * i) / count;
        vertices.push(Math.cos(angle) * scale, Math.sin(angle) * scale, rng.range(-0.3, 0.3) * scale);
      }
      const k = rng.integer(0, count - 1);
      const part = run % 3 === 0 ? 0 : rng.range(0, 0.999);
      const target = [0, 1, 2].map((i) => vertices[i] + part * (vertices[3 + 3 * k + i] - vertices[i]));
      const o = [rng.range(-1, 1) * scale, rng.range(-1, 1) * scale, rng.range(3, 9) * scale];
      const factor = rng.range(0.6, 2);
      const ray = [...o, ...target.map((x, i) => (x - o[i]) * factor)];
      prepareRay(prepared, 0, ray, 0);
      let hits = 0;
      let plain = 0;
      let polygons = 0;
      for (let i = 0; i < count; i++) {
        const b = 3 + 3 * i;
        const c = 3 + 3 * ((i + 1) % count);
        const triangle = [...vertices.slice(0, 3), ...vertices.slice(b, b + 3), ...vertices.slice(c, c + 3)];
        if (castPreparedRayTriangle(out, 0, prepared, 0, Infinity, triangle, 0) !== Infinity) hits++;
        if (castRayTriangle(out, 0, ray, 0, Infinity, triangle, 0) !== Infinity) plain++;
        const convex = castRayConvexPolygon(out, 0, ray, 0, Infinity, triangle, 0, 3);
        const simple = castRayPolygon(out, 0, ray, 0, Infinity, triangle, 0, 3);
        if (convex !== Infinity && simple !== Infinity) polygons++;
      }
      const label = `seed ${600 + scale} run ${run}`;
      expect(hits, label).toBeGreaterThan(0);
      expect(plain, label).toBeGreaterThan(0);
      expect(polygons, label).toBeGreaterThan(0);
    }
  });

  it('reports each side once: facing triangles and the single-sided forms agree', () => {
    const rng = createRng(19);
    const out = new Float64Array(6);
    const weights = new Float64Array(3);
    const prepared = new Float64Array(PREPARED_RAY_SIZE);
    let hits = 0;
    for (let run = 0; run < 4000; run++) {
      const label = `seed 19 run ${run}`;
      const triangle = Array.from({ length: 9 }, () => rng.range(-1, 1));
      const ray = [...randomUnit(rng).map((x) => 3 * x)];
      // Mostly towards a random mix of the vertices, inside or a little outside.
      const u = rng.range(-0.2, 1);
      const v = rng.range(-0.2, 1);
      for (let i = 0; i < 3; i++) {
        ray.push(triangle[i] * (1 - u - v) + triangle[3 + i] * u + triangle[6 + i] * v - ray[i]);
      }
      prepareRay(prepared, 0, ray, 0);
      const swapped = [...triangle.slice(3, 6), ...triangle.slice(0, 3), ...triangle.slice(6)];
      const both = castPreparedRayTriangle(weights, 0, prepared, 0, Infinity, triangle, 0);
      const front = castPreparedRayTriangleSingleSided(weights, 0, prepared, 0, Infinity, triangle, 0);
      const back = castPreparedRayTriangleSingleSided(out, 0, prepared, 0, Infinity, swapped, 0);
      expect(Math.min(front, back), label).toBe(both);
      expect(Math.max(front, back), label).toBe(Infinity);
      const plain = castRayTriangle(out, 0, ray, 0, Infinity, triangle, 0);
      expect(plain === both || Math.abs(plain - both) < 1e-12, label).toBe(true);
      const single = castRayTriangleSingleSided(out, 0, ray, 0, Infinity, triangle, 0);
      expect(single, label).toBe(front === Infinity ? Infinity : plain);
      const inside = u >= 0 && v >= 0 && u + v <= 1;
      expect(both !== Infinity, label).toBe(inside);
      if (!inside) continue;
      hits++;
      expect(intersectLineTriangle(weights, 0, ray, 0, triangle, 0), label).toBe(both);
      expect(Math.abs(both - 1), label).toBeLessThan(1e-9);
      expect(Math.abs(weights[0] + weights[1] + weights[2] - 1), label).toBeLessThan(1e-15);
      for (let i = 0; i < 3; i++) {
        const mixed = weights[0] * triangle[i] + weights[1] * triangle[3 + i] + weights[2] * triangle[6 + i];
        expect(Math.abs(mixed - ray[i] - both * ray[3 + i]), label).toBeLessThan(1e-11);
      }
    }
    expect(hits / 4000).toBeGreaterThan(0.3);
    expect(hits / 4000).toBeLessThan(0.7);
  });
});

describe('castRayTriangle', () => {
  it('gives the verdict of the sheared form however near the ray passes to an edge', () => {
    const rng = createRng(41);
    const out = new Float64Array(6);
    const prepared = new Float64Array(PREPARED_RAY_SIZE);
    const runs = 20000;
    let hits = 0;
    for (let run = 0; run < runs; run++) {
      const size = 10 ** rng.range(-2, 2);
      const thin = run % 3 === 0 ? 10 ** rng.range(-6, 0) : 1;
      const a = [rng.range(-size, size), rng.range(-size, size), rng.range(-size, size)];
      const b = a.map(() => rng.range(-size, size));
      const foot = rng.range(-0.3, 1.3);
      const c = a.map((x, k) => x + foot * (b[k] - x) + thin * rng.range(-size, size));
      // Past edge ab by 1e-17 to 1e-10 of the triangle, inside or outside, from near and far.
      const along = rng.next();
      const past = (rng.next() < 0.5 ? -1 : 1) * 10 ** rng.range(-17, -10);
      const far = 10 ** rng.range(-3, 3);
      const offset = run % 5 === 0 ? 1e4 : 0;
      const origin = a.map(() => offset + far * rng.range(-size, size));
      const target = a.map((x, k) => x + along * (b[k] - x) + past * (c[k] - x));
      const ray = [...origin, ...target.map((x, k) => x - origin[k])];
      const triangle = [...a, ...b, ...c];
      prepareRay(prepared, 0, ray, 0);
      const sheared = castPreparedRayTriangle(out, 0, prepared, 0, Infinity, triangle, 0);
      const plain = castRayTriangle(out, 0, ray, 0, Infinity, triangle, 0);
      expect(plain === Infinity, `seed 41 run ${run}: ${ray} / ${triangle}`).toBe(sheared === Infinity);
      if (plain !== Infinity) hits++;
    }
    expect(hits / runs).toBeGreaterThan(0.3);
    expect(hits / runs).toBeLessThan(0.7);
  });
});

describe('castPreparedRayAabb', () => {
  it('agrees with the plain form, and never misses what that hits', () => {
    const rng = createRng(73);
    const out = new Float64Array(6);
    const prepared = new Float64Array(PREPARED_RAY_SIZE);
    let hits = 0;
    let extra = 0;
    const runs = 20000;
    for (let run = 0; run < runs; run++) {
      const label = `seed 73 run ${run}`;
      // Small whole numbers make many rays run in faces and through edges and corners.
      const whole = run % 2 === 0;
      const pick = (low: number, high: number): number => (whole ? rng.integer(low, high) : rng.range(low, high));
      const box = [pick(-2, 0), pick(-2, 0), pick(-2, 0), pick(0, 2), pick(0, 2), pick(0, 2)];
      const o = [pick(-4, 4), pick(-4, 4), pick(-4, 4)];
      const target = [pick(-2, 2), pick(-2, 2), pick(-2, 2)];
      const ray = [...o, ...target.map((x, i) => (x - o[i]) / (whole ? 3 : 1))];
      const max = rng.integer(1, 4);
      prepareRay(prepared, 0, ray, 0);
      const plain = castRayAabb(out, 0, ray, 0, max, box, 0);
      const fast = castPreparedRayAabb(prepared, 0, max, box, 0);
      if (plain !== Infinity) {
        hits++;
        expect(fast, label).not.toBe(Infinity);
        expect(Math.abs(fast - plain), label).toBeLessThanOrEqual(1e-15 * Math.max(1, plain));
      } else if (fast !== Infinity) {
        extra++;
        // Only what a hair decides.
        const grown = box.map((x, i) => x + (i < 3 ? -1e-14 : 1e-14));
        expect(castRayAabb(out, 0, ray, 0, max * (1 + 1e-14), grown, 0), label).not.toBe(Infinity);
      }
    }
    expect(extra).toBeLessThan(runs / 50);
    expect(hits / runs).toBeGreaterThan(0.3);
    expect(hits / runs).toBeLessThan(0.7);
  });

  it('keeps every box that a ray meets in one edge only', () => {
    // The ray enters in x and leaves in y at the same t = m / n, which the two inverses round differently.
    const prepared = new Float64Array(PREPARED_RAY_SIZE);
    for (let n = 1; n <= 100; n++) {
      for (let m = 1; m <= n; m++) {
        prepareRay(prepared, 0, [-m, -3 * m, 0, n, 3 * n, 0], 0);
        expect(castPreparedRayAabb(prepared, 0, m / n, [0, -1000, -1, 1000, 0, 1], 0), `${m} / ${n}`).not.toBe(
          Infinity,
        );
      }
    }
  });

  it('turns NaN, empty boxes and negative limits away', () => {
    const prepared = new Float64Array(PREPARED_RAY_SIZE);
    const ray = [-2, 0.5, 0.5, 1, 0.1, 0];
    const box = [0, 0, 0, 1, 1, 1];
    prepareRay(prepared, 0, ray, 0);
    expect(castPreparedRayAabb(prepared, 0, 9, box, 0)).toBe(2);
    expect(castPreparedRayAabb(prepared, 0, 1.99, box, 0)).toBe(Infinity);
    expect(castPreparedRayAabb(prepared, 0, NaN, box, 0)).toBe(Infinity);
    expect(castPreparedRayAabb(prepared, 0, -1, [-3, 0, 0, 1, 1, 1], 0)).toBe(Infinity);
    expect(castPreparedRayAabb(prepared, 0, 9, [1, 0, 0, 0, 1, 1], 0)).toBe(Infinity);
    for (let i = 0; i < 6; i++) {
      const broken = ray.slice();
      broken[i] = NaN;
      prepareRay(prepared, 0, broken, 0);
      expect(castPreparedRayAabb(prepared, 0, 9, box, 0), `ray[${i}]`).toBe(Infinity);
      prepareRay(prepared, 0, ray, 0);
      const brokenBox = box.slice();
      brokenBox[i] = NaN;
      expect(castPreparedRayAabb(prepared, 0, 9, brokenBox, 0), `box[${i}]`).toBe(Infinity);
    }
  });
});

describe('one triangle, by itself and as a mesh', () => {
  // Small whole numbers, so that where a ray passes is known exactly; some scaled and moved, so that it is rounded.
  it('is met alike by rays that graze its edges and corners, or start on it', () => {
    const rng = createRng(811);
    const out = new Float64Array(10);
    const prepared = new Float64Array(PREPARED_RAY_SIZE);
    const runs = 20000;
    let hits = 0;
    for (let run = 0; run < runs; run++) {
      const pick = (): number => rng.integer(-6, 6);
      const whole = Array.from({ length: 9 }, pick);
      const origin = [pick(), pick(), pick()];
      // A quarter, a half or all of the way along an edge, and at times twice as far out.
      const from = 3 * rng.integer(0, 2);
      const to = (from + 3) % 9;
      const part = rng.integer(0, 8);
      const way = origin.map((x, i) => (4 - part) * whole[from + i] + part * whole[to + i] - 4 * x);
      const normal = crossOf(whole);
      // In the plane, or without area: there the rounding of a triangle seen edge-on decides.
      if (way[0] * normal[0] + way[1] * normal[1] + way[2] * normal[2] === 0) continue;
      const scale = [1, 0.1, 1 / 3][run % 3];
      const offset = run % 2 === 0 ? 0 : 12345.678;
      const triangle = whole.map((x) => x * scale + offset);
      const ray = [...origin.map((x) => x * scale + offset), ...way.map((x) => x * scale)];
      prepareRay(prepared, 0, ray, 0);
      const alone = castRayTriangle(out, 0, ray, 0, Infinity, triangle, 0);
      const inMesh = castRayMeshTree(out, 0, ray, 0, Infinity, buildMeshTree(triangle));
      const label = `seed 811 run ${run}: ${ray} / ${triangle}`;
      expect(inMesh === Infinity, label).toBe(alone === Infinity);
      const sheared = castPreparedRayTriangle(out, 0, prepared, 0, Infinity, triangle, 0);
      expect(sheared === Infinity, label).toBe(alone === Infinity);
      if (alone < Infinity) hits++;
    }
    expect(hits / runs).toBeGreaterThan(0.3);
    expect(hits / runs).toBeLessThan(0.7);
  });

  it('is met where a ray starts on it, whatever rounding makes of the way there', () => {
    const out = new Float64Array(10);
    const triangle = [-5, 4, 5, 2, -3, 5, 2, -5, -5];
    const ray = [1, -3, 0, 0, 1, -3];
    expect(castRayTriangle(out, 0, ray, 0, Infinity, triangle, 0)).toBe(0);
    const tree = buildMeshTree(triangle);
    expect(castRayMeshTree(out, 0, ray, 0, Infinity, tree)).toBe(0);
    expect([...out.slice(0, 6)]).toEqual([1, -3, 0, 0, 0, 0]);
    expect(castRayMeshTreeAny(ray, 0, Infinity, tree)).toBe(true);
    // From one side: only where the ray leads into the front.
    expect(castRayTriangleSingleSided(out, 0, ray, 0, Infinity, triangle, 0)).toBe(Infinity);
    expect(castRayMeshTree(out, 0, ray, 0, Infinity, tree, true)).toBe(Infinity);
    const back = [...ray.slice(0, 3), -0, -1, 3];
    expect(castRayTriangleSingleSided(out, 0, back, 0, Infinity, triangle, 0)).toBe(0);
    expect(castRayMeshTree(out, 0, back, 0, Infinity, tree, true)).toBeLessThan(1e-15);
    // One that starts a hair beyond it has left it behind.
    expect(castRayMeshTree(out, 0, [1, -3 + 1e-9, -3e-9, 0, 1, -3], 0, Infinity, tree)).toBe(Infinity);
  });
});

function crossOf(t: readonly number[]): number[] {
  const u = [t[3] - t[0], t[4] - t[1], t[5] - t[2]];
  const v = [t[6] - t[0], t[7] - t[1], t[8] - t[2]];
  return [u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2], u[0] * v[1] - u[1] * v[0]];
}

import { describe, expect, it } from 'vitest';
import {
  AABB_PROBE_COUNT,
  buildProbesAabb,
  buildProbesAlong,
  buildProbesInDirections,
  buildProbesToPoints,
  castRaySphere,
  intersectLineAabb,
  measureProbes,
  measureProbesPlane,
  measureProbesTriangles,
  PROBE_SIZE,
  transformProbes,
} from '../../../../entry/geometry3d.ts';
import { add, along, dot, randomAxes, randomUnit, size, sub, times } from '../../../support/distance-functions-3d.ts';
import { createRng } from '../../../support/rng.ts';

const tip = (probes: ArrayLike<number>, i: number): number[] => {
  const p = Array.from(probes).slice(i * PROBE_SIZE, (i + 1) * PROBE_SIZE);
  return [...along(p.slice(0, 3), p.slice(3, 6), p[6])];
};

describe('building probes', () => {
  it('reaches the points of a point set from the centre', () => {
    const probes = new Float64Array(3 * PROBE_SIZE);
    buildProbesToPoints(probes, 0, [1, 1, 1], 0, [9, 4, 1, 1, 1, 1, -1, 1, 1, 1], 1, 3);
    expect([...probes.subarray(0, 7)]).toEqual([1, 1, 1, 1, 0, 0, 3]);
    expect([...probes.subarray(7, 14)]).toEqual([1, 1, 1, 0, 0, -1, 2]);
    expect([...probes.subarray(14, 21)]).toEqual([1, 1, 1, 0, 0, 0, 0]);
  });

  it('reaches faces, edges and corners of a box', () => {
    const probes = new Float64Array(AABB_PROBE_COUNT * PROBE_SIZE);
    buildProbesAabb(probes, 0, [0, 2, 4, 2, 6, 10], 0);
    const tips = Array.from({ length: AABB_PROBE_COUNT }, (_, i) => tip(probes, i));
    const faces = tips.map(
      (p) => [0, 1, 2].filter((i) => Math.abs(Math.abs(p[i] - [1, 4, 7][i]) - [1, 2, 3][i]) < 1e-12).length,
    );
    expect(faces).toEqual([...new Array(6).fill(1), ...new Array(12).fill(2), ...new Array(8).fill(3)]);
    expect(new Set(tips.map((p) => p.map((x) => x.toFixed(6)).join())).size).toBe(AABB_PROBE_COUNT);
  });

  it('reaches the surface of a shape along directions, and names the first that does not', () => {
    const span = new Float64Array(2);
    const castOut = (ray: ArrayLike<number>, offset: number): number =>
      intersectLineAabb(span, 0, ray, offset, [-1, -2, -3, 1, 2, 3], 0) ? span[1] : Infinity;
    const probes = new Float64Array(3 * PROBE_SIZE);
    const directions = [5, 0, 0, 0, 0, -0.1, 3, 3, 0];
    expect(buildProbesInDirections(probes, 0, [0, 0, 0], 0, directions, 0, 3, castOut)).toBe(3);
    expect([...probes.subarray(0, 7)]).toEqual([0, 0, 0, 1, 0, 0, 1]);
    expect(tip(probes, 1)).toEqual([0, 0, -3]);
    expect(size(sub(tip(probes, 2), [1, 1, 0]))).toBeLessThan(1e-15);
    expect(buildProbesInDirections(probes, 0, [0, 0, 0], 0, [1, 0, 0, 0, 0, 0], 0, 2, castOut)).toBe(1);
    expect(buildProbesInDirections(probes, 0, [9, 9, 9], 0, directions, 0, 3, castOut)).toBe(0);
  });

  it('ends parallel probes in their points', () => {
    const probes = new Float64Array(2 * PROBE_SIZE);
    buildProbesAlong(probes, 0, [0, 0, -0.5], 0, [1, 2, 0, -1, 2, 0.25], 0, 2);
    expect([...probes]).toEqual([1, 2, 0.5, 0, 0, -1, 0.5, -1, 2, 0.75, 0, 0, -1, 0.5]);
  });

  it('moves with a frame, in place too', () => {
    const rng = createRng(61);
    const axes = randomAxes(rng);
    const origin = [3, -4, 5];
    const probes = new Float64Array(AABB_PROBE_COUNT * PROBE_SIZE);
    buildProbesAabb(probes, 0, [-1, -2, -3, 2, 2, 2], 0);
    const before = Array.from({ length: AABB_PROBE_COUNT }, (_, i) => tip(probes, i));
    transformProbes(probes, 0, probes, 0, AABB_PROBE_COUNT, [...origin, ...axes.flat()], 0);
    before.forEach((p, i) => {
      const moved = add(origin, add(times(axes[0], p[0]), add(times(axes[1], p[1]), times(axes[2], p[2]))));
      expect(size(sub(tip(probes, i), moved)), `seed 61 probe ${i}`).toBeLessThan(1e-14);
    });
  });
});

describe('measuring probes', () => {
  // A car's wheel: from the axle 0.5 above the contact patch downwards.
  const wheel = (z: number): Float64Array => {
    const probes = new Float64Array(PROBE_SIZE);
    buildProbesAlong(probes, 0, [0, 0, -0.5], 0, [0, 0, z], 0, 1);
    return probes;
  };

  it('is 0 in contact, positive above, negative below and −length from inside', () => {
    const clearances = new Float64Array(1);
    const ground = [0, 0, 2, 0];
    const triangles = [-9, -9, 0, 9, -9, 0, 0, 9, 0];
    for (const [z, expected] of [
      [0, 0],
      [0.25, 0.25],
      [1, 1],
      [1.0001, Infinity],
      [-0.25, -0.25],
      [-0.5, -0.5],
    ]) {
      expect(measureProbesPlane(clearances, 0, wheel(z), 0, 1, 1, ground, 0), `plane ${z}`).toBe(expected);
      expect(clearances[0]).toBe(expected);
      expect(measureProbesTriangles(clearances, 0, wheel(z), 0, 1, 1, triangles), `triangle ${z}`).toBe(expected);
    }
    // A half-space has an inside, a surface does not.
    expect(measureProbesPlane(clearances, 0, wheel(-3), 0, 1, 1, ground, 0)).toBe(-0.5);
    expect(measureProbesTriangles(clearances, 0, wheel(-3), 0, 1, 1, triangles)).toBe(Infinity);
    expect(
      measureProbesTriangles(clearances, 0, wheel(0.25), 0, 1, 1, [...triangles.map((x) => x - 50), ...triangles]),
    ).toBe(0.25);
  });

  it('agrees with the tips: the smallest clearance changes sign as the object touches', () => {
    const rng = createRng(404);
    const probes = new Float64Array(AABB_PROBE_COUNT * PROBE_SIZE);
    const clearances = new Float64Array(AABB_PROBE_COUNT);
    const hit = new Float64Array(6);
    let deep = 0;
    const runs = 500;
    for (let run = 0; run < runs; run++) {
      const label = `seed 404 run ${run}`;
      const center = times(randomUnit(rng), rng.range(0.2, 2.5));
      buildProbesAabb(probes, 0, [...sub(center, [0.6, 0.7, 0.8]), ...add(center, [0.6, 0.7, 0.8])], 0);
      const n = times(randomUnit(rng), rng.range(0.5, 3));
      const plane = [...n, dot(n, center) - rng.range(0, 2) * size(n)];
      const smallest = measureProbesPlane(clearances, 0, probes, 0, AABB_PROBE_COUNT, 10, plane, 0);
      let below = false;
      for (let i = 0; i < AABB_PROBE_COUNT; i++) {
        const under = dot(n, tip(probes, i)) - plane[3] < 0;
        expect(clearances[i] < 0, label).toBe(under);
        below ||= under;
      }
      expect(smallest < 0, label).toBe(below);
      expect(smallest, label).toBe(Math.min(...clearances));
      if (below) deep++;

      const sphere = [0, 0, 0, 0.8];
      const castRay = (ray: ArrayLike<number>, offset: number, max: number): number =>
        castRaySphere(hit, 0, ray, offset, max, sphere, 0);
      measureProbes(clearances, 0, probes, 0, AABB_PROBE_COUNT, 10, castRay);
      for (let i = 0; i < AABB_PROBE_COUNT; i++) {
        const p = [...probes.subarray(i * PROBE_SIZE, (i + 1) * PROBE_SIZE)];
        const length = p[6];
        if (size(center) <= 0.8) expect(clearances[i], label).toBe(-length);
        else if (clearances[i] < Infinity) {
          const at = along(p.slice(0, 3), p.slice(3, 6), length + clearances[i]);
          expect(Math.abs(size(at) - 0.8), label).toBeLessThan(1e-13);
        }
      }
    }
    expect(deep / runs).toBeGreaterThan(0.3);
    expect(deep / runs).toBeLessThan(0.7);
  });
});

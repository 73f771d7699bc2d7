import { describe, expect, it } from 'vitest';
import {
  castPreparedRayAabb,
  castRayAabb,
  overlapsSegmentAabb,
  overlapsSegmentObb,
  PREPARED_RAY_SIZE,
  prepareRay,
  rayFromSegment,
} from '../../../../entry/geometry3d.ts';
import { add, randomAxes, times, type Vec } from '../../../support/distance-functions-3d.ts';
import { effort } from '../../../support/effort.ts';
import { createRng } from '../../../support/rng.ts';

/** Clips the segment of whole numbers to the box by exact fractions n / d with BigInt. */
function overlapsExactly(segment: readonly number[], box: readonly number[]): boolean {
  let low: [bigint, bigint] = [0n, 1n];
  let high: [bigint, bigint] = [1n, 1n];
  for (let i = 0; i < 3; i++) {
    const a = BigInt(segment[i]);
    const d = BigInt(segment[3 + i]) - a;
    const min = BigInt(box[i]);
    const max = BigInt(box[3 + i]);
    if (d === 0n) {
      if (a < min || a > max) return false;
      continue;
    }
    const s = d > 0n ? 1n : -1n;
    const near: [bigint, bigint] = [((d > 0n ? min : max) - a) * s, d * s];
    const far: [bigint, bigint] = [((d > 0n ? max : min) - a) * s, d * s];
    if (near[0] * low[1] > low[0] * near[1]) low = near;
    if (far[0] * high[1] < high[0] * far[1]) high = far;
  }
  return low[0] * high[1] <= high[0] * low[1];
}

describe('overlapsSegmentAabb', () => {
  it('is exact on whole numbers, where most segments touch faces, edges and corners', () => {
    const rng = createRng(901);
    let hits = 0;
    const runs = effort(20_000, 4000);
    const ray = new Float64Array(6);
    const hit = new Float64Array(6);
    const prepared = new Float64Array(PREPARED_RAY_SIZE);
    for (let run = 0; run < runs; run++) {
      const pick = (low: number, high: number): number => rng.integer(low, high);
      const box = [pick(-5, 0), pick(-5, 0), pick(-5, 0), pick(0, 5), pick(0, 5), pick(0, 5)];
      const segment = Array.from({ length: 6 }, () => pick(-6, 6));
      const expected = overlapsExactly(segment, box);
      if (expected) hits++;
      const label = `seed 901 run ${run}: ${segment} in ${box}`;
      expect(overlapsSegmentAabb(segment, 0, box, 0), label).toBe(expected);
      expect(overlapsSegmentAabb([...segment.slice(3), ...segment.slice(0, 3)], 0, box, 0), label).toBe(expected);
      // Quotients of whole numbers are rounded alike, so the slabs are exact here too; the prepared ray must not lose
      // any.
      rayFromSegment(ray, 0, segment, 0);
      prepareRay(prepared, 0, ray, 0);
      expect(castRayAabb(hit, 0, ray, 0, 1, box, 0) !== Infinity, label).toBe(expected);
      if (expected) expect(castPreparedRayAabb(prepared, 0, 1, box, 0), label).not.toBe(Infinity);
      for (const scale of [1 / 1024, 8192]) {
        const scaled = overlapsSegmentAabb(
          segment.map((x) => x * scale),
          0,
          box.map((x) => x * scale),
          0,
        );
        expect(scaled, label).toBe(expected);
      }
    }
    expect(hits / runs).toBeGreaterThan(0.3);
    expect(hits / runs).toBeLessThan(0.7);
  });

  it('refuses empty boxes and NaN, and takes a segment of zero length as a point', () => {
    expect(overlapsSegmentAabb([1, 1, 1, 1, 1, 1], 0, [0, 0, 0, 1, 1, 1], 0)).toBe(true);
    expect(overlapsSegmentAabb([1, 1, 1.001, 1, 1, 1.001], 0, [0, 0, 0, 1, 1, 1], 0)).toBe(false);
    expect(overlapsSegmentAabb([-1, 0.5, 0.5, 2, 0.5, 0.5], 0, [1, 0, 0, 0, 1, 1], 0)).toBe(false);
    for (let i = 0; i < 6; i++) {
      const segment = [-1, 0.5, 0.5, 2, 0.5, 0.5];
      const box = [0, 0, 0, 1, 1, 1];
      expect(overlapsSegmentAabb(segment, 0, box, 0)).toBe(true);
      const broken = segment.slice();
      broken[i] = NaN;
      expect(overlapsSegmentAabb(broken, 0, box, 0)).toBe(false);
      box[i] = NaN;
      expect(overlapsSegmentAabb(segment, 0, box, 0)).toBe(false);
    }
  });
});

describe('overlapsSegmentObb', () => {
  it.each([1e-3, 1, 1e4])('agrees with the box in its own frame (scale %d)', (scale) => {
    const rng = createRng(55 + scale);
    let hits = 0;
    const runs = 5000;
    for (let run = 0; run < runs; run++) {
      const label = `seed ${55 + scale} run ${run}`;
      const axes = randomAxes(rng);
      const center = [rng.range(-5, 5) * scale, rng.range(-5, 5) * scale, rng.range(-5, 5) * scale];
      const half = [rng.range(0.1, 2) * scale, rng.range(0.1, 2) * scale, rng.range(0.1, 2) * scale];
      const local = Array.from({ length: 6 }, () => rng.range(-2.5, 2.5) * scale);
      const world = (p: Vec): Vec =>
        add(center, add(times(axes[0], p[0]), add(times(axes[1], p[1]), times(axes[2], p[2]))));
      const segment = [...world(local.slice(0, 3)), ...world(local.slice(3))];
      const expected = overlapsSegmentAabb(local, 0, [...times(half, -1), ...half], 0);
      if (expected) hits++;
      expect(overlapsSegmentObb(segment, 0, [...center, ...half, ...axes.flat()], 0), label).toBe(expected);
    }
    expect(hits / runs).toBeGreaterThan(0.3);
    expect(hits / runs).toBeLessThan(0.7);
  });

  it('touches with a segment along an edge, where cross products vanish', () => {
    const obb = [0, 0, 0, 1, 1, 1, 1, 0, 0, 0, 1, 0, 0, 0, 1];
    expect(overlapsSegmentObb([-5, 1, 1, 5, 1, 1], 0, obb, 0)).toBe(true);
    expect(overlapsSegmentObb([-5, 1, 1.0000001, 5, 1, 1.0000001], 0, obb, 0)).toBe(false);
    expect(overlapsSegmentObb([1, 1, NaN, 1, 1, 1], 0, obb, 0)).toBe(false);
  });
});

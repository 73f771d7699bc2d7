import { describe, expect, it } from 'vitest';
import { solvePlanes } from '../../../src/2d/movement/solve-planes.ts';
import { addPlane, createPlaneSet, type PlaneSet, relaxPlanes } from '../../../src/core/movement/blocking-planes.ts';
import { effort } from '../../support/effort.ts';
import { HitRate } from '../../support/hit-rate.ts';
import { createRng } from '../../support/rng.ts';

/** Planes of unit normals at angles, with offsets. */
function planesOf(...sides: [angle: number, offset: number][]): PlaneSet {
  const planes = createPlaneSet();
  for (const [angle, offset] of sides) {
    addPlane(planes, new Float64Array([Math.cos(angle), Math.sin(angle), 0]), new Float64Array([offset]));
  }
  return planes;
}

function violation(planes: PlaneSet, x: number, y: number): number {
  let most = -Infinity;
  for (let i = 0; i < planes.count; i++) {
    most = Math.max(most, planes.offsets[i] - planes.normals[3 * i] * x - planes.normals[3 * i + 1] * y);
  }
  return most;
}

const out = new Float64Array(3);
const RIGHT_ANGLE = Math.PI / 2;

describe('solvePlanes', () => {
  it('known answers', () => {
    const solve = (target: [number, number], ...sides: [number, number][]): [number, number] | undefined =>
      solvePlanes(out, new Float64Array([...target, 0]), planesOf(...sides)) ? [out[0], out[1]] : undefined;
    expect(solve([3, -4])).toEqual([3, -4]);
    // A floor, and a floor that pushes.
    expect(solve([3, -4], [RIGHT_ANGLE, 0])).toEqual([expect.closeTo(3, 12), expect.closeTo(0, 12)]);
    expect(solve([3, -4], [RIGHT_ANGLE, 2])).toEqual([expect.closeTo(3, 12), expect.closeTo(2, 12)]);
    // A corner, in it and along one side.
    expect(solve([3, -4], [RIGHT_ANGLE, 0], [Math.PI, 0])).toEqual([expect.closeTo(0, 12), expect.closeTo(0, 12)]);
    expect(solve([-3, -4], [RIGHT_ANGLE, 0], [Math.PI, 0])).toEqual([expect.closeTo(-3, 12), expect.closeTo(0, 12)]);
    // Two walls that leave room, and two that do not.
    expect(solve([9, 1], [0, -1], [Math.PI, -1])).toEqual([expect.closeTo(1, 12), expect.closeTo(1, 12)]);
    expect(solve([9, 1], [0, 1], [Math.PI, 1])).toBeUndefined();
  });

  it('is never beaten by any other allowed motion, at any scale', () => {
    const rng = createRng(12);
    const rate = new HitRate();
    for (let i = 0; i < effort(2000, 500); i++) {
      const scale = 10 ** rng.range(-4, 4);
      const sides = Array.from({ length: rng.integer(1, 6) }, (): [number, number] => [
        rng.next() < 0.3 ? rng.integer(0, 3) * RIGHT_ANGLE : rng.range(-4, 4),
        rng.next() < 0.5 ? 0 : rng.range(-1, 0.3) * scale,
      ]);
      const planes = planesOf(...sides);
      const target = new Float64Array([rng.range(-2, 2) * scale, rng.range(-2, 2) * scale, 0]);
      const isSolved = solvePlanes(out, target, planes);
      let least = Infinity;
      for (let k = 0; k < 400; k++) {
        const x = rng.range(-3, 3) * scale;
        const y = rng.range(-3, 3) * scale;
        if (violation(planes, x, y) <= 0) least = Math.min(least, Math.hypot(x - target[0], y - target[1]));
      }
      if (!isSolved) {
        expect(least).toBe(Infinity);
        continue;
      }
      rate.count(violation(planes, target[0], target[1]) > 0 && Math.hypot(out[0], out[1]) > 1e-9 * scale);
      expect(violation(planes, out[0], out[1])).toBeLessThan(1e-12 * scale);
      expect(Math.hypot(out[0] - target[0], out[1] - target[1])).toBeLessThanOrEqual(least);
    }
    rate.expectBalanced();
  });

  it('with surfaces only, never turns against the target, in wedges of any angle', () => {
    const rng = createRng(13);
    for (let i = 0; i < 5000; i++) {
      const turn = rng.range(-4, 4);
      const wedge = 10 ** rng.range(-6, 0.4);
      const planes = planesOf([turn, 0], [turn + Math.PI - wedge, 0], [turn + rng.range(-1, 1) * wedge, 0]);
      const target = new Float64Array([rng.range(-1, 1), rng.range(-1, 1), 0]);
      expect(solvePlanes(out, target, planes)).toBe(true);
      expect(out[0] * target[0] + out[1] * target[1]).toBeGreaterThanOrEqual(-1e-12);
      expect(Math.hypot(out[0], out[1])).toBeLessThanOrEqual(Math.hypot(target[0], target[1]) * (1 + 1e-9));
    }
  });

  it('may write over its target', () => {
    const both = new Float64Array([3, -4, 0]);
    expect(solvePlanes(both, both, planesOf([RIGHT_ANGLE, 0]))).toBe(true);
    expect([both[0], both[1]]).toEqual([expect.closeTo(3, 12), expect.closeTo(0, 12)]);
  });
});

describe('relaxPlanes', () => {
  const SHORT = Float64Array.of(Infinity);
  it('goes to the middle of what is too narrow, and says by how much', () => {
    const left = new Float64Array(1);
    relaxPlanes(out, left, planesOf([0, 1], [Math.PI, 2]), solvePlanes, SHORT);
    expect(left[0]).toBeCloseTo(1.5, 9);
    expect([out[0], out[1]]).toEqual([expect.closeTo(-0.5, 9), expect.closeTo(0, 9)]);
    relaxPlanes(out, left, planesOf([0, 1], [RIGHT_ANGLE, 2]), solvePlanes, SHORT);
    expect(left[0]).toBe(0);
    expect([out[0], out[1]]).toEqual([expect.closeTo(1, 12), expect.closeTo(2, 12)]);
  });

  it.each([1e-15, 1e-13, 1e-10, 1e-5, 0.01])(
    'takes walls that open by %f for parallel, rather than leave far away, where they do',
    (opening) => {
      const left = new Float64Array(1);
      for (const turn of [0, 1, 2.5]) {
        relaxPlanes(out, left, planesOf([turn, 1], [turn + Math.PI + opening, 1]), solvePlanes, SHORT);
        expect(Math.hypot(out[0], out[1])).toBeLessThan(16.1);
        expect(left[0]).toBeGreaterThan(0.9);
      }
    },
  );

  it('leaves no larger violation than any other motion', () => {
    const rng = createRng(14);
    const written = new Float64Array(1);
    const rate = new HitRate();
    for (let i = 0; i < effort(600, 150); i++) {
      const planes = planesOf(
        ...Array.from({ length: rng.integer(2, 5) }, (): [number, number] => [rng.range(-4, 4), rng.range(0, 1)]),
      );
      relaxPlanes(out, written, planes, solvePlanes, SHORT);
      const [left] = written;
      rate.count(left > 0);
      expect(violation(planes, out[0], out[1])).toBeLessThan(left + 1e-9);
      for (let k = 0; k < 200; k++) {
        expect(Math.max(0, violation(planes, rng.range(-2, 2), rng.range(-2, 2)))).toBeGreaterThan(left - 1e-9);
      }
    }
    rate.expectBalanced();
  });
});

it('finds no motion longer than the wanted one between walls that are parallel but for rounding', () => {
  const rng = createRng(1);
  const unit = (vector: readonly number[]) => Float64Array.from(vector, (value) => value / Math.hypot(...vector));
  const motion = new Float64Array(3);
  for (let i = 0; i < effort(100_000, 10_000); i++) {
    const normal = [rng.range(-1, 1), rng.range(-1, 1), 0];
    const noise = 10 ** rng.range(-16, -5);
    const planes = createPlaneSet();
    addPlane(planes, unit(normal), Float64Array.of(0));
    addPlane(
      planes,
      unit(normal.map((value, axis) => (axis < 2 ? rng.range(-noise, noise) - value : 0))),
      Float64Array.of(i % 2 === 0 ? 0 : -1e-9),
    );
    // Straight out of one of them, as a press pushes, or anywhere.
    const target = Float64Array.from(rng.next() < 0.5 ? normal : [rng.range(-1, 1), rng.range(-1, 1), 0]);
    expect(solvePlanes(motion, target, planes), `number ${i}`).toBe(true);
    expect(Math.hypot(...motion), `number ${i}`).toBeLessThan(1.5 * Math.hypot(...target));
  }
});

import { describe, expect, it } from 'vitest';
import { solvePlanes } from '../../../src/3d/movement/solve-planes.ts';
import { addPlane, createPlaneSet, type PlaneSet } from '../../../src/core/movement/blocking-planes.ts';
import { effort } from '../../support/effort.ts';
import { HitRate } from '../../support/hit-rate.ts';
import { createRng } from '../../support/rng.ts';

type Point = [x: number, y: number, z: number];
type Side = [normal: Point, offset: number];

/** Planes with their normals made unit. */
function planesOf(...sides: Side[]): PlaneSet {
  const planes = createPlaneSet();
  for (const [normal, offset] of sides) {
    const length = Math.hypot(...normal);
    addPlane(
      planes,
      Float64Array.from(normal, (value) => value / length),
      Float64Array.of(offset),
    );
  }
  return planes;
}

function violation({ count, normals, offsets }: PlaneSet, [x, y, z]: readonly number[]): number {
  let most = -Infinity;
  for (let i = 0; i < count; i++) {
    most = Math.max(most, offsets[i] - normals[3 * i] * x - normals[3 * i + 1] * y - normals[3 * i + 2] * z);
  }
  return most;
}

/** The nearest allowed point by Dykstra's algorithm (1983): projections on one half space after another. */
function nearestByProjections({ count, normals, offsets }: PlaneSet, target: Point, rounds: number): number[] {
  const at = [...target];
  const corrections = Array.from({ length: count }, () => [0, 0, 0]);
  for (let round = 0; round < rounds; round++) {
    for (let i = 0; i < count; i++) {
      const normal = [normals[3 * i], normals[3 * i + 1], normals[3 * i + 2]];
      const from = at.map((value, axis) => value + corrections[i][axis]);
      const lacking = Math.max(0, offsets[i] - from.reduce((sum, value, axis) => sum + value * normal[axis], 0));
      for (let axis = 0; axis < 3; axis++) {
        at[axis] = from[axis] + lacking * normal[axis];
        corrections[i][axis] = from[axis] - at[axis];
      }
    }
  }
  return at;
}

const out = new Float64Array(3);

function solve(target: Point, ...sides: Side[]): number[] | undefined {
  return solvePlanes(out, Float64Array.from(target), planesOf(...sides)) ? [...out] : undefined;
}

const FLOOR: Side = [[0, 1, 0], 0];

describe('solvePlanes in space', () => {
  it('knows answers with no plane, one, a crease and a corner', () => {
    expect(solve([3, -4, 5])).toEqual([3, -4, 5]);
    expect(solve([3, -4, 5], FLOOR)).toEqual([3, 0, 5]);
    expect(solve([3, -4, 5], [[0, 1, 0], 2])).toEqual([3, 2, 5]);
    // Along the crease of a floor and a wall, and out of the wall along the floor.
    expect(solve([3, -4, 5], FLOOR, [[-1, 0, 0], 0])).toEqual([0, 0, 5]);
    expect(solve([-3, -4, 5], FLOOR, [[-1, 0, 0], 0])).toEqual([-3, 0, 5]);
    // A slanted crease: the foot on the line x = z, y = 0.
    const slanted = solve([3, -4, 5], FLOOR, [[1, 0, -1], 0]);
    expect(slanted).toEqual([4, 0, 4].map((value) => expect.closeTo(value, 14)));
    // The corner of three sides.
    expect(solve([3, -4, 5], FLOOR, [[-1, 0, 0], 0], [[0, 0, -1], 0])).toEqual([0, 0, 0]);
    expect(solve([3, -4, 5], FLOOR, [[-1, 0, 0], -1], [[0, 0, -1], -2])).toEqual([1, 0, 2]);
  });

  it('finds no motion between walls that leave none, and some between walls that do', () => {
    expect(solve([9, 1, 1], [[1, 0, 0], -1], [[-1, 0, 0], -1])).toEqual([1, 1, 1]);
    expect(solve([9, 1, 1], [[1, 0, 0], 1], [[-1, 0, 0], 1])).toBeUndefined();
    // Four sides of a pyramid that point into each other.
    const pyramid: Side[] = [
      [[1, 1, 0], 1],
      [[-1, 1, 0], 1],
      [[0, -1, 1], 1],
      [[0, -1, -1], 1],
    ];
    expect(solve([0, 0, 0], ...pyramid)).toBeUndefined();
  });

  it('leaves a motion between walls whose normals are opposite but for rounding', () => {
    const off = 1e-13;
    const [x, y, z] = solve([1, 0, 1], [[0, 1, 0], 0], [[-off, -1, off], 0])!;
    expect([x, y, z]).toEqual([1, 0, 1]);
    expect(solve([1, 0, 0], [[0, 1, 0], 0], [[-off, -1, 0], 0])![0]).toBe(1);
  });

  it('solves planes that are parallel but for a ten-millionth', () => {
    const tilt = 1e-7;
    const [x, y, z] = solve([1, -1, 0], FLOOR, [[-tilt, 1, 0], 0])!;
    expect(x).toBeCloseTo(1 - tilt, 12);
    expect(y).toBeCloseTo(tilt, 12);
    expect(z).toBe(0);
  });

  it('comes to what projections come to, and is never beaten, at any scale', () => {
    const rng = createRng(12);
    const rate = new HitRate();
    for (let i = 0; i < effort(1500, 300); i++) {
      const scale = 10 ** rng.range(-4, 4);
      const sides = Array.from({ length: rng.integer(1, 5) }, (): Side => {
        const axis = rng.integer(0, 2);
        const isStraight = rng.next() < 0.3;
        const normal = [0, 1, 2].map((k) => (isStraight ? Number(k === axis) : rng.range(-1, 1))) as Point;
        return [normal, rng.next() < 0.3 ? 0 : rng.range(-1, 0.3) * scale];
      });
      const planes = planesOf(...sides);
      const target: Point = [rng.range(-1, 1) * scale, rng.range(-1, 1) * scale, rng.range(-1, 1) * scale];
      const isSolved = solvePlanes(out, Float64Array.from(target), planes);
      rate.count(violation(planes, target) > 0);
      if (!isSolved) continue;
      const found = [...out];
      expect(violation(planes, found)).toBeLessThan(1e-9 * scale);
      const distance = Math.hypot(...found.map((value, axis) => value - target[axis]));
      const near = nearestByProjections(planes, target, 300);
      // Dykstra's points come near from outside: those that are allowed all but exactly are no nearer.
      if (violation(planes, near) > 1e-9 * scale) continue;
      const other = Math.hypot(...near.map((value, axis) => value - target[axis]));
      expect(distance).toBeLessThan(other + 1e-7 * scale);
      expect(distance).toBeGreaterThan(other - 1e-6 * scale);
    }
    rate.expectBalanced();
  });
});

it('finds no motion longer than the wanted one between walls that are parallel but for rounding', () => {
  const rng = createRng(1);
  const unit = (vector: readonly number[]) => Float64Array.from(vector, (value) => value / Math.hypot(...vector));
  const motion = new Float64Array(3);
  for (let i = 0; i < effort(100_000, 10_000); i++) {
    const normal = [rng.range(-1, 1), rng.range(-1, 1), rng.range(-1, 1)];
    const noise = 10 ** rng.range(-16, -5);
    const planes = createPlaneSet();
    addPlane(planes, unit(normal), Float64Array.of(0));
    addPlane(
      planes,
      unit(normal.map((value) => rng.range(-noise, noise) - value)),
      Float64Array.of(i % 2 === 0 ? 0 : -1e-9),
    );
    // Straight out of one of them, as a press pushes, or anywhere.
    const target = Float64Array.from(
      rng.next() < 0.5 ? normal : [rng.range(-1, 1), rng.range(-1, 1), rng.range(-1, 1)],
    );
    expect(solvePlanes(motion, target, planes), `number ${i}`).toBe(true);
    expect(Math.hypot(...motion), `number ${i}`).toBeLessThan(1.5 * Math.hypot(...target));
  }
});

import { describe, expect, it } from 'vitest';
import {
  closestPointCapsule,
  closestPointCone,
  closestPointConvex,
  closestPointCylinder,
  closestPointSphere,
  containsPointCapsule,
  containsPointCone,
  containsPointConvex,
  containsPointCylinder,
  containsPointSphere,
  distanceSquaredPointCapsule,
  distanceSquaredPointCone,
  distanceSquaredPointConvex,
  distanceSquaredPointCylinder,
  distanceSquaredPointSphere,
} from '../../../../src/3d/geometry/closest/index.ts';
import { buildBoxHull } from '../../../../src/3d/geometry/convex/index.ts';
import {
  distanceToAabb,
  distanceToCapsule,
  distanceToCone,
  distanceToCylinder,
  randomUnit,
  size,
  sub,
  times,
  type Vec,
} from '../../../support/distance-functions-3d.ts';
import { createRng, type Rng } from '../../../support/rng.ts';

const SCALES = [1e-3, 1, 1e4];

interface Kind {
  readonly closest: (out: number[], outOffset: number, p: number[], pOffset: number, s: number[], o: number) => number;
  readonly squared: (p: number[], pOffset: number, s: number[], o: number) => number;
  readonly contains: (p: number[], pOffset: number, s: number[], o: number) => boolean;
  readonly reference: (p: Vec, s: Vec) => number;
  readonly make: (rng: Rng) => number[];
}

const axisShape = (rng: Rng): number[] => {
  const a = [rng.range(-1, 1), rng.range(-1, 1), rng.range(-1, 1)];
  const e = times(randomUnit(rng), rng.range(0.3, 2));
  return [...a, a[0] + e[0], a[1] + e[1], a[2] + e[2], rng.range(0.2, 1)];
};

const KINDS: Record<string, Kind> = {
  sphere: {
    closest: closestPointSphere,
    squared: distanceSquaredPointSphere,
    contains: containsPointSphere,
    reference: (p, s) => Math.max(0, size(sub(p, s.slice(0, 3))) - s[3]),
    make: (rng) => [rng.range(-1, 1), rng.range(-1, 1), rng.range(-1, 1), rng.range(0.2, 1)],
  },
  capsule: {
    closest: closestPointCapsule,
    squared: distanceSquaredPointCapsule,
    contains: containsPointCapsule,
    reference: distanceToCapsule,
    make: axisShape,
  },
  cylinder: {
    closest: closestPointCylinder,
    squared: distanceSquaredPointCylinder,
    contains: containsPointCylinder,
    reference: distanceToCylinder,
    make: axisShape,
  },
  cone: {
    closest: closestPointCone,
    squared: distanceSquaredPointCone,
    contains: containsPointCone,
    reference: distanceToCone,
    make: axisShape,
  },
  'rounded hull': {
    closest: (out, o, p, pOffset, s, offset) =>
      closestPointConvex(out, o, p, pOffset, buildBoxHull(s, offset), s[offset + 3]),
    squared: (p, pOffset, s, offset) => distanceSquaredPointConvex(p, pOffset, buildBoxHull(s, offset), s[offset + 3]),
    contains: (p, pOffset, s, offset) => containsPointConvex(p, pOffset, buildBoxHull(s, offset), s[offset + 3]),
    reference: (p, s) => Math.max(0, distanceToAabb(p, [-s[0], -s[1], -s[2], s[0], s[1], s[2]]) - s[3]),
    make: (rng) => [rng.range(0.1, 0.8), rng.range(0.1, 0.8), rng.range(0.1, 0.8), rng.range(0.1, 0.5)],
  },
};

describe.each(Object.entries(KINDS))('%s', (name, kind) => {
  it('gives the distance of a slow reference, a point that far away, and whether it is inside', () => {
    const rng = createRng(9100);
    let hits = 0;
    const runs = 900;
    for (let run = 0; run < runs; run++) {
      const scale = SCALES[run % 3];
      const shape = kind.make(rng);
      // Half of the points start from a point inside, so that both answers are frequent.
      const inside =
        name === 'sphere' || name === 'rounded hull'
          ? shape.slice(0, 3).map((x) => (name === 'sphere' ? x : 0))
          : mix(rng, shape);
      const step = times(
        randomUnit(rng),
        name !== 'rounded hull' && rng.next() < 0.6 ? rng.range(0, 0.5) : rng.range(0, 2),
      );
      const p = inside.map((x, i) => (x + step[i]) * scale);
      const grown = shape.map((x) => x * scale);
      const message = `seed 9100 run ${run}`;
      const truth = kind.reference(p, grown);
      const out = [7, 0, 0, 0, 7];
      const squared = kind.closest(out, 1, [9, ...p], 1, [9, 9, ...grown], 2);
      expect(Math.abs(Math.sqrt(squared) - truth), message).toBeLessThan(1e-12 * scale);
      expect([out[0], out[4]]).toEqual([7, 7]);
      const q = out.slice(1, 4);
      expect(Math.abs(size(sub(p, q)) - truth), message).toBeLessThan(1e-12 * scale);
      expect(kind.reference(q, grown), message).toBeLessThan(1e-12 * scale);
      expect(kind.squared(p, 0, grown, 0), message).toBe(squared);
      if (Math.abs(truth) > 1e-12 * scale || squared === 0)
        expect(kind.contains(p, 0, grown, 0)).toBe(truth < 1e-12 * scale);
      if (squared === 0) expect(q, message).toEqual(p);
      if (truth === 0) hits++;
      // `out` may be the point, or lie in the shape.
      const shared = [...p, ...grown];
      expect(kind.closest(shared, 0, shared, 0, shared, 3)).toBe(squared);
      expect(shared.slice(0, 3)).toEqual(q);
      const within = [...p, ...grown];
      kind.closest(within, 3, within, 0, within, 3);
      expect(within.slice(3, 6)).toEqual(q);
    }
    expect(hits / runs, `${hits} hits`).toBeGreaterThan(0.3);
    expect(hits / runs, `${hits} hits`).toBeLessThan(0.7);
  });

  it('answers NaN with NaN and no', () => {
    const shape = kind.make(createRng(1));
    expect(kind.closest([0, 0, 0], 0, [Number.NaN, 0, 0], 0, shape, 0)).toBeNaN();
    expect(kind.contains([0, Number.NaN, 0], 0, shape, 0)).toBe(false);
  });
});

/** A point of the axis. */
function mix(rng: Rng, shape: number[]): number[] {
  const t = rng.next();
  return [0, 1, 2].map((i) => shape[i] + t * (shape[3 + i] - shape[i]));
}

describe('degenerate shapes', () => {
  const out = [0, 0, 0];

  it('takes spheres, capsules, cylinders and cones without a radius for points and segments', () => {
    expect(closestPointSphere(out, 0, [3, 4, 0], 0, [0, 0, 0, 0], 0)).toBe(25);
    expect(out).toEqual([0, 0, 0]);
    expect(closestPointCapsule(out, 0, [1, 3, 0], 0, [0, 0, 0, 2, 0, 0, 0], 0)).toBe(9);
    expect(out).toEqual([1, 0, 0]);
    expect(closestPointCylinder(out, 0, [5, 4, 0], 0, [0, 0, 0, 2, 0, 0, 0], 0)).toBe(25);
    expect(out).toEqual([2, 0, 0]);
    expect(closestPointCone(out, 0, [5, 4, 0], 0, [0, 0, 0, 2, 0, 0, 0], 0)).toBe(25);
    expect(out).toEqual([2, 0, 0]);
    expect(closestPointCone(out, 0, [-3, 4, 0], 0, [0, 0, 0, 2, 0, 0, 0], 0)).toBe(25);
    expect(closestPointCone(out, 0, [-3, 0, 0], 0, [0, 0, 0, 2, 0, 0, 0], 0)).toBe(9);
    expect(containsPointCone([1, 0, 0], 0, [0, 0, 0, 2, 0, 0, 0], 0)).toBe(true);
    expect(containsPointCylinder([1, 0, 0], 0, [0, 0, 0, 2, 0, 0, 0], 0)).toBe(true);
  });

  it('takes a capsule without an axis for a sphere, and cylinder and cone without one for a point', () => {
    expect(closestPointCapsule(out, 0, [4, 6, 1], 0, [1, 2, 1, 1, 2, 1, 2], 0)).toBe(9);
    for (const closest of [closestPointCylinder, closestPointCone]) {
      expect(closest(out, 0, [4, 6, 1], 0, [1, 2, 1, 1, 2, 1, 2], 0)).toBe(25);
      expect(out).toEqual([1, 2, 1]);
      expect(closest(out, 0, [1, 2, 1], 0, [1, 2, 1, 1, 2, 1, 2], 0)).toBe(0);
      expect(out).toEqual([1, 2, 1]);
    }
  });

  it('has the regions of a cone right: apex, side, rim, base, inside', () => {
    const cone = [0, 0, 0, 0, 0, 4, 3];
    expect(closestPointCone(out, 0, [0, 0, -2], 0, cone, 0)).toBe(4);
    expect(out).toEqual([0, 0, 0]);
    expect(closestPointCone(out, 0, [0, 1, 6], 0, cone, 0)).toBe(4);
    expect(out).toEqual([0, 1, 4]);
    expect(closestPointCone(out, 0, [0, 6, 8], 0, cone, 0)).toBe(25);
    expect(out).toEqual([0, 3, 4]);
    // From the middle of the side (0, 1.5, 2) along its normal (0, 4, −3)/5, five times.
    expect(closestPointCone(out, 0, [0, 5.5, -1], 0, cone, 0)).toBeCloseTo(25, 12);
    expect(size(sub(out, [0, 1.5, 2]))).toBeLessThan(1e-14);
    expect(closestPointCone(out, 0, [1, 1, 3], 0, cone, 0)).toBe(0);
    expect(containsPointCone([0, 3, 4], 0, cone, 0)).toBe(true);
    expect(containsPointCone([0, 0, 0], 0, cone, 0)).toBe(true);
    expect(containsPointCylinder([0, 3, 4], 0, cone, 0)).toBe(true);
    expect(containsPointCylinder([0, 3.000001, 4], 0, cone, 0)).toBe(false);
    expect(containsPointCylinder([0, 3, 4.000001], 0, cone, 0)).toBe(false);
    expect(containsPointSphere([0, 3, 4], 0, [0, 0, 0, 5], 0)).toBe(true);
    expect(containsPointCapsule([0, 3, 4], 0, [0, 0, 0, 9, 0, 0, 5], 0)).toBe(true);
  });
});

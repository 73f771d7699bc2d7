import { describe, expect, it } from 'vitest';
import {
  containsCapsuleHalfSpace,
  containsCylinderHalfSpace,
  overlapsCapsuleAabb,
  overlapsCapsuleCapsule,
  overlapsCapsuleCone,
  overlapsCapsuleCylinder,
  overlapsCapsuleHalfSpace,
  overlapsCapsuleObb,
  overlapsCapsulePlane,
  overlapsCapsuleTriangle,
  overlapsConeAabb,
  overlapsConeCone,
  overlapsConeObb,
  overlapsCylinderAabb,
  overlapsCylinderCone,
  overlapsCylinderCylinder,
  overlapsCylinderHalfSpace,
  overlapsCylinderObb,
  overlapsCylinderPlane,
  overlapsSegmentCapsule,
  overlapsSegmentCone,
  overlapsSegmentCylinder,
  overlapsSphereCapsule,
  overlapsSphereCone,
  overlapsSphereCylinder,
} from '../../../../src/3d/geometry/overlap/index.ts';
import {
  add,
  cross,
  dot,
  randomAxes,
  randomUnit,
  size,
  sub,
  times,
  type Vec,
} from '../../../support/distance-functions-3d.ts';
import { createRng, type Rng } from '../../../support/rng.ts';
import { WORLD } from '../../../support/vectors.ts';

// Which pairs overlap is known by how they are placed, without any distance being computed. Apart: shape B is moved
// until, along a random direction, it begins a gap above where A ends. Overlapping: a point of A and a point of B, each
// within the shape, are moved onto each other. Both points lie near the surfaces where they face each other, so
// overlaps are shallow.

const SCALES = [1e-3, 1, 1e4];

/** Numbers of a shape about the origin; how many of its first numbers are points (moved, not only scaled). */
interface Kind {
  readonly points: number;
  readonly make: (rng: Rng) => number[];
  /** The point farthest along a unit direction. */
  readonly support: (s: Vec, n: Vec) => Vec;
  /** A point well inside, or at least within. */
  readonly middle: (s: Vec) => Vec;
}

const a = (s: Vec): Vec => s.slice(0, 3);
const b = (s: Vec): Vec => s.slice(3, 6);
const c = (s: Vec): Vec => s.slice(6, 9);
const halfway = (s: Vec): Vec => times(add(a(s), b(s)), 0.5);
const farthest = (points: readonly Vec[], n: Vec): Vec => points.reduce((p, q) => (dot(q, n) > dot(p, n) ? q : p));
/** The rim point of a disk across the axis. */
const rim = (centre: Vec, axis: Vec, radius: number, n: Vec): Vec => {
  const across = cross(cross(axis, n), axis);
  return add(centre, times(across, radius / size(across)));
};
const point = (rng: Rng): number[] => [rng.range(-1, 1), rng.range(-1, 1), rng.range(-1, 1)];
const axisShape = (rng: Rng): number[] => {
  const from = point(rng);
  return [...from, ...add(from, times(randomUnit(rng), rng.range(0.2, 2))), rng.range(0.1, 1)];
};
const obb = (rng: Rng, axes: readonly Vec[]): number[] => [
  ...point(rng),
  rng.range(0.1, 1),
  rng.range(0.1, 1),
  rng.range(0.1, 1),
  ...axes.flat(),
];
const obbSupport = (s: Vec, n: Vec): Vec =>
  [0, 1, 2].reduce<Vec>((p, k) => {
    const axis = s.slice(6 + 3 * k, 9 + 3 * k);
    return add(p, times(axis, dot(axis, n) > 0 ? s[3 + k] : -s[3 + k]));
  }, a(s));

const KINDS: Record<string, Kind> = {
  Segment: {
    points: 2,
    make: (rng) => axisShape(rng).slice(0, 6),
    support: (s, n) => farthest([a(s), b(s)], n),
    middle: halfway,
  },
  Sphere: {
    points: 1,
    make: (rng) => [...point(rng), rng.range(0.1, 1)],
    support: (s, n) => add(a(s), times(n, s[3])),
    middle: a,
  },
  Capsule: {
    points: 2,
    make: axisShape,
    support: (s, n) => add(farthest([a(s), b(s)], n), times(n, s[6])),
    middle: halfway,
  },
  Cylinder: {
    points: 2,
    make: axisShape,
    support: (s, n) => rim(farthest([a(s), b(s)], n), sub(b(s), a(s)), s[6], n),
    middle: halfway,
  },
  Cone: {
    points: 2,
    make: axisShape,
    support: (s, n) => farthest([a(s), rim(b(s), sub(b(s), a(s)), s[6], n)], n),
    middle: halfway,
  },
  Aabb: {
    points: 2,
    make: (rng) => {
      const box = obb(rng, WORLD);
      return [...sub(a(box), b(box)), ...add(a(box), b(box))];
    },
    support: (s, n) => [0, 1, 2].map((i) => (n[i] > 0 ? s[3 + i] : s[i])),
    middle: halfway,
  },
  Obb: { points: 1, make: (rng) => obb(rng, randomAxes(rng)), support: obbSupport, middle: a },
  Triangle: {
    points: 3,
    make: (rng) => [...point(rng), ...point(rng), ...point(rng)],
    support: (s, n) => farthest([a(s), b(s), c(s)], n),
    middle: (s) => times(add(add(a(s), b(s)), c(s)), 1 / 3),
  },
};

type Overlaps = (a: number[], aOffset: number, b: number[], bOffset: number) => boolean;

const PAIRS: [string, string, Overlaps][] = [
  ['Segment', 'Capsule', overlapsSegmentCapsule],
  ['Segment', 'Cylinder', overlapsSegmentCylinder],
  ['Segment', 'Cone', overlapsSegmentCone],
  ['Sphere', 'Capsule', overlapsSphereCapsule],
  ['Sphere', 'Cylinder', overlapsSphereCylinder],
  ['Sphere', 'Cone', overlapsSphereCone],
  ['Capsule', 'Aabb', overlapsCapsuleAabb],
  ['Capsule', 'Obb', overlapsCapsuleObb],
  ['Capsule', 'Triangle', overlapsCapsuleTriangle],
  ['Capsule', 'Capsule', overlapsCapsuleCapsule],
  ['Capsule', 'Cylinder', overlapsCapsuleCylinder],
  ['Capsule', 'Cone', overlapsCapsuleCone],
  ['Cylinder', 'Cylinder', overlapsCylinderCylinder],
  ['Cylinder', 'Cone', overlapsCylinderCone],
  ['Cone', 'Cone', overlapsConeCone],
  ['Cylinder', 'Aabb', overlapsCylinderAabb],
  ['Cylinder', 'Obb', overlapsCylinderObb],
  ['Cone', 'Aabb', overlapsConeAabb],
  ['Cone', 'Obb', overlapsConeObb],
];

function placed(kind: Kind, shape: Vec, move: Vec, scale: number): number[] {
  return shape
    .map((x, i) => scale * (i < 3 * kind.points ? x + move[i % 3] : x))
    .map((x, i) =>
      // The axes of an OBB are not scaled.
      shape.length === 15 && i >= 6 ? shape[i] : x,
    );
}

/** How far apart or how deep, relative to sizes of about 1. */
const GAPS = [1e-9, 1e-6, 1e-3, 0.1, 1];

describe.each(PAIRS)('overlaps%s%s', (nameA, nameB, overlaps) => {
  const [kindA, kindB] = [KINDS[nameA], KINDS[nameB]];

  it('knows pairs apart and pairs overlapping by how they were placed, at every scale', () => {
    const rng = createRng(9300);
    let hits = 0;
    const runs = 1500;
    for (let run = 0; run < runs; run++) {
      const scale = SCALES[run % 3];
      const gap = GAPS[run % GAPS.length];
      const shapeA = kindA.make(rng);
      const shapeB = kindB.make(rng);
      const n = randomUnit(rng);
      const down = times(n, -1);
      let onA = kindA.support(shapeA, n);
      let onB = kindB.support(shapeB, down);
      const apart = rng.next() < 0.5;
      if (apart) {
        onA = add(onA, times(n, gap));
        // Anywhere beside, in the plane across n.
        onA = add(onA, times(cross(n, randomUnit(rng)), rng.range(0, 1)));
      } else {
        onA = add(onA, times(sub(kindA.middle(shapeA), onA), Math.min(0.9, gap)));
        onB = add(onB, times(sub(kindB.middle(shapeB), onB), Math.min(0.9, gap)));
        // A segment and a triangle have no inside, so they have to be pushed into the other shape's.
        if (nameA === 'Segment' || nameB === 'Triangle') if (gap < 1e-6) continue;
      }
      const a = placed(kindA, shapeA, [0, 0, 0], scale);
      const b = placed(kindB, shapeB, sub(onA, onB), scale);
      const message = `seed 9300 run ${run} gap ${gap} scale ${scale}`;
      expect(overlaps([9, ...a], 1, [9, 9, ...b], 2), message).toBe(!apart);
      if (nameA === nameB) expect(overlaps(b, 0, a, 0), message).toBe(!apart);
      if (!apart) hits++;
    }
    expect(hits / runs, `${hits} hits`).toBeGreaterThan(0.3);
    expect(hits / runs, `${hits} hits`).toBeLessThan(0.7);
  });

  it('says no to NaN', () => {
    const rng = createRng(1);
    const shapeA = kindA.make(rng);
    const shapeB = placed(kindB, kindB.make(rng), kindA.middle(shapeA), 1);
    for (let i = 0; i < shapeA.length; i++) {
      expect(
        overlaps(
          shapeA.map((x, k) => (k === i ? Number.NaN : x)),
          0,
          shapeB,
          0,
        ),
        `a ${i}`,
      ).toBe(false);
    }
    for (let i = 0; i < shapeB.length; i++) {
      expect(
        overlaps(
          shapeA,
          0,
          shapeB.map((x, k) => (k === i ? Number.NaN : x)),
          0,
        ),
        `b ${i}`,
      ).toBe(false);
    }
  });
});

describe.each([
  ['capsule', KINDS.Capsule, overlapsCapsulePlane, containsCapsuleHalfSpace, overlapsCapsuleHalfSpace],
  ['cylinder', KINDS.Cylinder, overlapsCylinderPlane, containsCylinderHalfSpace, overlapsCylinderHalfSpace],
] as const)('%s and plane', (name, kind, meetsPlane, isBehind, meetsHalfSpace) => {
  it('answers all three questions as the extent along the normal does', () => {
    const rng = createRng(9301);
    let hits = 0;
    const runs = 900;
    for (let run = 0; run < runs; run++) {
      const scale = SCALES[run % 3];
      const shape = kind.make(rng);
      const n = randomUnit(rng);
      const high = dot(n, kind.support(shape, n));
      const low = dot(n, kind.support(shape, times(n, -1)));
      const middle = (high + low) / 2;
      // A hair or a lot beside where the answers change.
      const edge = rng.next() < 0.5 ? low : high;
      const d =
        run % 2
          ? edge + (rng.next() < 0.5 ? -1 : 1) * 10 ** rng.range(-10, 0)
          : middle + rng.range(-2, 2) * (high - middle);
      const grown = shape.map((x) => x * scale);
      const factor = rng.range(0.1, 10);
      const plane = [...times(n, factor), d * scale * factor];
      const message = `seed 9301 run ${run}`;
      const truth = low <= d && high >= d;
      expect(meetsPlane(grown, 0, plane, 0), message).toBe(truth);
      expect(isBehind(grown, 0, plane, 0), message).toBe(high <= d);
      expect(meetsHalfSpace(grown, 0, plane, 0), message).toBe(low <= d);
      if (truth) hits++;
    }
    expect(hits / runs, `${hits} hits`).toBeGreaterThan(0.3);
    expect(hits / runs, `${hits} hits`).toBeLessThan(0.7);
  });

  it('counts touching and says no to NaN', () => {
    const shape = [0, 0, 2, 0, 0, 6, 1];
    const bottom = name === 'capsule' ? 1 : 2;
    const plane = [0, 0, 2, 2 * bottom];
    expect([meetsPlane, isBehind, meetsHalfSpace].map((ask) => ask(shape, 0, plane, 0))).toEqual([true, false, true]);
    const above = [0, 0, -2, -2 * bottom];
    expect([meetsPlane, isBehind, meetsHalfSpace].map((ask) => ask(shape, 0, above, 0))).toEqual([true, true, true]);
    const side = [1, 0, 0, -1];
    expect([meetsPlane, isBehind, meetsHalfSpace].map((ask) => ask(shape, 0, side, 0))).toEqual([true, false, true]);
    for (let i = 0; i < 7; i++) {
      const bad = shape.map((x, k) => (k === i ? Number.NaN : x));
      expect(
        [meetsPlane, isBehind, meetsHalfSpace].map((ask) => ask(bad, 0, [1, 2, 3, 9], 0)),
        `${i}`,
      ).toEqual([false, false, false]);
    }
  });
});

describe('touching and degenerate pairs', () => {
  it('counts touching', () => {
    const upright = [0, 0, 0, 0, 0, 4, 3];
    expect(overlapsSphereCylinder([5, 0, 2, 2], 0, upright, 0)).toBe(true);
    expect(overlapsSphereCylinder([5.000001, 0, 2, 2], 0, upright, 0)).toBe(false);
    expect(overlapsSphereCylinder([6, 0, 8, 5], 0, upright, 0)).toBe(true);
    expect(overlapsSphereCone([0, 6, 8, 5], 0, upright, 0)).toBe(true);
    expect(overlapsSphereCone([0, 6, 8, 4.999999], 0, upright, 0)).toBe(false);
    expect(overlapsSphereCapsule([10, 0, 2, 7], 0, upright, 0)).toBe(true);
    expect(overlapsCapsuleCapsule([5, 0, 2, 9, 9, 2, 2], 0, upright, 0)).toBe(true);
    expect(overlapsCapsuleCapsule([5.000001, 0, 2, 9, 9, 2, 2], 0, upright, 0)).toBe(false);
    expect(overlapsCapsuleCylinder([5, -7, 2, 5, 9, 2, 2], 0, upright, 0)).toBe(true);
    expect(overlapsCapsuleCylinder([5.000001, -7, 2, 5.000001, 9, 2, 2], 0, upright, 0)).toBe(false);
    expect(overlapsCapsuleCone([-9, 1, 6, 9, 1, 6, 2], 0, upright, 0)).toBe(true);
    expect(overlapsCapsuleAabb([3, -9, 4, 3, 9, 4, 5], 0, [-9, -9, -9, 0, 9, 0], 0)).toBe(true);
    expect(overlapsCapsuleAabb([3, -9, 4, 3, 9, 4, 4.999999], 0, [-9, -9, -9, 0, 9, 0], 0)).toBe(false);
    expect(overlapsCylinderAabb(upright, 0, [3, -1, 1, 5, 1, 2], 0)).toBe(true);
    expect(overlapsCylinderAabb(upright, 0, [-1, -1, 4, 1, 1, 5], 0)).toBe(true);
    expect(overlapsConeAabb(upright, 0, [-1, -1, -3, 1, 1, 0], 0)).toBe(true);
    expect(overlapsCylinderCylinder(upright, 0, [1, 1, 4, 1, 1, 9, 2], 0)).toBe(true);
    expect(overlapsConeCone(upright, 0, [0, 0, 0, 0, 0, -4, 3], 0)).toBe(true);
    expect(overlapsSegmentCylinder([3, -9, 1, 3, 9, 1], 0, upright, 0)).toBe(true);
    expect(overlapsSegmentCone([-9, 0, 0, 9, 0, 0], 0, upright, 0)).toBe(true);
    expect(overlapsSegmentCapsule([3, -9, 1, 3, 9, 1], 0, upright, 0)).toBe(true);
    expect(overlapsCapsuleTriangle(upright, 0, [-9, -9, 7, 9, -9, 7, 0, 9, 7], 0)).toBe(true);
  });

  it('takes shapes without radius for segments, and without axis for points', () => {
    const line = [-1, 0, 0, 1, 0, 0, 0];
    const dot = [0, 0, 0, 0, 0, 0, 5];
    const box = [-1, -1, -1, 1, 1, 1];
    for (const overlaps of [overlapsCylinderAabb, overlapsConeAabb, overlapsCapsuleAabb]) {
      expect(overlaps(line, 0, [0, -1, 0, 3, 1, 0], 0)).toBe(true);
      expect(overlaps(line, 0, [0, 1e-6, 0, 3, 1, 0], 0)).toBe(false);
    }
    for (const overlaps of [overlapsCylinderAabb, overlapsConeAabb]) {
      expect(overlaps(dot, 0, box, 0)).toBe(true);
      expect(overlaps(dot, 0, [1e-6, -1, -1, 1, 1, 1], 0)).toBe(false);
    }
    for (const overlaps of [overlapsCylinderCylinder, overlapsConeCone, overlapsCylinderCone]) {
      expect(overlaps(dot, 0, line, 0)).toBe(true);
      expect(overlaps(dot, 0, [-1, 1, 0, 1, 1, 0, 0.5], 0)).toBe(false);
      expect(overlaps(dot, 0, dot, 0)).toBe(true);
    }
    for (const overlaps of [overlapsCapsuleCylinder, overlapsCapsuleCone]) {
      expect(overlaps([3, -9, 4, 3, 9, 4, 5], 0, dot, 0)).toBe(true);
      expect(overlaps([3, -9, 4, 3, 9, 4, 4.999999], 0, dot, 0)).toBe(false);
      expect(overlaps([3, 0, 4, 3, 0, 4, 5], 0, dot, 0)).toBe(true);
    }
  });

  it('sees a narrow place of the other shape that only the middle of a long capsule passes', () => {
    // A needle of a cone, its tip 0.001 within the capsule.
    expect(overlapsCapsuleCone([-1000, 0, 0, 1234, 0, 0, 1], 0, [0, 0, 0.999, 0, 0, 500, 0.01], 0)).toBe(true);
    expect(overlapsCapsuleCone([-1000, 0, 0, 1234, 0, 0, 1], 0, [0, 0, 1.001, 0, 0, 500, 0.01], 0)).toBe(false);
    expect(overlapsCapsuleCylinder([-1000, 0, 0, 1234, 0, 0, 1], 0, [0, 0, 0.999, 0, 0, 500, 1e-6], 0)).toBe(true);
    expect(overlapsCapsuleCylinder([-1000, 0, 0, 1234, 0, 0, 1], 0, [0, 0, 1.001, 0, 0, 500, 1e-6], 0)).toBe(false);
  });
});

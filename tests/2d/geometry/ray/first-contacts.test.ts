import { describe, expect, it } from 'vitest';
import {
  castAabbAabb,
  castAabbPlane,
  castCircleAabb,
  castCircleCapsule,
  castCircleCircle,
  castCircleObb,
  castCirclePlane,
  castCircleSegment,
  castRayAabb,
  castRayCapsule,
  castRayCircle,
  castRayObb,
  castRayPlane,
  castRayPlaneThroughPoints,
  castRaySegment,
} from '../../../../entry/geometry2d.ts';
import { effort } from '../../../support/effort.ts';
import { createRng, type Rng } from '../../../support/rng.ts';
import {
  randomObb,
  randomPath,
  randomPoint,
  SCALES,
  slowFirstContact,
  slowSegmentDistance,
} from '../support/reference.ts';

const SEED = 77001;

/** One kind of cast: a random case at a size, its gap to the fixed shape over time, and the routine under test. */
interface Case {
  /** Gap between the shapes at time t, convex in t, ≤ 0 while they touch. */
  gap(t: number): number;
  cast(out: number[]): number;
  /** Centre of the moving thing at the start and its translation. */
  path: number[];
  /** Distance of the moving thing's centre from its contact point at first contact; 0 for rays. Null: not constant. */
  reach: number | null;
}

function signedBoxGap(p: number[], box: number[]): number {
  return Math.max(box[0] - p[0], p[0] - box[2], box[1] - p[1], p[1] - box[3]);
}

function roundBoxGap(p: number[], box: number[], radius: number): number {
  const dx = Math.max(box[0] - p[0], p[0] - box[2], 0);
  const dy = Math.max(box[1] - p[1], p[1] - box[3], 0);
  return Math.hypot(dx, dy) - radius;
}

function toBox(p: number[], [x, y, , , c, s]: number[]): number[] {
  return [(p[0] - x) * c + (p[1] - y) * s, (p[1] - y) * c - (p[0] - x) * s];
}

function randomBox(rng: Rng, scale: number): number[] {
  const [x, y] = randomPoint(rng, scale, 1);
  return [x, y, x + rng.range(0.4, 2.5) * scale, y + rng.range(0.4, 2.5) * scale];
}

const along = (path: number[], t: number): number[] => [path[0] + t * path[2], path[1] + t * path[3]];

const KINDS: Record<string, (rng: Rng, scale: number) => Case> = {
  castRayCircle: (rng, scale) => {
    const path = randomPath(rng, scale);
    const c = [...randomPoint(rng, scale, 1), rng.range(0.3, 2) * scale];
    return {
      path,
      reach: 0,
      gap: (t) => Math.hypot(along(path, t)[0] - c[0], along(path, t)[1] - c[1]) - c[2],
      cast: (out) => castRayCircle(out, 0, path, 0, 1, c, 0),
    };
  },
  castRayAabb: (rng, scale) => {
    const path = randomPath(rng, scale);
    const box = randomBox(rng, scale);
    return {
      path,
      reach: 0,
      gap: (t) => signedBoxGap(along(path, t), box),
      cast: (out) => castRayAabb(out, 0, path, 0, 1, box, 0),
    };
  },
  castRayObb: (rng, scale) => {
    const path = randomPath(rng, scale);
    const obb = randomObb(rng, scale, 1);
    const local = [-obb[2], -obb[3], obb[2], obb[3]];
    return {
      path,
      reach: 0,
      gap: (t) => signedBoxGap(toBox(along(path, t), obb), local),
      cast: (out) => castRayObb(out, 0, path, 0, 1, obb, 0),
    };
  },
  castRayCapsule: (rng, scale) => {
    const path = randomPath(rng, scale);
    const capsule = [...randomPoint(rng, scale, 1), ...randomPoint(rng, scale, 1), rng.range(0.2, 1.2) * scale];
    return {
      path,
      reach: 0,
      gap: (t) => slowSegmentDistance(along(path, t), capsule) - capsule[4],
      cast: (out) => castRayCapsule(out, 0, path, 0, 1, capsule, 0),
    };
  },
  castCircleCircle: (rng, scale) => {
    const path = randomPath(rng, scale);
    const a = [path[0], path[1], rng.range(0.1, 1) * scale];
    const b = [...randomPoint(rng, scale, 1), rng.range(0.1, 1) * scale];
    return {
      path,
      reach: a[2],
      gap: (t) => Math.hypot(along(path, t)[0] - b[0], along(path, t)[1] - b[1]) - a[2] - b[2],
      cast: (out) => castCircleCircle(out, 0, a, 0, path, 2, b, 0),
    };
  },
  castCircleSegment: (rng, scale) => {
    const path = randomPath(rng, scale);
    const a = [path[0], path[1], rng.range(0.1, 1) * scale];
    const b = [...randomPoint(rng, scale, 1), ...randomPoint(rng, scale, 1)];
    return {
      path,
      reach: a[2],
      gap: (t) => slowSegmentDistance(along(path, t), b) - a[2],
      cast: (out) => castCircleSegment(out, 0, a, 0, path, 2, b, 0),
    };
  },
  castCircleCapsule: (rng, scale) => {
    const path = randomPath(rng, scale);
    const a = [path[0], path[1], rng.range(0.1, 1) * scale];
    const b = [...randomPoint(rng, scale, 1), ...randomPoint(rng, scale, 1), rng.range(0.1, 0.5) * scale];
    return {
      path,
      reach: a[2],
      gap: (t) => slowSegmentDistance(along(path, t), b) - a[2] - b[4],
      cast: (out) => castCircleCapsule(out, 0, a, 0, path, 2, b, 0),
    };
  },
  castCircleAabb: (rng, scale) => {
    const path = randomPath(rng, scale);
    const a = [path[0], path[1], rng.range(0.1, 1.5) * scale];
    const box = randomBox(rng, scale);
    return {
      path,
      reach: a[2],
      gap: (t) => roundBoxGap(along(path, t), box, a[2]),
      cast: (out) => castCircleAabb(out, 0, a, 0, path, 2, box, 0),
    };
  },
  castCircleObb: (rng, scale) => {
    const path = randomPath(rng, scale);
    const a = [path[0], path[1], rng.range(0.1, 1) * scale];
    const obb = randomObb(rng, scale, 1);
    const local = [-obb[2], -obb[3], obb[2], obb[3]];
    return {
      path,
      reach: a[2],
      gap: (t) => roundBoxGap(toBox(along(path, t), obb), local, a[2]),
      cast: (out) => castCircleObb(out, 0, a, 0, path, 2, obb, 0),
    };
  },
  castAabbAabb: (rng, scale) => {
    const path = randomPath(rng, scale);
    const h = [rng.range(0.1, 1) * scale, rng.range(0.1, 1) * scale];
    const a = [path[0] - h[0], path[1] - h[1], path[0] + h[0], path[1] + h[1]];
    const b = randomBox(rng, scale);
    return {
      path,
      reach: null,
      gap: (t) => signedBoxGap(along(path, t), [b[0] - h[0], b[1] - h[1], b[2] + h[0], b[3] + h[1]]),
      cast: (out) => castAabbAabb(out, 0, a, 0, path, 2, b, 0),
    };
  },
  castCirclePlane: (rng, scale) => {
    const path = randomPath(rng, scale);
    const a = [path[0], path[1], rng.range(0.1, 1) * scale];
    const n = [rng.range(-3, 3), rng.range(-3, 3)];
    const plane = [...n, rng.range(-3, 3) * scale];
    return {
      path,
      reach: a[2],
      gap: (t) =>
        Math.abs(n[0] * along(path, t)[0] + n[1] * along(path, t)[1] - plane[2]) / Math.hypot(n[0], n[1]) - a[2],
      cast: (out) => castCirclePlane(out, 0, a, 0, path, 2, plane, 0),
    };
  },
  castAabbPlane: (rng, scale) => {
    const path = randomPath(rng, scale);
    const h = [rng.range(0.1, 1) * scale, rng.range(0.1, 1) * scale];
    const a = [path[0] - h[0], path[1] - h[1], path[0] + h[0], path[1] + h[1]];
    const n = [rng.range(-3, 3), rng.range(-3, 3)];
    const plane = [...n, rng.range(-3, 3) * scale];
    const heights = (t: number): number[] =>
      [-1, 1].flatMap((i) =>
        [-1, 1].map((j) => {
          const [x, y] = along(path, t);
          return (n[0] * (x + i * h[0]) + n[1] * (y + j * h[1]) - plane[2]) / Math.hypot(n[0], n[1]);
        }),
      );
    return {
      path,
      reach: null,
      gap: (t) => Math.max(Math.min(...heights(t)), -Math.max(...heights(t))),
      cast: (out) => castAabbPlane(out, 0, a, 0, path, 2, plane, 0),
    };
  },
};

describe.each(Object.keys(KINDS))('%s', (name) => {
  it('finds the first contact that bisection on the gap finds', () => {
    const rng = createRng(SEED);
    let hits = 0;
    let starts = 0;
    let total = 0;
    for (const scale of SCALES) {
      for (let i = 0; i < effort(250, 25); i++) {
        const note = `${name}, seed ${SEED}, scale ${scale}, case ${i}`;
        const { gap, cast, path, reach } = KINDS[name](rng, scale);
        const slow = slowFirstContact(gap, 1, 1e-9 * scale);
        if (Number.isNaN(slow)) continue;
        const out = [7, 7, 7, 7];
        const fraction = cast(out);
        total++;
        if (slow === Infinity) {
          expect(fraction, note).toBe(Infinity);
          expect(out, note).toEqual([7, 7, 7, 7]);
          continue;
        }
        hits++;
        const speed = Math.hypot(path[2], path[3]);
        // Grazing contacts feel the rounding of the gap magnified; compare gaps, then times where they are steep.
        expect(Math.abs(gap(fraction)) <= 2e-12 * scale || slow === 0, `${note}: gap ${gap(fraction)}`).toBe(true);
        expect(Math.abs(fraction - slow) * speed, note).toBeLessThan(1e-6 * scale);
        if (slow === 0) {
          starts++;
          expect(fraction, note).toBe(0);
          expect(out.slice(2), note).toEqual([0, 0]);
          continue;
        }
        const [x, y] = along(path, fraction);
        expect(Math.abs(Math.hypot(out[2], out[3]) - 1), note).toBeLessThan(1e-14);
        expect(out[2] * path[2] + out[3] * path[3], note).toBeLessThanOrEqual(1e-6 * speed);
        if (reach !== null) {
          // From the contact point one reach along the normal lies the centre.
          const error = Math.hypot(out[0] + reach * out[2] - x, out[1] + reach * out[3] - y);
          expect(error, note).toBeLessThan(4e-12 * scale);
        }
      }
    }
    expect(hits / total).toBeGreaterThan(0.3);
    expect(hits / total).toBeLessThan(0.8);
    expect(starts).toBeGreaterThan(0);
  });
});

/** Every cast with its operands in order: out, offset, then pairs of array and offset, and numbers. */
const CALLS: [string, (...operands: never[]) => number, (number | number[])[]][] = [
  ['castRayCircle', castRayCircle, [[-4, 0.5, 2, 0.25], 0, 9, [0, 0, 1], 0]],
  ['castRayAabb', castRayAabb, [[-4, 0.5, 2, 0.25], 0, 9, [-1, -1, 1, 2], 0]],
  ['castRayObb', castRayObb, [[-4, 0.5, 2, 0.25], 0, 9, [0, 0, 1, 2, 0.8, 0.6], 0]],
  ['castRayCapsule, a side', castRayCapsule, [[-4, 0.5, 2, 0.25], 0, 9, [0, -1, 1, 3, 0.5], 0]],
  ['castRayCapsule, an end', castRayCapsule, [[-4, 0.5, 2, -0.5], 0, 9, [0, -1, 1, 3, 0.5], 0]],
  ['castRaySegment', castRaySegment, [[-4, 0.5, 2, 0.25], 0, 9, [0, -1, 1, 3], 0]],
  ['castRayPlane', castRayPlane, [[-4, 0.5, 2, 0.25], 0, 9, [3, 1, 2, 0], 0]],
  ['castRayPlaneThroughPoints', castRayPlaneThroughPoints, [[-4, 0.5, 2, 0.25], 0, 9, [0, -1, 1, 3], 0]],
  ['castCircleCircle', castCircleCircle, [[-4, 0.5, 0.5, 0], 0, [8, 1], 0, [0, 0, 1, 0], 0]],
  ['castCircleSegment', castCircleSegment, [[-4, 0.5, 0.5, 0], 0, [8, 1], 0, [0, -1, 1, 3], 0]],
  ['castCircleCapsule', castCircleCapsule, [[-4, 0.5, 0.5, 0], 0, [8, 1], 0, [0, -1, 1, 3, 0.5], 0]],
  ['castCircleAabb, a side', castCircleAabb, [[-4, 0.5, 0.5, 0], 0, [8, 1], 0, [-1, -1, 1, 2], 0]],
  ['castCircleAabb, a corner', castCircleAabb, [[-4, 1.5, 0.5, 0], 0, [8, 1], 0, [-1, -1, 1, 1.75], 0]],
  ['castCircleAabb, from inside', castCircleAabb, [[0, 0.5, 0.5, 0], 0, [8, 1], 0, [-1, -1, 1, 2], 0]],
  ['castCircleObb', castCircleObb, [[-4, 0.5, 0.5, 0], 0, [8, 1], 0, [0, 0, 1, 2, 0.8, 0.6], 0]],
  ['castAabbAabb', castAabbAabb, [[-4, 0.5, -3, 1], 0, [8, 1], 0, [-1, -1, 1, 2], 0]],
  ['castCirclePlane', castCirclePlane, [[-4, 0.5, 0.5, 0], 0, [8, 1], 0, [3, 1, 2, 0], 0]],
  ['castAabbPlane', castAabbPlane, [[-4, 0.5, -3, 1], 0, [8, 1], 0, [3, 1, 2, 0], 0]],
];

describe.each(CALLS)('%s', (_name, cast, operands) => {
  const call = (out: number[], given: (number | number[])[]): number => cast(...([out, 0, ...given] as never[]));
  const copy = (): (number | number[])[] =>
    operands.map((operand) => (Array.isArray(operand) ? [...operand] : operand));
  const expected = [7, 7, 7, 7];
  const fraction = call(expected, copy());
  it('may write over any of its operands', () => {
    expect(fraction).toBeLessThanOrEqual(9);
    for (let i = 0; i < operands.length; i++) {
      const given = copy();
      const target = given[i];
      if (!Array.isArray(target)) continue;
      expect(call(target, given), `operand ${i}`).toBe(fraction);
      expect(target.slice(0, 4), `operand ${i}`).toEqual(expected);
    }
  });
  it('takes NaN anywhere as a miss and writes nothing', () => {
    for (let i = 0; i < operands.length; i++) {
      const operand = operands[i];
      if (!Array.isArray(operand)) continue;
      for (let k = 0; k < operand.length; k++) {
        const given = copy();
        (given[i] as number[])[k] = Number.NaN;
        const out = [7, 7, 7, 7];
        const result = call(out, given);
        // The fourth number of a circle or plane is padding; a point that starts inside needs no translation.
        if (result === fraction) continue;
        expect(result, `operand ${i}[${k}]`).toBe(Infinity);
        expect(out, `operand ${i}[${k}]`).toEqual([7, 7, 7, 7]);
      }
    }
  });
  it('has no threshold that depends on the length of a ray', () => {
    if (!_name.startsWith('castRay')) return;
    for (const scale of [2 ** -40, 2 ** 40]) {
      const given = copy();
      const ray = given[0] as number[];
      ray[2] *= scale;
      ray[3] *= scale;
      given[2] = 9 / scale;
      const out = [7, 7, 7, 7];
      // Powers of two change no digit.
      expect(call(out, given) * scale).toBe(fraction);
      expect(out).toEqual(expected);
    }
  });
});

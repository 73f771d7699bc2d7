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
  castPreparedRayAabb,
  castRayAabb,
  castRayCapsule,
  castRayCircle,
  castRayObb,
  castRayPlane,
  castRayPlaneThroughPoints,
  castRaySegment,
  clipRayAabb,
  clipRayObb,
  intersectLineAabb,
  intersectLineObb,
  intersectLinePlane,
  overlapsRayCircle,
  overlapsRaySegment,
  PREPARED_RAY_SIZE,
  prepareRay,
  rayFromSegment,
} from '../../../../entry/geometry2d.ts';
import { effort } from '../../../support/effort.ts';
import { createRng, type Rng } from '../../../support/rng.ts';
import { randomObb, randomPoint, SCALES, slowFirstContact, slowSegmentDistance } from '../support/reference.ts';

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

/** A path that starts anywhere around and leads roughly through the middle, so that about half hit. */
function randomPath(rng: Rng, scale: number): number[] {
  const start = randomPoint(rng, scale, 5);
  const aim = randomPoint(rng, scale, 1.6);
  const reach = rng.range(0.5, 2);
  return [...start, (aim[0] - start[0]) * reach, (aim[1] - start[1]) * reach];
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

describe('what a ray from a shape returns', () => {
  const out = [7, 7, 7, 7];
  it.each([
    ['inside', 0.25],
    ['on the surface, leaving', 1],
  ])('%s: fraction 0, its origin, a zero normal', (_name, x) => {
    const ray = [x, 0, 3, 0];
    for (const cast of [
      () => castRayCircle(out, 0, ray, 0, 9, [0, 0, 1], 0),
      () => castRayAabb(out, 0, ray, 0, 9, [-1, -1, 1, 1], 0),
      () => castRayObb(out, 0, ray, 0, 9, [0, 0, 1, 1, 1, 0], 0),
      () => castRayCapsule(out, 0, ray, 0, 9, [0, -1, 0, 1, 1], 0),
    ]) {
      out.fill(7);
      expect(cast()).toBe(0);
      expect(out).toEqual([x, 0, 0, 0]);
    }
  });
  it('a zero-length direction is a point query', () => {
    for (const [x, expected] of [
      [0.5, 0],
      [1, 0],
      [1.5, Infinity],
    ]) {
      const ray = [x, 0, 0, 0];
      expect(castRayCircle(out, 0, ray, 0, 1, [0, 0, 1], 0)).toBe(expected);
      expect(castRayAabb(out, 0, ray, 0, 1, [-1, -1, 1, 1], 0)).toBe(expected);
      expect(castRayObb(out, 0, ray, 0, 1, [0, 0, 1, 1, 0, 1], 0)).toBe(expected);
      expect(castRayCapsule(out, 0, ray, 0, 1, [0, -1, 0, 1, 1], 0)).toBe(expected);
      expect(castRaySegment(out, 0, ray, 0, 1, [-1, 0, 1, 0], 0)).toBe(expected);
    }
  });
  it('NaN and a shape behind are misses', () => {
    const ray = [Number.NaN, 0, 1, 0];
    const away = [3, 0, 1, 0];
    for (const r of [ray, away]) {
      expect(castRayCircle(out, 0, r, 0, 9, [0, 0, 1], 0)).toBe(Infinity);
      expect(castRayAabb(out, 0, r, 0, 9, [-1, -1, 1, 1], 0)).toBe(Infinity);
      expect(castRayObb(out, 0, r, 0, 9, [0, 0, 1, 1, 1, 0], 0)).toBe(Infinity);
      expect(castRayCapsule(out, 0, r, 0, 9, [0, -1, 0, 1, 1], 0)).toBe(Infinity);
      expect(castRaySegment(out, 0, r, 0, 9, [0, -1, 0, 1], 0)).toBe(Infinity);
      expect(castRayPlane(out, 0, r, 0, 9, [1, 0, 0], 0)).toBe(Infinity);
    }
  });
});

describe('castRayAabb and its forms', () => {
  it('lets a ray along a face touch, and one beside it miss', () => {
    const out = [0, 0, 0, 0];
    const box = [0, 0, 2, 2];
    for (const y of [0, 2]) {
      expect(castRayAabb(out, 0, [-3, y, 1, 0], 0, 9, box, 0)).toBe(3);
      expect(out).toEqual([0, y, -1, 0]);
    }
    expect(castRayAabb(out, 0, [-3, 2.0000000000000004, 1, 0], 0, 9, box, 0)).toBe(Infinity);
    expect(castRayAabb(out, 0, [-3, -5e-324, 1, 0], 0, 9, box, 0)).toBe(Infinity);
    // Through a corner only, and up to a face only.
    expect(castRayAabb(out, 0, [-1, 1, 1, 1], 0, 9, box, 0)).toBe(1);
    expect(castRayAabb(out, 0, [-3, 1, 3, 0], 0, 1, box, 0)).toBe(1);
  });
  it('says where the line enters and leaves, before the start too', () => {
    const out = [0, 0];
    expect(intersectLineAabb(out, 0, [1, 1, 2, 0], 0, [0, 0, 4, 2], 0)).toBe(true);
    expect(out).toEqual([-0.5, 1.5]);
    expect(clipRayAabb(out, 0, [1, 1, 2, 0], 0, 1, [0, 0, 4, 2], 0)).toBe(true);
    expect(out).toEqual([0, 1]);
    expect(clipRayAabb(out, 0, [-1, 1, 2, 0], 0, 9, [0, 0, 4, 2], 0)).toBe(true);
    expect(out).toEqual([0.5, 2.5]);
    expect(clipRayAabb(out, 0, [5, 1, 2, 0], 0, 9, [0, 0, 4, 2], 0)).toBe(false);
    expect(intersectLineAabb(out, 0, [5, 1, 2, 0], 0, [0, 0, 4, 2], 0)).toBe(true);
    expect(out).toEqual([-2.5, -0.5]);
    expect(intersectLineObb(out, 0, [10, 5, 0, 2], 0, [10, 10, 2, 1, 0, 1], 0)).toBe(true);
    expect(out).toEqual([1.5, 3.5]);
    expect(clipRayObb(out, 0, [10, 5, 0, 2], 0, 2, [10, 10, 2, 1, 0, 1], 0)).toBe(true);
    expect(out).toEqual([1.5, 2]);
  });
  it('never misses in prepared form what the plain form hits, and agrees beyond rounding', () => {
    const rng = createRng(SEED + 2);
    const prepared = new Float64Array(PREPARED_RAY_SIZE + 1);
    let hits = 0;
    const total = 3000;
    for (let i = 0; i < total; i++) {
      // Whole numbers make many rays touch faces and corners exactly.
      const grid = i % 2 === 0;
      const pick = (low: number, high: number): number => (grid ? rng.integer(low, high) : rng.range(low, high));
      const ray = [pick(-6, 6), pick(-6, 6), pick(-7, 7), pick(-7, 7)];
      const box = [pick(-5, -1), pick(-5, -1), 0, 0];
      box[2] = box[0] + pick(3, 9);
      box[3] = box[1] + pick(3, 9);
      const out = [0, 0, 0, 0];
      const plain = castRayAabb(out, 0, ray, 0, 1, box, 0);
      prepareRay(prepared, 1, ray, 0);
      const quick = castPreparedRayAabb(prepared, 1, 1, box, 0);
      const note = `seed ${SEED + 2}, case ${i}`;
      if (plain !== Infinity) {
        hits++;
        expect(Math.abs(quick - plain), note).toBeLessThanOrEqual(1e-15);
      } else if (quick !== Infinity) {
        // A false alarm must be a touch within rounding: the plain form hits a box larger by 1e-14.
        const grown = [box[0] - 1e-14, box[1] - 1e-14, box[2] + 1e-14, box[3] + 1e-14];
        expect(castRayAabb(out, 0, ray, 0, 1 + 1e-14, grown, 0), note).not.toBe(Infinity);
      }
    }
    expect(hits / total).toBeGreaterThan(0.3);
    expect(hits / total).toBeLessThan(0.7);
  });
});

describe('castRayCircle', () => {
  it('touches when tangent, and its yes/no form agrees', () => {
    const out = [0, 0, 0, 0];
    expect(castRayCircle(out, 0, [-3, 1, 2, 0], 0, 9, [0, 0, 1], 0)).toBe(1.5);
    expect(out).toEqual([0, 1, 0, 1]);
    expect(overlapsRayCircle([-3, 1, 2, 0], 0, 9, [0, 0, 1], 0)).toBe(true);
    expect(overlapsRayCircle([-3, 1, 2, 0], 0, 1.4, [0, 0, 1], 0)).toBe(false);
    expect(overlapsRayCircle([-3, 1.0000000000000002, 2, 0], 0, 9, [0, 0, 1], 0)).toBe(false);
    // 3-4-5: the tip ends on the circle.
    expect(castRayCircle(out, 0, [6, 8, -3, -4], 0, 1, [0, 0, 5], 0)).toBe(1);
    expect(out).toEqual([3, 4, 0.6, 0.8]);
    const rng = createRng(SEED + 3);
    let hits = 0;
    for (let i = 0; i < 1000; i++) {
      const ray = [rng.range(-3, 3), rng.range(-3, 3), rng.range(-5, 5), rng.range(-5, 5)];
      const yes = overlapsRayCircle(ray, 0, 1, [0, 0, 1.7], 0);
      expect(yes, `seed ${SEED + 3}, case ${i}`).toBe(castRayCircle(out, 0, ray, 0, 1, [0, 0, 1.7], 0) !== Infinity);
      if (yes) hits++;
    }
    expect(hits).toBeGreaterThan(300);
    expect(hits).toBeLessThan(700);
  });
  it('keeps its digits for a small circle far along the ray', () => {
    const out = [0, 0, 0, 0];
    // Centre 10000 away, radius 1/1024, passed at 1/2048: h² = r² − k² in whole 2^-22.
    const fraction = castRayCircle(out, 0, [0, 2 ** -11, 1, 0], 0, Infinity, [10000, 0, 2 ** -10], 0);
    const exact = 10000 - Math.sqrt(3) * 2 ** -11;
    expect(Math.abs(fraction - exact)).toBeLessThan(4e-12);
    expect(out[3]).toBeCloseTo(0.5, 12);
    expect(out[2]).toBeCloseTo(-Math.sqrt(3) / 2, 12);
  });
  it('takes radius 0 as a point', () => {
    const out = [0, 0, 0, 0];
    expect(castRayCircle(out, 0, [-2, 0, 1, 0], 0, 9, [0, 0, 0], 0)).toBe(2);
    expect(out).toEqual([0, 0, -1, 0]);
    expect(castRayCircle(out, 0, [-2, 0.5, 1, 0], 0, 9, [0, 0, 0], 0)).toBe(Infinity);
  });
});

describe('castRayCapsule', () => {
  it('hits sides, ends, and both degenerate forms', () => {
    const out = [0, 0, 0, 0];
    const capsule = [0, 0, 4, 0, 1];
    expect(castRayCapsule(out, 0, [2, 5, 0, -2], 0, 9, capsule, 0)).toBe(2);
    expect(out).toEqual([2, 1, 0, 1]);
    expect(castRayCapsule(out, 0, [-5, 0, 2, 0], 0, 9, capsule, 0)).toBe(2);
    expect(out).toEqual([-1, 0, -1, 0]);
    expect(castRayCapsule(out, 0, [-5, 1, 2, 0], 0, 9, capsule, 0)).toBe(2.5);
    expect(castRayCapsule(out, 0, [9, -5, 0, 1], 0, 99, capsule, 0)).toBe(Infinity);
    expect(castRayCapsule(out, 0, [-5, 0, 2, 0], 0, 9, [1, 0, 1, 0, 2], 0)).toBe(2);
    expect(castRayCapsule(out, 0, [2, 5, 0, -1], 0, 9, [0, 0, 4, 0, 0], 0)).toBe(5);
  });
});

describe('castRayPlane', () => {
  it('accepts 0 ≤ t ≤ max, with the normal facing the origin', () => {
    const out = [0, 0, 0, 0];
    expect(castRayPlane(out, 0, [0, 6, 0, -2], 0, 2, [0, 3, 6], 0)).toBe(2);
    expect(out).toEqual([0, 2, 0, 1]);
    expect(castRayPlane(out, 0, [0, -6, 0, 2], 0, 4, [0, 3, 6], 0)).toBe(4);
    expect(out[3]).toBe(-1);
    expect(castRayPlane(out, 0, [0, 6, 0, -2], 0, 1.9999, [0, 3, 6], 0)).toBe(Infinity);
    expect(castRayPlane(out, 0, [0, 6, 0, 2], 0, 9, [0, 3, 6], 0)).toBe(Infinity);
    expect(castRayPlane(out, 0, [0, 6, 5, 0], 0, 9, [0, 3, 6], 0)).toBe(Infinity);
    expect(castRayPlane(out, 0, [3, 2, 5, 0], 0, 9, [0, 3, 6], 0)).toBe(0);
    expect(out).toEqual([3, 2, 0, 0]);
    expect(castRayPlane(out, 0, [3, 2, 5, 0], 0, 9, [0, 0, 6], 0)).toBe(Infinity);
    expect(castRayPlaneThroughPoints(out, 0, [0, 6, 0, -2], 0, 2, [5, 2, -1, 2], 0)).toBe(2);
    expect(out).toEqual([0, 2, 0, 1]);
    expect(castRayPlaneThroughPoints(out, 0, [0, 6, 0, -2], 0, 2, [5, 2, 5, 2], 0)).toBe(Infinity);
  });
  it('intersects lines either way and says when they are parallel', () => {
    const out = [7, 7];
    expect(intersectLinePlane(out, 0, [0, 6, 1, 2], 0, [0, 3, 6], 0)).toBe(-2);
    expect(out).toEqual([-2, 2]);
    expect(intersectLinePlane(out, 0, [0, 6, 1, 0], 0, [0, 3, 6], 0)).toBe(Infinity);
    expect(intersectLinePlane(out, 0, [0, 2, 1, 0], 0, [0, 0, 0], 0)).toBe(Infinity);
    expect(out).toEqual([-2, 2]);
    expect(intersectLinePlane(out, 0, [5, 2, 1, 0], 0, [0, 3, 6], 0)).toBe(0);
    expect(out).toEqual([5, 2]);
  });
  it('agrees with the height at the hit', () => {
    const rng = createRng(SEED + 5);
    let hits = 0;
    const total = 900;
    for (let i = 0; i < total; i++) {
      const scale = SCALES[i % 3];
      const plane = [rng.range(-3, 3), rng.range(-3, 3), rng.range(-3, 3) * scale];
      const ray = [...randomPoint(rng, scale, 2), ...randomPoint(rng, scale, 4)];
      const height = (t: number): number =>
        plane[0] * (ray[0] + t * ray[2]) + plane[1] * (ray[1] + t * ray[3]) - plane[2];
      const out = [0, 0, 0, 0];
      const t = castRayPlane(out, 0, ray, 0, 1, plane, 0);
      const note = `seed ${SEED + 5}, case ${i}`;
      expect(t !== Infinity, note).toBe(height(0) * height(1) <= 0);
      if (t === Infinity) continue;
      hits++;
      expect(Math.abs(height(t)), note).toBeLessThan(1e-12 * scale * 10);
      expect((out[2] * plane[0] + out[3] * plane[1]) * height(0), note).toBeGreaterThan(0);
      const points = [plane[0], plane[1]].map((n) => (n * plane[2]) / (plane[0] ** 2 + plane[1] ** 2));
      const through = castRayPlaneThroughPoints(
        out,
        0,
        ray,
        0,
        1.001,
        [...points, points[0] - plane[1] * scale, points[1] + plane[0] * scale],
        0,
      );
      expect(Math.abs(through - t), note).toBeLessThan(1e-9);
    }
    expect(hits / total).toBeGreaterThan(0.3);
    expect(hits / total).toBeLessThan(0.7);
  });
});

describe('castRaySegment', () => {
  it('faces the origin, ends included, and runs into the end of a segment on its line', () => {
    const out = [0, 0, 0, 0];
    expect(castRaySegment(out, 0, [1, 3, 0, -2], 0, 9, [0, 0, 4, 0], 0)).toBe(1.5);
    expect(out).toEqual([1, 0, 0, 1]);
    expect(castRaySegment(out, 0, [1, -3, 0, 2], 0, 1.5, [0, 0, 4, 0], 0)).toBe(1.5);
    expect(out).toEqual([1, 0, 0, -1]);
    expect(castRaySegment(out, 0, [4, 3, 0, -1], 0, 9, [0, 0, 4, 0], 0)).toBe(3);
    expect(castRaySegment(out, 0, [4.000000000000001, 3, 0, -1], 0, 9, [0, 0, 4, 0], 0)).toBe(Infinity);
    expect(castRaySegment(out, 0, [-2, 0, 1, 0], 0, 9, [4, 0, 0, 0], 0)).toBe(2);
    expect(out).toEqual([0, 0, -1, 0]);
    expect(castRaySegment(out, 0, [2, 0, 1, 0], 0, 9, [4, 0, 0, 0], 0)).toBe(0);
    expect(out).toEqual([2, 0, 0, 0]);
    expect(castRaySegment(out, 0, [2, 0, 1, 1], 0, 9, [4, 0, 0, 0], 0)).toBe(0);
    expect(castRaySegment(out, 0, [5, 0, 1, 0], 0, 9, [4, 0, 0, 0], 0)).toBe(Infinity);
    expect(castRaySegment(out, 0, [0, 1, 1, 1], 0, 9, [2, 3, 2, 3], 0)).toBe(2);
  });
  it('never slips between two segments that share a point', () => {
    const rng = createRng(SEED + 6);
    let throughPoint = 0;
    for (let i = 0; i < 4000; i++) {
      const joint = [rng.range(0.1, 1), rng.range(0.1, 1)];
      const wall = [rng.range(2, 3), rng.range(-3, -2), ...joint, rng.range(-3, -2), rng.range(2, 3)];
      const origin = [-5 + rng.next(), -5 + rng.next()];
      const ray = [...origin, (joint[0] - origin[0]) * 2, (joint[1] - origin[1]) * 2];
      const first = overlapsRaySegment(ray, 0, 1, wall, 0);
      const second = overlapsRaySegment(ray, 0, 1, wall, 2);
      expect(first || second, `seed ${SEED + 6}, case ${i}`).toBe(true);
      if (first && second) throughPoint++;
    }
    // The direction is rounded, so only some rays pass through the joint itself.
    expect(throughPoint).toBeGreaterThan(0);
    expect(throughPoint).toBeLessThan(4000);
  });
  it('accepts a tip exactly on the segment and no further', () => {
    // 0.1 + 3 · 0.1 in doubles is not on x = 0.4; exact arithmetic decides, not the rounded quotient.
    const out = [0, 0, 0, 0];
    const x = 0.4;
    const exact = BigInt(0.1 * 2 ** 58) + 3n * BigInt(0.1 * 2 ** 58) >= BigInt(x * 2 ** 58);
    expect(castRaySegment(out, 0, [0.1, 0, 0.1, 0], 0, 3, [x, -1, x, 1], 0) !== Infinity).toBe(exact);
    expect(castRaySegment(out, 0, [0, 0, 49, 1], 0, 1, [49, -1, 49, 1], 0)).toBe(1);
    expect(castRaySegment(out, 0, [0, 0, 49, 1], 0, 1 - 2 ** -53, [49, -1, 49, 1], 0)).toBe(Infinity);
  });
  it('agrees with the crossing of two lines', () => {
    const rng = createRng(SEED + 7);
    let hits = 0;
    let total = 0;
    for (const scale of SCALES) {
      for (let i = 0; i < 400; i++) {
        const path = randomPath(rng, scale * 0.4);
        const [mx, my] = [rng.range(0, 1), rng.range(-1.1, 1.1)];
        const s = [path[0] + mx * path[2] - path[3] * (my + 0.6), path[1] + mx * path[3] + path[2] * (my + 0.6)];
        s.push(
          path[0] + (1.2 - mx) * path[2] - path[3] * (my - 0.4),
          path[1] + (1.2 - mx) * path[3] + path[2] * (my - 0.4),
        );
        const out = [7, 7, 7, 7];
        const t = castRaySegment(out, 0, path, 0, 1, s, 0);
        const [ex, ey] = [s[2] - s[0], s[3] - s[1]];
        const determinant = path[2] * ey - path[3] * ex;
        const slow = ((s[0] - path[0]) * ey - (s[1] - path[1]) * ex) / determinant;
        const lambda = ((s[0] - path[0]) * path[3] - (s[1] - path[1]) * path[2]) / determinant;
        const hit = slow >= 0 && slow <= 1 && lambda >= 0 && lambda <= 1;
        const note = `seed ${SEED + 7}, scale ${scale}, case ${i}`;
        expect(t !== Infinity, note).toBe(hit);
        total++;
        if (!hit) continue;
        hits++;
        expect(Math.abs(t - slow), note).toBeLessThan(1e-11);
        expect(Math.hypot(out[0] - path[0] - t * path[2], out[1] - path[1] - t * path[3]), note).toBeLessThan(
          4e-12 * scale,
        );
        expect(out[2] * path[2] + out[3] * path[3], note).toBeLessThan(0);
        expect(Math.abs(out[2] * ex + out[3] * ey), note).toBeLessThan(1e-14 * scale * 10);
      }
    }
    expect(hits / total).toBeGreaterThan(0.3);
    expect(hits / total).toBeLessThan(0.7);
  });
  it('is what rayFromSegment makes of a segment', () => {
    const ray = [1, 2, 4, 6];
    rayFromSegment(ray, 0, ray, 0);
    expect(ray).toEqual([1, 2, 3, 4]);
  });
});

describe('moving shapes', () => {
  const out = [0, 0, 0, 0];
  it('a circle rounds the corner of a box exactly', () => {
    // Centre passes the corner (2, 1) along a line at distance 0.6 with radius 1: 0.8 back from the closest approach.
    const hit = castCircleAabb(out, 0, [-8, 1.6, 1], 0, [20, 0], 0, [2, 0, 4, 1], 0);
    expect(hit).toBeCloseTo((2 - 0.8 + 8) / 20, 14);
    expect(out[0]).toBe(2);
    expect(out[1]).toBe(1);
    expect(out[2]).toBeCloseTo(-0.8, 14);
    expect(out[3]).toBeCloseTo(0.6, 14);
    // Inside the square-cornered box, outside the round one, and staying so.
    expect(castCircleAabb(out, 0, [-0.9, -0.9, 1], 0, [-5, 0], 0, [0, 0, 4, 4], 0)).toBe(Infinity);
    expect(castCircleAabb(out, 0, [-0.9, -0.9, 1], 0, [5, 0], 0, [0, 0, 4, 4], 0)).toBeCloseTo(
      (0.9 - Math.sqrt(0.19)) / 5,
      14,
    );
  });
  it('touching at the start is 0 with the shared point', () => {
    expect(castCircleCircle(out, 0, [0, 0, 1], 0, [5, 0], 0, [3, 0, 2], 0)).toBe(0);
    expect(out).toEqual([1, 0, 0, 0]);
    expect(castCircleAabb(out, 0, [0, 0, 1], 0, [-5, 0], 0, [1, -1, 3, 1], 0)).toBe(0);
    expect(out).toEqual([1, 0, 0, 0]);
    expect(castAabbAabb(out, 0, [0, 0, 1, 1], 0, [-5, 0], 0, [1, 0, 3, 4], 0)).toBe(0);
    expect(out).toEqual([1, 0.5, 0, 0]);
    expect(castCirclePlane(out, 0, [0, 3, 1], 0, [0, 1], 0, [0, 2, 4], 0)).toBe(0);
    expect(out).toEqual([0, 2, 0, 0]);
    expect(castCircleCapsule(out, 0, [0, 3, 1], 0, [0, 1], 0, [-4, 1, 4, 1, 1], 0)).toBe(0);
    expect(out).toEqual([0, 2, 0, 0]);
  });
  it('boxes meet side to side, slide, and pass', () => {
    expect(castAabbAabb(out, 0, [0, 0, 1, 2], 0, [4, 0], 0, [3, 1, 5, 9], 0)).toBe(0.5);
    expect(out).toEqual([3, 1.5, -1, 0]);
    expect(castAabbAabb(out, 0, [0, 0, 1, 1], 0, [4, 0], 0, [3, 1, 5, 9], 0)).toBe(0.5);
    expect(castAabbAabb(out, 0, [0, 0, 1, 1], 0, [4, 0], 0, [3, 1.0000000000000002, 5, 9], 0)).toBe(Infinity);
    expect(castAabbAabb(out, 0, [0, 0, 1, 1], 0, [2, 0], 0, [3, 0, 5, 9], 0)).toBe(1);
    expect(castAabbAabb(out, 0, [0, 0, 1, 1], 0, [0, 0], 0, [3, 0, 5, 9], 0)).toBe(Infinity);
  });
  it('a box arrives at a plane with a corner or with a side', () => {
    expect(castAabbPlane(out, 0, [0, 2, 2, 4], 0, [0, -4], 0, [0, 5, 0], 0)).toBe(0.5);
    expect(out).toEqual([1, 0, 0, 1]);
    // x + y = 0 from above: the corner (1, 1) moves down 2 along y.
    expect(castAabbPlane(out, 0, [1, 1, 3, 3], 0, [0, -4], 0, [1, 1, 0], 0)).toBe(0.5);
    expect(out[0]).toBe(1);
    expect(out[1]).toBe(-1);
    expect(castAabbPlane(out, 0, [1, 1, 3, 3], 0, [0, -4], 0, [0, 0, 0], 0)).toBe(Infinity);
    expect(castAabbPlane(out, 0, [1, 1, 3, 3], 0, [5, 0], 0, [0, 1, 0], 0)).toBe(Infinity);
  });
});

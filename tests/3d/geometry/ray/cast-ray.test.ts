import { describe, expect, it } from 'vitest';
import {
  castRayAabb,
  castRayCapsule,
  castRayCone,
  castRayConvexPolygon,
  castRayCylinder,
  castRayObb,
  castRayParallelogram,
  castRayPlane,
  castRayPlaneThroughPoints,
  castRayPolygon,
  castRayQuad,
  castRaySphere,
  castRayTriangle,
} from '../../../../entry/geometry3d.ts';
import {
  add,
  along,
  cross,
  distanceToAabb,
  distanceToCapsule,
  distanceToCone,
  distanceToCylinder,
  distanceToObb,
  distanceToPolygon,
  dot,
  randomAxes,
  randomUnit,
  size,
  sub,
  times,
  unit,
  type Vec,
} from '../../../support/distance-functions-3d.ts';
import { effort } from '../../../support/effort.ts';
import { createRng, type Rng } from '../../../support/rng.ts';
import { checkCast, expectRepresentative, newTally } from '../support/check-cast.ts';

// Every ray cast keeps the same contract; each is run through the same checks with its own shapes.

type Cast = (
  out: Float64Array,
  outOffset: number,
  ray: Float64Array,
  rayOffset: number,
  max: number,
  shape: Float64Array,
  offset: number,
) => number;

type Kind = {
  name: string;
  solid: boolean;
  cast: Cast;
  /** A shape of about size 1 around the origin. */
  make(rng: Rng): number[];
  /** Numbers of the shape that are points (and move with it), as ranges of coordinates. */
  points: (shape: readonly number[]) => number;
  lengths: (shape: readonly number[]) => readonly number[];
  distance(p: Vec, shape: Vec): number;
  spread?: number;
};

const polygonOf = (shape: Vec): Vec[] => {
  const list: Vec[] = [];
  for (let i = 0; i < shape.length; i += 3) list.push(shape.slice(i, i + 3));
  return list;
};

/** A planar polygon; radii vary when not convex, which makes it concave but simple. */
function makePolygon(rng: Rng, count: number, convex: boolean): number[] {
  const [x, y] = randomAxes(rng);
  const shape: number[] = [];
  for (let i = 0; i < count; i++) {
    const angle = (2 * Math.PI * (i + rng.range(-0.3, 0.3))) / count;
    const radius = convex ? 1.2 : rng.range(0.5, 1.6);
    shape.push(...add(times(x, radius * Math.cos(angle)), times(y, radius * Math.sin(angle))));
  }
  return shape;
}

const range = (from: number, to: number): number[] => Array.from({ length: to - from }, (_, i) => from + i);
const allPoints = { points: (s: readonly number[]) => s.length, lengths: () => [] };
const axial = { points: () => 6, lengths: () => [6] };
const makeAxial = (rng: Rng): number[] => {
  const axis = times(randomUnit(rng), rng.range(0.3, 1));
  return [...times(axis, -1), ...axis, rng.range(0.4, 0.9)];
};

const kinds: Kind[] = [
  {
    name: 'castRaySphere',
    solid: true,
    cast: castRaySphere,
    make: (rng) => [rng.range(-0.2, 0.2), rng.range(-0.2, 0.2), rng.range(-0.2, 0.2), rng.range(0.4, 1.2)],
    points: () => 3,
    lengths: () => [3],
    distance: (p, s) => Math.max(0, size(sub(p, s)) - s[3]),
  },
  {
    name: 'castRayAabb',
    solid: true,
    cast: castRayAabb,
    make: (rng) => [...[0, 0, 0].map(() => -rng.range(0.2, 1)), ...[0, 0, 0].map(() => rng.range(0.2, 1))],
    ...allPoints,
    distance: distanceToAabb,
  },
  {
    name: 'castRayObb',
    solid: true,
    cast: castRayObb,
    make: (rng) => [0.1, -0.1, 0.05, ...[0, 0, 0].map(() => rng.range(0.2, 1)), ...randomAxes(rng).flat()],
    points: () => 3,
    lengths: () => [3, 4, 5],
    distance: distanceToObb,
  },
  { name: 'castRayCapsule', solid: true, cast: castRayCapsule, make: makeAxial, ...axial, distance: distanceToCapsule },
  {
    name: 'castRayCylinder',
    solid: true,
    cast: castRayCylinder,
    make: makeAxial,
    ...axial,
    distance: distanceToCylinder,
  },
  { name: 'castRayCone', solid: true, cast: castRayCone, make: makeAxial, ...axial, distance: distanceToCone },
  {
    name: 'castRayTriangle',
    solid: false,
    cast: castRayTriangle,
    make: (rng) => makePolygon(rng, 3, false),
    ...allPoints,
    distance: (p, s) => distanceToPolygon(p, polygonOf(s)),
    spread: 0.5,
  },
  {
    name: 'castRayQuad',
    solid: false,
    cast: castRayQuad,
    make: (rng) => makePolygon(rng, 4, false),
    ...allPoints,
    distance: (p, s) => distanceToPolygon(p, polygonOf(s)),
    spread: 0.6,
  },
  {
    name: 'castRayParallelogram',
    solid: false,
    cast: castRayParallelogram,
    make: (rng) => {
      const [a, b, c] = polygonOf(makePolygon(rng, 3, true));
      const center = times(add(b, c), 0.5);
      return [a, b, c].flatMap((p) => [...sub(p, center)]);
    },
    ...allPoints,
    distance: (p, s) => {
      const [a, b, c] = polygonOf(s);
      return distanceToPolygon(p, [a, b, add(b, sub(c, a)), c]);
    },
    spread: 1.2,
  },
  {
    name: 'castRayConvexPolygon',
    solid: false,
    cast: (out, o, ray, r, max, s, i) => castRayConvexPolygon(out, o, ray, r, max, s, i, 7),
    make: (rng) => makePolygon(rng, 7, true),
    ...allPoints,
    distance: (p, s) => distanceToPolygon(p, polygonOf(s)),
  },
  {
    name: 'castRayPolygon',
    solid: false,
    cast: (out, o, ray, r, max, s, i) => castRayPolygon(out, o, ray, r, max, s, i, 9),
    make: (rng) => makePolygon(rng, 9, false),
    ...allPoints,
    distance: (p, s) => distanceToPolygon(p, polygonOf(s)),
    spread: 0.8,
  },
  {
    name: 'castRayPlane',
    solid: false,
    cast: castRayPlane,
    make: (rng) => [...times(randomUnit(rng), rng.range(0.1, 9)), 0],
    points: () => 0,
    lengths: () => [],
    distance: (p, s) => Math.abs(dot(s, p) - s[3]) / size(s),
  },
  {
    name: 'castRayPlaneThroughPoints',
    solid: false,
    cast: castRayPlaneThroughPoints,
    make: (rng) => makePolygon(rng, 3, true),
    ...allPoints,
    distance: (p, s) => {
      const [a, b, c] = polygonOf(s);
      return Math.abs(dot(unit(cross(sub(b, a), sub(c, a))), sub(p, a)));
    },
  },
];

/** The shape scaled and moved; planes go through the new place. */
function place(kind: Kind, shape: readonly number[], scale: number, at: Vec): number[] {
  const placed = shape.slice();
  if (kind.cast === castRayPlane) {
    placed[3] = dot(placed, at);
    return placed;
  }
  for (const i of range(0, kind.points(shape))) placed[i] = shape[i] * scale + at[i % 3];
  for (const i of kind.lengths(shape)) placed[i] = shape[i] * scale;
  return placed;
}

const scales: { scale: number; far: number }[] = [
  { scale: 1, far: 0 },
  { scale: 1e-3, far: 0 },
  { scale: 1e4, far: 0 },
  { scale: 1, far: 1e4 },
];

for (const kind of kinds) {
  describe(kind.name, () => {
    it.each(scales)('agrees with a walk along the distance function (scale $scale, offset $far)', ({ scale, far }) => {
      const seed = 0xc0de + scale * 7 + far;
      const rng = createRng(seed);
      const tally = newTally();
      const planar = kind.name.startsWith('castRayPlane');
      for (let run = 0; run < effort(400, 150); run++) {
        const label = `seed ${seed} run ${run}`;
        const at = [rng.range(-far, far), rng.range(-far, far), rng.range(-far, far)];
        const shape = place(kind, kind.make(rng), scale, at);
        const o = along(at, randomUnit(rng), scale * rng.range(kind.solid ? 0.9 : 2, 4));
        const spread = (kind.spread ?? 1) * (kind.solid ? 1.8 : 1.2) * scale;
        const target = along(at, randomUnit(rng), spread * rng.range(0, 1));
        const reach = planar ? rng.range(0, 2) : rng.range(0.7, 3);
        const d = times(sub(target, o), reach);
        const max = 1;
        const out = new Float64Array(6);
        const t = kind.cast(out, 0, Float64Array.of(...o, ...d), 0, max, Float64Array.from(shape), 0);
        checkCast(label, (p) => kind.distance(p, shape), 0, o, d, max, t, out, 4 * scale + 4 * far, tally);
      }
      expectRepresentative(tally, `seed ${seed}`);
    });

    it('keeps the contract: offsets, aliasing, limits, direction length, misses, NaN', () => {
      const rng = createRng(77);
      let hits = 0;
      for (let run = 0; run < 200; run++) {
        const label = `seed 77 run ${run}`;
        const shape = kind.make(rng);
        const o = times(randomUnit(rng), 3);
        const d = sub(times(randomUnit(rng), 0.4), o);
        const ray = Float64Array.of(...o, ...d);
        const out = new Float64Array(6);
        const t = kind.cast(out, 0, ray, 0, Infinity, Float64Array.from(shape), 0);

        const shifted = new Float64Array(9).fill(9);
        const offset = kind.cast(
          shifted,
          2,
          Float64Array.of(5, ...ray),
          1,
          Infinity,
          Float64Array.of(4, 4, 4, ...shape),
          3,
        );
        expect(offset, label).toBe(t);
        if (t === Infinity) {
          expect([...shifted], label).toEqual(new Array(9).fill(9));
          continue;
        }
        hits++;
        expect([...shifted], label).toEqual([9, 9, ...out, 9]);
        const alias = ray.slice();
        expect(kind.cast(alias, 0, alias, 0, Infinity, Float64Array.from(shape), 0), label).toBe(t);
        expect([...alias], label).toEqual([...out]);
        const aliasShape = new Float64Array(40);
        aliasShape.set(shape);
        kind.cast(aliasShape, 0, ray, 0, Infinity, aliasShape, 0);
        expect([...aliasShape.subarray(0, 6)], label).toEqual([...out]);

        expect(kind.cast(out.slice(), 0, ray, 0, t, Float64Array.from(shape), 0), label).toBe(t);
        expect(kind.cast(out.slice(), 0, ray, 0, t * (1 - 1e-12), Float64Array.from(shape), 0), label).toBe(Infinity);
        expect(kind.cast(out.slice(), 0, ray, 0, NaN, Float64Array.from(shape), 0), label).toBe(Infinity);
        expect(kind.cast(out.slice(), 0, ray, 0, -1, Float64Array.from(shape), 0), label).toBe(Infinity);
        const longer = Float64Array.of(...o, ...times(d, 1000));
        const scaled = kind.cast(out.slice(), 0, longer, 0, Infinity, Float64Array.from(shape), 0);
        expect(Math.abs(scaled * 1000 - t), label).toBeLessThan(1e-13 * Math.max(1, t));
        const away = Float64Array.of(...o, ...times(d, -1));
        expect(kind.cast(out.slice(), 0, away, 0, Infinity, Float64Array.from(shape), 0), label).toBe(Infinity);
        for (let i = 0; i < 6; i++) {
          const broken = ray.slice();
          broken[i] = NaN;
          const untouched = Float64Array.of(1, 2, 3, 4, 5, 6);
          expect(kind.cast(untouched, 0, broken, 0, Infinity, Float64Array.from(shape), 0), label).toBe(Infinity);
          expect([...untouched], label).toEqual([1, 2, 3, 4, 5, 6]);
        }
        for (let i = 0; i < shape.length; i++) {
          const broken = Float64Array.from(shape);
          broken[i] = NaN;
          expect(kind.cast(out.slice(), 0, ray, 0, Infinity, broken, 0), `${label} shape[${i}]`).toBe(Infinity);
        }
      }
      expect(hits).toBeGreaterThan(60);
    });

    it('hits at 0 with no normal when it starts on the shape, whatever its direction', () => {
      const rng = createRng(5);
      for (let run = 0; run < 200; run++) {
        const shape = kind.make(rng);
        const through = kind.solid || kind.cast === castRayPlane;
        const inside =
          kind.cast === castRayCone ? times(shape.slice(3, 6), 0.5) : through ? [0, 0, 0] : shape.slice(0, 3);
        const direction = run % 4 === 0 ? [0, 0, 0] : randomUnit(rng);
        const out = new Float64Array(6).fill(7);
        const ray = Float64Array.of(...inside, ...direction);
        const t = kind.cast(out, 0, ray, 0, 1, Float64Array.from(shape), 0);
        expect(t, `seed 5 run ${run}`).toBe(0);
        expect([...out], `seed 5 run ${run}`).toEqual([...inside, 0, 0, 0]);
        expect(kind.cast(out, 0, ray, 0, -1e-9, Float64Array.from(shape), 0)).toBe(Infinity);
      }
    });
  });
}

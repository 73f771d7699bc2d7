import { describe, expect, it } from 'vitest';
import {
  castAabbAabb,
  castAabbPlane,
  castSphereAabb,
  castSphereCapsule,
  castSphereObb,
  castSpherePlane,
  castSpherePolygon,
  castSphereSegment,
  castSphereSphere,
  castSphereTriangle,
} from '../../../../entry/geometry3d.ts';
import {
  add,
  along,
  distanceToAabb,
  distanceToCapsule,
  distanceToObb,
  distanceToPolygon,
  distanceToSegment,
  dot,
  randomAxes,
  randomUnit,
  size,
  sub,
  times,
  type Vec,
  walkToContact,
} from '../../../support/distance-functions-3d.ts';
import { effort } from '../../../support/effort.ts';
import { createRng, type Rng } from '../../../support/rng.ts';
import { checkCast, expectRepresentative, newTally } from '../support/check-cast.ts';

type Cast = (
  out: Float64Array,
  outOffset: number,
  sphere: Float64Array,
  sphereOffset: number,
  translation: Float64Array,
  translationOffset: number,
  shape: Float64Array,
  offset: number,
) => number;

type Kind = {
  name: string;
  cast: Cast;
  make(rng: Rng): number[];
  /** How many of the first numbers are coordinates of points; those in `lengths` only scale. */
  points: number;
  lengths: readonly number[];
  distance(p: Vec, shape: Vec): number;
};

const polygonOf = (shape: Vec): Vec[] => {
  const list: Vec[] = [];
  for (let i = 0; i < shape.length; i += 3) list.push(shape.slice(i, i + 3));
  return list;
};

function makePolygon(rng: Rng, count: number): number[] {
  const [x, y] = randomAxes(rng);
  const shape: number[] = [];
  for (let i = 0; i < count; i++) {
    const angle = (2 * Math.PI * (i + rng.range(-0.3, 0.3))) / count;
    const radius = rng.range(0.3, 1.6);
    shape.push(...add(times(x, radius * Math.cos(angle)), times(y, radius * Math.sin(angle))));
  }
  return shape;
}

const makeSegment = (rng: Rng): number[] => {
  const half = times(randomUnit(rng), rng.range(0.3, 1.2));
  return [...times(half, -1), ...half];
};

const kinds: Kind[] = [
  {
    name: 'castSphereSphere',
    cast: castSphereSphere,
    make: (rng) => [0.1, -0.2, 0.1, rng.range(0.3, 1)],
    points: 3,
    lengths: [3],
    distance: (p, s) => Math.max(0, size(sub(p, s)) - s[3]),
  },
  {
    name: 'castSphereAabb',
    cast: castSphereAabb,
    make: (rng) => [...[0, 0, 0].map(() => -rng.range(0.05, 0.8)), ...[0, 0, 0].map(() => rng.range(0.05, 0.8))],
    points: 6,
    lengths: [],
    distance: distanceToAabb,
  },
  {
    name: 'castSphereObb',
    cast: castSphereObb,
    make: (rng) => [0.1, -0.1, 0.05, ...[0, 0, 0].map(() => rng.range(0.1, 0.8)), ...randomAxes(rng).flat()],
    points: 3,
    lengths: [3, 4, 5],
    distance: distanceToObb,
  },
  {
    name: 'castSphereCapsule',
    cast: castSphereCapsule,
    make: (rng) => [...makeSegment(rng), rng.range(0.1, 0.7)],
    points: 6,
    lengths: [6],
    distance: distanceToCapsule,
  },
  {
    name: 'castSphereSegment',
    cast: castSphereSegment,
    make: makeSegment,
    points: 6,
    lengths: [],
    distance: (p, s) => distanceToSegment(p, s.slice(0, 3), s.slice(3, 6)),
  },
  {
    name: 'castSphereTriangle',
    cast: castSphereTriangle,
    make: (rng) => makePolygon(rng, 3),
    points: 9,
    lengths: [],
    distance: (p, s) => distanceToPolygon(p, polygonOf(s)),
  },
  {
    name: 'castSpherePolygon',
    cast: (out, o, s, so, t, to, shape, i) =>
      castSpherePolygon(out, o, s, so, t, to, { vertices: shape, verticesOffset: i, count: 8 }),
    make: (rng) => makePolygon(rng, 8),
    points: 24,
    lengths: [],
    distance: (p, s) => distanceToPolygon(p, polygonOf(s)),
  },
];

const place = (kind: Kind, shape: readonly number[], scale: number, at: Vec): number[] =>
  shape.map((value, i) =>
    i < kind.points ? value * scale + at[i % 3] : kind.lengths.includes(i) ? value * scale : value,
  );

const scales = [
  { scale: 1, far: 0 },
  { scale: 1e-3, far: 0 },
  { scale: 1e4, far: 0 },
  { scale: 1, far: 1e4 },
];

for (const kind of kinds) {
  describe(kind.name, () => {
    it.each(scales)('agrees with a walk along the distance function (scale $scale, offset $far)', ({ scale, far }) => {
      const seed = 0x5eed + scale * 3 + far;
      const rng = createRng(seed);
      const tally = newTally();
      for (let run = 0; run < effort(600, 150); run++) {
        const at = [rng.range(-far, far), rng.range(-far, far), rng.range(-far, far)];
        const shape = place(kind, kind.make(rng), scale, at);
        const radius = scale * rng.range(0.05, 0.7);
        const o = along(at, randomUnit(rng), scale * rng.range(1.5, 4));
        const target = along(at, randomUnit(rng), 2 * scale * rng.range(0, 1));
        const d = times(sub(target, o), rng.range(0.7, 2.5));
        const out = new Float64Array(6);
        const moving = Float64Array.of(...o, radius);
        const t = kind.cast(out, 0, moving, 0, Float64Array.from(d), 0, Float64Array.from(shape), 0);
        const distance = (p: Vec): number => kind.distance(p, shape);
        checkCast(`seed ${seed} run ${run}`, distance, radius, o, d, 1, t, out, 4 * scale + 4 * far, tally);
      }
      expectRepresentative(tally, `seed ${seed}`);
    });

    it('keeps the contract: offsets, aliasing, starts in contact, no motion, NaN', () => {
      const rng = createRng(91);
      let hits = 0;
      for (let run = 0; run < 300; run++) {
        const label = `seed 91 run ${run}`;
        const shape = Float64Array.from(kind.make(rng));
        const o = times(randomUnit(rng), rng.range(0.2, 4));
        const d = Float64Array.from(times(sub(times(randomUnit(rng), 0.5), o), 1.5));
        const radius = rng.range(0.1, 0.6);
        const moving = Float64Array.of(...o, radius);
        const out = new Float64Array(6);
        const t = kind.cast(out, 0, moving, 0, d, 0, shape, 0);
        const shifted = new Float64Array(8).fill(9);
        const again = kind.cast(
          shifted,
          1,
          Float64Array.of(3, 3, ...moving),
          2,
          Float64Array.of(1, ...d),
          1,
          Float64Array.of(8, ...shape),
          1,
        );
        expect(again, label).toBe(t);
        expect([...shifted], label).toEqual(t === Infinity ? new Array(8).fill(9) : [9, ...out, 9]);
        const still = kind.cast(new Float64Array(6), 0, moving, 0, new Float64Array(3), 0, shape, 0);
        const inContact = kind.distance(o, [...shape]) <= radius;
        expect(still, label).toBe(inContact ? 0 : Infinity);
        expect(t === 0, label).toBe(inContact);
        if (t === Infinity) continue;
        hits++;
        const alias = new Float64Array(6);
        alias.set(moving);
        kind.cast(alias, 0, alias, 0, d, 0, shape, 0);
        expect([...alias], label).toEqual([...out]);
        const aliasShape = new Float64Array(30);
        aliasShape.set(shape);
        kind.cast(aliasShape, 0, moving, 0, d, 0, aliasShape, 0);
        expect([...aliasShape.subarray(0, 6)], label).toEqual([...out]);
        if (t === 0) continue;
        for (let i = 0; i < moving.length + 3 + shape.length; i++) {
          const broken = [moving.slice(), d.slice(), shape.slice()];
          let part = 0;
          let index = i;
          while (index >= broken[part].length) index -= broken[part++].length;
          broken[part][index] = NaN;
          const untouched = Float64Array.of(1, 2, 3, 4, 5, 6);
          const result = kind.cast(untouched, 0, broken[0], 0, broken[1], 0, broken[2], 0);
          expect(result, `${label} NaN at ${part}/${index}`).toBe(Infinity);
          expect([...untouched], label).toEqual([1, 2, 3, 4, 5, 6]);
        }
      }
      expect(hits).toBeGreaterThan(90);
    });
  });
}

describe('castSphereAabb', () => {
  it('is exact around a corner, where faces, edges and the vertex take turns', () => {
    const box = Float64Array.of(-1, -1, -1, 1, 1, 1);
    const distance = (p: Vec): number => distanceToAabb(p, [...box]);
    const rng = createRng(17);
    const contacts = [0, 0, 0, 0];
    for (let run = 0; run < effort(4000, 1000); run++) {
      const label = `seed 17 run ${run}`;
      const radius = rng.range(0.1, 1);
      const o = along([1, 1, 1], randomUnit(rng), rng.range(1.01, 2) * radius);
      const d = times(sub(along([1, 1, 1], randomUnit(rng), rng.range(0, 1.5) * radius), o), 3);
      if (distance(o) <= radius) continue;
      const out = new Float64Array(6);
      const t = castSphereAabb(out, 0, Float64Array.of(...o, radius), 0, Float64Array.from(d), 0, box, 0);
      const walked = walkToContact(distance, radius, o, d, 1, 1e-13);
      if (walked === Infinity) {
        expect(t, label).toBe(Infinity);
        continue;
      }
      contacts[[0, 1, 2].filter((i) => out[i] === 1).length]++;
      expect(Math.abs(distance(along(o, d, t)) - radius), label).toBeLessThan(2e-15);
      const facing = -dot([out[3], out[4], out[5]], d) / size(d);
      expect(facing, label).toBeGreaterThan(0);
      expect(Math.abs(t - walked) * size(d) * Math.max(facing, 1e-6), label).toBeLessThan(4e-13);
    }
    for (const k of [1, 2, 3]) expect(contacts[k], `contacts at ${k} faces`).toBeGreaterThan(100);
  });

  it('meets face, edge and corner where it should', () => {
    const box = Float64Array.of(-1, -1, -1, 1, 1, 1);
    const cast = (o: Vec, d: Vec): number[] => {
      const out = new Float64Array(6);
      const t = castSphereAabb(out, 0, Float64Array.of(...o, 1), 0, Float64Array.from(d), 0, box, 0);
      return [t, ...out];
    };
    expect(cast([4, 0.5, 0.25], [-4, 0, 0])).toEqual([0.5, 1, 0.5, 0.25, 1, 0, 0]);
    const edge = cast([4, 4, 0.5], [-4, -4, 0]);
    expect(edge[0]).toBeCloseTo((3 - Math.SQRT1_2) / 4, 14);
    expect(edge.slice(1, 4)).toEqual([1, 1, 0.5]);
    const corner = cast([4, 4, 4], [-4, -4, -4]);
    expect(corner[0]).toBeCloseTo((3 - 1 / Math.sqrt(3)) / 4, 14);
    expect(corner.slice(1, 4)).toEqual([1, 1, 1]);
    // A path exactly in the plane of the moved-out face only touches; a little farther out it misses.
    expect(cast([4, 2, 0], [-4, 0, 0])[0]).toBe(0.75);
    expect(cast([4, 2.0000001, 0], [-4, 0, 0])[0]).toBe(Infinity);
  });

  it('treats a radius of 0 as a point', () => {
    const out = new Float64Array(6);
    const box = Float64Array.of(0, 0, 0, 1, 2, 3);
    const t = castSphereAabb(out, 0, Float64Array.of(-1, 1, 1, 0), 0, Float64Array.of(2, 0, 0), 0, box, 0);
    expect([t, ...out]).toEqual([0.5, 0, 1, 1, -1, 0, 0]);
  });
});

const planeDistance = (p: Vec, plane: Vec): number => Math.abs(dot(plane, p) - plane[3]) / size(plane);

describe.each([
  { name: 'castSpherePlane', box: false },
  { name: 'castAabbPlane', box: true },
])('$name', ({ box }) => {
  it.each(scales)('agrees with a walk (scale $scale, offset $far)', ({ scale, far }) => {
    const seed = 41 + scale * 3 + far;
    const rng = createRng(seed);
    let hits = 0;
    const runs = 600;
    for (let run = 0; run < runs; run++) {
      const label = `seed ${seed} run ${run}`;
      const at = [rng.range(-far, far), rng.range(-far, far), rng.range(-far, far)];
      const half = [0, 0, 0].map(() => scale * rng.range(0.1, 1));
      const o = along(at, randomUnit(rng), scale * rng.range(0.5, 4));
      const n = times(randomUnit(rng), rng.range(0.1, 9));
      const plane = [...n, dot(n, at)];
      const d = times(randomUnit(rng), scale * rng.range(0, 12));
      const out = new Float64Array(6);
      const radius = half[0];
      const corners = [0, 1, 2, 3, 4, 5, 6, 7].map((k) => half.map((h, i) => ((k >> i) & 1 ? h : -h)));
      const distance = box
        ? (p: Vec): number => {
            const heights = corners.map((c) => dot(n, add(p, c)) - plane[3]);
            const crosses = Math.min(...heights) <= 0 && Math.max(...heights) >= 0;
            return crosses ? 0 : Math.min(...heights.map(Math.abs)) / size(n);
          }
        : (p: Vec): number => Math.max(0, planeDistance(p, plane) - radius);
      const t = box
        ? castAabbPlane(
            out,
            0,
            Float64Array.of(...sub(o, half), ...add(o, half)),
            0,
            Float64Array.from(d),
            0,
            Float64Array.from(plane),
            0,
          )
        : castSpherePlane(
            out,
            0,
            Float64Array.of(...o, radius),
            0,
            Float64Array.from(d),
            0,
            Float64Array.from(plane),
            0,
          );
      const tolerance = 1e-12 * (scale + far);
      const walked = walkToContact(distance, 0, o, d, 1, 4 * tolerance);
      if (t === Infinity) {
        expect(walked, label).toBe(Infinity);
        continue;
      }
      hits++;
      const point = [out[0], out[1], out[2]];
      expect(planeDistance(point, plane), label).toBeLessThan(4 * tolerance);
      const local = sub(point, along(o, d, t));
      if (box) for (let i = 0; i < 3; i++) expect(Math.abs(local[i]), label).toBeLessThan(half[i] + 4 * tolerance);
      else expect(size(local), label).toBeLessThan(radius + 4 * tolerance);
      if (t === 0) {
        expect(walked, label).toBe(0);
        expect([out[3], out[4], out[5]], label).toEqual([0, 0, 0]);
        continue;
      }
      const normal = [out[3], out[4], out[5]];
      const facing = -dot(normal, d) / size(d);
      expect(Math.abs(size(normal) - 1), label).toBeLessThan(1e-14);
      expect(Math.sign(dot(normal, n)), label).toBe(Math.sign(dot(n, o) - plane[3]));
      expect(facing, label).toBeGreaterThan(0);
      expect(Math.abs(t - walked) * size(d), label).toBeLessThan((16 * tolerance) / facing);
    }
    expect(hits / runs).toBeGreaterThan(0.3);
    expect(hits / runs).toBeLessThan(0.7);
  });

  it('works for both sides, parallel motion, receding motion and normals of any length', () => {
    const cast = (z: number, d: Vec, plane: Vec): number[] => {
      const out = new Float64Array(6);
      const t = box
        ? castAabbPlane(
            out,
            0,
            Float64Array.of(-1, -1, z - 1, 1, 1, z + 1),
            0,
            Float64Array.from(d),
            0,
            Float64Array.from(plane),
            0,
          )
        : castSpherePlane(out, 0, Float64Array.of(0, 0, z, 1), 0, Float64Array.from(d), 0, Float64Array.from(plane), 0);
      return [t, ...out];
    };
    expect(cast(3, [0, 0, -4], [0, 0, 4, 0])).toEqual([0.5, 0, 0, 0, 0, 0, 1]);
    expect(cast(-3, [0, 0, 4], [0, 0, 4, 0])).toEqual([0.5, 0, 0, 0, 0, 0, -1]);
    expect(cast(3, [9, 0, 0], [0, 0, 4, 0])[0]).toBe(Infinity);
    expect(cast(3, [0, 0, 9], [0, 0, 4, 0])[0]).toBe(Infinity);
    expect(cast(1, [0, 0, 9], [0, 0, 4, 0])).toEqual([0, 0, 0, 0, 0, 0, 0]);
    expect(cast(3, [0, 0, -2], [0, 0, 4, 0])[0]).toBe(1);
    expect(cast(3, [0, 0, -1.999], [0, 0, 4, 0])[0]).toBe(Infinity);
    expect(cast(3, [0, 0, -4], [0, 0, 0, 0])[0]).toBe(Infinity);
    expect(cast(3, [0, 0, Number.NaN], [0, 0, 1, 0])[0]).toBe(Infinity);
    expect(cast(3, [0, 0, -4], [0, 0, 1, Number.NaN])[0]).toBe(Infinity);
  });
});

describe('castAabbAabb', () => {
  const gap = (a: Vec, b: Vec): number => {
    let sum = 0;
    for (let i = 0; i < 3; i++) sum += Math.max(0, b[i] - a[3 + i], a[i] - b[3 + i]) ** 2;
    return Math.sqrt(sum);
  };

  it.each(scales)('agrees with a walk along the gap (scale $scale, offset $far)', ({ scale, far }) => {
    const seed = 23 + scale * 3 + far;
    const rng = createRng(seed);
    let hits = 0;
    const runs = 600;
    for (let run = 0; run < runs; run++) {
      const label = `seed ${seed} run ${run}`;
      const at = [rng.range(-far, far), rng.range(-far, far), rng.range(-far, far)];
      const boxAt = (c: Vec): number[] => {
        const h = [0, 0, 0].map(() => scale * rng.range(0, 0.8));
        return [...sub(c, h), ...add(c, h)];
      };
      const b = boxAt(at);
      const o = along(at, randomUnit(rng), scale * rng.range(1, 4));
      const a = boxAt(o);
      const d = times(sub(along(at, randomUnit(rng), scale * rng.range(0, 2)), o), rng.range(0.7, 2));
      if (run % 5 === 0) (d as number[])[run % 3] = 0;
      const moved = (t: number): number[] => a.map((value, i) => value + t * d[i % 3]);
      const out = new Float64Array(6);
      const t = castAabbAabb(out, 0, Float64Array.from(a), 0, Float64Array.from(d), 0, Float64Array.from(b), 0);
      const tolerance = 1e-12 * (scale + far);
      // Walked by length: the gap closes by at most that.
      const length = size(d);
      const free = (p: Vec): number => gap(moved(p[0] / length), b);
      const walked = walkToContact(free, 0, [0, 0, 0], [1, 0, 0], length, 4 * tolerance);
      const reference = walked / size(d);
      if (t === Infinity) {
        expect(reference, label).toBe(Infinity);
        continue;
      }
      hits++;
      const point = [out[0], out[1], out[2]];
      expect(gap([...point, ...point], b), label).toBe(0);
      expect(gap([...point, ...point], moved(t)), label).toBeLessThan(4 * tolerance);
      if (t === 0) {
        expect(reference, label).toBe(0);
        continue;
      }
      const facing = -dot([out[3], out[4], out[5]], d) / size(d);
      expect(facing, label).toBeGreaterThan(0);
      expect(Math.abs(t - reference) * size(d), label).toBeLessThan((16 * tolerance) / facing);
    }
    expect(hits / runs).toBeGreaterThan(0.3);
    expect(hits / runs).toBeLessThan(0.7);
  });

  it('reports the face, its middle of contact, sliding and receding boxes, empty ones and NaN', () => {
    const fixed = Float64Array.of(0, 0, 0, 2, 2, 2);
    const cast = (a: Vec, d: Vec, b: ArrayLike<number> = fixed): number[] => {
      const out = new Float64Array(6);
      return [castAabbAabb(out, 0, Float64Array.from(a), 0, Float64Array.from(d), 0, b, 0), ...out];
    };
    expect(cast([-3, 1, 0.5, -1, 3, 1.5], [4, 0, 0])).toEqual([0.25, 0, 1.5, 1, -1, 0, 0]);
    expect(cast([5, 1, 0.5, 6, 3, 1.5], [-6, 0, 0])).toEqual([0.5, 2, 1.5, 1, 1, 0, 0]);
    // Sliding along the face y = 2 touches all the way; a hair above it does not.
    expect(cast([-3, 2, 0, -1, 3, 1], [4, 0, 0])[0]).toBe(0.25);
    expect(cast([-3, 2.0000001, 0, -1, 3, 1], [4, 0, 0])[0]).toBe(Infinity);
    expect(cast([-3, 1, 0, 0, 3, 1], [-4, 0, 0])[0]).toBe(0);
    expect(cast([-3, 1, 0, -1, 3, 1], [-4, 0, 0])[0]).toBe(Infinity);
    expect(cast([-3, 1, 0, -1, 3, 1], [1, 0, 0])[0]).toBe(1);
    expect(cast([-3, 1, 0, -1, 3, 1], [4, 0, 0], [1, 0, 0, -1, 2, 2])[0]).toBe(Infinity);
    for (let i = 0; i < 6; i++) {
      const broken = [-3, 1, 0, -1, 3, 1];
      broken[i] = NaN;
      expect(cast(broken, [4, 0, 0])[0]).toBe(Infinity);
      const brokenFixed = fixed.slice();
      brokenFixed[i] = NaN;
      expect(cast([-3, 1, 0, -1, 3, 1], [4, 0, 0], brokenFixed)[0]).toBe(Infinity);
    }
    expect(cast([-3, 1, 0, -1, 3, 1], [4, NaN, 0])[0]).toBe(Infinity);
  });
});

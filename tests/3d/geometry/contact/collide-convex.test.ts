import { describe, expect, it } from 'vitest';
import {
  buildConvexHull,
  CONTACT_MAX_POINTS,
  CONTACT_POINT_STRIDE,
  CONTACT_POINTS,
  CONTACT_SEPARATION,
  CONTACT_STRIDE,
  type ConvexHull,
  collideConvex,
  containsPointConvex,
  IDENTITY_POSE,
  overlapsConvex,
  penetrationSat,
} from '../../../../entry/geometry3d.ts';
import { packFeatures } from '../../../../src/3d/geometry/contact/contact-layout.ts';
import { effort } from '../../../support/effort.ts';
import { createRng } from '../../../support/rng.ts';
import {
  add,
  at,
  bruteSeparation,
  gapAlong,
  HULL_KINDS,
  heightAbove,
  hullPoints,
  hullVertices,
  length,
  makeHull,
  posedHull,
  randomPose,
  randomQuaternion,
  randomUnit,
  rotate,
  scale,
  sub,
  type Vec,
} from '../support/convex-fixtures.ts';

const SEED = 21;
const cube = (x: number, y: number, z: number): ConvexHull =>
  buildConvexHull(Array.from({ length: 8 }, (_, i) => [i & 1 ? x : -x, i & 2 ? y : -y, i & 4 ? z : -z]).flat());
const manifold = new Float64Array(CONTACT_STRIDE);
const features = new Uint32Array(CONTACT_MAX_POINTS);
const out = new Float64Array(9);
const still = [0, 0, 0, 0, 0, 0, 1];

const points = (count: number): { point: Vec; separation: number }[] =>
  Array.from({ length: count }, (_, i) => {
    const offset = CONTACT_POINTS + i * CONTACT_POINT_STRIDE;
    return { point: at(manifold, offset), separation: manifold[offset + CONTACT_SEPARATION] };
  });

describe('separating axes of convex polyhedra', () => {
  it('agree with all face normals and all crosses of edges, unpruned, for posed hulls at every scale', () => {
    const rng = createRng(SEED);
    const cache = new Int32Array(1);
    let hits = 0;
    let total = 0;
    for (let round = 0; round < effort(1200, 400); round++) {
      const size = [1e-3, 1, 1e4][round % 3];
      const kinds = [HULL_KINDS[rng.integer(0, 6)], HULL_KINDS[rng.integer(0, 6)]] as const;
      const a = makeHull(hullPoints(rng, kinds[0], rng.integer(6, 14)), size);
      const b = round % 11 === 0 ? a : makeHull(hullPoints(rng, kinds[1], rng.integer(6, 14)), size);
      const poseA = round % 7 === 0 ? [...still] : randomPose(rng, scale(randomUnit(rng), size));
      const poseB = round % 7 === 0 ? [...still] : randomPose(rng, at(poseA, 0));
      const direction = randomUnit(rng);
      const va = hullVertices(posedHull(a, poseA));
      const wanted = [0, 1e-6, -1e-6, 0.1][rng.integer(0, 3)] * size;
      const shift =
        round % 3 ? rng.range(0, 1.1) * size : wanted - gapAlong(va, hullVertices(posedHull(b, poseB)), direction);
      for (let k = 0; k < 3; k++) poseB[k] += shift * direction[k];
      const { separation: reference } = bruteSeparation(posedHull(a, poseA), posedHull(b, poseB));
      const label = `seed ${rng.seed} round ${round} ${kinds} ${size}`;
      // Any cached axis, also of another pair, must be harmless.
      if (round % 2) cache[0] = rng.integer(0, 400);
      const depth = penetrationSat(out, 0, { hull: a, pose: poseA }, { hull: b, pose: poseB }, cache, 0);
      const overlaps = overlapsConvex({ hull: a, pose: poseA }, { hull: b, pose: poseB }, cache, 0);
      if (Math.abs(reference) > 1e-13 * size) {
        expect(overlaps, label).toBe(reference < 0);
        expect(depth > 0, label).toBe(reference < 0);
      }
      expect(overlapsConvex({ hull: b, pose: poseB }, { hull: a, pose: poseA }, new Int32Array(1), 0), label).toBe(
        overlaps,
      );
      total++;
      if (reference <= 0) {
        hits++;
        expect(Math.abs(depth + reference) / size, label).toBeLessThan(1e-12);
        const normal = at(out, 0);
        expect(length(sub(sub(at(out, 3), at(out, 6)), scale(normal, depth))) / size, label).toBeLessThan(1e-12);
        expect(Math.abs(heightAbove(a, poseA, at(out, 3))) / size, label).toBeLessThan(1e-11);
        expect(Math.abs(heightAbove(b, poseB, at(out, 6))) / size, label).toBeLessThan(1e-11);
        const count = collideConvex(
          manifold,
          features,
          { hull: a, pose: poseA },
          { hull: b, pose: poseB },
          0,
          cache,
          0,
        );
        expect(count, label).toBeGreaterThan(0);
        const least = Math.min(...points(count).map((p) => p.separation));
        expect(Math.abs(least + depth) / size, label).toBeLessThan(1e-12);
      } else {
        // Any gap reported is a true one, and so a bound of the distance.
        const gap = gapAlong(va, hullVertices(posedHull(b, poseB)), at(out, 0));
        if (reference > 1e-13 * size) expect(Math.abs(gap + depth) / size, label).toBeLessThan(1e-12);
      }
    }
    expect(hits / total).toBeGreaterThan(0.3);
    expect(hits / total).toBeLessThan(0.7);
  });

  it('never separates falsely by near-parallel edges', () => {
    const rng = createRng(SEED + 1);
    const cache = new Int32Array(1);
    const a = cube(1, 1, 1);
    for (let round = 0; round < 400; round++) {
      const tilt = 10 ** rng.range(-16, -5);
      const axis = scale(randomUnit(rng), tilt);
      const pose = [rng.range(-1.9, 1.9), rng.range(-1.9, 1.9), rng.range(-1.9, 1.9), ...axis, 1];
      expect(
        overlapsConvex({ hull: a, pose: still }, { hull: a, pose }, cache, 0),
        `seed ${rng.seed} round ${round} tilt ${tilt}`,
      ).toBe(true);
      const depth = penetrationSat(out, 0, { hull: a, pose: still }, { hull: a, pose }, cache, 0);
      const reference = 2 - Math.max(...pose.slice(0, 3).map(Math.abs));
      expect(Math.abs(depth - reference), `seed ${rng.seed} round ${round} tilt ${tilt}`).toBeLessThan(
        8 * tilt + 1e-14,
      );
    }
  });

  it('is exact far from the origin', () => {
    const a = cube(1, 1, 1);
    const far = [1e4, 1e4, -1e4, 0, 0, 0, 1];
    const b = [1e4 + 1.75, 1e4 + 0.5, -1e4, 0, 0, 0, 1];
    expect(penetrationSat(out, 0, { hull: a, pose: far }, { hull: a, pose: b }, new Int32Array(1), 0)).toBe(0.25);
    expect(at(out, 0)).toEqual([1, 0, 0]);
  });

  it('says no to NaN', () => {
    const a = cube(1, 1, 1);
    const nan = [Number.NaN, 0, 0, 0, 0, 0, 1];
    expect(overlapsConvex({ hull: a, pose: nan }, { hull: a, pose: still }, new Int32Array(1), 0)).toBe(false);
    expect(
      collideConvex(manifold, features, { hull: a, pose: nan }, { hull: a, pose: still }, 0, new Int32Array(1), 0),
    ).toBe(0);
    expect(penetrationSat(out, 0, { hull: a, pose: nan }, { hull: a, pose: still }, new Int32Array(1), 0)).toBeNaN();
  });
});

describe('collideConvex', () => {
  it('puts four points under a box on a box, at the corners of the overlap, with stable features', () => {
    const floor = cube(5, 5, 1);
    const box = cube(1, 1, 1);
    const pose = [4.5, 0, 1.99, 0, 0, 0, 1];
    const cache = new Int32Array(1);
    expect(collideConvex(manifold, features, { hull: floor, pose: still }, { hull: box, pose }, 0, cache, 0)).toBe(4);
    expect(at(manifold, 0)).toEqual([0, 0, 1]);
    const found = points(4);
    for (const { point, separation } of found) {
      expect(separation).toBeCloseTo(-0.01, 14);
      expect(point[2]).toBeCloseTo(0.995, 14);
    }
    expect(found.map(({ point }) => `${point[0]} ${point[1]}`).sort()).toEqual(['3.5 -1', '3.5 1', '5 -1', '5 1']);
    const before = [...features].sort();
    expect(new Set(before).size).toBe(4);
    pose[0] -= 0.01;
    pose[2] -= 1e-4;
    collideConvex(manifold, features, { hull: floor, pose: still }, { hull: box, pose }, 0, cache, 0);
    expect([...features].sort()).toEqual(before);
  });

  it('keeps the deepest point and a spread of four from a 32-sided cap', () => {
    const rng = createRng(SEED + 2);
    const cap = makeHull(
      Array.from(
        { length: 64 },
        (_, i) => [Math.cos((i * Math.PI) / 16), Math.sin((i * Math.PI) / 16), i < 32 ? -1 : 1] as Vec,
      ),
      1,
    );
    expect(cap.faceCount).toBe(34);
    for (let round = 0; round < 50; round++) {
      const tilt = scale(randomUnit(rng), 0.01);
      const pose = [0, 0, 1.98, tilt[0], tilt[1], 0, 1];
      const count = collideConvex(
        manifold,
        features,
        { hull: cube(5, 5, 1), pose: still },
        { hull: cap, pose },
        0.1,
        new Int32Array(1),
        0,
      );
      expect(count).toBe(4);
      const found = points(count);
      const lowest = Math.min(...hullVertices(posedHull(cap, pose)).map((v) => v[2])) - 1;
      expect(Math.min(...found.map((p) => p.separation))).toBeCloseTo(lowest, 13);
      // Four points of the rim, no two in the same quarter, span most of it.
      const area = spread(found.map(({ point }) => point));
      expect(area, `seed ${rng.seed} round ${round}`).toBeGreaterThan(1.5);
    }
  });

  it('meets two crossed edges in one point midway', () => {
    const q = Math.SQRT1_2;
    const ridge = cube(0.5, 0.5, 4);
    // One prism on edge along z turned to x, one on edge along y, above it by two half diagonals less 0.1.
    const rollA = [0, 0, 0, 0, q, 0, q];
    const tilt = (pose: number[], axis: Vec): number[] => {
      const h = Math.sin(Math.PI / 8);
      const c = Math.cos(Math.PI / 8);
      const [x, y, z, w] = pose.slice(3) as [number, number, number, number];
      const [ax, ay, az] = scale(axis, h);
      return [
        pose[0],
        pose[1],
        pose[2],
        c * x + w * ax + ay * z - az * y,
        c * y + w * ay + az * x - ax * z,
        c * z + w * az + ax * y - ay * x,
        c * w - ax * x - ay * y - az * z,
      ];
    };
    const a = tilt(rollA, [1, 0, 0]);
    const b = tilt([0.3, 0.2, 2 * Math.SQRT1_2 - 0.1, -q, 0, 0, q], [0, 1, 0]);
    const count = collideConvex(
      manifold,
      features,
      { hull: ridge, pose: a },
      { hull: ridge, pose: b },
      0,
      new Int32Array(1),
      0,
    );
    expect(count).toBe(1);
    const [contact] = points(1);
    expect(contact.separation).toBeCloseTo(-0.1, 13);
    for (const [i, value] of [0.3, 0, Math.SQRT1_2 - 0.05].entries()) expect(contact.point[i]).toBeCloseTo(value, 13);
    expect(manifold[2]).toBeCloseTo(1, 13);
  });

  it('respects the margin and leaves out alone beyond it', () => {
    const a = cube(1, 1, 1);
    const pose = [2.05, 0.3, 0, 0, 0, 0, 1];
    manifold.fill(7);
    expect(
      collideConvex(manifold, features, { hull: a, pose: still }, { hull: a, pose }, 0.04, new Int32Array(1), 0),
    ).toBe(0);
    expect([...manifold].every((x) => x === 7)).toBe(true);
    const count = collideConvex(
      manifold,
      features,
      { hull: a, pose: still },
      { hull: a, pose },
      0.06,
      new Int32Array(1),
      0,
    );
    expect(count).toBe(4);
    for (const { separation } of points(4)) expect(separation).toBeCloseTo(0.05, 14);
    expect(
      collideConvex(
        manifold,
        features,
        { hull: a, pose: still },
        { hull: a, pose: [2, 0.3, 0, 0, 0, 0, 1] },
        0,
        new Int32Array(1),
        0,
      ),
    ).toBe(4);
  });

  it('finds the four corners of the overlap of boxes that touch, where rounding puts them beyond the margin', () => {
    const box = cube(0.0005087667431682348, 0.0005855214020237328, 0.0008082315599545838);
    const other = cube(0.001, 0.001, 0.001);
    const poseA = [0, 0, 0, 0.12292399433817867, -0.4747999611222001, -0.5797781430343774, 0.6506243104848709];
    const poseB = [
      -0.0006727956816872528, -0.0009014400346954513, -0.0012502280262901419, 0.12292399433817867, -0.4747999611222001,
      -0.5797781430343774, 0.6506243104848709,
    ];
    expect(
      collideConvex(
        manifold,
        features,
        { hull: box, pose: poseA },
        { hull: other, pose: poseB },
        0,
        new Int32Array(1),
        0,
      ),
    ).toBe(4);
    for (const { point, separation } of points(4)) {
      expect(Math.abs(separation)).toBeLessThan(1e-15);
      for (const [hull, pose] of [
        [box, poseA],
        [other, poseB],
      ] as const) {
        const back = rotate([-pose[3], -pose[4], -pose[5], pose[6]], sub(point, at(pose, 0)));
        expect(containsPointConvex(scale(back, 1 - 1e-12), 0, hull)).toBe(true);
      }
    }
  });

  it('turns over when the shapes are exchanged', () => {
    const rng = createRng(SEED + 3);
    for (let round = 0; round < 100; round++) {
      const a = makeHull(hullPoints(rng, 'random', 10), 1);
      const b = makeHull(hullPoints(rng, 'box', 8), 1);
      const poseA = [...scale(randomUnit(rng), 0.4), ...randomQuaternion(rng)];
      const one = penetrationSat(
        out,
        0,
        { hull: a, pose: poseA },
        { hull: b, pose: IDENTITY_POSE },
        new Int32Array(1),
        0,
      );
      const normal = at(out, 0);
      const other = penetrationSat(
        out,
        0,
        { hull: b, pose: IDENTITY_POSE },
        { hull: a, pose: poseA },
        new Int32Array(1),
        0,
      );
      expect(other).toBeCloseTo(one, 13);
      expect(length(add(normal, at(out, 0))), `seed ${rng.seed} round ${round}`).toBeLessThan(1e-9);
    }
  });

  it('packs features into 32 bits without loss', () => {
    expect(packFeatures(0x8001, 0xffff) >>> 0).toBe(0xffff8001);
  });
});

/** The area of the largest quadrilateral of four points in the plane z = const, in any order. */
function spread(corners: readonly Vec[]): number {
  const area = (i: number, j: number, k: number, l: number): number => {
    const u = sub(corners[k], corners[i]);
    const v = sub(corners[l], corners[j]);
    return 0.5 * Math.abs(u[0] * v[1] - u[1] * v[0]);
  };
  return Math.max(area(0, 1, 2, 3), area(0, 2, 1, 3), area(0, 1, 3, 2));
}

describe('penetrationSat on shapes with parallel faces and edges', () => {
  // Prisms, plates and lattice points: many axes coincide or tie, faces touch edge to edge and corner to corner.
  const shape = (rng: ReturnType<typeof createRng>): Vec[] => {
    const kind = rng.integer(0, 3);
    if (kind === 0) {
      const h = [rng.integer(1, 3), rng.integer(1, 3), rng.integer(1, 3)] as const;
      return Array.from({ length: 8 }, (_, i) => [i & 1 ? h[0] : -h[0], i & 2 ? h[1] : -h[1], i & 4 ? h[2] : -h[2]]);
    }
    if (kind === 1) {
      const sides = rng.integer(3, 12);
      const angle = (i: number): number => (2 * Math.PI * (i >> 1)) / sides;
      return Array.from({ length: 2 * sides }, (_, i) => [Math.cos(angle(i)), Math.sin(angle(i)), i & 1 ? 1 : -1]);
    }
    if (kind === 2)
      return Array.from({ length: 8 }, (_, i) => [i & 1 ? 0.1 : -0.1, i & 2 ? 1 : -1, i & 4 ? 1e-5 : -1e-5]);
    return Array.from({ length: 16 }, () => [rng.integer(-2, 2), rng.integer(-2, 2), rng.integer(-2, 2)]);
  };

  it('finds the depth, witnesses on both surfaces, and a feature of its own for every point', () => {
    const rng = createRng(SEED + 4);
    let hits = 0;
    const rounds = effort(1500, 500);
    for (let round = 0; round < rounds; round++) {
      const size = [1e-3, 1, 1e4][round % 3];
      const a = makeHull(shape(rng), size);
      const shift: Vec = [rng.integer(-3, 3), rng.integer(-2, 2), rng.integer(-2, 2)];
      const b = makeHull(shape(rng), size, scale(shift, size));
      const { separation } = bruteSeparation(a, b);
      const label = `seed ${rng.seed} round ${round}`;
      const depth = penetrationSat(out, 0, { hull: a, pose: still }, { hull: b, pose: still }, new Int32Array(1), 0);
      if (separation > 0) continue;
      hits++;
      expect(Math.abs(depth + separation) / size, label).toBeLessThan(1e-13);
      expect(Math.abs(heightAbove(a, still, at(out, 3))) / size, label).toBeLessThan(1e-9);
      expect(Math.abs(heightAbove(b, still, at(out, 6))) / size, label).toBeLessThan(1e-9);
      const count = collideConvex(
        manifold,
        features,
        { hull: a, pose: still },
        { hull: b, pose: still },
        0,
        new Int32Array(1),
        0,
      );
      if (depth > 1e-13 * size) expect(count, label).toBeGreaterThan(0);
      expect(new Set(features.subarray(0, count)).size, label).toBe(count);
    }
    expect(hits / rounds).toBeGreaterThan(0.3);
    expect(hits / rounds).toBeLessThan(0.7);
  });
});

describe('a keel across a slab', () => {
  it('touches along its edge where the slab is, though a flatter face meets the edge at its far end', () => {
    const slab = buildConvexHull(
      [0, 1, 2, 3, 4, 5, 6, 7].flatMap((i) => [i & 1 ? 1.5 : 0.5, i & 2 ? 1 : -1, i & 4 ? 0 : -1]),
    );
    // Lowest is the edge from x = 0 to 2, level with the slab; behind x = 0 the bow rises slowly and looks most
    // downwards.
    const keel = [[0, 0, 0], [2, 0, 0], [0, 0.3, 2], [0, -0.3, 2], [2, 0.3, 2], [2, -0.3, 2], [-3, 0.3, 0.3], [-3, -0.3, 0.3], [-3, 0.3, 2], [-3, -0.3, 2]]; // biome-ignore format: points
    const lowered = [0, 0, -0.01, 0, 0, 0, 1];
    for (const mirrored of [false, true]) {
      for (const reversed of [false, true]) {
        const corners = keel.map(([x, y, z]) => [mirrored ? 2 - x : x, y, z]);
        const hull = buildConvexHull((reversed ? corners.reverse() : corners).flat());
        for (const first of [false, true]) {
          const cache = new Int32Array(1);
          const count = first
            ? collideConvex(manifold, features, { hull, pose: lowered }, { hull: slab, pose: still }, 0.005, cache, 0)
            : collideConvex(manifold, features, { hull: slab, pose: still }, { hull, pose: lowered }, 0.005, cache, 0);
          const label = `mirrored ${mirrored} reversed ${reversed} first ${first}`;
          expect(count, label).toBeGreaterThanOrEqual(2);
          const deepest = points(count).filter(({ separation }) => Math.abs(separation + 0.01) < 1e-12);
          const xs = deepest.map(({ point }) => point[0]).sort();
          expect(xs.length, label).toBe(2);
          expect(xs[0], label).toBeCloseTo(0.5, 12);
          expect(xs[1], label).toBeCloseTo(1.5, 12);
        }
      }
    }
  });
});

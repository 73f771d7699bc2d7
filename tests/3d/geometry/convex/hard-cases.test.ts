import { describe, expect, it } from 'vitest';
import * as geometry from '../../../../entry/geometry3d.ts';
import { pointsOf, triangleTriangle } from '../../../support/exact-3d.ts';
import { createRng } from '../../../support/rng.ts';
import { add, at, direction, flat, length, sub, times, type Vec } from '../support/regimes.ts';

// Cases that other libraries are known to have stumbled on, with answers worked out by hand.

const box = (centre: Vec, half: Vec): Vec[] =>
  Array.from({ length: 8 }, (_, i) => [0, 1, 2].map((k) => centre[k] + ((i >> k) & 1 ? half[k] : -half[k])) as Vec);
const SIZES = [1e-3, 1, 1e4];
const out = new Float64Array(16);

const epa = (a: readonly Vec[], b: readonly Vec[]): { depth: number; normal: Vec; termination: number } => {
  const report = geometry.createEpaReport();
  const set = (points: readonly Vec[]): geometry.Support =>
    geometry.createPointsSupport(flat(points), 0, points.length);
  const depth = geometry.penetrationEpa(out, 0, set(a), set(b), geometry.createGjkCache(), report);
  return { depth, normal: at(out), termination: report.termination };
};

const gjk = (a: readonly Vec[], b: readonly Vec[]): number =>
  geometry.distanceGjkSupport(
    geometry.createPointsSupport(flat(a), 0, a.length),
    geometry.createPointsSupport(flat(b), 0, b.length),
    geometry.createGjkCache(),
  );

describe('boxes that touch', () => {
  it('face to face, edge to edge, corner to corner, and a millionth either way: GJK, EPA, axes', () => {
    for (const size of SIZES) {
      for (const [step, name] of [
        [[1, 0, 0], 'face'],
        [[1, 1, 0], 'edge'],
        [[1, 1, 1], 'corner'],
      ] as const) {
        for (const gap of [0, 1e-6, -1e-6]) {
          const half: Vec = [size, size, size];
          const centre = step.map((s) => s * size * (2 + gap)) as Vec;
          const message = `${name} ${gap} at ${size}`;
          const [a, b] = [box([0, 0, 0], half), box(centre, half)];
          const d = Math.max(0, gap) * size * Math.sqrt(step.filter((s) => s > 0).length);
          expect(Math.abs(gjk(a, b) - d), message).toBeLessThanOrEqual(1e-14 * size);
          const { depth } = epa(a, b);
          expect(Math.abs(depth - (gap < 0 ? -gap * size : -d)), message).toBeLessThanOrEqual(1e-14 * size);
          const axes = [1, 0, 0, 0, 1, 0, 0, 0, 1];
          const obbs = [
            [0, 0, 0, ...half, ...axes],
            [...centre, ...half, ...axes],
          ] as const;
          expect(geometry.overlapsObbObb(obbs[0], 0, obbs[1], 0), message).toBe(gap <= 0);
          const separation = geometry.separationObbObb(out, 0, obbs[0], 0, obbs[1], 0);
          expect(Math.abs(separation - gap * size), message).toBeLessThanOrEqual(1e-14 * size);
        }
      }
    }
  });

  it('needles a million times longer than wide, crossed, parallel and end to end', () => {
    const thin = 1e-6;
    const needle = (axis: number, centre: Vec): number[] => [
      ...centre,
      ...[0, 1, 2].map((k) => (k === axis ? 1 : thin)),
      1,
      0,
      0,
      0,
      1,
      0,
      0,
      0,
      1,
    ];
    for (const [b, separation, name] of [
      [needle(1, [0.3, 0.2, 3 * thin]), thin, 'crossed, apart'],
      [needle(1, [0.3, 0.2, 2 * thin]), 0, 'crossed, touching'],
      [needle(1, [0.3, 0.2, thin]), -thin, 'crossed, overlapping'],
      [needle(0, [0.5, 3 * thin, 0]), thin, 'parallel'],
      [needle(0, [2, 0, 0]), 0, 'end to end'],
      [needle(0, [2 + thin, 0, 0]), thin, 'end to end, apart'],
    ] as const) {
      const a = needle(0, [0, 0, 0]);
      expect(Math.abs(geometry.separationObbObb(out, 0, a, 0, b, 0) - separation), name).toBeLessThanOrEqual(1e-15);
      expect(geometry.overlapsObbObb(a, 0, b, 0), name).toBe(separation <= 0);
      const corners = (o: readonly number[]): Vec[] => box(at(o), at(o, 3));
      const { depth } = epa(corners(a), corners(b));
      expect(Math.abs(depth + separation), name).toBeLessThanOrEqual(1e-15);
    }
  });
});

describe('EPA', () => {
  it('takes boxes and octahedra on the same spot apart along a face', () => {
    for (const size of SIZES) {
      const cube = box([0, 0, 0], [size, size, size]);
      const same = epa(cube, cube);
      expect(Math.abs(same.depth - 2 * size)).toBeLessThanOrEqual(1e-14 * size);
      expect(same.termination).toBe(geometry.EPA_CONVERGED);
      const octahedron = [0, 1, 2].flatMap((k) =>
        [-1, 1].map((s) => [0, 1, 2].map((j) => (j === k ? s * size : 0)) as Vec),
      );
      const inside = epa(octahedron, octahedron);
      // Two octahedra |x| + |y| + |z| ≤ 1 make one of twice the size, whose faces are 2/√3 away.
      expect(Math.abs(inside.depth - (2 / Math.sqrt(3)) * size)).toBeLessThanOrEqual(1e-14 * size);
      const slab = box([0, 0, 0], [size, size, 1e-6 * size]);
      const thin = epa(slab, cube);
      expect(Math.abs(thin.depth - (1 + 1e-6) * size)).toBeLessThanOrEqual(1e-13 * size);
      expect(Math.abs(thin.normal[2])).toBeCloseTo(1, 12);
    }
  });

  it('gives flat and thin differences no depth across', () => {
    const square = (z: number): Vec[] => [
      [-1, -1, z],
      [1, -1, z],
      [1, 1, z],
      [-1, 1, z],
    ];
    const coplanar = epa(square(0), square(0));
    expect(coplanar.depth).toBe(0);
    expect(coplanar.termination).toBe(geometry.EPA_FLAT);
    expect(coplanar.normal.map(Math.abs)).toEqual([0, 0, 1]);
    const cross: [Vec[], Vec[]] = [
      [
        [-1, 0, 0],
        [1, 0, 0],
      ],
      [
        [0, -1, 0],
        [0, 1, 0],
      ],
    ];
    const segments = epa(...cross);
    expect(segments.depth).toBe(0);
    expect(segments.normal.map(Math.abs)).toEqual([0, 0, 1]);
    const point = epa([[0, 0, 0]], [[0, 0, 0]]);
    expect(point.depth).toBe(0);
    expect(length(point.normal)).toBe(1);
    // A square through the middle of a box leaves it along its own normal or a side, whichever is less.
    const through = epa(square(0.25), box([0, 0, 0], [2, 2, 1]));
    expect(Math.abs(through.depth - 0.75)).toBeLessThanOrEqual(1e-15);
  });
});

describe('coplanar triangles of every arrangement', () => {
  it('on a small grid, in three planes, agree with exact arithmetic', () => {
    const rng = createRng(36001);
    let meet = 0;
    const runs = 400;
    for (let run = 0; run < runs; run++) {
      const [x, y, origin] = [
        [
          [1, 0, 0],
          [0, 1, 0],
          [0, 0, 0],
        ],
        [
          [1, 0, 1],
          [0, 1, -1],
          [0, 0, 3],
        ],
        [
          [0.1, 0.2, -0.1],
          [-0.3, 0.1, 0.2],
          [7, 0.3, 0.7],
        ],
      ][run % 3] as [Vec, Vec, Vec];
      const spot = (): Vec => add(origin, add(times(x, rng.integer(-2, 2)), times(y, rng.integer(-2, 2))));
      const a = flat([spot(), spot(), spot()]);
      const b = flat([spot(), spot(), spot()]);
      const truth = triangleTriangle(pointsOf(a), pointsOf(b)).square === 0n;
      if (truth) meet++;
      const message = `seed 36001 run ${run}: [${a}] [${b}]`;
      expect(geometry.overlapsTriangleTriangle(a, 0, b, 0), message).toBe(truth);
      expect(geometry.overlapsTriangleTriangle(b, 0, a, 0), message).toBe(truth);
      expect(geometry.intersectTriangleTriangle(out, 0, a, 0, b, 0) !== geometry.INTERSECTION_NONE, message).toBe(
        truth,
      );
    }
    expect(meet / runs).toBeGreaterThan(0.3);
    expect(meet / runs).toBeLessThan(0.8);
  });
});

describe('rays', () => {
  it('through the vertices and along the edges of a cube’s triangles hit one of them', () => {
    const corners = box([0, 0, 0], [1, 1, 1]);
    const faces = [
      [0, 2, 3, 1],
      [4, 5, 7, 6],
      [0, 1, 5, 4],
      [2, 6, 7, 3],
      [0, 4, 6, 2],
      [1, 3, 7, 5],
    ] as const;
    const triangles = faces.flatMap(([i, j, k, l]) => [
      flat([corners[i], corners[j], corners[k]]),
      flat([corners[i], corners[k], corners[l]]),
    ]);
    const rng = createRng(36002);
    for (let run = 0; run < 600; run++) {
      const a = corners[rng.integer(0, 7)];
      const b = corners[rng.integer(0, 7)];
      const target = add(a, times(sub(b, a), run % 2 === 0 ? 0 : rng.next()));
      // From inside: whatever the rounding, the ray leaves through a triangle, and no earlier than at the target.
      const from = times(direction(rng), 0.5);
      const ray = [...from, ...sub(target, from)];
      const hits = triangles.map((t) => geometry.castRayTriangle(out, 0, ray, 0, Infinity, t, 0));
      const message = `seed 36002 run ${run}: ${ray}`;
      const first = Math.min(...hits);
      const ends = target.some((x) => Math.abs(x) > 1 - 1e-12);
      if (ends) expect(Math.abs(first - 1), message).toBeLessThanOrEqual(1e-14);
      else expect(first, message).toBeLessThan(Infinity);
    }
    // Along an edge, from outside: it begins at the edge's end.
    for (const [i, j] of [
      [0, 1],
      [0, 2],
      [0, 4],
      [5, 7],
    ] as const) {
      const d = sub(corners[j], corners[i]);
      const ray = [...sub(corners[i], d), ...d];
      const hits = triangles.map((t) => geometry.castRayTriangle(out, 0, ray, 0, Infinity, t, 0));
      expect(Math.min(...hits)).toBe(1);
    }
  });

  it('inside capsules, along cylinder axes, at a cone’s apex, in the plane of a cap', () => {
    const capsule = [0, 0, 0, 0, 0, 2, 0.5];
    for (const start of [
      [0, 0, -0.5],
      [0, 0, -0.4],
      [0.5, 0, 1],
      [0.1, 0.2, 2.3],
    ]) {
      out.fill(7);
      expect(geometry.castRayCapsule(out, 0, [...start, 0.3, -2, 0.7], 0, 10, capsule, 0)).toBe(0);
      expect(Array.from(out.subarray(0, 6))).toEqual([...start, 0, 0, 0]);
    }
    expect(geometry.castRayCapsule(out, 0, [0, 0, -3, 0, 0, 1], 0, 10, capsule, 0)).toBe(2.5);
    expect(geometry.castRayCapsule(out, 0, [0.5, 0, -3, 0, 0, 1], 0, 10, capsule, 0)).toBe(3);
    expect(geometry.castRayCapsule(out, 0, [0.5 + 1e-6, 0, -3, 0, 0, 1], 0, 10, capsule, 0)).toBe(Infinity);
    const cylinder = capsule;
    expect(geometry.castRayCylinder(out, 0, [0, 0, -3, 0, 0, 1], 0, 10, cylinder, 0)).toBe(3);
    expect(at(out, 3)).toEqual([0, 0, -1]);
    expect(geometry.castRayCylinder(out, 0, [0.5, 0, -3, 0, 0, 1], 0, 10, cylinder, 0)).toBe(3);
    expect(geometry.castRayCylinder(out, 0, [-3, 0, 2, 1, 0, 0], 0, 10, cylinder, 0)).toBe(2.5);
    expect(geometry.castRayCylinder(out, 0, [-3, 0.5, 0, 1, 0, 0], 0, 10, cylinder, 0)).toBe(3);
    const cone = [0, 0, 2, 0, 0, 0, 1];
    expect(geometry.castRayCone(out, 0, [0, 0, 5, 0, 0, -1], 0, 10, cone, 0)).toBe(3);
    expect(at(out, 3)).toEqual([0, 0, 1]);
    expect(geometry.castRayCone(out, 0, [-3, 0, 2, 1, 0, 0], 0, 10, cone, 0)).toBe(3);
    expect(geometry.castRayCone(out, 0, [-3, 0, 0, 1, 0, 0], 0, 10, cone, 0)).toBe(2);
    expect(geometry.castRayCone(out, 0, [0, 0, -2, 0, 0, 1], 0, 10, cone, 0)).toBe(2);
    // Down the side, from beyond the apex, and past it.
    expect(Math.abs(geometry.castRayCone(out, 0, [-1, 0, 4, 0.5, 0, -1], 0, 10, cone, 0) - 2)).toBeLessThanOrEqual(
      1e-7,
    );
    expect(geometry.castRayCone(out, 0, [-1, 1e-6, 4, 1, 0, -2], 0, 10, cone, 0)).toBe(Infinity);
    expect(geometry.castRayCone(out, 0, [-3, 0, 2 + 1e-9, 1, 0, 0], 0, 10, cone, 0)).toBe(Infinity);
  });
});

describe('thin walls', () => {
  it('stop what moves fast: halving, conservative advancement, a cast (D1, D9)', () => {
    for (const size of SIZES) {
      const wall = box([0, 0, 0], [1e-6 * size, size, size]);
      const bullet: Vec = [-1000 * size, 0.1 * size, 0.2 * size];
      const move: Vec = [3000 * size, 0, 0];
      const radius = 0.01 * size;
      const toWall = (t: number): number => Math.abs(bullet[0] + t * move[0]) - 1e-6 * size - radius;
      const truth = (1000 * size - 1e-6 * size - radius) / move[0];
      const halved = geometry.timeOfImpactIntervalHalving(toWall, move[0], 1, 1e-12);
      expect(halved).toBeLessThanOrEqual(truth + 1e-15);
      expect(halved).toBeGreaterThanOrEqual(truth - 1e-11);
      const hull = geometry.buildConvexHull(flat(wall));
      const report = geometry.createToiReport();
      const rest = [0, 0, 0, 0, 0, 0, 1];
      const time = geometry.timeOfImpact(
        out,
        0,
        {
          support: geometry.createSphereSupport([0, 0, 0, radius]),
          boundingRadius: radius,
          motion: [...bullet, 0, 0, 0, 1, ...add(bullet, move), 0, 0, 0, 1],
        },
        {
          support: geometry.createConvexSupport(hull),
          boundingRadius: hull.boundingRadius,
          motion: [...rest, ...rest],
        },
        geometry.createGjkCache(),
        report,
      );
      expect(report.termination).toBe(geometry.TOI_HIT);
      expect(Math.abs(time - truth) * move[0]).toBeLessThanOrEqual(1e-9 * size);
      const aabb = [-1e-6 * size, -size, -size, 1e-6 * size, size, size];
      const cast = geometry.castSphereAabb(out, 0, [...bullet, radius], 0, move, 0, aabb, 0);
      expect(Math.abs(cast - truth)).toBeLessThanOrEqual(1e-15);
    }
  });
});

import { describe, expect, it } from 'vitest';
import {
  buildConvexHull,
  type ConvexHull,
  createConvexSupport,
  validateConvexHull,
} from '../../../../entry/geometry3d.ts';
import { climbHull } from '../../../../src/3d/geometry/convex/support.ts';
import { createRng, type Rng } from '../../../support/rng.ts';
import {
  add,
  at,
  cross,
  dot,
  length,
  randomQuaternion,
  randomUnit,
  rotate,
  scale,
  sub,
  type Vec,
} from '../support/convex-fixtures.ts';

// Hulls whose faces are joined of triangles that lie in a plane to a tolerance only: detail of the tolerance's own
// size, tiny edges, noise. Climbing has to end at the top all the same.

const SEED = 146;
const ulps = (hull: ConvexHull): number => 2 ** -52 * hull.boundingRadius;
const corners: Vec[] = Array.from({ length: 8 }, (_, c) => [c & 1 ? 1 : -1, c & 2 ? 1 : -1, c & 4 ? 1 : -1]);
const near = (rng: Rng, p: Vec, width: number): Vec =>
  add(p, [rng.range(-width, width), rng.range(-width, width), rng.range(-width, width)]);

interface Cloud {
  readonly points: Vec[];
  readonly mergeTolerance?: number;
}

const CLOUDS: Record<string, (rng: Rng) => Cloud> = {
  clusters: (rng) => {
    const width = 10 ** rng.range(-12, -3);
    return { points: corners.flatMap((c) => Array.from({ length: 12 }, () => near(rng, c, width))) };
  },
  'clusters, merged': (rng) => ({ ...CLOUDS.clusters(rng), mergeTolerance: 10 ** rng.range(-12, -5) }),
  'rough plates': (rng) => {
    const noise = 10 ** rng.range(-16, -11);
    const points = Array.from({ length: rng.integer(30, 200) }, (_, i): Vec => {
      const z = (i % 2 ? 1 : -1) * (0.3 + rng.range(-noise, noise));
      return [rng.range(-1, 1), rng.range(-1, 1), z];
    });
    return { points, mergeTolerance: rng.next() < 0.5 ? 1e-13 : noise * 10 ** rng.range(-1, 1) };
  },
  'points along an edge': (rng) => {
    const points = [...corners];
    for (let i = 0; i < 40; i++) {
      const width = 10 ** rng.range(-16, -10);
      points.push([1 + rng.range(-width, width), 1 + rng.range(-width, width), rng.range(-1, 1)]);
    }
    return { points };
  },
  'balls, merged': (rng) => ({
    points: Array.from({ length: rng.integer(30, 200) }, () => randomUnit(rng)),
    mergeTolerance: 10 ** rng.range(-6, 0),
  }),
  'cylinders of f32': (rng) => {
    const sides = rng.integer(12, 100);
    const points = Array.from({ length: 2 * sides }, (_, i): Vec => {
      const angle = (Math.PI * (i >> 1)) / sides;
      return [Math.fround(Math.cos(2 * angle)), Math.fround(Math.sin(2 * angle)), i % 2 ? 0.5 : -0.5];
    });
    return { points, mergeTolerance: rng.next() < 0.5 ? 1e-13 : 1e-6 };
  },
};

/** The hull of a cloud, turned, scaled and moved. */
function placed(
  rng: Rng,
  { points, mergeTolerance }: Cloud,
): { hull: ConvexHull; all: Vec[]; centre: Vec } | undefined {
  const size = [1e-3, 1, 1e4][rng.integer(0, 2)];
  const turn = rng.next() < 0.6 ? randomQuaternion(rng) : [0, 0, 0, 1];
  const centre = scale(randomUnit(rng), size * [0, 1, 1e4][rng.integer(0, 2)]);
  const all = points.map((p) => add(scale(rotate(turn, p), size), centre));
  try {
    return {
      hull: buildConvexHull(all.flat(), 0, all.length, mergeTolerance === undefined ? {} : { mergeTolerance }),
      all,
      centre,
    };
  } catch {
    return undefined;
  }
}

/**
 * Directions that ask for flat places: face normals and coordinate axes, turned by anything down to nothing; and any.
 */
function directions(rng: Rng, hull: ConvexHull): Vec[] {
  return Array.from({ length: 90 }, (_, i) => {
    const tilt = scale(randomUnit(rng), [0, 1e-16, 1e-13, 1e-10, 1e-7, 1e-4, 1e-3, 1e-2][rng.integer(0, 7)]);
    if (i % 3 === 0) return randomUnit(rng);
    const axis: Vec = [0, 0, 0];
    axis[rng.integer(0, 2)] = rng.next() < 0.5 ? -1 : 1;
    return add(i % 3 === 1 ? at(hull.planes, 4 * rng.integer(0, hull.faceCount - 1)) : axis, tilt);
  });
}

const heightOf = (p: Vec, d: Vec, from: Vec): number => dot(sub(p, from), d);

describe('the support of a hull', () => {
  it.each(Object.keys(CLOUDS))('is the farthest vertex, whatever the detail: %s', (kind) => {
    const rng = createRng(SEED);
    let built = 0;
    for (let round = 0; round < 60; round++) {
      const cloud = placed(rng, CLOUDS[kind](rng));
      if (!cloud) continue;
      const { hull, all, centre } = cloud;
      const label = `seed ${SEED} ${kind} round ${round}`;
      validateConvexHull(hull);
      built++;
      for (const d of directions(rng, hull)) {
        let top = -Infinity;
        let topOfAll = -Infinity;
        for (let i = 0; i < hull.vertexCount; i++) top = Math.max(top, heightOf(at(hull.vertices, 3 * i), d, centre));
        for (const p of all) topOfAll = Math.max(topOfAll, heightOf(p, d, centre));
        const start = rng.integer(0, hull.vertexCount - 1);
        const found = at(hull.vertices, 3 * climbHull(hull, start, Float64Array.from(d)));
        expect((top - heightOf(found, d, centre)) / ulps(hull), `${label} direction ${d} from ${start}`).toBeLessThan(
          32,
        );
        // What was left out does not reach beyond the tolerance.
        expect((topOfAll - top) / length(d) / hull.tolerance, `${label} direction ${d}`).toBeLessThan(2);
      }
    }
    expect(built).toBeGreaterThan(40);
  });

  it('climbs past a cluster of corners a billionth apart', () => {
    const rng = createRng(SEED);
    const points = corners.flatMap((c) => Array.from({ length: 12 }, () => near(rng, c, 1e-9)));
    const hull = buildConvexHull(points.flat());
    const support = createConvexSupport(hull);
    const found = new Float64Array(3);
    const d: Vec = [1, 6.254101302328961e-7, -0.0005800492388305856];
    const top = Math.max(...points.map((p) => dot(p, d)));
    for (const start of corners) {
      support(found, 0, ...start);
      support(found, 0, ...d);
      expect(top - dot(at(found, 0), d), `from ${start}`).toBeLessThan(1e-12);
    }
  });
});

describe('faces joined of triangles', () => {
  it.each(Object.keys(CLOUDS))('are convex polygons to the tolerance: %s', (kind) => {
    const rng = createRng(SEED + 1);
    for (let round = 0; round < 40; round++) {
      const hull = placed(rng, CLOUDS[kind](rng))?.hull;
      if (!hull) continue;
      for (let f = 0; f < hull.faceCount; f++) {
        const n = at(hull.planes, 4 * f);
        const loop = [...hull.halfEdgeVertices.subarray(hull.faceStarts[f], hull.faceStarts[f + 1])].map((v) =>
          at(hull.vertices, 3 * v),
        );
        if (loop.length === 3) continue;
        // Along every direction in the plane the loop goes up once and down once: what it goes back in between is
        // within the tolerance.
        const u = scale(cross(n, randomUnit(rng)), 1);
        const heights = loop.map((p) => dot(sub(p, loop[0]), u) / length(u));
        const peak = heights.indexOf(Math.max(...heights));
        let back = 0;
        let low = heights[peak];
        const bottom = Math.min(...heights);
        let passed = false;
        let high = bottom;
        for (let i = 1; i <= loop.length; i++) {
          const h = heights[(peak + i) % loop.length];
          if (!passed) {
            back = Math.max(back, h - low);
            low = Math.min(low, h);
            passed = h === bottom;
          } else {
            back = Math.max(back, high - h);
            high = Math.max(high, h);
          }
        }
        expect(back / hull.tolerance, `seed ${rng.seed} ${kind} round ${round} face ${f}`).toBeLessThan(4);
      }
    }
  });
});

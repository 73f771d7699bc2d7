import { describe, expect, test } from 'vitest';
import { collideConvex } from '../../../../src/2d/geometry/contact/collide-convex.ts';
import { CONTACT_STRIDE } from '../../../../src/2d/geometry/contact/contact-layout.ts';
import type { ConvexPiece } from '../../../../src/2d/geometry/convex/convex-piece.ts';
import { effort } from '../../../support/effort.ts';
import { createRng } from '../../../support/rng.ts';
import {
  arrangedPair,
  moved,
  PIECE_KINDS,
  pieceOf,
  placed,
  pointsOf,
  separationOf,
} from '../support/convex-reference.ts';

const out = new Float64Array(CONTACT_STRIDE);
const features = new Uint32Array(2);
const noCache = new Int32Array(1);

interface Manifold {
  count: number;
  normal: [number, number];
  points: { x: number; y: number; separation: number; feature: number }[];
}

function collide(a: ConvexPiece, b: ConvexPiece, margin = 0): Manifold {
  noCache[0] = 0;
  const count = collideConvex(out, features, a, b, margin, noCache, 0);
  const points = [];
  for (let i = 0; i < count; i++) {
    points.push({ x: out[2 + 3 * i], y: out[3 + 3 * i], separation: out[4 + 3 * i], feature: features[i] });
  }
  return { count, normal: [out[0], out[1]], points };
}

function minSeparation(m: Manifold): number {
  return Math.min(...m.points.map((p) => p.separation));
}

function describePair(a: ConvexPiece, b: ConvexPiece): string {
  return `A ${JSON.stringify(pointsOf(a))} r ${a.radius}; B ${JSON.stringify(pointsOf(b))} r ${b.radius}`;
}

describe('known answers', () => {
  const unit = pieceOf([-1, -1, 1, -1, 1, 1, -1, 1]);

  test('two boxes face to face give two points between the surfaces', () => {
    const m = collide(unit, moved(unit, 1.9, 0.5));
    expect(m.count).toBe(2);
    expect(m.normal).toEqual([1, 0]);
    expect(m.points.map((p) => [p.x, p.y])).toEqual([
      [0.95, -0.5],
      [0.95, 1],
    ]);
    for (const p of m.points) expect(p.separation).toBeCloseTo(-0.1, 14);
    // Vertices 1 and 2 of A face vertices 0 and 3 of B.
    expect(m.points.map((p) => p.feature)).toEqual([1, 2 | (3 << 16)]);
  });

  test('touching at exactly zero is a contact, a hair more is not', () => {
    expect(collide(unit, moved(unit, 2, 0)).count).toBe(2);
    expect(collide(unit, moved(unit, 2 + 1e-12, 0)).count).toBe(0);
    const corner = collide(unit, moved(unit, 2, 2));
    expect(corner.count).toBe(1);
    expect(corner.points[0]).toMatchObject({ x: 1, y: 1, separation: 0 });
  });

  test('corners facing each other measure the diagonal', () => {
    const m = collide(unit, moved(unit, 5, 6), 10);
    expect(m.count).toBe(1);
    expect(m.points[0].separation).toBeCloseTo(5, 14);
    expect(m.normal[0]).toBeCloseTo(0.6, 14);
    expect(m.normal[1]).toBeCloseTo(0.8, 14);
    expect(m.points[0]).toMatchObject({ feature: (2 | (0 << 16)) >>> 0 });
    expect(collide(unit, moved(unit, 5, 6), 4.99).count).toBe(0);
  });

  test('concentric circles part along x', () => {
    const m = collide(pieceOf([3, 4], 2), pieceOf([3, 4], 1));
    expect(m).toMatchObject({ count: 1, normal: [1, 0] });
    expect(m.points[0]).toMatchObject({ x: 3.5, y: 4, separation: -3, feature: 0 });
  });

  test('crossing, collinear, parallel and end-to-end capsules', () => {
    const a = pieceOf([-2, 0, 2, 0], 0.5);
    const crossing = collide(a, pieceOf([0, -1, 0, 3], 0.25));
    expect(minSeparation(crossing)).toBeCloseTo(-1 - 0.75, 14);
    expect(Math.abs(crossing.normal[1])).toBe(1);
    const collinear = collide(a, pieceOf([1, 0, 5, 0], 0.25));
    expect(collinear.count).toBe(2);
    expect(collinear.points.map((p) => p.x)).toEqual([1, 2]);
    for (const p of collinear.points) expect(p.separation).toBeCloseTo(-0.75, 14);
    const parallel = collide(a, pieceOf([-1, 0.7, 3, 0.7], 0.25));
    expect(parallel.count).toBe(2);
    expect(parallel.normal).toEqual([0, 1]);
    // In the order of A's outline: the upper side runs from right to left.
    expect(parallel.points.map((p) => p.x)).toEqual([2, -1]);
    const apart = collide(a, pieceOf([3, 0, 6, 0], 0.25), 1);
    expect(apart).toMatchObject({ count: 1, normal: [1, 0] });
    expect(apart.points[0].separation).toBeCloseTo(0.25, 14);
  });

  test('a point inside a polygon leaves by the nearest face', () => {
    const m = collide(unit, pieceOf([0.25, -0.75]));
    expect(m).toMatchObject({ count: 1, normal: [0, -1] });
    expect(m.points[0]).toMatchObject({ x: 0.25, y: -0.875, separation: -0.25 });
  });

  test('a small box under a large one: both points at the corners of the small one, from either side', () => {
    const small = pieceOf([-1, -1, 1, -1, 1, 1, -1, 1]);
    const large = pieceOf([-9, 1.5, 9, 1.5, 9, 4, -9, 4]);
    for (const m of [collide(small, large, 1), collide(large, small, 1)]) {
      expect(m.count).toBe(2);
      expect(m.points.map((p) => p.x).sort()).toEqual([-1, 1]);
      for (const p of m.points) expect(p).toMatchObject({ y: 1.25, separation: 0.5 });
    }
  });

  test('an incident edge wholly outside the reference face keeps the true depth', () => {
    // The triangle's long edge runs past the corner of the box: extrapolating it over the face would go deeper.
    const box = pieceOf([-1, -1, 1, -1, 1, 1, -1, 1]);
    const wedge = pieceOf([0.9, 0.9, 8, 1.5, 8, 9]);
    const m = collide(box, wedge);
    expect(minSeparation(m)).toBeCloseTo(separationOf(box, wedge), 14);
    expect(m.points.every((p) => p.separation >= separationOf(box, wedge) - 1e-14)).toBe(true);
  });
});

describe('against the hull of pairwise differences', () => {
  for (const [name, size, tolerance] of [
    ['1e-3', 1e-3, 1e-9],
    ['1', 1, 1e-9],
    ['1e4', 1e4, 1e-9],
  ] as const) {
    test(`depth, distance, normal, points and symmetry at size ${name}`, () => {
      const seed = 4000 + Math.log10(size);
      const rng = createRng(seed);
      let overlapping = 0;
      let total = 0;
      const allowed = tolerance * size;
      for (let i = 0; i < effort(6000, 2000); i++) {
        const kindA = PIECE_KINDS[i % PIECE_KINDS.length];
        const kindB = PIECE_KINDS[Math.floor(i / PIECE_KINDS.length) % PIECE_KINDS.length];
        const { a, b, relation } = arrangedPair(rng, kindA, kindB, size, size * rng.range(0.05, 1.5));
        const expected = separationOf(a, b);
        const context = `seed ${seed}, case ${i}, ${relation}, expected ${expected}: ${describePair(a, b)}`;
        total++;
        if (expected <= 0) overlapping++;
        // Without a margin: yes or no.
        const touching = collide(a, b);
        if (Math.abs(expected) > allowed && touching.count > 0 !== expected < 0) {
          expect.fail(`${touching.count} points, ${context}`);
        }
        // With a margin that everything is within: the numbers.
        const m = collide(a, b, 10 * size);
        if (m.count < 1) expect.fail(`no points, ${context}`);
        const least = minSeparation(m);
        if (!(Math.abs(least - expected) <= allowed)) expect.fail(`${least}, ${context}`);
        if (!(Math.abs(Math.hypot(m.normal[0], m.normal[1]) - 1) < 1e-9)) {
          expect.fail(`normal ${m.normal}, ${context}`);
        }
        checkTranslation(a, b, m, least, allowed, context);
        checkPoints(a, b, m, allowed, context);
        checkSwap(a, b, m, allowed, context);
      }
      expect(overlapping / total, `seed ${seed}`).toBeGreaterThan(0.3);
      expect(overlapping / total, `seed ${seed}`).toBeLessThan(0.7);
    });
  }
});

/** Moving B by −separation along the normal brings the pair to touch. */
function checkTranslation(
  a: ConvexPiece,
  b: ConvexPiece,
  m: Manifold,
  least: number,
  allowed: number,
  context: string,
): void {
  const b2 = moved(b, -least * m.normal[0], -least * m.normal[1]);
  const after = separationOf(a, b2);
  if (!(Math.abs(after) <= 4 * allowed)) expect.fail(`after the move ${after}, normal ${m.normal}, ${context}`);
}

/** Half the separation along the normal, either way from the deepest point, lies on each surface. */
function checkPoints(a: ConvexPiece, b: ConvexPiece, m: Manifold, allowed: number, context: string): void {
  const least = minSeparation(m);
  for (const p of m.points) {
    if (p.separation !== least) continue;
    const stepX = (m.normal[0] * least) / 2;
    const stepY = (m.normal[1] * least) / 2;
    const toA = separationOf(a, pieceOf([p.x - stepX, p.y - stepY]));
    const toB = separationOf(b, pieceOf([p.x + stepX, p.y + stepY]));
    if (Math.abs(toA) > allowed || Math.abs(toB) > allowed) {
      expect.fail(`point ${p.x}, ${p.y} at ${toA}, ${toB}, normal ${m.normal}, ${context}`);
    }
  }
}

/** The swapped pair has the same depth, and the opposite normal unless two directions tie. */
function checkSwap(a: ConvexPiece, b: ConvexPiece, m: Manifold, allowed: number, context: string): void {
  const swapped = collide(b, a, 1e9);
  const least = minSeparation(m);
  if (!(Math.abs(minSeparation(swapped) - least) <= allowed))
    expect.fail(`swapped ${minSeparation(swapped)}, ${context}`);
  const opposed = Math.abs(swapped.normal[0] + m.normal[0]) + Math.abs(swapped.normal[1] + m.normal[1]);
  if (opposed > 1e-6) {
    // A tie: the other normal must be as good.
    const b2 = moved(b, least * swapped.normal[0], least * swapped.normal[1]);
    const after = separationOf(a, b2);
    if (!(Math.abs(after) <= 4 * allowed))
      expect.fail(`swapped normal ${swapped.normal} against ${m.normal}, ${context}`);
  }
}

describe('from tick to tick', () => {
  test('a cached axis changes nothing but the cost', () => {
    const seed = 4101;
    const rng = createRng(seed);
    const cached = new Int32Array(2);
    let separated = 0;
    for (let i = 0; i < 500; i++) {
      const kindA = PIECE_KINDS[i % PIECE_KINDS.length];
      const kindB = PIECE_KINDS[Math.floor(i / PIECE_KINDS.length) % PIECE_KINDS.length];
      let { a, b } = arrangedPair(rng, kindA, kindB, 1, rng.range(0.2, 1.5));
      cached[1] = 0;
      for (let tick = 0; tick < 12; tick++) {
        b = moved(b, rng.range(-0.2, 0.2), rng.range(-0.2, 0.2));
        a = moved(a, rng.range(-0.2, 0.2), rng.range(-0.2, 0.2));
        const plain = collide(a, b, 0.02);
        const context = `seed ${seed}, case ${i}.${tick}: ${describePair(a, b)}`;
        const count = collideConvex(out, features, a, b, 0.02, cached, 1);
        if (count !== plain.count) expect.fail(`${count} for ${plain.count}, ${context}`);
        if (count === 0) separated++;
        for (let k = 0; k < count; k++) {
          if (out[4 + 3 * k] !== plain.points[k].separation) expect.fail(context);
          if (features[k] !== plain.points[k].feature) expect.fail(context);
        }
      }
    }
    expect(cached[0]).toBe(0);
    expect(separated / 6000).toBeGreaterThan(0.3);
    expect(separated / 6000).toBeLessThan(0.7);
  });

  test('a cache of another pair is harmless', () => {
    const box = pieceOf([-1, -1, 1, -1, 1, 1, -1, 1]);
    for (let value = -9; value <= 9; value++) {
      const cache = Int32Array.of(value);
      expect(collideConvex(out, features, box, moved(box, 1.9, 0.3), 0, cache, 0)).toBe(2);
      expect(collideConvex(out, features, box, pieceOf([0.5, 0.5], 1), 0, Int32Array.of(value), 0)).toBe(1);
      expect(collideConvex(out, features, box, moved(box, 2.1, 0.3), 0, cache, 0)).toBe(0);
    }
  });

  test('feature ids stay while a box slides and rocks on another', () => {
    const floor = pieceOf([-50, -1, 50, -1, 50, 0, -50, 0]);
    const local = pieceOf([-1, -1, 1, -1, 1, 1, -1, 1]);
    const ids = new Set<string>();
    for (let i = 0; i < 200; i++) {
      const angle = 1e-4 * Math.sin(i);
      const m = collide(floor, placed(local, angle, 0.05 * i - 5, 0.999), 0.01);
      expect(m.count).toBe(2);
      ids.add(m.points.map((p) => p.feature).join());
    }
    // The ends 2 and 3 of the floor's top; vertices 1 and 0 of the box, in the order of the floor's outline (right to
    // left).
    expect([...ids]).toEqual([[2 | (1 << 16), 3].join()]);
  });
});

describe('degenerates', () => {
  test('normals that are not outward, of edges too short to have one, are seen through', () => {
    const seed = 4201;
    const rng = createRng(seed);
    for (let i = 0; i < 3000; i++) {
      const clean = pieceOf([-1, -1, 1, -1, 1, 1, -1, 1]);
      const broken = pieceOf([-1, -1, 1, -1, 1, -1 + 2 ** -53, 1, 1, -1, 1]);
      const angle = rng.range(0, 2 * Math.PI);
      broken.normals[2] = Math.cos(angle);
      broken.normals[3] = Math.sin(angle);
      const other = placed(
        pieceOf([-0.5, -0.7, 0.5, -0.7, 0, 0.9]),
        rng.range(0, 7),
        rng.range(-2, 2),
        rng.range(-2, 2),
      );
      const expected = separationOf(clean, other);
      for (const [a, b] of [
        [broken, other],
        [other, broken],
      ] as const) {
        const m = collide(a, b, 10);
        if (!(Math.abs(minSeparation(m) - expected) <= 1e-12)) {
          expect.fail(`${minSeparation(m)} for ${expected}, seed ${seed}, case ${i}, ${describePair(a, b)}`);
        }
        expect(collide(a, b, 0).count > 0, `seed ${seed}, case ${i}`).toBe(expected <= 0);
      }
    }
  });

  test('repeated vertices, zero-length segments and polygons that are points', () => {
    const box = pieceOf([-1, -1, 1, -1, 1, 1, -1, 1]);
    const repeated = pieceOf([-1, -1, 1, -1, 1, -1, 1, 1, 1, 1, -1, 1]);
    const m = collide(repeated, moved(box, 1.5, 0.25), 0);
    expect(m.normal).toEqual([1, 0]);
    expect(minSeparation(m)).toBe(-0.5);
    for (const dot of [pieceOf([3, 0.5, 3, 0.5], 0.5), pieceOf([3, 0.5, 3, 0.5, 3, 0.5], 0.5)]) {
      const apart = collide(box, dot, 5);
      expect(apart).toMatchObject({ count: 1, normal: [1, 0] });
      expect(apart.points[0].separation).toBe(1.5);
      expect(minSeparation(collide(dot, moved(dot, 0, 1), 5))).toBe(0);
      expect(minSeparation(collide(dot, moved(dot, 3, 4), 9))).toBe(4);
      expect(minSeparation(collide(dot, dot, 5))).toBe(-1);
    }
  });

  test('slivers 1e-9 high, end to end, crossing and stacked', () => {
    const sliver = pieceOf([-1, 0, 1, 0, 0, 1e-9]);
    const apart = collide(sliver, moved(sliver, 5, 0), 9);
    expect(apart.points[0].separation).toBeCloseTo(3, 14);
    expect(apart.normal[0]).toBeCloseTo(1, 14);
    for (const other of [placed(sliver, Math.PI / 2, 0.2, 0.1), moved(sliver, 0.3, -1e-10), moved(sliver, 0.3, 4e-9)]) {
      expect(Math.abs(minSeparation(collide(sliver, other, 9)) - separationOf(sliver, other))).toBeLessThan(1e-15);
    }
  });

  test('NaN in any place ends and gives no finite nonsense depth', () => {
    for (let k = 0; k < 8; k++) {
      const points = [-1, -1, 1, -1, 1, 1, -1, 1];
      points[k] = Number.NaN;
      const count = collide(pieceOf(points), pieceOf([3, 3], 1)).count;
      expect(count).toBeLessThanOrEqual(2);
    }
    expect(collide(pieceOf([Number.NaN, 0], 1), pieceOf([0, 0], 1)).count).toBe(0);
  });
});

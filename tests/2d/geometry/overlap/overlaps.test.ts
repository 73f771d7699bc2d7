import { describe, expect, it } from 'vitest';
import {
  containsPointConvexPolygon,
  containsPointPolygon,
  containsPointTriangle,
  intersectSegmentSegment,
  overlapsAabbAabb,
  overlapsCircleAabb,
  overlapsCircleAabbWithPoint,
  overlapsCircleCircle,
  overlapsCircleObb,
  overlapsCircleObbWithPoint,
  overlapsSegmentAabb,
  overlapsSegmentObb,
  overlapsSegmentSegment,
  SEGMENTS_DISJOINT,
  SEGMENTS_MEET,
  SEGMENTS_OVERLAP,
} from '../../../../entry/geometry2d.ts';
import { rayPointSide, raySide } from '../../../../src/2d/geometry/ray/ray-side.ts';
import { createRng, type Rng } from '../../../support/rng.ts';
import {
  cornersOfObb,
  edgesOf,
  exactOrientation,
  exactSegmentsMeet,
  randomObb,
  randomPoint,
  SCALES,
  slowPolygonDistance,
  toExact,
} from '../support/reference.ts';

const SEED = 550;

/** Runs a yes/no comparison and checks that both answers came up often enough to mean something. */
function compare(count: number, run: (rng: Rng, i: number) => boolean | null, seed: number): void {
  const rng = createRng(seed);
  let yes = 0;
  let total = 0;
  for (let i = 0; i < count; i++) {
    const answer = run(rng, i);
    if (answer === null) continue;
    total++;
    if (answer) yes++;
  }
  expect(yes / total, `share of yes, seed ${seed}`).toBeGreaterThan(0.3);
  expect(yes / total, `share of yes, seed ${seed}`).toBeLessThan(0.7);
}

describe('boxes and circles', () => {
  it('touching counts, the next double does not', () => {
    expect(overlapsAabbAabb([0, 0, 1, 1], 0, [1, 1, 2, 2], 0)).toBe(true);
    expect(overlapsAabbAabb([0, 0, 1, 1], 0, [1.0000000000000002, 1, 2, 2], 0)).toBe(false);
    expect(overlapsAabbAabb([0, 0, 1, 1], 0, [0, -3, 1, -1e-300], 0)).toBe(false);
    expect(overlapsAabbAabb([0, 0, 1, Number.NaN], 0, [0, 0, 1, 1], 0)).toBe(false);
    expect(overlapsCircleCircle([0, 0, 2], 0, [3, 4, 3], 0)).toBe(true);
    expect(overlapsCircleCircle([0, 0, 2], 0, [3, 4, 2.999999999999999], 0)).toBe(false);
    expect(overlapsCircleCircle([0, 0, Number.NaN], 0, [3, 4, 3], 0)).toBe(false);
    expect(overlapsCircleAabb([5, 6, 5], 0, [-1, -1, 2, 2], 0)).toBe(true);
    expect(overlapsCircleAabb([5, 6, 4.999999999999999], 0, [-1, -1, 2, 2], 0)).toBe(false);
    expect(overlapsCircleObb([10, 13, 1], 0, [10, 10, 2, 1, 0, 1], 0)).toBe(true);
    expect(overlapsCircleObb([13, 10, 1.9], 0, [10, 10, 2, 1, 0, 1], 0)).toBe(false);
  });
  it('boxes agree with sampled common points', () => {
    compare(
      1000,
      (rng, i) => {
        const box = (): number[] => {
          const x = rng.integer(-4, 4);
          const y = rng.integer(-4, 4);
          return [x, y, x + rng.integer(0, 8), y + rng.integer(0, 8)];
        };
        const [a, b] = [box(), box()];
        let common = false;
        for (let x = a[0]; x <= a[2]; x++)
          for (let y = a[1]; y <= a[3]; y++) if (x >= b[0] && x <= b[2] && y >= b[1] && y <= b[3]) common = true;
        expect(overlapsAabbAabb(a, 0, b, 0), `seed ${SEED}, case ${i}`).toBe(common);
        expect(overlapsAabbAabb(b, 0, a, 0), `seed ${SEED}, case ${i}`).toBe(common);
        return common;
      },
      SEED,
    );
  });
  it('circle and box agree with the distance to the polygon of corners, and give that point', () => {
    compare(
      900,
      (rng, i) => {
        const scale = SCALES[i % 3];
        const obb = randomObb(rng, scale, 1);
        const circle = [...randomPoint(rng, scale, 3), rng.range(0.2, 1.8) * scale];
        const gap = slowPolygonDistance(circle, cornersOfObb(obb)) - circle[2];
        if (Math.abs(gap) < 1e-9 * scale) return null;
        const note = `seed ${SEED + 1}, case ${i}`;
        expect(overlapsCircleObb(circle, 0, obb, 0), note).toBe(gap < 0);
        const out = [0, 0];
        expect(overlapsCircleObbWithPoint(out, 0, circle, 0, obb, 0), note).toBe(gap < 0);
        const away = Math.hypot(out[0] - circle[0], out[1] - circle[1]);
        expect(Math.abs(away - gap - circle[2]), note).toBeLessThan(2e-12 * scale);
        const aabb = [obb[0] - obb[2], obb[1] - obb[3], obb[0] + obb[2], obb[1] + obb[3]];
        const straight = slowPolygonDistance(circle, [
          aabb[0],
          aabb[1],
          aabb[2],
          aabb[1],
          aabb[2],
          aabb[3],
          aabb[0],
          aabb[3],
        ]);
        expect(overlapsCircleAabb(circle, 0, aabb, 0), note).toBe(straight < circle[2]);
        expect(overlapsCircleAabbWithPoint(out, 0, circle, 0, aabb, 0), note).toBe(straight < circle[2]);
        expect(Math.abs(Math.hypot(out[0] - circle[0], out[1] - circle[1]) - straight), note).toBeLessThan(
          2e-12 * scale,
        );
        const other = [out[0], out[1], 0];
        expect(overlapsCircleCircle(circle, 0, other, 0), note).toBe(straight < circle[2]);
        return gap < 0;
      },
      SEED + 1,
    );
  });
});

describe('raySide', () => {
  it('has the exact sign next to the line, where the plain formula does not', () => {
    const rng = createRng(SEED + 2);
    let wrong = 0;
    const signs = [0, 0, 0];
    for (let i = 0; i < 3000; i++) {
      const [ox, oy, dx, dy] = [rng.range(0.5, 1), rng.range(0.5, 1), rng.range(0.5, 1), rng.range(0.5, 1)];
      const t = i % 2 === 0 ? rng.integer(0, 8) / 4 : rng.range(0, 3);
      const px = ox + t * dx + rng.integer(-1, 1) * 2 ** -53;
      const py = oy + t * dy + rng.integer(-1, 1) * 2 ** -53;
      const exact = toExact(dx) * (toExact(py) - toExact(oy)) - toExact(dy) * (toExact(px) - toExact(ox));
      const expected = exact > 0n ? 1 : exact < 0n ? -1 : 0;
      expect(Math.sign(raySide(ox, oy, dx, dy, px, py)), `seed ${SEED + 2}, case ${i}`).toBe(expected);
      const [left, right] = [dx * (py - oy), dy * (px - ox)];
      if (Math.sign(left - right) !== expected) wrong++;
      signs[expected + 1]++;
    }
    expect(wrong).toBeGreaterThan(10);
    expect(Math.min(...signs)).toBeGreaterThan(10);
  });
  it('knows on which side of a line the point at a fraction lies, exactly', () => {
    const rng = createRng(SEED + 3);
    let wrong = 0;
    const unit = 1n << 200n;
    for (let i = 0; i < 2000; i++) {
      const [ox, oy, dx, dy] = [rng.range(0.5, 1), rng.range(0.5, 1), rng.range(0.5, 1), rng.range(0.5, 1)];
      const t = rng.range(0.5, 2);
      const [ax, ay] = [ox + t * dx, oy + t * dy];
      const [bx, by] = i % 2 === 0 ? [ax + rng.next(), ay - rng.next()] : [ax + dx, ay + dy];
      const along = (o: number, d: number, a: number): bigint =>
        (toExact(o) - toExact(a)) * unit + toExact(t) * toExact(d);
      const exact = (toExact(bx) - toExact(ax)) * along(oy, dy, ay) - (toExact(by) - toExact(ay)) * along(ox, dx, ax);
      const expected = exact > 0n ? 1 : exact < 0n ? -1 : 0;
      expect(Math.sign(rayPointSide([ox, oy, dx, dy], 0, t, [ax, ay, bx, by], 0)), `seed ${SEED + 3}, case ${i}`).toBe(
        expected,
      );
      if (Math.sign((bx - ax) * (oy + t * dy - ay) - (by - ay) * (ox + t * dx - ax)) !== expected) wrong++;
    }
    expect(wrong).toBeGreaterThan(100);
  });
});

describe('segment – segment', () => {
  it.each([
    ['a crossing', [0, 0, 4, 4], [0, 4, 4, 0], [2, 2, 0.5, 0.5], SEGMENTS_MEET],
    ['an end on a side', [0, 0, 4, 0], [1, 0, 1, 5], [1, 0, 0.25, 0], SEGMENTS_MEET],
    ['a shared end', [0, 0, 4, 0], [7, 3, 4, 0], [4, 0, 1, 1], SEGMENTS_MEET],
    ['collinear, end to end', [0, 0, 2, 2], [5, 5, 2, 2], [2, 2, 1, 1], SEGMENTS_MEET],
    ['a point on a segment', [1, 1, 1, 1], [0, 0, 4, 4], [1, 1, 0, 0.25], SEGMENTS_MEET],
    ['a segment under a point', [0, 0, 4, 4], [1, 1, 1, 1], [1, 1, 0.25, 0], SEGMENTS_MEET],
    ['two equal points', [1, 1, 1, 1], [1, 1, 1, 1], [1, 1, 0, 0], SEGMENTS_MEET],
    ['an overlap', [0, 0, 4, 0], [6, 0, 2, 0], [2, 0, 0.5, 1, 4, 0, 1, 0.5], SEGMENTS_OVERLAP],
    ['containment', [4, 8, 0, 0], [1, 2, 2, 4], [2, 4, 0.5, 1, 1, 2, 0.75, 0], SEGMENTS_OVERLAP],
    ['the same segment', [0, 1, 0, 5], [0, 1, 0, 5], [0, 1, 0, 0, 0, 5, 1, 1], SEGMENTS_OVERLAP],
    ['collinear, apart', [0, 0, 1, 0], [2, 0, 3, 0], [], SEGMENTS_DISJOINT],
    ['parallel', [0, 0, 4, 0], [0, 1, 4, 1], [], SEGMENTS_DISJOINT],
    ['a point beside', [1, 1.1, 1, 1.1], [0, 0, 4, 4], [], SEGMENTS_DISJOINT],
    ['two points apart', [1, 1, 1, 1], [2, 1, 2, 1], [], SEGMENTS_DISJOINT],
  ])('reports %s', (_name, a, b, expected, kind) => {
    const out: number[] = [];
    expect(intersectSegmentSegment(out, 0, a, 0, b, 0)).toBe(kind);
    expect(out).toEqual(expected);
    expect(overlapsSegmentSegment(a, 0, b, 0)).toBe(kind !== SEGMENTS_DISJOINT);
    expect(intersectSegmentSegment([], 0, b, 0, a, 0)).toBe(kind);
  });
  it('answers yes and no exactly, where rounding would not', () => {
    const out = new Float64Array(8);
    compare(
      4000,
      (rng, i) => {
        const a = [rng.range(0.5, 1), rng.range(0.5, 1), rng.range(0.5, 1), rng.range(0.5, 1)];
        const t = rng.integer(-1, 9) / 8;
        const ulps = (): number => rng.integer(-1, 1) * 2 ** -53;
        // The second segment ends at or within one step of the first one, or lies along it.
        const b = [
          a[0] + t * (a[2] - a[0]) + ulps(),
          a[1] + t * (a[3] - a[1]) + ulps(),
          rng.range(0, 2),
          rng.range(0, 2),
        ];
        if (i % 4 === 0) {
          b[2] = a[0] + (t + 0.25) * (a[2] - a[0]) + ulps();
          b[3] = a[1] + (t + 0.25) * (a[3] - a[1]) + ulps();
        }
        const exact = exactSegmentsMeet(a, b);
        const note = `seed ${SEED + 4}, case ${i}`;
        expect(overlapsSegmentSegment(a, 0, b, 0), note).toBe(exact);
        expect(intersectSegmentSegment(out, 0, a, 0, b, 0) !== SEGMENTS_DISJOINT, note).toBe(exact);
        if (exact) {
          expect(Math.abs(a[0] + out[2] * (a[2] - a[0]) - out[0]), note).toBeLessThan(4e-16);
          expect(Math.abs(a[1] + out[2] * (a[3] - a[1]) - out[1]), note).toBeLessThan(4e-16);
          expect(Math.abs(b[0] + out[3] * (b[2] - b[0]) - out[0]), note).toBeLessThan(1e-15);
          expect(Math.abs(b[1] + out[3] * (b[3] - b[1]) - out[1]), note).toBeLessThan(1e-15);
        }
        return exact;
      },
      SEED + 4,
    );
  });
  it('gives the crossing at every size', () => {
    compare(
      900,
      (rng, i) => {
        const scale = SCALES[i % 3];
        const a = [...randomPoint(rng, scale, 1), ...randomPoint(rng, scale, 1)];
        const b = [...randomPoint(rng, scale, 1), ...randomPoint(rng, scale, 1)];
        if (i % 2 === 0)
          for (let k = 0; k < 2; k++) b[2 + k] = b[k] + rng.range(1.2, 3) * ((a[k] + a[2 + k]) / 2 - b[k]);
        const out = [0, 0, 0, 0];
        const kind = intersectSegmentSegment(out, 0, a, 0, b, 0);
        const note = `seed ${SEED + 5}, case ${i}`;
        expect(kind !== 0, note).toBe(exactSegmentsMeet(a, b));
        if (kind === 0) return false;
        for (let k = 0; k < 2; k++) {
          expect(Math.abs(a[k] + out[2] * (a[2 + k] - a[k]) - out[k]), note).toBeLessThan(1e-12 * scale);
          expect(Math.abs(b[k] + out[3] * (b[2 + k] - b[k]) - out[k]), note).toBeLessThan(1e-12 * scale);
        }
        return true;
      },
      SEED + 5,
    );
  });
  it('takes NaN as no and may write over its operands', () => {
    expect(overlapsSegmentSegment([0, 0, Number.NaN, 1], 0, [0, 1, 1, 0], 0)).toBe(false);
    const a = [0, 0, 4, 4];
    expect(intersectSegmentSegment(a, 0, a, 0, [0, 4, 4, 0], 0)).toBe(SEGMENTS_MEET);
    expect(a).toEqual([2, 2, 0.5, 0.5]);
  });
});

describe('segment – box', () => {
  it('is exact at corners and faces', () => {
    const box = [0, 0, 1, 1];
    expect(overlapsSegmentAabb([-1, 1, 1, 3], 0, box, 0)).toBe(false);
    expect(overlapsSegmentAabb([-1, 0, 1, 2], 0, box, 0)).toBe(true);
    expect(overlapsSegmentAabb([-1, 0, 1, 2.0000000000000004], 0, box, 0)).toBe(false);
    expect(overlapsSegmentAabb([-5, 1, 5, 1], 0, box, 0)).toBe(true);
    expect(overlapsSegmentAabb([0.25, 0.5, 0.75, 0.5], 0, box, 0)).toBe(true);
    expect(overlapsSegmentAabb([1, 1, 1, 1], 0, box, 0)).toBe(true);
    expect(overlapsSegmentAabb([1.5, 1, 1.5, 1], 0, box, 0)).toBe(false);
    expect(overlapsSegmentAabb([2, 0, 2, 1], 0, box, 0)).toBe(false);
    expect(overlapsSegmentAabb([Number.NaN, 0, 2, 1], 0, box, 0)).toBe(false);
  });
  it('agrees with exact tests against the sides', () => {
    compare(
      3000,
      (rng, i) => {
        const grid = (): number => rng.integer(-6, 6) / 3;
        const [x, y] = [grid(), grid()];
        const box = [x, y, x + rng.integer(1, 12) / 3, y + rng.integer(1, 12) / 3];
        const s = [grid(), grid(), grid(), grid()];
        const corners = [box[0], box[1], box[2], box[1], box[2], box[3], box[0], box[3]];
        const within = s[0] >= box[0] && s[0] <= box[2] && s[1] >= box[1] && s[1] <= box[3];
        const meets = within || edgesOf(corners).some((edge) => exactSegmentsMeet(s, edge));
        const note = `seed ${SEED + 6}, case ${i}`;
        expect(overlapsSegmentAabb(s, 0, box, 0), note).toBe(meets);
        expect(overlapsSegmentAabb([s[2], s[3], s[0], s[1]], 0, box, 0), note).toBe(meets);
        const obb = randomObb(rng, 1, 1);
        const sides = edgesOf(cornersOfObb(obb));
        const insideObb = slowPolygonDistance(s, cornersOfObb(obb)) === 0;
        expect(overlapsSegmentObb(s, 0, obb, 0), note).toBe(
          insideObb || sides.some((edge) => exactSegmentsMeet(s, edge)),
        );
        return meets;
      },
      SEED + 6,
    );
  });
});

/** Winding-free reference: parity of exact crossings of a ray to +x, boundary points found by exact incidence. */
function slowParity(p: number[], points: number[]): boolean {
  let crossings = 0;
  for (const [ax, ay, bx, by] of edgesOf(points)) {
    const side = exactOrientation(ax, ay, bx, by, p[0], p[1]);
    const inBox =
      p[0] >= Math.min(ax, bx) && p[0] <= Math.max(ax, bx) && p[1] >= Math.min(ay, by) && p[1] <= Math.max(ay, by);
    if (side === 0 && inBox) return true;
    const low = Math.min(ay, by);
    const high = Math.max(ay, by);
    // Half-open in y: the lower end belongs to the edge.
    if (p[1] >= low && p[1] < high && side * (by - ay) > 0) crossings++;
  }
  return crossings % 2 === 1;
}

describe('containsPointPolygon', () => {
  const star = [0, 3, 2, -3, -3, 1, 3, 1, -2, -3];
  it('applies the parity rule to concave and self-crossing outlines; the boundary is inside', () => {
    const u = [0, 0, 6, 0, 6, 5, 4, 5, 4, 2, 2, 2, 2, 5, 0, 5];
    expect(containsPointPolygon([1, 4], 0, u, 0, 8)).toBe(true);
    expect(containsPointPolygon([3, 4], 0, u, 0, 8)).toBe(false);
    expect(containsPointPolygon([3, 2], 0, u, 0, 8)).toBe(true);
    expect(containsPointPolygon([2, 5], 0, u, 0, 8)).toBe(true);
    expect(containsPointPolygon([7, 5], 0, u, 0, 8)).toBe(false);
    expect(containsPointPolygon([-1, 5], 0, u, 0, 8)).toBe(false);
    // The middle of a pentagram is covered twice, its tips once.
    expect(containsPointPolygon([0, 0], 0, star, 0, 5)).toBe(false);
    expect(containsPointPolygon([0, 2], 0, star, 0, 5)).toBe(true);
    expect(containsPointPolygon([0, 1], 0, star, 0, 5)).toBe(true);
  });
  it('handles few vertices, offsets and NaN', () => {
    expect(containsPointPolygon([0, 0], 0, [], 0, 0)).toBe(false);
    expect(containsPointPolygon([1, 2], 0, [1, 2], 0, 1)).toBe(true);
    expect(containsPointPolygon([1, 1], 0, [0, 0, 2, 2], 0, 2)).toBe(true);
    expect(containsPointPolygon([1, 1.5], 0, [0, 0, 2, 2], 0, 2)).toBe(false);
    expect(containsPointPolygon([9, 1, 1], 1, [9, 9, 0, 0, 2, 0, 2, 2, 0, 2], 2, 4)).toBe(true);
    expect(containsPointPolygon([Number.NaN, 1], 0, [0, 0, 2, 0, 2, 2, 0, 2], 0, 4)).toBe(false);
    expect(containsPointPolygon([1, Number.NaN], 0, [0, 0, 2, 0, 2, 2, 0, 2], 0, 4)).toBe(false);
  });
  it('agrees with exact parity, vertices and sides hit on purpose', () => {
    compare(
      4000,
      (rng, i) => {
        const count = rng.integer(3, 12);
        const points = Array.from({ length: 2 * count }, () => (i % 2 === 0 ? rng.integer(-3, 3) : rng.range(0.5, 1)));
        const k = 2 * rng.integer(0, count - 1);
        const next = (k + 2) % (2 * count);
        const t = rng.integer(0, 4) / 4;
        const p =
          i % 2 === 0
            ? [rng.integer(-3, 3), rng.integer(-3, 3)]
            : [0, 1].map(
                (axis) =>
                  points[k + axis] + t * (points[next + axis] - points[k + axis]) + rng.integer(-1, 1) * 2 ** -53,
              );
        const expected = slowParity(p, points);
        const note = `seed ${SEED + 7}, case ${i}`;
        expect(containsPointPolygon(p, 0, points, 0, count), note).toBe(expected);
        const reversed: number[] = [];
        for (let j = 2 * count - 2; j >= 0; j -= 2) reversed.push(points[j], points[j + 1]);
        expect(containsPointPolygon(p, 0, reversed, 0, count), note).toBe(expected);
        return expected;
      },
      SEED + 7,
    );
  });
});

describe('containsPointConvexPolygon', () => {
  /** A convex polygon on whole numbers: edge vectors sorted by angle, some split into collinear pieces or doubled. */
  function convexPolygon(rng: Rng): number[] {
    const vectors: number[][] = [];
    for (let i = 0; i < 5; i++) {
      const v = [rng.integer(-3, 3), rng.integer(-3, 3)];
      vectors.push(v, [-v[0], -v[1]]);
      if (rng.next() < 0.3) vectors.push(v, [-v[0], -v[1]]);
    }
    vectors.sort((a, b) => Math.atan2(a[1], a[0] + 0) - Math.atan2(b[1], b[0] + 0));
    const points: number[] = [];
    let [x, y] = [0, 0];
    for (const [vx, vy] of vectors) {
      points.push(x, y);
      x += vx;
      y += vy;
    }
    const start = 2 * rng.integer(0, points.length / 2 - 1);
    const turned = [...points.slice(start), ...points.slice(0, start)];
    if (rng.next() < 0.5) return turned;
    const reversed: number[] = [];
    for (let j = turned.length - 2; j >= 0; j -= 2) reversed.push(turned[j], turned[j + 1]);
    return reversed;
  }
  it('answers as the general form does, whatever the start, winding, and collinear or repeated vertices', () => {
    compare(
      8000,
      (rng, i) => {
        const points = convexPolygon(rng);
        const xs = points.filter((_, k) => k % 2 === 0);
        const ys = points.filter((_, k) => k % 2 === 1);
        const p = [
          rng.integer(Math.min(...xs) - 1, Math.max(...xs) + 1),
          rng.integer(Math.min(...ys) - 1, Math.max(...ys) + 1),
        ];
        const expected = slowParity(p, points);
        const got = containsPointConvexPolygon(p, 0, points, 0, points.length / 2);
        expect(got, `seed ${SEED + 8}, case ${i}: ${p} in ${points}`).toBe(expected);
        return expected;
      },
      SEED + 8,
    );
  });
  it('handles collapsed polygons and NaN', () => {
    expect(containsPointConvexPolygon([1, 1], 0, [0, 0, 2, 2, 3, 3, 1, 1], 0, 4)).toBe(true);
    expect(containsPointConvexPolygon([1, 2], 0, [0, 0, 2, 2, 3, 3, 1, 1], 0, 4)).toBe(false);
    expect(containsPointConvexPolygon([1, 2], 0, [1, 2, 1, 2], 0, 2)).toBe(true);
    expect(containsPointConvexPolygon([1, 2], 0, [], 0, 0)).toBe(false);
    expect(containsPointConvexPolygon([Number.NaN, 0], 0, [0, 0, 2, 0, 2, 2, 0, 2], 0, 4)).toBe(false);
  });
});

describe('containsPointTriangle', () => {
  it('is exact on sides and for flat triangles of either winding', () => {
    compare(
      3000,
      (rng, i) => {
        const t = Array.from({ length: 6 }, () => (i % 2 === 0 ? rng.integer(-2, 2) : rng.range(0.5, 1)));
        const u = rng.integer(-1, 4) / 4;
        const p =
          i % 2 === 0
            ? [rng.integer(-1, 1), rng.integer(-1, 1)]
            : [0, 1].map((k) => t[k] + u * (t[2 + k] - t[k]) + rng.integer(-1, 1) * 2 ** -53);
        const sides = edgesOf(t).map(([ax, ay, bx, by]) => exactOrientation(ax, ay, bx, by, p[0], p[1]));
        const flat = exactOrientation(t[0], t[1], t[2], t[3], t[4], t[5]) === 0;
        const expected = flat ? slowParity(p, t) : sides.every((side) => side >= 0) || sides.every((side) => side <= 0);
        const note = `seed ${SEED + 9}, case ${i}`;
        expect(containsPointTriangle(p, 0, t, 0), note).toBe(expected);
        expect(containsPointTriangle(p, 0, [t[4], t[5], t[2], t[3], t[0], t[1]], 0), note).toBe(expected);
        return expected;
      },
      SEED + 9,
    );
    expect(containsPointTriangle([Number.NaN, 0], 0, [0, 0, 1, 0, 0, 1], 0)).toBe(false);
  });
});

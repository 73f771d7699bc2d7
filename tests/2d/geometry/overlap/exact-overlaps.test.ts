import { expect, test } from 'vitest';
import * as g from '../../../../entry/geometry2d.ts';
import { div, root, toNumber } from '../../../support/exact.ts';
import {
  aabbRing,
  cross,
  dot,
  minus,
  obbRing,
  type Point,
  parityContains,
  plus,
  point,
  polygonsMeet,
  ring,
  segmentsMeet,
  separationBetween,
  side,
  square,
  squaredToPolygon,
  times,
} from '../../../support/exact-2d.ts';
import { createRng, type Rng } from '../../../support/rng.ts';
import {
  centreOf,
  HitRate,
  makeOutline,
  moveOutline,
  placeOutline,
  placePoint,
  type Regime,
  sweep,
  tolerance,
  withNaN,
} from '../support/regimes.ts';

// B1–B3, B7, B12–B14 and the yes/no forms of C3. What is said to be exact must be; the others may go either way only
// within the band given with each, a few roundings of the numbers they work on.

/** One half of the spacing of doubles at 1. */
const ULP = 1.1102230246251565e-16;

function makeObb(rng: Rng, regime: Regime): number[] {
  const [x, y] = centreOf(rng, regime);
  const angle = rng.next() < 0.2 ? (Math.PI / 2) * rng.integer(0, 3) : rng.range(0, 7);
  const w = 0.5 * regime.size * rng.range(0.5, 1);
  const h = (0.5 * regime.size * rng.range(0.5, 1)) / regime.aspect;
  return [x, y, w, h, Math.cos(angle), Math.sin(angle)];
}

const numbersOf = (points: readonly Point[]): number[] => points.flatMap(([x, y]) => [toNumber(x), toNumber(y)]);

/** The OBB, moved so that its corners stand to the outline as the regime says. */
function placeObb(rng: Rng, regime: Regime, outline: number[], obb: number[]): number[] {
  const before = numbersOf(obbRing(obb));
  const after = moveOutline(rng, regime, outline, before);
  const scale = regime.relation === 'contained' ? 0.1 / regime.aspect : 1;
  const middle = (numbers: number[], k: number) => (numbers[k] + numbers[k + 2] + numbers[k + 4] + numbers[k + 6]) / 4;
  return [middle(after, 0), middle(after, 1), obb[2] * scale, obb[3] * scale, obb[4], obb[5]];
}

test('B2: OBB and OBB', () => {
  const hits = new HitRate();
  let undecided = 0;
  sweep(30, 40, (rng, regime) => {
    const a = makeObb(rng, regime);
    const b = placeObb(rng, regime, numbersOf(obbRing(a)), makeObb(rng, regime));
    const separation = separationBetween(obbRing(a), obbRing(b));
    // Centres' difference and extents, each turned by rounded cosines.
    const reach = Math.abs(b[0] - a[0]) + Math.abs(b[1] - a[1]) + a[2] + a[3] + b[2] + b[3];
    const meet = g.overlapsObbObb(a, 0, b, 0);
    hits.count(meet);
    if (meet !== g.overlapsObbObb(b, 0, a, 0) && Math.abs(separation) > 8 * ULP * reach) return 'depends on the order';
    if (Math.abs(separation) <= 8 * ULP * reach) undecided++;
    else if (meet !== separation <= 0) return `${meet} at separation ${separation}`;
    return undefined;
  });
  hits.expectBalanced(0.3, 0.75);
  expect(undecided / hits.total).toBeLessThan(0.25);
  for (const [a, b] of withNaN([0, 0, 1, 2, 0.6, 0.8], [1, 0, 2, 1, 1, 0]))
    expect(g.overlapsObbObb(a, 0, b, 0)).toBe(false);
});

test('B3: boxes and circles, to the last bit', () => {
  const boxes = new HitRate();
  const circles = new HitRate();
  sweep(31, 40, (rng, regime) => {
    const a = makeObb(rng, regime);
    const b = makeObb(rng, regime);
    const boxA = [a[0] - a[2], a[1] - a[3], a[0] + a[2], a[1] + a[3]];
    const boxB = [b[0] - b[2], b[1] - b[3], b[0] + b[2], b[1] + b[3]];
    // Next to a side, touching it exactly, one spacing off or 1e-6.
    if (regime.relation.startsWith('touching')) {
      const gap = rng.integer(-1, 1) * (rng.next() < 0.5 ? 1e-6 * regime.size : 0);
      const x = boxA[2] + gap;
      boxB.splice(0, 4, x, boxA[1], x + b[2], boxA[3]);
    } else if (regime.relation !== 'plain') {
      boxB.splice(0, 4, boxA[0] + 0.1 * a[2], boxA[1] - b[3], boxA[2] - 0.1 * a[2], boxA[3] + b[3]);
    }
    const boxesMeet = polygonsMeet(aabbRing(boxA), aabbRing(boxB));
    boxes.count(boxesMeet);
    if (g.overlapsAabbAabb(boxA, 0, boxB, 0) !== boxesMeet) return `boxes ${boxA}, ${boxB}`;
    const from = point(a[0], a[1]);
    const distance = Math.hypot(b[0] - a[0], b[1] - a[1]);
    const radius = rng.next() * distance;
    const relative = { plain: rng.range(-0.9, 0.9), deep: -0.5, contained: -0.9 } as Record<string, number>;
    const gap = relative[regime.relation] ?? (regime.relation === 'touching outside' ? 1e-6 : -1e-6) * rng.next();
    const circleA = [a[0], a[1], radius];
    const circleB = [b[0], b[1], Math.max(0, distance * (1 - gap) - radius)];
    const circleGap = root(square(minus(point(b[0], b[1]), from))) - circleA[2] - circleB[2];
    circles.count(circleGap <= 0);
    if (Math.abs(circleGap) <= 8 * ULP * distance) return undefined;
    if (g.overlapsCircleCircle(circleA, 0, circleB, 0) !== circleGap <= 0) return `circles at gap ${circleGap}`;
    return undefined;
  });
  boxes.expectBalanced(0.3, 0.8);
  circles.expectBalanced(0.3, 0.75);
  expect(g.overlapsCircleCircle([0, 0, 2], 0, [3, 4, 3], 0)).toBe(true);
  expect(g.overlapsCircleCircle([0, 0, 0], 0, [0, 0, 0], 0)).toBe(true);
  for (const [a, b] of withNaN([0, 0, 2, 2], [1, 1, 3, 3])) expect(g.overlapsAabbAabb(a, 0, b, 0)).toBe(false);
  for (const [a, b] of withNaN([0, 0, 2], [1, 1, 3])) expect(g.overlapsCircleCircle(a, 0, b, 0)).toBe(false);
});

test('B7: circle and AABB, OBB, with the nearest point', () => {
  const hits = new HitRate();
  sweep(32, 40, (rng, regime) => {
    const obb = makeObb(rng, regime);
    const box = [obb[0] - obb[2], obb[1] - obb[3], obb[0] + obb[2], obb[1] + obb[3]];
    for (const isAabb of [true, false]) {
      const corners = isAabb ? aabbRing(box) : obbRing(obb);
      const centre = placePoint(rng, { ...regime, relation: 'plain' }, numbersOf(corners));
      const distance = root(squaredToPolygon(point(centre[0], centre[1]), corners));
      const reach = Math.abs(centre[0] - obb[0]) + Math.abs(centre[1] - obb[1]) + obb[2] + obb[3];
      const rest = { plain: rng.range(-0.5, 0.5), 'touching outside': -1e-6, 'touching inside': 1e-6 } as Record<
        string,
        number
      >;
      const circle = [centre[0], centre[1], Math.max(0, distance * (1 + (rest[regime.relation] ?? rng.range(0, 3))))];
      const meet = distance <= circle[2];
      hits.count(meet);
      const out = [0, 0];
      const answers = isAabb
        ? [g.overlapsCircleAabb(circle, 0, box, 0), g.overlapsCircleAabbWithPoint(out, 0, circle, 0, box, 0)]
        : [g.overlapsCircleObb(circle, 0, obb, 0), g.overlapsCircleObbWithPoint(out, 0, circle, 0, obb, 0)];
      if (answers[0] !== answers[1]) return 'the two forms differ';
      const off = Math.abs(root(square(minus(point(centre[0], centre[1]), point(out[0], out[1])))) - distance);
      if (!(off <= 1e-14 * reach + 4 * ULP * (Math.abs(centre[0]) + Math.abs(centre[1])))) return `point off by ${off}`;
      // An AABB's differences are rounded once; an OBB is turned.
      const band = isAabb ? 8 * ULP * circle[2] : 8 * ULP * reach;
      if (Math.abs(distance - circle[2]) > band && answers[0] !== meet)
        return `${answers[0]} at ${distance} of ${circle[2]}`;
    }
    return undefined;
  });
  hits.expectBalanced(0.3, 0.75);
  for (const [c, b] of withNaN([0, 0, 1], [0, 0, 2, 2])) expect(g.overlapsCircleAabb(c, 0, b, 0)).toBe(false);
  for (const [c, b] of withNaN([0, 0, 1], [0, 0, 2, 2, 1, 0])) expect(g.overlapsCircleObb(c, 0, b, 0)).toBe(false);
});

test('B1: polygon and polygon, exactly', () => {
  const hits = new HitRate();
  sweep(33, 14, (rng, regime) => {
    const a = makeOutline(rng, regime, rng.integer(3, 6));
    const b = placeOutline(rng, regime, a, makeOutline(rng, regime, rng.integer(2, 6)));
    const meet = polygonsMeet(ring(a), ring(b));
    hits.count(meet);
    const answer = g.overlapsConvexPolygons(a, 0, a.length / 2, b, 0, b.length / 2);
    const swapped = g.overlapsConvexPolygons(b, 0, b.length / 2, a, 0, a.length / 2);
    if (answer !== meet || swapped !== meet) return `${answer}, swapped ${swapped}, ${a} and ${b}`;
    return undefined;
  });
  hits.expectBalanced(0.3, 0.75);
});

test('B1: polygons without area, of few corners, on a grid, and NaN', () => {
  const hits = new HitRate();
  for (let seed = 0; seed < 3000; seed++) {
    const rng = hitsRng(seed);
    // Powers of two keep corners in line.
    const scale = [1, 2 ** -10, 1e4, 0.5][seed % 4];
    const flat = (): number[] => {
      // All corners on one line of the grid, there and back, or one corner.
      const [x, y, u, v] = [rng.integer(0, 1), rng.integer(0, 1), rng.integer(0, 1), rng.integer(-1, 1)];
      const count = rng.integer(1, 4);
      const steps = Array.from({ length: count }, () => rng.integer(-1, 2)).sort((p, q) => p - q);
      return steps.flatMap((k) => [(x + k * u) * scale, (y + k * v) * scale]);
    };
    const a = flat();
    const b = rng.next() < 0.5 ? flat() : [0, 0, 2, 0, 2, 1, 0, 1].map((c) => c * scale);
    const meet = polygonsMeet(ring(a), ring(b));
    hits.count(meet);
    const answer = g.overlapsConvexPolygons(a, 0, a.length / 2, b, 0, b.length / 2);
    expect(answer, `seed ${seed}: ${a} and ${b}`).toBe(meet);
  }
  hits.expectBalanced();
  for (const [a, b] of withNaN([0, 0, 2, 0, 0, 2], [1, 0, 3, 0, 3, 3])) {
    expect(g.overlapsConvexPolygons(a, 0, 3, b, 0, 3)).toBe(false);
  }
  expect(g.overlapsConvexPolygons([], 0, 0, [0, 0], 0, 1)).toBe(false);
});

const hitsRng = (seed: number): Rng => createRng(seed + 5000);

test('B12, B13: points in any polygon by parity, triangles and convex polygons, on a grid and off it', () => {
  const hits = new HitRate();
  const convex = new HitRate();
  for (let seed = 0; seed < 4000; seed++) {
    const rng = hitsRng(seed);
    // Scaled and shifted off the grid, corners and places that were in line are so only nearly.
    const scale = [1, 0.1, 1e4, 1e-3 / 3][seed % 4];
    const shift = rng.next() < 0.3 ? 1e4 : 0;
    const place = () => rng.integer(-3, 3) * scale + shift;
    const count = rng.integer(1, 12);
    let polygon = Array.from({ length: 2 * count }, place);
    // Half of them in order around the middle: simple, mostly concave.
    if (rng.next() < 0.5) {
      const order = Array.from({ length: count }, (_, i) => i);
      const angle = (i: number) => Math.atan2(polygon[2 * i + 1] - shift, polygon[2 * i] - shift);
      order.sort((i, k) => angle(i) - angle(k));
      polygon = order.flatMap((i) => [polygon[2 * i], polygon[2 * i + 1]]);
    }
    const p = [rng.integer(-2, 2) * scale + shift, rng.integer(-2, 2) * scale + shift];
    const corners = ring(polygon);
    const inside = parityContains(point(p[0], p[1]), corners);
    hits.count(inside);
    expect(g.containsPointPolygon(p, 0, polygon, 0, count), `seed ${seed}: ${p} in ${polygon}`).toBe(inside);
    if (count === 3) {
      convex.count(inside);
      const label = `seed ${seed}: ${p} in triangle ${polygon}`;
      expect(g.containsPointTriangle(p, 0, polygon, 0), label).toBe(inside);
      expect(g.containsPointConvexPolygon(p, 0, polygon, 0, 3), label).toBe(inside);
    }
  }
  hits.expectBalanced();
  convex.expectBalanced(0.15, 0.7);
  for (const p of [
    [1, 1],
    [0, 1],
    [2, 2],
    [5, 5],
  ]) {
    for (const [q, polygon] of withNaN(p, [0, 0, 2, 0, 2, 2, 0, 2])) {
      expect(g.containsPointPolygon(q, 0, polygon, 0, 4)).toBe(false);
      expect(g.containsPointConvexPolygon(q, 0, polygon, 0, 4)).toBe(false);
    }
  }
});

test('B14: segments, meeting and overlapping, exactly; the crossing to 1e-12', () => {
  const hits = new HitRate();
  sweep(34, 60, (rng, regime) => {
    const first = makeOutline(rng, regime, 3);
    const a = first.slice(0, 4);
    const b = placeOutline(rng, regime, a, makeOutline(rng, regime, 3)).slice(0, 4);
    if (rng.next() < 0.5) {
      const t = rng.next();
      const [x, y] = [a[0] + t * (a[2] - a[0]), a[1] + t * (a[3] - a[1])];
      b.splice(2, 2, x + rng.next() * (x - b[0]), y + rng.next() * (y - b[1]));
    }
    const [p, q, r, s] = [...ring(a), ...ring(b)] as [Point, Point, Point, Point];
    const meet = segmentsMeet(p, q, r, s);
    hits.count(meet);
    const out = Array.from({ length: 8 }, () => 0);
    const found = g.intersectSegmentSegment(out, 0, a, 0, b, 0);
    if ((found !== 0) !== meet || g.overlapsSegmentSegment(a, 0, b, 0) !== meet) return `${found}, meet ${meet}`;
    if (!meet) return undefined;
    const turn = cross(minus(q, p), minus(s, r));
    if (turn.n === 0n)
      return found === 2 || [p, q].some((u) => [r, s].some((v) => square(minus(u, v)).n === 0n))
        ? undefined
        : `${found} in line`;
    const t = div(cross(minus(r, p), minus(s, r)), turn);
    const where = plus(p, times(minus(q, p), t));
    const off = root(square(minus(where, point(out[0], out[1]))));
    const allowed = tolerance(1e-12, a, b);
    if (!(off <= allowed)) return `crossing off by ${off}, allowed ${allowed}`;
    if (!(Math.abs(out[2] - toNumber(t)) <= 1e-12)) return `s ${out[2]}, not ${toNumber(t)}`;
    const u = div(cross(minus(r, p), minus(q, p)), turn);
    return Math.abs(out[3] - toNumber(u)) <= 1e-12 ? undefined : `t ${out[3]}, not ${toNumber(u)}`;
  });
  hits.expectBalanced();
  for (let seed = 0; seed < 3000; seed++) {
    const rng = hitsRng(seed);
    const scale = [1, 0.1, 1e4, 1e-3][seed % 4];
    const [a, b] = [0, 1].map(() => Array.from({ length: 4 }, () => rng.integer(-2, 2) * scale)) as [
      number[],
      number[],
    ];
    const [p, q, r, s] = [...ring(a), ...ring(b)] as [Point, Point, Point, Point];
    const found = g.intersectSegmentSegment([0, 0, 0, 0, 0, 0, 0, 0], 0, a, 0, b, 0);
    expect(found !== 0, `seed ${seed}: ${a} and ${b}`).toBe(segmentsMeet(p, q, r, s));
    const inLine = side(p, q, r) === 0 && side(p, q, s) === 0 && side(r, s, p) === 0 && side(r, s, q) === 0;
    if (!inLine) expect(found, `seed ${seed}`).not.toBe(2);
  }
});

test('C3, yes or no: segment and AABB exactly, OBB up to its turn', () => {
  const hits = new HitRate();
  sweep(35, 40, (rng, regime) => {
    const obb = makeObb(rng, regime);
    const box = [obb[0] - obb[2], obb[1] - obb[3], obb[0] + obb[2], obb[1] + obb[3]];
    for (const isAabb of [true, false]) {
      const corners = isAabb ? aabbRing(box) : obbRing(obb);
      const near = placePoint(rng, regime, numbersOf(corners));
      const end = placePoint(rng, { ...regime, relation: 'plain' }, numbersOf(corners));
      const segment = rng.next() < 0.1 ? [...near, ...near] : [...near, ...end];
      if (rng.next() < 0.5) {
        // Away from the nearer side, so that the near end decides.
        segment[2] = near[0] + 2 * (near[0] - obb[0]);
        segment[3] = near[1] + 2 * (near[1] - obb[1]);
      }
      const other = ring(segment);
      const meet = polygonsMeet(corners, other);
      hits.count(meet);
      if (isAabb) {
        if (g.overlapsSegmentAabb(segment, 0, box, 0) !== meet) return `${!meet} for ${segment} and ${box}`;
      } else {
        const reach = Math.max(...segment.map((v, i) => Math.abs(v - obb[i % 2]))) + obb[2] + obb[3];
        const answer = g.overlapsSegmentObb(segment, 0, obb, 0);
        if (answer !== meet && Math.abs(separationBetween(corners, other)) > 16 * ULP * reach)
          return `${answer} for ${segment} and ${obb}`;
      }
    }
    return undefined;
  });
  hits.expectBalanced(0.3, 0.75);
  for (const [s, b] of withNaN([0, 0, 1, 1], [0, 0, 2, 2])) expect(g.overlapsSegmentAabb(s, 0, b, 0)).toBe(false);
  for (const [s, b] of withNaN([0, 0, 1, 1], [0, 0, 2, 2, 1, 0])) expect(g.overlapsSegmentObb(s, 0, b, 0)).toBe(false);
});

test('circle and segment regimes: a ray’s yes or no equals its distance', () => {
  const hits = new HitRate();
  sweep(36, 40, (rng, regime) => {
    const outline = makeOutline(rng, regime, 3);
    const [ox, oy] = placePoint(rng, regime, outline);
    const [cx, cy] = [outline[0], outline[1]];
    const [tx, ty] = [outline[2], outline[3]];
    const ray = [ox, oy, tx - ox, ty - oy];
    if (ray[2] === 0 && ray[3] === 0) return undefined;
    const [o, d, c] = [point(ox, oy), point(ray[2], ray[3]), point(cx, cy)];
    const m = minus(c, o);
    const t = div(dot(m, d), square(d));
    const f = Math.min(1, Math.max(0, toNumber(t)));
    const nearest = f === 0 ? o : f === 1 ? plus(o, d) : plus(o, times(d, t));
    const distance = root(square(minus(c, nearest)));
    const rest = { plain: rng.range(-0.5, 0.5), 'touching outside': -1e-6, 'touching inside': 1e-6 } as Record<
      string,
      number
    >;
    const circle = [cx, cy, distance * (1 + (rest[regime.relation] ?? rng.range(0, 3)))];
    hits.count(distance <= circle[2]);
    const reach = root(square(m)) + root(square(d));
    if (Math.abs(circle[2] - distance) <= 16 * ULP * reach) return undefined;
    const answer = g.overlapsRayCircle(ray, 0, 1, circle, 0);
    return answer === distance <= circle[2] ? undefined : `${answer} at ${distance} of ${circle[2]}`;
  });
  hits.expectBalanced(0.3, 0.8);
});

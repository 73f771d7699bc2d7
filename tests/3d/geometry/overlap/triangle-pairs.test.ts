import { describe, expect, it } from 'vitest';
import {
  closestPointsSegmentTriangle,
  closestPointsTriangleTriangle,
  distanceSquaredPointTriangle,
  distanceSquaredSegmentTriangle,
  distanceSquaredTriangleTriangle,
  INTERSECTION_COPLANAR,
  INTERSECTION_NONE,
  INTERSECTION_SEGMENT,
  intersectTriangleTriangle,
  overlapsSegmentSegment,
  overlapsSegmentTriangle,
  overlapsTriangleTriangle,
} from '../../../../entry/geometry3d.ts';
import { createRng, type Rng } from '../../../support/rng.ts';
import {
  add,
  at,
  cross,
  distance,
  hullDistance,
  isRepresentative,
  points,
  randomPoint,
  SCALES,
  sub,
  times,
  unit,
  type Vec,
} from '../support/proximity.ts';

/** Points of a small grid: most triples are degenerate in some way, and the reference's rounding stays far below the
 * smallest distance there can be. */
const gridPoint = (rng: Rng, size: number): Vec => [rng.integer(0, size), rng.integer(0, size), rng.integer(0, size)];

const MISS = 1e-6;

describe('segment and triangle', () => {
  it('decides overlap exactly on small grids, every degenerate case included', () => {
    const rng = createRng(4001);
    let hits = 0;
    const runs = 1500;
    for (let run = 0; run < runs; run++) {
      const size = 1 + (run % 4);
      const s = [gridPoint(rng, size), gridPoint(rng, size)];
      const t = [gridPoint(rng, size), gridPoint(rng, size), gridPoint(rng, size)];
      const truth = hullDistance(s, t);
      const meets = truth < MISS;
      const message = `seed 4001 run ${run}: ${s} / ${t}`;
      expect(overlapsSegmentTriangle(s.flat(), 0, t.flat(), 0), message).toBe(meets);
      expect(overlapsSegmentTriangle([s[1], s[0]].flat(), 0, [t[2], t[1], t[0]].flat(), 0), message).toBe(meets);
      const squared = distanceSquaredSegmentTriangle(s.flat(), 0, t.flat(), 0);
      if (meets) {
        hits++;
        expect(squared, message).toBe(0);
      } else expect(Math.abs(Math.sqrt(squared) - truth), message).toBeLessThan(1e-12);
      const u = [gridPoint(rng, size), gridPoint(rng, size)];
      expect(overlapsSegmentSegment(s.flat(), 0, u.flat(), 0), `${s} / ${u}`).toBe(hullDistance(s, u) < MISS);
    }
    expect(isRepresentative(hits, runs), `hits ${hits} of ${runs}`).toBe(true);
  });

  it('agrees with the hull of all differences at every scale', () => {
    const rng = createRng(4002);
    const out = new Float64Array(6);
    let hits = 0;
    const runs = 1200;
    for (let run = 0; run < runs; run++) {
      const scale = SCALES[run % 3];
      const t = [randomPoint(rng, scale), randomPoint(rng, scale), randomPoint(rng, scale)];
      const through = add(
        t[0],
        add(times(sub(t[1], t[0]), rng.range(0, 0.5)), times(sub(t[2], t[0]), rng.range(0, 0.5))),
      );
      const a = randomPoint(rng, scale);
      const s = run % 2 ? [a, add(a, times(sub(through, a), rng.range(0.7, 1.5)))] : [a, randomPoint(rng, scale)];
      const squared = closestPointsSegmentTriangle(out, 0, s.flat(), 0, t.flat(), 0);
      const truth = hullDistance(s, t);
      const message = `seed 4002 run ${run} scale ${scale}`;
      expect(Math.abs(Math.sqrt(squared) - truth), message).toBeLessThan(1e-12 * scale);
      expect(squared === 0, message).toBe(overlapsSegmentTriangle(s.flat(), 0, t.flat(), 0));
      expect(Math.abs(distance(at(out, 0), at(out, 3)) - Math.sqrt(squared)), message).toBeLessThan(1e-12 * scale);
      expect(Math.sqrt(distanceSquaredPointTriangle(out, 3, t.flat(), 0)), message).toBeLessThan(1e-12 * scale);
      expect(hullDistance([at(out, 0)], s), message).toBeLessThan(1e-12 * scale);
      if (squared === 0) hits++;
    }
    expect(isRepresentative(hits, runs), `hits ${hits} of ${runs}`).toBe(true);
  });

  it('knows crossing, parallel and in-plane segments', () => {
    const t = [0, 0, 0, 4, 0, 0, 0, 4, 0];
    const out = [0, 0, 0, 0, 0, 0];
    expect(closestPointsSegmentTriangle(out, 0, [1, 1, -1, 1, 1, 3], 0, t, 0)).toBe(0);
    expect(out).toEqual([1, 1, 0, 1, 1, 0]);
    expect(closestPointsSegmentTriangle(out, 0, [1, 1, 3, 2, 1, 3], 0, t, 0)).toBe(9);
    expect(out[5]).toBe(0);
    expect(closestPointsSegmentTriangle(out, 0, [-3, 1, 0, 9, 1, 0], 0, t, 0)).toBe(0);
    expect(closestPointsSegmentTriangle(out, 0, [1, 1, 0, 2, 1, 0], 0, t, 0)).toBe(0);
    expect(closestPointsSegmentTriangle(out, 0, [-3, 5, 0, -3, -5, 0], 0, t, 0)).toBe(9);
    expect(closestPointsSegmentTriangle(out, 0, [4, 0, 0, 9, 9, 9], 0, t, 0)).toBe(0);
    expect(out).toEqual([4, 0, 0, 4, 0, 0]);
    expect(overlapsSegmentTriangle([1, 1, Number.NaN, 1, 1, 3], 0, t, 0)).toBe(false);
    for (let k = 0; k < 9; k++) {
      const bad = t.slice();
      bad[k] = Number.NaN;
      expect(closestPointsSegmentTriangle(out, 0, [5, 1, 3, 2, 1, 3], 0, bad, 0)).toBeNaN();
    }
    const shared = [1, 1, -1, 1, 1, 3, ...t];
    expect(closestPointsSegmentTriangle(shared, 0, shared, 0, shared, 6)).toBe(0);
    expect(shared.slice(0, 6)).toEqual([1, 1, 0, 1, 1, 0]);
  });
});

describe('triangle and triangle', () => {
  it('decides overlap exactly on small grids, for all orders of the corners', () => {
    const rng = createRng(4003);
    let hits = 0;
    let coplanar = 0;
    const runs = 1000;
    for (let run = 0; run < runs; run++) {
      const size = 1 + (run % 5);
      // A quarter of them lie in the plane z = 0, far from each other as often as not.
      const flat = run % 4 === 3;
      const corner = (): Vec => {
        const p = gridPoint(rng, flat ? size + 2 : size);
        return flat ? [p[0], p[1], 0] : p;
      };
      const a = [corner(), corner(), corner()];
      const b = [corner(), corner(), corner()];
      const truth = hullDistance(a, b);
      const meets = truth < MISS;
      const message = `seed 4003 run ${run}: ${a} / ${b}`;
      for (const order of [
        [0, 1, 2],
        [2, 0, 1],
        [1, 0, 2],
      ]) {
        const turned = order.flatMap((i) => a[i]);
        expect(overlapsTriangleTriangle(turned, 0, b.flat(), 0), message).toBe(meets);
        expect(overlapsTriangleTriangle(b.flat(), 0, turned, 0), message).toBe(meets);
      }
      const out = [0, 0, 0, 0, 0, 0];
      const kind = intersectTriangleTriangle(out, 0, a.flat(), 0, b.flat(), 0);
      expect(kind !== INTERSECTION_NONE, message).toBe(meets);
      if (kind === INTERSECTION_COPLANAR) coplanar++;
      if (meets) {
        hits++;
        for (const p of points(out)) {
          expect(hullDistance([p], a), message).toBeLessThan(1e-12);
          expect(hullDistance([p], b), message).toBeLessThan(1e-12);
        }
      }
      const squared = distanceSquaredTriangleTriangle(a.flat(), 0, b.flat(), 0);
      if (meets) expect(squared, message).toBe(0);
      else expect(Math.abs(Math.sqrt(squared) - truth), message).toBeLessThan(1e-12);
    }
    expect(isRepresentative(hits, runs), `hits ${hits} of ${runs}`).toBe(true);
    expect(coplanar).toBeGreaterThan(100);
  });

  it('agrees on the distance with the hull of all differences at every scale', () => {
    const rng = createRng(4004);
    const out = new Float64Array(6);
    let hits = 0;
    const runs = 450;
    for (let run = 0; run < runs; run++) {
      const scale = SCALES[run % 3];
      const a = [randomPoint(rng, scale), randomPoint(rng, scale), randomPoint(rng, scale)];
      // Half of them laid through a point of a.
      const target = add(a[0], add(times(sub(a[1], a[0]), 0.3), times(sub(a[2], a[0]), 0.3)));
      const b = [0, 1, 2].map(() => randomPoint(rng, scale));
      const middle = times(add(b[0], add(b[1], b[2])), 1 / 3);
      if (run % 2) for (let k = 0; k < 3; k++) b[k] = add(b[k], sub(target, middle));
      if (run % 5 === 4) b[2] = add(b[0], times(sub(b[1], b[0]), 0.5)); // thin
      const squared = closestPointsTriangleTriangle(out, 0, a.flat(), 0, b.flat(), 0);
      const truth = hullDistance(a, b);
      const message = `seed 4004 run ${run} scale ${scale}`;
      expect(Math.abs(Math.sqrt(squared) - truth), message).toBeLessThan(2e-12 * scale);
      expect(squared === 0).toBe(overlapsTriangleTriangle(a.flat(), 0, b.flat(), 0));
      expect(Math.abs(distance(at(out, 0), at(out, 3)) - Math.sqrt(squared)), message).toBeLessThan(1e-12 * scale);
      expect(hullDistance([at(out, 0)], a), message).toBeLessThan(1e-12 * scale);
      expect(hullDistance([at(out, 3)], b), message).toBeLessThan(1e-12 * scale);
      if (squared === 0) hits++;
    }
    expect(isRepresentative(hits, runs), `hits ${hits} of ${runs}`).toBe(true);
  });

  it('sees a gap of one last bit, and touching without one', () => {
    const bit = 2 ** -52;
    const floor = [0, 0, 1, 5, 0, 1, 0, 5, 1];
    for (const [height, meets] of [
      [1, true],
      [1 + bit, false],
      [1 - bit / 2, true],
    ] as const) {
      // A corner pointing down at the middle of the floor.
      const spike = [1, 1, height, 2, 3, 4, 3, 1, 7];
      expect(overlapsTriangleTriangle(floor, 0, spike, 0)).toBe(meets);
      expect(overlapsTriangleTriangle(spike, 0, floor, 0)).toBe(meets);
      expect(closestPointsTriangleTriangle([0, 0, 0, 0, 0, 0], 0, spike, 0, floor, 0) === 0).toBe(meets);
    }
    // Side by side in one plane, sharing an edge; then moved apart by a bit.
    const left = [0, 0, 0, 1, 0, 1, 1, 1, 1];
    const right = [1, 0, 1, 1, 1, 1, 2, 0, 2];
    expect(overlapsTriangleTriangle(left, 0, right, 0)).toBe(true);
    const moved = [1 + bit, 0, 1 + bit, 1 + bit, 1, 1 + bit, 2, 0, 2];
    expect(overlapsTriangleTriangle(left, 0, moved, 0)).toBe(false);
    // A plane with rounding in it: the corner is the rounded sum of the others, and exact arithmetic decides.
    const rng = createRng(4005);
    let above = 0;
    for (let run = 0; run < 400; run++) {
      const [a, b, c] = [randomPoint(rng, 1), randomPoint(rng, 1), randomPoint(rng, 1)];
      const p = add(a, add(times(sub(b, a), 0.3), times(sub(c, a), 0.3)));
      const away = unit(cross(sub(b, a), sub(c, a)));
      const spike = [...p, ...add(p, add(away, [0.1, 0, 0])), ...add(p, add(away, [0, 0.1, 0.1]))];
      const flipped = [...p, ...sub(p, add(away, [0.1, 0, 0])), ...sub(p, add(away, [0, 0.1, 0.1]))];
      const up = overlapsTriangleTriangle([a, b, c].flat(), 0, spike, 0);
      const down = overlapsTriangleTriangle([a, b, c].flat(), 0, flipped, 0);
      // p is on one side or the other, or exactly on the plane: at least one of the two spikes reaches it.
      expect(up || down, `seed 4005 run ${run}`).toBe(true);
      if (up && !down) above++;
    }
    expect(above).toBeGreaterThan(80);
    expect(above).toBeLessThan(320);
  });

  it('returns the segment of two crossing triangles', () => {
    const out = [0, 0, 0, 0, 0, 0];
    const a = [0, 0, 0, 8, 0, 0, 0, 8, 0];
    expect(intersectTriangleTriangle(out, 0, a, 0, [1, 1, -2, 5, 1, -2, 3, 1, 2], 0)).toBe(INTERSECTION_SEGMENT);
    const ends = points(out).sort((p, q) => p[0] - q[0]);
    expect(ends).toEqual([
      [2, 1, 0],
      [4, 1, 0],
    ]);
    // One corner on the plane, in the triangle: a segment of zero length.
    expect(intersectTriangleTriangle(out, 0, a, 0, [1, 1, 0, 5, 1, 2, 3, 1, 2], 0)).toBe(INTERSECTION_SEGMENT);
    expect(out).toEqual([1, 1, 0, 1, 1, 0]);
    // An edge of b in a's plane, sticking out of a.
    expect(intersectTriangleTriangle(out, 0, a, 0, [-1, 1, 0, 5, 1, 0, 3, 1, 2], 0)).toBe(INTERSECTION_SEGMENT);
    expect(points(out).sort((p, q) => p[0] - q[0])).toEqual([
      [0, 1, 0],
      [5, 1, 0],
    ]);
    // Coplanar: the longest way across what is common, here the square from (1,1) to (3,3).
    expect(intersectTriangleTriangle(out, 0, a, 0, [1, 1, 0, 3, 1, 0, 3, 3, 0], 0)).toBe(INTERSECTION_COPLANAR);
    expect(distance(at(out, 0), at(out, 3))).toBeCloseTo(Math.sqrt(8), 14);
    // No area: a segment through a's face, and one that misses.
    expect(intersectTriangleTriangle(out, 0, a, 0, [1, 1, -1, 1, 1, 3, 1, 1, 2], 0)).toBe(INTERSECTION_COPLANAR);
    expect(distance(at(out, 0), [1, 1, 0])).toBeLessThan(1e-15);
    expect(distance(at(out, 3), [1, 1, 0])).toBeLessThan(1e-15);
    out.fill(7);
    expect(intersectTriangleTriangle(out, 0, a, 0, [9, 9, -1, 9, 9, 3, 9, 9, 2], 0)).toBe(INTERSECTION_NONE);
    expect(out).toEqual([7, 7, 7, 7, 7, 7]);
  });

  it('returns a segment whose ends lie on an edge of one triangle and in the other, and that cannot be longer', () => {
    const rng = createRng(4006);
    const out = new Float64Array(6);
    let hits = 0;
    const runs = 400;
    for (let run = 0; run < runs; run++) {
      const scale = SCALES[run % 3];
      const a = [0, 1, 2].map(() => randomPoint(rng, scale));
      const b = [0, 1, 2].map(() => randomPoint(rng, 0.9 * scale));
      const kind = intersectTriangleTriangle(out, 0, a.flat(), 0, b.flat(), 0);
      if (kind === INTERSECTION_NONE) continue;
      hits++;
      const message = `seed 4006 run ${run}`;
      const size = distance(at(out, 0), at(out, 3));
      for (const offset of [0, 3]) {
        const p = at(out, offset);
        expect(hullDistance([p], a), message).toBeLessThan(1e-12 * scale);
        expect(hullDistance([p], b), message).toBeLessThan(1e-12 * scale);
        if (size < 1e-3 * scale) continue;
        // A step outward along the segment leaves one of the triangles.
        const outward = add(p, times(sub(p, at(out, 3 - offset)), 1e-6));
        expect(Math.max(hullDistance([outward], a), hullDistance([outward], b)), message).toBeGreaterThan(
          1e-12 * scale,
        );
      }
    }
    expect(hits).toBeGreaterThan(runs * 0.15);
  });

  it('answers NaN without a hit and may write over its inputs', () => {
    const a = [0, 0, 0, 8, 0, 0, 0, 8, 0];
    const b = [1, 1, -2, 5, 1, -2, 3, 1, 2];
    for (let k = 0; k < 9; k++) {
      const bad = b.slice();
      bad[k] = Number.NaN;
      expect(overlapsTriangleTriangle(a, 0, bad, 0)).toBe(false);
      expect(overlapsTriangleTriangle(bad, 0, a, 0)).toBe(false);
      expect(distanceSquaredTriangleTriangle(a, 0, bad, 0)).toBeNaN();
      expect(distanceSquaredTriangleTriangle(bad, 0, a, 0)).toBeNaN();
    }
    const shared = [...a, ...b];
    expect(intersectTriangleTriangle(shared, 2, shared, 0, shared, 9)).toBe(INTERSECTION_SEGMENT);
    expect(
      points(shared.slice(2, 8))
        .map((p) => p[0])
        .sort(),
    ).toEqual([2, 4]);
  });
});

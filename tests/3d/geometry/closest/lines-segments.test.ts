import { describe, expect, it } from 'vitest';
import {
  areParallelLines,
  closestPointsLineLine,
  closestPointsSegmentSegment,
  distanceSquaredSegmentSegment,
} from '../../../../entry/geometry3d.ts';
import { createRng, type Rng } from '../../../support/rng.ts';
import {
  add,
  at,
  cross,
  distance,
  dot,
  hullDistance,
  randomPoint,
  randomUnit,
  SCALES,
  sub,
  times,
  unit,
  type Vec,
} from '../support/proximity.ts';

describe('closest points of two lines', () => {
  it('uses f = d2·r: known skew lines', () => {
    // a: x axis moved to z = 1, with direction 2x; b: y axis through (3, 0, 0), direction −4y. With f = d1·r
    // in place of d2·r the second parameter would come out wrong.
    const out = [0, 0, 0, 0, 0, 0, 0, 0];
    expect(closestPointsLineLine(out, 0, [0, 5, 1, 2, 0, 0], 0, [3, 2, -3, 0, -4, 0], 0)).toBe(16);
    expect(out).toEqual([3, 5, 1, 3, 5, -3, 1.5, -0.75]);
    expect(closestPointsLineLine(out, 0, [3, 2, -3, 0, -4, 0], 0, [0, 5, 1, 2, 0, 0], 0)).toBe(16);
    expect(out).toEqual([3, 5, -3, 3, 5, 1, -0.75, 1.5]);
  });

  it('connects perpendicular to both, over the distance between the parallel planes of the lines', () => {
    const rng = createRng(3001);
    const out = new Float64Array(8);
    for (let run = 0; run < 900; run++) {
      const scale = SCALES[run % 3];
      const a = randomPoint(rng, scale);
      const b = randomPoint(rng, scale);
      const d1 = times(randomUnit(rng), rng.range(0.1, 10));
      let d2 = times(randomUnit(rng), rng.range(0.1, 10));
      if (Math.abs(dot(unit(d1), unit(d2))) > 0.99) d2 = cross(d1, d2);
      const squared = closestPointsLineLine(out, 0, [...a, ...d1], 0, [...b, ...d2], 0);
      const p = at(out, 0);
      const q = at(out, 3);
      const message = `seed 3001 run ${run}`;
      expect(Math.abs(dot(sub(q, p), unit(d1))), message).toBeLessThan(1e-11 * scale);
      expect(Math.abs(dot(sub(q, p), unit(d2))), message).toBeLessThan(1e-11 * scale);
      const truth = Math.abs(dot(sub(b, a), unit(cross(d1, d2))));
      expect(Math.abs(Math.sqrt(squared) - truth), message).toBeLessThan(1e-12 * scale);
      expect(distance(p, add(a, times(d1, out[6])))).toBeLessThan(1e-14 * scale * 100);
      expect(distance(q, add(b, times(d2, out[7])))).toBeLessThan(1e-14 * scale * 100);
      expect(areParallelLines([...a, ...d1], 0, [...b, ...d2], 0)).toBe(false);
    }
  });

  it('treats parallel lines and lines without direction apart', () => {
    const out = [0, 0, 0, 0, 0, 0, 0, 0];
    expect(closestPointsLineLine(out, 0, [1, 0, 0, 0, 0, 2], 0, [4, 4, 7, 0, 0, -1], 0)).toBe(25);
    expect(out).toEqual([1, 0, 0, 4, 4, 0, 0, 7]);
    expect(areParallelLines([1, 0, 0, 0, 0, 2], 0, [4, 4, 7, 0, 0, -1], 0)).toBe(true);
    expect(areParallelLines([1, 0, 0, 0, 0, 2], 0, [4, 4, 7, 0, 1e-9, -1], 0)).toBe(false);
    expect(closestPointsLineLine(out, 0, [1, 0, 0, 0, 0, 0], 0, [4, 4, 7, 0, 0, -1], 0)).toBe(25);
    expect(closestPointsLineLine(out, 0, [4, 4, 7, 0, 0, -1], 0, [1, 0, 0, 0, 0, 0], 0)).toBe(25);
    expect(out.slice(0, 3)).toEqual([4, 4, 0]);
    expect(closestPointsLineLine(out, 0, [0, 0, 0, 0, 0, 0], 0, [3, 4, 0, 0, 0, 0], 0)).toBe(25);
    expect(closestPointsLineLine(out, 0, [Number.NaN, 0, 0, 1, 0, 0], 0, [3, 4, 0, 0, 1, 0], 0)).toBeNaN();
  });
});

/** Pairs of segments of a kind: 0 any, 1 parallel, 2 nearly parallel, 3 collinear, 4 with a point, 5 crossing. */
function segmentsOf(rng: Rng, kind: number, scale: number): [Vec, Vec, Vec, Vec] {
  const a = randomPoint(rng, scale);
  const d = times(randomUnit(rng), rng.range(0.1, 1) * scale);
  const b = add(a, d);
  const c = randomPoint(rng, scale);
  if (kind === 1) return [a, b, c, add(c, times(d, rng.range(-1.5, 1.5)))];
  if (kind === 2) {
    const tilt = times(randomUnit(rng), 10 ** rng.range(-15, -4) * scale);
    const near = add(a, add(times(d, rng.range(-0.5, 0.5)), times(randomUnit(rng), 10 ** rng.range(-12, 0) * scale)));
    return [a, b, near, add(near, add(times(d, rng.range(-1.5, 1.5)), tilt))];
  }
  if (kind === 3) return [a, b, add(a, times(d, rng.range(-2, 2))), add(a, times(d, rng.range(-2, 2)))];
  if (kind === 4) return rng.next() < 0.5 ? [a, b, c, c] : [a, a, c, randomPoint(rng, scale)];
  if (kind === 5) {
    const middle = add(a, times(d, rng.next()));
    const e = times(randomUnit(rng), scale);
    return [a, b, add(middle, times(e, rng.next())), sub(middle, times(e, rng.next()))];
  }
  return [a, b, c, randomPoint(rng, scale)];
}

describe('closest points of two segments', () => {
  it('knows crossing, parallel, collinear and point segments', () => {
    const out = [0, 0, 0, 0, 0, 0, 0, 0];
    expect(closestPointsSegmentSegment(out, 0, [0, 0, 0, 4, 0, 0], 0, [1, -1, 3, 1, 3, 3], 0)).toBe(9);
    expect(out).toEqual([1, 0, 0, 1, 0, 3, 0.25, 0.25]);
    expect(closestPointsSegmentSegment(out, 0, [0, 0, 0, 4, 0, 0], 0, [2, 3, 4, 9, 3, 4], 0)).toBe(25);
    expect(out[0] - out[3]).toBe(0);
    expect(closestPointsSegmentSegment(out, 0, [0, 0, 0, 4, 0, 0], 0, [7, 4, 0, 9, 4, 0], 0)).toBe(25);
    expect(out).toEqual([4, 0, 0, 7, 4, 0, 1, 0]);
    expect(closestPointsSegmentSegment(out, 0, [0, 0, 0, 4, 0, 0], 0, [3, 0, 0, 9, 0, 0], 0)).toBe(0);
    expect(closestPointsSegmentSegment(out, 0, [0, 0, 0, 4, 0, 0], 0, [9, 0, 0, 7, 0, 0], 0)).toBe(9);
    expect(out).toEqual([4, 0, 0, 7, 0, 0, 1, 1]);
    expect(closestPointsSegmentSegment(out, 0, [0, 0, 0, 4, 0, 0], 0, [2, 3, 4, 2, 3, 4], 0)).toBe(25);
    expect(closestPointsSegmentSegment(out, 0, [2, 3, 4, 2, 3, 4], 0, [0, 0, 0, 4, 0, 0], 0)).toBe(25);
    expect(out).toEqual([2, 3, 4, 2, 0, 0, 0, 0.5]);
    expect(closestPointsSegmentSegment(out, 0, [3, 4, 0, 3, 4, 0], 0, [0, 0, 0, 0, 0, 0], 0)).toBe(25);
  });

  it('agrees with the hull of all differences, in every kind of position', () => {
    const rng = createRng(3002);
    const out = new Float64Array(8);
    const back = new Float64Array(8);
    for (let run = 0; run < 5400; run++) {
      const scale = SCALES[run % 3];
      const kind = ((run / 3) | 0) % 6;
      const [a, b, c, d] = segmentsOf(rng, kind, scale);
      const first = [...a, ...b];
      const second = [...c, ...d];
      const squared = closestPointsSegmentSegment(out, 0, first, 0, second, 0);
      // In four differences the nearest point lies on an edge or triangle of them; flat ones leave edges.
      const truth = hullDistance([a, b], [c, d]);
      const message = `seed 3002 run ${run} kind ${kind} scale ${scale}: ${[...first, ...second]}`;
      // The reference squares its operands; near a crossing it is good to 1e-8 only from above.
      expect(Math.sqrt(squared), message).toBeLessThanOrEqual(truth + 2e-12 * scale);
      expect(Math.abs(distance(at(out, 0), at(out, 3)) - Math.sqrt(squared)), message).toBeLessThan(1e-12 * scale);
      // The points are on the segments at s and t, so the distance cannot be too small either.
      const [s, t] = [out[6], out[7]];
      expect(s >= 0 && s <= 1 && t >= 0 && t <= 1, message).toBe(true);
      expect(distance(add(a, times(sub(b, a), s)), at(out, 0))).toBeLessThan(1e-14 * scale);
      expect(distance(add(c, times(sub(d, c), t)), at(out, 3))).toBeLessThan(1e-14 * scale);
      const swapped = closestPointsSegmentSegment(back, 0, second, 0, first, 0);
      expect(Math.abs(Math.sqrt(swapped) - Math.sqrt(squared)), message).toBeLessThan(1e-12 * scale);
      const reversed = distanceSquaredSegmentSegment([...b, ...a], 0, [...d, ...c], 0);
      expect(Math.abs(Math.sqrt(reversed) - Math.sqrt(squared)), message).toBeLessThan(1e-12 * scale);
      if (kind === 5) expect(Math.sqrt(squared), message).toBeLessThan(1e-14 * scale);
    }
  });

  it('finds the crossing of nearly parallel segments', () => {
    // An X of half angle e: the segments cross in the middle, their ends are 2e apart.
    for (let exponent = 1; exponent <= 14; exponent++) {
      const e = 10 ** -exponent;
      const height = e / 4;
      const squared = distanceSquaredSegmentSegment([-1, -e, 0, 1, e, 0], 0, [-1, e, height, 1, -e, height], 0);
      expect(Math.abs(Math.sqrt(squared) - height), `e = ${e}`).toBeLessThan(1e-12 * height + 2e-16);
    }
  });

  it('gives exactly 0 for shared ends, NaN for NaN, and may write over its inputs', () => {
    const rng = createRng(3003);
    for (let run = 0; run < 200; run++) {
      const end = randomPoint(rng, 1);
      const other = [...randomPoint(rng, 1), ...end];
      expect(distanceSquaredSegmentSegment([...end, ...randomPoint(rng, 1)], 0, other, 0), `seed 3003 ${run}`).toBe(0);
    }
    const shared = [0, 0, 0, 4, 0, 0, 1, -1, 3, 1, 3, 3];
    expect(closestPointsSegmentSegment(shared, 1, shared, 0, shared, 6)).toBe(9);
    expect(shared.slice(1, 9)).toEqual([1, 0, 0, 1, 0, 3, 0.25, 0.25]);
    for (let k = 0; k < 6; k++) {
      const bad = [0, 0, 0, 4, 0, 0];
      bad[k] = Number.NaN;
      expect(distanceSquaredSegmentSegment(bad, 0, [1, 1, 1, 2, 2, 9], 0)).toBeNaN();
      expect(distanceSquaredSegmentSegment([1, 1, 1, 2, 2, 9], 0, bad, 0)).toBeNaN();
    }
  });
});

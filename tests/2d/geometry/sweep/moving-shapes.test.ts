import { describe, expect, it } from 'vitest';
import {
  castAabbAabb,
  castAabbPlane,
  castCircleAabb,
  castCircleCapsule,
  castCircleCircle,
  castCirclePlane,
} from '../../../../entry/geometry2d.ts';

describe('moving shapes', () => {
  const out = [0, 0, 0, 0];
  it('a circle rounds the corner of a box exactly', () => {
    // Centre passes the corner (2, 1) along a line at distance 0.6 with radius 1: 0.8 back from the closest approach.
    const hit = castCircleAabb(out, 0, [-8, 1.6, 1], 0, [20, 0], 0, [2, 0, 4, 1], 0);
    expect(hit).toBeCloseTo((2 - 0.8 + 8) / 20, 14);
    expect(out[0]).toBe(2);
    expect(out[1]).toBe(1);
    expect(out[2]).toBeCloseTo(-0.8, 14);
    expect(out[3]).toBeCloseTo(0.6, 14);
    // Inside the square-cornered box, outside the round one, and staying so.
    expect(castCircleAabb(out, 0, [-0.9, -0.9, 1], 0, [-5, 0], 0, [0, 0, 4, 4], 0)).toBe(Infinity);
    expect(castCircleAabb(out, 0, [-0.9, -0.9, 1], 0, [5, 0], 0, [0, 0, 4, 4], 0)).toBeCloseTo(
      (0.9 - Math.sqrt(0.19)) / 5,
      14,
    );
  });
  it('touching at the start is 0 with the shared point', () => {
    expect(castCircleCircle(out, 0, [0, 0, 1], 0, [5, 0], 0, [3, 0, 2], 0)).toBe(0);
    expect(out).toEqual([1, 0, 0, 0]);
    expect(castCircleAabb(out, 0, [0, 0, 1], 0, [-5, 0], 0, [1, -1, 3, 1], 0)).toBe(0);
    expect(out).toEqual([1, 0, 0, 0]);
    expect(castAabbAabb(out, 0, [0, 0, 1, 1], 0, [-5, 0], 0, [1, 0, 3, 4], 0)).toBe(0);
    expect(out).toEqual([1, 0.5, 0, 0]);
    expect(castCirclePlane(out, 0, [0, 3, 1], 0, [0, 1], 0, [0, 2, 4], 0)).toBe(0);
    expect(out).toEqual([0, 2, 0, 0]);
    expect(castCircleCapsule(out, 0, [0, 3, 1], 0, [0, 1], 0, [-4, 1, 4, 1, 1], 0)).toBe(0);
    expect(out).toEqual([0, 2, 0, 0]);
  });
  it('boxes meet side to side, slide, and pass', () => {
    expect(castAabbAabb(out, 0, [0, 0, 1, 2], 0, [4, 0], 0, [3, 1, 5, 9], 0)).toBe(0.5);
    expect(out).toEqual([3, 1.5, -1, 0]);
    expect(castAabbAabb(out, 0, [0, 0, 1, 1], 0, [4, 0], 0, [3, 1, 5, 9], 0)).toBe(0.5);
    expect(castAabbAabb(out, 0, [0, 0, 1, 1], 0, [4, 0], 0, [3, 1.0000000000000002, 5, 9], 0)).toBe(Infinity);
    expect(castAabbAabb(out, 0, [0, 0, 1, 1], 0, [2, 0], 0, [3, 0, 5, 9], 0)).toBe(1);
    expect(castAabbAabb(out, 0, [0, 0, 1, 1], 0, [0, 0], 0, [3, 0, 5, 9], 0)).toBe(Infinity);
  });
  it('a box arrives at a plane with a corner or with a side', () => {
    expect(castAabbPlane(out, 0, [0, 2, 2, 4], 0, [0, -4], 0, [0, 5, 0], 0)).toBe(0.5);
    expect(out).toEqual([1, 0, 0, 1]);
    // x + y = 0 from above: the corner (1, 1) moves down 2 along y.
    expect(castAabbPlane(out, 0, [1, 1, 3, 3], 0, [0, -4], 0, [1, 1, 0], 0)).toBe(0.5);
    expect(out[0]).toBe(1);
    expect(out[1]).toBe(-1);
    expect(castAabbPlane(out, 0, [1, 1, 3, 3], 0, [0, -4], 0, [0, 0, 0], 0)).toBe(Infinity);
    expect(castAabbPlane(out, 0, [1, 1, 3, 3], 0, [5, 0], 0, [0, 1, 0], 0)).toBe(Infinity);
  });
});

import { describe, expect, it } from 'vitest';
import * as plane from '../../entry/geometry2d.ts';
import * as space from '../../entry/geometry3d.ts';

describe('NaN beside a degenerate operand', () => {
  it('a ray with NaN in its direction misses a polygon that it starts on', () => {
    const triangle = [-2, 1, 0, -2, -1, 4, -2, 4, 2];
    for (let axis = 3; axis < 6; axis++) {
      const ray = [-2, 3, 0, 0, 0, 3];
      ray[axis] = Number.NaN;
      expect(space.castRayConvexPolygon(new Float64Array(6), 0, ray, 0, 1, triangle, 0, 3)).toBe(Infinity);
    }
    const ray = [1, -1, Number.NaN, 0];
    expect(plane.castRayConvexPolygon(new Float64Array(4), 0, ray, 0, 1, [-3, -1, 0, -1, 1, -1], 0, 3)).toBe(Infinity);
  });

  it('a plane without a normal gives NaN for a point with NaN', () => {
    expect(space.closestPointPlane(new Float64Array(3), 0, [Number.NaN, 2, 1], 0, [0, 0, 0, 4], 0)).toBeNaN();
    expect(space.closestPointPlane(new Float64Array(3), 0, [1, 2, 1], 0, [0, 0, 0, 4], 0)).toBe(0);
  });
});

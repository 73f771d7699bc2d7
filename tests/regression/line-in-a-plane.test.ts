import { expect, it } from 'vitest';
import * as g2 from '../../entry/geometry2d.ts';
import * as g3 from '../../entry/geometry3d.ts';

// The plane y = 2, its normal three units long. In the plane such a line was a miss, in space it was not.
it('is met at the origin of the line, as a ray meets it that starts there', () => {
  const out = [7, 7];
  expect(g2.intersectLinePlane(out, 0, [5, 2, 1, 0], 0, [0, 3, 6], 0)).toBe(0);
  expect(out).toEqual([5, 2]);
  expect(g3.intersectLinePlane([5, 2, 1, 1, 0, 1], 0, [0, 3, 0, 6], 0)).toBe(0);
  expect(g2.castRayPlane([0, 0, 0, 0], 0, [5, 2, 1, 0], 0, 1, [0, 3, 6], 0)).toBe(0);
  expect(g3.castRayPlane([0, 0, 0, 0, 0, 0], 0, [5, 2, 1, 1, 0, 1], 0, 1, [0, 3, 0, 6], 0)).toBe(0);
});

it('is not met beside the plane, nor where there is no plane', () => {
  const out = [7, 7];
  expect(g2.intersectLinePlane(out, 0, [5, 2.5, 1, 0], 0, [0, 3, 6], 0)).toBe(Infinity);
  expect(g2.intersectLinePlane(out, 0, [5, 2, 1, 0], 0, [0, 0, 0], 0)).toBe(Infinity);
  expect(out).toEqual([7, 7]);
  expect(g3.intersectLinePlane([5, 2.5, 1, 1, 0, 1], 0, [0, 3, 0, 6], 0)).toBe(Infinity);
  expect(g3.intersectLinePlane([5, 2, 1, 1, 0, 1], 0, [0, 0, 0, 0], 0)).toBe(Infinity);
});

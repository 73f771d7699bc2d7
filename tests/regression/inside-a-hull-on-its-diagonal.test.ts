import { expect, it } from 'vitest';
import { buildConvexHull, closestPointConvex, closestPointConvexSublinear } from '../../entry/geometry3d.ts';

it('a point deep in a hull, on the line between two of its vertices, is inside for the sublinear form, too', () => {
  const hull = buildConvexHull([
    1.7530281525105238, -0.24858260806649923, 0.09509170707315207, -1, 2, 2, -1.9999999999999905, -2,
    1.9999999999999931, 0, -1, 0, 2, 0, -1, -1.0000000000000686, -1.9999999999996736, -0.9999999999995376, 0, 0, -2, -1,
    -2, 0,
  ]);
  const point = [-1, -1, 0];
  const out = new Float64Array(3);
  expect(closestPointConvex(out, 0, point, 0, hull)).toBe(0);
  expect(closestPointConvexSublinear(out, 0, point, 0, hull)).toBe(0);
  expect([...out]).toEqual(point);
});

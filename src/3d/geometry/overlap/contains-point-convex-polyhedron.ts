import type { NumberArray } from '../../../core/number-array.ts';

const PLANE_SIZE = 4;

/** The rounding error of four products and their sum, relative to the sum of their magnitudes. */
const PLANE_ERROR = 2 ** -50; // 4 EPSILON

/**
 * Returns whether a point lies inside or on a convex polyhedron given by `count` planes with outward normals of any
 * length (n·x ≤ d inside). A point within the rounding of a plane's equation counts as on it. Without planes everything
 * is inside: true. NaN gives false.
 *
 * Source: Ericson, Real-Time Collision Detection, 5.4.4.
 */
export function containsPointConvexPolyhedron(
  point: NumberArray,
  pointOffset: number,
  planes: NumberArray,
  planesOffset: number,
  count: number,
): boolean {
  const px = point[pointOffset];
  const py = point[pointOffset + 1];
  const pz = point[pointOffset + 2];
  if (!(px - px + (py - py) + (pz - pz) === 0)) return false;
  for (let plane = 0; plane < count; plane++) {
    const at = planesOffset + PLANE_SIZE * plane;
    const x = planes[at] * px;
    const y = planes[at + 1] * py;
    const z = planes[at + 2] * pz;
    const d = planes[at + 3];
    const error = PLANE_ERROR * (Math.abs(x) + Math.abs(y) + Math.abs(z) + Math.abs(d));
    if (!(x + y + z - d <= error)) return false;
  }
  return true;
}

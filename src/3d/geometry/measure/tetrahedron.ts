import type { NumberArray, WritableNumberArray } from '../../../core/number-array.ts';
import { computeAabbPoints } from './points.ts';
import { areaOfCorners } from './triangle.ts';

/**
 * Writes the AABB (6 numbers) of a tetrahedron (four points). NaN in gives NaN.
 *
 * Source: Ericson, Real-Time Collision Detection, 4.2.
 */
export function computeAabbTetrahedron(
  out: WritableNumberArray,
  outOffset: number,
  tetrahedron: NumberArray,
  tetrahedronOffset: number,
): void {
  computeAabbPoints(out, outOffset, tetrahedron, tetrahedronOffset, 4);
}

/**
 * Returns the volume of a tetrahedron (four points) of either winding, in cubed units of length. NaN in gives NaN.
 *
 * Source: Ericson, Real-Time Collision Detection, 3.4: a sixth of the triple product of three edges.
 */
export function volumeTetrahedron(tetrahedron: NumberArray, tetrahedronOffset: number): number {
  const o = tetrahedronOffset + 9;
  return Math.abs(
    signedVolume(
      tetrahedron,
      tetrahedronOffset,
      tetrahedronOffset + 3,
      tetrahedronOffset + 6,
      tetrahedron[o],
      tetrahedron[o + 1],
      tetrahedron[o + 2],
    ),
  );
}

/**
 * Returns the surface area of a tetrahedron (four points), in squared units of length: the sum of its four faces. NaN
 * in gives NaN.
 *
 * Source: Ericson, Real-Time Collision Detection, 3.4.
 */
export function surfaceAreaTetrahedron(tetrahedron: NumberArray, tetrahedronOffset: number): number {
  const a = tetrahedronOffset;
  const b = a + 3;
  const c = a + 6;
  const d = a + 9;
  return (
    areaOfCorners(tetrahedron, a, tetrahedron, b, tetrahedron, c) +
    areaOfCorners(tetrahedron, a, tetrahedron, b, tetrahedron, d) +
    areaOfCorners(tetrahedron, a, tetrahedron, c, tetrahedron, d) +
    areaOfCorners(tetrahedron, b, tetrahedron, c, tetrahedron, d)
  );
}

/**
 * Returns the volume of the tetrahedron that three points of an array, at offsets a, b and c, form with the point o:
 * positive where they run counterclockwise seen from the side away from o.
 */
export function signedVolume(
  points: NumberArray,
  a: number,
  b: number,
  c: number,
  ox: number,
  oy: number,
  oz: number,
): number {
  const ux = points[a] - ox;
  const uy = points[a + 1] - oy;
  const uz = points[a + 2] - oz;
  const vx = points[b] - ox;
  const vy = points[b + 1] - oy;
  const vz = points[b + 2] - oz;
  const wx = points[c] - ox;
  const wy = points[c + 1] - oy;
  const wz = points[c + 2] - oz;
  return (ux * (vy * wz - vz * wy) + uy * (vz * wx - vx * wz) + uz * (vx * wy - vy * wx)) / 6;
}

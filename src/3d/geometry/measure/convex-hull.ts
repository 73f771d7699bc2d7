import type { NumberArray, WritableNumberArray } from '../../../core/number-array.ts';
import { type ConvexHull, VERTEX_STRIDE } from '../convex/convex-hull.ts';
import { IDENTITY_POSE, writeRotation } from '../convex/pose.ts';
import { signedVolume } from './tetrahedron.ts';
import { areaOfCorners } from './triangle.ts';

const rotation = new Float64Array(9);

/**
 * Writes the AABB (6 numbers) of a convex hull at a pose (7 numbers; without one, where the hull lies in its own
 * frame). A zero quaternion and NaN give NaN.
 *
 * Source: Ericson, Real-Time Collision Detection, 4.2.5.
 */
export function computeAabbConvex(
  out: WritableNumberArray,
  outOffset: number,
  hull: ConvexHull,
  pose: NumberArray = IDENTITY_POSE,
  poseOffset = 0,
): void {
  const { vertices } = hull;
  const x = pose[poseOffset];
  const y = pose[poseOffset + 1];
  const z = pose[poseOffset + 2];
  writeRotation(rotation, 0, pose, poseOffset);
  for (let axis = 0; axis < 3; axis++) {
    const rx = rotation[3 * axis];
    const ry = rotation[3 * axis + 1];
    const rz = rotation[3 * axis + 2];
    let min = Infinity;
    let max = -Infinity;
    for (let i = 0; i < vertices.length; i += VERTEX_STRIDE) {
      const along = rx * vertices[i] + ry * vertices[i + 1] + rz * vertices[i + 2];
      min = Math.min(min, along);
      max = Math.max(max, along);
    }
    const centre = axis === 0 ? x : axis === 1 ? y : z;
    out[outOffset + axis] = centre + min;
    out[outOffset + 3 + axis] = centre + max;
  }
}

/**
 * Returns the volume of a convex hull, in cubed units of length.
 *
 * Source: Mirtich, Fast and Accurate Computation of Polyhedral Mass Properties, 1996: the tetrahedra between a point
 * inside and the faces.
 */
export function volumeConvex(hull: ConvexHull): number {
  const { vertices, faceStarts, halfEdgeVertices, centre } = hull;
  let volume = 0;
  for (let face = 0; face < hull.faceCount; face++) {
    const a = VERTEX_STRIDE * halfEdgeVertices[faceStarts[face]];
    for (let h = faceStarts[face] + 2; h < faceStarts[face + 1]; h++) {
      const b = VERTEX_STRIDE * halfEdgeVertices[h - 1];
      const c = VERTEX_STRIDE * halfEdgeVertices[h];
      volume += signedVolume(vertices, a, b, c, centre[0], centre[1], centre[2]);
    }
  }
  return volume;
}

/**
 * Returns the surface area of a convex hull, in squared units of length: the sum of its faces.
 *
 * Source: Ericson, Real-Time Collision Detection, 3.4.
 */
export function surfaceAreaConvex(hull: ConvexHull): number {
  const { vertices, faceStarts, halfEdgeVertices } = hull;
  let area = 0;
  for (let face = 0; face < hull.faceCount; face++) {
    const a = VERTEX_STRIDE * halfEdgeVertices[faceStarts[face]];
    for (let h = faceStarts[face] + 2; h < faceStarts[face + 1]; h++) {
      const b = VERTEX_STRIDE * halfEdgeVertices[h - 1];
      const c = VERTEX_STRIDE * halfEdgeVertices[h];
      area += areaOfCorners(vertices, a, vertices, b, vertices, c);
    }
  }
  return area;
}

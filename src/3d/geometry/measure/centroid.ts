import type { NumberArray, WritableNumberArray } from '../../../core/number-array.ts';
import type { ConvexHull } from '../convex/convex-hull.ts';
import type { MeshTree } from '../tree/mesh-tree.ts';
import { writeVector } from '../vector.ts';
import { areaVector, sumAreaVector } from './polygon.ts';
import { measureHull, measureMesh, solidMoments } from './solid-moments.ts';

/**
 * Writes the centroid `x y z` of a triangle (9): the mean of its corners, with area or without. NaN gives NaN.
 *
 * Source: Ericson, Real-Time Collision Detection, 3.4.
 */
export function computeCentroidTriangle(
  out: WritableNumberArray,
  outOffset: number,
  triangle: NumberArray,
  triangleOffset: number,
): void {
  writeMean(out, outOffset, triangle, triangleOffset, 3);
}

/**
 * Writes the centroid `x y z` of a tetrahedron (12): the mean of its corners, with volume or without. NaN gives NaN.
 *
 * Source: Ericson, Real-Time Collision Detection, 3.4.
 */
export function computeCentroidTetrahedron(
  out: WritableNumberArray,
  outOffset: number,
  tetrahedron: NumberArray,
  tetrahedronOffset: number,
): void {
  writeMean(out, outOffset, tetrahedron, tetrahedronOffset, 4);
}

/** Writes the mean of points, seen from the first, so that nothing is lost far from the origin. */
function writeMean(
  out: WritableNumberArray,
  outOffset: number,
  points: NumberArray,
  offset: number,
  count: number,
): void {
  const x = points[offset];
  const y = points[offset + 1];
  const z = points[offset + 2];
  let sumX = 0;
  let sumY = 0;
  let sumZ = 0;
  for (let i = offset; i < offset + 3 * count; i += 3) {
    sumX += points[i] - x;
    sumY += points[i + 1] - y;
    sumZ += points[i + 2] - z;
  }
  writeVector(out, outOffset, x + sumX / count, y + sumY / count, z + sumZ / count);
}

/**
 * Writes the centroid `x y z` of a planar polygon in space (`count` points in order, convex or not, of either winding)
 * and returns its area. A polygon without area gives the mean of its vertices. NaN gives NaN.
 *
 * The mean of the centroids of the triangles from the first vertex to the sides, each by its area seen along the
 * normal of the whole.
 * Source: O'Rourke, Computational Geometry in C, 1.3 and exercise 1.6.
 */
export function computeCentroidPolygon(
  out: WritableNumberArray,
  outOffset: number,
  vertices: NumberArray,
  verticesOffset: number,
  count: number,
): number {
  const length = sumAreaVector(vertices, verticesOffset, count);
  if (length === 0) {
    writeMean(out, outOffset, vertices, verticesOffset, count);
    return 0;
  }
  const x = vertices[verticesOffset];
  const y = vertices[verticesOffset + 1];
  const z = vertices[verticesOffset + 2];
  let sum = 0;
  let sumX = 0;
  let sumY = 0;
  let sumZ = 0;
  let px = 0;
  let py = 0;
  let pz = 0;
  for (let i = 1; i < count; i++) {
    const at = verticesOffset + 3 * i;
    const qx = vertices[at] - x;
    const qy = vertices[at + 1] - y;
    const qz = vertices[at + 2] - z;
    const weight =
      areaVector[0] * (py * qz - pz * qy) + areaVector[1] * (pz * qx - px * qz) + areaVector[2] * (px * qy - py * qx);
    sum += weight;
    sumX += weight * (px + qx);
    sumY += weight * (py + qy);
    sumZ += weight * (pz + qz);
    px = qx;
    py = qy;
    pz = qz;
  }
  writeVector(out, outOffset, x + sumX / sum / 3, y + sumY / sum / 3, z + sumZ / sum / 3);
  return length / 2;
}

/**
 * Writes the centroid `x y z` of a convex hull, in its own frame, and returns its volume.
 *
 * Source: Mirtich, Fast and Accurate Computation of Polyhedral Mass Properties, 1996: the mean of the tetrahedra
 * between a point inside and the faces.
 */
export function computeCentroidConvex(out: WritableNumberArray, outOffset: number, hull: ConvexHull): number {
  measureHull(hull);
  return writeCentroid(out, outOffset);
}

/**
 * Writes the centroid `x y z` of the volume that a closed mesh encloses, and returns the volume: positive where the
 * triangles run counterclockwise seen from outside, negative the other way round. Parts enclosed twice count twice. For
 * a mesh with holes the result means little, as for `volumeMesh`; a mesh that encloses no volume gives its first
 * corner.
 *
 * Source: Mirtich, Fast and Accurate Computation of Polyhedral Mass Properties, 1996: the mean of the signed tetrahedra
 * between one point and the triangles.
 */
export function computeCentroidMesh(out: WritableNumberArray, outOffset: number, tree: MeshTree): number {
  measureMesh(tree);
  return writeCentroid(out, outOffset);
}

function writeCentroid(out: WritableNumberArray, outOffset: number): number {
  writeVector(out, outOffset, solidMoments[1], solidMoments[2], solidMoments[3]);
  return solidMoments[0];
}

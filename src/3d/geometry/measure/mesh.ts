import type { WritableNumberArray } from '../../../core/number-array.ts';
import { CORNER_STRIDE, type MeshTree } from '../tree/mesh-tree.ts';
import { computeAabbPoints } from './points.ts';
import { signedVolume } from './tetrahedron.ts';
import { areaTriangle } from './triangle.ts';

/**
 * Writes the AABB (6 numbers) of a mesh. It is the smallest, whatever volumes its tree has.
 *
 * Source: Ericson, Real-Time Collision Detection, 4.2.
 */
export function computeAabbMesh(out: WritableNumberArray, outOffset: number, tree: MeshTree): void {
  computeAabbPoints(out, outOffset, tree.corners, 0, 3 * tree.triangleCount);
}

/**
 * Returns the volume that a closed mesh encloses, in cubed units of length: positive where its triangles run
 * counterclockwise seen from outside, negative the other way round. Parts enclosed twice count twice. For a mesh with
 * holes the result depends on the choice of the point, which is the first corner, and means little.
 *
 * Source: Mirtich, Fast and Accurate Computation of Polyhedral Mass Properties, 1996: the signed tetrahedra between one
 * point and the triangles.
 */
export function volumeMesh(tree: MeshTree): number {
  const { corners } = tree;
  const end = CORNER_STRIDE * tree.triangleCount;
  let volume = 0;
  for (let a = 0; a < end; a += CORNER_STRIDE) {
    volume += signedVolume(corners, a, a + 3, a + 6, corners[0], corners[1], corners[2]);
  }
  return volume;
}

/**
 * Returns the area of one side of all triangles of a mesh, in squared units of length.
 *
 * Source: Ericson, Real-Time Collision Detection, 3.4.
 */
export function surfaceAreaMesh(tree: MeshTree): number {
  const end = CORNER_STRIDE * tree.triangleCount;
  let area = 0;
  for (let a = 0; a < end; a += CORNER_STRIDE) area += areaTriangle(tree.corners, a);
  return area;
}

import type { IndexList } from '../../../core/index-list.ts';
import type { NumberArray } from '../../../core/number-array.ts';
import { overlapsSphereTriangle } from '../overlap/overlaps-sphere-triangle.ts';
import { CROSSING, collectTriangles, OUTSIDE } from './collect-triangles.ts';
import type { MeshTree } from './mesh-tree.ts';
import { largestMagnitude, querySlack } from './query-slack.ts';
import { distanceSquaredVolume } from './volume-distance.ts';

/** The sphere of the current query, and its slack. */
const sphere = new Float64Array(5);
const RADIUS = 3;
const SLACK = 4;

/**
 * Fills `list` (cleared first) with the triangles of a mesh tree that a solid sphere (centre, radius; 4) touches, by
 * ascending index.
 * Returns how many there are; 0 for NaN and a negative radius.
 *
 * Source: Ericson, Real-Time Collision Detection, 5.2.7.
 */
export function queryMeshTreeSphere(
  list: IndexList,
  sphere: NumberArray,
  sphereOffset: number,
  tree: MeshTree,
): number {
  return queryMeshTreePoint(list, sphere, sphereOffset, sphere[sphereOffset + RADIUS], tree);
}

/**
 * Fills `list` (cleared first) with the triangles of a mesh tree within `maxDistance` of a point (3), touching
 * included, by ascending index. With a maxDistance of 0 these are the triangles the point lies on. Returns how many
 * there are; 0 for NaN and a negative one.
 *
 * Source: Ericson, Real-Time Collision Detection, 5.1.5 and 6.3.
 */
export function queryMeshTreePoint(
  list: IndexList,
  point: NumberArray,
  pointOffset: number,
  maxDistance: number,
  tree: MeshTree,
): number {
  list.count = 0;
  for (let axis = 0; axis < 3; axis++) sphere[axis] = point[pointOffset + axis];
  sphere[RADIUS] = maxDistance;
  sphere[SLACK] = querySlack(tree, largestMagnitude(sphere, 0, maxDistance < Infinity ? 4 : 3));
  if (!(sphere[SLACK] < Infinity && maxDistance >= 0)) return 0;
  return collectTriangles(list, tree, classifyVolume, touchesTriangle);
}

function classifyVolume(tree: MeshTree, node: number): number {
  // Rounding of the squares is covered by the slack in the distance.
  const radius = sphere[RADIUS];
  return distanceSquaredVolume(tree, node, sphere, 0, sphere[SLACK]) <= radius * radius ? CROSSING : OUTSIDE;
}

function touchesTriangle(corners: Float64Array, at: number): boolean {
  return overlapsSphereTriangle(sphere, 0, corners, at);
}

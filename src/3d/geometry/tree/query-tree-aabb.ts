import type { IndexList } from '../../../core/index-list.ts';
import type { NumberArray } from '../../../core/number-array.ts';
import { overlapsAabbTriangle } from '../overlap/overlaps-aabb-triangle.ts';
import { CROSSING, collectTriangles, INSIDE, OUTSIDE } from './collect-triangles.ts';
import { AABB_STRIDE, type MeshTree, OBB_STRIDE, SPHERE_STRIDE } from './mesh-tree.ts';
import { largestMagnitude, querySlack } from './query-slack.ts';

/** The box of the current query. */
const box = new Float64Array(6);
const query = { slack: 0 };

/**
 * Fills `list` (cleared first) with the triangles of a mesh tree that a solid box (min, max; 6) touches, by ascending
 * index. Returns how many there are; 0 for NaN, for infinite bounds and for a box whose min exceeds its max.
 *
 * Source: Akenine-Möller, Fast 3D Triangle-Box Overlap Testing, 2001; Ericson, Real-Time Collision Detection, 5.2.9.
 */
export function queryMeshTreeAabb(list: IndexList, aabb: NumberArray, aabbOffset: number, tree: MeshTree): number {
  list.count = 0;
  for (let k = 0; k < 6; k++) box[k] = aabb[aabbOffset + k];
  if (!(box[0] <= box[3] && box[1] <= box[4] && box[2] <= box[5])) return 0;
  query.slack = querySlack(tree, largestMagnitude(box, 0, 6));
  if (!(query.slack < Infinity)) return 0;
  return collectTriangles(list, tree, classifyVolume, touchesTriangle);
}

function touchesTriangle(corners: Float64Array, at: number): boolean {
  return overlapsAabbTriangle(box, 0, corners, at);
}

function classifyVolume(tree: MeshTree, node: number): number {
  if (tree.kind === 'aabb') return classifyAabb(tree.bounds, node * AABB_STRIDE);
  if (tree.kind === 'sphere') return classifySphere(tree.bounds, node * SPHERE_STRIDE);
  return classifyObb(tree.bounds, node * OBB_STRIDE);
}

/**
 * Returns whether a node's box is outside, inside or across the box of the query. No slack is needed, as given numbers
 * are compared as they are.
 */
function classifyAabb(bounds: Float64Array, at: number): number {
  let inside = true;
  for (let axis = 0; axis < 3; axis++) {
    const low = bounds[at + axis];
    const high = bounds[at + 3 + axis];
    if (low > box[3 + axis] || high < box[axis]) return OUTSIDE;
    if (low < box[axis] || high > box[3 + axis]) inside = false;
  }
  return inside ? INSIDE : CROSSING;
}

function classifySphere(bounds: Float64Array, at: number): number {
  let squared = 0;
  for (let axis = 0; axis < 3; axis++) {
    const centre = bounds[at + axis];
    const gap = Math.max(box[axis] - centre, centre - box[3 + axis], 0);
    squared += gap * gap;
  }
  const reach = bounds[at + 3] + query.slack;
  return squared <= reach * reach ? CROSSING : OUTSIDE;
}

/** Does the separating axis test without the nine edge axes, which would spare little. */
function classifyObb(bounds: Float64Array, at: number): number {
  const slack = query.slack;
  for (let axis = 0; axis < 3; axis++) {
    const reach =
      bounds[at + 3] * Math.abs(bounds[at + 6 + axis]) +
      bounds[at + 4] * Math.abs(bounds[at + 9 + axis]) +
      bounds[at + 5] * Math.abs(bounds[at + 12 + axis]) +
      slack;
    if (bounds[at + axis] - reach > box[3 + axis] || bounds[at + axis] + reach < box[axis]) return OUTSIDE;
  }
  const x = (box[0] + box[3]) * 0.5 - bounds[at];
  const y = (box[1] + box[4]) * 0.5 - bounds[at + 1];
  const z = (box[2] + box[5]) * 0.5 - bounds[at + 2];
  for (let k = 0; k < 3; k++) {
    const axis = at + 6 + k * 3;
    const along = Math.abs(x * bounds[axis] + y * bounds[axis + 1] + z * bounds[axis + 2]);
    const reach =
      (box[3] - box[0]) * 0.5 * Math.abs(bounds[axis]) +
      (box[4] - box[1]) * 0.5 * Math.abs(bounds[axis + 1]) +
      (box[5] - box[2]) * 0.5 * Math.abs(bounds[axis + 2]);
    if (along > reach + bounds[at + 3 + k] + slack) return OUTSIDE;
  }
  return CROSSING;
}

import type { NumberArray, WritableNumberArray } from '../../../core/number-array.ts';
import { LINK_STRIDE } from '../../../core/tree/topology.ts';
import { borrowStack } from '../../../core/tree/traversal-stack.ts';
import { IDENTITY_POSE } from '../convex/pose.ts';
import { findLeafPairs, foundPlaces, moveLeaf } from './leaf-pairs.ts';
import type { MeshTree } from './mesh-tree.ts';
import { beginPairQuery, pairTransform } from './pair-query.ts';
import { volumesMayOverlap } from './volume-pair.ts';

/** The best pair so far: triangle of A, triangle of B. */
const best = new Float64Array(2);

/**
 * Finds the first pair of triangles of two trees that have a point in common: of all pairs `findMeshTreePairs` finds
 * the one of lowest index in A, then in B, whatever the trees look like. Writes both indices (2) and returns true, or
 * returns false and writes nothing. `overlapsMeshTrees` is faster when only yes or no matters. Arguments and errors as
 * with `findMeshTreePairs`.
 *
 * Source: Ericson, Real-Time Collision Detection, 6.3; Gottschalk, Lin and Manocha, OBBTree, 1996.
 */
export function findFirstMeshTreePair(
  out: WritableNumberArray,
  outOffset: number,
  treeA: MeshTree,
  treeB: MeshTree,
  pose: NumberArray = IDENTITY_POSE,
  poseOffset = 0,
): boolean {
  const slack = beginPairQuery(treeA, treeB, pose, poseOffset);
  best[0] = Infinity;
  best[1] = Infinity;
  walkLowestFirst(treeA, treeB, slack);
  if (best[0] === Infinity) return false;
  out[outOffset] = best[0];
  out[outOffset + 1] = best[1];
  return true;
}

/** Returns whether pair (a, b) comes before the best. */
function isBetter(a: number, b: number): boolean {
  return a < best[0] || (a === best[0] && b < best[1]);
}

/**
 * Opens the child that holds the lower triangle first, and leaves out pairs of nodes below which nothing can come
 * before the best pair. Both trees are stepped down in turn.
 */
function walkLowestFirst(treeA: MeshTree, treeB: MeshTree, slack: number): void {
  const { nodes } = borrowStack((treeA.depth + treeB.depth + 2) * 3);
  let top = 3;
  nodes[0] = 0;
  nodes[1] = 0;
  nodes[2] = 1;
  while (top > 0) {
    top -= 3;
    const a = nodes[top];
    const b = nodes[top + 1];
    const turnOfA = nodes[top + 2] === 1;
    if (!isBetter(treeA.lowest[a], treeB.lowest[b])) continue;
    if (!volumesMayOverlap(treeA, a, treeB, b, pairTransform, slack)) continue;
    const leafA = treeA.links[a * LINK_STRIDE + 1] > 0;
    const leafB = treeB.links[b * LINK_STRIDE + 1] > 0;
    if (leafA && leafB) {
      keepLowest(treeA, a, treeB, b);
      continue;
    }
    const stepA = leafB || (!leafA && turnOfA);
    const tree = stepA ? treeA : treeB;
    const child = tree.links[(stepA ? a : b) * LINK_STRIDE];
    const later = tree.lowest[child] < tree.lowest[child + 1] ? 1 : 0;
    for (let k = 0; k < 2; k++) {
      const next = child + (k === 0 ? later : 1 - later);
      nodes[top] = stepA ? next : a;
      nodes[top + 1] = stepA ? b : next;
      nodes[top + 2] = stepA ? 0 : 1;
      top += 3;
    }
  }
}

/** Keeps the lowest pair of two leaves. */
function keepLowest(treeA: MeshTree, nodeA: number, treeB: MeshTree, nodeB: number): void {
  const firstA = treeA.links[nodeA * LINK_STRIDE];
  const countA = treeA.links[nodeA * LINK_STRIDE + 1];
  const firstB = treeB.links[nodeB * LINK_STRIDE];
  const countB = treeB.links[nodeB * LINK_STRIDE + 1];
  moveLeaf(treeB, firstB, countB, pairTransform);
  const count = findLeafPairs(treeA, firstA, countA, firstB, countB, false);
  for (let i = 0; i < count; i++) {
    const a = treeA.triangles[foundPlaces.items[i * 2]];
    const b = treeB.triangles[foundPlaces.items[i * 2 + 1]];
    if (!isBetter(a, b)) continue;
    best[0] = a;
    best[1] = b;
  }
}

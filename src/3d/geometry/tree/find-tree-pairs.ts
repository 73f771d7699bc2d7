import type { NumberArray } from '../../../core/number-array.ts';
import { type PairList, reservePairs } from '../../../core/pair-list.ts';
import { sortIndexPairs } from '../../../core/tree/sort-pairs.ts';
import { LINK_STRIDE } from '../../../core/tree/topology.ts';
import { borrowStack } from '../../../core/tree/traversal-stack.ts';
import { IDENTITY_POSE } from '../convex/pose.ts';
import { findLeafPairs, foundPlaces, moveLeaf } from './leaf-pairs.ts';
import { AABB_STRIDE, type MeshTree } from './mesh-tree.ts';
import { beginPairQuery, pairTransform } from './pair-query.ts';
import { volumesMayOverlap } from './volume-pair.ts';

/**
 * Fills `pairs` (cleared first) with every pair of triangles, one of each tree, that have a point in common (triangle
 * of A, triangle of B), by ascending A, then B. The test is exact for the corners as f64 numbers, B's as moved;
 * touching counts. Returns how many there are.
 *
 * The pose (position and quaternion, of any length but 0; 7) leads from B's frame to A's; without one B stays where it
 * is. The trees' kinds may differ, and both may be the same tree. Trees that do not come near each other are told apart
 * at their roots.
 *
 * Throws CollisionError `invalid-number` when a number of the pose is not finite or its quaternion has no direction.
 *
 * Source: Ericson, Real-Time Collision Detection, 6.3; Gottschalk, Lin and Manocha, OBBTree, 1996.
 */
export function findMeshTreePairs(
  pairs: PairList,
  treeA: MeshTree,
  treeB: MeshTree,
  pose: NumberArray = IDENTITY_POSE,
  poseOffset = 0,
): number {
  pairs.count = 0;
  walkPairs(pairs, treeA, treeB, pose, poseOffset, false);
  sortIndexPairs(pairs, treeB.triangleCount);
  return pairs.count;
}

const found: PairList = { pairs: new Uint32Array(2), count: 0 };

/**
 * Returns whether `findMeshTreePairs` would find any pair; stops at the first it comes upon. Errors as there.
 *
 * Source: Ericson, Real-Time Collision Detection, 6.3; Gottschalk, Lin and Manocha, OBBTree, 1996.
 */
export function overlapsMeshTrees(
  treeA: MeshTree,
  treeB: MeshTree,
  pose: NumberArray = IDENTITY_POSE,
  poseOffset = 0,
): boolean {
  found.count = 0;
  walkPairs(found, treeA, treeB, pose, poseOffset, true);
  return found.count > 0;
}

function walkPairs(
  out: PairList,
  treeA: MeshTree,
  treeB: MeshTree,
  pose: NumberArray,
  poseOffset: number,
  onlyFirst: boolean,
): void {
  const slack = beginPairQuery(treeA, treeB, pose, poseOffset);
  if (treeA.kind === 'aabb' && treeB.kind === 'aabb') walkAabbPairs(out, treeA, treeB, slack, onlyFirst);
  else walkVolumePairs(out, treeA, treeB, slack, onlyFirst);
}

/** Tests two leaves' triangles and appends the pairs; returns whether the walk is over. */
function joinLeaves(
  out: PairList,
  treeA: MeshTree,
  nodeA: number,
  treeB: MeshTree,
  nodeB: number,
  onlyFirst: boolean,
): boolean {
  const firstA = treeA.links[nodeA * LINK_STRIDE];
  const countA = treeA.links[nodeA * LINK_STRIDE + 1];
  const firstB = treeB.links[nodeB * LINK_STRIDE];
  const countB = treeB.links[nodeB * LINK_STRIDE + 1];
  moveLeaf(treeB, firstB, countB, pairTransform);
  const count = findLeafPairs(treeA, firstA, countA, firstB, countB, onlyFirst);
  if (count === 0) return false;
  const pairs = reservePairs(out, count);
  for (let i = 0; i < count; i++) {
    pairs[(out.count + i) * 2] = treeA.triangles[foundPlaces.items[i * 2]];
    pairs[(out.count + i) * 2 + 1] = treeB.triangles[foundPlaces.items[i * 2 + 1]];
  }
  out.count += count;
  return onlyFirst;
}

/** Walks both trees by turns, so that the nodes compared are of about one size. */
function walkVolumePairs(out: PairList, treeA: MeshTree, treeB: MeshTree, slack: number, onlyFirst: boolean): void {
  const linksA = treeA.links;
  const linksB = treeB.links;
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
    if (!volumesMayOverlap(treeA, a, treeB, b, pairTransform, slack)) continue;
    const leafA = linksA[a * LINK_STRIDE + 1] > 0;
    const leafB = linksB[b * LINK_STRIDE + 1] > 0;
    if (leafA && leafB) {
      if (joinLeaves(out, treeA, a, treeB, b, onlyFirst)) return;
      continue;
    }
    const stepA = leafB || (!leafA && turnOfA);
    const child = stepA ? linksA[a * LINK_STRIDE] : linksB[b * LINK_STRIDE];
    for (let k = 1; k >= 0; k--) {
      nodes[top] = stepA ? child + k : a;
      nodes[top + 1] = stepA ? b : child + k;
      nodes[top + 2] = stepA ? 0 : 1;
      top += 3;
    }
  }
}

/**
 * Walks two trees of boxes: the rotation is the same for every pair of nodes, so it and its absolute values
 * stay in locals, and only the six face axes are tested; the nine edge axes cost more than the pairs they spare.
 */
function walkAabbPairs(out: PairList, treeA: MeshTree, treeB: MeshTree, slack: number, onlyFirst: boolean): void {
  const linksA = treeA.links;
  const linksB = treeB.links;
  const boundsA = treeA.bounds;
  const boundsB = treeB.bounds;
  const { nodes } = borrowStack((treeA.depth + treeB.depth + 2) * 2);
  const xx = pairTransform[0];
  const xy = pairTransform[1];
  const xz = pairTransform[2];
  const yx = pairTransform[3];
  const yy = pairTransform[4];
  const yz = pairTransform[5];
  const zx = pairTransform[6];
  const zy = pairTransform[7];
  const zz = pairTransform[8];
  const sizeXx = Math.abs(xx);
  const sizeXy = Math.abs(xy);
  const sizeXz = Math.abs(xz);
  const sizeYx = Math.abs(yx);
  const sizeYy = Math.abs(yy);
  const sizeYz = Math.abs(yz);
  const sizeZx = Math.abs(zx);
  const sizeZy = Math.abs(zy);
  const sizeZz = Math.abs(zz);
  // Twice everything: sums and differences of bounds then need no halving.
  const shiftX = 2 * pairTransform[9];
  const shiftY = 2 * pairTransform[10];
  const shiftZ = 2 * pairTransform[11];
  const slack2 = 2 * slack;
  let top = 2;
  nodes[0] = 0;
  nodes[1] = 0;
  while (top > 0) {
    top -= 2;
    const a = nodes[top];
    const b = nodes[top + 1];
    const atA = a * AABB_STRIDE;
    const atB = b * AABB_STRIDE;
    const extentAx = boundsA[atA + 3] - boundsA[atA];
    const extentAy = boundsA[atA + 4] - boundsA[atA + 1];
    const extentAz = boundsA[atA + 5] - boundsA[atA + 2];
    const extentBx = boundsB[atB + 3] - boundsB[atB];
    const extentBy = boundsB[atB + 4] - boundsB[atB + 1];
    const extentBz = boundsB[atB + 5] - boundsB[atB + 2];
    const sumBx = boundsB[atB + 3] + boundsB[atB];
    const sumBy = boundsB[atB + 4] + boundsB[atB + 1];
    const sumBz = boundsB[atB + 5] + boundsB[atB + 2];
    const x = xx * sumBx + yx * sumBy + zx * sumBz + shiftX - (boundsA[atA + 3] + boundsA[atA]);
    if (Math.abs(x) > extentAx + sizeXx * extentBx + sizeYx * extentBy + sizeZx * extentBz + slack2) continue;
    const y = xy * sumBx + yy * sumBy + zy * sumBz + shiftY - (boundsA[atA + 4] + boundsA[atA + 1]);
    if (Math.abs(y) > extentAy + sizeXy * extentBx + sizeYy * extentBy + sizeZy * extentBz + slack2) continue;
    const z = xz * sumBx + yz * sumBy + zz * sumBz + shiftZ - (boundsA[atA + 5] + boundsA[atA + 2]);
    if (Math.abs(z) > extentAz + sizeXz * extentBx + sizeYz * extentBy + sizeZz * extentBz + slack2) continue;
    const alongX = Math.abs(xx * x + xy * y + xz * z);
    if (alongX > extentBx + sizeXx * extentAx + sizeXy * extentAy + sizeXz * extentAz + slack2) continue;
    const alongY = Math.abs(yx * x + yy * y + yz * z);
    if (alongY > extentBy + sizeYx * extentAx + sizeYy * extentAy + sizeYz * extentAz + slack2) continue;
    const alongZ = Math.abs(zx * x + zy * y + zz * z);
    if (alongZ > extentBz + sizeZx * extentAx + sizeZy * extentAy + sizeZz * extentAz + slack2) continue;
    const leafA = linksA[a * LINK_STRIDE + 1] > 0;
    const leafB = linksB[b * LINK_STRIDE + 1] > 0;
    if (leafA && leafB) {
      if (joinLeaves(out, treeA, a, treeB, b, onlyFirst)) return;
      continue;
    }
    // The larger box is divided: the pairs then stay alike in size, which keeps their number low.
    if (leafB || (!leafA && extentAx + extentAy + extentAz > extentBx + extentBy + extentBz)) {
      const child = linksA[a * LINK_STRIDE];
      nodes[top] = child + 1;
      nodes[top + 1] = b;
      nodes[top + 2] = child;
      nodes[top + 3] = b;
    } else {
      const child = linksB[b * LINK_STRIDE];
      nodes[top] = a;
      nodes[top + 1] = child + 1;
      nodes[top + 2] = a;
      nodes[top + 3] = child;
    }
    top += 4;
  }
}

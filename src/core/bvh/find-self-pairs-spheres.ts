import { type PairList, reservePairs } from '../pair-list.ts';
import { boundsOverlap } from './bounds-overlap.ts';
import { type BoxColumn, type Bvh, LEAF_PAIRS, sphereOf } from './bvh.ts';
import { writePair } from './find-self-pairs.ts';
import { spheresOverlap } from './spheres-overlap.ts';

/** Does what `findSelfPairs` does, for a sphere tree. */
export function findSelfPairsSpheres(out: PairList, bvh: Bvh, bounds: BoxColumn, from: number, to: number): void {
  const { nodes, nodeEnd, nodeSpheres } = bvh;
  const { axes } = bvh.routines;
  const toSkip = 2 * axes;
  const stride = toSkip + 2;
  for (let leaf = from; leaf < to; leaf += stride) {
    if (nodes[leaf + toSkip] !== leaf + stride) continue;
    joinLeaves(bvh, leaf, leaf, bounds, out);
    let node = leaf + stride;
    while (node < nodeEnd) {
      const skip = nodes[node + toSkip];
      const next = node + stride;
      if (!spheresOverlap(nodeSpheres, sphereOf(leaf), nodeSpheres, sphereOf(node), axes)) {
        node = skip;
        continue;
      }
      if (skip === next) joinLeaves(bvh, leaf, node, bounds, out);
      node = next;
    }
  }
}

/** Adds the pairs between two leaves, or among the items of one leaf. */
function joinLeaves(bvh: Bvh, leaf: number, other: number, bounds: BoxColumn, out: PairList): void {
  const { itemSpheres, nodes, nodeSpheres, order } = bvh;
  const { axes } = bvh.routines;
  const toFirst = 2 * axes + 1;
  const toEnd = toFirst + 1 + toFirst;
  const pairs = reservePairs(out, LEAF_PAIRS);
  const end = nodes[leaf + toEnd];
  const otherFirst = nodes[other + toFirst];
  const otherEnd = nodes[other + toEnd];
  let length = 2 * out.count;
  for (let i = nodes[leaf + toFirst]; i < end; i++) {
    const a = (axes + 1) * i;
    // Leaves mostly overlap at their rims: most items of the one do not reach the other.
    if (leaf !== other && !spheresOverlap(itemSpheres, a, nodeSpheres, sphereOf(other), axes)) continue;
    for (let j = leaf === other ? i + 1 : otherFirst; j < otherEnd; j++) {
      if (!spheresOverlap(itemSpheres, a, itemSpheres, (axes + 1) * j, axes)) continue;
      if (boundsOverlap(bounds, axes, order[i], order[j])) length = writePair(pairs, length, order[i], order[j]);
    }
  }
  out.count = length >> 1;
}

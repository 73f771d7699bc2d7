import { type IndexList, reserveIndices } from '../../../core/index-list.ts';
import { LINK_STRIDE } from '../../../core/tree/topology.ts';
import { borrowStack } from '../../../core/tree/traversal-stack.ts';
import { CORNER_STRIDE, type MeshTree } from './mesh-tree.ts';

/** How a node's volume lies relative to the region of the query. Only `OUTSIDE` and `INSIDE` must be certain. */
export const OUTSIDE = 0;
export const CROSSING = 1;
export const INSIDE = 2;

/** Classifies a node's volume; returns OUTSIDE, CROSSING or INSIDE. */
export type VolumeTest = (tree: MeshTree, node: number) => number;
/** Returns whether a query wants the triangle at an offset in `corners`. */
export type TriangleTest = (corners: Float64Array, at: number) => boolean;

/**
 * Adds the mesh's triangles that pass `triangleTest` to `out`, which is empty, sorts them and returns how many there
 * are. Subtrees that `volumeTest` puts outside are left out, those it puts inside are taken whole. The tests keep the
 * region in scratch of their own.
 */
export function collectTriangles(
  out: IndexList,
  tree: MeshTree,
  volumeTest: VolumeTest,
  triangleTest: TriangleTest,
): number {
  const links = tree.links;
  const triangles = tree.triangles;
  const { nodes, entries } = borrowStack(tree.depth + 2);
  let top = 1;
  nodes[0] = 0;
  entries[0] = CROSSING;
  while (top > 0) {
    top--;
    const node = nodes[top];
    const side = entries[top] === INSIDE ? INSIDE : volumeTest(tree, node);
    if (side === OUTSIDE) continue;
    const first = links[node * LINK_STRIDE];
    const count = links[node * LINK_STRIDE + 1];
    if (count === 0) {
      nodes[top] = first + 1;
      entries[top++] = side;
      nodes[top] = first;
      entries[top++] = side;
      continue;
    }
    const items = reserveIndices(out, count);
    for (let place = first; place < first + count; place++) {
      if (side === INSIDE || triangleTest(tree.corners, place * CORNER_STRIDE)) items[out.count++] = triangles[place];
    }
  }
  out.items.subarray(0, out.count).sort();
  return out.count;
}

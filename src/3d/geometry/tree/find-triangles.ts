import { type IndexList, reserveIndices } from '../../../core/index-list.ts';
import { sortIndices } from '../../../core/sort-indices.ts';
import { borrowStack } from '../../../core/tree/traversal-stack.ts';
import {
  CORNER_BITS,
  CORNER_MASK,
  LEAF_STRIDE,
  LEAF_VERTEX,
  LEAF_VERTICES,
  NO_CHILD,
  NODE_CHILDREN,
  NODE_MAX,
  NODE_STRIDE,
  stackNeeded,
  type TriangleTree,
} from './triangle-tree.ts';

/** By vertex of a leaf: the sides of a box that it is beyond, a bit each. */
const beyond = new Uint8Array(LEAF_VERTICES);

/** How many numbers `findPlaces` writes of a triangle: its place in the order, and the first vertex of its leaf. */
export const PLACE_STRIDE = 2;

/** Writes the triangles whose bounds meet a box (the least coordinates, then the largest), ascending. */
export function findTriangles(out: IndexList, tree: TriangleTree, box: Float64Array): void {
  findPlaces(out, tree, box);
  const { order } = tree;
  const { items } = out;
  out.count /= PLACE_STRIDE;
  for (let i = 0; i < out.count; i++) items[i] = order[items[PLACE_STRIDE * i]];
  sortIndices(items, out.count);
}

/**
 * Writes where the triangles are whose bounds meet a box, in no order: `PLACE_STRIDE` numbers each, with which their
 * corners are read from the leaves.
 */
export function findPlaces(out: IndexList, tree: TriangleTree, box: Float64Array): void {
  const { boxes, links, leaves, corners, vertices } = tree;
  out.count = 0;
  if (tree.nodeCount === 0) return;
  const { nodes: stack } = borrowStack(stackNeeded(tree));
  const minX = box[0];
  const minY = box[1];
  const minZ = box[2];
  const maxX = box[3];
  const maxY = box[4];
  const maxZ = box[5];
  let top = 1;
  stack[0] = 0;
  while (top > 0) {
    const node = stack[--top];
    const at = NODE_STRIDE * node;
    for (let i = 0; i < NODE_CHILDREN; i++) {
      const side = at + i;
      if (
        !(
          boxes[side] <= maxX &&
          boxes[side + NODE_MAX] >= minX &&
          boxes[side + NODE_CHILDREN] <= maxY &&
          boxes[side + NODE_CHILDREN + NODE_MAX] >= minY &&
          boxes[side + 2 * NODE_CHILDREN] <= maxZ &&
          boxes[side + 2 * NODE_CHILDREN + NODE_MAX] >= minZ
        )
      )
        continue;
      const link = links[NODE_CHILDREN * node + i];
      if (link > NO_CHILD) {
        stack[top++] = link;
        continue;
      }
      const leaf = LEAF_STRIDE * ~link;
      const first = leaves[leaf + LEAF_VERTEX];
      const vertexEnd = leaves[leaf + LEAF_STRIDE + LEAF_VERTEX];
      // A triangle misses the box where its corners are all beyond one side: each vertex has a bit for each side that
      // it is beyond.
      let beyondAll = -1;
      for (let vertex = first; vertex < vertexEnd; vertex++) {
        const x = vertices[3 * vertex];
        const y = vertices[3 * vertex + 1];
        const z = vertices[3 * vertex + 2];
        const sides =
          +(x > maxX) |
          (+(x < minX) << 1) |
          (+(y > maxY) << 2) |
          (+(y < minY) << 3) |
          (+(z > maxZ) << 4) |
          (+(z < minZ) << 5);
        beyond[vertex - first] = sides;
        beyondAll &= sides;
      }
      if (beyondAll !== 0) continue;
      const end = leaves[leaf + LEAF_STRIDE];
      const items = reserveIndices(out, PLACE_STRIDE * (end - leaves[leaf]));
      for (let place = leaves[leaf]; place < end; place++) {
        const packed = corners[place];
        const a = beyond[packed & CORNER_MASK];
        const b = beyond[(packed >> CORNER_BITS) & CORNER_MASK];
        const c = beyond[packed >> (2 * CORNER_BITS)];
        if ((a & b & c) !== 0) continue;
        items[out.count++] = place;
        items[out.count++] = first;
      }
    }
  }
}

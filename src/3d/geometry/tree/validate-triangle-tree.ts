import { CollisionError } from '../../../core/errors.ts';
import { writeCorners } from './triangle-mesh.ts';
import {
  CORNER_BITS,
  CORNER_MASK,
  LEAF_STRIDE,
  LEAF_VERTEX,
  leafEnd,
  leafFirst,
  NO_CHILD,
  NODE_CHILDREN,
  NODE_MAX,
  NODE_STRIDE,
  type TriangleTree,
} from './triangle-tree.ts';

const corners = new Float64Array(9);

/**
 * Throws `broken-invariant` unless every node but the root is the child of one node of a lower number, every triangle
 * is in one leaf at most, every box holds what is below it, and the vertices of every leaf are those of its triangles.
 */
export function validateTriangleTree(tree: TriangleTree): void {
  const { links, nodeCount, mesh, order } = tree;
  const owners = new Uint8Array(nodeCount);
  const seen = new Uint8Array(mesh.triangleCount);
  for (let node = 0; node < nodeCount; node++) {
    for (let i = 0; i < NODE_CHILDREN; i++) {
      const link = links[NODE_CHILDREN * node + i];
      if (link === NO_CHILD) continue;
      if (link > 0) {
        if (link <= node || owners[link]++ > 0) fail(`node ${link} is a child of ${node}, or of two`);
        for (let k = 0; k < NODE_CHILDREN; k++) requireHeld(tree, node, i, link, k);
        continue;
      }
      for (let place = leafFirst(tree, link); place < leafEnd(tree, link); place++) {
        if (seen[order[place]]++ > 0) fail(`triangle ${order[place]} is in two leaves`);
        requireTriangle(tree, node, i, order[place]);
        requireVertices(tree, ~link, place);
      }
    }
  }
  for (let node = 1; node < nodeCount; node++) if (owners[node] !== 1) fail(`node ${node} is nobody's child`);
}

function requireHeld({ boxes, links }: TriangleTree, node: number, i: number, child: number, k: number): void {
  if (links[NODE_CHILDREN * child + k] === NO_CHILD) return;
  const outer = NODE_STRIDE * node + i;
  const inner = NODE_STRIDE * child + k;
  for (let axis = 0; axis < NODE_MAX; axis += NODE_CHILDREN) {
    if (boxes[inner + axis] < boxes[outer + axis] || boxes[inner + NODE_MAX + axis] > boxes[outer + NODE_MAX + axis]) {
      fail(`box ${i} of node ${node} does not hold box ${k} of node ${child}`);
    }
  }
}

function requireTriangle({ boxes, mesh }: TriangleTree, node: number, i: number, triangle: number): void {
  writeCorners(corners, 0, mesh, triangle);
  const at = NODE_STRIDE * node + i;
  for (let k = 0; k < 9; k++) {
    const side = at + NODE_CHILDREN * (k % 3);
    if (!(boxes[side] <= corners[k] && corners[k] <= boxes[side + NODE_MAX])) {
      fail(`box ${i} of node ${node} does not hold triangle ${triangle}`);
    }
  }
}

/**
 * Throws unless the packed corners of a triangle in its leaf equal its corners in the mesh. `place` indexes `order`.
 */
function requireVertices(
  { mesh, order, leaves, corners: packed, vertices }: TriangleTree,
  leaf: number,
  place: number,
) {
  writeCorners(corners, 0, mesh, order[place]);
  const first = leaves[LEAF_STRIDE * leaf + LEAF_VERTEX];
  const end = leaves[LEAF_STRIDE * leaf + LEAF_STRIDE + LEAF_VERTEX];
  for (let k = 0; k < 9; k++) {
    const vertex = first + ((packed[place] >> (CORNER_BITS * Math.floor(k / 3))) & CORNER_MASK);
    if (!(vertex < end && vertices[3 * vertex + (k % 3)] === corners[k])) {
      fail(`leaf ${leaf} does not have the corners of triangle ${order[place]}`);
    }
  }
}

function fail(what: string): never {
  throw new CollisionError('broken-invariant', `triangle tree: ${what}`);
}

import type { TriangleMesh } from './triangle-mesh.ts';
import {
  CORNER_BITS,
  CORNER_MASK,
  LEAF_STRIDE,
  LEAF_VERTEX,
  LEAF_VERTICES,
  type TriangleTree,
} from './triangle-tree.ts';

/** The vertices of the mesh that the current leaf has. */
const names = new Uint32Array(LEAF_VERTICES);

/** The part of a tree that says which vertices its leaves have. */
type LeafPages = Pick<TriangleTree, 'leaves' | 'corners' | 'vertices'>;

/**
 * Makes the vertices of the leaves of a mesh, whose triangles begin in `order` at `starts`, with an end behind the
 * last. Where the triangles of a mesh share no vertices, each has three of its own: corners at one place may come
 * apart.
 */
export function makeLeafPages(mesh: TriangleMesh, order: Uint32Array, starts: Uint32Array): LeafPages {
  const { positions, indices } = mesh;
  const leafCount = starts.length - 1;
  const leaves = new Uint32Array(LEAF_STRIDE * starts.length);
  const corners = new Uint16Array(order.length);
  let total = 0;
  for (let leaf = 0; leaf < leafCount; leaf++) {
    leaves[LEAF_STRIDE * leaf] = starts[leaf];
    leaves[LEAF_STRIDE * leaf + LEAF_VERTEX] = total;
    let count = 0;
    for (let place = starts[leaf]; place < starts[leaf + 1]; place++) {
      const first = 3 * order[place];
      let packed = 0;
      for (let corner = 0; corner < 3; corner++) {
        const vertex = indices === undefined ? first + corner : indices[first + corner];
        let known = 0;
        while (known < count && names[known] !== vertex) known++;
        if (known === count) names[count++] = vertex;
        packed |= known << (CORNER_BITS * corner);
      }
      corners[place] = packed;
    }
    total += count;
  }
  leaves[LEAF_STRIDE * leafCount] = order.length;
  leaves[LEAF_STRIDE * leafCount + LEAF_VERTEX] = total;
  const vertices = positions instanceof Float32Array ? new Float32Array(3 * total) : new Float64Array(3 * total);
  const pages = { leaves, corners, vertices };
  for (let leaf = 0; leaf < leafCount; leaf++) copyVertices(mesh, order, pages, leaf);
  return pages;
}

/** Copies the vertices of a leaf from where they are in the mesh. */
export function copyVertices(mesh: TriangleMesh, order: Uint32Array, pages: LeafPages, leaf: number): void {
  const { positions, indices } = mesh;
  const { leaves, corners, vertices } = pages;
  const at = LEAF_STRIDE * leaf;
  const first = leaves[at + LEAF_VERTEX];
  const end = leaves[at + LEAF_STRIDE];
  for (let place = leaves[at]; place < end; place++) {
    const packed = corners[place];
    for (let corner = 0; corner < 3; corner++) {
      const named = 3 * order[place] + corner;
      const from = 3 * (indices === undefined ? named : indices[named]);
      const to = 3 * (first + ((packed >> (CORNER_BITS * corner)) & CORNER_MASK));
      vertices[to] = positions[from];
      vertices[to + 1] = positions[from + 1];
      vertices[to + 2] = positions[from + 2];
    }
  }
}

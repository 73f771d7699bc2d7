import type { TriangleMesh } from './triangle-mesh.ts';

/**
 * A hierarchy of boxes over the triangles of a mesh, four children a node, made for meshes that many queries use for a
 * long time: 33 bytes for each triangle where vertices are f32 and shared, while `MeshTree` takes 150 and offers a
 * choice of volumes.
 *
 * Boxes are f32, rounded outwards, so that they hold their triangles whatever type the positions have; decisions about
 * a triangle are made by its own corners. Children have larger numbers than their parents: a pass from the last node to
 * the first meets children before parents.
 *
 * The vertices of each leaf are copied side by side. A walk that has come to a leaf tests each vertex once, although
 * two to six triangles of the leaf share it, and reads the vertices from one or two cache lines, while the indices of a
 * mesh lead to as many lines as there are vertices.
 */
export interface TriangleTree {
  readonly mesh: TriangleMesh;
  /** Triangles of the mesh in the order of the leaves; triangles without area, and doubled ones, are in no leaf. */
  order: Uint32Array;
  /** `NODE_STRIDE` numbers a node: the least x of its four children, then the least y and z, then the largest ones. */
  boxes: Float32Array;
  /** `NODE_CHILDREN` numbers a node: a node, or a leaf, see `leafOf`, or `NO_CHILD`. */
  links: Int32Array;
  /**
   * `LEAF_STRIDE` numbers a leaf, in the order of the leaves: where its triangles begin in `order`, and its vertices
   * among all vertices in `vertices`. Behind the last leaf follow the ends of both.
   */
  leaves: Uint32Array;
  /** By place in `order`: which of the vertices of its leaf the three corners of a triangle are, `CORNER_BITS` each. */
  corners: Uint16Array;
  /** `x y z` of the vertices of each leaf, of the type of the positions of the mesh. */
  vertices: Float32Array | Float64Array;
  nodeCount: number;
  /** Nodes on the longest way from the root down. */
  depth: number;
  /**
   * Triangles that are in no leaf, and would have to be in one if their corners moved: those without area, and those
   * that lie where another triangle lies. Triangles that can never differ are not listed: those that name a vertex
   * twice, or the same three vertices as another one.
   */
  absent: Uint32Array;
}

export const NODE_CHILDREN = 4;
/** The index at which the largest coordinates of a node begin. */
export const NODE_MAX = 3 * NODE_CHILDREN;
export const NODE_STRIDE = 6 * NODE_CHILDREN;
/** The root, number 0, is never a child. */
export const NO_CHILD = 0;
/** The most triangles of a leaf: as many as the walks of hierarchies list at a time, `LEAF_CAPACITY`. */
export const LEAF_TRIANGLES = 8;
/** The most vertices of a leaf. */
export const LEAF_VERTICES = 3 * LEAF_TRIANGLES;
export const LEAF_STRIDE = 2;
/** The index, in a leaf, of where its vertices begin. */
export const LEAF_VERTEX = 1;
export const CORNER_BITS = 5;
export const CORNER_MASK = 31;

/** Returns the link to a leaf: negative, as nodes are not. The number of the leaf is got from it in the same way. */
export function leafOf(leaf: number): number {
  return ~leaf;
}

/** Returns where the triangles of a leaf begin in the order. */
export function leafFirst({ leaves }: TriangleTree, link: number): number {
  return leaves[LEAF_STRIDE * ~link];
}

/** Returns where they end. */
export function leafEnd({ leaves }: TriangleTree, link: number): number {
  return leaves[LEAF_STRIDE * ~link + LEAF_STRIDE];
}

/** The rounding error of a number that is computed from coordinates, as a share of these. */
const RELATIVE_ROUNDING = 2 ** -46;

/**
 * Returns a bound on the rounding error of a number that is computed from the coordinates of the vertices in the
 * leaves and of the point at `numbers[at …]`.
 */
export function roundingAround({ boxes, links }: TriangleTree, numbers: Float64Array, at: number): number {
  let largest = 0;
  for (let i = 0; i < NODE_CHILDREN; i++) {
    if (links[i] === NO_CHILD) continue;
    for (let axis = 0; axis < 3; axis++) {
      largest = Math.max(largest, -boxes[NODE_CHILDREN * axis + i], boxes[NODE_MAX + NODE_CHILDREN * axis + i]);
    }
  }
  for (let axis = 0; axis < 3; axis++) largest += Math.abs(numbers[at + axis]);
  return RELATIVE_ROUNDING * largest;
}

/** Returns the largest number of nodes that a walk puts off: three siblings a level, and the last four. */
export function stackNeeded({ depth }: TriangleTree): number {
  return 3 * depth + NODE_CHILDREN;
}

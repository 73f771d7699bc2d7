import type { TriangleMesh } from './triangle-mesh.ts';

/**
 * A hierarchy of boxes over the triangles of a mesh, four children a node, made for meshes that are asked often and for
 * long: 17 bytes a triangle, where `MeshTree` takes 150 and offers a choice of volumes.
 *
 * Boxes are f32, rounded outwards, so that they hold their triangles whatever type the positions have; what is decided
 * about a triangle is decided by its own corners. Children have larger numbers than their parents: a pass from the last
 * node to the first meets children before parents.
 */
export interface TriangleTree {
  readonly mesh: TriangleMesh;
  /** Triangles of the mesh in the order of the leaves; those without area or doubled are in no leaf. */
  order: Uint32Array;
  /** `NODE_STRIDE` numbers a node: the least x of its four children, then the least y and z, then the largest ones. */
  boxes: Float32Array;
  /** `NODE_CHILDREN` numbers a node: a node, or a leaf, see `leafOf`, or `NO_CHILD`. */
  links: Int32Array;
  nodeCount: number;
  /** Nodes on the longest way from the root down. */
  depth: number;
  /**
   * Triangles that are in no leaf, and would have to be if their corners moved: those without area and those that lie
   * where another one does, but for those that name a vertex twice or the same three vertices as the other one.
   */
  absent: Uint32Array;
}

export const NODE_CHILDREN = 4;
/** The index at which the largest coordinates of a node begin. */
export const NODE_MAX = 3 * NODE_CHILDREN;
export const NODE_STRIDE = 6 * NODE_CHILDREN;
/** The root, number 0, is never a child. */
export const NO_CHILD = 0;
/** A leaf has at most 8 triangles, as many as the walks of hierarchies list at a time: `LEAF_CAPACITY`. */
const LEAF_COUNT_BITS = 3;
const LEAF_COUNT_MASK = 7;

/** Returns the link to a leaf: negative, as nodes are not. */
export function leafOf(first: number, count: number): number {
  return ~((first << LEAF_COUNT_BITS) | (count - 1));
}

/** Returns where the triangles of a leaf begin in the order. */
export function leafFirst(link: number): number {
  return ~link >>> LEAF_COUNT_BITS;
}

/** Returns where they end. */
export function leafEnd(link: number): number {
  return (~link >>> LEAF_COUNT_BITS) + (~link & LEAF_COUNT_MASK) + 1;
}

/** Returns the largest number of nodes that a walk puts off: three siblings a level, and the last four. */
export function stackNeeded({ depth }: TriangleTree): number {
  return 3 * depth + NODE_CHILDREN;
}

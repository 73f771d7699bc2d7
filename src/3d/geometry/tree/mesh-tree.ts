import type { NumberArray } from '../../../core/number-array.ts';
import type { TreeConstruction } from '../../../core/tree/build-topology.ts';
import type { TreeKind } from '../../../core/tree/topology.ts';

/** The volume that bounds each node: axis-aligned box, oriented box, or sphere. */
export type MeshTreeKind = TreeKind;

/**
 * How the nodes are formed. `top-down`: cut where the surface area heuristic expects the cheapest queries. `median`:
 * from the top too, in halves along the longest axis; quickest to build. `bottom-up`: neighbours that fit one another
 * best are merged first.
 */
export type MeshTreeConstruction = TreeConstruction;

/**
 * A hierarchy of bounding volumes over the triangles of a mesh, in flat arrays. Made by `buildMeshTree`; every kind
 * answers every query alike.
 *
 * Node 0 is the root. The two children of a node lie side by side, at an even index larger than their parent's; slot 1
 * is therefore unused. A pass from the last node to the first meets children before parents.
 */
export interface MeshTree {
  readonly kind: MeshTreeKind;
  readonly triangleCount: number;
  /** Slots used in `links` and `bounds`, the unused slot 1 included. */
  readonly nodeCount: number;
  /** Nodes on the longest way from the root to a leaf; sizes the traversal stacks. */
  readonly depth: number;
  /**
   * `LINK_STRIDE` numbers a node. Inner: index of the first child, 0. Leaf: first triangle in leaf order, number of
   * triangles (at least 1).
   */
  readonly links: Int32Array;
  /**
   * Aabb: 6 numbers a node (min, max). Obb: 15 (centre, halfExtents, axisX, axisY, axisZ). Sphere: 4 (centre, radius).
   */
  readonly bounds: Float64Array;
  /** The lowest triangle index below each node. */
  readonly lowest: Uint32Array;
  /** The mesh's triangle index at each place of the leaf order. */
  readonly triangles: Uint32Array;
  /** Nine numbers a triangle in leaf order: a copy of the corners, so that a leaf reads one stretch of memory. */
  readonly corners: Float64Array;
  /** The mesh's own arrays, as given. `refitMeshTree` reads them again. */
  readonly positions: NumberArray;
  readonly index: NumberArray | null;
}

export const CORNER_STRIDE = 9;
export const AABB_STRIDE = 6;
export const OBB_STRIDE = 15;
export const SPHERE_STRIDE = 4;

/** Returns how many numbers a node's bounding volume takes. */
export function boundsStride(kind: MeshTreeKind): number {
  return kind === 'aabb' ? AABB_STRIDE : kind === 'obb' ? OBB_STRIDE : SPHERE_STRIDE;
}

import type { TreeConstruction } from '../../../core/tree/build-topology.ts';
import type { TreeKind } from '../../../core/tree/topology.ts';

/** The volume that bounds each node: axis-aligned box, oriented box, or circle, the sphere of the plane. */
export type SegmentTreeKind = TreeKind;

/**
 * How the nodes are formed: from the top by cutting where queries become cheapest, from the top by halving (`median`),
 * or from the bottom by merging neighbours.
 */
export type SegmentTreeConstruction = TreeConstruction;

/** How many numbers a segment takes in `ends`: its two points. */
export const SEGMENT_STRIDE = 4;
/** How many numbers an axis-aligned box has: those of two points. */
export const BOX_STRIDE = 4;

/**
 * Returns how many numbers a node's volume takes: `minX minY maxX maxY`; centre, halfExtents, cos, sin; centre, radius.
 */
export function boundsStride(kind: SegmentTreeKind): number {
  return kind === 'aabb' ? BOX_STRIDE : kind === 'obb' ? 6 : 3;
}

/**
 * A hierarchy of bounding volumes over line segments. Read only; made by buildSegmentTree.
 *
 * Nodes are numbered with parents before children and siblings side by side; the root is node 0 and number 1 stays
 * unused, so that children start at even numbers. The segments below a node are contiguous in leaf order.
 */
export interface SegmentTree {
  readonly kind: SegmentTreeKind;
  readonly segmentCount: number;
  readonly nodeCount: number;
  /** Number of nodes on the longest way from the root to a leaf, both included. */
  readonly depth: number;
  /**
   * Per node: for an inner node its first child and 0, for a leaf its first place in leaf order and how many it holds.
   */
  readonly links: Int32Array;
  /** Per node its volume, `boundsStride(kind)` numbers. */
  readonly bounds: Float64Array;
  /** Per node the lowest segment index below it. */
  readonly lowest: Uint32Array;
  /** Segment index at each place of the leaf order. */
  readonly segments: Uint32Array;
  /** The two points of each segment, in leaf order. */
  readonly ends: Float64Array;
  /** The largest coordinate in magnitude. Rounding errors are relative to it. */
  readonly magnitude: number;
}

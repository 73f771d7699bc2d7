import type { PairList } from '../../core/pair-list.ts';

/*
 * The constants stand first, in a module that imports nothing: only then do bundlers put their values in their place.
 */

/**
 * The hierarchy's layout. It knows boxes and item numbers, never what they belong to.
 *
 * Nodes lie in pre-order in one Int32Array, so a node's left child follows it and `skip` names the node after its
 * subtree: a walk needs no stack, and what comes after a leaf in the array is exactly what a self-join has not met yet.
 * Nodes are named by their offset in that array (a multiple of NODE_STRIDE), so that no walk multiplies.
 *
 * A node is   `bound 0 … bound 3, skip, first`:
 * - `box` trees: bounds are minX, minY, maxX, maxY, quantised to 30 bits in the tree's frame;
 * - `sphere` trees: the first three are centre and radius as f32 bits, relative to the frame's origin.
 * `first` is the position of the subtree's first item in `order`. A sentinel node after the last holds `itemCount`
 * there, so a subtree's items always end at `first` of its `skip`. A node is a leaf when `skip` is the next node.
 */
export const NODE_STRIDE = 6;
export const NODE_SKIP = 4;
export const NODE_FIRST = 5;

/** The `skip` of an internal node until its subtree is complete: 0 is no node's end. */
export const NODE_OPEN = 0;

/**
 * Items a leaf holds at most. Build + join of 10,000 unit boxes with 6,400 pairs, in ms: 4: 0.52 + 0.55; 6: 0.41 + 0.51;
 * 8: 0.38 + 0.51; 10: 0.38 + 0.53; 12: 0.38 + 0.53. Of 50,000 of sizes 1:10: 2.9 + 3.5, 2.2 + 3.2, 2.1 + 3.2, 2.0 + 3.3,
 * 1.9 + 3.4.
 */
export const LEAF_CAPACITY = 8;

/** Quantised boxes of items, in leaf order. A box with NaN is stored inside out and meets nothing. */
export const ITEM_BOX_STRIDE = 4;

/** Bounding circles of items in leaf order: centre relative to the frame's origin, radius. */
export const ITEM_CIRCLE_STRIDE = 3;

/** Boxes as the caller gives them: minX, minY, maxX, maxY by item number. */
export const BOUNDS_STRIDE = 4;

/** The largest quantised coordinate; differences of two still fit a signed 32-bit integer. */
export const QUANTISED_MAX = 2 ** 30 - 1;

/**
 * Offsets in `Bvh.frame`: quantised = floor((x − origin) · scale), clamped to 0 … QUANTISED_MAX. Low and high are how
 * far the clamped ones really reach, in the same cells: for the smallest and largest coordinate of all items.
 */
export const FRAME_ORIGIN_X = 0;
export const FRAME_ORIGIN_Y = 1;
export const FRAME_SCALE_X = 2;
export const FRAME_SCALE_Y = 3;
export const FRAME_LOW_X = 4;
export const FRAME_LOW_Y = 5;
export const FRAME_HIGH_X = 6;
export const FRAME_HIGH_Y = 7;
/** 1 when a bound lies beyond 0 … QUANTISED_MAX and has to be clamped, else 0. */
export const FRAME_CLAMPS = 8;
export const FRAME_LENGTH = 9;

/** `box`: nodes are axis-aligned boxes. `sphere`: nodes are bounding circles. Both find the same pairs. */
export type BvhKind = 'box' | 'sphere';

/**
 * What the volumes of a hierarchy are, with the routines of build and join that differ: `boxHierarchy` or `sphereHierarchy`.
 * Choosing by value rather than by name means that a game ships the kind it uses and no other.
 */
export interface HierarchyKind {
  readonly name: BvhKind;
  /** Makes room for the volumes of `count` items. */
  reserveItems(bvh: Bvh, count: number): void;
  /** Fits the volumes of items and nodes, and closes the open nodes' `skip`. */
  fit(bvh: Bvh, bounds: Float64Array): void;
  /** See `findSelfPairs`. */
  findSelfPairs(bvh: Bvh, bounds: Float64Array, out: PairList): void;
  /** Joins the group of `size` items that `findCrossPairs` has set with a tree of this kind. */
  joinGroup(size: number, bvh: Bvh, bounds: Float64Array, swapped: boolean, out: PairList): void;
}

/** A hierarchy over boxes. Built by `buildBvh`; read-only for everybody else. */
export interface Bvh {
  readonly kind: BvhKind;
  readonly routines: HierarchyKind;
  itemCount: number;
  /** The end of the nodes: number of nodes times NODE_STRIDE. The sentinel lies there. */
  nodeEnd: number;
  /** Levels below the root, an upper bound for the stack an ordered walk needs. */
  depth: number;
  /** Item numbers in leaf order. */
  order: Uint32Array;
  nodes: Int32Array;
  /** The same memory as `nodes`, for the circles of a sphere tree. */
  nodeCircles: Float32Array;
  /** Empty in a sphere tree. */
  itemBoxes: Int32Array;
  /** Empty in a box tree. */
  itemCircles: Float32Array;
  readonly frame: Float64Array;
}

/** Makes an empty hierarchy; every query on it finds nothing until `buildBvh` fills it. */
export function makeBvh(routines: HierarchyKind): Bvh {
  const nodes = new Int32Array(NODE_STRIDE);
  return {
    kind: routines.name,
    routines,
    itemCount: 0,
    nodeEnd: 0,
    depth: 0,
    order: new Uint32Array(0),
    nodes,
    nodeCircles: new Float32Array(nodes.buffer),
    itemBoxes: new Int32Array(0),
    itemCircles: new Float32Array(0),
    frame: new Float64Array(FRAME_LENGTH),
  };
}

/**
 * Maps a coordinate to the tree's integers: coordinate `values[at]` along axis 0 or 1 of a frame. Being monotone is all that is
 * needed for no overlap to be lost: a ≤ b implies cellAt(a) ≤ cellAt(b), clamped outliers and infinities included. NaN becomes 0.
 * Everything comes in arrays, because a fraction given to a function that is not inlined is boxed.
 */
export function cellAt(frame: Float64Array, axis: number, values: Float64Array, at: number): number {
  const cells = (values[at] - frame[FRAME_ORIGIN_X + axis]) * frame[FRAME_SCALE_X + axis];
  return cells > QUANTISED_MAX ? QUANTISED_MAX : cells > 0 ? cells | 0 : 0;
}

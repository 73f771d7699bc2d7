/**
 * The hierarchy's layout, the twin of the one in two dimensions. It knows boxes and item numbers, never what they
 * belong to.
 *
 * Nodes lie in pre-order in one Int32Array, so a node's left child follows it and `skip` names the node after its
 * subtree: a walk needs no stack, and what comes after a leaf in the array is exactly what a self-join has not met yet.
 * Nodes are named by their offset in that array (a multiple of NODE_STRIDE), so that no walk multiplies.
 *
 * A node is   `bound 0 … bound 5, skip, first`:
 * - `box` trees: bounds are minX, minY, minZ, maxX, maxY, maxZ, quantised to 30 bits in the tree's frame;
 * - `sphere` trees: the first four are centre and radius as f32 bits, relative to the frame's origin.
 * `first` is the position of the subtree's first item in `order`. A sentinel node after the last holds `itemCount`
 * there, so a subtree's items always end at `first` of its `skip`. A node is a leaf when `skip` is the next node.
 */
export const NODE_STRIDE = 8;
export const NODE_SKIP = 6;
export const NODE_FIRST = 7;

/** Items a leaf holds at most. */
export const LEAF_CAPACITY = 8;

/** Quantised boxes of items, in leaf order. A box with NaN is stored inside out and meets nothing. */
export const ITEM_BOX_STRIDE = 6;

/** Bounding spheres of items in leaf order: centre relative to the frame's origin, radius. */
export const ITEM_SPHERE_STRIDE = 4;

/** Boxes as the caller gives them: minX, minY, minZ, maxX, maxY, maxZ by item number. */
export const BOUNDS_STRIDE = 6;

/** The largest quantised coordinate; differences of two still fit a signed 32-bit integer. */
export const QUANTISED_MAX = 2 ** 30 - 1;

/**
 * Offsets in `Bvh.frame`, an axis each: quantised = floor((x − origin) · scale), clamped to 0 … QUANTISED_MAX. Low and
 * high are how far the clamped ones really reach, in the same cells.
 */
export const FRAME_ORIGIN = 0;
export const FRAME_SCALE = 3;
export const FRAME_LOW = 6;
export const FRAME_HIGH = 9;
export const FRAME_LENGTH = 12;

/** `box`: nodes are axis-aligned boxes. `sphere`: nodes are bounding spheres. Both find the same pairs. */
export type BvhKind = 'box' | 'sphere';

/** A hierarchy over boxes. Built by `buildBvh`; read-only for everybody else. */
export interface Bvh {
  readonly kind: BvhKind;
  itemCount: number;
  /** The end of the nodes: number of nodes times NODE_STRIDE. The sentinel lies there. */
  nodeEnd: number;
  /** Levels below the root, an upper bound for the stack an ordered walk needs. */
  depth: number;
  /** Item numbers in leaf order. */
  order: Uint32Array;
  nodes: Int32Array;
  /** The same memory as `nodes`, for the spheres of a sphere tree. */
  nodeSpheres: Float32Array;
  /** Empty in a sphere tree. */
  itemBoxes: Int32Array;
  /** Empty in a box tree. */
  itemSpheres: Float32Array;
  readonly frame: Float64Array;
}

/** Makes an empty hierarchy; every query on it finds nothing until `buildBvh` fills it. */
export function createBvh(kind: BvhKind): Bvh {
  const nodes = new Int32Array(NODE_STRIDE);
  return {
    kind,
    itemCount: 0,
    nodeEnd: 0,
    depth: 0,
    order: new Uint32Array(0),
    nodes,
    nodeSpheres: new Float32Array(nodes.buffer),
    itemBoxes: new Int32Array(0),
    itemSpheres: new Float32Array(0),
    frame: new Float64Array(FRAME_LENGTH),
  };
}

/**
 * Maps a coordinate to the tree's integers. Being monotone is all that is needed for no overlap to be lost: a ≤ b
 * implies quantise(a) ≤ quantise(b), clamped outliers and infinities included. NaN becomes 0.
 */
export function quantise(value: number, origin: number, scale: number): number {
  const cells = (value - origin) * scale;
  return cells > QUANTISED_MAX ? QUANTISED_MAX : cells > 0 ? cells | 0 : 0;
}

import type { PairList } from '../pair-list.ts';
import { NO_FRACTIONS, NO_INTEGERS, NO_NUMBERS } from '../typed-array.ts';

/**
 * The hierarchy of bounding volumes, in the plane and in space. It knows boxes and item numbers, never what they belong
 * to.
 *
 * Nodes lie in pre-order in one Int32Array, so a node's left child follows it and `skip` names the node after its
 * subtree: a walk needs no stack, and what comes after a leaf in the array is exactly what a self-join has not met yet.
 * Nodes are named by their offset in that array (a multiple of the node stride), so that no walk multiplies.
 *
 * A node is a volume, then `skip`, then `first`; `axes` is 2 or 3 and the node stride 2 · axes + 2. The volume is the
 * least coordinates of a box, then the largest, quantised to 30 bits in the tree's frame. Sphere trees leave it unused:
 * their circles or spheres are in a column of their own.
 * `first` is the position of the subtree's first item in `order`. A sentinel node after the last holds `itemCount`
 * there, so a subtree's items always end at `first` of its `skip`. A node is a leaf when `skip` is the next node.
 *
 * Boxes of items, as the caller gives them in `bounds`, are the least coordinates and then the largest, 2 · axes
 * numbers each, by item number.
 */
export interface Bvh {
  readonly kind: BvhKind;
  readonly routines: HierarchyKind;
  itemCount: number;
  /** The end of the nodes: number of nodes times the node stride. The sentinel lies there. */
  nodeEnd: number;
  /** The number of levels below the root, which is also the most nodes that an ordered walk puts off at a time. */
  depth: number;
  /** Item numbers in leaf order. */
  order: Uint32Array;
  nodes: Int32Array;
  /**
   * Circles or spheres around nodes, see `sphereOf`: centre, radius. Empty in a box tree.
   */
  nodeSpheres: Float64Array;
  /**
   * The quantised boxes of items, in leaf order. A box with NaN is stored inside out, so that it meets nothing. Empty
   * in a sphere tree, and in a tree that has handed the boxes on.
   */
  itemBoxes: Int32Array;
  /** Circles or spheres around items in leaf order: centre, radius. Empty in a box tree. */
  itemSpheres: Float64Array;
  /** The frame of quantised coordinates, see `FRAME_…`. */
  frame: Float64Array;
}

/** Boxes of items, by item number. Loops that see one kind of array alone are a fifth faster. */
export type BoxColumn = Float64Array | Float32Array;

/** `aabb`: nodes are axis-aligned boxes. `sphere`: nodes are bounding circles or spheres. Both find the same pairs. */
export type BvhKind = 'aabb' | 'sphere';

/**
 * The kind of volumes of a hierarchy and the number of axes of its space, with the routines of build and join that
 * differ. Choosing by value rather than by name means that a game ships the kind it uses and no other.
 */
export interface HierarchyKind {
  readonly name: BvhKind;
  readonly axes: 2 | 3;
  /** Makes room for the volumes of `count` items, where there is less. */
  reserveItems(bvh: Bvh, count: number): void;
  /** Fits the volumes of the items at the positions `from` … `to` − 1. */
  fitItems(bvh: Bvh, bounds: BoxColumn, from: number, to: number): void;
  /** Fits the volumes of nodes to those of items, and closes the open nodes' `skip`. */
  fitNodes(bvh: Bvh, bounds: BoxColumn): void;
  /**
   * Does what `findSelfPairs` does, for the leaves among the nodes `from` … `to` − 1, each with itself and all behind
   * it.
   */
  findSelfPairs(out: PairList, bvh: Bvh, bounds: BoxColumn, from: number, to: number): void;
  /** Joins the group of `size` items that `findCrossPairs` has set with a tree of this kind. */
  joinGroup(size: number, bvh: Bvh, bounds: BoxColumn, swapped: boolean, out: PairList): void;
}

/** The `skip` of an internal node until its subtree is complete: 0 is no node's end. */
export const NODE_OPEN = 0;

/**
 * The largest number of items in a leaf. Build + join of 10,000 unit squares with 6,400 pairs, in ms, by capacity: 4:
 * 0.52 + 0.55; 6: 0.41 + 0.51; 8: 0.38 + 0.51; 10: 0.38 + 0.53; 12: 0.38 + 0.53. Of 50,000 squares with sizes in the
 * ratio 1:10, for the same capacities: 2.9 + 3.5, 2.2 + 3.2, 2.1 + 3.2, 2.0 + 3.3, 1.9 + 3.4.
 */
export const LEAF_CAPACITY = 8;

/** The largest number of pairs that two leaves make. */
export const LEAF_PAIRS = LEAF_CAPACITY * LEAF_CAPACITY;

/** The largest quantised coordinate; differences of two still fit a signed 32-bit integer. */
export const QUANTISED_MAX = 2 ** 30 - 1;

/** The number of quantised coordinates. */
export const QUANTISED_COUNT = 2 ** 30;

/**
 * Offsets in `Bvh.frame`, which maps the coordinates of each axis to cells. An even frame has cells of one width:
 * cell = floor((x − origin) · scale), clamped to 0 … QUANTISED_MAX. A knotted frame cuts each axis at knots into
 * segments that have equally many cells each, however wide they are; see `knotFrame`. Origin and scale are those of the
 * even frame in both cases. Low and high are the least and the largest coordinate of all items, infinite ones included:
 * the first and the last cell reach as far. There are three numbers for each of these, one for each axis.
 */
export const FRAME_ORIGIN = 0;
export const FRAME_SCALE = 3;
export const FRAME_LOW = 6;
export const FRAME_HIGH = 9;
/**
 * 1 when walks may compute in cells: the frame is even, and no bound lies beyond 0 … QUANTISED_MAX and has to be
 * clamped. Else 0: a walk has to compute where cells lie, see `loadCellBounds`.
 */
export const FRAME_PLAIN = 12;
/**
 * 1 when the box of some item is inside out, else 0. Walks that have found a node to lie inside their query need to
 * test its items one by one only where this is 1.
 */
export const FRAME_VOIDS = 13;
/** The number of segments of each axis, a power of 2; 1 in an even frame. */
export const FRAME_SEGMENTS = 14;
/** The index at which the columns of segments begin, see `segmentsOf`. */
const FRAME_COLUMNS = 15;

/**
 * Columns of an axis' segments, each a number longer than there are segments. Segment i lies between knots i and i + 1;
 * its cells per unit; the width of a cell; where its first cell begins and ends, with slack for rounding to both sides.
 */
export const COLUMN_KNOT = 0;
export const COLUMN_SCALE = 1;
export const COLUMN_WIDTH = 2;
export const COLUMN_BEGIN = 3;
export const COLUMN_END = 4;
const COLUMNS = 5;

/** Returns where the columns of an axis begin in a frame of so many segments, and with them the knots. */
export function segmentsOf(axis: number, segments: number): number {
  return FRAME_COLUMNS + COLUMNS * axis * (segments + 1);
}

/** The length of an even frame. */
export const FRAME_LENGTH = FRAME_COLUMNS + COLUMNS * 3 * 2;

/** The sentinel alone, of any number of axes: zeros, which building over no items writes again. */
const NO_NODES = new Int32Array(2 * 3 + 2);

/** Returns where the sphere of a node is in `nodeSpheres`: it has half as many numbers as a node, axes + 1. */
export function sphereOf(node: number): number {
  return node >> 1;
}

/** The frame of a hierarchy that nothing has been built of yet. */
export const NO_FRAME = new Float64Array(FRAME_LENGTH);

/** Makes an empty hierarchy; every query on it finds nothing until `buildBvh` fills it. */
export function makeBvh(routines: HierarchyKind): Bvh {
  return {
    kind: routines.name,
    routines,
    itemCount: 0,
    nodeEnd: 0,
    depth: 0,
    order: NO_NUMBERS,
    nodes: NO_NODES,
    nodeSpheres: NO_FRACTIONS,
    itemBoxes: NO_INTEGERS,
    itemSpheres: NO_FRACTIONS,
    frame: NO_FRAME,
  };
}

/**
 * Maps a coordinate to the tree's integers: coordinate `values[at]` along an axis of a frame. Being monotone is all
 * that is needed for no overlap to be lost: a ≤ b implies cellAt(a) ≤ cellAt(b), clamped outliers and infinities
 * included. NaN becomes 0. Everything comes in arrays, because a fraction given to a function that is not inlined is
 * put on the heap.
 */
export function cellAt(frame: Float64Array, axis: number, values: BoxColumn, at: number): number {
  if (frame[FRAME_SEGMENTS] > 1) return knottedCellAt(frame, axis, values, at);
  const cells = (values[at] - frame[FRAME_ORIGIN + axis]) * frame[FRAME_SCALE + axis];
  return cells > QUANTISED_MAX ? QUANTISED_MAX : cells > 0 ? cells | 0 : 0;
}

/** Does what `cellAt` does, for a knotted frame. */
function knottedCellAt(frame: Float64Array, axis: number, values: BoxColumn, at: number): number {
  const segments = frame[FRAME_SEGMENTS] | 0;
  const first = segmentsOf(axis, segments);
  const x = values[at];
  if (!(x >= frame[first])) return 0;
  if (x > frame[first + segments]) return QUANTISED_MAX;
  const knot = knotBefore(frame, first, segments, values, at);
  const share = (QUANTISED_COUNT / segments) | 0;
  const cells = (x - frame[knot]) * frame[knot + COLUMN_SCALE * (segments + 1)];
  // Rounding, and a segment that is wider than any number, may reach the next one.
  return (knot - first) * share + (cells < share ? cells | 0 : share - 1);
}

/**
 * Returns the last knot at or below a coordinate, searching from `first` on; the very last knot does not count, as no
 * segment begins there.
 */
export function knotBefore(
  frame: Float64Array,
  first: number,
  segments: number,
  values: BoxColumn,
  at: number,
): number {
  const x = values[at];
  let knot = first;
  // The side is chosen without a branch, which the processor could not predict.
  for (let half = segments >> 1; half > 0; half >>= 1) knot += half & -Number(frame[knot + half] <= x);
  return knot;
}

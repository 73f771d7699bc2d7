import { lengthened } from '../typed-array.ts';
import { type Bvh, FRAME_PLAIN, LEAF_CAPACITY } from './bvh.ts';

/**
 * A walk through a tree, nearest first, that stops at every leaf that may hold something within its limit: the caller
 * asks for the next leaf, looks at the items found there and lowers the limit. There is no callback, because a fraction
 * given to one or returned by it is put on the heap; and as every walk has a stack of its own, walks may be nested at
 * will.
 */
export interface OrderedWalk {
  /** Nodes put off, and at the same positions how far away each is. */
  nodes: Int32Array;
  keys: Float64Array;
  top: number;
  /** The items of the current leaf that are near enough, and the distances of their boxes, ascending. */
  readonly items: Uint32Array;
  readonly itemKeys: Float64Array;
  /** The query: its limit, and the numbers that a walk of its kind keeps for each axis. */
  readonly query: Float64Array;
}

/** In `query`: the fraction or distance beyond which nothing matters. The caller lowers it with each find. */
export const WALK_LIMIT = 0;
const QUERY_LENGTH = 19;

/**
 * The factor by which a limit is raised so that values still count that are larger only by rounding (8 units in the
 * last place).
 */
export const WALK_ROUNDING = 1.0000000000000018;

export function createOrderedWalk(): OrderedWalk {
  return {
    nodes: new Int32Array(64),
    keys: new Float64Array(64),
    top: 0,
    // There is room for the items of two leaves: walks that list all candidates for the nearest gather those of a
    // second leaf while they hold those of the first.
    items: new Uint32Array(2 * LEAF_CAPACITY),
    itemKeys: new Float64Array(2 * LEAF_CAPACITY),
    query: new Float64Array(QUERY_LENGTH),
  };
}

/**
 * Puts the root of a tree of `depth` levels on the empty stack, which then never overflows: a node is put off per
 * level, and two places above hold the keys of the children being compared.
 */
export function startAtRoot(walk: OrderedWalk, depth: number): void {
  reserveLevels(walk, depth);
  walk.nodes[0] = 0;
  walk.keys[0] = 0;
  walk.top = 1;
}

/** Makes room for as many nodes put off as there are levels, and for the two that are being compared. */
export function reserveLevels(walk: OrderedWalk, levels: number): void {
  const needed = levels + 3;
  if (walk.nodes.length >= needed) return;
  walk.nodes = lengthened(walk.nodes, 2 * needed);
  walk.keys = lengthened(walk.keys, 2 * needed);
}

/** Moves the last of the items listed so far, at position `last`, to its place in ascending order of the keys. */
export function putInOrder(walk: OrderedWalk, last: number): void {
  const { items, itemKeys } = walk;
  const item = items[last];
  const key = itemKeys[last];
  let gap = last;
  while (gap > 0 && itemKeys[gap - 1] > key) {
    itemKeys[gap] = itemKeys[gap - 1];
    items[gap] = items[gap - 1];
    gap--;
  }
  itemKeys[gap] = key;
  items[gap] = item;
}

/** Returns whether a walk may compute in the cells of a tree's boxes. */
export function hasPlainCells(bvh: Bvh): boolean {
  return bvh.kind === 'aabb' && bvh.frame[FRAME_PLAIN] === 1;
}

/** Writes to `keys[at]` how far away a node is; Infinity when nothing in it can be within the limit. */
export type NodeTest<W extends OrderedWalk> = (walk: W, bvh: Bvh, node: number, at: number) => void;

/**
 * Goes down to the nearest leaf, putting off the farther child of each node; −1 when a node is reached of which neither
 * child can contain anything within the limit.
 */
export function descend<W extends OrderedWalk>(walk: W, bvh: Bvh, from: number, test: NodeTest<W>): number {
  const { nodes } = bvh;
  const { keys } = walk;
  const toSkip = 2 * bvh.routines.axes;
  const stride = toSkip + 2;
  let node = from;
  for (let left = node + stride; nodes[node + toSkip] !== left; left = node + stride) {
    const right = nodes[left + toSkip];
    const { top } = walk;
    test(walk, bvh, left, top);
    test(walk, bvh, right, top + 1);
    const leftKey = keys[top];
    const rightKey = keys[top + 1];
    const leftFirst = leftKey <= rightKey;
    if ((leftFirst ? leftKey : rightKey) === Infinity) return -1;
    node = leftFirst ? left : right;
    putOff(walk, leftFirst ? right : left, leftFirst ? top + 1 : top);
  }
  return node;
}

/**
 * Puts a node off whose key stands at position `at`, at the top of the stack or above, unless it is infinitely far
 * away.
 */
function putOff(walk: OrderedWalk, node: number, at: number): void {
  const { keys } = walk;
  if (keys[at] === Infinity) return;
  walk.nodes[walk.top] = node;
  keys[walk.top++] = keys[at];
}

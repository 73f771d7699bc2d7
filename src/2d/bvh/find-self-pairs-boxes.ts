import { boundsOverlap } from '../../core/bvh/bounds-overlap.ts';
import { type BoxColumn, type Bvh, LEAF_PAIRS } from '../../core/bvh/bvh.ts';
import { writePair } from '../../core/bvh/find-self-pairs.ts';
import { type PairList, reservePairs } from '../../core/pair-list.ts';
import { reserve } from '../../core/typed-array.ts';
import { ITEM_BOX_STRIDE, NODE_FIRST, NODE_SKIP, NODE_STRIDE } from './layout.ts';

/** The offset of an item's box is the position of the item shifted left by this many bits: four numbers a box. */
const ITEM_BOX_SHIFT = 2;

/**
 * `findSelfPairs` of a box tree.
 *
 * Quantising is monotone, so cells that lie apart prove bounds apart, and cells that overlap by more than a shared cell
 * prove that bounds overlap: only pairs that share a border cell need the f64 comparison (and its cache misses). They
 * are noted without a branch and compared after the join: such a pair may not come for hundreds of ticks, and V8 throws
 * away the code of a function when a branch is taken for the first time, which made that tick five times as long.
 */
export function findSelfPairsBoxes(out: PairList, bvh: Bvh, bounds: BoxColumn, from: number, to: number): void {
  borderCount = 0;
  const length = joinLeaves(bvh, out, from, to);
  out.count = dropApart(out.pairs, length, bounds) >> 1;
}

/** The pairs of items that share only a border cell, and their number. */
let borders: Uint32Array = new Uint32Array(LEAF_PAIRS);
let borderCount = 0;

/**
 * Drops the border pairs whose f64 bounds are apart; the last pair takes the place of a dropped one. Returns the new
 * length.
 */
function dropApart(pairs: Uint32Array, end: number, bounds: BoxColumn): number {
  let length = end;
  for (let i = borderCount - 1; i >= 0; i--) {
    const at = borders[i];
    if (boundsOverlap(bounds, 2, pairs[at], pairs[at + 1])) continue;
    length -= 2;
    pairs[at] = pairs[length];
    pairs[at + 1] = pairs[length + 1];
  }
  return length;
}

/** Makes room for the border pairs of two leaves behind the present ones. */
function reserveBorders(count: number): Uint32Array {
  if (count + LEAF_PAIRS > borders.length) borders = reserve(borders, count + LEAF_PAIRS);
  return borders;
}

/**
 * Joins each of the leaves with itself and with all behind it. Returns the new length of the list; nothing else may
 * follow the loop, because V8 would leave the compiled code there: see `writeRanks` in sort-pairs.ts.
 */
function joinLeaves(bvh: Bvh, out: PairList, from: number, to: number): number {
  const { nodes, itemBoxes: boxes, order, nodeEnd } = bvh;
  let pairs = out.pairs;
  let shares = borders;
  let shared = 0;
  let length = 2 * out.count;

  for (let leaf = from; leaf < to; leaf += NODE_STRIDE) {
    if (nodes[leaf + NODE_SKIP] !== leaf + NODE_STRIDE) continue;
    // Items are named by the offset of their box here, as nodes are.
    const first = nodes[leaf + NODE_FIRST] << ITEM_BOX_SHIFT;
    const end = nodes[leaf + NODE_STRIDE + NODE_FIRST] << ITEM_BOX_SHIFT;
    const leafMinX = nodes[leaf];
    const leafMinY = nodes[leaf + 1];
    const leafMaxX = nodes[leaf + 2];
    const leafMaxY = nodes[leaf + 3];
    let node = leaf;
    while (node < nodeEnd) {
      const skip = nodes[node + NODE_SKIP];
      const nodeMinX = nodes[node];
      const nodeMinY = nodes[node + 1];
      const nodeMaxX = nodes[node + 2];
      const nodeMaxY = nodes[node + 3];
      if (((leafMaxX - nodeMinX) | (leafMaxY - nodeMinY) | (nodeMaxX - leafMinX) | (nodeMaxY - leafMinY)) < 0) {
        node = skip;
        continue;
      }
      const next = node + NODE_STRIDE;
      if (skip !== next) {
        node = next;
        continue;
      }
      const otherFirst = nodes[node + NODE_FIRST] << ITEM_BOX_SHIFT;
      const otherEnd = nodes[next + NODE_FIRST] << ITEM_BOX_SHIFT;
      if (length + 2 * LEAF_PAIRS > pairs.length || shared + LEAF_PAIRS > shares.length) {
        out.count = length >> 1;
        pairs = reservePairs(out, LEAF_PAIRS);
        shares = reserveBorders(shared);
      }
      for (let a = first; a < end; a += ITEM_BOX_STRIDE) {
        const minX = boxes[a];
        const minY = boxes[a + 1];
        const maxX = boxes[a + 2];
        const maxY = boxes[a + 3];
        // The boxes of two leaves mostly overlap in a narrow strip, which most items of the one leaf do not reach.
        if (((maxX - nodeMinX) | (maxY - nodeMinY) | (nodeMaxX - minX) | (nodeMaxY - minY)) < 0) continue;
        for (let b = node === leaf ? a + ITEM_BOX_STRIDE : otherFirst; b < otherEnd; b += ITEM_BOX_STRIDE) {
          const right = maxX - boxes[b];
          const above = maxY - boxes[b + 1];
          const left = boxes[b + 2] - minX;
          const below = boxes[b + 3] - minY;
          if ((right | above | left | below) < 0) continue;
          shares[shared] = length;
          shared += ((right - 1) | (above - 1) | (left - 1) | (below - 1)) >>> 31;
          length = writePair(pairs, length, order[a >> ITEM_BOX_SHIFT], order[b >> ITEM_BOX_SHIFT]);
        }
      }
      node = next;
    }
  }
  borderCount = shared;
  return length;
}

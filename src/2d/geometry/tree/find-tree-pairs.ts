import type { NumberArray, WritableNumberArray } from '../../../core/number-array.ts';
import { type PairList, reservePairs } from '../../../core/pair-list.ts';
import { sortIndexPairs } from '../../../core/tree/sort-pairs.ts';
import { LINK_STRIDE } from '../../../core/tree/topology.ts';
import { reserve } from '../../../core/typed-array.ts';
import { IDENTITY_POSE } from '../convex/pose.ts';
import { overlapsSegmentSegmentParts } from '../overlap/intersect-segment-segment.ts';
import { boundsStride, SEGMENT_STRIDE, type SegmentTree } from './segment-tree.ts';
import { mayOverlapVolumes, PLACEMENT_SLACK, PLACEMENT_STRIDE, slackFor } from './volume-tests.ts';

// Two trees are walked together, from the pair of roots down, leaving out pairs of nodes whose volumes lie apart; the
// roots' own test rejects distant trees at once. Of two inner nodes the one whose volume is larger is opened (Ericson,
// Real-Time Collision Detection, 6.3.2).
//
// Tree B may be moved by a rigid transform: its points are taken at x + (cos·px − sin·py), y + (sin·px + cos·py), in
// this order of operations, and the rounded points are then tested exactly.

const PAIR_STRIDE = 2;
/** Pairs of nodes still to visit; shared by all queries, none of which nests. */
let pending = new Int32Array(128);
/** Where tree B is in the frame of A. */
const placement = new Float64Array(PLACEMENT_STRIDE);
/** A leaf of B in A's frame. */
let moved = new Float64Array(16);

/**
 * Finds all pairs of segments of two trees that share a point, touching included: fills `pairs` (cleared first) with
 * (segment of A, segment of B), sorted by the first, then the second; returns their number. Exact for the points as
 * moved. The pose (`x y cos sin`) leads from B's frame to A's; without one B stays where it is. Kinds may differ.
 *
 * Source: Ericson, Real-Time Collision Detection, 6.3.
 */
export function findSegmentTreePairs(
  pairs: PairList,
  treeA: SegmentTree,
  treeB: SegmentTree,
  pose: NumberArray = IDENTITY_POSE,
  poseOffset = 0,
): number {
  pairs.count = 0;
  walkPairs(pairs, false, treeA, treeB, pose, poseOffset);
  sortIndexPairs(pairs, treeB.segmentCount);
  return pairs.count;
}

/**
 * Returns whether any segment of A shares a point with one of B (moved as in findSegmentTreePairs); stops at the first.
 *
 * Source: Ericson, Real-Time Collision Detection, 6.3.
 */
export function overlapsSegmentTrees(
  treeA: SegmentTree,
  treeB: SegmentTree,
  pose: NumberArray = IDENTITY_POSE,
  poseOffset = 0,
): boolean {
  return walkPairs(null, false, treeA, treeB, pose, poseOffset);
}

/**
 * Finds the first pair of segments of two trees that share a point: it is, of all pairs that `findSegmentTreePairs`
 * finds, the one of lowest index in A, then in B, whatever the structure of the trees. Writes both indices (2) and
 * returns true, or returns false and writes nothing. overlapsSegmentTrees is faster when only yes or no matters.
 *
 * Source: Ericson, Real-Time Collision Detection, 6.3.
 */
export function findFirstSegmentTreePair(
  out: WritableNumberArray,
  outOffset: number,
  treeA: SegmentTree,
  treeB: SegmentTree,
  pose: NumberArray = IDENTITY_POSE,
  poseOffset = 0,
): boolean {
  if (!walkPairs(null, true, treeA, treeB, pose, poseOffset)) return false;
  out[outOffset] = best.a;
  out[outOffset + 1] = best.b;
  return true;
}

/** The pair of lowest indices so far. */
const best = { a: 0, b: 0 };

/** Returns whether pair (a, b) comes before the best. */
function isBetter(a: number, b: number): boolean {
  return a < best.a || (a === best.a && b < best.b);
}

/**
 * Adds every pair to `pairs`; without a list it stops at the first, or with `lowestFirst` leaves the one of lowest
 * indices in `best`. Returns whether there was one.
 */
function walkPairs(
  pairs: PairList | null,
  lowestFirst: boolean,
  treeA: SegmentTree,
  treeB: SegmentTree,
  pose: NumberArray,
  poseOffset: number,
): boolean {
  for (let i = 0; i < PLACEMENT_SLACK; i++) placement[i] = pose[poseOffset + i];
  placement[PLACEMENT_SLACK] = pairSlack(treeA, treeB);
  best.a = Infinity;
  best.b = Infinity;
  let any = false;
  let count = start(treeA, treeB);
  while (count > 0) {
    count -= PAIR_STRIDE;
    const a = pending[count];
    const b = pending[count + 1];
    // The nodes hold no pair of lower indices than the best pair.
    if (lowestFirst && !isBetter(treeA.lowest[a], treeB.lowest[b])) continue;
    if (!mayOverlapVolumes(treeA, a, treeB, b, placement)) continue;
    const sizeA = treeA.links[a * LINK_STRIDE + 1];
    const sizeB = treeB.links[b * LINK_STRIDE + 1];
    if (sizeA === 0 || sizeB === 0) {
      count = open(treeA, a, treeB, b, count, lowestFirst);
      continue;
    }
    const firstA = treeA.links[a * LINK_STRIDE];
    const firstB = treeB.links[b * LINK_STRIDE];
    moveLeaf(treeB, firstB, sizeB);
    for (let i = firstA; i < firstA + sizeA; i++) {
      const segmentA = treeA.segments[i];
      for (let j = 0; j < sizeB; j++) {
        const segmentB = treeB.segments[firstB + j];
        if ((lowestFirst && !isBetter(segmentA, segmentB)) || !segmentsMeet(treeA.ends, i, j)) continue;
        any = true;
        if (lowestFirst) {
          best.a = segmentA;
          best.b = segmentB;
        } else if (pairs === null) {
          return true;
        } else {
          const write = reservePairs(pairs, 1);
          write[pairs.count * PAIR_STRIDE] = segmentA;
          write[pairs.count * PAIR_STRIDE + 1] = segmentB;
          pairs.count++;
        }
      }
    }
  }
  return any;
}

/** Puts the pair of roots on the stack, with room for the deepest descent: each step replaces one pair by two. */
function start(treeA: SegmentTree, treeB: SegmentTree): number {
  pending = reserve(pending, (treeA.depth + treeB.depth + 1) * PAIR_STRIDE);
  pending[0] = 0;
  pending[1] = 0;
  return PAIR_STRIDE;
}

/**
 * Replaces a pair by the two that the children of one node make with the other. With `byIndex` the child that holds the
 * lower index comes first.
 */
function open(treeA: SegmentTree, a: number, treeB: SegmentTree, b: number, count: number, byIndex: boolean): number {
  const leafA = treeA.links[a * LINK_STRIDE + 1] > 0;
  const leafB = treeB.links[b * LINK_STRIDE + 1] > 0;
  const opensA = !leafA && (leafB || volumeSize(treeA, a) >= volumeSize(treeB, b));
  const tree = opensA ? treeA : treeB;
  const first = tree.links[(opensA ? a : b) * LINK_STRIDE];
  const swap = byIndex && tree.lowest[first + 1] < tree.lowest[first] ? 1 : 0;
  const later = first + 1 - swap;
  const sooner = first + swap;
  pending[count] = opensA ? later : a;
  pending[count + 1] = opensA ? b : later;
  pending[count + 2] = opensA ? sooner : a;
  pending[count + 3] = opensA ? b : sooner;
  return count + 2 * PAIR_STRIDE;
}

/**
 * Returns a length that says which of two volumes is larger: the half perimeter of a box, twice the diameter of a
 * circle.
 */
function volumeSize(tree: SegmentTree, node: number): number {
  const at = node * boundsStride(tree.kind);
  const bounds = tree.bounds;
  if (tree.kind === 'aabb') {
    return bounds[at + 2] - bounds[at] + (bounds[at + 3] - bounds[at + 1]);
  }
  return tree.kind === 'obb' ? 2 * (bounds[at + 2] + bounds[at + 3]) : 4 * bounds[at + 2];
}

/**
 * Returns the slack for both trees in A's frame; a cosine and sine whose length is not exactly 1 stretch B by the
 * difference.
 */
function pairSlack(treeA: SegmentTree, treeB: SegmentTree): number {
  const x = placement[0];
  const y = placement[1];
  const cos = placement[2];
  const sin = placement[3];
  const stretch = Math.abs(cos * cos + sin * sin - 1);
  const reach = 2 * treeB.magnitude;
  return slackFor(treeA.magnitude + reach + Math.abs(x) + Math.abs(y)) + 2 * stretch * reach;
}

/** Writes a leaf of B to `moved`, in the frame of A. */
function moveLeaf(tree: SegmentTree, first: number, size: number): void {
  const x = placement[0];
  const y = placement[1];
  const cos = placement[2];
  const sin = placement[3];
  const length = size * SEGMENT_STRIDE;
  const from = first * SEGMENT_STRIDE;
  moved = reserve(moved, length);
  for (let i = 0; i < length; i += 2) {
    const px = tree.ends[from + i];
    const py = tree.ends[from + i + 1];
    moved[i] = x + (cos * px - sin * py);
    moved[i + 1] = y + (sin * px + cos * py);
  }
}

function segmentsMeet(ends: Float64Array, i: number, j: number): boolean {
  const a = i * SEGMENT_STRIDE;
  const b = j * SEGMENT_STRIDE;
  return overlapsSegmentSegmentParts(
    ends[a],
    ends[a + 1],
    ends[a + 2],
    ends[a + 3],
    moved[b],
    moved[b + 1],
    moved[b + 2],
    moved[b + 3],
  );
}

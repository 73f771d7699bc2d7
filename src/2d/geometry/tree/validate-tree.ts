import { CollisionError } from '../../../core/errors.ts';
import { computeLeafRanges } from '../../../core/tree/leaf-ranges.ts';
import { LINK_STRIDE } from '../../../core/tree/topology.ts';
import { boundsStride, SEGMENT_STRIDE, type SegmentTree } from './segment-tree.ts';
import { pointDistanceSquared, slackFor } from './volume-tests.ts';

/**
 * Throws CollisionError `broken-invariant` unless every segment lies in exactly one leaf, children come after their
 * parent and in pairs, each node's volume holds all points below it up to rounding, and the recorded depth and lowest
 * indices are right. Takes time in proportion to segments times depth.
 *
 * Derived here: the invariants of SegmentTree, one by one.
 */
export function validateSegmentTree(tree: SegmentTree): void {
  validateLinks(tree);
  validateSegments(tree);
  const stride = boundsStride(tree.kind);
  const slack = slackFor(tree.magnitude);
  const ranges = computeLeafRanges(tree.links, tree.nodeCount);
  for (let node = 0; node < tree.nodeCount; node++) {
    if (node === 1) {
      continue;
    }
    const begin = ranges[node * 2];
    const end = begin + ranges[node * 2 + 1];
    let lowest = Infinity;
    for (let i = begin; i < end; i++) {
      lowest = Math.min(lowest, tree.segments[i]);
      for (let k = 0; k < SEGMENT_STRIDE; k += 2) {
        const at = i * SEGMENT_STRIDE + k;
        const distance = pointDistanceSquared(
          tree.kind,
          tree.bounds,
          node * stride,
          tree.ends[at],
          tree.ends[at + 1],
          slack,
        );
        require(distance === 0, `node ${node} misses an end of segment ${tree.segments[i]}`);
      }
    }
    require(tree.lowest[node] === lowest, `lowest[${node}] must be ${lowest}, is ${tree.lowest[node]}`);
  }
}

function require(holds: boolean, message: string): void {
  if (!holds) {
    throw new CollisionError('broken-invariant', message);
  }
}

function validateLinks(tree: SegmentTree): void {
  const levels = new Int32Array(tree.nodeCount);
  levels[0] = 1;
  let placed = 0;
  let depth = 0;
  const pending = [0];
  while (pending.length > 0) {
    const node = pending.pop()!;
    const first = tree.links[node * LINK_STRIDE];
    const count = tree.links[node * LINK_STRIDE + 1];
    depth = Math.max(depth, levels[node]);
    if (count > 0) {
      require(first === placed, `leaf ${node} must begin at place ${placed}, begins at ${first}`);
      placed += count;
      continue;
    }
    require(first > node &&
      first + 1 < tree.nodeCount &&
      levels[first] === 0, `node ${node} has children from ${first}`);
    levels[first] = levels[node] + 1;
    levels[first + 1] = levels[node] + 1;
    pending.push(first + 1, first);
  }
  require(placed === tree.segmentCount, `leaves hold ${placed} of ${tree.segmentCount} segments`);
  require(depth === tree.depth, `depth must be ${depth}, is ${tree.depth}`);
}

function validateSegments(tree: SegmentTree): void {
  const seen = new Uint8Array(tree.segmentCount);
  for (let i = 0; i < tree.segmentCount; i++) {
    const segment = tree.segments[i];
    require(segment < tree.segmentCount && seen[segment] === 0, `place ${i} holds segment ${segment}`);
    seen[segment] = 1;
  }
}

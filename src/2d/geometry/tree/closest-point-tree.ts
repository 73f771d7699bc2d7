import { CollisionError } from '../../../core/errors.ts';
import type { NumberArray, WritableNumberArray } from '../../../core/number-array.ts';
import { LINK_STRIDE } from '../../../core/tree/topology.ts';
import { borrowStack } from '../../../core/tree/traversal-stack.ts';
import { closestFractionOnSegment, distanceSquaredAtFraction } from '../closest/closest-point-segment.ts';
import { isAfter, pushHit, type SegmentHits, siftDown, sortHeap, sortHits } from './segment-hits.ts';
import { boundsStride, SEGMENT_STRIDE, type SegmentTree } from './segment-tree.ts';
import { pointDistanceSquared, slackFor } from './volume-tests.ts';

const nearest: SegmentHits = { segments: new Uint32Array(1), values: new Float64Array(1), count: 0 };
const nearestPlaces = new Uint32Array(1);

/**
 * Finds the point of a tree's segments closest to a point: writes it, its fraction of the segment and the index of the
 * segment (4 numbers: `x y t segment`) and returns the squared distance; of equally near segments the one of lowest
 * index. `Infinity`, with nothing written, when none is within `maxDistance` or the point is NaN.
 *
 * Source: Ericson, Real-Time Collision Detection, 5.1.2 and 6.3.
 */
export function closestPointSegmentTree(
  out: WritableNumberArray,
  outOffset: number,
  point: NumberArray,
  pointOffset: number,
  tree: SegmentTree,
  maxDistance = Infinity,
): number {
  const px = point[pointOffset];
  const py = point[pointOffset + 1];
  search(nearest, 1, px, py, tree, maxDistance);
  if (nearest.count === 0) {
    return Infinity;
  }
  const at = nearestPlaces[0] * SEGMENT_STRIDE;
  const ax = tree.ends[at];
  const ay = tree.ends[at + 1];
  const bx = tree.ends[at + 2];
  const by = tree.ends[at + 3];
  const t = closestFractionOnSegment(px, py, ax, ay, bx, by);
  out[outOffset] = t === 1 ? bx : ax + t * (bx - ax);
  out[outOffset + 1] = t === 1 ? by : ay + t * (by - ay);
  out[outOffset + 2] = t;
  out[outOffset + 3] = nearest.segments[0];
  return nearest.values[0];
}

/**
 * Finds the `k` segments of a tree nearest to a point (fewer when the tree holds fewer within `maxDistance`): fills
 * `hits` (cleared first) with segments and squared distances, nearest first, equal distances by segment index; returns
 * their number.
 *
 * Throws CollisionError `invalid-number` when k is no whole number from 0.
 *
 * Source: Roussopoulos, Kelley and Vincent, Nearest Neighbor Queries, 1995.
 */
export function findNearestSegmentTree(
  hits: SegmentHits,
  point: NumberArray,
  pointOffset: number,
  k: number,
  tree: SegmentTree,
  maxDistance = Infinity,
): number {
  if (!(k >= 0 && Math.floor(k) === k)) {
    throw new CollisionError('invalid-number', `k must be a whole number from 0, got ${k}`);
  }
  const wanted = Math.min(k, tree.segmentCount);
  search(hits, wanted, point[pointOffset], point[pointOffset + 1], tree, maxDistance);
  // Shorter lists were never made a heap.
  if (hits.count === wanted) {
    sortHeap(hits);
  } else {
    sortHits(hits);
  }
  return hits.count;
}

/**
 * Fills `hits` with the first `k` segments in the order of (distance, index); once full it is a heap, its last on top.
 */
function search(hits: SegmentHits, k: number, px: number, py: number, tree: SegmentTree, maxDistance: number): void {
  hits.count = 0;
  if (k === 0 || !(maxDistance >= 0)) {
    return;
  }
  const { kind, links, bounds } = tree;
  const stride = boundsStride(kind);
  const slack = slackFor(tree.magnitude + Math.abs(px) + Math.abs(py));
  const { nodes, entries: keys } = borrowStack(tree.depth + 1);
  let worst = maxDistance * maxDistance;
  nodes[0] = 0;
  keys[0] = pointDistanceSquared(kind, bounds, 0, px, py, slack);
  let count = 1;
  while (count > 0) {
    count--;
    // The comparison also refuses NaN.
    if (!(keys[count] <= worst)) {
      continue;
    }
    const node = nodes[count];
    const first = links[node * LINK_STRIDE];
    const size = links[node * LINK_STRIDE + 1];
    if (size > 0) {
      worst = searchLeaf(hits, k, px, py, tree, first, size, worst);
      continue;
    }
    const left = pointDistanceSquared(kind, bounds, first * stride, px, py, slack);
    const right = pointDistanceSquared(kind, bounds, (first + 1) * stride, px, py, slack);
    // The nearer child goes on top.
    const nearer = right < left ? 1 : 0;
    nodes[count] = first + 1 - nearer;
    keys[count++] = nearer === 0 ? right : left;
    nodes[count] = first + nearer;
    keys[count++] = nearer === 0 ? left : right;
  }
}

/** Offers the segments of a leaf and returns the squared distance beyond which nothing is wanted any more. */
function searchLeaf(
  hits: SegmentHits,
  k: number,
  px: number,
  py: number,
  tree: SegmentTree,
  first: number,
  size: number,
  limit: number,
): number {
  const { ends, segments } = tree;
  let worst = limit;
  for (let i = first; i < first + size; i++) {
    const at = i * SEGMENT_STRIDE;
    const ax = ends[at];
    const ay = ends[at + 1];
    const bx = ends[at + 2];
    const by = ends[at + 3];
    const t = closestFractionOnSegment(px, py, ax, ay, bx, by);
    const distance = distanceSquaredAtFraction(px, py, ax, ay, bx, by, t);
    if (!(distance <= worst)) {
      continue;
    }
    if (hits.count < k) {
      pushHit(hits, segments[i], distance);
      if (hits.count === k) {
        for (let parent = (k >> 1) - 1; parent >= 0; parent--) {
          siftDown(hits, parent, k);
        }
        worst = hits.values[0];
      }
    } else if (isAfter(hits.segments[0], hits.values[0], segments[i], distance)) {
      hits.segments[0] = segments[i];
      hits.values[0] = distance;
      siftDown(hits, 0, k);
      worst = hits.values[0];
    } else {
      continue;
    }
    if (hits === nearest) {
      nearestPlaces[0] = i;
    }
  }
  return worst;
}

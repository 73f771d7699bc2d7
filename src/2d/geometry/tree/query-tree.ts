import type { IndexList } from '../../../core/index-list.ts';
import { reserveIndices } from '../../../core/index-list.ts';
import type { NumberArray } from '../../../core/number-array.ts';
import { LINK_STRIDE } from '../../../core/tree/topology.ts';
import { borrowStack } from '../../../core/tree/traversal-stack.ts';
import { closestFractionOnSegment, distanceSquaredAtFraction } from '../closest/closest-point-segment.ts';
import { overlapsSegmentAabbParts } from '../overlap/overlaps-segment-box.ts';
import { boundsStride, SEGMENT_STRIDE, type SegmentTree } from './segment-tree.ts';
import { mayOverlapBox, pointDistanceSquared, slackFor } from './volume-tests.ts';

/**
 * Finds the segments of a tree that share a point with a solid AABB (4), touching included, inside included: fills
 * `list` (cleared first) with their indices in ascending order and returns their number. Exact.
 *
 * Source: Ericson, Real-Time Collision Detection, 6.3; segment against box by separating axes, 5.3.3.
 */
export function querySegmentTreeAabb(
  list: IndexList,
  aabb: NumberArray,
  aabbOffset: number,
  tree: SegmentTree,
): number {
  const { kind, links, bounds, ends, segments } = tree;
  const stride = boundsStride(kind);
  const minX = aabb[aabbOffset];
  const minY = aabb[aabbOffset + 1];
  const maxX = aabb[aabbOffset + 2];
  const maxY = aabb[aabbOffset + 3];
  const halfX = (maxX - minX) * 0.5;
  const halfY = (maxY - minY) * 0.5;
  const centerX = minX + halfX;
  const centerY = minY + halfY;
  const reach = Math.max(Math.abs(minX), Math.abs(minY), Math.abs(maxX), Math.abs(maxY));
  const slack = slackFor(tree.magnitude + reach);
  list.count = 0;
  if (!(minX <= maxX && minY <= maxY)) {
    return 0;
  }
  const { nodes } = borrowStack(tree.depth + 1);
  nodes[0] = 0;
  let count = 1;
  while (count > 0) {
    const node = nodes[--count];
    if (!mayOverlapBox(kind, bounds, node * stride, centerX, centerY, halfX, halfY, slack)) {
      continue;
    }
    const first = links[node * LINK_STRIDE];
    const size = links[node * LINK_STRIDE + 1];
    if (size === 0) {
      nodes[count++] = first + 1;
      nodes[count++] = first;
      continue;
    }
    const items = reserveIndices(list, size);
    for (let i = first; i < first + size; i++) {
      const at = i * SEGMENT_STRIDE;
      if (overlapsSegmentAabbParts(ends[at], ends[at + 1], ends[at + 2], ends[at + 3], minX, minY, maxX, maxY)) {
        items[list.count++] = segments[i];
      }
    }
  }
  list.items.subarray(0, list.count).sort();
  return list.count;
}

/**
 * Finds the segments of a tree that share a point with a solid circle (centre, radius), touching included: fills `list`
 * (cleared first) with their indices in ascending order and returns their number.
 *
 * Source: Ericson, Real-Time Collision Detection, 6.3 and 5.1.2.
 */
export function querySegmentTreeCircle(
  list: IndexList,
  circle: NumberArray,
  circleOffset: number,
  tree: SegmentTree,
): number {
  return querySegmentTreePoint(list, circle, circleOffset, circle[circleOffset + 2], tree);
}

/**
 * Finds the segments of a tree within `maxDistance` of a point, equality included: fills `list` (cleared first) with
 * their indices in ascending order and returns their number.
 *
 * Source: Ericson, Real-Time Collision Detection, 6.3 and 5.1.2.
 */
export function querySegmentTreePoint(
  list: IndexList,
  point: NumberArray,
  pointOffset: number,
  maxDistance: number,
  tree: SegmentTree,
): number {
  const { kind, links, bounds, ends, segments } = tree;
  const stride = boundsStride(kind);
  const px = point[pointOffset];
  const py = point[pointOffset + 1];
  const slack = slackFor(tree.magnitude + Math.abs(px) + Math.abs(py));
  const limit = maxDistance * maxDistance;
  list.count = 0;
  if (!(maxDistance >= 0)) {
    return 0;
  }
  const { nodes } = borrowStack(tree.depth + 1);
  nodes[0] = 0;
  let count = 1;
  while (count > 0) {
    const node = nodes[--count];
    if (!(pointDistanceSquared(kind, bounds, node * stride, px, py, slack) <= limit)) {
      continue;
    }
    const first = links[node * LINK_STRIDE];
    const size = links[node * LINK_STRIDE + 1];
    if (size === 0) {
      nodes[count++] = first + 1;
      nodes[count++] = first;
      continue;
    }
    const items = reserveIndices(list, size);
    for (let i = first; i < first + size; i++) {
      const at = i * SEGMENT_STRIDE;
      const ax = ends[at];
      const ay = ends[at + 1];
      const bx = ends[at + 2];
      const by = ends[at + 3];
      const t = closestFractionOnSegment(px, py, ax, ay, bx, by);
      if (distanceSquaredAtFraction(px, py, ax, ay, bx, by, t) <= limit) {
        items[list.count++] = segments[i];
      }
    }
  }
  list.items.subarray(0, list.count).sort();
  return list.count;
}

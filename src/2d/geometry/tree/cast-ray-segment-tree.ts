import type { NumberArray, WritableNumberArray } from '../../../core/number-array.ts';
import { LINK_STRIDE } from '../../../core/tree/topology.ts';
import { borrowStack } from '../../../core/tree/traversal-stack.ts';
import { castRaySegment, fractionRaySegment } from '../ray/cast-ray-segment.ts';
import { pushHit, type SegmentHits, sortHits } from './segment-hits.ts';
import { boundsStride, SEGMENT_STRIDE, type SegmentTree } from './segment-tree.ts';
import { rayEntry, slackFor } from './volume-tests.ts';

/**
 * Casts a ray (origin, direction of any length; 4) at the segments of a tree. Returns the fraction of the nearest hit
 * and writes its point, the unit normal that faces the origin and the index of the segment (5 numbers:
 * `x y nx ny segment`); of equally near segments the one of lowest index. Starting on a segment gives 0 and a zero
 * normal. A miss or NaN gives `Infinity` and writes nothing. The answer is that of castRayChain over all segments.
 *
 * Source: Ericson, Real-Time Collision Detection, 6.3 and 7.4.
 */
export function castRaySegmentTree(
  out: WritableNumberArray,
  outOffset: number,
  ray: NumberArray,
  rayOffset: number,
  maxFraction: number,
  tree: SegmentTree,
): number {
  const { kind, links, bounds, ends, segments } = tree;
  const stride = boundsStride(kind);
  const slack = slackFor(tree.magnitude + Math.abs(ray[rayOffset]) + Math.abs(ray[rayOffset + 1]));
  const { nodes, entries: keys } = borrowStack(tree.depth + 1);
  let best = maxFraction;
  let found = -1;
  let count = 0;
  const rootEntry = rayEntry(kind, bounds, 0, ray, rayOffset, best, slack);
  if (rootEntry !== Infinity) {
    nodes[0] = 0;
    keys[0] = rootEntry;
    count = 1;
  }
  while (count > 0) {
    count--;
    if (keys[count] > best) {
      continue;
    }
    const node = nodes[count];
    const first = links[node * LINK_STRIDE];
    const size = links[node * LINK_STRIDE + 1];
    if (size === 0) {
      const left = rayEntry(kind, bounds, first * stride, ray, rayOffset, best, slack);
      const right = rayEntry(kind, bounds, (first + 1) * stride, ray, rayOffset, best, slack);
      // The nearer child goes on top.
      const nearer = right < left ? 1 : 0;
      const farKey = nearer === 0 ? right : left;
      const nearKey = nearer === 0 ? left : right;
      if (farKey !== Infinity) {
        nodes[count] = first + 1 - nearer;
        keys[count++] = farKey;
      }
      if (nearKey !== Infinity) {
        nodes[count] = first + nearer;
        keys[count++] = nearKey;
      }
      continue;
    }
    for (let i = first; i < first + size; i++) {
      const at = i * SEGMENT_STRIDE;
      // The limit is the caller's, not `best`: the answer for one segment may not depend on the segments seen before
      // it.
      const t = fractionRaySegment(ray, rayOffset, maxFraction, ends, at);
      if (t === Infinity) {
        continue;
      }
      if (t < best || (t === best && (found < 0 || segments[i] < segments[found]))) {
        best = t;
        found = i;
      }
    }
  }
  if (found < 0) {
    return Infinity;
  }
  const at = found * SEGMENT_STRIDE;
  castRaySegment(out, outOffset, ray, rayOffset, maxFraction, ends, at);
  out[outOffset + 4] = segments[found];
  return best;
}

/**
 * Returns whether a ray (4) meets any segment of a tree within `maxFraction`; stops at the first it finds. Exact.
 *
 * Source: Ericson, Real-Time Collision Detection, 6.3.
 */
export function castRaySegmentTreeAny(
  ray: NumberArray,
  rayOffset: number,
  maxFraction: number,
  tree: SegmentTree,
): boolean {
  return collect(null, ray, rayOffset, maxFraction, tree) > 0;
}

/**
 * Finds all segments of a tree that a ray (4) meets within `maxFraction`: fills `hits` (cleared first) with segments
 * and fractions, nearest first, equal fractions by segment index; returns their number. A ray through the point two
 * segments share reports both.
 *
 * Source: Ericson, Real-Time Collision Detection, 6.3.
 */
export function castRaySegmentTreeAll(
  hits: SegmentHits,
  ray: NumberArray,
  rayOffset: number,
  maxFraction: number,
  tree: SegmentTree,
): number {
  hits.count = 0;
  collect(hits, ray, rayOffset, maxFraction, tree);
  sortHits(hits);
  return hits.count;
}

/** Adds every hit to `hits`, or without a list returns 1 at the first. */
function collect(
  hits: SegmentHits | null,
  ray: NumberArray,
  rayOffset: number,
  maxFraction: number,
  tree: SegmentTree,
): number {
  const { kind, links, bounds, ends, segments } = tree;
  const stride = boundsStride(kind);
  const slack = slackFor(tree.magnitude + Math.abs(ray[rayOffset]) + Math.abs(ray[rayOffset + 1]));
  const { nodes } = borrowStack(tree.depth + 1);
  nodes[0] = 0;
  let count = 1;
  while (count > 0) {
    const node = nodes[--count];
    if (rayEntry(kind, bounds, node * stride, ray, rayOffset, maxFraction, slack) === Infinity) {
      continue;
    }
    const first = links[node * LINK_STRIDE];
    const size = links[node * LINK_STRIDE + 1];
    if (size === 0) {
      nodes[count++] = first + 1;
      nodes[count++] = first;
      continue;
    }
    for (let i = first; i < first + size; i++) {
      const at = i * SEGMENT_STRIDE;
      const t = fractionRaySegment(ray, rayOffset, maxFraction, ends, at);
      if (t !== Infinity) {
        if (hits === null) {
          return 1;
        }
        pushHit(hits, segments[i], t);
      }
    }
  }
  return 0;
}

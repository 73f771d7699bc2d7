import type { BoundsKernels } from '../../core/broad-phase/bounds-kernels.ts';
import {
  GROWTH_FACTOR,
  GROWTH_MARGIN,
  GROWTH_NEW_MARGIN,
  GROWTH_SUM,
  growth,
  SIDE_GROWTH,
} from '../../core/broad-phase/make-fat-aabbs.ts';
import { NEVER, type PairCache } from '../../core/broad-phase/pair-cache.ts';
import { boundsOverlap } from '../bvh/bounds-overlap.ts';
import { BOUNDS_STRIDE } from '../collider-set.ts';

/*
 * What the broad phase does with boxes of the plane: minX, minY, maxX, maxY. Each of these is called once a tick, so
 * nothing but a return follows its loop, see sort-pairs.ts.
 */

/** A collider that escaped may come back into its fat AABB: its pairs are still in the cache. */
function findEscaped(cache: PairCache, bounds: Float64Array, items: Uint32Array, count: number): number {
  const { fatAabbs, lastInside } = cache;
  const { age } = cache.plan;
  const escaped = cache.escaped.items;
  let escapedCount = 0;
  for (let i = 0; i < count; i++) {
    const slot = items[i];
    const at = BOUNDS_STRIDE * slot;
    if (
      lastInside[slot] !== NEVER &&
      bounds[at] >= fatAabbs[at] &&
      bounds[at + 1] >= fatAabbs[at + 1] &&
      bounds[at + 2] <= fatAabbs[at + 2] &&
      bounds[at + 3] <= fatAabbs[at + 3]
    ) {
      lastInside[slot] = age;
    } else {
      escaped[escapedCount++] = slot;
    }
  }
  return escapedCount;
}

function growFatAabbs(
  terms: Float64Array,
  cache: PairCache,
  bounds: Float64Array,
  items: Uint32Array,
  count: number,
): void {
  const { fatAabbs, startBounds, lastInside } = cache;
  const factor = terms[GROWTH_FACTOR];
  const margin = terms[GROWTH_MARGIN];
  const newMargin = terms[GROWTH_NEW_MARGIN];
  for (let i = 0; i < count; i++) {
    const slot = items[i];
    const at = BOUNDS_STRIDE * slot;
    const minX = bounds[at];
    const minY = bounds[at + 1];
    const maxX = bounds[at + 2];
    const maxY = bounds[at + 3];
    const isNew = !(startBounds[at] < Infinity);
    const left = isNew ? 0 : (minX - startBounds[at]) * factor;
    const below = isNew ? 0 : (minY - startBounds[at + 1]) * factor;
    const right = isNew ? 0 : (maxX - startBounds[at + 2]) * factor;
    const above = isNew ? 0 : (maxY - startBounds[at + 3]) * factor;
    const alongX = Math.abs(left) + Math.abs(right);
    const alongY = Math.abs(below) + Math.abs(above);
    const around = isNew ? newMargin : margin;
    const slackX = SIDE_GROWTH * alongX + around;
    const slackY = SIDE_GROWTH * alongY + around;
    const limit = maxX - minX + (maxY - minY);
    fatAabbs[at] = minX - growth(slackX - left, limit);
    fatAabbs[at + 1] = minY - growth(slackY - below, limit);
    fatAabbs[at + 2] = maxX + growth(slackX + right, limit);
    fatAabbs[at + 3] = maxY + growth(slackY + above, limit);
    startBounds[at] = minX;
    startBounds[at + 1] = minY;
    startBounds[at + 2] = maxX;
    startBounds[at + 3] = maxY;
    lastInside[slot] = 1;
    if (alongX + alongY < limit) terms[GROWTH_SUM] = terms[GROWTH_SUM] + alongX + alongY;
  }
}

function copyOverlapping(
  to: Uint32Array,
  pairs: Uint32Array,
  count: number,
  bounds: Float64Array,
  lastInside: Uint8Array,
  ageA: number,
  ageB: number,
): number {
  let kept = 0;
  for (let i = 0; i < 2 * count; i += 2) {
    const a = pairs[i];
    const b = pairs[i + 1];
    if (lastInside[a] < ageA || lastInside[b] < ageB || !boundsOverlap(bounds, a, b)) continue;
    to[kept] = a;
    to[kept + 1] = b;
    kept += 2;
  }
  return kept;
}

export const boundsKernels: BoundsKernels = {
  boundsStride: BOUNDS_STRIDE,
  findEscaped,
  growFatAabbs,
  copyOverlapping,
};

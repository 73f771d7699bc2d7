import type { BoundsKernels } from '../../core/broad-phase/bounds-kernels.ts';
import type { FatPairs } from '../../core/broad-phase/fat-pairs.ts';
import {
  HOPELESS,
  PREDICTION_MARGIN,
  PREDICTION_MIDDLE,
  PREDICTION_NEW_MARGIN,
  PREDICTION_SPREAD,
  PREDICTION_SUM,
} from '../../core/broad-phase/make-fat-aabbs.ts';
import { BOUNDS_STRIDE } from '../collider-set.ts';

/*
 * The loops of the broad phase over boxes of the plane: minX, minY, maxX, maxY. Each of them is called once a tick, so
 * nothing but a return follows its loop: V8 would leave the compiled code there, see `writeRanks` in sort-pairs.ts.
 */

/** A collider that escaped may come back into its fat AABB: its pairs are still in the cache. */
function findEscaped(
  escaped: Uint32Array,
  inside: Uint8Array,
  fatAabbs: Float64Array,
  bounds: Float64Array,
  items: Uint32Array,
  count: number,
): number {
  let escapedCount = 0;
  for (let i = 0; i < count; i++) {
    const slot = items[i];
    const at = BOUNDS_STRIDE * slot;
    if (
      bounds[at] >= fatAabbs[at] &&
      bounds[at + 1] >= fatAabbs[at + 1] &&
      bounds[at + 2] <= fatAabbs[at + 2] &&
      bounds[at + 3] <= fatAabbs[at + 3]
    ) {
      inside[slot] = 1;
    } else {
      escaped[escapedCount++] = slot;
    }
  }
  return escapedCount;
}

function growFatAabbs(
  terms: Float64Array,
  fat: FatPairs,
  startBounds: Float64Array,
  bounds: Float64Array,
  items: Uint32Array,
  count: number,
): number {
  const { fatAabbs } = fat;
  const members = fat.pairs.pairs;
  const middle = terms[PREDICTION_MIDDLE];
  const spread = terms[PREDICTION_SPREAD];
  const margin = terms[PREDICTION_MARGIN];
  const newMargin = terms[PREDICTION_NEW_MARGIN];
  let moved = 0;
  for (let i = 0; i < count; i++) {
    const slot = items[i];
    const at = BOUNDS_STRIDE * slot;
    const minX = bounds[at];
    const minY = bounds[at + 1];
    const maxX = bounds[at + 2];
    const maxY = bounds[at + 3];
    const isNew = !(startBounds[at] < Infinity);
    const left = minX - startBounds[at];
    const below = minY - startBounds[at + 1];
    const right = maxX - startBounds[at + 2];
    const above = maxY - startBounds[at + 3];
    const alongX = isNew ? 0 : left + right;
    const alongY = isNew ? 0 : below + above;
    // A side that has grown by its motion may go on growing; a side that has shrunk is kept.
    const wider = isNew ? 0 : right - left;
    const higher = isNew ? 0 : above - below;
    const around = isNew ? newMargin : margin;
    const wayX = alongX * middle;
    const wayY = alongY * middle;
    const reachX = around + Math.abs(alongX) * spread + Math.abs(wider) * middle;
    const reachY = around + Math.abs(alongY) * spread + Math.abs(higher) * middle;
    const limit = maxX - minX + (maxY - minY);
    const way = Math.abs(alongX) + Math.abs(alongY);
    if (way + Math.abs(wider) + Math.abs(higher) > 0) moved++;
    if (!(way * spread < HOPELESS * limit && limit < Infinity)) continue;
    fatAabbs[at] = minX + wayX - reachX;
    fatAabbs[at + 1] = minY + wayY - reachY;
    fatAabbs[at + 2] = maxX + wayX + reachX;
    fatAabbs[at + 3] = maxY + wayY + reachY;
    terms[PREDICTION_SUM] = terms[PREDICTION_SUM] + way;
    members[fat.memberCount++] = slot;
  }
  return moved;
}

/**
 * Copies the pairs whose boxes overlap. About half of the pairs of fat AABBs overlap now, which is a coin toss for a
 * branch: all are written, and only an overlapping pair moves the end on. `Number` of a comparison takes no branch, a
 * choice between two numbers does. Nothing but a return follows the loop: V8 would leave the compiled code there, see
 * `writeRanks` in sort-pairs.ts.
 */
function copyOverlapping(
  to: Uint32Array,
  count: number,
  pairs: Uint32Array,
  start: number,
  end: number,
  bounds: Float64Array,
  inside: Uint8Array,
  anyA: number,
): number {
  let kept = count;
  for (let i = 2 * start; i < 2 * end; i += 2) {
    const a = pairs[i];
    const b = pairs[i + 1];
    const boxA = BOUNDS_STRIDE * a;
    const boxB = BOUNDS_STRIDE * b;
    const alongX = Number(bounds[boxA] <= bounds[boxB + 2]) & Number(bounds[boxB] <= bounds[boxA + 2]);
    const alongY = Number(bounds[boxA + 1] <= bounds[boxB + 3]) & Number(bounds[boxB + 1] <= bounds[boxA + 3]);
    to[2 * kept] = a;
    to[2 * kept + 1] = b;
    kept += alongX & alongY & (inside[a] | anyA) & inside[b];
  }
  return kept;
}

export const boundsKernels: BoundsKernels = {
  boundsStride: BOUNDS_STRIDE,
  findEscaped,
  growFatAabbs,
  copyOverlapping,
};

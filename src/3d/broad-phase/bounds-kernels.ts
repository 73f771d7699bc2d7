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
 * The loops of the broad phase over boxes in space: minX, minY, minZ, maxX, maxY, maxZ. Each of them is called once a
 * tick, so nothing but a return follows its loop: V8 would leave the compiled code there, see `writeRanks` in
 * sort-pairs.ts.
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
      bounds[at + 2] >= fatAabbs[at + 2] &&
      bounds[at + 3] <= fatAabbs[at + 3] &&
      bounds[at + 4] <= fatAabbs[at + 4] &&
      bounds[at + 5] <= fatAabbs[at + 5]
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
    const minZ = bounds[at + 2];
    const maxX = bounds[at + 3];
    const maxY = bounds[at + 4];
    const maxZ = bounds[at + 5];
    const isNew = !(startBounds[at] < Infinity);
    const lowX = minX - startBounds[at];
    const lowY = minY - startBounds[at + 1];
    const lowZ = minZ - startBounds[at + 2];
    const highX = maxX - startBounds[at + 3];
    const highY = maxY - startBounds[at + 4];
    const highZ = maxZ - startBounds[at + 5];
    const alongX = isNew ? 0 : lowX + highX;
    const alongY = isNew ? 0 : lowY + highY;
    const alongZ = isNew ? 0 : lowZ + highZ;
    // A side that has grown by its motion may go on growing; a side that has shrunk is kept.
    const growthX = isNew ? 0 : Math.abs(highX - lowX);
    const growthY = isNew ? 0 : Math.abs(highY - lowY);
    const growthZ = isNew ? 0 : Math.abs(highZ - lowZ);
    const around = isNew ? newMargin : margin;
    const wayX = alongX * middle;
    const wayY = alongY * middle;
    const wayZ = alongZ * middle;
    const reachX = around + Math.abs(alongX) * spread + growthX * middle;
    const reachY = around + Math.abs(alongY) * spread + growthY * middle;
    const reachZ = around + Math.abs(alongZ) * spread + growthZ * middle;
    const limit = maxX - minX + (maxY - minY) + (maxZ - minZ);
    const way = Math.abs(alongX) + Math.abs(alongY) + Math.abs(alongZ);
    if (way + growthX + growthY + growthZ > 0) moved++;
    if (!(way * spread < HOPELESS * limit && limit < Infinity)) continue;
    fatAabbs[at] = minX + wayX - reachX;
    fatAabbs[at + 1] = minY + wayY - reachY;
    fatAabbs[at + 2] = minZ + wayZ - reachZ;
    fatAabbs[at + 3] = maxX + wayX + reachX;
    fatAabbs[at + 4] = maxY + wayY + reachY;
    fatAabbs[at + 5] = maxZ + wayZ + reachZ;
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
    const alongX = Number(bounds[boxA] <= bounds[boxB + 3]) & Number(bounds[boxB] <= bounds[boxA + 3]);
    const alongY = Number(bounds[boxA + 1] <= bounds[boxB + 4]) & Number(bounds[boxB + 1] <= bounds[boxA + 4]);
    const alongZ = Number(bounds[boxA + 2] <= bounds[boxB + 5]) & Number(bounds[boxB + 2] <= bounds[boxA + 5]);
    to[2 * kept] = a;
    to[2 * kept + 1] = b;
    kept += alongX & alongY & alongZ & (inside[a] | anyA) & inside[b];
  }
  return kept;
}

export const boundsKernels: BoundsKernels = {
  boundsStride: BOUNDS_STRIDE,
  findEscaped,
  growFatAabbs,
  copyOverlapping,
};

import type { FatPairs } from './fat-pairs.ts';

/**
 * The loops over bounds that each dimension writes out for its axes: the broad phase of most ticks consists of these.
 * Bounds are boxes by slot: the least coordinate of each axis, then the largest of each.
 */
export interface BoundsKernels {
  /** How many numbers a box has. */
  readonly boundsStride: number;
  /**
   * Writes 1 to `inside` for the slots of `items[0 .. count)` that are inside their fat AABBs, and the other slots to
   * `escaped`. Returns how many have escaped.
   */
  findEscaped(
    escaped: Uint32Array,
    inside: Uint8Array,
    fatAabbs: Float64Array,
    bounds: Float64Array,
    items: Uint32Array,
    count: number,
  ): number;
  /**
   * Writes fat AABBs as the terms (`PREDICTION_…`) say, by the motion since `startBounds`. Lists the slots that get one
   * as members, and adds up how far these have moved. Returns how many slots in total have moved.
   */
  growFatAabbs(
    terms: Float64Array,
    fat: FatPairs,
    startBounds: Float64Array,
    bounds: Float64Array,
    items: Uint32Array,
    count: number,
  ): number;
  /**
   * Copies the pairs `start` … `end` − 1 whose bounds overlap, and of which B and, unless `anyA` is 1, A are inside
   * their fat AABBs, to the place of pair `count` and on. Returns how many pairs there are then. `to` may be `pairs`
   * itself.
   */
  copyOverlapping(
    to: Uint32Array,
    count: number,
    pairs: Uint32Array,
    start: number,
    end: number,
    bounds: Float64Array,
    inside: Uint8Array,
    anyA: number,
  ): number;
}

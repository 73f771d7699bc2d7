import type { PairCache } from './pair-cache.ts';

/**
 * The loops over bounds that each dimension writes out for its axes: the broad phase of most ticks consists of these.
 * Bounds are boxes by slot: the least coordinate of each axis, then the largest of each.
 */
export interface BoundsKernels {
  /** Numbers of a box. */
  readonly boundsStride: number;
  /**
   * Marks the slots of `items[0 .. count)` that are inside their fat AABBs as seen at the cache's present age, and
   * writes the others to `cache.escaped`. Returns how many these are.
   */
  findEscaped(cache: PairCache, bounds: Float64Array, items: Uint32Array, count: number): number;
  /** Writes the fat AABBs of slots as the terms (`GROWTH_…`) say, and adds up how far these have moved. */
  growFatAabbs(terms: Float64Array, cache: PairCache, bounds: Float64Array, items: Uint32Array, count: number): void;
  /**
   * Copies the pairs whose bounds overlap, and of which A and B were last inside their fat AABBs at the given ages or
   * later. Returns how many numbers it wrote. `to` may be `pairs` itself.
   */
  copyOverlapping(
    to: Uint32Array,
    pairs: Uint32Array,
    count: number,
    bounds: Float64Array,
    lastInside: Uint8Array,
    ageA: number,
    ageB: number,
  ): number;
}

import type { Bvh } from '../bvh/bvh.ts';
import type { IndexList } from '../index-list.ts';

/**
 * The largest number of colliders that a sweep takes: above it, foreseeing pairs is faster even where all colliders are
 * in a column or a heap.
 */
export const SWEEP_CAPACITY = 64;

/** Scratch of all worlds. By collider: its slot, and the first and the last cell that its box covers. */
const slots = new Uint32Array(SWEEP_CAPACITY);
const firstCells = new Uint8Array(SWEEP_CAPACITY);
const lastCells = new Uint8Array(SWEEP_CAPACITY);
/** By cell: the end of the colliders that begin in this cell, in the arrays below. */
const cellEnds = new Uint8Array(SWEEP_CAPACITY);
/**
 * The colliders again, in the order of first cells; whether each is a mover, and the two ends of its box along the
 * second axis.
 */
const sortedSlots = new Uint32Array(SWEEP_CAPACITY);
const sortedLastCells = new Uint8Array(SWEEP_CAPACITY);
const areMovers = new Uint8Array(SWEEP_CAPACITY);
const lows = new Float64Array(SWEEP_CAPACITY);
const highs = new Float64Array(SWEEP_CAPACITY);

/**
 * Writes the pairs, one of which is a mover, whose bounds overlap along the second axis and may do so along the first,
 * in no particular order; returns how many. The first `movers` of `moving` are movers. `pairs` needs room for all
 * possible ones.
 *
 * The first axis is cut into as many cells as there are colliders, these are sorted by the cell in which they begin,
 * and each is compared with those behind it that begin in a cell it covers. Which cell a coordinate is in grows with
 * it, however it is rounded, so no pair is lost.
 */
export function sweepAlongAxis(
  pairs: Uint32Array,
  bounds: Float64Array,
  boundsStride: number,
  moving: IndexList,
  movers: number,
  statics: Bvh,
): number {
  const count = moving.count + statics.itemCount;
  for (let i = 0; i < moving.count; i++) slots[i] = moving.items[i];
  for (let i = moving.count; i < count; i++) slots[i] = statics.order[i - moving.count];
  findCells(bounds, boundsStride, count);
  sortByCell(bounds, boundsStride, count, movers);
  return listMeeting(pairs, count);
}

function findCells(bounds: Float64Array, boundsStride: number, count: number): void {
  let least = Infinity;
  let largest = -Infinity;
  for (let i = 0; i < count; i++) {
    const start = bounds[boundsStride * slots[i]];
    if (start < least) least = start;
    if (start > largest) largest = start;
  }
  const cellsPerUnit = (count - 1) / (largest - least);
  for (let i = 0; i < count; i++) {
    const at = boundsStride * slots[i];
    const first = (bounds[at] - least) * cellsPerUnit;
    const last = (bounds[at + (boundsStride >> 1)] - least) * cellsPerUnit;
    // Where all colliders begin in one place, or too far apart for a number, these quotients are NaN or infinite, which
    // is stored as 0.
    firstCells[i] = first;
    lastCells[i] = last < count ? last : count - 1;
  }
}

function sortByCell(bounds: Float64Array, boundsStride: number, count: number, movers: number): void {
  cellEnds.fill(0, 0, count);
  for (let i = 0; i < count; i++) cellEnds[firstCells[i]]++;
  let start = 0;
  for (let cell = 0; cell < count; cell++) {
    const held = cellEnds[cell];
    cellEnds[cell] = start;
    start += held;
  }
  for (let i = 0; i < count; i++) {
    const place = cellEnds[firstCells[i]]++;
    const at = boundsStride * slots[i];
    sortedSlots[place] = slots[i];
    sortedLastCells[place] = lastCells[i];
    areMovers[place] = Number(i < movers);
    lows[place] = bounds[at + 1];
    highs[place] = bounds[at + (boundsStride >> 1) + 1];
  }
}

/**
 * Writes the pairs that meet. As in `copyOverlapping`, there is no branch on whether two meet: each pair is written,
 * and only a pair that meets moves the end of the list on.
 */
function listMeeting(pairs: Uint32Array, count: number): number {
  let end = 0;
  for (let i = 0; i < count; i++) {
    const slot = sortedSlots[i];
    const isMover = areMovers[i];
    const low = lows[i];
    const high = highs[i];
    const behind = cellEnds[sortedLastCells[i]];
    for (let k = i + 1; k < behind; k++) {
      pairs[end] = slot;
      pairs[end + 1] = sortedSlots[k];
      end += 2 * ((isMover | areMovers[k]) & Number(lows[k] <= high) & Number(low <= highs[k]));
    }
  }
  return end >> 1;
}

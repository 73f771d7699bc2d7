import { createIndexList, reserveIndices } from '../index-list.ts';
import { EPSILON } from '../tolerance.ts';
import { reserve } from '../typed-array.ts';
import type { SurfaceStarts } from './surface-casts.ts';

export function createSurfaceStarts(): SurfaceStarts {
  return {
    hits: new Float64Array(0),
    slots: createIndexList(4),
    children: createIndexList(4),
    near: createIndexList(16),
  };
}

/**
 * How far from touching a start may still be, as of the last `writeSearched`: casts of pieces and contacts recognise
 * starts by different sums, and a piece that just touches must not slip in between the two.
 */
export const startRounding = new Float64Array(1);

/**
 * Writes the box in which pieces may be met at the start by a shape with these bounds, and `startRounding`: so many
 * epsilons of the sum of the sides of the bounds.
 */
export function writeSearched(searched: Float64Array, box: Float64Array, epsilons: number): void {
  const sides = box.length;
  startRounding[0] = 0;
  for (let side = 0; side < sides; side++) startRounding[0] += epsilons * EPSILON * Math.abs(box[side]);
  for (let side = 0; side < sides; side++) {
    searched[side] = box[side] + (2 * side < sides ? -startRounding[0] : startRounding[0]);
  }
}

/**
 * Adds a start at a piece of a collider, whose hit has `length` numbers, and returns where in `starts.hits` it begins.
 */
export function addStart(starts: SurfaceStarts, slot: number, child: number, length: number): number {
  const { slots, children } = starts;
  const at = length * children.count;
  starts.hits = reserve(starts.hits, at + length);
  reserveIndices(slots, 1)[slots.count++] = slot;
  reserveIndices(children, 1)[children.count++] = child;
  return at;
}

/** Copies start number `index` of a list to a hit. */
export function readStart(hit: Float64Array, { hits }: SurfaceStarts, index: number): void {
  for (let i = 0; i < hit.length; i++) hit[i] = hits[hit.length * index + i];
}

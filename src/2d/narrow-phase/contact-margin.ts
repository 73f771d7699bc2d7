import type { ColliderSet } from '../collider-set.ts';

/**
 * The speculative margin of the world or pair in work, for the collide routines. A variable rather than a field that is
 * passed on: reading it hands over the number as it lies on the heap, where a field of an object would be copied into a
 * new box for every pair.
 */
export let contactMargin = 0;

/**
 * Takes over a world's margin, and what two colliders have of their own; writes only when it differs, because a write
 * allocates.
 */
export function useMargin(set: ColliderSet, own = 0): void {
  const margin = set.margin + own;
  if (margin !== contactMargin) contactMargin = margin;
}

import type { ColliderSet } from '../collider-set.ts';

/**
 * The speculative margin of the world in work, for the collide routines. A variable rather than a field that is passed
 * on: reading it hands over the number as it lies on the heap, where a field of an object would be copied into a new
 * box for every pair.
 */
export let contactMargin = 0;

/** Takes over a world's margin; writes only when it differs, because a write allocates. */
export function useMargin(set: ColliderSet): void {
  if (set.margin !== contactMargin) contactMargin = set.margin;
}

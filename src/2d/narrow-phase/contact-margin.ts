/**
 * The speculative margin of the world in work, for the collide routines. A variable rather than a field that is passed on: reading
 * it hands over the number as it lies on the heap, where a field of an object would be copied into a new box for every pair.
 */
export let contactMargin = 0;

/** Sets the margin; writes only when it differs, because a write allocates. */
export function useMargin(margin: number): void {
  if (margin !== contactMargin) contactMargin = margin;
}

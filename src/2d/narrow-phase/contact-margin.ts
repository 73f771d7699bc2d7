import type { ColliderSet } from '../collider-set.ts';

/**
 * The speculative margin of the world or pair in work, for the collide routines. In an array, in which it is handed on
 * too: a number that is given to a function that V8 does not inline is put on the heap.
 */
export const contactMargin = new Float64Array(1);

/** For what is to touch. */
export const NO_MARGIN = new Float64Array(1);

/** Takes over a world's margin. */
export function useMargin(set: ColliderSet): void {
  contactMargin[0] = set.margin;
}

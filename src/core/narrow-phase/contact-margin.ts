import type { ColliderSet } from '../collider-set.ts';

/**
 * The speculative margin of the world or pair that is being collided, for the collide routines. It is in an array and
 * handed on in one, as V8 puts a number on the heap that is given to a function that it does not inline.
 */
export const contactMargin = new Float64Array(1);

/** The margin for routines that must find only what touches or overlaps. */
export const NO_MARGIN = new Float64Array(1);

/** Makes a world's margin the one in use. */
export function useMargin(set: ColliderSet): void {
  contactMargin[0] = set.margin;
}

import type { Collision } from '../../entry/2d.ts';

/** 10,000 circles of this radius in a square of half this side: about one in two touches another. */
export const COUNT = 10_000;
export const HALF = 88.6;
export const RADIUS = 0.5;

/**
 * Returns how many contacts touch. A function of its own, as nothing may follow the loop: V8 compiles a long loop while
 * it runs, and falls out of that code at whatever follows.
 */
export function countContacts(collision: Collision): number {
  let pairs = 0;
  for (const contact of collision.contacts()) if (contact.penetration >= 0) pairs++;
  return pairs;
}

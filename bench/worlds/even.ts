import type { Collision } from '../../entry/2d.ts';

/** 10,000 circles of this radius in a square of half this side: about one in two touches another. */
export const COUNT = 10_000;
export const HALF = 88.6;
export const RADIUS = 0.5;

/**
 * How many contacts touch. V8 leaves compiled code for what follows a loop that was compiled while it ran: here,
 * nothing.
 */
export function countContacts(collision: Collision): number {
  let pairs = 0;
  for (const contact of collision.contacts()) if (contact.penetration >= 0) pairs++;
  return pairs;
}

/*
 * Bits of the flags of a contact. In a module that imports nothing: only then do bundlers put the numbers in the
 * place of their names.
 */

/** Bits of `flags`: how many points, then states. */
export const CONTACT_POINT_COUNT_MASK = 0b111;
/** Separation of the shapes is 0 or less. Without it the contact is a near one, inside the speculative margin. */
export const CONTACT_TOUCHING = 1 << 3;
/** One of the two is a sensor: no manifold. */
export const CONTACT_SENSOR = 1 << 4;
/** The pair's begin was not delivered to handlers, because one of the two was removed first; neither will its end be. */
export const CONTACT_UNANNOUNCED = 1 << 5;

/*
 * Bits of the flags of a contact. In a module that imports nothing: only then do bundlers put the numbers in the
 * place of their names.
 */

/** Bits of `flags`: how many points, then states. A contact of a sensor has no points, and no manifold. */
export const CONTACT_POINT_COUNT_MASK = 0b111;
/** Separation of the shapes is 0 or less. Without it the contact is a near one, inside the speculative margin. */
export const CONTACT_TOUCHING = 1 << 3;
/** A child other than the first of a chain or compound takes part: which ones is in the list of children. */
export const CONTACT_CHILDREN = 1 << 4;
/** The pair's begin was not delivered to handlers, because one of the two was removed first; neither will its end be. */
export const CONTACT_UNANNOUNCED = 1 << 5;
/** The deepest contact of a pair that began to touch in this tick. */
export const CONTACT_BEGINS = 1 << 6;
/** The deepest contact of a pair that goes on touching. */
export const CONTACT_STAYS = 1 << 7;

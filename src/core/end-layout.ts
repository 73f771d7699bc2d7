/*
 * In a module that imports nothing: only then do bundlers put the numbers in the place of their names.
 */

/** Offsets in `ContactTransitions.ends`: slots of A and B, the cause, and the id that the contact had. */
export const END_SLOT_A = 0;
export const END_SLOT_B = 1;
export const END_CAUSE = 2;
export const END_ID = 3;
export const END_STRIDE = 4;

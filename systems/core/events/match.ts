/*
 * In a module that imports nothing: only then do bundlers put the numbers in the place of their names.
 */

/** Result of matching a pair: not at all, as (A, B), or as (B, A). */
export const MATCH_NONE = 0;
export const MATCH_FORWARD = 1;
export const MATCH_BACKWARD = 2;

/*
 * What is written in the columns of collider slots. In a module that imports nothing: only then do bundlers put the numbers in the
 * place of their names.
 */

/** The life of a slot. A slot leaves in two steps, so that the tick that reports its ends can still name it. */
export const SLOT_FREE = 0;
/** In use: takes part in bounds, hierarchy and pairs. */
export const SLOT_LIVE = 1;
/** Its collider is gone; pairs that still name it end in the next contact tracking. */
export const SLOT_REMOVED = 2;
/** Its ends have been reported; it is freed at the start of the next tick. */
export const SLOT_RETIRED = 3;

export const FLAG_SENSOR = 1;
export const FLAG_STATIC = 2;

/** Why a pair stopped touching, in the order of END_CAUSES. But for distance, the weightier first. */
export const CAUSE_SEPARATED = 0;
export const CAUSE_REMOVED = 1;
export const CAUSE_DISABLED = 2;
export const CAUSE_FILTERED = 3;

/** The slot of nobody. */
export const INVALID_SLOT = Infinity;

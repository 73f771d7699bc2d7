import { createIndexList } from './index-list.ts';

/**
 * Numbers that are needed only while a routine runs. One list serves all routines that never run at once, and all
 * worlds.
 */
export const scratchList = createIndexList();

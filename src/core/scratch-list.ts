import { createIndexList } from './index-list.ts';

/** Numbers that are needed only while a routine runs. One list for all that never run at once, and for all worlds. */
export const scratchList = createIndexList();

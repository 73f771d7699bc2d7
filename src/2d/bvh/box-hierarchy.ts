import { type HierarchyKind, ITEM_BOX_STRIDE } from './bvh.ts';
import { joinGroupBoxes } from './find-cross-pairs.ts';
import { findSelfPairsBoxes } from './find-self-pairs.ts';
import { fitBoxes } from './fit-boxes.ts';

/** A hierarchy of axis-aligned boxes: the faster kind. What a world uses unless told otherwise. */
export const boxHierarchy: HierarchyKind = {
  name: 'box',
  reserveItems(bvh, count) {
    bvh.itemBoxes = new Int32Array(ITEM_BOX_STRIDE * count);
  },
  fit: fitBoxes,
  findSelfPairs: findSelfPairsBoxes,
  joinGroup: joinGroupBoxes,
};

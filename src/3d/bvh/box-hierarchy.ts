import type { HierarchyKind } from '../../core/bvh/bvh.ts';
import { fitBoxes } from '../../core/bvh/fit-boxes.ts';
import { findSelfPairsBoxes } from './find-self-pairs-boxes.ts';
import { joinGroupBoxes } from './join-group-boxes.ts';
import { ITEM_BOX_STRIDE } from './layout.ts';

/** A hierarchy of axis-aligned boxes: the faster kind. */
export const boxHierarchy: HierarchyKind = {
  name: 'aabb',
  axes: 3,
  reserveItems(bvh, count) {
    bvh.itemBoxes = new Int32Array(ITEM_BOX_STRIDE * count);
  },
  fit: fitBoxes,
  findSelfPairs: findSelfPairsBoxes,
  joinGroup: joinGroupBoxes,
};

import { type HierarchyKind, ITEM_CIRCLE_STRIDE } from './bvh.ts';
import { findSelfPairsCircles } from './find-self-pairs-circles.ts';
import { fitCircles } from './fit-circles.ts';
import { joinGroupCircles } from './join-group-circles.ts';

/** A hierarchy of bounding circles: finds the same pairs as one of boxes. */
export const sphereHierarchy: HierarchyKind = {
  name: 'sphere',
  reserveItems(bvh, count) {
    bvh.itemCircles = new Float32Array(ITEM_CIRCLE_STRIDE * count);
  },
  fit: fitCircles,
  findSelfPairs: findSelfPairsCircles,
  joinGroup: joinGroupCircles,
};

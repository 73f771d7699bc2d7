import type { HierarchyKind } from '../../core/bvh/bvh.ts';
import { findCells } from './find-cells.ts';
import { findSelfPairsCircles } from './find-self-pairs-circles.ts';
import { fitCircles } from './fit-circles.ts';
import { joinGroupCircles } from './join-group-circles.ts';
import { ITEM_CIRCLE_STRIDE } from './layout.ts';

/** A hierarchy of bounding circles: finds the same pairs as one of boxes. */
export const sphereHierarchy: HierarchyKind = {
  name: 'sphere',
  axes: 2,
  findCells,
  reserveItems(bvh, count) {
    bvh.itemSpheres = new Float32Array(ITEM_CIRCLE_STRIDE * count);
  },
  fit: fitCircles,
  findSelfPairs: findSelfPairsCircles,
  joinGroup: joinGroupCircles,
};

import type { HierarchyKind } from './bvh.ts';
import { fitItemBoxes, fitNodeBoxes } from './fit-boxes.ts';
import { joinGroupBoxes } from './join-group-boxes.ts';

/** Makes a hierarchy of axis-aligned rectangles (2 axes) or boxes (3), with the self-join of its dimension. */
export function makeBoxHierarchy(axes: 2 | 3, findSelfPairs: HierarchyKind['findSelfPairs']): HierarchyKind {
  return {
    name: 'aabb',
    axes,
    reserveItems(bvh, count) {
      if (bvh.itemBoxes.length < 2 * axes * count) bvh.itemBoxes = new Int32Array(2 * axes * count);
    },
    fitItems: fitItemBoxes,
    fitNodes: fitNodeBoxes,
    findSelfPairs,
    joinGroup: joinGroupBoxes,
  };
}

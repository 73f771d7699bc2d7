import type { HierarchyKind } from '../../core/bvh/bvh.ts';
import { findCells } from './find-cells.ts';
import { findSelfPairsSpheres } from './find-self-pairs-spheres.ts';
import { fitSpheres } from './fit-spheres.ts';
import { joinGroupSpheres } from './join-group-spheres.ts';
import { ITEM_SPHERE_STRIDE } from './layout.ts';

/** A hierarchy of bounding spheres: finds the same pairs as one of boxes. */
export const sphereHierarchy: HierarchyKind = {
  name: 'sphere',
  axes: 3,
  findCells,
  reserveItems(bvh, count) {
    bvh.itemSpheres = new Float32Array(ITEM_SPHERE_STRIDE * count);
  },
  fit: fitSpheres,
  findSelfPairs: findSelfPairsSpheres,
  joinGroup: joinGroupSpheres,
};

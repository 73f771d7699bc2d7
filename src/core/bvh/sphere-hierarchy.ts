import type { HierarchyKind } from './bvh.ts';
import { findSelfPairsSpheres } from './find-self-pairs-spheres.ts';
import { fitItemSpheres, fitNodeSpheres } from './fit-spheres.ts';
import { joinGroupSpheres } from './join-group-spheres.ts';

/** Makes a hierarchy of bounding circles (2 axes) or spheres (3). */
export function makeSphereHierarchy(axes: 2 | 3): HierarchyKind {
  return {
    name: 'sphere',
    axes,
    reserveItems(bvh, count) {
      if (bvh.itemSpheres.length < (axes + 1) * count) bvh.itemSpheres = new Float64Array((axes + 1) * count);
    },
    fitItems: fitItemSpheres,
    fitNodes: fitNodeSpheres,
    findSelfPairs: findSelfPairsSpheres,
    joinGroup: joinGroupSpheres,
  };
}

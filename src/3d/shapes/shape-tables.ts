import type { ShapeTables } from '../../core/shapes/handled-shape.ts';
import { writeCapsuleExtent } from './capsule.ts';
import { writeConeExtent } from './cone.ts';
import { writeCylinderExtent } from './cylinder.ts';
import { copyHulls, type HullColumns, NO_HULLS, setHull } from './hull-columns.ts';
import type { ExtentRoutine, RegisteredShape } from './registered-shape.ts';
import { SHAPE_CAPSULE, SHAPE_CONE, SHAPE_CYLINDER, SHAPE_KIND_COUNT } from './shape-kind.ts';

/** By kind: how bounds are computed. Those of spheres and boxes stand in the loop that computes them. */
function inlineExtents(): (ExtentRoutine | undefined)[] {
  const extents: (ExtentRoutine | undefined)[] = new Array(SHAPE_KIND_COUNT).fill(undefined);
  extents[SHAPE_CAPSULE] = writeCapsuleExtent;
  extents[SHAPE_CYLINDER] = writeCylinderExtent;
  extents[SHAPE_CONE] = writeConeExtent;
  return extents;
}

/** The tables of space; its columns are the hulls. */
export const shapeTables: ShapeTables<RegisteredShape, HullColumns, ExtentRoutine> = {
  extents: /* @__PURE__ */ inlineExtents(),
  noColumns: NO_HULLS,
  copyColumns: copyHulls,
  setColumns: setHull,
};

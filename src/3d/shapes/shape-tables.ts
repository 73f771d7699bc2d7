import type { ShapeTables } from '../../core/shapes/handled-shape.ts';
import { writeCapsuleExtent } from './capsule-core.ts';
import { copyHulls, type HullColumns, NO_HULLS, setHull } from './hull-columns.ts';
import type { ExtentRoutine, RegisteredShape } from './registered-shape.ts';
import { SHAPE_CAPSULE, SHAPE_HALF_SPACE, SHAPE_KIND_COUNT } from './shape-kind.ts';

/**
 * By kind: how bounds are computed. The code for spheres and boxes is in the loop over colliders, the routines of other
 * kinds come with their makers.
 */
function plainExtents(): (ExtentRoutine | undefined)[] {
  const extents: (ExtentRoutine | undefined)[] = new Array(SHAPE_KIND_COUNT).fill(undefined);
  extents[SHAPE_CAPSULE] = writeCapsuleExtent;
  return extents;
}

/** The tables of space; its columns are the hulls. */
export const shapeTables: ShapeTables<RegisteredShape, HullColumns, ExtentRoutine> = {
  extents: /* @__PURE__ */ plainExtents(),
  lastInlineKind: SHAPE_HALF_SPACE,
  changesInPlace: /* @__PURE__ */ new Uint8Array(SHAPE_KIND_COUNT),
  noColumns: NO_HULLS,
  copyColumns: copyHulls,
  setColumns: setHull,
};

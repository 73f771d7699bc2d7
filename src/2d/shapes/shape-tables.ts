import type { ShapeTables } from '../../core/shapes/handled-shape.ts';
import { copyOutlines, NO_OUTLINES, type OutlineColumns, setOutline } from './outline-columns.ts';
import type { ExtentRoutine, RegisteredShape } from './registered-shape.ts';
import { LAST_INLINE_KIND, SHAPE_KIND_COUNT } from './shape-kind.ts';

/** The tables of the plane; its columns are the outlines of polygons and segments. */
export const shapeTables: ShapeTables<RegisteredShape, OutlineColumns, ExtentRoutine> = {
  lastInlineKind: LAST_INLINE_KIND,
  extents: new Array(SHAPE_KIND_COUNT).fill(undefined),
  changesInPlace: /* @__PURE__ */ new Uint8Array(SHAPE_KIND_COUNT),
  noColumns: NO_OUTLINES,
  copyColumns: copyOutlines,
  setColumns: setOutline,
};

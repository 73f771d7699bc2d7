import { KIND_STRIDE } from '../../core/narrow-phase/routine-table.ts';
import {
  createShapeRegistry as createRegistry,
  type ShapeRegistry as Registry,
  type ShapeTables,
} from '../../core/shapes/shape-registry.ts';
import type { ExtentRoutine } from '../bounds/extent.ts';
import type { CollideRoutine } from '../narrow-phase/routine-table.ts';
import { copyOutlines, NO_OUTLINES, type OutlineColumns, setOutline } from './outline-columns.ts';
import type { RegisteredShape } from './registered-shape.ts';
import { SHAPE_KIND_COUNT } from './shape-kind.ts';

/** The registered shapes of a world in the plane; its columns are the outlines of polygons and segments. */
export interface ShapeRegistry extends Registry<RegisteredShape, OutlineColumns, CollideRoutine, ExtentRoutine> {}

/** The tables of the plane; the routines of inline kinds come with the narrow phase. */
export const shapeTables: ShapeTables<RegisteredShape, OutlineColumns, CollideRoutine, ExtentRoutine> = {
  routines: new Array(KIND_STRIDE * KIND_STRIDE).fill(undefined),
  extents: new Array(SHAPE_KIND_COUNT).fill(undefined),
  noColumns: NO_OUTLINES,
  copyColumns: copyOutlines,
  setColumns: setOutline,
};

export function createShapeRegistry(): ShapeRegistry {
  return createRegistry(shapeTables);
}

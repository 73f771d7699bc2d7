import { type CollideRoutine as CoreRoutine, KIND_STRIDE } from '../../core/narrow-phase/routine-table.ts';
import {
  createShapeRegistry as createRegistry,
  type ShapeRegistry as Registry,
  type ShapeTables,
} from '../../core/shapes/shape-registry.ts';
import type { ColliderSet } from '../collider-set.ts';
import type { ExtentRoutine } from './extent.ts';
import { copyHulls, type HullColumns, NO_HULLS, setHull } from './hull-columns.ts';
import type { RegisteredShape } from './registered-shape.ts';
import { SHAPE_KIND_COUNT } from './shape-kind.ts';

/** Collides two live colliders in space and appends their contacts, sorted by children. */
export type CollideRoutine = CoreRoutine<ColliderSet>;

/** The registered shapes of a world in space; its columns are the hulls. */
export interface ShapeRegistry extends Registry<RegisteredShape, HullColumns, CollideRoutine, ExtentRoutine> {}

/** The tables of space; the routines of inline kinds come with the narrow phase. */
export const shapeTables: ShapeTables<RegisteredShape, HullColumns, CollideRoutine, ExtentRoutine> = {
  routines: new Array(KIND_STRIDE * KIND_STRIDE).fill(undefined),
  extents: new Array(SHAPE_KIND_COUNT).fill(undefined),
  noColumns: NO_HULLS,
  copyColumns: copyHulls,
  setColumns: setHull,
};

export function createShapeRegistry(): ShapeRegistry {
  return createRegistry(shapeTables);
}

import type { HandledRecord, ShapeRegistry as Registry } from '../../core/shapes/handled-shape.ts';
import type { ConvexHull } from '../geometry/convex/convex-hull.ts';
import type { FlatHull } from '../geometry/convex/flat-hull.ts';
import type { CompoundChildren } from './compound-children.ts';
import type { HullColumns } from './hull-columns.ts';
import type { PieceRoutines, TriangleQueries } from './piece-routines.ts';
import type { Surface, SurfaceContacts } from './surface.ts';

declare const opaque: unique symbol;

/** The registered shapes of a world in space; its columns are the hulls. */
export interface ShapeRegistry extends Registry<RegisteredShape, HullColumns, ExtentRoutine> {}

/**
 * Writes the extent of the shape of a handle (0 for inline kinds) at the body pose `poses[at …]`, see extent.ts. Each
 * kind brings its own.
 */
export type ExtentRoutine = (registry: ShapeRegistry, handle: number, poses: Float64Array, at: number) => void;

/** The record that all registered shapes of one kind share. */
export interface ShapeRecord extends HandledRecord<RegisteredShape, ExtentRoutine> {
  /** Set where shapes of the kind have pieces: the routines that find and load these. */
  readonly pieces: PieceRoutines<RegisteredShape> | undefined;
  /** Set where the pieces make one surface: how it is collided as a whole. */
  readonly contacts: SurfaceContacts<RegisteredShape> | undefined;
  /**
   * Set where the pieces are triangles: the routines of queries for them. Children of a compound need none: queries use
   * the same routines as for colliders.
   */
  readonly queries: TriangleQueries<RegisteredShape> | undefined;
}

/**
 * A shape that the numbers of the stores do not describe, as a convex hull, a compound or a mesh. Immutable once made,
 * shared between entities by reference and by handle. The contents are internal: to a game a shape is a value that a
 * shape maker returned.
 */
export interface RegisteredShape {
  /** Keeps TypeScript from accepting other objects as registered shapes. The field does not exist at run time. */
  readonly [opaque]?: never;
  /** @internal */
  readonly record: ShapeRecord;
  /** @internal A hull, for routines that climb along its edges; undefined for other kinds, as the next one is. */
  readonly hull: ConvexHull | undefined;
  /** @internal The same hull in flat arrays, for routines that read all of it. */
  readonly flat: FlatHull | undefined;
  /** @internal The children of a compound; undefined for other kinds. */
  readonly children: CompoundChildren | undefined;
  /** @internal The triangles of a surface; undefined for other kinds. */
  readonly surface: Surface | undefined;
  /**
   * @internal The arguments of the maker, where they do not follow from the other fields; only the file of the kind
   * reads them.
   */
  readonly given: unknown;
}

import type { ConvexHull } from '../geometry/convex/convex-hull.ts';
import type { FlatHull } from '../geometry/convex/flat-hull.ts';
import type { ExtentRoutine } from './extent.ts';
import type { CollideRoutine, ShapeRegistry } from './shape-tables.ts';

declare const opaque: unique symbol;

/**
 * What the registered shapes of one kind have in common. It comes along with their maker: a game ships the kinds that
 * it makes.
 */
export interface ShapeRecord {
  /** @internal See shape-kind.ts. */
  readonly kind: number;
  /** @internal Writes how far a shape reaches about its position. */
  readonly writeExtent: ExtentRoutine;
  /** @internal Enters a shape into a registry, if it is new there, and returns its handle. */
  readonly enter: (registry: ShapeRegistry, shape: RegisteredShape) => number;
  /** @internal Writes how shapes of this kind collide with all others into the table of routines. */
  readonly addRoutines: (routines: (CollideRoutine | undefined)[]) => void;
}

/**
 * A shape that the numbers of the stores do not describe, as a convex hull. Immutable once made, shared between entities
 * by reference and by handle. What it is made of is internal: to a game it is a value that a shape maker returned.
 */
export interface RegisteredShape {
  /** Keeps other objects from being taken for one. It is not there at run time. */
  readonly [opaque]?: never;
  /** @internal */
  readonly record: ShapeRecord;
  /** @internal A hull, for what climbs along its edges. */
  readonly hull: ConvexHull;
  /** @internal The same hull, for what reads all of it. */
  readonly flat: FlatHull;
}

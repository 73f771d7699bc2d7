import type { ColliderSlots } from '../collider-slots.ts';

/**
 * The part of a registered shape that the engine reads in any dimension: a dimension's registered shapes extend it.
 * `Extent` is the dimension's routine for the bounds of a shape.
 */
export interface HandledShape<Shape, Extent> {
  /** @internal */
  readonly record: HandledRecord<Shape, Extent>;
}

/**
 * The record that all shapes of one kind share. It comes along with their maker: a game ships the kinds that it makes.
 */
export interface HandledRecord<Shape, Extent> {
  /** The number of the kind in the stores. */
  readonly kind: number;
  /** Whether a shape has pieces in a hierarchy of their own, so that contacts name a child. */
  readonly isComposite: boolean;
  /** How the bounds of a shape of this kind are computed. */
  readonly writeExtent: Extent;
  /** `enterRegistry`: games without registered shapes do not ship it. */
  readonly enter: EnterRoutine;
  /**
   * Writes the kind's routines into the tables of each layer: how it collides with all other kinds, for one. Called
   * whenever a shape of the kind is registered.
   */
  readonly addRoutines: () => void;
  /** Set where a shape may change in place. */
  readonly inPlace: InPlaceRoutines<Shape> | undefined;
}

/** Enters a shape into a registry, if it is new there, and returns its handle. */
export type EnterRoutine = <Shape extends HandledShape<Shape, Extent>, Columns, Extent>(
  registry: ShapeRegistry<Shape, Columns, Extent>,
  shape: Shape,
) => number;

/**
 * The routines that keep a shape which changes in place, such as a map of tiles, as it was at some time; `Kept` is the
 * type of the content that is kept.
 */
export interface InPlaceRoutines<Shape, Kept = unknown> {
  /** Returns the present content of the shape. The returned value never changes. */
  keep(shape: Shape): Kept;
  /** Gives the shape back the content that was kept. */
  bringBack(shape: Shape, kept: Kept): void;
  /** Returns another shape, which holds the content that was kept. */
  asKept(shape: Shape, kept: Kept): Shape;
}

/** A dimension's tables of registered shapes. One object serves all worlds, which treat a kind alike. */
export interface ShapeTables<Shape, Columns, Extent> {
  /**
   * Kinds from 1 to this one are inline: numbers in the stores describe them in full. All kinds above have registered
   * shapes.
   */
  readonly lastInlineKind: number;
  /** By kind: how bounds are computed. The entry of a kind is made when the first shape of the kind is registered. */
  readonly extents: (Extent | undefined)[];
  /**
   * By kind: 1 where a shape of the kind may change in place, so that contacts of one tick cannot be copied to the
   * next. The entry is made when the first shape of the kind is registered.
   */
  readonly changesInPlace: Uint8Array;
  /**
   * The columns of a registry without shapes, which are never written to. Columns hold, by handle, the values of shapes
   * that a tick reads.
   */
  readonly noColumns: Columns;
  copyColumns(columns: Columns): Columns;
  /** Copies to the columns the values of the shape that a handle means from now on; undefined for no shape. */
  setColumns(columns: Columns, handle: number, shape: Shape | undefined): void;
}

/** A shape of any dimension, for code that uses handles alone. */
export interface AnyShape extends HandledShape<AnyShape, unknown> {}

/**
 * Shapes by handle. Handles start at 1; 0 means no shape. A shape is registered when an entity first uses it and freed
 * when a sweep finds no collider left that refers to it, unless it is pinned.
 */
export interface ShapeRegistry<Shape, Columns, Extent> {
  /** By handle: the shape; undefined for a free handle. */
  shapes: (Shape | undefined)[];
  /** The kinds of the shapes by handle, side by side for queries; 0 where free. */
  kinds: number[];
  /** The values that a tick reads of the shapes, by handle. */
  columns: Columns;
  handles: Map<Shape, number>;
  /** How often each is pinned, by handle; undefined until one is. */
  pins: Map<number, number> | undefined;
  free: number[];
  /** The number of registered shapes at which the next sweep pays. */
  sweepAt: number;
  /** Counts the changes of the set of shapes. */
  version: number;
  /** How a sweep is done: comes with the first shape that is registered. */
  sweep: ((users: HandleUsers, forEachOwner: ForEachOwner) => void) | undefined;
  /** The inline kinds are 1 to this one, see `ShapeTables`. */
  readonly lastInlineKind: number;
  /** By kind: how bounds are computed; the table of the dimension. */
  readonly extents: (Extent | undefined)[];
  readonly tables: ShapeTables<Shape, Columns, Extent>;
}

/** A registry of any dimension, for code that uses handles alone. */
export interface AnyShapeRegistry extends ShapeRegistry<AnyShape, unknown, unknown> {}

/** Calls `visit` with the entity index of everything that has a Collider, live or not. */
export type ForEachOwner = (visit: (index: number) => void) => void;

/** The owners of shape handles: the part of a collider set that a sweep reads. */
export interface HandleUsers {
  readonly registry: AnyShapeRegistry;
  /** By entity index: the handles in the stores. */
  readonly shape: { readonly shape: Uint32Array };
  readonly slots: ColliderSlots;
  /** By slot: the kinds and handles that queries see. */
  readonly kinds: Uint8Array;
  readonly handles: Uint32Array;
}

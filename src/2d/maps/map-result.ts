import type { ShapeSpec } from '../shapes/shape-spec.ts';

/** The solid tiles of one layer: a collider for one entity at (x, y). */
export interface MapLayer {
  readonly name: string;
  /** Where the entity stands, in world units: at the corner of the first cell, where cells are rectangles. */
  readonly x: number;
  readonly y: number;
  readonly columns: number;
  readonly rows: number;
  /**
   * For `set(Collider, …)`: what `tiles` returned, for `setTile` and `tileAt`, too; in isometric, staggered and
   * hexagonal maps a smooth `compound` of the tiles.
   */
  readonly shape: ShapeSpec;
}

/** Something that a map holds besides its cells, where an entity with its shape is to stand. */
export interface MapObject {
  readonly id: number;
  readonly name: string;
  /** Its type, or class; empty for none. */
  readonly type: string;
  readonly layer: string;
  /**
   * The place of the entity, in world units and radians: the middle of a shape that has a size. A capsule that lies on
   * its side is an upright one with a rotation.
   */
  readonly x: number;
  readonly y: number;
  readonly rotation: number;
  /** Undefined for points and texts. */
  readonly shape: ShapeSpec | undefined;
  readonly properties: Readonly<Record<string, unknown>>;
}

/** Something of a map that collides with nothing, since no shape could be made of it. */
export interface MapLeftOut {
  readonly what: 'object' | 'tile' | 'layer';
  /** The id of the object in the map or of the tile in its tileset. */
  readonly id: number | undefined;
  readonly layer: string;
  /** The reason, and what can be done where something can. */
  readonly why: string;
}

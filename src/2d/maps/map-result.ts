import type { ShapeSpec } from '../shapes/shape-spec.ts';

/** The solid tiles of one layer: a collider for one entity at (x, y). */
export interface MapLayer {
  readonly name: string;
  /** The corner of the first cell, in world units. */
  readonly x: number;
  readonly y: number;
  readonly columns: number;
  readonly rows: number;
  /** What `tiles` returned: for `set(Collider, …)`, `setTile` and `tileAt`. */
  readonly shape: ShapeSpec;
}

/** Something that a map holds besides its cells, where an entity with its shape is to stand. */
export interface MapObject {
  readonly id: number;
  readonly name: string;
  /** Its type, or class; empty for none. */
  readonly type: string;
  readonly layer: string;
  /** Of the entity, in world units and radians: of what has a size, its middle. A lying capsule is a turned one. */
  readonly x: number;
  readonly y: number;
  readonly rotation: number;
  /** Undefined for points and texts. */
  readonly shape: ShapeSpec | undefined;
  readonly properties: Readonly<Record<string, unknown>>;
}

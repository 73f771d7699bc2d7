/*
 * The kinds that a collider of the plane can be, as stored in `Collider.kind`; 0 is `SHAPE_NONE`. Everything else about
 * a kind is in the file with its name. Numbers are given out here so that no two kinds have the same one, and never
 * change: snapshots hold them.
 */
export const SHAPE_CIRCLE = 1;
export const SHAPE_CAPSULE = 2;
export const SHAPE_BOX = 3;
export const SHAPE_POLYGON = 4;
export const SHAPE_SEGMENT = 5;
export const SHAPE_CHAIN = 6;
export const SHAPE_COMPOUND = 7;
export const SHAPE_ELLIPSE = 8;
export const SHAPE_TILES = 9;
export const SHAPE_CONCAVE = 10;
export const SHAPE_SECTOR = 11;
export const SHAPE_KIND_COUNT = 12;

/** The largest number of an inline kind, see `ShapeTables.lastInlineKind`. */
export const LAST_INLINE_KIND = SHAPE_BOX;

/** The names of the kinds of shapes, by the number that `Collider.kind` has. */
export const SHAPE_KIND_NAMES = [
  'none',
  'circle',
  'capsule',
  'box',
  'polygon',
  'segment',
  'chain',
  'compound',
  'ellipse',
  'tiles',
  'concave',
  'sector',
] as const;
/** The name of a kind of shape. */
export type ShapeKindName = (typeof SHAPE_KIND_NAMES)[number];

/**
 * Returns whether numbers in the stores describe a kind in full. All the others have a registered shape
 * (`Collider.shape`).
 */
export function isInlineKind(kind: number): boolean {
  return kind >= SHAPE_CIRCLE && kind <= LAST_INLINE_KIND;
}

/** Returns whether a kind is described by a registered shape, not by inline numbers alone. */
export function isRegisteredKind(kind: number): boolean {
  return kind > LAST_INLINE_KIND;
}

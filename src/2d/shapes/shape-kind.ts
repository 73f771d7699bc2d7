/** The kinds a 2D collider can be, as stored in `Collider.kind`. */
export const SHAPE_NONE = 0;
export const SHAPE_CIRCLE = 1;
export const SHAPE_CAPSULE = 2;
export const SHAPE_BOX = 3;
export const SHAPE_POLYGON = 4;
export const SHAPE_SEGMENT = 5;
export const SHAPE_CHAIN = 6;
export const SHAPE_COMPOUND = 7;
export const SHAPE_KIND_COUNT = 8;

export const SHAPE_KIND_NAMES = [
  'none',
  'circle',
  'capsule',
  'box',
  'polygon',
  'segment',
  'chain',
  'compound',
] as const;
export type ShapeKindName = (typeof SHAPE_KIND_NAMES)[number];

/** Whether a kind is described by a registered shape (`Collider.shape`), not by inline numbers alone. */
export function isRegisteredKind(kind: number): boolean {
  return kind >= SHAPE_POLYGON;
}

/** Whether a kind has more than one convex piece, so that contacts name a child. */
export function isCompositeKind(kind: number): boolean {
  return kind >= SHAPE_CHAIN;
}

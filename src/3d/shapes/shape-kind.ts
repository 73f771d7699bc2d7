import { SMALLEST_SIZE } from '../../core/limits.ts';

/*
 * The kinds a 3D collider can be, as stored in `Collider.kind`. Everything else about a kind is in the file with its
 * name; numbers are given out here so that no two are alike, and never change: snapshots hold them.
 */
export { SHAPE_NONE } from '../../core/collider-set.ts';
export const SHAPE_SPHERE = 1;
export const SHAPE_CAPSULE = 2;
export const SHAPE_BOX = 3;
export const SHAPE_CYLINDER = 4;
export const SHAPE_CONE = 5;
export const SHAPE_HALF_SPACE = 6;
export const SHAPE_HULL = 7;
export const SHAPE_COMPOUND = 8;
export const SHAPE_MESH = 9;
export const SHAPE_HEIGHTFIELD = 10;
export const SHAPE_KIND_COUNT = 11;

/** The names of the kinds of shapes, by the number that `Collider.kind` has. */
export const SHAPE_KIND_NAMES = [
  'none',
  'sphere',
  'capsule',
  'box',
  'cylinder',
  'cone',
  'half-space',
  'hull',
  'compound',
  'mesh',
  'heightfield',
] as const;
/** The name of a kind of shape. */
export type ShapeKindName = (typeof SHAPE_KIND_NAMES)[number];

/**
 * Returns whether numbers in the stores describe a kind in full. All the others have a registered shape
 * (`Collider.shape`).
 */
export function isInlineKind(kind: number): boolean {
  return kind >= SHAPE_SPHERE && kind <= SHAPE_HALF_SPACE;
}

/** Returns whether a kind is described by a registered shape, not by inline numbers alone. */
export function isRegisteredKind(kind: number): boolean {
  return kind > SHAPE_HALF_SPACE;
}

/** Returns whether an inline kind other than sphere and box has the sizes that it must have. */
export function hasSizes(kind: number, radius: number, halfX: number, halfY: number): boolean {
  if (kind === SHAPE_HALF_SPACE) return radius >= 0;
  if (kind === SHAPE_CAPSULE) return radius >= SMALLEST_SIZE && halfY >= SMALLEST_SIZE;
  return radius >= 0 && halfX >= SMALLEST_SIZE && halfY >= SMALLEST_SIZE;
}

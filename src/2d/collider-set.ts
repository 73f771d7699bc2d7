import type { ColliderSet as Colliders, ShapeColumns as CommonColumns } from '../core/collider-set.ts';
import type { NumberArray } from '../core/number-array.ts';
import type { ShapeRegistry } from './shapes/registered-shape.ts';

/** Numbers a pose takes in `ColliderSet.poses`: where a collider was in the last tick, and how large. */
export const POSE_STRIDE = 8;
export const POSE_X = 0;
export const POSE_Y = 1;
/** `Collider.radius`, scaled: the one size that nearly every collide routine needs, next to its position. */
export const POSE_RADIUS = 2;
export const POSE_COS = 3;
export const POSE_SIN = 4;
export const POSE_SCALE = 5;
/** Half extents of a box, or of a capsule's core, which has no width; scaled. Other kinds do not write them. */
export const POSE_HALF_WIDTH = 6;
export const POSE_HALF_HEIGHT = 7;

/** minX, minY, maxX, maxY. */
export const BOUNDS_STRIDE = 4;

/** Where colliders are, by entity index. `rotation` (radians) and `scale` may be absent: 0 and 1. */
export interface TransformColumns {
  readonly x: NumberArray;
  readonly y: NumberArray;
  readonly rotation?: NumberArray | undefined;
  readonly scale?: NumberArray | undefined;
}

export const TRANSFORM_COLUMNS = ['x', 'y', 'rotation', 'scale'] as const;

/** What colliders are, by entity index: the columns of the Collider component. */
export interface ShapeColumns extends CommonColumns {
  radius: Float64Array;
  halfWidth: Float64Array;
  halfHeight: Float64Array;
  offsetX: Float64Array;
  offsetY: Float64Array;
  offsetRotation: Float64Array;
}

/** The colliders of a world in the plane. */
export type ColliderSet = Colliders<TransformColumns, ShapeColumns, ShapeRegistry>;

import type { ColliderSet as Colliders, ShapeColumns as CommonColumns } from '../core/collider-set.ts';
import type { NumberArray } from '../core/number-array.ts';
import type { ShapeRegistry } from './shapes/registered-shape.ts';

export {
  POSE_COS,
  POSE_HALF_HEIGHT,
  POSE_HALF_WIDTH,
  POSE_RADIUS,
  POSE_SCALE,
  POSE_SIN,
  POSE_STRIDE,
  POSE_X,
  POSE_Y,
} from './pose.ts';

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

/** The columns of the Collider component, by entity index. */
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

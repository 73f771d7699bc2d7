import type { ColliderSet as Colliders, ShapeColumns as CommonColumns } from '../core/collider-set.ts';
import type { NumberArray } from '../core/number-array.ts';
import type { ShapeRegistry } from './shapes/registered-shape.ts';

/** minX, minY, minZ, maxX, maxY, maxZ. */
export const BOUNDS_STRIDE = 6;

/** Where colliders are, by entity index. The rotation and `scale` may be absent: none and 1. */
export interface TransformColumns {
  readonly x: NumberArray;
  readonly y: NumberArray;
  readonly z: NumberArray;
  readonly qx?: NumberArray | undefined;
  readonly qy?: NumberArray | undefined;
  readonly qz?: NumberArray | undefined;
  readonly qw?: NumberArray | undefined;
  readonly scale?: NumberArray | undefined;
}

export const TRANSFORM_COLUMNS = ['x', 'y', 'z', 'qx', 'qy', 'qz', 'qw', 'scale'] as const;

/** The columns of the Collider component, by entity index. */
export interface ShapeColumns extends CommonColumns {
  radius: Float64Array;
  halfX: Float64Array;
  halfY: Float64Array;
  halfZ: Float64Array;
  offsetX: Float64Array;
  offsetY: Float64Array;
  offsetZ: Float64Array;
  offsetQx: Float64Array;
  offsetQy: Float64Array;
  offsetQz: Float64Array;
  offsetQw: Float64Array;
}

/** The colliders of a world in space. Their poses are laid out as in body-pose.ts. */
export type ColliderSet = Colliders<TransformColumns, ShapeColumns, ShapeRegistry>;

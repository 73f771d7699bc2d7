import type { FilterColumns } from '../core/broad-phase/candidate-pairs.ts';
import { type ColliderSlots, createColliderSlots } from '../core/collider-slots.ts';
import type { NumberArray } from '../core/number-array.ts';
import { reserve } from '../core/typed-array.ts';
import { BOUNDS_STRIDE, POSE_STRIDE } from './pose-layout.ts';
import { createShapeRegistry, type ShapeRegistry } from './shapes/shape-registry.ts';

export * from './pose-layout.ts';

/** Where colliders are, by entity index. `rotation` (radians) and `scale` may be absent: 0 and 1. */
export interface TransformColumns {
  readonly x: NumberArray;
  readonly y: NumberArray;
  readonly rotation?: NumberArray | undefined;
  readonly scale?: NumberArray | undefined;
}

export const TRANSFORM_COLUMNS = ['x', 'y', 'rotation', 'scale'] as const;

/** What colliders are, by entity index: the columns of the Collider component. */
export interface ShapeColumns extends FilterColumns {
  kind: Uint8Array;
  radius: Float64Array;
  halfWidth: Float64Array;
  halfHeight: Float64Array;
  /** Handle of the registered shape; 0 for inline kinds. */
  shape: Uint32Array;
  offsetX: Float64Array;
  offsetY: Float64Array;
  offsetRotation: Float64Array;
}

/**
 * Everything the pipeline knows of the colliders of one world, in flat columns. Stores may be written at any time; what comes after the
 * bounds stage, and queries between ticks, read places, sizes and shapes from the columns by slot, which belong together.
 */
export interface ColliderSet {
  readonly slots: ColliderSlots;
  readonly registry: ShapeRegistry;
  /** By entity index. */
  readonly transform: TransformColumns;
  /** What messages call it: the component, or the option by which a game gave stores of its own. */
  readonly transformName: string;
  /** By entity index. */
  readonly shape: ShapeColumns;
  /** By slot, stride POSE_STRIDE: where the shape's own frame lies in the world, offset included. */
  poses: Float64Array;
  /** By slot: the kind that the pose and bounds are of and, where it is a registered one, the handle of the shape. */
  kinds: Uint8Array;
  handles: Uint32Array;
  /** By slot, stride BOUNDS_STRIDE: world bounds grown by half the speculative margin. */
  bounds: Float64Array;
  /** The first slot of which no bounds could be computed, −1 for none. */
  refused: number;
  /** Contacts are reported up to this separation. World units, ≥ 0. */
  margin: number;
}

export function createColliderSet(
  transform: TransformColumns,
  shape: ShapeColumns,
  margin: number,
  capacity: number,
  transformName = 'Transform',
): ColliderSet {
  return {
    slots: createColliderSlots(capacity),
    registry: createShapeRegistry(),
    transform,
    transformName,
    shape,
    poses: new Float64Array(capacity * POSE_STRIDE),
    kinds: new Uint8Array(capacity),
    handles: new Uint32Array(capacity),
    bounds: new Float64Array(capacity * BOUNDS_STRIDE),
    refused: -1,
    margin,
  };
}

/** Makes room for the poses and bounds of every slot in use. */
export function reserveColliders(set: ColliderSet): void {
  set.poses = reserve(set.poses, set.slots.end * POSE_STRIDE);
  set.kinds = reserve(set.kinds, set.slots.end);
  set.handles = reserve(set.handles, set.slots.end);
  set.bounds = reserve(set.bounds, set.slots.end * BOUNDS_STRIDE);
}

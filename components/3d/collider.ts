import type { RegisteredShape } from '../../src/3d/shapes/registered-shape.ts';
import { column, lengthColumn, type SpecOf, type StoreValues } from '../store.ts';

/**
 * The shape of an entity and the filter of its collisions. `kind` and the sizes (world units before scale; half extents
 * and radii, never full sizes) describe simple shapes in place and may be written directly at any time; `shape` is the
 * handle of a registered hull or compound. A shape that stands along y has its half height in `halfY` and, but for the
 * capsule, its radius in `halfX`; `radius` is added around every shape. The offset places the shape in the entity's
 * frame: a translation, and a rotation as a quaternion of any length but 0. The filter has Box2D's meanings: two
 * colliders meet when each one's category is in the other's mask, unless they share a non-zero group (positive: always,
 * negative: never).
 */
export interface ColliderStore {
  kind: Uint8Array;
  radius: Float64Array;
  halfX: Float64Array;
  halfY: Float64Array;
  halfZ: Float64Array;
  shape: Uint32Array;
  offsetX: Float64Array;
  offsetY: Float64Array;
  offsetZ: Float64Array;
  offsetQx: Float64Array;
  offsetQy: Float64Array;
  offsetQz: Float64Array;
  offsetQw: Float64Array;
  categoryBits: Uint32Array;
  maskBits: Uint32Array;
  groupIndex: Int32Array;
}

export const colliderSpec: SpecOf<ColliderStore> = {
  kind: column(Uint8Array),
  radius: lengthColumn(),
  halfX: lengthColumn(),
  halfY: lengthColumn(),
  halfZ: lengthColumn(),
  shape: column(Uint32Array),
  offsetX: lengthColumn(),
  offsetY: lengthColumn(),
  offsetZ: lengthColumn(),
  offsetQx: column(Float64Array),
  offsetQy: column(Float64Array),
  offsetQz: column(Float64Array),
  offsetQw: column(Float64Array, 1),
  categoryBits: column(Uint32Array, 1),
  maskBits: column(Uint32Array, 0xffffffff),
  groupIndex: column(Int32Array),
};

/** The values that `set(Collider, …)` takes: a shape from a maker, filter bits, an offset, or any mix of fields. */
export type ColliderValues = Omit<StoreValues<typeof colliderSpec>, 'shape'> & {
  readonly shape?: number | RegisteredShape;
};

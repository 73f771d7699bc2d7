import type { RegisteredShape } from '../../src/2d/shapes/registered-shape.ts';
import { column, lengthColumn, type SpecOf, type StoreValues } from '../store.ts';

/**
 * The shape of an entity and the filter of its collisions. `kind` and the sizes (world units before scale; half extents
 * and radii, never full sizes) describe simple shapes in place and may be written directly at any time; `shape` is the
 * handle of a registered polygon, segment, chain or compound. The offset places the shape in the entity's frame. The
 * filter has Box2D's meanings: two colliders meet when each one's category is in the other's mask, unless they share a
 * non-zero group (positive: always, negative: never).
 */
export interface ColliderStore {
  kind: Uint8Array;
  radius: Float64Array;
  halfWidth: Float64Array;
  halfHeight: Float64Array;
  shape: Uint32Array;
  offsetX: Float64Array;
  offsetY: Float64Array;
  offsetRotation: Float64Array;
  categoryBits: Uint32Array;
  maskBits: Uint32Array;
  groupIndex: Int32Array;
}

export const colliderSpec: SpecOf<ColliderStore> = {
  kind: column(Uint8Array),
  radius: lengthColumn(),
  halfWidth: lengthColumn(),
  halfHeight: lengthColumn(),
  shape: column(Uint32Array),
  offsetX: lengthColumn(),
  offsetY: lengthColumn(),
  offsetRotation: column(Float64Array),
  categoryBits: column(Uint32Array, 1),
  maskBits: column(Uint32Array, 0xffffffff),
  groupIndex: column(Int32Array),
};

/** The values that `set(Collider, …)` takes: a shape from a maker, filter bits, an offset, or any mix of fields. */
export type ColliderValues = Omit<StoreValues<typeof colliderSpec>, 'shape'> & {
  readonly shape?: number | RegisteredShape;
};

import { column, lengthColumn, type SpecOf, type StoreValues } from '../store.ts';

/**
 * The parent that an entity is attached to, and its place there: `parent` is the id of the parent; x, y, z and the
 * quaternion (of any length but 0) place the entity in the parent's frame, whose scale stretches x, y and z and
 * multiplies `scale`. Without a parent, −1, the entity goes free. The Transform of an attached entity is written by the
 * collision, not read.
 */
export interface AttachedToStore {
  parent: Int32Array;
  x: Float64Array;
  y: Float64Array;
  z: Float64Array;
  qx: Float64Array;
  qy: Float64Array;
  qz: Float64Array;
  qw: Float64Array;
  scale: Float64Array;
}

/** The value of `AttachedToStore.parent` for an entity that is attached to nothing. */
const NO_PARENT = -1;

export const attachedToSpec: SpecOf<AttachedToStore> = {
  parent: column(Int32Array, NO_PARENT),
  x: lengthColumn(),
  y: lengthColumn(),
  z: lengthColumn(),
  qx: column(Float64Array),
  qy: column(Float64Array),
  qz: column(Float64Array),
  qw: column(Float64Array, 1),
  scale: column(Float64Array, 1),
};

/** The values that `set(AttachedTo, …)` takes. */
export type AttachedToValues = StoreValues<typeof attachedToSpec>;

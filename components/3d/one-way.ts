import { column, type SpecOf, type StoreValues } from '../store.ts';

/**
 * From which side a collider is solid: the direction in which that side faces, of any length, in the collider's own
 * frame, which turns with it. (0, 0, 0), the default: from all sides.
 */
export interface OneWayStore {
  normalX: Float64Array;
  normalY: Float64Array;
  normalZ: Float64Array;
}

export const oneWaySpec: SpecOf<OneWayStore> = {
  normalX: column(Float64Array),
  normalY: column(Float64Array),
  normalZ: column(Float64Array),
};

/** The values that `set(OneWay, …)` takes. */
export type OneWayValues = StoreValues<typeof oneWaySpec>;

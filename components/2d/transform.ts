import { column, lengthColumn, type SpecOf, type StoreValues } from '../store.ts';

/**
 * Where an entity is. x, y in world units; rotation in radians, counter-clockwise from x to y; scale, uniform and above
 * 0, applies to the collider's sizes and offset.
 */
export interface TransformStore {
  x: Float64Array;
  y: Float64Array;
  rotation: Float64Array;
  scale: Float64Array;
}

export const transformSpec: SpecOf<TransformStore> = {
  x: lengthColumn(),
  y: lengthColumn(),
  rotation: column(Float64Array),
  scale: column(Float64Array, 1),
};

/**
 * Values for the fields of Transform. Fields that are left out get their defaults when Transform is added, and keep
 * their values when it is set again.
 */
export type TransformValues = StoreValues<typeof transformSpec>;

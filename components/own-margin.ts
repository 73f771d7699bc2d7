import { lengthColumn, type SpecOf, type StoreValues } from './store.ts';

/**
 * How far a collider looks ahead: contacts are reported up to the world's `margin` and the distances of both. World
 * units, not scaled, at least 0.
 */
export interface OwnMarginStore {
  distance: Float64Array;
}

export const ownMarginSpec: SpecOf<OwnMarginStore> = { distance: lengthColumn() };

/** The values that `set(OwnMargin, …)` takes. */
export type OwnMarginValues = StoreValues<typeof ownMarginSpec>;

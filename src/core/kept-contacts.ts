import { NO_FRACTIONS, NO_NUMBERS } from './typed-array.ts';

/** The columns of a tick's contacts: their places, and the features that made them. */
export interface ContactColumns {
  /** The normal (`dimension` numbers, unit, from A to B), then coordinates and separation of the first point. */
  manifolds: Float64Array;
  /**
   * The features of A and B that made the point or, for a row of several points, the index of its extra points. For a
   * row with `CONTACT_CHILDREN` this number is in `childFeatureOrExtra`, and the column holds the index of its
   * children.
   */
  featureOrExtra: Uint32Array;
  childFeatureOrExtra: Uint32Array;
  /**
   * The second and further points of contacts with several: `maxPoints` − 1 for each, with coordinates and separation.
   */
  extraPoints: Float64Array;
  /** The features of all its points. */
  extraFeatures: Uint32Array;
}

/** The contacts of the tick before, which are copied for pairs of which nothing has changed: see keep-contacts.ts. */
export interface KeptContacts extends ContactColumns {
  /** Whether this tick may copy contacts of the tick before. */
  isInUse: boolean;
  /** Whether all contacts of this tick are copies of those of the tick before. */
  isWhole: boolean;
  /** The row and the candidate of the tick before that come next in the walk. */
  row: number;
  pair: number;
  /** The version of the list, and of the candidates that it was computed from; −1 when none of it may be copied. */
  listVersion: number;
  candidatesVersion: number;
}

export function createKeptContacts(): KeptContacts {
  return {
    manifolds: NO_FRACTIONS,
    featureOrExtra: NO_NUMBERS,
    childFeatureOrExtra: NO_NUMBERS,
    extraPoints: NO_FRACTIONS,
    extraFeatures: NO_NUMBERS,
    isInUse: false,
    isWhole: false,
    row: 0,
    pair: 0,
    listVersion: -1,
    candidatesVersion: -1,
  };
}

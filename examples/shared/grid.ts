/**
 * Points of the plane in rows and columns, and what was found for each: which region it is in, and how far from
 * something.
 */
export interface Grid {
  minX: number;
  minY: number;
  /** The distance from one point to the next. */
  step: number;
  columns: number;
  rows: number;
  regions: Uint8Array;
  distances: Float32Array;
}

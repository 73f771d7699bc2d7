/**
 * Layout of `out` in every `collide…` routine: the unit normal from A to B, then up to two points, each with its signed
 * separation. The features go to a separate array of two unsigned 32-bit numbers.
 */
export const CONTACT_NORMAL_X = 0;
export const CONTACT_NORMAL_Y = 1;
export const CONTACT_POINTS = 2;
/** Numbers per point: x, y, separation. */
export const CONTACT_POINT_STRIDE = 3;
export const CONTACT_SEPARATION = 2;
export const CONTACT_MAX_POINTS = 2;
/** How many numbers `out` has. */
export const CONTACT_STRIDE = CONTACT_POINTS + CONTACT_MAX_POINTS * CONTACT_POINT_STRIDE;

/**
 * A feature id holds the feature of A in its low 16 bits and that of B in its high 16 bits: a vertex index, or an edge
 * index (the edge from that vertex to the next) with this flag. Polygons of up to 32768 vertices fit. Each point
 * between two edges is named by the vertices that face each other on its side, wherever the edges were clipped.
 */
export const FEATURE_EDGE = 0x8000;
export const FEATURE_SHIFT = 16;

/** Packs two features into an id. */
export function packFeatures(featureA: number, featureB: number): number {
  return (featureA | (featureB << FEATURE_SHIFT)) >>> 0;
}

/** Writes a manifold of one point at `offset`. */
export function writePoint(
  out: Float64Array,
  offset: number,
  normalX: number,
  normalY: number,
  x: number,
  y: number,
  separation: number,
): void {
  out[offset + CONTACT_NORMAL_X] = normalX;
  out[offset + CONTACT_NORMAL_Y] = normalY;
  out[offset + CONTACT_POINTS] = x;
  out[offset + CONTACT_POINTS + 1] = y;
  out[offset + CONTACT_POINTS + CONTACT_SEPARATION] = separation;
}

/**
 * Layout of `out` in `collideConvex`: the unit normal from A to B, then up to four points, each with its signed
 * separation. The features go to a separate array of four unsigned 32-bit numbers.
 */
export const CONTACT_NORMAL_X = 0;
export const CONTACT_NORMAL_Y = 1;
export const CONTACT_NORMAL_Z = 2;
export const CONTACT_POINTS = 3;
/** Numbers per point: x, y, z, separation. */
export const CONTACT_POINT_STRIDE = 4;
export const CONTACT_SEPARATION = 3;
export const CONTACT_MAX_POINTS = 4;
/** How many numbers `out` has. */
export const CONTACT_STRIDE = CONTACT_POINTS + CONTACT_MAX_POINTS * CONTACT_POINT_STRIDE;

/**
 * A feature id holds the feature of A in its low 16 bits and that of B in its high 16 bits: a vertex, or with this flag
 * an edge or face of the hull, by its half-edge or face number. Hulls of up to 32768 half-edges have distinct ids.
 */
export const FEATURE_FLAG = 0x8000;
export const FEATURE_SHIFT = 16;

/** Packs two features into an id: one of 32 bits with a sign, which an array of unsigned numbers takes as it is. */
export function packFeatures(featureA: number, featureB: number): number {
  return (featureA & 0xffff) | (featureB << FEATURE_SHIFT);
}

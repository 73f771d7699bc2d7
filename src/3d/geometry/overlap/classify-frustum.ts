import type { NumberArray } from '../../../core/number-array.ts';

// The fast tests against a frustum: plane by plane. "Outside" and "inside" are always true; a shape near a frustum's
// edge may be called crossing though it is outside, because no single plane has it all behind. A frustum is six planes
// with normals of any length pointing inward, n·x ≥ d inside; a plane with a zero normal (no far end) holds everything.

/** The shape has no point in common with the frustum. */
export const FRUSTUM_OUTSIDE = 0;
/** The shape is (or, in the fast forms, may be) partly inside; touching from outside counts. */
export const FRUSTUM_CROSSING = 1;
/** The shape lies entirely in the frustum; touching from inside counts. */
export const FRUSTUM_INSIDE = 2;

const PLANE_COUNT = 6;
const PLANE_SIZE = 4;

/**
 * Returns FRUSTUM_OUTSIDE, FRUSTUM_CROSSING or FRUSTUM_INSIDE for a sphere and a frustum (six planes), by the planes
 * alone: a sphere outside near an edge or corner may be called crossing. NaN gives FRUSTUM_CROSSING.
 *
 * Source: Assarsson and Möller, Optimized View Frustum Culling Algorithms, 2000.
 */
export function classifySphereFrustum(
  sphere: NumberArray,
  sphereOffset: number,
  frustum: NumberArray,
  frustumOffset: number,
): number {
  const x = sphere[sphereOffset];
  const y = sphere[sphereOffset + 1];
  const z = sphere[sphereOffset + 2];
  const radius = sphere[sphereOffset + 3];
  let inside = true;
  for (let plane = 0; plane < PLANE_COUNT; plane++) {
    const at = frustumOffset + PLANE_SIZE * plane;
    const nx = frustum[at];
    const ny = frustum[at + 1];
    const nz = frustum[at + 2];
    const height = nx * x + ny * y + nz * z - frustum[at + 3];
    const extent = radius * Math.sqrt(nx * nx + ny * ny + nz * nz);
    if (height < -extent) return FRUSTUM_OUTSIDE;
    if (!(height >= extent)) inside = false;
  }
  return inside ? FRUSTUM_INSIDE : FRUSTUM_CROSSING;
}

/**
 * Returns FRUSTUM_OUTSIDE, FRUSTUM_CROSSING or FRUSTUM_INSIDE for an AABB and a frustum (six planes), by the planes
 * alone: for each plane only the corners of the box that lie farthest in and farthest out are tested. A box outside
 * near an edge or corner of the frustum may be called crossing. NaN gives FRUSTUM_CROSSING.
 *
 * Source: Assarsson and Möller, Optimized View Frustum Culling Algorithms, 2000.
 */
export function classifyAabbFrustum(
  aabb: NumberArray,
  aabbOffset: number,
  frustum: NumberArray,
  frustumOffset: number,
): number {
  let inside = true;
  for (let plane = 0; plane < PLANE_COUNT; plane++) {
    const at = frustumOffset + PLANE_SIZE * plane;
    let highest = -frustum[at + 3];
    let lowest = highest;
    for (let axis = 0; axis < 3; axis++) {
      const n = frustum[at + axis];
      const low = n * aabb[aabbOffset + axis];
      const high = n * aabb[aabbOffset + 3 + axis];
      highest += n > 0 ? high : low;
      lowest += n > 0 ? low : high;
    }
    if (highest < 0) return FRUSTUM_OUTSIDE;
    if (!(lowest >= 0)) inside = false;
  }
  return inside ? FRUSTUM_INSIDE : FRUSTUM_CROSSING;
}

/**
 * Returns FRUSTUM_OUTSIDE, FRUSTUM_CROSSING or FRUSTUM_INSIDE for an OBB and a frustum (six planes), by the planes
 * alone: a box outside near an edge or corner of the frustum may be called crossing. NaN gives FRUSTUM_CROSSING.
 *
 * Source: Assarsson and Möller, Optimized View Frustum Culling Algorithms, 2000.
 */
export function classifyObbFrustum(
  obb: NumberArray,
  obbOffset: number,
  frustum: NumberArray,
  frustumOffset: number,
): number {
  let inside = true;
  for (let plane = 0; plane < PLANE_COUNT; plane++) {
    const at = frustumOffset + PLANE_SIZE * plane;
    const nx = frustum[at];
    const ny = frustum[at + 1];
    const nz = frustum[at + 2];
    const height = nx * obb[obbOffset] + ny * obb[obbOffset + 1] + nz * obb[obbOffset + 2] - frustum[at + 3];
    let extent = 0;
    for (let k = 0; k < 3; k++) {
      const axis = obbOffset + 6 + 3 * k;
      extent += obb[obbOffset + 3 + k] * Math.abs(nx * obb[axis] + ny * obb[axis + 1] + nz * obb[axis + 2]);
    }
    if (height < -extent) return FRUSTUM_OUTSIDE;
    if (!(height >= extent)) inside = false;
  }
  return inside ? FRUSTUM_INSIDE : FRUSTUM_CROSSING;
}

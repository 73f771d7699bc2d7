import type { NumberArray, WritableNumberArray } from '../../../core/number-array.ts';

/**
 * Writes the point `x y z` of a solid AABB closest to a point and returns the squared distance. A point inside or on
 * the box gives itself and 0. NaN in gives NaN.
 *
 * Source: Ericson, Real-Time Collision Detection, 5.1.3.
 */
export function closestPointAabb(
  out: WritableNumberArray,
  outOffset: number,
  point: NumberArray,
  pointOffset: number,
  aabb: NumberArray,
  aabbOffset: number,
): number {
  const px = point[pointOffset];
  const py = point[pointOffset + 1];
  const pz = point[pointOffset + 2];
  const qx = Math.max(aabb[aabbOffset], Math.min(px, aabb[aabbOffset + 3]));
  const qy = Math.max(aabb[aabbOffset + 1], Math.min(py, aabb[aabbOffset + 4]));
  const qz = Math.max(aabb[aabbOffset + 2], Math.min(pz, aabb[aabbOffset + 5]));
  out[outOffset] = qx;
  out[outOffset + 1] = qy;
  out[outOffset + 2] = qz;
  const dx = px - qx;
  const dy = py - qy;
  const dz = pz - qz;
  return dx * dx + dy * dy + dz * dz;
}

/**
 * Returns the squared distance from a point to a solid AABB; 0 inside and on the box. NaN in gives NaN.
 *
 * Source: Ericson, Real-Time Collision Detection, 5.1.3.1.
 */
export function distanceSquaredPointAabb(
  point: NumberArray,
  pointOffset: number,
  aabb: NumberArray,
  aabbOffset: number,
): number {
  const px = point[pointOffset];
  const py = point[pointOffset + 1];
  const pz = point[pointOffset + 2];
  const dx = px - Math.max(aabb[aabbOffset], Math.min(px, aabb[aabbOffset + 3]));
  const dy = py - Math.max(aabb[aabbOffset + 1], Math.min(py, aabb[aabbOffset + 4]));
  const dz = pz - Math.max(aabb[aabbOffset + 2], Math.min(pz, aabb[aabbOffset + 5]));
  return dx * dx + dy * dy + dz * dz;
}

/**
 * Returns whether a point lies inside or on an AABB. Exact. NaN gives false.
 *
 * Source: Ericson, Real-Time Collision Detection, 5.1.3.
 */
export function containsPointAabb(
  point: NumberArray,
  pointOffset: number,
  aabb: NumberArray,
  aabbOffset: number,
): boolean {
  const px = point[pointOffset];
  const py = point[pointOffset + 1];
  const pz = point[pointOffset + 2];
  return (
    px >= aabb[aabbOffset] &&
    px <= aabb[aabbOffset + 3] &&
    py >= aabb[aabbOffset + 1] &&
    py <= aabb[aabbOffset + 4] &&
    pz >= aabb[aabbOffset + 2] &&
    pz <= aabb[aabbOffset + 5]
  );
}

/**
 * Writes the point of an AABB's surface closest to a point and the outward unit normal there (6 numbers:
 * `x y z nx ny nz`); returns the signed separation: the distance outside, minus the depth below the nearest face
 * inside, 0 on the surface.
 *
 * Inside, the normal is that of the nearest face; of equally near faces the first in the order −x, +x, −y, +y, −z, +z
 * wins. Outside it points from the surface to the point. NaN in gives NaN.
 *
 * Source: Ericson, Real-Time Collision Detection, 5.1.3, continued to the inside.
 */
export function closestSurfacePointAabb(
  out: WritableNumberArray,
  outOffset: number,
  point: NumberArray,
  pointOffset: number,
  aabb: NumberArray,
  aabbOffset: number,
): number {
  const px = point[pointOffset];
  const py = point[pointOffset + 1];
  const pz = point[pointOffset + 2];
  const qx = Math.max(aabb[aabbOffset], Math.min(px, aabb[aabbOffset + 3]));
  const qy = Math.max(aabb[aabbOffset + 1], Math.min(py, aabb[aabbOffset + 4]));
  const qz = Math.max(aabb[aabbOffset + 2], Math.min(pz, aabb[aabbOffset + 5]));
  const dx = px - qx;
  const dy = py - qy;
  const dz = pz - qz;
  if (dx === 0 && dy === 0 && dz === 0) {
    let depth = Infinity;
    let axis = 0;
    let side = -1;
    for (let k = 0; k < 3; k++) {
      const p = point[pointOffset + k];
      const above = p - aabb[aabbOffset + k];
      const below = aabb[aabbOffset + 3 + k] - p;
      const least = Math.min(above, below);
      if (!(least < depth)) continue;
      depth = least;
      axis = k;
      side = above <= below ? -1 : 1;
    }
    const face = aabb[aabbOffset + (side < 0 ? axis : 3 + axis)];
    out[outOffset] = px;
    out[outOffset + 1] = py;
    out[outOffset + 2] = pz;
    out[outOffset + 3] = 0;
    out[outOffset + 4] = 0;
    out[outOffset + 5] = 0;
    out[outOffset + axis] = face;
    out[outOffset + 3 + axis] = side;
    return depth === 0 ? 0 : -depth;
  }
  const distance = Math.sqrt(dx * dx + dy * dy + dz * dz);
  out[outOffset] = qx;
  out[outOffset + 1] = qy;
  out[outOffset + 2] = qz;
  out[outOffset + 3] = dx / distance;
  out[outOffset + 4] = dy / distance;
  out[outOffset + 5] = dz / distance;
  return distance;
}

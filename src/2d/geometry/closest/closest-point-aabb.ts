import type { NumberArray, WritableNumberArray } from '../../../core/number-array.ts';

/**
 * Writes the point `x y` of a solid AABB closest to a point and returns the squared distance. A point inside or on the
 * box gives itself and 0.
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
  const qx = Math.max(aabb[aabbOffset], Math.min(px, aabb[aabbOffset + 2]));
  const qy = Math.max(aabb[aabbOffset + 1], Math.min(py, aabb[aabbOffset + 3]));
  out[outOffset] = qx;
  out[outOffset + 1] = qy;
  const dx = px - qx;
  const dy = py - qy;
  return dx * dx + dy * dy;
}

/**
 * Returns the squared distance from a point to a solid AABB; 0 inside and on the box.
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
  const dx = px - Math.max(aabb[aabbOffset], Math.min(px, aabb[aabbOffset + 2]));
  const dy = py - Math.max(aabb[aabbOffset + 1], Math.min(py, aabb[aabbOffset + 3]));
  return dx * dx + dy * dy;
}

/**
 * Returns whether a point lies inside or on an AABB. Exact.
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
  return (
    px >= aabb[aabbOffset] && px <= aabb[aabbOffset + 2] && py >= aabb[aabbOffset + 1] && py <= aabb[aabbOffset + 3]
  );
}

/**
 * Writes the point of an AABB's surface closest to a point and the outward unit normal there (4 numbers: `x y nx ny`);
 * returns the signed separation: the distance outside, minus the depth below the nearest side inside, 0 on the
 * surface.
 *
 * Inside, the normal is that of the nearest side; of equally near sides the first in the order −x, +x, −y, +y wins.
 * Outside it points from the surface to the point.
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
  const minX = aabb[aabbOffset];
  const minY = aabb[aabbOffset + 1];
  const maxX = aabb[aabbOffset + 2];
  const maxY = aabb[aabbOffset + 3];
  const dx = px - Math.max(minX, Math.min(px, maxX));
  const dy = py - Math.max(minY, Math.min(py, maxY));
  if (dx !== 0 || dy !== 0) {
    const distance = Math.sqrt(dx * dx + dy * dy);
    out[outOffset] = Math.max(minX, Math.min(px, maxX));
    out[outOffset + 1] = Math.max(minY, Math.min(py, maxY));
    out[outOffset + 2] = dx / distance;
    out[outOffset + 3] = dy / distance;
    return distance;
  }
  let depth = px - minX;
  let qx = minX;
  let qy = py;
  let nx = -1;
  let ny = 0;
  if (maxX - px < depth) {
    depth = maxX - px;
    qx = maxX;
    nx = 1;
  }
  if (py - minY < depth) {
    depth = py - minY;
    qx = px;
    qy = minY;
    nx = 0;
    ny = -1;
  }
  if (maxY - py < depth) {
    depth = maxY - py;
    qx = px;
    qy = maxY;
    nx = 0;
    ny = 1;
  }
  out[outOffset] = qx;
  out[outOffset + 1] = qy;
  out[outOffset + 2] = nx;
  out[outOffset + 3] = ny;
  return depth === 0 ? 0 : -depth;
}

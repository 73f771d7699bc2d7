import type { NumberArray } from '../../../core/number-array.ts';

// Separating axes of a box and a segment: the box's three face normals, and their cross products with the segment.
// Everything is taken twice as large, which saves halving: with D = b − a, M = a + b − 2·centre and E = max − min, an
// axis e_i separates when |M_i| > E_i + |D_i|, and e_i × D when |M_j·D_k − M_k·D_j| > E_j·|D_k| + E_k·|D_j|.
// Where D is (nearly) parallel to e_i both sides of the latter are (nearly) 0. The comparison is therefore relative to
// the products it is made of, so that rounding never reports a separation that is not there.

const ROUNDING = 2 ** -49; // 8 EPSILON

function separated(mj: number, mk: number, dj: number, dk: number, ej: number, ek: number): boolean {
  const left = mj * dk;
  const right = mk * dj;
  const slack = ROUNDING * (Math.abs(left) + Math.abs(right));
  return !(Math.abs(left - right) <= ej * Math.abs(dk) + ek * Math.abs(dj) + slack);
}

function overlapsDoubled(
  mx: number,
  my: number,
  mz: number,
  dx: number,
  dy: number,
  dz: number,
  ex: number,
  ey: number,
  ez: number,
): boolean {
  if (!(ex >= 0 && ey >= 0 && ez >= 0)) return false;
  if (!(Math.abs(mx) <= ex + Math.abs(dx))) return false;
  if (!(Math.abs(my) <= ey + Math.abs(dy))) return false;
  if (!(Math.abs(mz) <= ez + Math.abs(dz))) return false;
  if (separated(my, mz, dy, dz, ey, ez)) return false;
  if (separated(mz, mx, dz, dx, ez, ex)) return false;
  return !separated(mx, my, dx, dy, ex, ey);
}

/**
 * Tells whether a segment (6) touches a solid AABB (6), by separating axes: no division and no fraction. A segment of
 * zero length is a point. An empty box (min > max) and NaN give false.
 *
 * Source: Ericson, Real-Time Collision Detection, 5.3.3.
 */
export function overlapsSegmentAabb(
  segment: NumberArray,
  segmentOffset: number,
  aabb: NumberArray,
  aabbOffset: number,
): boolean {
  const ax = segment[segmentOffset];
  const ay = segment[segmentOffset + 1];
  const az = segment[segmentOffset + 2];
  const bx = segment[segmentOffset + 3];
  const by = segment[segmentOffset + 4];
  const bz = segment[segmentOffset + 5];
  const minX = aabb[aabbOffset];
  const minY = aabb[aabbOffset + 1];
  const minZ = aabb[aabbOffset + 2];
  const maxX = aabb[aabbOffset + 3];
  const maxY = aabb[aabbOffset + 4];
  const maxZ = aabb[aabbOffset + 5];
  return overlapsDoubled(
    ax - minX + (bx - maxX),
    ay - minY + (by - maxY),
    az - minZ + (bz - maxZ),
    bx - ax,
    by - ay,
    bz - az,
    maxX - minX,
    maxY - minY,
    maxZ - minZ,
  );
}

/**
 * Tells whether a segment (6) touches a solid OBB (15), by separating axes in the box's frame. A segment of zero length
 * is a point. Negative half extents and NaN give false.
 *
 * Source: Ericson, Real-Time Collision Detection, 5.3.3.
 */
export function overlapsSegmentObb(
  segment: NumberArray,
  segmentOffset: number,
  obb: NumberArray,
  obbOffset: number,
): boolean {
  const cx = obb[obbOffset];
  const cy = obb[obbOffset + 1];
  const cz = obb[obbOffset + 2];
  const dx = segment[segmentOffset + 3] - segment[segmentOffset];
  const dy = segment[segmentOffset + 4] - segment[segmentOffset + 1];
  const dz = segment[segmentOffset + 5] - segment[segmentOffset + 2];
  const mx = segment[segmentOffset] - cx + (segment[segmentOffset + 3] - cx);
  const my = segment[segmentOffset + 1] - cy + (segment[segmentOffset + 4] - cy);
  const mz = segment[segmentOffset + 2] - cz + (segment[segmentOffset + 5] - cz);
  const x = obbOffset + 6;
  const y = obbOffset + 9;
  const z = obbOffset + 12;
  return overlapsDoubled(
    mx * obb[x] + my * obb[x + 1] + mz * obb[x + 2],
    mx * obb[y] + my * obb[y + 1] + mz * obb[y + 2],
    mx * obb[z] + my * obb[z + 1] + mz * obb[z + 2],
    dx * obb[x] + dy * obb[x + 1] + dz * obb[x + 2],
    dx * obb[y] + dy * obb[y + 1] + dz * obb[y + 2],
    dx * obb[z] + dy * obb[z + 1] + dz * obb[z + 2],
    2 * obb[obbOffset + 3],
    2 * obb[obbOffset + 4],
    2 * obb[obbOffset + 5],
  );
}

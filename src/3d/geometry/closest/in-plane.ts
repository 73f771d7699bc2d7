import type { NumberArray } from '../../../core/number-array.ts';

/** (4 EPSILON)², relative to the squared product of the lengths: the rounding of a cross and a dot product. */
export const IN_PLANE_ROUNDING = 8e-31;

/**
 * Tells whether a vector has no component along the normal n of a plane, as far as rounding can tell: a direction
 * parallel to it, or the way to one of its points from another. `spread` is the square of the size of the terms that n
 * was computed from (for a cross product of edges: |e1|²·|e2|²).
 */
export function isAlongPlane(
  nx: number,
  ny: number,
  nz: number,
  spread: number,
  vx: number,
  vy: number,
  vz: number,
): boolean {
  const along = nx * vx + ny * vy + nz * vz;
  return along * along <= IN_PLANE_ROUNDING * spread * (vx * vx + vy * vy + vz * vz);
}

/** Returns the axis along which a normal is longest: dropping it keeps most of a polygon's area. */
export function longestAxis(normal: Float64Array): number {
  const x = Math.abs(normal[0]);
  const y = Math.abs(normal[1]);
  const z = Math.abs(normal[2]);
  if (x >= y && x >= z) return 0;
  return y >= z ? 1 : 2;
}

/**
 * Tells whether a point is in or on a polygon after both dropped an axis (parity rule, boundary included). The point is
 * given as its way (3) from an origin (3) near the polygon, so that it keeps its digits far from that of the frame.
 */
export function containsProjected(
  origin: NumberArray,
  originOffset: number,
  way: Float64Array,
  vertices: NumberArray,
  verticesOffset: number,
  count: number,
  dropped: number,
): boolean {
  const i = dropped === 0 ? 1 : 0;
  const j = dropped === 2 ? 1 : 2;
  let inside = false;
  let au = vertices[verticesOffset + (count - 1) * 3 + i] - origin[originOffset + i] - way[i];
  let av = vertices[verticesOffset + (count - 1) * 3 + j] - origin[originOffset + j] - way[j];
  for (let k = 0; k < count; k++) {
    const bu = vertices[verticesOffset + k * 3 + i] - origin[originOffset + i] - way[i];
    const bv = vertices[verticesOffset + k * 3 + j] - origin[originOffset + j] - way[j];
    const cross = au * bv - av * bu;
    if (cross === 0 && au * bu <= 0 && av * bv <= 0) return true;
    if (av < 0 !== bv < 0 && cross > 0 === bv > av) inside = !inside;
    au = bu;
    av = bv;
  }
  return inside;
}

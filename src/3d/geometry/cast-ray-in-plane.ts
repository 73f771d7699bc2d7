import type { NumberArray } from '../../core/number-array.ts';
import { EPSILON } from '../../core/tolerance.ts';

// A ray in the plane of a polygon meets it first where it starts, or where it crosses the boundary. Both are questions
// in the plane, asked after dropping the axis along which the normal is longest: that keeps the areas largest, and
// fractions along the ray are unchanged by any projection.
//
// Each vertex v gets two numbers: side = d × (v − o), and along = d · (v − o) / d². An edge meets the ray's line when
// its ends' sides have opposite signs or one is 0, and then at the sides' weighted mean of its two alongs. Both numbers
// depend on one vertex only, so the two edges at a vertex agree on it and nothing slips between them.

/** 4 EPSILON relative to the product of the lengths, squared: the rounding of a cross and a dot product. */
export const IN_PLANE_ROUNDING = 2 ** -100;

/**
 * Tells whether a vector has no component along the normal n of a plane, as far as rounding can tell: a direction
 * parallel to it, or the way to one of its points from another. `spread` is the square of the size of the terms that n was
 * computed from (for a cross product of edges: |e1|²·|e2|²).
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

/**
 * Casts a ray that lies in the plane of a simple polygon. Returns the first fraction in [0, maxFraction] at which it is
 * in the polygon or on its boundary, `Infinity` for none. `n` is the polygon's normal; a zero normal gives `Infinity`.
 */
export function castRayInPlane(
  ray: NumberArray,
  rayOffset: number,
  maxFraction: number,
  vertices: NumberArray,
  verticesOffset: number,
  count: number,
  nx: number,
  ny: number,
  nz: number,
): number {
  const sizeX = Math.abs(nx);
  const sizeY = Math.abs(ny);
  const sizeZ = Math.abs(nz);
  if (!(sizeX + sizeY + sizeZ > 0)) return Infinity;
  const dropped = sizeX > sizeY ? (sizeX > sizeZ ? 0 : 2) : sizeY > sizeZ ? 1 : 2;
  const i = dropped === 2 ? 0 : dropped + 1;
  const j = i === 2 ? 0 : i + 1;
  const ou = ray[rayOffset + i];
  const ov = ray[rayOffset + j];
  const du = ray[rayOffset + 3 + i];
  const dv = ray[rayOffset + 3 + j];
  const lengthSquared = du * du + dv * dv;
  if (!(lengthSquared > 0)) {
    const inside = containsProjected(ou, ov, vertices, verticesOffset, count, i, j);
    return inside && maxFraction >= 0 ? 0 : Infinity;
  }
  const last = verticesOffset + (count - 1) * 3;
  const lastU = vertices[last + i] - ou;
  const lastV = vertices[last + j] - ov;
  let previousSide = side(du, dv, lastU, lastV);
  let previousAlong = (du * lastU + dv * lastV) / lengthSquared;
  let first = Infinity;
  let crossingsAhead = 0;
  for (let k = 0; k < count; k++) {
    const u = vertices[verticesOffset + k * 3 + i] - ou;
    const v = vertices[verticesOffset + k * 3 + j] - ov;
    const thisSide = side(du, dv, u, v);
    const along = (du * u + dv * v) / lengthSquared;
    const apart = (thisSide > 0 && previousSide > 0) || (thisSide < 0 && previousSide < 0);
    if (!apart) {
      if (thisSide === 0 && previousSide === 0) {
        // The edge runs along the ray: the origin may lie on it.
        const low = Math.min(along, previousAlong);
        const high = Math.max(along, previousAlong);
        if (high >= 0 && low < first) first = Math.max(low, 0);
      } else {
        const t = difference(previousAlong * thisSide, along * previousSide) / (thisSide - previousSide);
        if (t >= 0 && t < first) first = t;
        // Half-open in the side, so that a vertex on the line counts for one of its two edges.
        if (t > 0 && thisSide < 0 !== previousSide < 0) crossingsAhead++;
      }
    }
    previousSide = thisSide;
    previousAlong = along;
  }
  if (crossingsAhead % 2 === 1) first = 0;
  return first <= maxFraction ? first : Infinity;
}

/** d × p: 0 says that p is on the line. */
function side(du: number, dv: number, u: number, v: number): number {
  return difference(du * v, dv * u);
}

/** The difference of two rounded products, 0 when it is below their rounding error. */
function difference(left: number, right: number): number {
  const result = left - right;
  return Math.abs(result) <= 4 * EPSILON * (Math.abs(left) + Math.abs(right)) ? 0 : result;
}

/** Tells whether a point is in or on a polygon after both dropped an axis (parity rule, boundary included). */
export function containsProjected(
  pu: number,
  pv: number,
  vertices: NumberArray,
  verticesOffset: number,
  count: number,
  i: number,
  j: number,
): boolean {
  let inside = false;
  let au = vertices[verticesOffset + (count - 1) * 3 + i] - pu;
  let av = vertices[verticesOffset + (count - 1) * 3 + j] - pv;
  for (let k = 0; k < count; k++) {
    const bu = vertices[verticesOffset + k * 3 + i] - pu;
    const bv = vertices[verticesOffset + k * 3 + j] - pv;
    const cross = au * bv - av * bu;
    if (cross === 0 && au * bu <= 0 && av * bv <= 0) return true;
    if (av < 0 !== bv < 0 && cross > 0 === bv > av) inside = !inside;
    au = bu;
    av = bv;
  }
  return inside;
}

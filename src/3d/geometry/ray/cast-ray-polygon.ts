import type { NumberArray, WritableNumberArray } from '../../../core/number-array.ts';
import { IN_PLANE_ROUNDING } from '../closest/in-plane.ts';
import { areaTerms, areaVector, sumAreaVector } from '../measure/polygon.ts';
import { writeVector } from '../vector.ts';
import { meetPolygon, polygonFraction } from './meet-polygon.ts';

// The plane is that of the polygon's area vector, through the first vertex. Whether the ray passes through the polygon,
// or where in its plane it enters, is told by meet-polygon.ts.

const normal = new Float64Array(3);

/** Whether the ray of the last call runs in the plane, as far as rounding can tell. */
let inPlane = false;

/**
 * Returns the first fraction from `low` to `high` at which a ray is in a polygon, `Infinity` for none, and turns
 * `normal` to the ray's origin; for a ray in the plane it is the front's.
 */
function meetFlat(
  ray: NumberArray,
  rayOffset: number,
  low: number,
  high: number,
  vertices: NumberArray,
  verticesOffset: number,
  count: number,
): number {
  const length = sumAreaVector(vertices, verticesOffset, count);
  for (let k = 0; k < 3; k++) normal[k] = areaVector[k] / length;
  /** The square of the size of the terms that the unit normal comes from. */
  const spread = (areaTerms[0] / length) * (areaTerms[0] / length);
  let height = 0;
  let slope = 0;
  let awaySquared = 0;
  let lengthSquared = 0;
  for (let k = 0; k < 3; k++) {
    const away = vertices[verticesOffset + k] - ray[rayOffset + k];
    const along = ray[rayOffset + 3 + k];
    height += normal[k] * away;
    slope += normal[k] * along;
    awaySquared += away * away;
    lengthSquared += along * along;
  }
  // NaN in the direction is no start on the plane either.
  const onPlane = lengthSquared >= 0 && height * height <= IN_PLANE_ROUNDING * spread * awaySquared;
  const still = lengthSquared === 0;
  inPlane = onPlane && !still && slope * slope <= IN_PLANE_ROUNDING * spread * lengthSquared;
  let fraction = onPlane ? 0 : height / slope;
  if (inPlane || (fraction >= low && fraction <= high)) {
    // A ray without direction asks whether its origin lies on the polygon, which a ray along the normal answers as
    // well.
    const way = still ? normal : ray;
    meetPolygon(ray, rayOffset, way, still ? 0 : rayOffset + 3, vertices, verticesOffset, count, normal, inPlane);
    const met = polygonFraction[0];
    if (inPlane) fraction = met;
    else if (met !== 0) return Infinity;
    else if (slope > 0) for (let k = 0; k < 3; k++) normal[k] = -normal[k];
  }
  return fraction >= low && fraction <= high ? fraction : Infinity;
}

/**
 * Casts a ray (6) at both sides of a convex polygon in space (`count` planar vertices in order, either winding; 3
 * numbers each). Returns the fraction and writes the point and the unit normal on the side of the ray's origin (6). A
 * ray in the polygon's plane hits where it enters through an edge; a start on the polygon gives 0 and a zero normal. A
 * miss, fewer than 3 vertices, no area and NaN give `Infinity` and write nothing. Polygons that share an edge leak no
 * ray.
 *
 * Source: Ericson, Real-Time Collision Detection, 5.3.5.
 */
export function castRayConvexPolygon(
  out: WritableNumberArray,
  outOffset: number,
  ray: NumberArray,
  rayOffset: number,
  maxFraction: number,
  vertices: NumberArray,
  verticesOffset: number,
  count: number,
): number {
  const fraction = meetFlat(ray, rayOffset, 0, maxFraction, vertices, verticesOffset, count);
  if (fraction === Infinity) return Infinity;
  const x = ray[rayOffset] + fraction * ray[rayOffset + 3];
  const y = ray[rayOffset + 1] + fraction * ray[rayOffset + 4];
  const z = ray[rayOffset + 2] + fraction * ray[rayOffset + 5];
  const side = fraction > 0 ? 1 : 0;
  writeVector(out, outOffset, x, y, z);
  writeVector(out, outOffset + 3, side * normal[0] + 0, side * normal[1] + 0, side * normal[2] + 0);
  return fraction;
}

/**
 * Casts a ray (6) at both sides of a simple polygon in space, convex or not (`count` planar vertices in order); by
 * parity where a polygon crosses itself. Otherwise as `castRayConvexPolygon`.
 *
 * Source: Ericson, Real-Time Collision Detection, 5.3.5 and 5.4.1.
 */
export function castRayPolygon(
  out: WritableNumberArray,
  outOffset: number,
  ray: NumberArray,
  rayOffset: number,
  maxFraction: number,
  vertices: NumberArray,
  verticesOffset: number,
  count: number,
): number {
  return castRayConvexPolygon(out, outOffset, ray, rayOffset, maxFraction, vertices, verticesOffset, count);
}

/**
 * Casts a ray (6) at both sides of a planar quad (four points in order, 12), convex or concave. Otherwise as
 * `castRayConvexPolygon`.
 *
 * Source: Ericson, Real-Time Collision Detection, 5.3.5.
 */
export function castRayQuad(
  out: WritableNumberArray,
  outOffset: number,
  ray: NumberArray,
  rayOffset: number,
  maxFraction: number,
  quad: NumberArray,
  quadOffset: number,
): number {
  return castRayConvexPolygon(out, outOffset, ray, rayOffset, maxFraction, quad, quadOffset, 4);
}

/**
 * Intersects an infinite line (6) with a planar quad (12), convex or concave. Returns the parameter, negative behind
 * the origin; `Infinity` on a miss, for a quad without area, for NaN and for a line in the quad's plane, which has no
 * single point of intersection.
 *
 * Source: Ericson, Real-Time Collision Detection, 5.3.5.
 */
export function intersectLineQuad(
  line: NumberArray,
  lineOffset: number,
  quad: NumberArray,
  quadOffset: number,
): number {
  const t = meetFlat(line, lineOffset, -Number.MAX_VALUE, Number.MAX_VALUE, quad, quadOffset, 4);
  return inPlane ? Infinity : t;
}

const parallelogram = new Float64Array(12);

/**
 * Casts a ray (6) at both sides of the parallelogram with corners a, b and c (9), where b and c are the neighbours of a
 * and the fourth corner is b + c − a. Otherwise as `castRayConvexPolygon`.
 *
 * Source: Ericson, Real-Time Collision Detection, 5.3.5.
 */
export function castRayParallelogram(
  out: WritableNumberArray,
  outOffset: number,
  ray: NumberArray,
  rayOffset: number,
  maxFraction: number,
  corners: NumberArray,
  cornersOffset: number,
): number {
  for (let i = 0; i < 3; i++) {
    const a = corners[cornersOffset + i];
    const b = corners[cornersOffset + 3 + i];
    const c = corners[cornersOffset + 6 + i];
    parallelogram[i] = a;
    parallelogram[3 + i] = b;
    parallelogram[6 + i] = b + (c - a);
    parallelogram[9 + i] = c;
  }
  return castRayConvexPolygon(out, outOffset, ray, rayOffset, maxFraction, parallelogram, 0, 4);
}

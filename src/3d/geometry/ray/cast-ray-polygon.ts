import type { NumberArray, WritableNumberArray } from '../../../core/number-array.ts';
import { IN_PLANE_ROUNDING } from '../closest/in-plane.ts';
import { writeVector } from '../vector.ts';
import { meetPolygon } from './meet-polygon.ts';

// The plane has Newell's normal, the sum of the cross products of consecutive vertices seen from the first, and the
// first vertex in it. The rounding of a thin polygon's cross products tilts that normal every way alike; across the
// polygon this hardly moves the plane, along it that does, so the normal is turned perpendicular to the longest way
// from the first vertex. Whether the ray passes through the polygon, or where in its plane it enters, is told by
// meet-polygon.ts.

const normal = new Float64Array(3);
/** The square of the size of the terms that `normal` was summed from. */
const spread = new Float64Array(1);

function computeNormal(vertices: NumberArray, verticesOffset: number, count: number): void {
  let nx = 0;
  let ny = 0;
  let nz = 0;
  let px = 0;
  let py = 0;
  let pz = 0;
  let ex = 0;
  let ey = 0;
  let ez = 0;
  let longest = 0;
  let size = 0;
  for (let k = 1; k < count; k++) {
    const x = vertices[verticesOffset + k * 3] - vertices[verticesOffset];
    const y = vertices[verticesOffset + k * 3 + 1] - vertices[verticesOffset + 1];
    const z = vertices[verticesOffset + k * 3 + 2] - vertices[verticesOffset + 2];
    const squared = x * x + y * y + z * z;
    nx += py * z - pz * y;
    ny += pz * x - px * z;
    nz += px * y - py * x;
    size += Math.sqrt((px * px + py * py + pz * pz) * squared);
    if (squared > longest) {
      longest = squared;
      ex = x;
      ey = y;
      ez = z;
    }
    px = x;
    py = y;
    pz = z;
  }
  const tilt = (nx * ex + ny * ey + nz * ez) / longest;
  nx -= tilt * ex;
  ny -= tilt * ey;
  nz -= tilt * ez;
  const length = Math.sqrt(nx * nx + ny * ny + nz * nz);
  writeVector(normal, 0, nx / length, ny / length, nz / length);
  spread[0] = (size / length) * (size / length);
}

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
  computeNormal(vertices, verticesOffset, count);
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
  const onPlane = height * height <= IN_PLANE_ROUNDING * spread[0] * awaySquared;
  const still = lengthSquared === 0;
  inPlane = onPlane && !still && slope * slope <= IN_PLANE_ROUNDING * spread[0] * lengthSquared;
  let fraction = onPlane ? 0 : height / slope;
  if (inPlane || (fraction >= low && fraction <= high)) {
    // Without a direction the way through the plane asks the same.
    const way = still ? normal : ray;
    const met = meetPolygon(
      ray,
      rayOffset,
      way,
      still ? 0 : rayOffset + 3,
      vertices,
      verticesOffset,
      count,
      normal,
      inPlane,
    );
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

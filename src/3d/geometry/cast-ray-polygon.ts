import type { NumberArray, WritableNumberArray } from '../../core/number-array.ts';
import { castRayInPlane, IN_PLANE_ROUNDING, isAlongPlane } from './cast-ray-in-plane.ts';
import { PREPARED_RAY_SIZE, prepareRay } from './prepared-ray.ts';
import { writeHit, writeStartHit } from './ray-hit.ts';

// The shear of the prepared ray turns the question into: is the origin of the plane in the projected polygon? Each
// vertex is sheared on its own and each edge function has its exact sign or 0 (see cast-ray-triangle.ts), 0 counting as
// inside, so polygons that share edges leak no ray. For a convex polygon all edge functions must agree in sign; for a
// simple one the parity of the edges that cross the first axis to the right decides.
// The fraction comes from the plane through the mean of the vertices, with Newell's normal, which is the sum of the
// cross products of consecutive vertices seen from the first.

/** Newell's normal, the mean of the vertices minus the first vertex, and the square of the size of the normal's terms. */
let normalX = 0;
let normalY = 0;
let normalZ = 0;
let meanX = 0;
let meanY = 0;
let meanZ = 0;
let normalSpread = 0;

function computePlane(vertices: NumberArray, verticesOffset: number, count: number): void {
  const ax = vertices[verticesOffset];
  const ay = vertices[verticesOffset + 1];
  const az = vertices[verticesOffset + 2];
  normalX = normalY = normalZ = 0;
  meanX = meanY = meanZ = 0;
  let spread = 0;
  let px = 0;
  let py = 0;
  let pz = 0;
  for (let k = 1; k < count; k++) {
    const x = vertices[verticesOffset + k * 3] - ax;
    const y = vertices[verticesOffset + k * 3 + 1] - ay;
    const z = vertices[verticesOffset + k * 3 + 2] - az;
    normalX += py * z - pz * y;
    normalY += pz * x - px * z;
    normalZ += px * y - py * x;
    spread += Math.sqrt((px * px + py * py + pz * pz) * (x * x + y * y + z * z));
    meanX += x / count;
    meanY += y / count;
    meanZ += z / count;
    px = x;
    py = y;
    pz = z;
  }
  normalSpread = spread * spread;
  if (normalX * normalX + normalY * normalY + normalZ * normalZ < SLIVER * normalSpread) {
    straightenNormal(vertices, verticesOffset, count);
  }
}

/** Of `normalSpread`: below it a polygon is a sliver. */
const SLIVER = 1e-4;

/**
 * Turns the normal of a thin polygon perpendicular to the polygon's longest way, from the first vertex to the farthest. The
 * rounding of a sliver's cross products tilts the normal every way alike; across the sliver that hardly moves the plane,
 * along it that does.
 */
function straightenNormal(vertices: NumberArray, verticesOffset: number, count: number): void {
  let longest = 0;
  let ex = 0;
  let ey = 0;
  let ez = 0;
  for (let k = 1; k < count; k++) {
    const x = vertices[verticesOffset + k * 3] - vertices[verticesOffset];
    const y = vertices[verticesOffset + k * 3 + 1] - vertices[verticesOffset + 1];
    const z = vertices[verticesOffset + k * 3 + 2] - vertices[verticesOffset + 2];
    const squared = x * x + y * y + z * z;
    if (squared > longest) {
      longest = squared;
      ex = x;
      ey = y;
      ez = z;
    }
  }
  const along = (normalX * ex + normalY * ey + normalZ * ez) / (longest || 1);
  normalX -= along * ex;
  normalY -= along * ey;
  normalZ -= along * ez;
}

/** Whether a point lies on the plane as far as rounding can tell; s is the way from it to the mean of the vertices. */
function isOnPlane(sx: number, sy: number, sz: number): boolean {
  const height = normalX * sx + normalY * sy + normalZ * sz;
  // The mean is rounded too: from right beside it, s is no measure of the rounding.
  const size = sx * sx + sy * sy + sz * sz + 4 * (meanX * meanX + meanY * meanY + meanZ * meanZ);
  return height * height <= IN_PLANE_ROUNDING * normalSpread * size;
}

const scratch = new Float64Array(PREPARED_RAY_SIZE);

/** Tells whether the line of the ray in `scratch` passes through a polygon: by signs if convex, else by parity. */
function passesThrough(vertices: NumberArray, verticesOffset: number, count: number, convex: boolean): boolean {
  const axisX = scratch[9];
  const axisY = scratch[10];
  const axisZ = scratch[11];
  const ox = scratch[axisX];
  const oy = scratch[axisY];
  const oz = scratch[axisZ];
  const shearX = scratch[12];
  const shearY = scratch[13];
  const last = verticesOffset + (count - 1) * 3;
  const lastZ = vertices[last + axisZ] - oz;
  let ax = vertices[last + axisX] - ox - shearX * lastZ;
  let ay = vertices[last + axisY] - oy - shearY * lastZ;
  let negative = false;
  let positive = false;
  let inside = false;
  for (let k = 0; k < count; k++) {
    const vertex = verticesOffset + k * 3;
    const z = vertices[vertex + axisZ] - oz;
    const bx = vertices[vertex + axisX] - ox - shearX * z;
    const by = vertices[vertex + axisY] - oy - shearY * z;
    const cross = ax * by - ay * bx;
    negative ||= cross < 0;
    positive ||= cross > 0;
    // Both signs are a miss of a convex polygon; a point on the edge is in any.
    if (convex ? negative && positive : cross === 0 && ax * bx <= 0 && ay * by <= 0) return !convex;
    if (ay < 0 !== by < 0 && cross > 0 === by > ay) inside = !inside;
    ax = bx;
    ay = by;
  }
  return convex ? negative || positive : inside;
}

function castRayFlat(
  out: WritableNumberArray,
  outOffset: number,
  ray: NumberArray,
  rayOffset: number,
  maxFraction: number,
  vertices: NumberArray,
  verticesOffset: number,
  count: number,
  convex: boolean,
): number {
  if (!(count >= 3)) return Infinity;
  computePlane(vertices, verticesOffset, count);
  const ox = ray[rayOffset];
  const oy = ray[rayOffset + 1];
  const oz = ray[rayOffset + 2];
  const dx = ray[rayOffset + 3];
  const dy = ray[rayOffset + 4];
  const dz = ray[rayOffset + 5];
  const sx = vertices[verticesOffset] - ox + meanX;
  const sy = vertices[verticesOffset + 1] - oy + meanY;
  const sz = vertices[verticesOffset + 2] - oz + meanZ;
  const slope = normalX * dx + normalY * dy + normalZ * dz;
  let t: number;
  const onPlane = isOnPlane(sx, sy, sz);
  if (onPlane && isAlongPlane(normalX, normalY, normalZ, normalSpread, dx, dy, dz)) {
    t = castRayInPlane(ray, rayOffset, maxFraction, vertices, verticesOffset, count, normalX, normalY, normalZ);
  } else {
    if (slope === 0) return Infinity;
    t = onPlane ? 0 : (normalX * sx + normalY * sy + normalZ * sz) / slope;
    if (!(t >= 0 && t <= maxFraction)) return Infinity;
    prepareRay(scratch, 0, ray, rayOffset);
    if (!passesThrough(vertices, verticesOffset, count, convex)) return Infinity;
  }
  if (t === Infinity) return Infinity;
  if (t === 0) return writeStartHit(out, outOffset, ox, oy, oz, maxFraction);
  const side = slope > 0 ? -1 : 1;
  writeHit(out, outOffset, ox + t * dx, oy + t * dy, oz + t * dz, side * normalX, side * normalY, side * normalZ);
  return t;
}

/**
 * Casts a ray (6) at both sides of a convex polygon in space (`count` planar vertices in order, either winding; 3
 * numbers each). Returns the fraction and writes the point and the unit normal on the side of the ray's origin (6). A
 * ray in the polygon's plane hits where it enters through an edge; a start on the polygon gives 0 and a zero normal. A miss,
 * fewer than 3 vertices, no area and NaN give `Infinity` and write nothing. Polygons that share an edge leak no ray.
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
  return castRayFlat(out, outOffset, ray, rayOffset, maxFraction, vertices, verticesOffset, count, true);
}

/**
 * Casts a ray (6) at both sides of a simple polygon in space, convex or not (`count` planar vertices in order); by parity
 * where a polygon crosses itself. Otherwise as `castRayConvexPolygon`.
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
  return castRayFlat(out, outOffset, ray, rayOffset, maxFraction, vertices, verticesOffset, count, false);
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
  return castRayFlat(out, outOffset, ray, rayOffset, maxFraction, quad, quadOffset, 4, false);
}

/**
 * Intersects an infinite line (6) with a planar quad (12), convex or concave. Returns the parameter, negative behind the origin;
 * `Infinity` on a miss, for a quad without area, for NaN and for a line in the quad's plane, which has no single point of
 * intersection.
 *
 * Source: Ericson, Real-Time Collision Detection, 5.3.5.
 */
export function intersectLineQuad(
  line: NumberArray,
  lineOffset: number,
  quad: NumberArray,
  quadOffset: number,
): number {
  computePlane(quad, quadOffset, 4);
  const sx = quad[quadOffset] - line[lineOffset] + meanX;
  const sy = quad[quadOffset + 1] - line[lineOffset + 1] + meanY;
  const sz = quad[quadOffset + 2] - line[lineOffset + 2] + meanZ;
  const dx = line[lineOffset + 3];
  const dy = line[lineOffset + 4];
  const dz = line[lineOffset + 5];
  const t = (normalX * sx + normalY * sy + normalZ * sz) / (normalX * dx + normalY * dy + normalZ * dz);
  prepareRay(scratch, 0, line, lineOffset);
  return (isOnPlane(sx, sy, sz) && isAlongPlane(normalX, normalY, normalZ, normalSpread, dx, dy, dz)) ||
    t - t !== 0 ||
    !passesThrough(quad, quadOffset, 4, false)
    ? Infinity
    : t;
}

const parallelogram = new Float64Array(12);

/**
 * Casts a ray (6) at both sides of the parallelogram with corners a, b and c (9), where b and c are the neighbours of a and
 * the fourth corner is b + c − a. Otherwise as `castRayConvexPolygon`.
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
  return castRayFlat(out, outOffset, ray, rayOffset, maxFraction, parallelogram, 0, 4, true);
}

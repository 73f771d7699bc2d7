import type { NumberArray, WritableNumberArray } from '../../core/number-array.ts';
import { castRayInPlane, isAlongPlane } from './cast-ray-in-plane.ts';
import { PREPARED_AXES, PREPARED_RAY_SIZE, PREPARED_SHEAR, prepareRay } from './prepared-ray.ts';
import { writeHit, writeStartHit } from './ray-hit.ts';
import { SLIVER_AREA, straightenWeights, straightWeights } from './sliver-weights.ts';

// Every test here goes through the sheared coordinates of the prepared ray, in which the ray is the third axis. There
// the question is whether the origin of the plane is in the projected triangle, which three edge functions answer:
// U = c × b, V = a × c, W = b × a, each the (negated) double area of the origin and one edge. All ≥ 0 or all ≤ 0: hit.
//
// Why nothing leaks. A vertex's sheared coordinates depend on the vertex and the ray alone, so triangles that share it
// use the same numbers. x·y − z·w with rounded products never has the wrong sign (rounding is monotonic), at worst it
// is 0, and 0 counts as inside; and swapping the ends of an edge exactly negates its function. So of the rounded
// triangles, which still fit edge to edge, at least one holds the ray.
//
// The fraction is the weighted mean of the three vertices' third coordinates, with weights U, V, W over their sum: it
// lies between them however thin the triangle is. The sum is minus the projected double area, −(n·d)/d_z with
// n = (b − a) × (c − a): its sign tells the side, with no threshold that would depend on scale, and it is 0 only for a
// triangle seen edge-on or without area, which the shear cannot answer.
//
// Source: Woop, Benthin, Wald, Watertight Ray/Triangle Intersection, JCGT 2013.

let hitFraction = 0;
let hitU = 0;
let hitV = 0;
let hitW = 0;
/** Positive when the ray comes from the side where the triangle's vertices run counterclockwise. */
let hitFacing = 0;

function shearTest(
  prepared: NumberArray,
  preparedOffset: number,
  vertices: NumberArray,
  a: number,
  b: number,
  c: number,
): boolean {
  const axisX = prepared[preparedOffset + PREPARED_AXES];
  const axisY = prepared[preparedOffset + PREPARED_AXES + 1];
  const axisZ = prepared[preparedOffset + PREPARED_AXES + 2];
  const shearX = prepared[preparedOffset + PREPARED_SHEAR];
  const shearY = prepared[preparedOffset + PREPARED_SHEAR + 1];
  const shearZ = prepared[preparedOffset + PREPARED_SHEAR + 2];
  const ox = prepared[preparedOffset + axisX];
  const oy = prepared[preparedOffset + axisY];
  const oz = prepared[preparedOffset + axisZ];
  const az = vertices[a + axisZ] - oz;
  const bz = vertices[b + axisZ] - oz;
  const cz = vertices[c + axisZ] - oz;
  const ax = vertices[a + axisX] - ox - shearX * az;
  const ay = vertices[a + axisY] - oy - shearY * az;
  const bx = vertices[b + axisX] - ox - shearX * bz;
  const by = vertices[b + axisY] - oy - shearY * bz;
  const cx = vertices[c + axisX] - ox - shearX * cz;
  const cy = vertices[c + axisY] - oy - shearY * cz;
  const u = cx * by - cy * bx;
  const v = ax * cy - ay * cx;
  const w = bx * ay - by * ax;
  if ((u < 0 || v < 0 || w < 0) && (u > 0 || v > 0 || w > 0)) return false;
  const sum = u + v + w;
  // Also turns NaN away.
  if (!(sum < 0 || sum > 0)) return false;
  hitU = u / sum;
  hitV = v / sum;
  hitW = w / sum;
  const squares = ax * ax + ay * ay + bx * bx + by * by + cx * cx + cy * cy;
  if (Math.abs(sum) < SLIVER_AREA * squares) {
    straightenWeights(ax, ay, bx, by, cx, cy, hitU, hitV, hitW);
    hitU = straightWeights[0]!;
    hitV = straightWeights[1]!;
    hitW = straightWeights[2]!;
  }
  hitFraction = (hitU * az + hitV * bz + hitW * cz) * shearZ;
  hitFacing = sum * shearZ;
  return true;
}

/**
 * Casts a prepared ray at both sides of a triangle whose three points start at offsets a, b, c of `vertices`. Returns
 * the fraction and writes the weights of the three points (3, sum 1); a miss or NaN gives `Infinity` and writes
 * nothing.
 *
 * Watertight: a ray that meets a shared edge or vertex of a mesh hits at least one of the triangles there. Triangles seen
 * exactly edge-on are never hit; in a mesh their neighbours are. Nor are triangles without area, but where rounding, after the
 * shear, opens one on the ray: there the neighbours may not be.
 *
 * Source: Woop, Benthin, Wald, Watertight Ray/Triangle Intersection, JCGT 2013.
 */
export function castPreparedRayTriangle(
  out: WritableNumberArray,
  outOffset: number,
  prepared: NumberArray,
  preparedOffset: number,
  maxFraction: number,
  vertices: NumberArray,
  a: number,
  b: number,
  c: number,
): number {
  if (!shearTest(prepared, preparedOffset, vertices, a, b, c)) return Infinity;
  return writeWeights(out, outOffset, maxFraction);
}

/**
 * Casts a prepared ray at the front of a triangle, the side from which a, b, c run counterclockwise; otherwise as
 * `castPreparedRayTriangle`.
 *
 * Source: Woop, Benthin, Wald, Watertight Ray/Triangle Intersection, JCGT 2013.
 */
export function castPreparedRayTriangleSingleSided(
  out: WritableNumberArray,
  outOffset: number,
  prepared: NumberArray,
  preparedOffset: number,
  maxFraction: number,
  vertices: NumberArray,
  a: number,
  b: number,
  c: number,
): number {
  if (!shearTest(prepared, preparedOffset, vertices, a, b, c) || hitFacing < 0) return Infinity;
  return writeWeights(out, outOffset, maxFraction);
}

function writeWeights(out: WritableNumberArray, outOffset: number, maxFraction: number): number {
  if (!(hitFraction >= 0 && hitFraction <= maxFraction)) return Infinity;
  out[outOffset] = hitU;
  out[outOffset + 1] = hitV;
  out[outOffset + 2] = hitW;
  return hitFraction;
}

// castRayTriangle asks first without shear, by the four products of Möller and Trumbore: the weights of b and c and the
// height of the origin over the plane, each times n·d. Where every one of them is farther from 0 than rounding reaches, the
// answer is clear, and the same that the shear gives: that moves each projected corner by at most 3 EPSILON of its distance
// from the origin, |m| + |e|, and a weight times the length |e| of an edge is a distance of the ray from that edge. 32 EPSILON
// cover that and the rounding of the products three times over. So rays at shared edges, where nothing is clear, all go the
// one watertight way. Being in the plane, too, is left to the careful way.

const PLAIN_ERROR = 2 ** -47;

/** Below this, as a square: slivers and glancing rays, where the weighted mean of the careful way keeps more digits. */
const DECENT = 1 / 4096;

const scratchRay = new Float64Array(PREPARED_RAY_SIZE);

/**
 * Intersects an infinite line (origin, direction; 6) with a triangle (9), from either side. Returns the line's
 * parameter, negative behind the origin, and writes the barycentric weights of the triangle's points (3, sum 1), so that
 * the point is u·a + v·b + w·c. Returns `Infinity` and writes nothing on a miss, for NaN, for a triangle without area and for
 * a line in the triangle's plane, which has no single point of intersection.
 *
 * Source: Woop, Benthin, Wald, Watertight Ray/Triangle Intersection, JCGT 2013.
 */
export function intersectLineTriangle(
  out: WritableNumberArray,
  outOffset: number,
  line: NumberArray,
  lineOffset: number,
  triangle: NumberArray,
  triangleOffset: number,
): number {
  prepareRay(scratchRay, 0, line, lineOffset);
  if (!shearTest(scratchRay, 0, triangle, triangleOffset, triangleOffset + 3, triangleOffset + 6)) return Infinity;
  // A line in the plane is seen edge-on only up to rounding.
  computeNormal(triangle, triangleOffset);
  if (isDirectionAlong(line, lineOffset) && isOriginOnPlane(line, lineOffset, triangle, triangleOffset))
    return Infinity;
  out[outOffset] = hitU;
  out[outOffset + 1] = hitV;
  out[outOffset + 2] = hitW;
  return hitFraction + 0;
}

/** The triangle's normal (b − a) × (c − a), and the square of the size it was computed from. */
let normalX = 0;
let normalY = 0;
let normalZ = 0;
let normalSpread = 0;

function computeNormal(triangle: NumberArray, offset: number): void {
  const ax = triangle[offset];
  const ay = triangle[offset + 1];
  const az = triangle[offset + 2];
  const ux = triangle[offset + 3] - ax;
  const uy = triangle[offset + 4] - ay;
  const uz = triangle[offset + 5] - az;
  const vx = triangle[offset + 6] - ax;
  const vy = triangle[offset + 7] - ay;
  const vz = triangle[offset + 8] - az;
  normalX = uy * vz - uz * vy;
  normalY = uz * vx - ux * vz;
  normalZ = ux * vy - uy * vx;
  normalSpread = (ux * ux + uy * uy + uz * uz) * (vx * vx + vy * vy + vz * vz);
}

/**
 * Casts a ray (6) at both sides of a triangle (9). Returns the fraction and writes the point and the unit normal on the
 * side of the ray's origin (6); `Infinity`, with nothing written, on a miss, for NaN and for a triangle without area.
 *
 * The triangle is a set of points and the hit is the first of them on the ray: a ray in its plane hits where it enters
 * through an edge, with the normal of the triangle's front; a start on the triangle gives 0 and a zero normal.
 * Rays that meet a shared edge hit at least one of its two triangles.
 *
 * Source: Woop, Benthin, Wald, Watertight Ray/Triangle Intersection, JCGT 2013; Ericson, Real-Time Collision Detection,
 * 5.3.6.
 */
export function castRayTriangle(
  out: WritableNumberArray,
  outOffset: number,
  ray: NumberArray,
  rayOffset: number,
  maxFraction: number,
  triangle: NumberArray,
  triangleOffset: number,
): number {
  const ox = ray[rayOffset];
  const oy = ray[rayOffset + 1];
  const oz = ray[rayOffset + 2];
  const dx = ray[rayOffset + 3];
  const dy = ray[rayOffset + 4];
  const dz = ray[rayOffset + 5];
  const ax = triangle[triangleOffset];
  const ay = triangle[triangleOffset + 1];
  const az = triangle[triangleOffset + 2];
  const ux = triangle[triangleOffset + 3] - ax;
  const uy = triangle[triangleOffset + 4] - ay;
  const uz = triangle[triangleOffset + 5] - az;
  const vx = triangle[triangleOffset + 6] - ax;
  const vy = triangle[triangleOffset + 7] - ay;
  const vz = triangle[triangleOffset + 8] - az;
  const mx = ox - ax;
  const my = oy - ay;
  const mz = oz - az;
  const d2 = dx * dx + dy * dy + dz * dz;
  const e2 = ux * ux + uy * uy + uz * uz + vx * vx + vy * vy + vz * vz;
  const m2 = mx * mx + my * my + mz * mz;
  const bound = PLAIN_ERROR * Math.sqrt(d2 * e2 * (e2 + m2));
  // d × v, whose product with u is −n·d.
  const px = dy * vz - dz * vy;
  const py = dz * vx - dx * vz;
  const pz = dx * vy - dy * vx;
  const facing = ux * px + uy * py + uz * pz;
  const sign = facing < 0 ? -1 : 1;
  const b = sign * (mx * px + my * py + mz * pz);
  const bc = sign * facing - b;
  if (b < -bound || bc < -bound) return Infinity;
  const qx = my * uz - mz * uy;
  const qy = mz * ux - mx * uz;
  const qz = mx * uy - my * ux;
  const c = sign * (dx * qx + dy * qy + dz * qz);
  const a = bc - c;
  if (c < -bound || a < -bound) return Infinity;
  const height = sign * (vx * qx + vy * qy + vz * qz);
  const planeBound = PLAIN_ERROR * e2 * Math.sqrt(m2);
  if (height < -planeBound) return Infinity;
  const decent = facing * facing > DECENT * d2 * e2 * e2;
  if (!(decent && a > bound && b > bound && c > bound && height > planeBound)) {
    return castRayTriangleCareful(out, outOffset, ray, rayOffset, maxFraction, triangle, triangleOffset);
  }
  const fraction = height / (sign * facing);
  if (!(fraction <= maxFraction)) return Infinity;
  const nx = uy * vz - uz * vy;
  const ny = uz * vx - ux * vz;
  const nz = ux * vy - uy * vx;
  const scale = sign / Math.sqrt(nx * nx + ny * ny + nz * nz);
  out[outOffset] = ox + fraction * dx;
  out[outOffset + 1] = oy + fraction * dy;
  out[outOffset + 2] = oz + fraction * dz;
  out[outOffset + 3] = scale * nx + 0;
  out[outOffset + 4] = scale * ny + 0;
  out[outOffset + 5] = scale * nz + 0;
  return fraction;
}

function castRayTriangleCareful(
  out: WritableNumberArray,
  outOffset: number,
  ray: NumberArray,
  rayOffset: number,
  maxFraction: number,
  triangle: NumberArray,
  triangleOffset: number,
): number {
  computeNormal(triangle, triangleOffset);
  const onPlane = isOriginOnPlane(ray, rayOffset, triangle, triangleOffset);
  let fraction = Infinity;
  if (onPlane && isDirectionAlong(ray, rayOffset)) {
    hitFacing = 1;
    fraction = castRayInPlane(ray, rayOffset, maxFraction, triangle, triangleOffset, 3, normalX, normalY, normalZ);
  } else {
    prepareRay(scratchRay, 0, ray, rayOffset);
    const hit = shearTest(scratchRay, 0, triangle, triangleOffset, triangleOffset + 3, triangleOffset + 6);
    if (hit) fraction = onPlane ? 0 : hitFraction;
  }
  return writeTriangleHit(out, outOffset, ray, rayOffset, maxFraction, fraction);
}

function isOriginOnPlane(ray: NumberArray, rayOffset: number, triangle: NumberArray, triangleOffset: number): boolean {
  const sx = triangle[triangleOffset] - ray[rayOffset];
  const sy = triangle[triangleOffset + 1] - ray[rayOffset + 1];
  const sz = triangle[triangleOffset + 2] - ray[rayOffset + 2];
  return isAlongPlane(normalX, normalY, normalZ, normalSpread, sx, sy, sz);
}

function isDirectionAlong(ray: NumberArray, rayOffset: number): boolean {
  const dx = ray[rayOffset + 3];
  const dy = ray[rayOffset + 4];
  const dz = ray[rayOffset + 5];
  return isAlongPlane(normalX, normalY, normalZ, normalSpread, dx, dy, dz);
}

/**
 * Casts a ray (6) at the front of a triangle (9), the side from which its points run counterclockwise; from behind, and in
 * the triangle's plane, it passes. Otherwise as `castRayTriangle`; the side is decided by a sign, at every scale alike.
 *
 * Source: Woop, Benthin, Wald, Watertight Ray/Triangle Intersection, JCGT 2013.
 */
export function castRayTriangleSingleSided(
  out: WritableNumberArray,
  outOffset: number,
  ray: NumberArray,
  rayOffset: number,
  maxFraction: number,
  triangle: NumberArray,
  triangleOffset: number,
): number {
  prepareRay(scratchRay, 0, ray, rayOffset);
  const hit = shearTest(scratchRay, 0, triangle, triangleOffset, triangleOffset + 3, triangleOffset + 6);
  if (!hit || hitFacing < 0) return Infinity;
  computeNormal(triangle, triangleOffset);
  const onPlane = isOriginOnPlane(ray, rayOffset, triangle, triangleOffset);
  if (onPlane && isDirectionAlong(ray, rayOffset)) return Infinity;
  return writeTriangleHit(out, outOffset, ray, rayOffset, maxFraction, onPlane ? 0 : hitFraction);
}

function writeTriangleHit(
  out: WritableNumberArray,
  outOffset: number,
  ray: NumberArray,
  rayOffset: number,
  maxFraction: number,
  fraction: number,
): number {
  if (!(fraction >= 0 && fraction <= maxFraction) || fraction === Infinity) return Infinity;
  const ox = ray[rayOffset];
  const oy = ray[rayOffset + 1];
  const oz = ray[rayOffset + 2];
  if (fraction === 0) return writeStartHit(out, outOffset, ox, oy, oz, maxFraction);
  const x = ox + fraction * ray[rayOffset + 3];
  const y = oy + fraction * ray[rayOffset + 4];
  const z = oz + fraction * ray[rayOffset + 5];
  const sign = hitFacing < 0 ? -1 : 1;
  writeHit(out, outOffset, x, y, z, sign * normalX, sign * normalY, sign * normalZ);
  return fraction;
}

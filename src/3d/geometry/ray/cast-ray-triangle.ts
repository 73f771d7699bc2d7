import type { NumberArray, WritableNumberArray } from '../../../core/number-array.ts';
import { IN_PLANE_ROUNDING } from '../closest/in-plane.ts';
import { SLIVER_AREA, straightenWeights, straightWeights } from '../closest/sliver-weights.ts';
import { meetPolygon, polygonFraction } from './meet-polygon.ts';
import { PREPARED_AXES, PREPARED_RAY_SIZE, PREPARED_SHEAR, prepareRay } from './prepared-ray.ts';

// Prepared rays, and lines, are tested in the sheared coordinates of the prepared ray, in which the ray is the third
// axis. There the question is whether the origin of the plane is in the projected triangle, which three edge functions
// answer: U = c × b, V = a × c, W = b × a, each the (negated) double area of the origin and one edge. All ≥ 0 or all ≤
// 0: hit.
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
/** Whether the triangle is seen edge-on, as far as rounding can tell. */
let hitEdgeOn = false;

/** 16 EPSILON, of the squares of the corners' distances from the ray: below it the projected area is rounding. */
const EDGE_ON_AREA = 3.6e-15;

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
  // The comparison also refuses NaN.
  if (!(sum < 0 || sum > 0)) return false;
  hitU = u / sum;
  hitV = v / sum;
  hitW = w / sum;
  const squares = ax * ax + ay * ay + bx * bx + by * by + cx * cx + cy * cy;
  if (Math.abs(sum) < SLIVER_AREA * squares) {
    straightenWeights(ax, ay, bx, by, cx, cy, hitU, hitV, hitW);
    hitU = straightWeights[0];
    hitV = straightWeights[1];
    hitW = straightWeights[2];
  }
  hitFraction = (hitU * az + hitV * bz + hitW * cz) * shearZ;
  hitFacing = sum * shearZ;
  hitEdgeOn = Math.abs(sum) < EDGE_ON_AREA * squares;
  return true;
}

/**
 * Casts a prepared ray at both sides of a triangle (9). Returns the fraction and writes the weights of the three points
 * (3, sum 1); a miss or NaN gives `Infinity` and writes nothing. An origin on the triangle may be a miss by rounding;
 * `castRayTriangle` and `castRayMeshTree` meet it there.
 *
 * Watertight: a ray that meets a shared edge or vertex of a mesh hits at least one of the triangles there. Triangles
 * seen exactly edge-on are never hit; in a mesh their neighbours are. Triangles without area are not hit either, unless
 * rounding, after the shear, opens one on the ray: there the neighbours may be missed.
 *
 * Source: Woop, Benthin, Wald, Watertight Ray/Triangle Intersection, JCGT 2013.
 */
export function castPreparedRayTriangle(
  out: WritableNumberArray,
  outOffset: number,
  prepared: NumberArray,
  preparedOffset: number,
  maxFraction: number,
  triangle: NumberArray,
  triangleOffset: number,
): number {
  if (!shearTest(prepared, preparedOffset, triangle, triangleOffset, triangleOffset + 3, triangleOffset + 6))
    return Infinity;
  return writeWeights(out, outOffset, maxFraction);
}

/**
 * Casts a prepared ray at the front of a triangle, the side from which its points run counterclockwise; otherwise as
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
  triangle: NumberArray,
  triangleOffset: number,
): number {
  if (
    !shearTest(prepared, preparedOffset, triangle, triangleOffset, triangleOffset + 3, triangleOffset + 6) ||
    hitFacing < 0
  )
    return Infinity;
  return writeWeights(out, outOffset, maxFraction);
}

function writeWeights(out: WritableNumberArray, outOffset: number, maxFraction: number): number {
  if (!(hitFraction >= 0 && hitFraction <= maxFraction)) return Infinity;
  out[outOffset] = hitU;
  out[outOffset + 1] = hitV;
  out[outOffset + 2] = hitW;
  return hitFraction;
}

const scratchRay = new Float64Array(PREPARED_RAY_SIZE);

/**
 * Intersects an infinite line (origin, direction; 6) with a triangle (9), from either side. Returns the line's
 * parameter, negative behind the origin, and writes the barycentric weights of the triangle's points (3, sum 1), so
 * that the point is u·a + v·b + w·c. Returns `Infinity` and writes nothing on a miss, for NaN, for a triangle without
 * area and for a line in the triangle's plane, which has no single point of intersection.
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
  // A line in the plane of the triangle crosses it at no single point.
  if (hitEdgeOn) return Infinity;
  out[outOffset] = hitU;
  out[outOffset + 1] = hitV;
  out[outOffset + 2] = hitW;
  return hitFraction + 0;
}

// castRayTriangle asks first without shear, by the products of Möller and Trumbore: a, b and −c are the weights of the
// corners, all of them negated, and their sum is n·d with n = u × v. If two have opposite signs and both are farther
// from 0 than rounding reaches, the ray passes by; if all are that far on one side, it hits. The answer is then the one
// that the shear gives: that moves each projected corner by at most 3 EPSILON of its distance from the origin, |m| +
// |e|, and a weight times the length |e| of an edge is a distance of the ray from that edge. No weight exceeds
// |d||e|(|m| + |e|), so if a product of two exceeds CLEAR times the square of this, both exceed CLEAR times it, which
// covers that shift and the rounding of the weights many times over. Rays at shared edges, where nothing is clear, all
// go the one watertight way of meet-polygon.ts, and so do rays in the plane.
//
// Where the ray meets the plane, there is the hit. In a sliver the rounding of u × v tilts the normal every way alike;
// across the sliver this hardly moves the plane, along it that does, so the normal is turned perpendicular to u. Should
// u be short and not run along the sliver, then v does, at an angle with u that leaves their product exact enough.

/** The relative size, of d²·e²·(e² + m²), above which the sign of a product of two weights is certain. */
const CLEAR = 3e-14;

/** The share of u²·v² below which the squared normal is that of a sliver. */
const SLIVER = 1e-4;

/**
 * Scratch: the normal that meet-polygon.ts takes (3 numbers), and the sign of n·d at the last hit, negative when the
 * ray goes into the front of the triangle, positive when it goes into the back, 0 in its plane or without a direction.
 */
const scratch = new Float64Array(4);
const WAY = 3;

/**
 * Casts a ray (6) at both sides of a triangle (9). Returns the fraction and writes the point and the unit normal on the
 * side of the ray's origin (6); `Infinity`, with nothing written, on a miss, for NaN and for a triangle without area.
 *
 * The triangle is a set of points and the hit is the first of them on the ray: a ray in its plane hits where it enters
 * through an edge, with the normal of the triangle's front; a start on the triangle gives 0 and a zero normal.
 * Rays that meet a shared edge hit at least one of its two triangles. The triangle is closed: edges and corners count
 * at the rim of a mesh as well. Which rays graze them, as far as rounding can tell, is decided as
 * `castPreparedRayTriangle` and `castRayMeshTree` decide it.
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
  if (!meetRayTriangle(rayHit, ray, rayOffset, triangle, triangleOffset)) return Infinity;
  return writeRayHit(out, outOffset, maxFraction);
}

/** Writes the hit in `rayHit`, and returns its fraction, if that is within the limit; else Infinity. */
function writeRayHit(out: WritableNumberArray, outOffset: number, maxFraction: number): number {
  const fraction = rayHit[RAY_FRACTION];
  if (!(fraction <= maxFraction)) return Infinity;
  for (let i = 0; i < RAY_FRACTION; i++) out[outOffset + i] = rayHit[i];
  return fraction;
}

/** The index at which `meetRayTriangle` writes the fraction, behind the point and the normal. */
export const RAY_FRACTION = 6;
const rayHit = /* @__PURE__ */ new Float64Array(7);

/**
 * Does what `castRayTriangle` does, but returns whether the ray meets the triangle, and writes the fraction behind the
 * six numbers: V8 puts a number on the heap that is returned by a function which it does not inline.
 */
export function meetRayTriangle(
  out: Float64Array,
  ray: NumberArray,
  rayOffset: number,
  triangle: NumberArray,
  triangleOffset: number,
): boolean {
  // The conversion tells V8 that the offset is an integer, so that sums with it need no checks.
  const at = triangleOffset | 0;
  const ox = ray[rayOffset];
  const oy = ray[rayOffset + 1];
  const oz = ray[rayOffset + 2];
  const dx = ray[rayOffset + 3];
  const dy = ray[rayOffset + 4];
  const dz = ray[rayOffset + 5];
  const ax = triangle[at];
  const ay = triangle[at + 1];
  const az = triangle[at + 2];
  const ux = triangle[at + 3] - ax;
  const uy = triangle[at + 4] - ay;
  const uz = triangle[at + 5] - az;
  const vx = triangle[at + 6] - ax;
  const vy = triangle[at + 7] - ay;
  const vz = triangle[at + 8] - az;
  const mx = ax - ox;
  const my = ay - oy;
  const mz = az - oz;
  const qx = my * dz - mz * dy;
  const qy = mz * dx - mx * dz;
  const qz = mx * dy - my * dx;
  const b = vx * qx + vy * qy + vz * qz;
  const c = ux * qx + uy * qy + uz * qz;
  const d2 = dx * dx + dy * dy + dz * dz;
  const u2 = ux * ux + uy * uy + uz * uz;
  const v2 = vx * vx + vy * vy + vz * vz;
  const m2 = mx * mx + my * my + mz * mz;
  const clear = CLEAR * d2 * (u2 + v2) * (u2 + v2 + m2);
  if (b * c > clear) return false;
  let nx = uy * vz - uz * vy;
  let ny = uz * vx - ux * vz;
  let nz = ux * vy - uy * vx;
  let facing = nx * dx + ny * dy + nz * dz;
  const bc = b - c;
  const a = facing - bc;
  if (a * bc < -clear) return false;
  if (nx * nx + ny * ny + nz * nz < SLIVER * u2 * v2) {
    const tilt = (nx * ux + ny * uy + nz * uz) / u2;
    nx -= tilt * ux;
    ny -= tilt * uy;
    nz -= tilt * uz;
    facing = nx * dx + ny * dy + nz * dz;
  }
  const height = nx * mx + ny * my + nz * mz;
  const spread = IN_PLANE_ROUNDING * u2 * v2;
  const onPlane = height * height <= spread * m2;
  const inPlane = onPlane && d2 > 0 && facing * facing <= spread * d2;
  let fraction = onPlane ? 0 : height / facing;
  if (!(a * b > clear && b * c < -clear)) {
    scratch[0] = nx;
    scratch[1] = ny;
    scratch[2] = nz;
    // A ray without direction asks whether its origin lies on the triangle, which a ray along the normal answers as
    // well.
    const direction = d2 > 0 ? ray : scratch;
    const directionOffset = d2 > 0 ? rayOffset + 3 : 0;
    meetPolygon(ray, rayOffset, direction, directionOffset, triangle, at, 3, scratch, inPlane);
    const met = polygonFraction[0];
    fraction = inPlane ? met : met === 0 ? fraction : Infinity;
  }
  const n2 = nx * nx + ny * ny + nz * nz;
  // The test also lets a NaN direction through: a start on the triangle needs no direction.
  if (!(n2 > 0 && d2 >= 0 && fraction >= 0 && fraction < Infinity)) return false;
  scratch[WAY] = inPlane ? 0 : facing;
  const scale = fraction > 0 ? (scratch[WAY] > 0 ? -1 : 1) / Math.sqrt(n2) : 0;
  out[0] = ox + fraction * dx;
  out[1] = oy + fraction * dy;
  out[2] = oz + fraction * dz;
  out[3] = scale * nx + 0;
  out[4] = scale * ny + 0;
  out[5] = scale * nz + 0;
  out[RAY_FRACTION] = fraction;
  return true;
}

/**
 * Casts a ray (6) at the front of a triangle (9), the side from which its points run counterclockwise; from behind, and
 * in the triangle's plane, it passes. Otherwise as `castRayTriangle`; the side is decided by a sign, at every scale
 * alike.
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
  if (!meetRayTriangleFront(rayHit, ray, rayOffset, triangle, triangleOffset)) return Infinity;
  return writeRayHit(out, outOffset, maxFraction);
}

/** Does what `meetRayTriangle` does, but only at the front of the triangle. */
export function meetRayTriangleFront(
  out: Float64Array,
  ray: NumberArray,
  rayOffset: number,
  triangle: NumberArray,
  triangleOffset: number,
): boolean {
  return meetRayTriangle(out, ray, rayOffset, triangle, triangleOffset) && scratch[WAY] < 0;
}

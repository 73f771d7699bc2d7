import type { NumberArray, WritableNumberArray } from '../../../core/number-array.ts';
import { castRayAabb, clipRayAabb, intersectLineAabb } from './cast-ray-aabb.ts';

// In the frame of its centre and axes an OBB is the AABB ±halfExtents, and rotation keeps fractions: the slab tests of
// the AABB answer for it.

const localRay = new Float64Array(6);
const localBox = new Float64Array(6);
const localHit = new Float64Array(6);

function toLocal(ray: NumberArray, rayOffset: number, obb: NumberArray, obbOffset: number): void {
  const mx = ray[rayOffset] - obb[obbOffset];
  const my = ray[rayOffset + 1] - obb[obbOffset + 1];
  const mz = ray[rayOffset + 2] - obb[obbOffset + 2];
  const dx = ray[rayOffset + 3];
  const dy = ray[rayOffset + 4];
  const dz = ray[rayOffset + 5];
  for (let i = 0; i < 3; i++) {
    const axis = obbOffset + 6 + i * 3;
    const half = obb[obbOffset + 3 + i];
    localRay[i] = mx * obb[axis] + my * obb[axis + 1] + mz * obb[axis + 2];
    localRay[3 + i] = dx * obb[axis] + dy * obb[axis + 1] + dz * obb[axis + 2];
    localBox[i] = -half;
    localBox[3 + i] = half;
  }
}

/**
 * Intersects an infinite line (6) with an OBB (15): writes the parameters of entry and exit to `out` (2) and returns
 * true, or returns false and writes nothing; as `intersectLineAabb`.
 *
 * Source: Kay and Kajiya, Ray Tracing Complex Scenes, 1986; Ericson, Real-Time Collision Detection, 5.3.3.
 */
export function intersectLineObb(
  out: WritableNumberArray,
  outOffset: number,
  line: NumberArray,
  lineOffset: number,
  obb: NumberArray,
  obbOffset: number,
): boolean {
  toLocal(line, lineOffset, obb, obbOffset);
  return intersectLineAabb(out, outOffset, localRay, 0, localBox, 0);
}

/**
 * Clips a ray (6) to an OBB (15): writes the part of [0, maxFraction] inside the box to `out` (2) and returns true, or
 * returns false and writes nothing; as `clipRayAabb`.
 *
 * Source: Kay and Kajiya, Ray Tracing Complex Scenes, 1986; Ericson, Real-Time Collision Detection, 5.3.3.
 */
export function clipRayObb(
  out: WritableNumberArray,
  outOffset: number,
  ray: NumberArray,
  rayOffset: number,
  maxFraction: number,
  obb: NumberArray,
  obbOffset: number,
): boolean {
  toLocal(ray, rayOffset, obb, obbOffset);
  return clipRayAabb(out, outOffset, localRay, 0, maxFraction, localBox, 0);
}

/**
 * Casts a ray (6) at a solid OBB (15). Returns the fraction and writes the point and the outward normal of the face
 * (6). Starting inside or on the box gives 0, the origin and a zero normal. A miss, negative half extents or NaN give
 * `Infinity` and write nothing.
 *
 * Source: Ericson, Real-Time Collision Detection, 5.3.3.
 */
export function castRayObb(
  out: WritableNumberArray,
  outOffset: number,
  ray: NumberArray,
  rayOffset: number,
  maxFraction: number,
  obb: NumberArray,
  obbOffset: number,
): number {
  toLocal(ray, rayOffset, obb, obbOffset);
  const t = castRayAabb(localHit, 0, localRay, 0, maxFraction, localBox, 0);
  if (t === Infinity) return Infinity;
  if (t === 0) {
    for (let i = 0; i < 3; i++) localHit[i] = ray[rayOffset + i];
  } else {
    toWorld(obb, obbOffset);
  }
  for (let i = 0; i < 6; i++) out[outOffset + i] = localHit[i];
  return t;
}

function toWorld(obb: NumberArray, obbOffset: number): void {
  const x = localHit[0];
  const y = localHit[1];
  const z = localHit[2];
  const nx = localHit[3];
  const ny = localHit[4];
  const nz = localHit[5];
  for (let i = 0; i < 3; i++) {
    const axisX = obb[obbOffset + 6 + i];
    const axisY = obb[obbOffset + 9 + i];
    const axisZ = obb[obbOffset + 12 + i];
    localHit[i] = obb[obbOffset + i] + x * axisX + y * axisY + z * axisZ;
    localHit[3 + i] = nx * axisX + ny * axisY + nz * axisZ;
  }
}

import type { NumberArray, WritableNumberArray } from '../../../core/number-array.ts';
import { castRayAabb, clipRayAabb, intersectLineAabb } from './cast-ray-aabb.ts';
import { writeHit } from './ray-hit.ts';

// In the frame of the box (centre, halfExtents, cos, sin) the ray starts at the turned origin − centre and the box is
// an AABB around 0; fractions do not change under rigid motion.

const localRay = new Float64Array(4);
const localBox = new Float64Array(4);
const localHit = new Float64Array(4);

function toLocal(ray: NumberArray, rayOffset: number, obb: NumberArray, obbOffset: number): void {
  const mx = ray[rayOffset] - obb[obbOffset];
  const my = ray[rayOffset + 1] - obb[obbOffset + 1];
  const dx = ray[rayOffset + 2];
  const dy = ray[rayOffset + 3];
  const cos = obb[obbOffset + 4];
  const sin = obb[obbOffset + 5];
  localRay[0] = mx * cos + my * sin;
  localRay[1] = my * cos - mx * sin;
  localRay[2] = dx * cos + dy * sin;
  localRay[3] = dy * cos - dx * sin;
  localBox[0] = -obb[obbOffset + 2];
  localBox[1] = -obb[obbOffset + 3];
  localBox[2] = obb[obbOffset + 2];
  localBox[3] = obb[obbOffset + 3];
}

/**
 * Intersects an infinite line (origin, direction; 4) with an OBB (6): writes the parameters of entry and exit to `out`
 * (2) and returns true, or returns false and writes nothing. A negative entry lies behind the origin.
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
 * Clips a ray (4) to an OBB (6): writes the part of [0, maxFraction] that lies in the box to `out` (2) and returns
 * true, or returns false and writes nothing.
 *
 * Source: Liang and Barsky, A New Concept and Method for Line Clipping, 1984, in the box's frame.
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
 * Casts a ray (4) at a solid OBB (6). Returns the fraction of the direction at which it first meets the box and writes
 * the point and the outward unit normal of the side (4). Starting inside or on the box gives 0, the origin and a zero
 * normal. A miss or NaN gives `Infinity` and writes nothing.
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
  const fraction = castRayAabb(localHit, 0, localRay, 0, maxFraction, localBox, 0);
  if (fraction === Infinity) {
    return Infinity;
  }
  const cos = obb[obbOffset + 4];
  const sin = obb[obbOffset + 5];
  const centerX = obb[obbOffset];
  const centerY = obb[obbOffset + 1];
  const ox = ray[rayOffset];
  const oy = ray[rayOffset + 1];
  const nx = localHit[2];
  const ny = localHit[3];
  const started = fraction === 0 && nx === 0 && ny === 0;
  const x = started ? ox : centerX + localHit[0] * cos - localHit[1] * sin;
  const y = started ? oy : centerY + localHit[0] * sin + localHit[1] * cos;
  writeHit(out, outOffset, x, y, nx * cos - ny * sin, nx * sin + ny * cos);
  return fraction;
}

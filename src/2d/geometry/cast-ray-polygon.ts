import type { NumberArray, WritableNumberArray } from '../../core/number-array.ts';

/**
 * Casts a ray (origin, direction of any length) against a solid convex polygon (`count` ≥ 3 corners x y, counter-clockwise
 * with y up): writes the hit point and the outward unit normal there (4 numbers) and returns the fraction t of the
 * direction, 0 ≤ t ≤ `maxFraction`. An origin inside or on the polygon hits at 0 with a zero normal. Returns Infinity and
 * writes nothing on a miss; a zero direction is a point query. NaN misses.
 *
 * Each edge's half-plane cuts the ray; what is left between the last entry and the first exit is inside.
 * Source: Ericson, Real-Time Collision Detection, 5.3.8 (Cyrus and Beck, 1978).
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
  const originX = ray[rayOffset]!;
  const originY = ray[rayOffset + 1]!;
  const directionX = ray[rayOffset + 2]!;
  const directionY = ray[rayOffset + 3]!;
  let entry = 0;
  let exit = maxFraction;
  let startsInside = true;
  let normalX = 0;
  let normalY = 0;
  for (let i = 0; i < count; i++) {
    const start = verticesOffset + 2 * i;
    const end = verticesOffset + 2 * (i + 1 === count ? 0 : i + 1);
    const x = vertices[start]!;
    const y = vertices[start + 1]!;
    // Outward, as long as the edge.
    const outwardX = vertices[end + 1]! - y;
    const outwardY = x - vertices[end]!;
    const depth = outwardX * (x - originX) + outwardY * (y - originY);
    const rate = outwardX * directionX + outwardY * directionY;
    if (depth < 0) {
      startsInside = false;
      if (!(rate < 0)) return Infinity;
      const t = depth / rate;
      if (t >= entry) {
        entry = t;
        normalX = outwardX;
        normalY = outwardY;
      }
    } else if (rate > 0) {
      const t = depth / rate;
      if (t < exit) exit = t;
    } else if (!(depth >= 0)) return Infinity;
  }
  if (!(entry <= exit) || Number.isNaN(directionX + directionY)) return Infinity;
  if (startsInside) {
    entry = 0;
    normalX = 0;
    normalY = 0;
  }
  const length = Math.sqrt(normalX * normalX + normalY * normalY);
  const inverse = length > 0 ? 1 / length : 0;
  out[outOffset] = originX + entry * directionX;
  out[outOffset + 1] = originY + entry * directionY;
  out[outOffset + 2] = normalX * inverse;
  out[outOffset + 3] = normalY * inverse;
  return entry;
}

import type { NumberArray, WritableNumberArray } from '../../../core/number-array.ts';
import { EPSILON } from '../../../core/tolerance.ts';

/**
 * Relative to the sum of the areas that edges span with the ray's origin: a total below it is rounding, of a polygon
 * without area.
 */
const FLAT = 8 * EPSILON;

/**
 * Casts a ray (origin, direction of any length) against a solid convex polygon (`count` corners x y, counter-clockwise
 * with y up; one without area is the segment or point it has collapsed to): writes the hit point and the outward unit
 * normal there (4 numbers) and returns the fraction t of the direction, 0 ≤ t ≤ `maxFraction`. An origin inside or on
 * the polygon hits at 0 with a zero normal. Returns Infinity and writes nothing on a miss; a zero direction is a point
 * query. NaN misses.
 *
 * Each edge's half-plane cuts the ray; what is left between the last entry and the first exit is inside.
 * Source: Ericson, Real-Time Collision Detection, 5.3.8 (Cyrus and Beck, 1978).
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
  const originX = ray[rayOffset];
  const originY = ray[rayOffset + 1];
  const directionX = ray[rayOffset + 2];
  const directionY = ray[rayOffset + 3];
  let entry = 0;
  let exit = maxFraction;
  let startsInside = true;
  let normalX = 0;
  let normalY = 0;
  let area = 0;
  let spanned = 0;
  for (let i = 0; i < count; i++) {
    const start = verticesOffset + 2 * i;
    const end = verticesOffset + 2 * (i + 1 === count ? 0 : i + 1);
    const x = vertices[start];
    const y = vertices[start + 1];
    // The outward normal, as long as the edge.
    const outwardX = vertices[end + 1] - y;
    const outwardY = x - vertices[end];
    const depth = outwardX * (x - originX) + outwardY * (y - originY);
    const rate = outwardX * directionX + outwardY * directionY;
    area += depth;
    spanned += Math.abs(depth);
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
  if (!(area > FLAT * spanned)) {
    return castRayFlat(out, outOffset, ray, rayOffset, maxFraction, vertices, verticesOffset, count);
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

/** Casts the ray at the segment between the two ends of corners that all lie on one line. */
function castRayFlat(
  out: WritableNumberArray,
  outOffset: number,
  ray: NumberArray,
  rayOffset: number,
  maxFraction: number,
  vertices: NumberArray,
  verticesOffset: number,
  count: number,
): number {
  let first = verticesOffset;
  let last = verticesOffset;
  for (let i = verticesOffset; i < verticesOffset + 2 * count; i += 2) {
    if (isBefore(vertices, i, first)) first = i;
    if (isBefore(vertices, last, i)) last = i;
  }
  const originX = ray[rayOffset];
  const originY = ray[rayOffset + 1];
  const directionX = ray[rayOffset + 2];
  const directionY = ray[rayOffset + 3];
  const px = vertices[first] - originX;
  const py = vertices[first + 1] - originY;
  const qx = vertices[last] - originX;
  const qy = vertices[last + 1] - originY;
  const sideP = directionX * py - directionY * px;
  const sideQ = directionX * qy - directionY * qx;
  const squared = directionX * directionX + directionY * directionY;
  let fraction = Infinity;
  // The normal leads back along the ray, unless the ray crosses the segment.
  let normalX = -directionX;
  let normalY = -directionY;
  if (px * qy === py * qx && px * qx + py * qy <= 0) {
    fraction = 0;
  } else if (sideP === 0 && sideQ === 0) {
    fraction = Math.min(px * directionX + py * directionY, qx * directionX + qy * directionY) / squared;
  } else if (sideP * sideQ <= 0) {
    const share = sideP / (sideP - sideQ);
    fraction = ((px + share * (qx - px)) * directionX + (py + share * (qy - py)) * directionY) / squared;
    const sign = sideP < sideQ ? 1 : -1;
    normalX = sign * (py - qy);
    normalY = sign * (qx - px);
  }
  // The comparison also refuses NaN, even in a direction that a start on the segment does not need.
  if (!(squared >= 0 && fraction >= 0 && fraction <= maxFraction && fraction < Infinity)) return Infinity;
  const length = Math.sqrt(normalX * normalX + normalY * normalY);
  const inverse = fraction > 0 ? 1 / length : 0;
  out[outOffset] = originX + fraction * directionX;
  out[outOffset + 1] = originY + fraction * directionY;
  out[outOffset + 2] = normalX * inverse + 0;
  out[outOffset + 3] = normalY * inverse + 0;
  return fraction;
}

/** Returns whether one corner comes before another from left to right, or from the bottom up. */
function isBefore(vertices: NumberArray, i: number, k: number): boolean {
  return vertices[i] < vertices[k] || (vertices[i] === vertices[k] && vertices[i + 1] < vertices[k + 1]);
}

import type { NumberArray, WritableNumberArray } from '../../../core/number-array.ts';
import { castRaySegment, fractionRaySegment } from './cast-ray-segment.ts';

const POINT_STRIDE = 2;

/** The segment hit, which need not lie in one place: a closed chain's last one ends at the first point. */
const nearest = new Float64Array(2 * POINT_STRIDE);

/**
 * Casts a ray (4) at an open chain of segments (`vertices`, offset of the first number, count of points), testing every
 * segment. Returns the fraction of the nearest hit and writes its point, the unit normal that faces the origin and the
 * index of the segment (5 numbers: `x y nx ny segment`); of equally near segments the one of lowest index. Segment i
 * starts at point i. A start on the chain gives 0 and a zero normal. A miss gives `Infinity` and writes nothing. A
 * single point makes no segment.
 *
 * The reference for the trees of this package, and the faster way below a dozen segments.
 *
 * Source: Ericson, Real-Time Collision Detection, 5.1.9.1, segment by segment.
 */
export function castRayChain(
  out: WritableNumberArray,
  outOffset: number,
  ray: NumberArray,
  rayOffset: number,
  maxFraction: number,
  vertices: NumberArray,
  verticesOffset: number,
  count: number,
): number {
  const found = findSegment(ray, rayOffset, maxFraction, vertices, verticesOffset, count, count - 1);
  return castRayFound(out, outOffset, ray, rayOffset, maxFraction, found);
}

/**
 * Casts a ray (4) at a closed chain of segments, whose last one joins the last point to the first; a single point is a
 * segment of no length. It is a line, not an area: for the inside of a polygon see `castRayConvexPolygon`. Otherwise as
 * `castRayChain`.
 *
 * Source: Ericson, Real-Time Collision Detection, 5.1.9.1, segment by segment.
 */
export function castRayLoop(
  out: WritableNumberArray,
  outOffset: number,
  ray: NumberArray,
  rayOffset: number,
  maxFraction: number,
  vertices: NumberArray,
  verticesOffset: number,
  count: number,
): number {
  const found = findSegment(ray, rayOffset, maxFraction, vertices, verticesOffset, count, count);
  return castRayFound(out, outOffset, ray, rayOffset, maxFraction, found);
}

/** Finds the first of the nearest segments that a ray meets and copies it to `nearest`; returns its index, or −1. */
function findSegment(
  ray: NumberArray,
  rayOffset: number,
  maxFraction: number,
  vertices: NumberArray,
  verticesOffset: number,
  count: number,
  segmentCount: number,
): number {
  let best = Infinity;
  let found = -1;
  for (let i = 0; i < segmentCount; i++) {
    let fraction: number;
    if (i + 1 < count) {
      fraction = fractionRaySegment(ray, rayOffset, maxFraction, vertices, verticesOffset + i * POINT_STRIDE);
    } else {
      copySegment(vertices, verticesOffset, count, i);
      fraction = fractionRaySegment(ray, rayOffset, maxFraction, nearest, 0);
    }
    if (fraction < best) {
      best = fraction;
      found = i;
    }
  }
  if (found >= 0) copySegment(vertices, verticesOffset, count, found);
  return found;
}

/** Copies a segment to `nearest`; the last one of a closed chain ends at the first point. */
function copySegment(vertices: NumberArray, verticesOffset: number, count: number, segment: number): void {
  const end = segment + 1 === count ? 0 : segment + 1;
  for (let k = 0; k < POINT_STRIDE; k++) {
    nearest[k] = vertices[verticesOffset + segment * POINT_STRIDE + k];
    nearest[POINT_STRIDE + k] = vertices[verticesOffset + end * POINT_STRIDE + k];
  }
}

/** Casts a ray at the segment in `nearest`, whose index is `found`; it is a miss if `found` is −1. */
function castRayFound(
  out: WritableNumberArray,
  outOffset: number,
  ray: NumberArray,
  rayOffset: number,
  maxFraction: number,
  found: number,
): number {
  if (found < 0) return Infinity;
  const fraction = castRaySegment(out, outOffset, ray, rayOffset, maxFraction, nearest, 0);
  out[outOffset + 4] = found;
  return fraction;
}

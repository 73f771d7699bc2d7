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
  return castRayAtSegments(out, outOffset, ray, rayOffset, maxFraction, vertices, verticesOffset, count, count - 1);
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
  return castRayAtSegments(out, outOffset, ray, rayOffset, maxFraction, vertices, verticesOffset, count, count);
}

function castRayAtSegments(
  out: WritableNumberArray,
  outOffset: number,
  ray: NumberArray,
  rayOffset: number,
  maxFraction: number,
  vertices: NumberArray,
  verticesOffset: number,
  count: number,
  segmentCount: number,
): number {
  const ox = ray[rayOffset];
  const oy = ray[rayOffset + 1];
  const dx = ray[rayOffset + 2];
  const dy = ray[rayOffset + 3];
  let best = Infinity;
  let found = -1;
  for (let i = 0; i < segmentCount; i++) {
    const a = verticesOffset + i * POINT_STRIDE;
    const b = verticesOffset + (i + 1 === count ? 0 : i + 1) * POINT_STRIDE;
    const fraction = fractionRaySegment(
      ox,
      oy,
      dx,
      dy,
      maxFraction,
      vertices[a],
      vertices[a + 1],
      vertices[b],
      vertices[b + 1],
    );
    if (fraction < best) {
      best = fraction;
      found = i;
    }
  }
  if (found >= 0) {
    const b = found + 1 === count ? 0 : found + 1;
    for (let k = 0; k < POINT_STRIDE; k++) {
      nearest[k] = vertices[verticesOffset + found * POINT_STRIDE + k];
      nearest[POINT_STRIDE + k] = vertices[verticesOffset + b * POINT_STRIDE + k];
    }
    castRaySegment(out, outOffset, ray, rayOffset, maxFraction, nearest, 0);
    out[outOffset + 4] = found;
  }
  return best;
}

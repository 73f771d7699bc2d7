import type { NumberArray } from '../../../core/number-array.ts';
import {
  APPROACH_DISTANCE,
  APPROACH_LIMIT,
  APPROACH_NORMAL_X,
  APPROACH_NORMAL_Y,
  APPROACH_X,
  APPROACH_Y,
  approach,
  approachPiece,
} from '../closest/approach-piece.ts';
import type { ConvexPiece } from '../convex/convex-piece.ts';
import { FEATURE_EDGE, packFeatures, writePoint } from './contact-layout.ts';

/**
 * Collides two circles (centre, radius): one point, layout as in contact-layout.ts. Concentric circles give the normal
 * (1, 0). Returns 1, or 0 when they are farther apart than `margin` (or a number is NaN).
 *
 * Source: Ericson, Real-Time Collision Detection, 4.3.1.
 */
export function collideCircles(
  out: Float64Array,
  features: Uint32Array,
  a: NumberArray,
  aOffset: number,
  b: NumberArray,
  bOffset: number,
  margin: number,
): number {
  const x = a[aOffset];
  const y = a[aOffset + 1];
  const radiusA = a[aOffset + 2];
  const deltaX = b[bOffset] - x;
  const deltaY = b[bOffset + 1] - y;
  const distance = Math.sqrt(deltaX * deltaX + deltaY * deltaY);
  const separation = distance - radiusA - b[bOffset + 2];
  if (!(separation <= margin)) return 0;
  const normalX = distance > 0 ? deltaX / distance : 1;
  const normalY = distance > 0 ? deltaY / distance : 0;
  const along = radiusA + 0.5 * separation;
  writePoint(out, 0, normalX, normalY, x + along * normalX, y + along * normalY, separation);
  features[0] = 0;
  return 1;
}

/**
 * Collides a circle (A: centre, radius) with a capsule (B: a, b, radius): one point. A circle whose centre is on the
 * capsule's segment is pushed out to the left of the direction a → b; a capsule of zero length is a circle. Returns 1,
 * or 0 when they are farther apart than `margin`. Features: vertex 0 of the circle; vertex 0, vertex 1, edge 0 (right
 * side) or edge 1 (left side).
 *
 * Source: Ericson, Real-Time Collision Detection, 4.5.1 and 5.1.2.
 */
export function collideCircleCapsule(
  out: Float64Array,
  features: Uint32Array,
  circle: NumberArray,
  circleOffset: number,
  capsule: NumberArray,
  capsuleOffset: number,
  margin: number,
): number {
  const x = circle[circleOffset];
  const y = circle[circleOffset + 1];
  const radiusA = circle[circleOffset + 2];
  const radius = radiusA + capsule[capsuleOffset + 4];
  // Everything relative to the circle's centre.
  const startX = capsule[capsuleOffset] - x;
  const startY = capsule[capsuleOffset + 1] - y;
  const endX = capsule[capsuleOffset + 2] - x;
  const endY = capsule[capsuleOffset + 3] - y;
  const edgeX = endX - startX;
  const edgeY = endY - startY;
  const fromStart = -(startX * edgeX + startY * edgeY);
  const fromEnd = endX * edgeX + endY * edgeY;
  let normalX: number;
  let normalY: number;
  let distance: number;
  let feature: number;
  if (fromStart > 0 && fromEnd > 0) {
    // Beside the segment: its own normal, exact however close the centre is.
    const length = Math.sqrt(edgeX * edgeX + edgeY * edgeY);
    const area = startX * edgeY - startY * edgeX;
    distance = Math.abs(area) / length;
    // Positive area: the centre is on the left, the capsule to its right.
    const sign = area >= 0 ? 1 : -1;
    normalX = (sign * edgeY) / length;
    normalY = (sign * (0 - edgeX)) / length;
    feature = area >= 0 ? 1 | FEATURE_EDGE : FEATURE_EDGE;
  } else {
    const atStart = !(fromStart > 0);
    const toX = atStart ? startX : endX;
    const toY = atStart ? startY : endY;
    distance = Math.sqrt(toX * toX + toY * toY);
    normalX = distance > 0 ? toX / distance : 1;
    normalY = distance > 0 ? toY / distance : 0;
    feature = atStart ? 0 : 1;
    if (distance === 0 && (edgeX !== 0 || edgeY !== 0)) {
      const length = Math.sqrt(edgeX * edgeX + edgeY * edgeY);
      normalX = edgeY / length;
      normalY = (0 - edgeX) / length;
    }
  }
  const gap = distance - radius;
  if (!(gap <= margin)) return 0;
  const offset = radiusA + 0.5 * gap;
  writePoint(out, 0, normalX, normalY, x + offset * normalX, y + offset * normalY, gap);
  features[0] = packFeatures(0, feature);
  return 1;
}

/**
 * Collides a circle (A: centre, radius) with any rounded piece (B, in the same frame): one point, as `collideConvex`
 * would give. Returns 1, or 0 when they are farther apart than `margin`. Normals must be outward unit vectors.
 *
 * Derived here: the side farthest below the centre, and its ends.
 */
export function collideCirclePiece(
  out: Float64Array,
  features: Uint32Array,
  circle: NumberArray,
  circleOffset: number,
  piece: ConvexPiece,
  margin: number,
): number {
  const x = circle[circleOffset];
  const y = circle[circleOffset + 1];
  const radiusA = circle[circleOffset + 2];
  const radius = radiusA + piece.radius;
  approach[APPROACH_X] = x;
  approach[APPROACH_Y] = y;
  approach[APPROACH_LIMIT] = margin + radius;
  const feature = approachPiece(piece.vertices, piece.normals, 0, piece.count);
  const gap = approach[APPROACH_DISTANCE] - radius;
  if (feature < 0 || !(gap <= margin)) return 0;
  const normalX = approach[APPROACH_NORMAL_X];
  const normalY = approach[APPROACH_NORMAL_Y];
  const offset = radiusA + 0.5 * gap;
  writePoint(out, 0, normalX, normalY, x + offset * normalX, y + offset * normalY, gap);
  features[0] = packFeatures(0, feature);
  return 1;
}

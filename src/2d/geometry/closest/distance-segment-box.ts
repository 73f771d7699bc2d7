import type { NumberArray } from '../../../core/number-array.ts';
import { overlapsSegmentAabbParts } from '../overlap/overlaps-segment-box.ts';
import { closestFractionOnSegment, distanceSquaredAtFraction } from './closest-point-segment.ts';

/**
 * Returns the squared distance between a segment (4) and a solid AABB (4); exactly 0 when they have a point in common.
 * NaN gives NaN.
 *
 * Two convex polygons that are apart are nearest at a corner of one of them: here an end of the segment or a corner of
 * the box.
 * Source: Ericson, Real-Time Collision Detection, 5.1.3 and 5.1.2.
 */
export function distanceSquaredSegmentAabb(
  segment: NumberArray,
  segmentOffset: number,
  aabb: NumberArray,
  aabbOffset: number,
): number {
  return distanceSquaredSegmentAabbParts(
    segment[segmentOffset],
    segment[segmentOffset + 1],
    segment[segmentOffset + 2],
    segment[segmentOffset + 3],
    aabb[aabbOffset],
    aabb[aabbOffset + 1],
    aabb[aabbOffset + 2],
    aabb[aabbOffset + 3],
  );
}

/**
 * Returns the squared distance between a segment (4) and a solid OBB (6); 0 when they have a point in common, up to
 * the rounding of the turn into the box's frame. NaN gives NaN.
 *
 * Source: Ericson, Real-Time Collision Detection, 5.1.4 and 5.1.2.
 */
export function distanceSquaredSegmentObb(
  segment: NumberArray,
  segmentOffset: number,
  obb: NumberArray,
  obbOffset: number,
): number {
  const halfX = obb[obbOffset + 2];
  const halfY = obb[obbOffset + 3];
  const cos = obb[obbOffset + 4];
  const sin = obb[obbOffset + 5];
  const ax = segment[segmentOffset] - obb[obbOffset];
  const ay = segment[segmentOffset + 1] - obb[obbOffset + 1];
  const bx = segment[segmentOffset + 2] - obb[obbOffset];
  const by = segment[segmentOffset + 3] - obb[obbOffset + 1];
  return distanceSquaredSegmentAabbParts(
    ax * cos + ay * sin,
    ay * cos - ax * sin,
    bx * cos + by * sin,
    by * cos - bx * sin,
    -halfX,
    -halfY,
    halfX,
    halfY,
  );
}

function distanceSquaredSegmentAabbParts(
  ax: number,
  ay: number,
  bx: number,
  by: number,
  minX: number,
  minY: number,
  maxX: number,
  maxY: number,
): number {
  if (overlapsSegmentAabbParts(ax, ay, bx, by, minX, minY, maxX, maxY)) return 0;
  return Math.min(
    pointToBox(ax, ay, minX, minY, maxX, maxY),
    pointToBox(bx, by, minX, minY, maxX, maxY),
    pointToSegment(minX, minY, ax, ay, bx, by),
    pointToSegment(maxX, minY, ax, ay, bx, by),
    pointToSegment(maxX, maxY, ax, ay, bx, by),
    pointToSegment(minX, maxY, ax, ay, bx, by),
  );
}

function pointToBox(x: number, y: number, minX: number, minY: number, maxX: number, maxY: number): number {
  const dx = x - Math.max(minX, Math.min(x, maxX));
  const dy = y - Math.max(minY, Math.min(y, maxY));
  return dx * dx + dy * dy;
}

function pointToSegment(x: number, y: number, ax: number, ay: number, bx: number, by: number): number {
  return distanceSquaredAtFraction(x, y, ax, ay, bx, by, closestFractionOnSegment(x, y, ax, ay, bx, by));
}

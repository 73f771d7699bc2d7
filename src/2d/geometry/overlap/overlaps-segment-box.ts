import type { NumberArray } from '../../../core/number-array.ts';
import { orient2d } from '../measure/orientation.ts';

// Separating axes of a segment and a box: the box's two axes, on which both are intervals, and the segment's normal, on
// which the segment is a point. On the normal the box's extreme points are two opposite corners, which pair depends on
// the sign of the slope; the axis separates when both corners are strictly on the same side of the line. That side is
// an exact orientation, so for an AABB the whole verdict is exact. A segment of zero length has no normal: its
// orientations are 0, and the first two axes have decided.

/**
 * Returns whether a segment (4) and a solid AABB (4) have a point in common; touching counts. Exact. NaN gives false.
 *
 * Source: Ericson, Real-Time Collision Detection, 5.3.3, with an exact third axis.
 */
export function overlapsSegmentAabb(
  segment: NumberArray,
  segmentOffset: number,
  aabb: NumberArray,
  aabbOffset: number,
): boolean {
  return overlapsSegmentAabbParts(
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

/** Does what `overlapsSegmentAabb` does, with segment ab and box in scalars. */
export function overlapsSegmentAabbParts(
  ax: number,
  ay: number,
  bx: number,
  by: number,
  minX: number,
  minY: number,
  maxX: number,
  maxY: number,
): boolean {
  if (!(Math.max(ax, bx) >= minX && Math.min(ax, bx) <= maxX && Math.max(ay, by) >= minY && Math.min(ay, by) <= maxY)) {
    return false;
  }
  const rising = bx - ax > 0 === by - ay > 0;
  const firstY = rising ? maxY : minY;
  const secondY = rising ? minY : maxY;
  const first = orient2d(ax, ay, bx, by, minX, firstY);
  const second = orient2d(ax, ay, bx, by, maxX, secondY);
  return !((first > 0 && second > 0) || (first < 0 && second < 0));
}

/**
 * Returns whether a segment (4) and a solid OBB (6) have a point in common; touching counts, up to the rounding of the
 * turn into the box's frame.
 *
 * Source: Ericson, Real-Time Collision Detection, 5.3.3.
 */
export function overlapsSegmentObb(
  segment: NumberArray,
  segmentOffset: number,
  obb: NumberArray,
  obbOffset: number,
): boolean {
  const centerX = obb[obbOffset];
  const centerY = obb[obbOffset + 1];
  const halfX = obb[obbOffset + 2];
  const halfY = obb[obbOffset + 3];
  const cos = obb[obbOffset + 4];
  const sin = obb[obbOffset + 5];
  const ax = segment[segmentOffset] - centerX;
  const ay = segment[segmentOffset + 1] - centerY;
  const bx = segment[segmentOffset + 2] - centerX;
  const by = segment[segmentOffset + 3] - centerY;
  return overlapsSegmentAabbParts(
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

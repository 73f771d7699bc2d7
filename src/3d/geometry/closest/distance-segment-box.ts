import type { NumberArray } from '../../../core/number-array.ts';

// Along a segment a + t·d the squared distance to a box is the sum over its axes of (x − clamp(x))², each convex in t
// and quadratic between the values of t where x passes a face. Half the derivative, the sum of d·(x − clamp(x)), rises
// throughout and is straight between those six values. So each of them halves the stretch that holds the zero, and
// where none is left the zero is that of a straight line.

/** Along the box's axes: where the segment starts and where it goes, and between which values the box lies. */
const start = new Float64Array(3);
const way = new Float64Array(3);
const low = new Float64Array(3);
const high = new Float64Array(3);

/** Returns how far beyond the box's faces the segment's point at t lies along one axis, with sign. */
function beyond(axis: number, t: number): number {
  const x = start[axis] + t * way[axis];
  return x - Math.max(low[axis], Math.min(x, high[axis]));
}

/** Returns half the derivative of the squared distance. */
function slopeAt(t: number): number {
  return way[0] * beyond(0, t) + way[1] * beyond(1, t) + way[2] * beyond(2, t);
}

/** Returns the least squared distance, for the segments and the box in the four arrays. */
function search(): number {
  let from = 0;
  let to = 1;
  let slopeFrom = slopeAt(0);
  let slopeTo = slopeAt(1);
  for (let axis = 0; axis < 3 && slopeFrom < 0 && slopeTo > 0; axis++) {
    for (let side = 0; side < 2; side++) {
      const t = ((side === 0 ? low[axis] : high[axis]) - start[axis]) / way[axis];
      if (!(t > from && t < to)) continue;
      const slope = slopeAt(t);
      if (slope < 0) {
        from = t;
        slopeFrom = slope;
      } else {
        to = t;
        slopeTo = slope;
      }
    }
  }
  let t = from;
  if (slopeFrom < 0) t = slopeTo > 0 ? from + (to - from) * (slopeFrom / (slopeFrom - slopeTo)) : to;
  const x = beyond(0, t);
  const y = beyond(1, t);
  const z = beyond(2, t);
  return x * x + y * y + z * z;
}

/**
 * Returns the squared distance between a segment (two points) and a solid AABB; 0 when they touch. A segment of zero
 * length counts as its point. NaN in gives NaN.
 *
 * Derived here: the least value of a convex function that is quadratic in pieces.
 */
export function distanceSquaredSegmentAabb(
  segment: NumberArray,
  segmentOffset: number,
  aabb: NumberArray,
  aabbOffset: number,
): number {
  for (let axis = 0; axis < 3; axis++) {
    const from = segment[segmentOffset + axis];
    start[axis] = from;
    way[axis] = segment[segmentOffset + 3 + axis] - from;
    low[axis] = aabb[aabbOffset + axis];
    high[axis] = aabb[aabbOffset + 3 + axis];
  }
  return search();
}

/**
 * Returns the squared distance between a segment (two points) and a solid OBB (15); 0 when they touch. A segment of
 * zero length counts as its point. NaN in gives NaN.
 *
 * Derived here: the least value of a convex function that is quadratic in pieces.
 */
export function distanceSquaredSegmentObb(
  segment: NumberArray,
  segmentOffset: number,
  obb: NumberArray,
  obbOffset: number,
): number {
  const ax = segment[segmentOffset];
  const ay = segment[segmentOffset + 1];
  const az = segment[segmentOffset + 2];
  const mx = ax - obb[obbOffset];
  const my = ay - obb[obbOffset + 1];
  const mz = az - obb[obbOffset + 2];
  const dx = segment[segmentOffset + 3] - ax;
  const dy = segment[segmentOffset + 4] - ay;
  const dz = segment[segmentOffset + 5] - az;
  for (let axis = 0; axis < 3; axis++) {
    const at = obbOffset + 6 + 3 * axis;
    start[axis] = mx * obb[at] + my * obb[at + 1] + mz * obb[at + 2];
    way[axis] = dx * obb[at] + dy * obb[at + 1] + dz * obb[at + 2];
    low[axis] = -obb[obbOffset + 3 + axis];
    high[axis] = obb[obbOffset + 3 + axis];
  }
  return search();
}

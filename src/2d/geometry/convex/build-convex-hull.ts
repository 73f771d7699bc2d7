import { CollisionError } from '../../../core/errors.ts';
import type { NumberArray, WritableNumberArray } from '../../../core/number-array.ts';
import { orient2d } from '../measure/orientation.ts';

/**
 * Builds the convex hull of `count` points (x y each): writes its corners counter-clockwise (y up) to `out`, starting
 * with the leftmost (lowest of equals), and returns how many there are. Repeated points and points on an edge are left
 * out, decided by an exact predicate: what remains turns left strictly. Collinear points give their 2 ends, coinciding
 * ones 1, none 0. `out` may be `points`.
 *
 * Throws `invalid-number` when a coordinate is NaN or infinite. A builder: it sorts and allocates, O(n log n).
 * Source: Andrew, Another Efficient Algorithm for Convex Hulls in Two Dimensions, 1979.
 */
export function buildConvexHull(
  out: WritableNumberArray,
  outOffset: number,
  points: NumberArray,
  pointsOffset: number,
  count: number,
): number {
  for (let i = 0; i < 2 * count; i++) {
    const value = points[pointsOffset + i];
    if (!Number.isFinite(value)) {
      throw new CollisionError('invalid-number', `convex hull: coordinate ${i} must be finite, got ${value}`);
    }
  }
  return wrapPoints(out, outOffset, points, pointsOffset, count);
}

/** Returns the same as `buildConvexHull` for coordinates known to be finite. */
export function wrapPoints(
  out: WritableNumberArray,
  outOffset: number,
  points: NumberArray,
  pointsOffset: number,
  count: number,
): number {
  const order = new Uint32Array(count);
  // The index at which each point begins.
  for (let i = 0; i < count; i++) order[i] = pointsOffset + 2 * i;
  order.sort((p, q) => points[p] - points[q] || points[p + 1] - points[q + 1]);

  // The lower chain from left to right, then the upper one back, in one stack.
  const hull = new Float64Array(2 * (count + 1));
  let size = 0;
  for (let i = 0; i < count; i++) size = pushCorner(hull, 0, size, points, order[i]);
  const lower = size - 1;
  for (let i = count - 2; i >= 0; i--) size = pushCorner(hull, lower, size, points, order[i]);
  // The upper chain ends where the lower one began.
  if (size > 1) size--;
  for (let i = 0; i < 2 * size; i++) out[outOffset + i] = hull[i];
  return size;
}

/**
 * Appends a point to the chain that starts at corner `base`, dropping corners that would not turn left strictly.
 * Returns the new size.
 */
function pushCorner(hull: Float64Array, base: number, size: number, points: NumberArray, at: number): number {
  const x = points[at];
  const y = points[at + 1];
  let n = size;
  if (n > base && hull[2 * n - 2] === x && hull[2 * n - 1] === y) return n;
  while (n - base >= 2 && orient2d(hull[2 * n - 4], hull[2 * n - 3], hull[2 * n - 2], hull[2 * n - 1], x, y) <= 0) n--;
  hull[2 * n] = x;
  hull[2 * n + 1] = y;
  return n + 1;
}

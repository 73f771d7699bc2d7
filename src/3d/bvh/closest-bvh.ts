import type { Bvh } from '../../core/bvh/bvh.ts';
import { type ClosestVisit, visitNear } from '../../core/bvh/visit-near.ts';
import type { NumberArray } from '../../core/number-array.ts';
import { Pool } from '../../core/pool.ts';
import { createClosestWalk } from './closest-walk.ts';

const walks = /* @__PURE__ */ new Pool(createClosestWalk);

/**
 * Visits the items whose boxes lie within `maxDistance` (may be Infinity) of a point (3), nearer subtrees first, and
 * returns the last `maxDistance`. `visit` measures the item itself and returns the new `maxDistance`: the smaller of
 * the two to find the closest, the one it was given to see all, a negative number to stop. NaN visits nothing. Boxes
 * too far by a rounding error may be visited, none near enough is left out. A visit may query any tree, but not rebuild
 * this one.
 *
 * Source: Roussopoulos, Kelley and Vincent, Nearest Neighbor Queries, 1995.
 */
export function closestBvh(
  bvh: Bvh,
  bounds: Float64Array,
  point: NumberArray,
  pointOffset: number,
  maxDistance: number,
  visit: ClosestVisit,
): number {
  return visitNear(walks, bvh, bounds, point, pointOffset, maxDistance, visit);
}

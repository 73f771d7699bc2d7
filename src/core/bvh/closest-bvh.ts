import type { NumberArray } from '../number-array.ts';
import { Pool } from '../pool.ts';
import type { Bvh } from './bvh.ts';
import { CLOSEST_POINT, isNearEnough, nextClosestLeaf, startClosest } from './closest-walk.ts';
import { createOrderedWalk, WALK_LIMIT, WALK_ROUNDING } from './ordered-walk.ts';

/** Called with each item whose box may be near enough; returns the distance beyond which nothing matters any more. */
export type ClosestVisit = (item: number, maxDistance: number) => number;

const walks = /* @__PURE__ */ new Pool(createOrderedWalk);

/**
 * Visits the items whose boxes lie within `maxDistance` (may be Infinity) of a point (2 numbers in the plane, 3 in
 * space), nearer subtrees first, and returns the last `maxDistance`. `visit` measures the item itself and returns the
 * new `maxDistance`: the smaller of the two to find the closest, the one it was given to see all, a negative number to
 * stop. NaN visits nothing. Boxes too far by a rounding error may be visited, none near enough is left out. A visit may
 * query any tree, but not rebuild this one.
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
  const walk = walks.take();
  try {
    const { query, items } = walk;
    const { axes } = bvh.routines;
    query[WALK_LIMIT] = maxDistance;
    for (let axis = 0; axis < axes; axis++) {
      query[CLOSEST_POINT + axis] = point[pointOffset + axis];
      if (Number.isNaN(query[CLOSEST_POINT + axis])) return maxDistance;
    }
    startClosest(walk, bvh);
    for (let count = nextClosestLeaf(walk, bvh, bounds); count > 0; count = nextClosestLeaf(walk, bvh, bounds)) {
      for (let i = 0; i < count && isNearEnough(walk, i); i++) {
        // The walk uses quantised boxes, which reach a cell too far.
        if (isBeyond(bounds, 2 * axes * items[i], query, axes)) continue;
        query[WALK_LIMIT] = visit(items[i], query[WALK_LIMIT]);
        if (!(query[WALK_LIMIT] >= 0)) return query[WALK_LIMIT];
      }
    }
    return query[WALK_LIMIT];
  } finally {
    walks.give();
  }
}

function isBeyond(bounds: Float64Array, box: number, query: Float64Array, axes: number): boolean {
  let squared = 0;
  for (let axis = 0; axis < axes; axis++) {
    const x = query[CLOSEST_POINT + axis];
    const off = Math.max(bounds[box + axis] - x, x - bounds[box + axes + axis], 0);
    squared += off * off;
  }
  return squared > query[WALK_LIMIT] * query[WALK_LIMIT] * WALK_ROUNDING;
}

import type { Bvh } from '../../core/bvh/bvh.ts';
import { CLOSEST_POINT, isNearEnough, nextClosestLeaf, startClosest } from '../../core/bvh/closest-walk.ts';
import { WALK_LIMIT, WALK_ROUNDING } from '../../core/bvh/ordered-walk.ts';
import { Pool } from '../../core/pool.ts';
import { createClosestWalk } from './closest-walk.ts';
import { BOUNDS_STRIDE } from './layout.ts';

/** Called with each item whose box may be near enough; returns the distance beyond which nothing matters any more. */
export type ClosestVisit = (item: number, maxDistance: number) => number;

const walks = /* @__PURE__ */ new Pool(createClosestWalk);

/**
 * Visits the items whose boxes lie within `maxDistance` (may be Infinity) of the point, nearer subtrees first, and
 * returns the last `maxDistance`. `visit` measures the item itself and returns the new `maxDistance`: the smaller of
 * the two to find the closest, the one it was given to see all, a negative number to stop. Boxes too far by a rounding
 * error may be visited, none near enough is left out. A visit may query any tree, but not rebuild this one.
 *
 * Source: Roussopoulos, Kelley and Vincent, Nearest Neighbor Queries, 1995.
 */
export function closestBvh(
  bvh: Bvh,
  bounds: Float64Array,
  x: number,
  y: number,
  z: number,
  maxDistance: number,
  visit: ClosestVisit,
): number {
  const walk = walks.take();
  try {
    const { query, items } = walk;
    query[CLOSEST_POINT] = x;
    query[CLOSEST_POINT + 1] = y;
    query[CLOSEST_POINT + 2] = z;
    query[WALK_LIMIT] = maxDistance;
    if (Number.isNaN(x + y + z)) return maxDistance;
    startClosest(walk, bvh);
    for (let count = nextClosestLeaf(walk, bvh, bounds); count > 0; count = nextClosestLeaf(walk, bvh, bounds)) {
      for (let i = 0; i < count && isNearEnough(walk, i); i++) {
        // The walk goes by quantised boxes, which reach a cell too far.
        if (isBeyond(bounds, BOUNDS_STRIDE * items[i], x, y, z, query[WALK_LIMIT])) continue;
        query[WALK_LIMIT] = visit(items[i], query[WALK_LIMIT]);
        if (!(query[WALK_LIMIT] >= 0)) return query[WALK_LIMIT];
      }
    }
    return query[WALK_LIMIT];
  } finally {
    walks.give();
  }
}

function isBeyond(bounds: Float64Array, box: number, x: number, y: number, z: number, distance: number): boolean {
  const dx = Math.max(bounds[box] - x, x - bounds[box + 3], 0);
  const dy = Math.max(bounds[box + 1] - y, y - bounds[box + 4], 0);
  const dz = Math.max(bounds[box + 2] - z, z - bounds[box + 5], 0);
  return dx * dx + dy * dy + dz * dz > distance * distance * WALK_ROUNDING;
}

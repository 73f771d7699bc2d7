import type { Bvh } from '../../core/bvh/bvh.ts';
import {
  CAST_CENTER,
  CAST_DIRECTION,
  CAST_HALF,
  isMetInTime,
  nextCastLeaf,
  startCast,
} from '../../core/bvh/cast-walk.ts';
import { WALK_LIMIT } from '../../core/bvh/ordered-walk.ts';
import { Pool } from '../../core/pool.ts';
import { createCastWalk } from './cast-walk.ts';

/** Called with each item whose box a cast may meet; returns the fraction beyond which nothing matters any more. */
export type CastVisit = (item: number, maxFraction: number) => number;

const walks = /* @__PURE__ */ new Pool(createCastWalk);

/**
 * Visits the items whose boxes the ray meets at a fraction of its direction from 0 to `maxFraction`, nearer subtrees
 * first, and returns the last `maxFraction`. `visit` tests the item itself and returns the new `maxFraction`: the
 * fraction it hit at to find the closest, the one it was given to see all, a negative number to stop. A zero direction
 * visits the boxes that contain the origin. Boxes missed by a rounding error may be visited, none that is met is left
 * out. A visit may query any tree, this one included, but not rebuild it.
 *
 * Source: Kay and Kajiya, Ray Tracing Complex Scenes, 1986.
 */
export function castRayBvh(
  bvh: Bvh,
  bounds: Float64Array,
  originX: number,
  originY: number,
  directionX: number,
  directionY: number,
  maxFraction: number,
  visit: CastVisit,
): number {
  return castAabbBvh(bvh, bounds, originX, originY, 0, 0, directionX, directionY, maxFraction, visit);
}

/**
 * Visits the items whose boxes a box meets that is moved by a fraction of the direction from 0 to `maxFraction`; the
 * rest is as with `castRayBvh`. The moving box is given by its centre and half extents: it meets a box where the ray
 * of its centre meets the box grown by the half extents.
 *
 * Source: Ericson, Real-Time Collision Detection, 5.5.8, for each box of the tree.
 */
export function castAabbBvh(
  bvh: Bvh,
  bounds: Float64Array,
  centerX: number,
  centerY: number,
  halfExtentX: number,
  halfExtentY: number,
  directionX: number,
  directionY: number,
  maxFraction: number,
  visit: CastVisit,
): number {
  const walk = walks.take();
  try {
    const { cast, query, items } = walk;
    cast[CAST_CENTER] = centerX;
    cast[CAST_CENTER + 1] = centerY;
    cast[CAST_DIRECTION] = directionX;
    cast[CAST_DIRECTION + 1] = directionY;
    cast[CAST_HALF] = halfExtentX;
    cast[CAST_HALF + 1] = halfExtentY;
    query[WALK_LIMIT] = maxFraction;
    startCast(walk, bvh);
    for (let count = nextCastLeaf(walk, bvh, bounds); count > 0; count = nextCastLeaf(walk, bvh, bounds)) {
      for (let i = 0; i < count && isMetInTime(walk, i); i++) {
        query[WALK_LIMIT] = visit(items[i], query[WALK_LIMIT]);
        if (!(query[WALK_LIMIT] >= 0)) return query[WALK_LIMIT];
      }
    }
    return query[WALK_LIMIT];
  } finally {
    walks.give();
  }
}

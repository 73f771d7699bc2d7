import type { NumberArray } from '../number-array.ts';
import { Pool } from '../pool.ts';
import type { Bvh } from './bvh.ts';
import {
  CAST_CENTER,
  CAST_DIRECTION,
  CAST_HALF,
  type CastWalk,
  createCastWalk,
  isMetInTime,
  nextCastLeaf,
  startCast,
} from './cast-walk.ts';
import { WALK_LIMIT } from './ordered-walk.ts';

/** Called with each item whose box a cast may meet; returns the fraction beyond which nothing matters any more. */
export type CastVisit = (item: number, maxFraction: number) => number;

const walks = /* @__PURE__ */ new Pool(createCastWalk);

/**
 * Visits the items whose boxes a ray (origin, direction of any length; 4 numbers in the plane, 6 in space) meets at a
 * fraction of its direction from 0 to `maxFraction`, nearer subtrees first, and returns the last `maxFraction`. `visit`
 * tests the item itself and returns the new `maxFraction`: the fraction it hit at to find the closest, the one it was
 * given to see all, a negative number to stop. A zero direction visits the boxes that contain the origin, NaN none.
 * Boxes missed by a rounding error may be visited, none that is met is left out. A visit may query any tree, this one
 * included, but not rebuild it.
 *
 * Source: Kay and Kajiya, Ray Tracing Complex Scenes, 1986.
 */
export function castRayBvh(
  bvh: Bvh,
  bounds: Float64Array,
  ray: NumberArray,
  rayOffset: number,
  maxFraction: number,
  visit: CastVisit,
): number {
  const walk = walks.take();
  try {
    const { cast } = walk;
    const { axes } = bvh.routines;
    for (let axis = 0; axis < axes; axis++) {
      cast[CAST_CENTER + axis] = ray[rayOffset + axis];
      cast[CAST_DIRECTION + axis] = ray[rayOffset + axes + axis];
      cast[CAST_HALF + axis] = 0;
    }
    return visitMet(walk, bvh, bounds, maxFraction, visit);
  } finally {
    walks.give();
  }
}

/**
 * Visits the items whose boxes a box (min, max; 4 numbers in the plane, 6 in space) meets that is moved by a fraction
 * of a translation (2 or 3) from 0 to `maxFraction`; the rest is as with `castRayBvh`.
 *
 * Source: Ericson, Real-Time Collision Detection, 5.5.8, for each box of the tree.
 */
export function castAabbBvh(
  bvh: Bvh,
  bounds: Float64Array,
  aabb: NumberArray,
  aabbOffset: number,
  translation: NumberArray,
  translationOffset: number,
  maxFraction: number,
  visit: CastVisit,
): number {
  const walk = walks.take();
  try {
    const { cast } = walk;
    const { axes } = bvh.routines;
    for (let axis = 0; axis < axes; axis++) {
      const min = aabb[aabbOffset + axis];
      const half = 0.5 * (aabb[aabbOffset + axes + axis] - min);
      cast[CAST_CENTER + axis] = min + half;
      cast[CAST_DIRECTION + axis] = translation[translationOffset + axis];
      cast[CAST_HALF + axis] = half;
    }
    return visitMet(walk, bvh, bounds, maxFraction, visit);
  } finally {
    walks.give();
  }
}

function visitMet(walk: CastWalk, bvh: Bvh, bounds: Float64Array, maxFraction: number, visit: CastVisit): number {
  const { cast, query, items } = walk;
  query[WALK_LIMIT] = maxFraction;
  const { axes } = bvh.routines;
  for (let axis = 0; axis < axes; axis++) {
    if (Number.isNaN(cast[CAST_CENTER + axis] + cast[CAST_DIRECTION + axis])) return maxFraction;
  }
  startCast(walk, bvh);
  for (let count = nextCastLeaf(walk, bvh, bounds); count > 0; count = nextCastLeaf(walk, bvh, bounds)) {
    for (let i = 0; i < count && isMetInTime(walk, i); i++) {
      query[WALK_LIMIT] = visit(items[i], query[WALK_LIMIT]);
      if (!(query[WALK_LIMIT] >= 0)) return query[WALK_LIMIT];
    }
  }
  return query[WALK_LIMIT];
}

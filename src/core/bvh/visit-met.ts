import type { NumberArray } from '../number-array.ts';
import type { Pool } from '../pool.ts';
import type { Bvh } from './bvh.ts';
import {
  CAST_CENTER,
  CAST_DIRECTION,
  CAST_HALF,
  type CastWalk,
  isMetInTime,
  nextCastLeaf,
  startCast,
} from './cast-walk.ts';
import { WALK_LIMIT } from './ordered-walk.ts';

/** Called with each item whose box a cast may meet; returns the fraction beyond which nothing matters any more. */
export type CastVisit = (item: number, maxFraction: number) => number;

/** Visits the items whose boxes a ray (origin, direction) meets, see `castRayBvh`. */
export function visitMetByRay(
  walks: Pool<CastWalk>,
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

/** Visits the items whose boxes a moving box (least, largest coordinates) meets, see `castAabbBvh`. */
export function visitMetByAabb(
  walks: Pool<CastWalk>,
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

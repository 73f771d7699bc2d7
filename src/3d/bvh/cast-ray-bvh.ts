import type { Bvh } from '../../core/bvh/bvh.ts';
import { type CastVisit, visitMetByAabb, visitMetByRay } from '../../core/bvh/visit-met.ts';
import type { NumberArray } from '../../core/number-array.ts';
import { Pool } from '../../core/pool.ts';
import { createCastWalk } from './cast-walk.ts';

const walks = /* @__PURE__ */ new Pool(createCastWalk);

/**
 * Visits the items whose boxes a ray (origin, direction of any length; 6) meets at a fraction of its direction from 0
 * to `maxFraction`, nearer subtrees first, and returns the last `maxFraction`. `visit` tests the item itself and
 * returns the new `maxFraction`: the fraction it hit at to find the closest, the one it was given to see all, a
 * negative number to stop. A zero direction visits the boxes that contain the origin, NaN none. Boxes missed by a
 * rounding error may be visited, none that is met is left out. A visit may query any tree, this one included, but not
 * rebuild it.
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
  return visitMetByRay(walks, bvh, bounds, ray, rayOffset, maxFraction, visit);
}

/**
 * Visits the items whose boxes a box (6) meets that is moved by a fraction of a translation (3) from 0 to
 * `maxFraction`; the rest is as with `castRayBvh`.
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
  return visitMetByAabb(walks, bvh, bounds, aabb, aabbOffset, translation, translationOffset, maxFraction, visit);
}

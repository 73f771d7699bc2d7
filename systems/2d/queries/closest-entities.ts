import { planeClosest } from '../../../src/2d/queries/closest-point.ts';
import {
  type ClosestEntitiesOptions,
  closestEntitiesIn,
  NearestSearches,
} from '../../core/queries/closest-entities.ts';
import { plane } from '../dimension.ts';
import type { ClosestHit } from './closest-point.ts';
import type { Vector } from './vector.ts';

const searches = /* @__PURE__ */ new NearestSearches(plane, planeClosest);

/**
 * Fills `out` with the `count` entities nearest to a point, or as many as there are, nearest first; of equally near
 * ones, the one with the lower entity index comes first. Returns how many; `out` is cut or grown to that length.
 * Distances are to the nearest point of an entity, as in `closestPoint`; or, with `by: 'centre'`, to the middle of its
 * bounds.
 *
 * @throws CollisionError `invalid-number` for a number that cannot be used, `out-of-range` for a count that is no
 * integer from 0 to 2³⁰ or an unknown `by`, `invalid-state` for a world without collision, an unknown option, or `out`
 * that is no array or cannot be written to.
 */
export function closestEntities(
  world: object,
  point: Vector,
  count: number,
  out: ClosestHit[],
  options?: ClosestEntitiesOptions,
): number {
  return closestEntitiesIn(searches, world, point, count, out, options);
}

import { CLOSEST_DISTANCE } from '../../core/queries/closest-point.ts';
import type { OverlapRoutines } from '../../core/queries/overlap.ts';
import type { ColliderSet } from '../collider-set.ts';
import { bodiesOverlap } from './body-pairs.ts';
import { closestPointCollider } from './closest-point-collider.ts';
import { type QueryBody, spacePieces } from './query-body.ts';

const closest = new Float64Array(4);

/** Which shapes overlap in space. */
export const spaceOverlaps: OverlapRoutines<ColliderSet, QueryBody> = {
  loader: spacePieces,
  overlaps: bodiesOverlap,
  containsPoint(set, slot, point) {
    closestPointCollider(closest, point, set, slot);
    return closest[CLOSEST_DISTANCE] === 0;
  },
};

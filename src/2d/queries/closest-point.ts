import { WALK_LIMIT } from '../../core/bvh/ordered-walk.ts';
import type { ClosestRoutines } from '../../core/queries/closest-point.ts';
import { nextPieceClosest, startPieceClosest } from '../../core/queries/piece-walks.ts';
import { type ColliderSet, POSE_RADIUS, POSE_SCALE, POSE_STRIDE } from '../collider-set.ts';
import { closestPointChild, closestPointCollider } from './closest-point-collider.ts';
import { pointToLocal } from './local-frame.ts';

/** How near points are to colliders in the plane. */
export const planeClosest: ClosestRoutines<ColliderSet> = {
  axes: 2,
  measureCollider: closestPointCollider,
  children: {
    pointToLocal: (out, point, set, slot) => pointToLocal(out, point, set, slot, true),
    measureChild: closestPointChild,
    limit: limitChildren,
    encloses: undefined,
    start: startPieceClosest,
    next: nextPieceClosest,
  },
};

/** Writes the search limit in the frame of the shape, with room for the rounding of the change of frame. */
function limitChildren(own: Float64Array, world: Float64Array, set: ColliderSet, slot: number): void {
  const pose = slot * POSE_STRIDE;
  const scale = set.poses[pose + POSE_SCALE];
  own[WALK_LIMIT] = ((world[WALK_LIMIT] + set.poses[pose + POSE_RADIUS]) / scale) * (1 + 1e-12);
}

import type { ClosestRoutines } from '../../core/queries/closest-point.ts';
import type { ColliderSet } from '../collider-set.ts';
import { closestPointCollider } from './closest-point-collider.ts';

/** How near points are to colliders in space. */
export const spaceClosest: ClosestRoutines<ColliderSet> = {
  axes: 3,
  measureCollider: closestPointCollider,
  children: undefined,
};

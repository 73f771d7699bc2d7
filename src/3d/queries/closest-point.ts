import { CLOSEST_FLOOR, nextClosestLeaf, startClosest } from '../../core/bvh/closest-walk.ts';
import { WALK_LIMIT } from '../../core/bvh/ordered-walk.ts';
import type { ClosestRoutines } from '../../core/queries/closest-point.ts';
import type { ColliderSet } from '../collider-set.ts';
import { BODY_HALF_X, BODY_RADIUS, BODY_STRIDE } from '../geometry/body-pose.ts';
import { pointToComposite } from '../narrow-phase/find-children.ts';
import { FRAME_SLACK } from '../shapes/turned-box.ts';
import { closestPointChild, closestPointCollider } from './closest-point-collider.ts';

/** How near points are to colliders in space. */
export const spaceClosest: ClosestRoutines<ColliderSet> = {
  axes: 3,
  measureCollider: closestPointCollider,
  children: {
    pointToLocal: pointToComposite,
    encloses: (shape, localPoint) => shape.record.pieces!.encloses(shape, localPoint),
    measureChild: closestPointChild,
    limit: limitChildren,
    start(walk, shape) {
      if (shape.children !== undefined) startClosest(walk, shape.children.bvh);
      else shape.record.queries!.startClosest(walk, shape);
    },
    next(walk, shape) {
      const { children, record } = shape;
      return children !== undefined
        ? nextClosestLeaf(walk, children.bvh, children.boxes)
        : record.queries!.nextClosest(walk, shape);
    },
  },
};

/**
 * Converts the limit and the floor of a search to the frame of a composite, with a slack for the rounding of the
 * conversion.
 */
function limitChildren(own: Float64Array, world: Float64Array, { poses }: ColliderSet, slot: number): void {
  const at = BODY_STRIDE * slot;
  const radius = poses[at + BODY_RADIUS];
  const scale = poses[at + BODY_HALF_X];
  own[WALK_LIMIT] = ((world[WALK_LIMIT] + radius) / scale) * (1 + FRAME_SLACK);
  own[CLOSEST_FLOOR] = (radius / scale) * (1 + FRAME_SLACK);
}

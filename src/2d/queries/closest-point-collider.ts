import { registeredOf } from '../../core/shapes/registered-of.ts';
import {
  type ColliderSet,
  POSE_HALF_HEIGHT,
  POSE_HALF_WIDTH,
  POSE_RADIUS,
  POSE_SCALE,
  POSE_STRIDE,
  POSE_X,
  POSE_Y,
} from '../collider-set.ts';
import {
  CLOSEST_DISTANCE,
  CLOSEST_NORMAL_X,
  CLOSEST_NORMAL_Y,
  closestPointOffset,
  closestPointPiece,
} from '../geometry/closest/closest-point-piece.ts';
import { createOwnPiece, curvedPieceOf, viewPiece } from '../shapes/own-piece.ts';
import { isInlineKind, SHAPE_CIRCLE } from '../shapes/shape-kind.ts';
import { pointToLocal, turnNormal } from './local-frame.ts';

/*
 * As for rays (cast-ray-collider.ts), the point is transformed into the frame of the collider: the nearest point of an
 * upright box or capsule is found by clamping. Results are those of closest-point-piece.ts, in the world.
 */

const own = createOwnPiece();
const local = new Float64Array(2);
const place = new Float64Array(2);
/**
 * The radius that `takeRounding` reads. In an array: a fraction given to a function that is not inlined is put on the
 * heap.
 */
const rounding = new Float64Array(1);

/** Writes how near a point in the world is to a collider of one piece. */
export function closestPointCollider(closest: Float64Array, point: Float64Array, set: ColliderSet, slot: number): void {
  const { poses } = set;
  const kind = set.kinds[slot];
  const pose = slot * POSE_STRIDE;
  if (kind === SHAPE_CIRCLE) {
    place[0] = point[0] - poses[pose + POSE_X];
    place[1] = point[1] - poses[pose + POSE_Y];
    closestPointOffset(closest, place);
    rounding[0] = poses[pose + POSE_RADIUS];
    takeRounding(closest);
    return;
  }
  if (!isInlineKind(kind)) {
    pointToLocal(local, point, set, slot, true);
    closestPointChild(closest, local, set, slot, 0);
    return;
  }
  pointToLocal(local, point, set, slot, false);
  const x = local[0];
  const y = local[1];
  const halfX = poses[pose + POSE_HALF_WIDTH];
  const halfY = poses[pose + POSE_HALF_HEIGHT];
  place[0] = x > halfX ? x - halfX : x < -halfX ? x + halfX : 0;
  place[1] = y > halfY ? y - halfY : y < -halfY ? y + halfY : 0;
  closestPointOffset(closest, place);
  rounding[0] = poses[pose + POSE_RADIUS];
  takeRounding(closest);
  turnNormal(closest, set, slot);
}

/**
 * Writes how near a point in a collider's frame, in its own unit, is to one of its pieces: distance and normal in the
 * world.
 */
export function closestPointChild(
  closest: Float64Array,
  localPoint: Float64Array,
  set: ColliderSet,
  slot: number,
  child: number,
): void {
  const registered = registeredOf(set, slot);
  const pose = slot * POSE_STRIDE;
  if (registered.record.curve !== undefined)
    registered.record.curve.closestPoint(closest, localPoint, curvedPieceOf(registered, child));
  else {
    viewPiece(own, registered, child);
    closestPointPiece(closest, localPoint, own.vertices, own.normals, own.first, own.count);
  }
  rounding[0] = set.poses[pose + POSE_RADIUS] / set.poses[pose + POSE_SCALE];
  if (registered.pieceRadius.length > 0) rounding[0] += registered.pieceRadius[child];
  takeRounding(closest);
  closest[CLOSEST_DISTANCE] *= set.poses[pose + POSE_SCALE];
  turnNormal(closest, set, slot);
}

/** Goes from the core to the rounded surface. */
function takeRounding(closest: Float64Array): void {
  const distance = closest[CLOSEST_DISTANCE] - rounding[0];
  if (distance > 0) {
    closest[CLOSEST_DISTANCE] = distance;
    return;
  }
  closest[CLOSEST_DISTANCE] = 0;
  closest[CLOSEST_NORMAL_X] = 0;
  closest[CLOSEST_NORMAL_Y] = 0;
}

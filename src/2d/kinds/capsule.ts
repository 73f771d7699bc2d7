import { requirePositive } from '../../core/errors.ts';
import { POSE_COS, POSE_HALF_HEIGHT, POSE_SIN, POSE_X, POSE_Y } from '../collider-set.ts';
import { finishSegment, type PlacedPiece, placement } from '../shapes/placed-piece.ts';
import { SHAPE_CAPSULE } from '../shapes/shape-kind.ts';
import { makeSpec, type ShapeSpec } from '../shapes/shape-spec.ts';

/**
 * Makes a capsule along the local y axis: all points within `radius` of the segment from (0, −halfHeight) to (0,
 * halfHeight). The half height excludes the caps. @throws CollisionError `invalid-number` unless both are finite and
 * above 0.
 */
export function capsule(halfHeight: number, radius: number): ShapeSpec {
  requirePositive('capsule halfHeight', halfHeight);
  return makeSpec(SHAPE_CAPSULE, requirePositive('capsule radius', radius), 0, halfHeight, 0);
}

/** Writes a capsule along the placement's y axis. */
export function loadCapsule(piece: PlacedPiece): void {
  const h = placement[POSE_HALF_HEIGHT];
  const alongX = -placement[POSE_SIN] * h;
  const alongY = placement[POSE_COS] * h;
  const { vertices } = piece;
  vertices[0] = placement[POSE_X] - alongX;
  vertices[1] = placement[POSE_Y] - alongY;
  vertices[2] = placement[POSE_X] + alongX;
  vertices[3] = placement[POSE_Y] + alongY;
  finishSegment(piece);
}

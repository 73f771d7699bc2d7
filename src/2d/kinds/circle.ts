import { requirePositive } from '../../core/errors.ts';
import { POSE_RADIUS, POSE_X, POSE_Y } from '../collider-set.ts';
import { type PlacedPiece, placement } from '../shapes/placed-piece.ts';
import { SHAPE_CIRCLE } from '../shapes/shape-kind.ts';
import { makeSpec, type ShapeSpec } from '../shapes/shape-spec.ts';

/**
 * Makes a circle about the entity's position. @throws CollisionError `invalid-number` unless radius is finite and
 * above 0.
 */
export function circle(radius: number): ShapeSpec {
  return makeSpec(SHAPE_CIRCLE, requirePositive('circle radius', radius), 0, 0, 0);
}

/** Writes a circle: a single point with a radius. */
export function loadCircle(piece: PlacedPiece): void {
  piece.vertices[0] = placement[POSE_X];
  piece.vertices[1] = placement[POSE_Y];
  piece.count = 1;
  piece.curve = undefined;
  piece.radius = placement[POSE_RADIUS];
}

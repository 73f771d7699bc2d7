import { requirePositive } from '../../core/errors.ts';
import { POSE_COS, POSE_HALF_HEIGHT, POSE_HALF_WIDTH, POSE_RADIUS, POSE_SIN, POSE_X, POSE_Y } from '../collider-set.ts';
import { type PlacedPiece, placement } from '../shapes/placed-piece.ts';
import { SHAPE_BOX } from '../shapes/shape-kind.ts';
import { makeSpec, type RoundingOptions, radiusOf, type ShapeSpec } from '../shapes/shape-spec.ts';

/**
 * Makes a box of half extents `halfWidth` × `halfHeight`; `radius` (default 0) is added around it and rounds its
 * corners.
 * @throws CollisionError `invalid-number` unless the half extents are finite and above 0 and the radius finite and not
 * negative.
 */
export function box(halfWidth: number, halfHeight: number, options: RoundingOptions = {}): ShapeSpec {
  requirePositive('box halfWidth', halfWidth);
  requirePositive('box halfHeight', halfHeight);
  return makeSpec(SHAPE_BOX, radiusOf('box', options), halfWidth, halfHeight, 0);
}

/** Writes a box. */
export function loadBox(piece: PlacedPiece): void {
  const { vertices, normals } = piece;
  const x = placement[POSE_X];
  const y = placement[POSE_Y];
  const c = placement[POSE_COS];
  const s = placement[POSE_SIN];
  const wx = c * placement[POSE_HALF_WIDTH];
  const wy = s * placement[POSE_HALF_WIDTH];
  const hx = -s * placement[POSE_HALF_HEIGHT];
  const hy = c * placement[POSE_HALF_HEIGHT];
  vertices[0] = x - wx - hx;
  vertices[1] = y - wy - hy;
  vertices[2] = x + wx - hx;
  vertices[3] = y + wy - hy;
  vertices[4] = x + wx + hx;
  vertices[5] = y + wy + hy;
  vertices[6] = x - wx + hx;
  vertices[7] = y - wy + hy;
  // 0 − x keeps a zero positive.
  normals[0] = s;
  normals[1] = 0 - c;
  normals[2] = c;
  normals[3] = s;
  normals[4] = 0 - s;
  normals[5] = c;
  normals[6] = 0 - c;
  normals[7] = 0 - s;
  piece.count = 4;
  piece.curve = undefined;
  piece.radius = placement[POSE_RADIUS];
}

import { POSE_COS, POSE_HALF_HEIGHT, POSE_HALF_WIDTH, POSE_RADIUS, POSE_SIN, POSE_X, POSE_Y } from '../pose.ts';
import { finishSegment, type PlacedPiece, placement } from './placed-piece.ts';
import { SHAPE_BOX, SHAPE_CIRCLE } from './shape-kind.ts';

/** Writes a shape of a kind that inline numbers describe, at the placement. */
export function loadInline(piece: PlacedPiece, kind: number): void {
  if (kind === SHAPE_CIRCLE) loadCircle(piece);
  else if (kind === SHAPE_BOX) loadBox(piece);
  else loadCapsule(piece);
}

/** Writes a circle: a single point with a radius. */
function loadCircle(piece: PlacedPiece): void {
  piece.vertices[0] = placement[POSE_X];
  piece.vertices[1] = placement[POSE_Y];
  piece.count = 1;
  piece.curve = undefined;
  piece.radius = placement[POSE_RADIUS];
}

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

/** Writes a capsule along the placement's y axis. */
function loadCapsule(piece: PlacedPiece): void {
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

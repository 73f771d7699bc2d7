import { type ColliderSet, POSE_COS, POSE_SCALE, POSE_SIN, POSE_STRIDE, POSE_X, POSE_Y } from '../collider-set.ts';
import { type ConvexPiece, reserveConvexPiece } from '../geometry/convex-piece.ts';
import type { RegisteredShape } from '../shapes/registered-shape.ts';
import { SHAPE_BOX, SHAPE_CAPSULE, SHAPE_CHAIN, SHAPE_CIRCLE } from '../shapes/shape-kind.ts';

/**
 * Writes a collider that has only one convex piece into `piece`, in a frame with the world's axes and its origin at
 * (originX, originY): with the other shape's position as origin, no precision is lost far from the world's.
 */
export function loadCollider(
  piece: ConvexPiece,
  set: ColliderSet,
  slot: number,
  originX: number,
  originY: number,
): void {
  const { shape, poses } = set;
  const index = set.slots.index[slot]!;
  const kind = shape.kind[index]!;
  const at = slot * POSE_STRIDE;
  const x = poses[at + POSE_X]! - originX;
  const y = poses[at + POSE_Y]! - originY;
  const scale = poses[at + POSE_SCALE]!;
  const c = poses[at + POSE_COS]!;
  const s = poses[at + POSE_SIN]!;
  const radius = shape.radius[index]! * scale;
  if (kind === SHAPE_CIRCLE) loadPoint(piece, x, y, radius);
  else if (kind === SHAPE_BOX)
    loadBox(piece, x, y, c, s, shape.halfWidth[index]! * scale, shape.halfHeight[index]! * scale, radius);
  else if (kind === SHAPE_CAPSULE) loadCapsule(piece, x, y, c, s, shape.halfHeight[index]! * scale, radius);
  else loadRegistered(piece, set.registry.shapes[shape.shape[index]!]!, 0, x, y, c, s, scale, radius);
}

/** Writes one piece of a collider with several (a chain's segment, a compound's child), in the same kind of frame. */
export function loadChild(
  piece: ConvexPiece,
  set: ColliderSet,
  slot: number,
  registered: RegisteredShape,
  child: number,
  originX: number,
  originY: number,
): void {
  const { poses, shape, slots } = set;
  const at = slot * POSE_STRIDE;
  const x = poses[at + POSE_X]! - originX;
  const y = poses[at + POSE_Y]! - originY;
  const scale = poses[at + POSE_SCALE]!;
  const c = poses[at + POSE_COS]!;
  const s = poses[at + POSE_SIN]!;
  const radius = shape.radius[slots.index[slot]!]!;
  loadRegistered(piece, registered, child, x, y, c, s, scale, radius * scale);
}

/** Writes one piece of a registered shape at a pose; `radius` is added to the piece's own, scaled. */
export function loadRegistered(
  piece: ConvexPiece,
  registered: RegisteredShape,
  child: number,
  x: number,
  y: number,
  c: number,
  s: number,
  scale: number,
  radius: number,
): void {
  if (registered.kind === SHAPE_CHAIN) {
    const v = registered.vertices;
    const a = 2 * child;
    const cs = c * scale;
    const ss = s * scale;
    loadSegment(
      piece,
      x + cs * v[a]! - ss * v[a + 1]!,
      y + ss * v[a]! + cs * v[a + 1]!,
      x + cs * v[a + 2]! - ss * v[a + 3]!,
      y + ss * v[a + 2]! + cs * v[a + 3]!,
      radius,
    );
    return;
  }
  loadVertices(piece, registered, registered.pieceStart[child]!, registered.pieceCount[child]!, x, y, c, s, scale);
  piece.radius = registered.pieceRadius.length > 0 ? radius + registered.pieceRadius[child]! * scale : radius;
}

/** Writes a capsule of half height h along the pose's y axis. */
export function loadCapsule(
  piece: ConvexPiece,
  x: number,
  y: number,
  c: number,
  s: number,
  h: number,
  radius: number,
): void {
  loadSegment(piece, x + s * h, y - c * h, x - s * h, y + c * h, radius);
}

/** Writes a single point with a radius. */
export function loadPoint(piece: ConvexPiece, x: number, y: number, radius: number): void {
  piece.vertices[0] = x;
  piece.vertices[1] = y;
  piece.count = 1;
  piece.radius = radius;
}

/** Writes a segment with a radius; its two normals face its two sides. */
export function loadSegment(piece: ConvexPiece, ax: number, ay: number, bx: number, by: number, radius: number): void {
  const { vertices, normals } = piece;
  vertices[0] = ax;
  vertices[1] = ay;
  vertices[2] = bx;
  vertices[3] = by;
  const x = bx - ax;
  const y = by - ay;
  const length = Math.sqrt(x * x + y * y);
  // A segment shorter than the smallest length that has a square keeps zero normals, which separate nothing.
  const inverse = length > 0 ? 1 / length : 0;
  normals[0] = y * inverse;
  normals[1] = -x * inverse;
  normals[2] = -y * inverse;
  normals[3] = x * inverse;
  piece.count = 2;
  piece.radius = radius;
}

/** Writes a box of half extents w and h. */
export function loadBox(
  piece: ConvexPiece,
  x: number,
  y: number,
  c: number,
  s: number,
  w: number,
  h: number,
  radius: number,
): void {
  const { vertices, normals } = piece;
  const wx = c * w;
  const wy = s * w;
  const hx = -s * h;
  const hy = c * h;
  vertices[0] = x - wx - hx;
  vertices[1] = y - wy - hy;
  vertices[2] = x + wx - hx;
  vertices[3] = y + wy - hy;
  vertices[4] = x + wx + hx;
  vertices[5] = y + wy + hy;
  vertices[6] = x - wx + hx;
  vertices[7] = y - wy + hy;
  normals[0] = s;
  normals[1] = -c;
  normals[2] = c;
  normals[3] = s;
  normals[4] = -s;
  normals[5] = c;
  normals[6] = -c;
  normals[7] = -s;
  piece.count = 4;
  piece.radius = radius;
}

function loadVertices(
  piece: ConvexPiece,
  registered: RegisteredShape,
  start: number,
  count: number,
  x: number,
  y: number,
  c: number,
  s: number,
  scale: number,
): void {
  reserveConvexPiece(piece, count);
  const { vertices, normals } = piece;
  const from = registered.vertices;
  const fromNormals = registered.normals;
  const cs = c * scale;
  const ss = s * scale;
  const end = 2 * count;
  let at = 2 * start;
  for (let i = 0; i < end; i += 2) {
    vertices[i] = x + cs * from[at]! - ss * from[at + 1]!;
    vertices[i + 1] = y + ss * from[at]! + cs * from[at + 1]!;
    normals[i] = c * fromNormals[at]! - s * fromNormals[at + 1]!;
    normals[i + 1] = s * fromNormals[at]! + c * fromNormals[at + 1]!;
    at += 2;
  }
  piece.count = count;
}

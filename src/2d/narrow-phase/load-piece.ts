import {
  type ColliderSet,
  POSE_COS,
  POSE_HALF_HEIGHT,
  POSE_HALF_WIDTH,
  POSE_RADIUS,
  POSE_SCALE,
  POSE_SIN,
  POSE_STRIDE,
  POSE_X,
  POSE_Y,
} from '../collider-set.ts';
import { type ConvexPiece, reserveConvexPiece } from '../geometry/convex/convex-piece.ts';
import type { RegisteredShape } from '../shapes/registered-shape.ts';
import { SHAPE_BOX, SHAPE_CAPSULE, SHAPE_CHAIN, SHAPE_CIRCLE } from '../shapes/shape-kind.ts';
import { registeredOf } from './registered-of.ts';

/*
 * Fractions travel between these functions in scratch arrays. A fraction given to or returned from a function that is not
 * inlined is put in a box on the heap, and a tick must allocate nothing.
 */

/** Where the frame that pieces are loaded into has its origin in the world: x, y. Its axes are the world's. */
export const frameOrigin = new Float64Array(2);

/** Sets the frame's origin to a collider's position: with one of the shapes as origin, no precision is lost far from the world's. */
export function centreFrame(set: ColliderSet, slot: number): void {
  frameOrigin[0] = set.poses[slot * POSE_STRIDE + POSE_X];
  frameOrigin[1] = set.poses[slot * POSE_STRIDE + POSE_Y];
}

/** What the `load…` functions read: the pose in the frame, the radius, and half extents. Scale applies to vertices only. */
export const placement = new Float64Array(8);
export const PLACE_X = 0;
export const PLACE_Y = 1;
export const PLACE_COS = 2;
export const PLACE_SIN = 3;
export const PLACE_SCALE = 4;
export const PLACE_RADIUS = 5;
export const PLACE_HALF_WIDTH = 6;
export const PLACE_HALF_HEIGHT = 7;

/** Writes a collider that has only one convex piece into `piece`, in the current frame. */
export function loadCollider(piece: ConvexPiece, set: ColliderSet, slot: number): void {
  const kind = set.kinds[slot];
  placeCollider(set, slot);
  if (kind === SHAPE_CIRCLE) loadPoint(piece);
  else if (kind === SHAPE_BOX) loadBox(piece);
  else if (kind === SHAPE_CAPSULE) loadCapsule(piece);
  else loadRegistered(piece, registeredOf(set, slot), 0);
}

/** Writes one piece of a collider with several (a chain's segment, a compound's child), in the current frame. */
export function loadChild(
  piece: ConvexPiece,
  set: ColliderSet,
  slot: number,
  registered: RegisteredShape,
  child: number,
): void {
  placeCollider(set, slot);
  loadRegistered(piece, registered, child);
}

/** Writes a collider's placement in the current frame, for `loadRegistered`. */
export function placeCollider(set: ColliderSet, slot: number): void {
  const { poses } = set;
  const at = slot * POSE_STRIDE;
  placement[PLACE_X] = poses[at + POSE_X] - frameOrigin[0];
  placement[PLACE_Y] = poses[at + POSE_Y] - frameOrigin[1];
  placement[PLACE_COS] = poses[at + POSE_COS];
  placement[PLACE_SIN] = poses[at + POSE_SIN];
  placement[PLACE_SCALE] = poses[at + POSE_SCALE];
  placement[PLACE_RADIUS] = poses[at + POSE_RADIUS];
  placement[PLACE_HALF_WIDTH] = poses[at + POSE_HALF_WIDTH];
  placement[PLACE_HALF_HEIGHT] = poses[at + POSE_HALF_HEIGHT];
}

/** Writes one piece of a registered shape at the placement, whose radius is added to the piece's own. */
export function loadRegistered(piece: ConvexPiece, registered: RegisteredShape, child: number): void {
  if (registered.kind === SHAPE_CHAIN) {
    loadChainSegment(piece, registered.vertices, 2 * child);
    return;
  }
  if (registered.pieceRadius.length === 0) {
    // The columns would only be further places in memory to look at.
    loadVertices(piece, registered, 0, registered.vertices.length >> 1);
    piece.radius = placement[PLACE_RADIUS];
    return;
  }
  loadVertices(piece, registered, registered.pieceStart[child], registered.pieceCount[child]);
  piece.radius = placement[PLACE_RADIUS] + registered.pieceRadius[child] * placement[PLACE_SCALE];
}

/** Writes a single point with a radius. */
export function loadPoint(piece: ConvexPiece): void {
  piece.vertices[0] = placement[PLACE_X];
  piece.vertices[1] = placement[PLACE_Y];
  piece.count = 1;
  piece.radius = placement[PLACE_RADIUS];
}

/** Writes a capsule along the placement's y axis. */
export function loadCapsule(piece: ConvexPiece): void {
  const h = placement[PLACE_HALF_HEIGHT];
  const alongX = -placement[PLACE_SIN] * h;
  const alongY = placement[PLACE_COS] * h;
  const { vertices } = piece;
  vertices[0] = placement[PLACE_X] - alongX;
  vertices[1] = placement[PLACE_Y] - alongY;
  vertices[2] = placement[PLACE_X] + alongX;
  vertices[3] = placement[PLACE_Y] + alongY;
  finishSegment(piece);
}

/** Writes a box. */
export function loadBox(piece: ConvexPiece): void {
  const { vertices, normals } = piece;
  const x = placement[PLACE_X];
  const y = placement[PLACE_Y];
  const c = placement[PLACE_COS];
  const s = placement[PLACE_SIN];
  const wx = c * placement[PLACE_HALF_WIDTH];
  const wy = s * placement[PLACE_HALF_WIDTH];
  const hx = -s * placement[PLACE_HALF_HEIGHT];
  const hy = c * placement[PLACE_HALF_HEIGHT];
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
  piece.radius = placement[PLACE_RADIUS];
}

function loadChainSegment(piece: ConvexPiece, from: Float64Array, a: number): void {
  const { vertices } = piece;
  const c = placement[PLACE_COS] * placement[PLACE_SCALE];
  const s = placement[PLACE_SIN] * placement[PLACE_SCALE];
  vertices[0] = placement[PLACE_X] + c * from[a] - s * from[a + 1];
  vertices[1] = placement[PLACE_Y] + s * from[a] + c * from[a + 1];
  vertices[2] = placement[PLACE_X] + c * from[a + 2] - s * from[a + 3];
  vertices[3] = placement[PLACE_Y] + s * from[a + 2] + c * from[a + 3];
  finishSegment(piece);
}

/** Gives a segment, whose vertices are written, its two normals and its radius. */
function finishSegment(piece: ConvexPiece): void {
  writeSegmentNormals(piece.normals, piece.vertices);
  piece.count = 2;
  piece.radius = placement[PLACE_RADIUS];
}

/**
 * Writes the two unit normals of a segment: first the one to its right. One shorter than the smallest length that has a square keeps zero
 * normals, which separate nothing.
 */
export function writeSegmentNormals(normals: Float64Array, vertices: Float64Array): void {
  const x = vertices[2] - vertices[0];
  const y = vertices[3] - vertices[1];
  const length = Math.sqrt(x * x + y * y);
  const inverse = length > 0 ? 1 / length : 0;
  normals[0] = y * inverse;
  normals[1] = 0 - x * inverse;
  normals[2] = 0 - y * inverse;
  normals[3] = x * inverse;
}

function loadVertices(piece: ConvexPiece, registered: RegisteredShape, start: number, count: number): void {
  reserveConvexPiece(piece, count);
  const { vertices, normals } = piece;
  const from = registered.vertices;
  const fromNormals = registered.normals;
  const x = placement[PLACE_X];
  const y = placement[PLACE_Y];
  const c = placement[PLACE_COS];
  const s = placement[PLACE_SIN];
  const cs = c * placement[PLACE_SCALE];
  const ss = s * placement[PLACE_SCALE];
  const end = 2 * count;
  let at = 2 * start;
  for (let i = 0; i < end; i += 2) {
    vertices[i] = x + cs * from[at] - ss * from[at + 1];
    vertices[i + 1] = y + ss * from[at] + cs * from[at + 1];
    normals[i] = c * fromNormals[at] - s * fromNormals[at + 1];
    normals[i + 1] = s * fromNormals[at] + c * fromNormals[at + 1];
    at += 2;
  }
  piece.count = count;
}

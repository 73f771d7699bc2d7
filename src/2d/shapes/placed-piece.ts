import { POSE_COS, POSE_RADIUS, POSE_SCALE, POSE_SIN, POSE_STRIDE, POSE_X, POSE_Y } from '../collider-set.ts';
import { type ConvexPiece, createConvexPiece, reserveConvexPiece } from '../geometry/convex/convex-piece.ts';
import type { CurvedCore } from './curved-core.ts';
import type { RegisteredShape } from './registered-shape.ts';

/*
 * Fractions travel between these functions in scratch arrays. A fraction given to or returned from a function that is
 * not inlined is put in a box on the heap, and a tick must allocate nothing.
 */

/**
 * A convex piece of a collider where it stands. One whose core has a curve for its outline is given by the core's
 * centre, its only vertex, and by the routines and numbers of the curve.
 */
export interface PlacedPiece extends ConvexPiece {
  curve: CurvedCore | undefined;
  /** What `curve` goes by, see there. */
  readonly axes: Float64Array;
}

/** Makes an empty piece with room for `capacity` vertices. */
export function createPlacedPiece(capacity: number): PlacedPiece {
  const { vertices, normals } = createConvexPiece(capacity);
  return { vertices, normals, count: 0, radius: 0, curve: undefined, axes: new Float64Array(4) };
}

/** How far a piece's core reaches beyond its vertices: not at all, but for one that is curved. */
export function coreReach(piece: PlacedPiece): number {
  if (piece.curve === undefined) return 0;
  reach[0] = 0;
  piece.curve.addReach(reach, 0, piece);
  return reach[0];
}

const reach = new Float64Array(1);

/** A length that no point of a piece's core is farther from the frame's origin than, along either axis. */
export function spreadOf(piece: PlacedPiece): number {
  writeSpread(spread, 0, piece);
  return spread[0];
}

const spread = new Float64Array(1);

/** The same, written to `out[at]`. */
export function writeSpread(out: Float64Array, at: number, piece: PlacedPiece): void {
  let largest = 0;
  for (let i = 0; i < 2 * piece.count; i++) largest = Math.max(largest, Math.abs(piece.vertices[i]));
  out[at] = largest;
  if (piece.curve !== undefined) piece.curve.addReach(out, at, piece);
}

/** Copies a piece, moved by (x, y). */
export function copyMoved(to: PlacedPiece, piece: PlacedPiece, by: Float64Array): void {
  reserveConvexPiece(to, piece.count);
  to.count = piece.count;
  to.radius = piece.radius;
  to.curve = piece.curve;
  for (let i = 0; i < piece.axes.length; i++) to.axes[i] = piece.axes[i];
  for (let i = 0; i < 2 * piece.count; i++) {
    to.vertices[i] = piece.vertices[i] + by[i % 2];
    to.normals[i] = piece.normals[i];
  }
}

/** The pose, in the frame at hand, that the `load…` functions read. Scale applies to registered shapes only. */
export const placement = new Float64Array(POSE_STRIDE);

/** Sets the placement to a shape's own frame, turned by nothing: only the sizes are left to write. */
export function placeAtOrigin(): void {
  for (let i = 0; i < POSE_STRIDE; i++) placement[i] = 0;
  placement[POSE_COS] = 1;
  placement[POSE_SCALE] = 1;
}

/** Gives a segment, whose vertices are written, its two normals and its radius. */
export function finishSegment(piece: PlacedPiece): void {
  writeSegmentNormals(piece.normals, piece.vertices);
  piece.count = 2;
  piece.curve = undefined;
  piece.radius = placement[POSE_RADIUS];
}

/**
 * Writes the two unit normals of a segment: first the one to its right. One shorter than the smallest length that has a
 * square keeps zero normals, which separate nothing.
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

/** Writes the one piece of a polygon or a segment. */
export function loadOutline(piece: PlacedPiece, shape: RegisteredShape): void {
  loadVertices(piece, shape.vertices, shape.normals, shape.first, shape.count);
  piece.radius = placement[POSE_RADIUS];
}

/** Writes one vertex of a registered shape, and the normal of the edge that begins there, as `loadVertices` does. */
export function placeVertex({ vertices, normals }: PlacedPiece, shape: RegisteredShape, vertex: number): void {
  const from = shape.vertices;
  const fromNormals = shape.normals;
  const c = placement[POSE_COS];
  const s = placement[POSE_SIN];
  const cs = c * placement[POSE_SCALE];
  const ss = s * placement[POSE_SCALE];
  const at = 2 * vertex;
  vertices[at] = placement[POSE_X] + cs * from[at] - ss * from[at + 1];
  vertices[at + 1] = placement[POSE_Y] + ss * from[at] + cs * from[at + 1];
  normals[at] = c * fromNormals[at] - s * fromNormals[at + 1];
  normals[at + 1] = s * fromNormals[at] + c * fromNormals[at + 1];
}

/** Writes `count` vertices of a registered shape, from number `first` on, and the normals of their edges. */
export function loadVertices(
  piece: PlacedPiece,
  from: Float64Array,
  fromNormals: Float64Array,
  first: number,
  count: number,
): void {
  reserveConvexPiece(piece, count);
  const { vertices, normals } = piece;
  const x = placement[POSE_X];
  const y = placement[POSE_Y];
  const c = placement[POSE_COS];
  const s = placement[POSE_SIN];
  const cs = c * placement[POSE_SCALE];
  const ss = s * placement[POSE_SCALE];
  const end = 2 * count;
  let at = 2 * first;
  for (let i = 0; i < end; i += 2) {
    vertices[i] = x + cs * from[at] - ss * from[at + 1];
    vertices[i + 1] = y + ss * from[at] + cs * from[at + 1];
    normals[i] = c * fromNormals[at] - s * fromNormals[at + 1];
    normals[i + 1] = s * fromNormals[at] + c * fromNormals[at + 1];
    at += 2;
  }
  piece.count = count;
  piece.curve = undefined;
}

import type { NumberArray, WritableNumberArray } from '../../core/number-array.ts';
import { type ConvexPiece, createConvexPiece, reserveConvexPiece } from '../geometry/convex/convex-piece.ts';
import { POSE_COS, POSE_RADIUS, POSE_SCALE, POSE_SIN, POSE_STRIDE, POSE_X, POSE_Y } from '../pose.ts';
import type { Moments } from './moments.ts';

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
  /** The numbers that `curve` reads, see there. */
  readonly axes: Float64Array;
}

/**
 * A convex core whose outline is a curve or has one in it: what its kind brings along with its shapes. All in the frame
 * that the pieces are placed in; `piece.axes` are the numbers of the curve. Fractions come and go in arrays, so that
 * none is put on the heap.
 */
export interface CurvedCore extends CurvedRoutines {
  /**
   * Set where the whole outline is one smooth curve, as an ellipse is, whose only vertex is its centre. Other cores
   * have corners and straight sides as well: their vertices are those of a polygon around the core.
   */
  readonly smooth: SmoothOutline | undefined;
  /**
   * Writes the point of the core that is farthest along the direction at `directions[from]`, of any length, times
   * `sign`; for a zero direction it may be any point of the outline.
   */
  writeSupport(
    out: WritableNumberArray,
    at: number,
    piece: PlacedPiece,
    directions: NumberArray,
    from: number,
    sign: number,
  ): void;
  /** Returns whether a vertex of the piece is a corner of the core, rather than of the polygon around it. */
  isCorner(piece: PlacedPiece, vertex: number): boolean;
  /** Adds how far the core reaches beyond its vertices, in any direction. */
  addReach(out: Float64Array, at: number, piece: PlacedPiece): void;
  /**
   * Among the points at the distance `line[2]` along (ny, −nx), where (nx, ny) is the unit vector in `line[0]` and
   * `line[1]`, writes the one that is lowest along (nx, ny); false when there is none.
   */
  writeLowest(out: Float64Array, at: number, piece: PlacedPiece, line: Float64Array): boolean;
  /**
   * Adds area and moments of the rounded piece; undefined for smooth outlines, whose moments are summed up numerically.
   */
  readonly addMoments: ((moments: Moments, piece: PlacedPiece) => void) | undefined;
}

/** The routines of a smooth outline, which its points do not describe. */
export interface SmoothOutline {
  /**
   * Adds the radius of curvature of the outline where its normal is the unit vector at `normals[from]`, or against it.
   */
  addCurvature(out: Float64Array, at: number, piece: PlacedPiece, normals: Float64Array, from: number): void;
}

/**
 * The routines by which curved cores meet others. Those for smooth cores of any curve are in curved-routines.ts, which
 * games without such shapes do not ship.
 */
export interface CurvedRoutines {
  /** Collides two pieces as `collidePieces` does, one of which at least is curved. They meet in one point. */
  collide(out: Float64Array, features: Uint32Array, a: PlacedPiece, b: PlacedPiece, margin: Float64Array): number;
  /**
   * Writes how far two pieces of which one at least is curved are apart; minus their radii where their cores overlap.
   * `isNear` says that they have moved only a little since the last call of these routines.
   */
  measure(out: Float64Array, at: number, a: PlacedPiece, b: PlacedPiece, isNear: boolean): void;
  /** See `writePenetration`. */
  penetrate(out: Float64Array, a: PlacedPiece, b: PlacedPiece): void;
  /** See `castMinkowski`. */
  cast(out: Float64Array, a: PlacedPiece, b: PlacedPiece, translation: Float64Array): void;
  /** These do what `castRayPiece` and `closestPointPiece` do. The ray brings the radius of the piece. */
  castRay(hit: Float64Array, ray: Float64Array, piece: PlacedPiece): void;
  closestPoint(closest: Float64Array, point: Float64Array, piece: PlacedPiece): void;
  /**
   * Does the same as `collideAboveSegment`: writes the contact with a segment along the segment's normal on its left,
   * `side` 1, or right, −1. Returns the number of points. `overlaps` says whether the cores overlap by more than
   * rounding.
   */
  collideAbove(
    manifold: Float64Array,
    features: Uint32Array,
    segment: PlacedPiece,
    piece: PlacedPiece,
    side: number,
    overlaps: boolean,
  ): number;
}

/** Makes an empty piece with room for `capacity` vertices. */
export function createPlacedPiece(capacity: number): PlacedPiece {
  const { vertices, normals } = createConvexPiece(capacity);
  return { vertices, normals, count: 0, radius: 0, curve: undefined, axes: new Float64Array(4) };
}

/**
 * Returns the routines by which two pieces meet; undefined where both have vertices alone. A core that is not smooth
 * comes first: its routines let each of its parts meet the other piece, while the routines of smooth cores cannot treat
 * such a core.
 */
export function curveOf(a: PlacedPiece, b: PlacedPiece): CurvedCore | undefined {
  const { curve } = b;
  return a.curve === undefined || (curve !== undefined && curve.smooth === undefined) ? curve : a.curve;
}

/** Returns how far a piece's core reaches beyond its vertices: not at all, but for one that is curved. */
export function coreReach(piece: PlacedPiece): number {
  if (piece.curve === undefined) return 0;
  reach[0] = 0;
  piece.curve.addReach(reach, 0, piece);
  return reach[0];
}

const reach = new Float64Array(1);

/** Returns a length within which all points of a piece's core lie from the frame's origin, along either axis. */
export function spreadOf(piece: PlacedPiece): number {
  writeSpread(spread, 0, piece);
  return spread[0];
}

const spread = new Float64Array(1);

/** Writes to `out[at]` what `spreadOf` returns. */
export function writeSpread(out: Float64Array, at: number, piece: PlacedPiece): void {
  let largest = 0;
  for (let i = 0; i < 2 * piece.count; i++) largest = Math.max(largest, Math.abs(piece.vertices[i]));
  out[at] = largest;
  if (piece.curve !== undefined) piece.curve.addReach(out, at, piece);
}

/** Writes the middle of a piece: the mean of its vertices. */
export function writeMiddle(out: Float64Array, piece: PlacedPiece): void {
  out[0] = 0;
  out[1] = 0;
  for (let i = 0; i < piece.count; i++) {
    out[0] += piece.vertices[2 * i] / piece.count;
    out[1] += piece.vertices[2 * i + 1] / piece.count;
  }
}

/** Converts a point of the current frame to the frame of the shape at the placement. */
export function pointToShape(out: Float64Array, point: Float64Array): void {
  const c = placement[POSE_COS];
  const s = placement[POSE_SIN];
  const x = point[0] - placement[POSE_X];
  const y = point[1] - placement[POSE_Y];
  out[0] = (c * x + s * y) / placement[POSE_SCALE];
  out[1] = (c * y - s * x) / placement[POSE_SCALE];
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

/** The pose, in the current frame, that the `load…` functions read. Scale applies to registered shapes only. */
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
 * Writes the two unit normals of a segment: first the one to its right. For a segment too short for its length to have
 * a square the normals are zero, which separate nothing.
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

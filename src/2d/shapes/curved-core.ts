import type { WritableNumberArray } from '../../core/number-array.ts';
import type { SegmentContact } from '../narrow-phase/segment-contacts.ts';
import type { PlacedPiece } from './placed-piece.ts';
import type { RegisteredShape } from './registered-shape.ts';

/**
 * A strictly convex core with a smooth curve for its outline, as an ellipse: what its kind brings along with its
 * shapes. All in the frame that the pieces are placed in; `piece.axes` are the numbers of the curve, its centre is the
 * only vertex.
 */
export interface CurvedCore extends CurvedRoutines {
  /**
   * Writes the point of the core that is farthest along a direction of any length; any point of the outline for none.
   */
  writeSupport(out: WritableNumberArray, at: number, piece: PlacedPiece, dx: number, dy: number): void;
  /** Returns the radius of curvature of the outline where its normal is the unit vector (nx, ny), or its opposite. */
  curvatureRadius(piece: PlacedPiece, nx: number, ny: number): number;
  /** Returns the radius of a circle about the centre that holds the core. */
  reachOf(piece: PlacedPiece): number;
  /**
   * Of the points that are `along` far along the unit vector (ny, −nx), writes the one that is lowest along (nx, ny);
   * false when there is none.
   */
  writeLowest(out: WritableNumberArray, at: number, piece: PlacedPiece, nx: number, ny: number, along: number): boolean;
}

/** How curved cores meet others, whatever the curve: see curved-routines.ts, which shapes with vertices do not ship. */
export interface CurvedRoutines {
  /** As collidePieces, for two pieces of which one at least is curved. They meet in one point. */
  collide(out: Float64Array, features: Uint32Array, a: PlacedPiece, b: PlacedPiece, margin: Float64Array): number;
  /** As penetrationSat. */
  penetrate(out: Float64Array, a: PlacedPiece, b: PlacedPiece): number;
  /** As castConvex, up to the fraction `limit`. */
  cast(out: Float64Array, a: PlacedPiece, b: PlacedPiece, translation: Float64Array, limit: number): number;
  /** As castRayPiece and closestPointPiece, for a piece in its shape's own frame. */
  castRay(hit: Float64Array, ray: Float64Array, shape: RegisteredShape, child: number): void;
  closestPoint(closest: Float64Array, point: Float64Array, shape: RegisteredShape, child: number): void;
  /** As collideAboveSegment. */
  collideAbove(contact: SegmentContact, piece: PlacedPiece): void;
}

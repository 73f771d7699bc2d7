import type { NumberArray, WritableNumberArray } from '../../core/number-array.ts';
import type { SegmentContact } from '../narrow-phase/segment-contacts.ts';
import type { PlacedPiece } from './placed-piece.ts';
import type { RegisteredShape } from './registered-shape.ts';

/**
 * A strictly convex core with a smooth curve for its outline, as an ellipse: what its kind brings along with its
 * shapes. All in the frame that the pieces are placed in; `piece.axes` are the numbers of the curve, its centre is the
 * only vertex. Fractions come and go in arrays, so that none is put on the heap.
 */
export interface CurvedCore extends CurvedRoutines {
  /**
   * Writes the point of the core that is farthest along the direction at `directions[from]`, of any length, times
   * `sign`; any point of the outline for none.
   */
  writeSupport(
    out: WritableNumberArray,
    at: number,
    piece: PlacedPiece,
    directions: NumberArray,
    from: number,
    sign: number,
  ): void;
  /**
   * Adds the radius of curvature of the outline where its normal is the unit vector at `normals[from]`, or against it.
   */
  addCurvature(out: Float64Array, at: number, piece: PlacedPiece, normals: Float64Array, from: number): void;
  /** Adds the radius of a circle about the centre that holds the core. */
  addReach(out: Float64Array, at: number, piece: PlacedPiece): void;
  /**
   * Of the points that are as far along (ny, −nx) as `line[2]` says, where (nx, ny) is the unit vector in `line[0]` and
   * `line[1]`, writes the one that is lowest along (nx, ny); false when there is none.
   */
  writeLowest(out: Float64Array, at: number, piece: PlacedPiece, line: Float64Array): boolean;
}

/** How curved cores meet others, whatever the curve: see curved-routines.ts, which shapes with vertices do not ship. */
export interface CurvedRoutines {
  /** As collidePieces, for two pieces of which one at least is curved. They meet in one point. */
  collide(out: Float64Array, features: Uint32Array, a: PlacedPiece, b: PlacedPiece, margin: Float64Array): number;
  /**
   * Writes how far two pieces of which one at least is curved are apart; minus their radii where their cores overlap.
   * `isNear` says that they have moved by little since the last call of these routines.
   */
  measure(out: Float64Array, at: number, a: PlacedPiece, b: PlacedPiece, isNear: boolean): void;
  /** As writePenetration. */
  penetrate(out: Float64Array, a: PlacedPiece, b: PlacedPiece): void;
  /** As castMinkowski. */
  cast(out: Float64Array, a: PlacedPiece, b: PlacedPiece, translation: Float64Array): void;
  /** As castRayPiece and closestPointPiece, for a piece in its shape's own frame. */
  castRay(hit: Float64Array, ray: Float64Array, shape: RegisteredShape, child: number): void;
  closestPoint(closest: Float64Array, point: Float64Array, shape: RegisteredShape, child: number): void;
  /** As collideAboveSegment. */
  collideAbove(contact: SegmentContact, piece: PlacedPiece): void;
}

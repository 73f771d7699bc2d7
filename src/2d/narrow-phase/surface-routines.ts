import type { PlacedPiece } from '../shapes/placed-piece.ts';
import type { RegisteredShape } from '../shapes/registered-shape.ts';
import type { SegmentContact } from './segment-contacts.ts';

/**
 * The routines of a kind of shape that is made of tiles, by which `collectSurfaceContacts` treats the tiles as one
 * solid. Points and normals are in the shape's own frame.
 */
export interface SurfaceRoutines {
  /**
   * Writes the parts of an edge that no neighbour covers, each as where it begins and ends along the edge, 0 to 1, and
   * returns how many there are, `MAX_OPEN_PARTS` at most.
   */
  openParts(out: Float64Array, shape: RegisteredShape, child: number, edge: number): number;
  /** Returns whether, at a vertex, the solid has a normal that the single tile has there. */
  isFreeAtVertex(shape: RegisteredShape, child: number, vertex: number, normal: Float64Array): boolean;
  /** Returns whether any tile contains a point. */
  contains(shape: RegisteredShape, point: Float64Array): boolean;
  /**
   * Returns whether a tile is one-way: it collides only with colliders that come from above. If so, writes the depth up
   * to which a collider is still held up.
   */
  readOneWay(out: Float64Array, shape: RegisteredShape, child: number): boolean;
  /** Sets the contact of a piece that is buried in the solid, far from any open edge, to the shortest way out. */
  leadOut(contact: SegmentContact, shape: RegisteredShape, piece: PlacedPiece): void;
}

import { createPlacedPiece, type PlacedPiece } from '../shapes/placed-piece.ts';
import { MAX_OPEN_PARTS } from '../shapes/seams.ts';
import { LEAST_SEPARATION, LENGTH_ROUNDING, type SegmentContact } from './segment-contacts.ts';

/* The state that the steps of surface-contacts.ts share: scratch, and their decisions about contacts. */

/** The tile that is being collided, placed in the current frame. */
export const tile = createPlacedPiece(16);

/** The open parts of an edge of the tile, as `openParts` writes them. */
export const parts = new Float64Array(2 * MAX_OPEN_PARTS);

/** Scratch: a direction or a point, mostly in the frame of the shape. */
export const local = new Float64Array(2);

// The verdicts on a contact.

/** The normal of the contact is one that the surface has. */
export const OF_SURFACE = 0;
/** The surface did not have the normal of the contact, which has been replaced by that of an open edge. */
export const OF_OPEN_EDGE = 1;
/** The verdict "no contact": the core of the piece touches that of the tile just on the seam to a neighbour. */
export const ON_SEAM = 2;

/** Normals that differ by an angle whose sine is no more than this are equal but for rounding. */
export const ANGLE_SLACK = 1e-9;

/** Returns whether the cores of the tile and of a piece touch or overlap. */
export function coresTouch({ manifold }: SegmentContact, piece: PlacedPiece): boolean {
  return manifold[LEAST_SEPARATION] + tile.radius + piece.radius <= manifold[LENGTH_ROUNDING];
}

import { ROUNDING } from '../geometry/contact/clip-face.ts';
import { CONTACT_POINT_STRIDE, CONTACT_POINTS, CONTACT_SEPARATION } from '../geometry/contact/contact-layout.ts';
import { coreReach, createPlacedPiece, type PlacedPiece } from '../shapes/placed-piece.ts';
import { LEAST_SEPARATION, LENGTH_ROUNDING, type SegmentContact } from './segment-contacts.ts';
import { MAX_OPEN_PARTS } from './surface-routines.ts';

/*
 * The tile that is being collided, which every step of surface-contacts.ts reads, and how deep a piece is in it. The
 * arrays are scratch: fractions travel in arrays because V8 puts numbers that functions hand on on the heap.
 */

/** The tile, placed in the current frame. */
export const tile = createPlacedPiece(16);

/** The open parts of one of its edges, as `openParts` writes them. */
export const parts = new Float64Array(2 * MAX_OPEN_PARTS);

/** Scratch: a direction or a point, mostly in the frame of the shape. */
export const local = new Float64Array(2);

// The verdicts on a contact.

/** Its normal is one that the surface has. */
export const OF_SURFACE = 0;
/** Its normal was not, and has been replaced by that of an open edge. */
export const OF_OPEN_EDGE = 1;
/** There is no contact: the core of the piece touches that of the tile just on the seam to a neighbour. */
export const ON_SEAM = 2;

/** Normals that differ by an angle whose sine is no more than this are the same but for rounding. */
export const ANGLE_SLACK = 1e-9;

/** Writes how deep a contact with the tile is, and whether the cores of the two overlap by more than rounding. */
export function measure(contact: SegmentContact, piece: PlacedPiece): void {
  const { manifold } = contact;
  const radius = tile.radius + piece.radius;
  const t = tile.vertices;
  const v = piece.vertices;
  const reach =
    Math.abs(t[0]) +
    Math.abs(t[1]) +
    Math.abs(t[2]) +
    Math.abs(t[3]) +
    Math.abs(v[0]) +
    Math.abs(v[1]) +
    coreReach(piece);
  manifold[LENGTH_ROUNDING] = ROUNDING * (reach + radius);
  noteLeast(contact);
  contact.overlaps = manifold[LEAST_SEPARATION] + radius < -manifold[LENGTH_ROUNDING];
}

/** Whether the cores of the tile and of a piece touch or overlap. */
export function coresTouch({ manifold }: SegmentContact, piece: PlacedPiece): boolean {
  return manifold[LEAST_SEPARATION] + tile.radius + piece.radius <= manifold[LENGTH_ROUNDING];
}

/** Writes the least separation over the points of a contact to its manifold. */
export function noteLeast({ manifold, points }: SegmentContact): void {
  const first = manifold[CONTACT_POINTS + CONTACT_SEPARATION];
  const second = manifold[CONTACT_POINTS + CONTACT_POINT_STRIDE + CONTACT_SEPARATION];
  manifold[LEAST_SEPARATION] = points > 1 && second < first ? second : first;
}

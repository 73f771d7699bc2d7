import { POSE_RADIUS } from '../collider-set.ts';
import { CONTACT_NORMAL_X, CONTACT_NORMAL_Y } from '../geometry/contact/contact-layout.ts';
import { type PlacedPiece, placement, pointToShape, writeMiddle } from '../shapes/placed-piece.ts';
import type { RegisteredShape } from '../shapes/registered-shape.ts';
import type { SegmentContact } from './segment-contacts.ts';
import type { SurfaceRoutines } from './surface-routines.ts';
import { local, tile } from './surface-tile.ts';

/*
 * The middle of the piece that is collided with a solid made of tiles decides which edges lead out of the solid: edges
 * that face away from a middle in the open do not, as another edge lies between the middle and the tile. A middle in
 * the solid tells nothing until it is led out (way-out-of-tiles.ts): from then on it stands where the shortest way
 * out leaves the solid, and all tiles measure their contacts towards this place.
 */

/** The middle at x and y, in the current frame, and at PLACE one of the values below. */
export const middle = new Float64Array(3);
export const MIDDLE_PLACE = 2;
const UNKNOWN = -1;
const IN_THE_OPEN = 0;
export const IN_THE_SOLID = 1;
export const LED_OUT = 2;

/** Begins with another piece, whose middle is unknown until `findMiddle`. */
export function forgetMiddle(): void {
  middle[MIDDLE_PLACE] = UNKNOWN;
}

/** Makes `middle` that of the piece, unless it is known. */
export function findMiddle(surface: SurfaceRoutines, shape: RegisteredShape, piece: PlacedPiece): void {
  if (middle[MIDDLE_PLACE] !== UNKNOWN) return;
  writeMiddle(middle, piece);
  pointToShape(local, middle);
  middle[MIDDLE_PLACE] = surface.contains(shape, local) ? IN_THE_SOLID : IN_THE_OPEN;
}

/**
 * Returns whether an edge of the loaded tile faces away from the middle and so leads to another place than the way out.
 */
export function facesAway(edge: number): boolean {
  const { vertices, normals } = tile;
  const x = middle[0] - vertices[2 * edge];
  const y = middle[1] - vertices[2 * edge + 1];
  return middle[MIDDLE_PLACE] !== IN_THE_SOLID && normals[2 * edge] * x + normals[2 * edge + 1] * y < 0;
}

/**
 * Returns whether a contact with the loaded tile leads away from where the middle has been led out. Rounded tiles are
 * no part of the surface: contacts with them stay as they are.
 */
export function leadsElsewhere({ manifold }: SegmentContact): boolean {
  if (middle[MIDDLE_PLACE] !== LED_OUT || tile.radius > placement[POSE_RADIUS] || tile.count < 3) return false;
  const x = manifold[CONTACT_NORMAL_X];
  const y = manifold[CONTACT_NORMAL_Y];
  const { vertices, count } = tile;
  for (let i = 0; i < count; i++) {
    if (x * (middle[0] - vertices[2 * i]) + y * (middle[1] - vertices[2 * i + 1]) < 0) return true;
  }
  return false;
}

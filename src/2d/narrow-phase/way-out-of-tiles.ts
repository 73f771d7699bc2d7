import { CONTACT_NORMAL_X, CONTACT_NORMAL_Y } from '../geometry/contact/contact-layout.ts';
import type { PlacedPiece } from '../shapes/placed-piece.ts';
import type { RegisteredShape } from '../shapes/registered-shape.ts';
import { collideAboveSegment } from './collide-above-segment.ts';
import { findLowest, LOWEST, support } from './lowest-point.ts';
import { candidate, setSegment } from './open-edges.ts';
import { findMiddle, IN_THE_SOLID, LED_OUT, MIDDLE_PLACE, middle } from './piece-middle.ts';
import { LENGTH_ROUNDING, segmentContacts } from './segment-contacts.ts';
import type { SurfaceRoutines } from './surface-routines.ts';
import { ANGLE_SLACK, local, parts, tile } from './surface-tile.ts';

/*
 * Each tile has its own shortest way out for a piece that is deep in a solid: of two tiles of a row, one may lead up
 * and one down. Where the tiles differ about a piece whose middle is in the solid, one way is chosen for all.
 */

/** The best way out so far: how deep the piece is along it, its normal, and how far the middle is from its edge. */
const way = new Float64Array(4);
const DEPTH = 0;
const WAY_X = 1;
const WAY_Y = 2;
const HEIGHT = 3;

/** How far beyond the edge the middle is led, in units of the rounding of lengths: to its outside for certain. */
const CLEARANCE = 8;

/** Returns whether two of the contacts `start … end − 1` have different normals. */
export function haveDifferentNormals(start: number, end: number): boolean {
  let first = start;
  while (first < end && segmentContacts[first].points === 0) first++;
  if (first + 1 >= end) return false;
  const { manifold } = segmentContacts[first];
  const x = manifold[CONTACT_NORMAL_X];
  const y = manifold[CONTACT_NORMAL_Y];
  for (let i = first + 1; i < end; i++) {
    const other = segmentContacts[i];
    if (other.points === 0) continue;
    const otherX = other.manifold[CONTACT_NORMAL_X];
    const otherY = other.manifold[CONTACT_NORMAL_Y];
    if (Math.abs(x * otherY - y * otherX) > ANGLE_SLACK || x * otherX + y * otherY < 0) return true;
  }
  return false;
}

/**
 * Leads the middle of a piece out of the solid, if it is inside: across the open edge of a tile along whose normal the
 * piece is least deep. Edges that the middle is over come first. The tiles are those of the contacts in which the
 * cores overlap. Returns whether the middle has been led out.
 */
export function leadMiddleOut(
  surface: SurfaceRoutines,
  shape: RegisteredShape,
  piece: PlacedPiece,
  start: number,
  end: number,
): boolean {
  findMiddle(surface, shape, piece);
  if (middle[MIDDLE_PLACE] !== IN_THE_SOLID) return false;
  way[DEPTH] = Infinity;
  let isOver = false;
  let rounding = 0;
  candidate.overlaps = true;
  for (let i = start; i < end; i++) {
    const { child, manifold, overlaps } = segmentContacts[i];
    if (!overlaps) continue;
    rounding = Math.max(rounding, manifold[LENGTH_ROUNDING]);
    shape.record.load(tile, shape, child);
    for (let edge = 0; edge < tile.count; edge++) {
      const count = surface.openParts(parts, shape, child, edge);
      for (let part = 0; part < count; part++) {
        setSegment(edge, part);
        const over = isMiddleOver();
        if (isOver && !over) continue;
        if (takeWay(piece, over && !isOver)) isOver = over;
      }
    }
  }
  if (way[DEPTH] === Infinity) return false;
  const out = way[HEIGHT] + CLEARANCE * rounding;
  middle[0] += out * way[WAY_X];
  middle[1] += out * way[WAY_Y];
  middle[MIDDLE_PLACE] = LED_OUT;
  return true;
}

/** Returns whether the middle is above or below the segment of the candidate, rather than beyond one of its ends. */
function isMiddleOver(): boolean {
  const { vertices } = candidate.segment;
  const x = vertices[2] - vertices[0];
  const y = vertices[3] - vertices[1];
  const fromStart = (middle[0] - vertices[0]) * x + (middle[1] - vertices[1]) * y;
  const fromEnd = (middle[0] - vertices[2]) * x + (middle[1] - vertices[3]) * y;
  return fromStart >= 0 && fromEnd <= 0;
}

/**
 * Makes the way across the segment of the candidate the best one if the piece is less deep along it, or in any case
 * with `anyway`. Returns whether there is such a way: there is none where the middle is beyond the segment, or nothing
 * of the piece is over it.
 */
function takeWay(piece: PlacedPiece, anyway: boolean): boolean {
  const { vertices, normals } = candidate.segment;
  const x = normals[0];
  const y = normals[1];
  const height = x * (vertices[0] - middle[0]) + y * (vertices[1] - middle[1]);
  if (height < 0) return false;
  local[0] = x;
  local[1] = y;
  findLowest(piece, local);
  const depth = x * vertices[0] + y * vertices[1] - support[LOWEST];
  if (!anyway && !(depth < way[DEPTH])) return false;
  collideAboveSegment(candidate, piece);
  if (candidate.points === 0) return false;
  way[DEPTH] = depth;
  way[WAY_X] = x;
  way[WAY_Y] = y;
  way[HEIGHT] = height;
  return true;
}

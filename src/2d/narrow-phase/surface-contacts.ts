import type { IndexList } from '../../core/index-list.ts';
import { contactMargin, NO_MARGIN } from '../../core/narrow-phase/contact-margin.ts';
import type { ColliderSet } from '../collider-set.ts';
import type { PlacedPiece } from '../shapes/placed-piece.ts';
import type { RegisteredShape } from '../shapes/registered-shape.ts';
import { collideOneWayTile, oneWayDepth } from './collide-one-way-tile.ts';
import { collidePlaced } from './collide-placed.ts';
import { frameOrigin, placeCollider } from './load-collider.ts';
import { measureOpenEdges } from './open-edges.ts';
import { forgetMiddle, leadsElsewhere } from './piece-middle.ts';
import {
  FRAME_X,
  FRAME_Y,
  LEAST_SEPARATION,
  measureContact,
  reserveSegmentContacts,
  type SegmentContact,
  segmentContacts,
} from './segment-contacts.ts';
import { leaveToShorter } from './shorter-way-out.ts';
import { isSurfaceNormal } from './surface-normal.ts';
import type { SurfaceRoutines } from './surface-routines.ts';
import { coresTouch, OF_OPEN_EDGE, OF_SURFACE, ON_SEAM, parts, tile } from './surface-tile.ts';
import { haveDifferentNormals, leadMiddleOut } from './way-out-of-tiles.ts';

/*
 * The contacts of one convex piece with a solid that is made of convex tiles.
 *
 * A single tile has edges and corners that the solid does not have: those that it shares with its neighbours. A body
 * that slides along would catch on them, and a body that is pressed into the ground would be pushed aside. So a contact
 * counts only if the surface of the solid has its normal at that place (surface-normal.ts), which the neighbours there
 * decide.
 *
 * Any other contact is replaced by the shallowest one along the normal of an open edge of the tile, over the part of
 * the edge that no neighbour covers (open-edges.ts). A tile without open edges has no contact. No contact of the solid
 * is lost by that. While the cores are apart, the point of all tiles that is nearest to the piece lies on the surface.
 * When the cores overlap and the middle of the piece is in the open, an open edge that faces the middle lies between it
 * and any tile that the piece overlaps.
 *
 * When the middle is in the solid, edges on all sides face away from it, and each tile may lead out by another one.
 * Where the tiles differ, one way is chosen for the whole piece and the contacts are collected anew, as if the piece
 * had come in by that way (way-out-of-tiles.ts).
 */

/** Collects the contacts that `CollectRoutine` promises, of the tiles `children` of a shape. */
export function collectSurfaceContacts(
  surface: SurfaceRoutines,
  set: ColliderSet,
  slot: number,
  shape: RegisteredShape,
  children: IndexList,
  piece: PlacedPiece,
  pieceIndex: number,
  start: number,
): number {
  reserveSegmentContacts(start + children.count + 1);
  placeCollider(set, slot);
  forgetMiddle();
  const end = collectFromTiles(surface, shape, children, piece, pieceIndex, start);
  if (!haveDifferentNormals(start, end) || !leadMiddleOut(surface, shape, piece, start, end)) return end;
  return collectFromTiles(surface, shape, children, piece, pieceIndex, start);
}

/** Collects the contacts towards the middle of the piece, or towards the place to which the middle has been led out. */
function collectFromTiles(
  surface: SurfaceRoutines,
  shape: RegisteredShape,
  children: IndexList,
  piece: PlacedPiece,
  pieceIndex: number,
  start: number,
): number {
  let end = start;
  let missing = false;
  let overlaps = false;
  let isOnSeam = false;
  for (let i = 0; i < children.count; i++) {
    const child = children.items[i];
    const contact = segmentContacts[end];
    beginTile(contact, shape, child, pieceIndex);
    if (surface.readOneWay(oneWayDepth, shape, child)) collideOneWayTile(contact, piece);
    else if (isOpen(surface, shape, child)) collideTile(surface, shape, contact, piece);
    else missing = true;
    if (contact.verdict === ON_SEAM) isOnSeam = true;
    if (contact.overlaps) {
      if (contact.points > 0) overlaps = true;
      else missing = true;
    }
    if (contact.points > 0) end++;
  }
  if (isOnSeam && end === start && !missing) end = collideOnSeam(surface, shape, children, piece, pieceIndex, start);
  if (end > start + 1) leaveToShorter(shape, piece, start, end);
  if (missing && !overlaps) end = collideBuried(surface, shape, children, piece, pieceIndex, start, end);
  return end;
}

function beginTile(contact: SegmentContact, shape: RegisteredShape, child: number, pieceIndex: number): void {
  beginContact(contact, child, pieceIndex);
  shape.record.load(tile, shape, child);
}

/** Resets a contact with a tile. The frame of the piece is the current one. */
export function beginContact(contact: SegmentContact, child: number, pieceIndex: number): void {
  contact.child = child;
  contact.piece = pieceIndex;
  contact.points = 0;
  contact.overlaps = false;
  contact.verdict = OF_SURFACE;
  contact.manifold[FRAME_X] = frameOrigin[0];
  contact.manifold[FRAME_Y] = frameOrigin[1];
}

/** Returns whether any part of a tile's outline is not covered by its neighbours. */
function isOpen(surface: SurfaceRoutines, shape: RegisteredShape, child: number): boolean {
  // A point has no edge that a neighbour could cover.
  if (tile.count < 2) return true;
  for (let edge = 0; edge < tile.count; edge++) {
    if (surface.openParts(parts, shape, child, edge) > 0) return true;
  }
  return false;
}

/** Collides the tile that has been loaded, and decides about the normal of the contact. */
function collideTile(
  surface: SurfaceRoutines,
  shape: RegisteredShape,
  contact: SegmentContact,
  piece: PlacedPiece,
): void {
  contact.points = collidePlaced(contact.manifold, contact.features, tile, piece, contactMargin);
  if (contact.points === 0) return;
  measureContact(contact, tile, piece);
  if (!leadsElsewhere(contact) && isSurfaceNormal(surface, shape, contact)) return;
  contact.verdict = OF_OPEN_EDGE;
  const touches = coresTouch(contact, piece);
  measureOpenEdges(surface, shape, contact, piece);
  if (touches && contact.points === 0 && !contact.overlaps) contact.verdict = ON_SEAM;
}

/**
 * Collides a piece whose core lies just on a seam, and so overlaps none of the tiles beside it: a capsule, say, that
 * stands exactly between two. The piece is treated as if it overlapped both tiles.
 */
function collideOnSeam(
  surface: SurfaceRoutines,
  shape: RegisteredShape,
  children: IndexList,
  piece: PlacedPiece,
  pieceIndex: number,
  start: number,
): number {
  let end = start;
  for (let i = 0; i < children.count; i++) {
    const child = children.items[i];
    const contact = segmentContacts[end];
    beginTile(contact, shape, child, pieceIndex);
    if (surface.readOneWay(oneWayDepth, shape, child)) continue;
    collideTile(surface, shape, contact, piece);
    if (contact.verdict !== ON_SEAM) continue;
    contact.verdict = OF_OPEN_EDGE;
    contact.overlaps = true;
    measureOpenEdges(surface, shape, contact, piece);
    if (contact.points > 0) end++;
  }
  return end;
}

/**
 * Adds the contact of a piece that is buried: none of the tiles that it overlaps has an open edge for it, so there is
 * no surface to tell the way out. The contact is that of the tile in which the piece is deepest, and the shape says
 * which way leads out from there (`leadOut`). If the piece has no other contact, touching a tile is enough: the core of
 * a circle whose centre lies on a seam is a point that overlaps neither tile.
 */
function collideBuried(
  surface: SurfaceRoutines,
  shape: RegisteredShape,
  children: IndexList,
  piece: PlacedPiece,
  pieceIndex: number,
  start: number,
  end: number,
): number {
  const contact = segmentContacts[end];
  let deepest = Infinity;
  let found = -1;
  for (let i = 0; i < children.count; i++) {
    const child = children.items[i];
    if (surface.readOneWay(oneWayDepth, shape, child)) continue;
    shape.record.load(tile, shape, child);
    contact.points = collidePlaced(contact.manifold, contact.features, tile, piece, NO_MARGIN);
    if (contact.points === 0) continue;
    measureContact(contact, tile, piece);
    const separation = contact.manifold[LEAST_SEPARATION];
    if (!contact.overlaps && (end > start || !coresTouch(contact, piece))) continue;
    if (!(separation < deepest)) continue;
    deepest = separation;
    found = child;
  }
  if (found < 0) return end;
  beginTile(contact, shape, found, pieceIndex);
  contact.points = collidePlaced(contact.manifold, contact.features, tile, piece, NO_MARGIN);
  measureContact(contact, tile, piece);
  surface.leadOut(contact, shape, piece);
  for (let at = end; at > start && segmentContacts[at - 1].child > found; at--) {
    segmentContacts[at] = segmentContacts[at - 1];
    segmentContacts[at - 1] = contact;
  }
  return end + 1;
}

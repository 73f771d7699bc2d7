import type { IndexList } from '../../core/index-list.ts';
import { type ColliderSet, POSE_COS, POSE_SCALE, POSE_SIN, POSE_X, POSE_Y } from '../collider-set.ts';
import { ROUNDING } from '../geometry/contact/clip-face.ts';
import {
  CONTACT_NORMAL_X,
  CONTACT_NORMAL_Y,
  CONTACT_POINT_STRIDE,
  CONTACT_POINTS,
  CONTACT_SEPARATION,
  FEATURE_EDGE,
  FEATURE_SHIFT,
  packFeatures,
} from '../geometry/contact/contact-layout.ts';
import { coreReach, createPlacedPiece, type PlacedPiece, placement } from '../shapes/placed-piece.ts';
import type { RegisteredShape } from '../shapes/registered-shape.ts';
import { collideAboveSegment } from './collide-above-segment.ts';
import { collidePlaced } from './collide-placed.ts';
import { contactMargin, NO_MARGIN } from './contact-margin.ts';
import { frameOrigin, placeCollider } from './load-collider.ts';
import {
  createSegmentContact,
  FRAME_X,
  FRAME_Y,
  LEAST_SEPARATION,
  LENGTH_ROUNDING,
  reserveSegmentContacts,
  type SegmentContact,
  segmentContacts,
} from './segment-contacts.ts';

/*
 * The contacts of a solid that is made of convex tiles with one convex piece. Fractions travel in scratch arrays, see
 * placed-piece.ts.
 *
 * A tile on its own has edges and corners that the solid as a whole has not: those that it shares with its neighbours.
 * Something that slides along would catch on them, and what is pressed into the ground would be pushed aside. So a
 * normal counts only if the surface of the solid has it at the place of the contact, which the neighbours there decide:
 * an edge must not be covered by the tile behind it, and at a corner no tile may go on beyond.
 *
 * A contact with another normal is measured along the normals of the tile's open edges instead, each over the open part
 * of the edge alone; the shortest way out is taken. A tile without any has no contact. As long as the cores are apart
 * that loses nothing: the nearest point of all tiles together is one of the surface. Nor when they overlap, with the
 * middle of the piece in the open: from there to any tile that it overlaps, an open edge lies between that faces it.
 */

/**
 * Verdicts: the normal is the surface's; or it was not, and an open edge's was taken; or there was none, and the core
 * of the piece only touches that of the tile, on the seam to a neighbour.
 */
const OF_SURFACE = 0;
const OF_OPEN_EDGE = 1;
const ON_SEAM = 2;

/** Sines this small are rounding. */
const ANGLE_SLACK = 1e-9;

/** What kinds of shapes know of their tiles. Points and normals are in the shape's own frame. */
export interface SurfaceRoutines {
  /**
   * Writes the parts of an edge that no neighbour covers, each as where it begins and ends along the edge, 0 to 1, and
   * returns how many there are, `MAX_OPEN_PARTS` at most.
   */
  openParts(out: Float64Array, shape: RegisteredShape, child: number, edge: number): number;
  /** Whether, at a vertex, the solid has a normal that the tile by itself has there. */
  isFreeAtVertex(shape: RegisteredShape, child: number, vertex: number, normal: Float64Array): boolean;
  /** Whether any tile contains a point. */
  contains(shape: RegisteredShape, point: Float64Array): boolean;
  /** Writes how deep something may be in a tile that collides with what comes from above only; false for others. */
  readOneWay(out: Float64Array, shape: RegisteredShape, child: number): boolean;
  /** Sets the contact of something that is deep in the solid, beyond all open edges, to the shortest way out. */
  leadOut(contact: SegmentContact, shape: RegisteredShape, piece: PlacedPiece): void;
}

export const MAX_OPEN_PARTS = 8;

/** The tile at hand, where it stands. */
const tile = createPlacedPiece(16);
const candidate = createSegmentContact();
const parts = new Float64Array(2 * MAX_OPEN_PARTS);
const oneWayDepth = new Float64Array(1);
/** A normal in the frame of the shape, or in the one in which pieces are placed. */
const local = new Float64Array(2);
/** The point of a piece's core that is lowest along a direction, and how far along that it is. */
export const support = new Float64Array(3);
export const LOWEST = 2;

/** See `CollectRoutine`. */
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
  let end = start;
  let missing = false;
  let overlaps = false;
  let isOnSeam = false;
  middle[IS_INSIDE] = UNKNOWN;
  for (let i = 0; i < children.count; i++) {
    const child = children.items[i];
    const contact = segmentContacts[end];
    beginContact(contact, child, pieceIndex);
    shape.record.load(tile, shape, child);
    if (surface.readOneWay(oneWayDepth, shape, child)) collideOneWay(contact, piece);
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

/** Whether a collected contact is the one that its tile has by itself. */
export function isOfSurface(contact: SegmentContact): boolean {
  return contact.verdict === OF_SURFACE;
}

function beginContact(contact: SegmentContact, child: number, pieceIndex: number): void {
  contact.child = child;
  contact.piece = pieceIndex;
  contact.points = 0;
  contact.overlaps = false;
  contact.verdict = OF_SURFACE;
  contact.manifold[FRAME_X] = frameOrigin[0];
  contact.manifold[FRAME_Y] = frameOrigin[1];
}

/** The middle of the piece at hand, and whether it is in a tile, 1 or 0: found when it is first asked for. */
const middle = new Float64Array(3);
const IS_INSIDE = 2;
const UNKNOWN = -1;

function findMiddle(surface: SurfaceRoutines, shape: RegisteredShape, piece: PlacedPiece): void {
  middle[0] = 0;
  middle[1] = 0;
  for (let i = 0; i < piece.count; i++) {
    middle[0] += piece.vertices[2 * i] / piece.count;
    middle[1] += piece.vertices[2 * i + 1] / piece.count;
  }
  const c = placement[POSE_COS];
  const s = placement[POSE_SIN];
  const x = middle[0] - placement[POSE_X];
  const y = middle[1] - placement[POSE_Y];
  local[0] = (c * x + s * y) / placement[POSE_SCALE];
  local[1] = (c * y - s * x) / placement[POSE_SCALE];
  middle[IS_INSIDE] = surface.contains(shape, local) ? 1 : 0;
}

/** Whether an edge of the tile that is loaded faces away from the middle, which is in the open. */
function facesAway(edge: number): boolean {
  const { vertices, normals } = tile;
  const x = middle[0] - vertices[2 * edge];
  const y = middle[1] - vertices[2 * edge + 1];
  return middle[IS_INSIDE] === 0 && normals[2 * edge] * x + normals[2 * edge + 1] * y < 0;
}

/** Whether any part of a tile's outline is not covered by its neighbours. */
function isOpen(surface: SurfaceRoutines, shape: RegisteredShape, child: number): boolean {
  // A point is all outline.
  if (tile.count < 2) return true;
  for (let edge = 0; edge < tile.count; edge++) {
    if (surface.openParts(parts, shape, child, edge) > 0) return true;
  }
  return false;
}

/** Collides the tile that is loaded. */
function collideTile(
  surface: SurfaceRoutines,
  shape: RegisteredShape,
  contact: SegmentContact,
  piece: PlacedPiece,
): void {
  contact.points = collidePlaced(contact.manifold, contact.features, tile, piece, contactMargin);
  if (contact.points === 0) return;
  measure(contact, piece);
  if (isSurfaceNormal(surface, shape, contact)) return;
  contact.verdict = OF_OPEN_EDGE;
  const touches = coresTouch(contact, piece);
  measureOpenEdges(surface, shape, contact, piece);
  if (touches && contact.points === 0 && !contact.overlaps) contact.verdict = ON_SEAM;
}

/**
 * Collides a piece whose core lies on a seam and is in none of the tiles beside it, as a capsule may that stands
 * exactly between two: taken for one that overlaps both.
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
    beginContact(contact, child, pieceIndex);
    shape.record.load(tile, shape, child);
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

/** Writes how deep a contact is and whether the cores overlap. */
function measure(contact: SegmentContact, piece: PlacedPiece): void {
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

/** Whether the cores of the tile that is loaded and of a piece touch or overlap. */
function coresTouch({ manifold }: SegmentContact, piece: PlacedPiece): boolean {
  return manifold[LEAST_SEPARATION] + tile.radius + piece.radius <= manifold[LENGTH_ROUNDING];
}

/** Writes the least separation over the points of a contact to its manifold. */
function noteLeast({ manifold, points }: SegmentContact): void {
  const first = manifold[CONTACT_POINTS + CONTACT_SEPARATION];
  const second = manifold[CONTACT_POINTS + CONTACT_POINT_STRIDE + CONTACT_SEPARATION];
  manifold[LEAST_SEPARATION] = points > 1 && second < first ? second : first;
}

/** Whether the surface has the normal of a contact with the tile that is loaded. */
function isSurfaceNormal(
  surface: SurfaceRoutines,
  shape: RegisteredShape,
  { manifold, child }: SegmentContact,
): boolean {
  const { vertices, normals, count } = tile;
  const x = manifold[CONTACT_NORMAL_X];
  const y = manifold[CONTACT_NORMAL_Y];
  let vertex = 0;
  let farthest = -Infinity;
  for (let i = 0; i < count; i++) {
    const cross = x * normals[2 * i + 1] - y * normals[2 * i];
    if (count > 1 && Math.abs(cross) <= ANGLE_SLACK && x * normals[2 * i] + y * normals[2 * i + 1] > 0) {
      const open = surface.openParts(parts, shape, child, i);
      return open === 1 && parts[0] === 0 && parts[1] === 1;
    }
    const along = x * vertices[2 * i] + y * vertices[2 * i + 1];
    if (!(along > farthest)) continue;
    farthest = along;
    vertex = i;
  }
  const c = placement[POSE_COS];
  const s = placement[POSE_SIN];
  local[0] = c * x + s * y;
  local[1] = c * y - s * x;
  return surface.isFreeAtVertex(shape, child, vertex, local);
}

/** Replaces a contact by the shallowest one that the open edges of its tile have; by none where there is none. */
function measureOpenEdges(
  surface: SurfaceRoutines,
  shape: RegisteredShape,
  contact: SegmentContact,
  piece: PlacedPiece,
): void {
  let best = -Infinity;
  if (contact.overlaps && middle[IS_INSIDE] === UNKNOWN) findMiddle(surface, shape, piece);
  contact.points = 0;
  candidate.overlaps = contact.overlaps;
  candidate.manifold[LENGTH_ROUNDING] = contact.manifold[LENGTH_ROUNDING];
  for (let edge = 0; edge < tile.count; edge++) {
    const count = surface.openParts(parts, shape, contact.child, edge);
    for (let part = 0; part < count; part++) {
      setSegment(edge, part);
      if (contact.overlaps && facesAway(edge)) continue;
      collideAboveSegment(candidate, piece);
      if (candidate.points === 0) continue;
      noteLeast(candidate);
      const separation = candidate.manifold[LEAST_SEPARATION];
      if (!(separation > best)) continue;
      best = separation;
      takeOver(contact, edge);
    }
  }
  contact.manifold[LEAST_SEPARATION] = best;
}

/** Sets the segment of the candidate to an open part of an edge of the tile. */
function setSegment(edge: number, part: number): void {
  const { segment } = candidate;
  const { vertices, normals } = tile;
  const a = 2 * edge;
  const b = edge + 1 < tile.count ? a + 2 : 0;
  const from = parts[2 * part];
  const to = parts[2 * part + 1];
  for (let axis = 0; axis < 2; axis++) {
    const length = vertices[b + axis] - vertices[a + axis];
    segment.vertices[axis] = from === 0 ? vertices[a + axis] : vertices[a + axis] + from * length;
    segment.vertices[2 + axis] = to === 1 ? vertices[b + axis] : vertices[a + axis] + to * length;
    segment.normals[axis] = normals[a + axis];
    segment.normals[2 + axis] = 0 - normals[a + axis];
  }
  segment.count = 2;
  segment.radius = tile.radius;
  // Outside is on the right.
  candidate.side = -1;
}

/** Copies the candidate. Its features are those of a segment: they become those of the edge. */
function takeOver(contact: SegmentContact, edge: number): void {
  const next = edge + 1 < tile.count ? edge + 1 : 0;
  contact.points = candidate.points;
  for (let i = 0; i < CONTACT_POINTS + candidate.points * CONTACT_POINT_STRIDE; i++) {
    contact.manifold[i] = candidate.manifold[i];
  }
  for (let i = 0; i < candidate.points; i++) {
    const feature = candidate.features[i];
    const own = (feature & FEATURE_EDGE) !== 0 ? edge | FEATURE_EDGE : (feature & 1) === 0 ? edge : next;
    contact.features[i] = packFeatures(own, feature >>> FEATURE_SHIFT);
  }
}

/**
 * Collides the top of a one-way tile: along its own normal only, and only with what reaches above it and is less deep
 * in it than the map allows. So it is solid to what comes from above and stands on it; what jumps through it from below
 * meets it for the last part of its way.
 */
function collideOneWay(contact: SegmentContact, piece: PlacedPiece): void {
  parts[0] = 0;
  parts[1] = 1;
  setSegment(0, 0);
  candidate.overlaps = true;
  candidate.manifold[LENGTH_ROUNDING] = 0;
  collideAboveSegment(candidate, piece);
  if (candidate.points === 0) return;
  noteLeast(candidate);
  const separation = candidate.manifold[LEAST_SEPARATION];
  if (separation < -oneWayDepth[0] * placement[POSE_SCALE]) return;
  const { normals, vertices } = tile;
  local[0] = 0 - normals[0];
  local[1] = 0 - normals[1];
  findLowest(piece, local);
  const isBelow = piece.radius - support[LOWEST] < vertices[0] * normals[0] + vertices[1] * normals[1];
  if (isBelow) return;
  takeOver(contact, 0);
  contact.manifold[LEAST_SEPARATION] = separation;
  contact.manifold[LENGTH_ROUNDING] = 0;
}

/** Writes to `support` the point of a piece's core that is lowest along a unit vector. */
export function findLowest(piece: PlacedPiece, direction: Float64Array): void {
  const x = direction[0];
  const y = direction[1];
  if (piece.curve !== undefined) {
    piece.curve.writeSupport(support, 0, piece, direction, 0, -1);
    support[LOWEST] = support[0] * x + support[1] * y;
    return;
  }
  support[LOWEST] = Infinity;
  for (let i = 0; i < piece.count; i++) {
    const along = piece.vertices[2 * i] * x + piece.vertices[2 * i + 1] * y;
    if (!(along < support[LOWEST])) continue;
    support[0] = piece.vertices[2 * i];
    support[1] = piece.vertices[2 * i + 1];
    support[LOWEST] = along;
  }
}

/**
 * Takes out the contacts along open edges that a shorter way out of another tile makes needless: what is half in a wall
 * is not pushed up from the tiles that lie behind.
 */
function leaveToShorter(shape: RegisteredShape, piece: PlacedPiece, start: number, end: number): void {
  for (let i = start; i < end; i++) {
    const contact = segmentContacts[i];
    if (contact.verdict !== OF_OPEN_EDGE || !contact.overlaps) continue;
    for (let k = start; k < end; k++) {
      const other = segmentContacts[k];
      if (other.verdict !== OF_SURFACE || other.points === 0) continue;
      if (!(other.manifold[LEAST_SEPARATION] > contact.manifold[LEAST_SEPARATION])) continue;
      if (!leadsClear(shape, contact, other, piece)) continue;
      contact.points = 0;
      break;
    }
  }
}

/** Whether the way out that another contact shows leads out of a contact's tile as well, and not by its own normal. */
function leadsClear(
  shape: RegisteredShape,
  contact: SegmentContact,
  { manifold }: SegmentContact,
  piece: PlacedPiece,
): boolean {
  const own = contact.manifold;
  local[0] = manifold[CONTACT_NORMAL_X];
  local[1] = manifold[CONTACT_NORMAL_Y];
  const cross = local[0] * own[CONTACT_NORMAL_Y] - local[1] * own[CONTACT_NORMAL_X];
  const dot = local[0] * own[CONTACT_NORMAL_X] + local[1] * own[CONTACT_NORMAL_Y];
  if (Math.abs(cross) <= ANGLE_SLACK && dot > 0) return false;
  shape.record.load(tile, shape, contact.child);
  findLowest(piece, local);
  let highest = -Infinity;
  for (let i = 0; i < tile.count; i++) {
    highest = Math.max(highest, tile.vertices[2 * i] * local[0] + tile.vertices[2 * i + 1] * local[1]);
  }
  const separation = support[LOWEST] - piece.radius - highest - tile.radius;
  return separation >= manifold[LEAST_SEPARATION] - own[LENGTH_ROUNDING];
}

/**
 * Collides what overlaps no tile with an open edge over it: it is so deep in the ground that there is no surface to
 * tell the way out. That is the shortest one along rows and columns, from the tile that it is deepest in. Where nothing
 * else is met, that may be one that the core only touches, as that of a circle does whose centre is on a seam.
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
    measure(contact, piece);
    const separation = contact.manifold[LEAST_SEPARATION];
    if (!contact.overlaps && (end > start || !coresTouch(contact, piece))) continue;
    if (!(separation < deepest)) continue;
    deepest = separation;
    found = child;
  }
  if (found < 0) return end;
  beginContact(contact, found, pieceIndex);
  shape.record.load(tile, shape, found);
  contact.points = collidePlaced(contact.manifold, contact.features, tile, piece, NO_MARGIN);
  measure(contact, piece);
  surface.leadOut(contact, shape, piece);
  for (let at = end; at > start && segmentContacts[at - 1].child > found; at--) {
    segmentContacts[at] = segmentContacts[at - 1];
    segmentContacts[at - 1] = contact;
  }
  return end + 1;
}

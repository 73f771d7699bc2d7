import type { IndexList } from '../../core/index-list.ts';
import { contactMargin } from '../../core/narrow-phase/contact-margin.ts';
import type { ColliderSet } from '../collider-set.ts';
import { ROUNDING } from '../geometry/contact/clip-face.ts';
import {
  CONTACT_MAX_POINTS,
  CONTACT_POINT_STRIDE,
  CONTACT_POINTS,
  CONTACT_SEPARATION,
  CONTACT_STRIDE,
} from '../geometry/contact/contact-layout.ts';
import { coreReach, createPlacedPiece, type PlacedPiece } from '../shapes/placed-piece.ts';
import type { RegisteredShape } from '../shapes/registered-shape.ts';
import { collidePlaced } from './collide-placed.ts';
import { frameOrigin, placeCollider } from './load-collider.ts';

/** A segment of a chain near a convex piece, and their contact, which has no points where the two are apart. */
export interface SegmentContact {
  /** Which segment of which chain, and which piece of the other collider. */
  slot: number;
  child: number;
  piece: number;
  /** The segment in the current frame. */
  readonly segment: PlacedPiece;
  /**
   * The manifold, whose normal leads from the segment to the piece (see contact-layout.ts); the numbers behind it are
   * named below.
   */
  readonly manifold: Float64Array;
  readonly features: Uint32Array;
  points: number;
  /** Whether the cores overlap by more than rounding. */
  overlaps: boolean;
  /**
   * The verdict of the joints about the contact, see filter-joints.ts; and the side of the segment that it is on, 1
   * left, −1 right.
   */
  verdict: number;
  side: number;
  /** The segment behind the joint that the normal leans to; −1 at a free end. */
  neighbourSlot: number;
  neighbour: number;
  /** Which of the points to leave out: bit i for point i. */
  dropped: number;
}

/** The least separation of the segment and the piece, and the length below which a difference is rounding. */
export const LEAST_SEPARATION = CONTACT_STRIDE;
export const LENGTH_ROUNDING = CONTACT_STRIDE + 1;
/** The origin of the frame in the world. */
export const FRAME_X = CONTACT_STRIDE + 2;
export const FRAME_Y = CONTACT_STRIDE + 3;

/**
 * The contacts of the pair that is being collided. The list only grows: the collecting routine returns how many are in
 * use.
 */
export const segmentContacts: SegmentContact[] = [];

/**
 * Collides a piece with the given segments of a chain, each as if it were alone, and writes `segmentContacts` from
 * `start` on, one for each segment in their order. Returns the end.
 */
export function collectSegmentContacts(
  set: ColliderSet,
  slot: number,
  shape: RegisteredShape,
  segments: IndexList,
  piece: PlacedPiece,
  pieceIndex: number,
  start: number,
): number {
  const end = start + segments.count;
  reserveSegmentContacts(end);
  placeCollider(set, slot);
  for (let i = start; i < end; i++) {
    const contact = segmentContacts[i];
    const { segment } = contact;
    contact.slot = slot;
    contact.child = segments.items[i - start];
    contact.piece = pieceIndex;
    shape.record.load(segment, shape, contact.child);
    contact.points = isBehind(shape, segment, piece)
      ? 0
      : collidePlaced(contact.manifold, contact.features, segment, piece, contactMargin);
    if (contact.points > 0) measureContact(contact, segment, piece);
  }
  return end;
}

/** Returns whether a one-sided segment has the piece's centre on its left, where it does not collide. */
export function isBehind(shape: RegisteredShape, segment: PlacedPiece, piece: PlacedPiece): boolean {
  if (!shape.oneSided) return false;
  const s = segment.vertices;
  let x = 0;
  let y = 0;
  for (let i = 0; i < piece.count; i++) {
    x += piece.vertices[2 * i] - s[0];
    y += piece.vertices[2 * i + 1] - s[1];
  }
  return (s[2] - s[0]) * y - (s[3] - s[1]) * x > 0;
}

/**
 * Writes how deep a contact of two pieces is, how much of that depth may be rounding, and whether the cores overlap by
 * more than that.
 */
export function measureContact(contact: SegmentContact, pieceA: PlacedPiece, pieceB: PlacedPiece): void {
  const { manifold } = contact;
  const radius = pieceA.radius + pieceB.radius;
  const a = pieceA.vertices;
  const b = pieceB.vertices;
  const reach =
    Math.abs(a[0]) +
    Math.abs(a[1]) +
    Math.abs(a[2]) +
    Math.abs(a[3]) +
    Math.abs(b[0]) +
    Math.abs(b[1]) +
    coreReach(pieceB);
  manifold[LENGTH_ROUNDING] = ROUNDING * (reach + radius);
  manifold[FRAME_X] = frameOrigin[0];
  manifold[FRAME_Y] = frameOrigin[1];
  writeLeastSeparation(contact);
  contact.overlaps = manifold[LEAST_SEPARATION] + radius < -manifold[LENGTH_ROUNDING];
}

/** Writes the least separation over the points of a contact to its manifold. */
export function writeLeastSeparation({ manifold, points }: SegmentContact): void {
  const first = manifold[CONTACT_POINTS + CONTACT_SEPARATION];
  const second = manifold[CONTACT_POINTS + CONTACT_POINT_STRIDE + CONTACT_SEPARATION];
  manifold[LEAST_SEPARATION] = points > 1 && second < first ? second : first;
}

/** Makes room for `count` contacts. */
export function reserveSegmentContacts(count: number): void {
  while (segmentContacts.length < count) segmentContacts.push(createSegmentContact());
}

export function createSegmentContact(): SegmentContact {
  return {
    slot: 0,
    child: 0,
    piece: 0,
    segment: createPlacedPiece(2),
    manifold: new Float64Array(CONTACT_STRIDE + 4),
    features: new Uint32Array(CONTACT_MAX_POINTS),
    points: 0,
    overlaps: false,
    verdict: 0,
    side: 0,
    neighbourSlot: 0,
    neighbour: 0,
    dropped: 0,
  };
}

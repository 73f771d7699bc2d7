import { featureOf } from '../../core/collider-set.ts';
import type { ContactList } from '../../core/contact-list.ts';
import { createIndexList, type IndexList } from '../../core/index-list.ts';
import { compositeOf, registeredOf } from '../../core/shapes/registered-of.ts';
import type { ColliderSet } from '../collider-set.ts';
import { CONTACT_STRIDE } from '../geometry/contact/contact-layout.ts';
import { createPlacedPiece, type PlacedPiece } from '../shapes/placed-piece.ts';
import type { RegisteredShape } from '../shapes/registered-shape.ts';
import { JOINED_CHAINS } from './chain-joining.ts';
import { emitAgain, emitContact, features, flipManifold, manifold } from './emit-contact.ts';
import { filterJoints } from './filter-joints.ts';
import { childBox, findChildren, slotBox, worldBox } from './find-children.ts';
import { centreFrame, frameOrigin, loadChild, loadCollider } from './load-collider.ts';
import { collectSegmentContacts, FRAME_X, FRAME_Y, type SegmentContact, segmentContacts } from './segment-contacts.ts';
import { type CollectRoutine, collectorOf } from './surface-table.ts';

const piece = createPlacedPiece(64);
const pieces = createIndexList(64);
const segments = createIndexList(64);

/**
 * Collides a chain with any other collider but a chain, without ghosts at its joints; or a smooth compound, likewise.
 */
export function collideChain(
  set: ColliderSet,
  list: ContactList,
  chain: number,
  other: number,
  chainIsA: boolean,
): void {
  const isComposite = compositeOf(set, other) !== undefined;
  const count = isComposite ? collectFromChildren(set, chain, other) : collectFromCollider(set, chain, other);
  if (isComposite && chainIsA) sortBySegment(count);
  for (let i = 0; i < count; i++) {
    const contact = segmentContacts[i];
    if (contact.points > 0) emitSegmentContact(set, list, chain, other, chainIsA, contact);
  }
}

/** Collects the contacts of a chain with a convex piece, see `CollectRoutine`. */
export function collectChainContacts(
  set: ColliderSet,
  slot: number,
  shape: RegisteredShape,
  children: IndexList,
  convex: PlacedPiece,
  pieceIndex: number,
  start: number,
): number {
  const end = collectSegmentContacts(set, slot, shape, children, convex, pieceIndex, start);
  filterJoints(set, convex, start, end, undefined);
  return end;
}

/** Collects the contacts with a collider of one piece. Returns how many there are. */
function collectFromCollider(set: ColliderSet, chain: number, other: number): number {
  const shape = registeredOf(set, chain);
  slotBox(set, other);
  findChildren(set, chain, shape, segments);
  if (segments.count === 0) return 0;
  centreFrame(set, other);
  loadCollider(piece, set, other);
  return collectorFor(set, chain, other)(set, chain, shape, segments, piece, 0, 0);
}

/**
 * Returns the routine that collects the contacts of a chain. Where other chains may be joined to it, this is the one
 * that keeps the contacts of all segments: the filter for the joined line needs every one of them.
 */
function collectorFor(set: ColliderSet, chain: number, other: number): CollectRoutine {
  const isJoined = featureOf(set, JOINED_CHAINS)?.joinsContacts(chain, other) === true;
  return isJoined ? collectSegmentContacts : collectorOf(registeredOf(set, chain))!;
}

/** Collects the contacts of a chain with the children of a compound that are near it, one child after another. */
function collectFromChildren(set: ColliderSet, chain: number, compound: number): number {
  const shape = registeredOf(set, chain);
  const children = registeredOf(set, compound);
  const collect = collectorFor(set, chain, compound);
  slotBox(set, chain);
  findChildren(set, compound, children, pieces);
  let end = 0;
  for (let i = 0; i < pieces.count; i++) {
    const child = pieces.items[i];
    childBox(set, compound, children, child);
    findChildren(set, chain, shape, segments);
    if (segments.count === 0) continue;
    frameOrigin[0] = (worldBox[0] + worldBox[2]) / 2;
    frameOrigin[1] = (worldBox[1] + worldBox[3]) / 2;
    loadChild(piece, set, compound, children, child);
    end = collect(set, chain, shape, segments, piece, child, end);
  }
  return end;
}

/** Sorts the contacts, which are sorted by piece, by segment and then by piece. */
export function sortBySegment(count: number): void {
  for (let i = 1; i < count; i++) {
    const contact = segmentContacts[i];
    let at = i;
    while (at > 0 && segmentContacts[at - 1].child > contact.child) {
      segmentContacts[at] = segmentContacts[at - 1];
      at--;
    }
    segmentContacts[at] = contact;
  }
}

/** Appends one of the collected contacts of a chain, or of a map of tiles, with another collider. */
export function emitSegmentContact(
  set: ColliderSet,
  list: ContactList,
  chain: number,
  other: number,
  chainIsA: boolean,
  contact: SegmentContact,
): void {
  takeContact(contact, chainIsA);
  if (chainIsA) emitContact(list, set.slots, chain, other, contact.child, contact.piece, contact.points);
  else emitContact(list, set.slots, other, chain, contact.piece, contact.child, contact.points);
}

/** Replaces the contact in a row by a collected contact. `chainIsA` says whether the chain or the map of tiles is A. */
export function rewriteSegmentContact(
  list: ContactList,
  row: number,
  chainIsA: boolean,
  contact: SegmentContact,
): void {
  takeContact(contact, chainIsA);
  emitAgain(list, row, contact.points);
}

/** Makes a collected contact the current manifold. */
function takeContact(contact: SegmentContact, chainIsA: boolean): void {
  for (let i = 0; i < CONTACT_STRIDE; i++) manifold[i] = contact.manifold[i];
  features[0] = contact.features[0];
  features[1] = contact.features[1];
  frameOrigin[0] = contact.manifold[FRAME_X];
  frameOrigin[1] = contact.manifold[FRAME_Y];
  if (!chainIsA) flipManifold(contact.points);
}

import type { ContactList } from '../../core/contact-list.ts';
import { createIndexList } from '../../core/index-list.ts';
import { setRoutines } from '../../core/narrow-phase/routine-table.ts';
import { compositeOf, registeredOf } from '../../core/shapes/registered-of.ts';
import type { ColliderSet } from '../collider-set.ts';
import { createPlacedPiece } from '../shapes/placed-piece.ts';
import type { RegisteredShape } from '../shapes/registered-shape.ts';
import { SHAPE_CIRCLE, SHAPE_KIND_COUNT, SHAPE_TILES } from '../shapes/shape-kind.ts';
import { emitSegmentContact, sortBySegment } from './collide-chain.ts';
import { childBox, findChildren, slotBox, worldBox } from './find-children.ts';
import { isSurfaceOfA } from './is-surface-of-a.ts';
import { centreFrame, frameOrigin, loadChild, loadCollider } from './load-collider.ts';
import { routines } from './routine-table.ts';
import { isBehind, segmentContacts } from './segment-contacts.ts';
import { collectTileContacts } from './tile-contacts.ts';

const piece = createPlacedPiece(64);
const tile = createPlacedPiece(16);
const pieces = createIndexList(64);
const tiles = createIndexList(64);

/**
 * Collides a map of tiles with any other collider. A chain or a compound is collided piece by piece. Of two maps, one
 * counts as the surface, and the tiles of the other are its pieces.
 */
function collideTiles(set: ColliderSet, list: ContactList, slotA: number, slotB: number): void {
  const isMapA = set.kinds[slotA] === SHAPE_TILES;
  const mapIsA = isMapA && (set.kinds[slotB] !== SHAPE_TILES || isSurfaceOfA(set, slotA, slotB));
  const map = mapIsA ? slotA : slotB;
  const other = mapIsA ? slotB : slotA;
  const composite = compositeOf(set, other);
  let count = 0;
  if (composite === undefined) count = collectFromCollider(set, map, other);
  else {
    count = collectFromChildren(set, map, other, composite);
    if (mapIsA) sortBySegment(count);
  }
  for (let i = 0; i < count; i++) {
    const contact = segmentContacts[i];
    if (contact.points > 0) emitSegmentContact(set, list, map, other, mapIsA, contact);
  }
}

/** Collects the contacts with a collider of one piece. Returns how many there are. */
function collectFromCollider(set: ColliderSet, map: number, other: number): number {
  const shape = registeredOf(set, map);
  slotBox(set, other);
  findChildren(set, map, shape, tiles);
  if (tiles.count === 0) return 0;
  centreFrame(set, other);
  loadCollider(piece, set, other);
  return collectTileContacts(set, map, shape, tiles, piece, 0, 0);
}

/** Collects the contacts of a map with the children of a composite that are in the map's bounds, one after another. */
function collectFromChildren(set: ColliderSet, map: number, other: number, composite: RegisteredShape): number {
  const shape = registeredOf(set, map);
  slotBox(set, map);
  findChildren(set, other, composite, pieces);
  let end = 0;
  for (let i = 0; i < pieces.count; i++) {
    const child = pieces.items[i];
    childBox(set, other, composite, child);
    findChildren(set, map, shape, tiles);
    if (tiles.count === 0) continue;
    frameOrigin[0] = (worldBox[0] + worldBox[2]) / 2;
    frameOrigin[1] = (worldBox[1] + worldBox[3]) / 2;
    loadChild(piece, set, other, composite, child);
    const start = end;
    end = collectTileContacts(set, map, shape, tiles, piece, child, start);
    if (composite.oneSided) dropBehind(set, map, shape, composite, start, end);
  }
  return end;
}

/** Drops the contacts with pieces behind the loaded segment of a one-sided chain. */
function dropBehind(
  set: ColliderSet,
  map: number,
  shape: RegisteredShape,
  chain: RegisteredShape,
  start: number,
  end: number,
): void {
  for (let i = start; i < end; i++) {
    loadChild(tile, set, map, shape, segmentContacts[i].child);
    if (isBehind(chain, piece, tile)) segmentContacts[i].points = 0;
  }
}

/** Enters the routines for maps of tiles, among each other and with every other kind. */
export function addTileRoutines(): void {
  for (let kind = SHAPE_CIRCLE; kind < SHAPE_KIND_COUNT; kind++) {
    setRoutines(routines, kind, SHAPE_TILES, collideTiles, collideTiles);
  }
}

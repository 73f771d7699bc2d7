import type { ContactList } from '../../core/contact-list.ts';
import { createIndexList } from '../../core/index-list.ts';
import { contactMargin } from '../../core/narrow-phase/contact-margin.ts';
import { setRoutines } from '../../core/narrow-phase/routine-table.ts';
import { compositeOf, registeredOf } from '../../core/shapes/registered-of.ts';
import type { ColliderSet } from '../collider-set.ts';
import { createPlacedPiece } from '../shapes/placed-piece.ts';
import {
  SHAPE_CHAIN,
  SHAPE_CIRCLE,
  SHAPE_COMPOUND,
  SHAPE_CONCAVE,
  SHAPE_KIND_COUNT,
  SHAPE_TILES,
} from '../shapes/shape-kind.ts';
import { collideChain } from './collide-chain.ts';
import { collidePlaced } from './collide-placed.ts';
import { emitContact, features, flipManifold, manifold } from './emit-contact.ts';
import { childBox, findChildren, slotBox, worldBox } from './find-children.ts';
import { isSurfaceOfA } from './is-surface-of-a.ts';
import { centreFrame, frameOrigin, loadChild, loadCollider } from './load-collider.ts';
import { routines } from './routine-table.ts';
import { isBehind } from './segment-contacts.ts';

const childPiece = createPlacedPiece(64);
const otherPiece = createPlacedPiece(64);
const children = createIndexList(64);
const childrenA = createIndexList(64);

/** Collides two colliders of which at least one has many pieces. */
export function collideComposite(set: ColliderSet, list: ContactList, slotA: number, slotB: number): void {
  const kindA = set.kinds[slotA];
  const kindB = set.kinds[slotB];
  if (kindA === SHAPE_CHAIN && kindB !== SHAPE_CHAIN) collideChain(set, list, slotA, slotB, true);
  else if (kindB === SHAPE_CHAIN && kindA !== SHAPE_CHAIN) collideChain(set, list, slotB, slotA, false);
  else if (kindA !== SHAPE_CHAIN && isSmooth(set, slotA)) {
    if (!isSmooth(set, slotB) || isSurfaceOfA(set, slotA, slotB)) collideChain(set, list, slotA, slotB, true);
    else collideChain(set, list, slotB, slotA, false);
  } else if (kindB !== SHAPE_CHAIN && isSmooth(set, slotB)) collideChain(set, list, slotB, slotA, false);
  else if (compositeOf(set, slotA) === undefined) collideCompound(set, list, slotB, slotA, true);
  else if (compositeOf(set, slotB) === undefined) collideCompound(set, list, slotA, slotB, false);
  else collideCompositeComposite(set, list, slotA, slotB);
}

/** Whether the children of a compound make one surface. */
function isSmooth(set: ColliderSet, slot: number): boolean {
  return compositeOf(set, slot)?.record.makesSurface === true;
}

/**
 * Two compounds, or two chains, whose segments each ignore what is behind: the children of A near B, each against those
 * of B near it.
 */
function collideCompositeComposite(set: ColliderSet, list: ContactList, slotA: number, slotB: number): void {
  const shapeA = registeredOf(set, slotA);
  const shapeB = registeredOf(set, slotB);
  slotBox(set, slotB);
  findChildren(set, slotA, shapeA, childrenA);
  for (let i = 0; i < childrenA.count; i++) {
    const childA = childrenA.items[i];
    childBox(set, slotA, shapeA, childA);
    findChildren(set, slotB, shapeB, children);
    if (children.count === 0) continue;
    frameOrigin[0] = (worldBox[0] + worldBox[2]) / 2;
    frameOrigin[1] = (worldBox[1] + worldBox[3]) / 2;
    loadChild(childPiece, set, slotA, shapeA, childA);
    for (let k = 0; k < children.count; k++) {
      const childB = children.items[k];
      loadChild(otherPiece, set, slotB, shapeB, childB);
      if (isBehind(shapeA, childPiece, otherPiece) || isBehind(shapeB, otherPiece, childPiece)) continue;
      const points = collidePlaced(manifold, features, childPiece, otherPiece, contactMargin);
      if (points > 0) emitContact(list, set.slots, slotA, slotB, childA, childB, points);
    }
  }
}

/** A compound and a collider of one piece; `flip` says that the compound is B. */
function collideCompound(set: ColliderSet, list: ContactList, compound: number, convex: number, flip: boolean): void {
  const shape = registeredOf(set, compound);
  centreFrame(set, convex);
  slotBox(set, convex);
  findChildren(set, compound, shape, children);
  if (children.count === 0) return;
  loadCollider(otherPiece, set, convex);
  for (let i = 0; i < children.count; i++) {
    const child = children.items[i];
    loadChild(childPiece, set, compound, shape, child);
    const points = collidePlaced(manifold, features, childPiece, otherPiece, contactMargin);
    if (points === 0) continue;
    if (flip) {
      flipManifold(points);
      emitContact(list, set.slots, convex, compound, 0, child, points);
    } else {
      emitContact(list, set.slots, compound, convex, child, 0, points);
    }
  }
}

/** Chains and compounds, among each other and with everything else. */
export function addCompositeRoutines(): void {
  for (let kind = SHAPE_CIRCLE; kind < SHAPE_KIND_COUNT; kind++) {
    // Maps of tiles bring their own, whichever kind comes first.
    if (kind === SHAPE_TILES) continue;
    setRoutines(routines, kind, SHAPE_CHAIN, collideComposite, collideComposite);
    setRoutines(routines, kind, SHAPE_COMPOUND, collideComposite, collideComposite);
    setRoutines(routines, kind, SHAPE_CONCAVE, collideComposite, collideComposite);
  }
}

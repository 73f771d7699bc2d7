import type { ContactList } from '../../core/contact-list.ts';
import { createIndexList } from '../../core/index-list.ts';
import { contactMargin } from '../../core/narrow-phase/contact-margin.ts';
import { KIND_STRIDE, setRoutines } from '../../core/narrow-phase/routine-table.ts';
import { compositeOf, registeredOf } from '../../core/shapes/registered-of.ts';
import type { ColliderSet } from '../collider-set.ts';
import { createPlacedPiece } from '../shapes/placed-piece.ts';
import { SHAPE_CIRCLE, SHAPE_KIND_COUNT } from '../shapes/shape-kind.ts';
import { collideConvexColliders } from './collide-any-convex.ts';
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

/** Collides two colliders of which at least one is of a kind with many pieces. */
function collideComposite(set: ColliderSet, list: ContactList, slotA: number, slotB: number): void {
  const isLineA = isLine(set, slotA);
  const isLineB = isLine(set, slotB);
  if (isLineA && !isLineB) collideChain(set, list, slotA, slotB, true);
  else if (isLineB && !isLineA) collideChain(set, list, slotB, slotA, false);
  else if (!isLineA && isSmooth(set, slotA)) {
    if (!isSmooth(set, slotB) || isSurfaceOfA(set, slotA, slotB)) collideChain(set, list, slotA, slotB, true);
    else collideChain(set, list, slotB, slotA, false);
  } else if (!isLineB && isSmooth(set, slotB)) collideChain(set, list, slotB, slotA, false);
  else collidePiecewise(set, list, slotA, slotB);
}

/** Collides two colliders piece by piece. */
function collidePiecewise(set: ColliderSet, list: ContactList, slotA: number, slotB: number): void {
  const isSingleA = compositeOf(set, slotA) === undefined;
  const isSingleB = compositeOf(set, slotB) === undefined;
  if (isSingleA && isSingleB) collideConvexColliders(set, list, slotA, slotB);
  else if (isSingleA) collideCompound(set, list, slotB, slotA, true);
  else if (isSingleB) collideCompound(set, list, slotA, slotB, false);
  else collideCompositeComposite(set, list, slotA, slotB);
}

/** Returns whether a collider is a chain. */
function isLine(set: ColliderSet, slot: number): boolean {
  return compositeOf(set, slot)?.record.isLine === true;
}

/** Returns whether the children of a compound make one surface. */
function isSmooth(set: ColliderSet, slot: number): boolean {
  return compositeOf(set, slot)?.record.makesSurface === true;
}

/**
 * Collides two compounds, or two chains whose segments ignore what is behind them: each child of A near B is collided
 * with each child of B near the child of A.
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

/** Collides a compound with a collider of one piece; `flip` says that the compound is B. */
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

/**
 * Enters the routines of a kind whose shapes may have many pieces, with itself and with every other kind. A pair of
 * kinds that has a routine of its own keeps it, unless that is the general routine for convex shapes, which is not
 * enough for many pieces.
 */
export function addCompositeRoutines(composite: number): void {
  for (let kind = SHAPE_CIRCLE; kind < SHAPE_KIND_COUNT; kind++) {
    const known = routines[kind * KIND_STRIDE + composite];
    if (known !== undefined && known !== collideConvexColliders) continue;
    setRoutines(routines, kind, composite, collideComposite, collideComposite);
  }
}

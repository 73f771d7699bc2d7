import { type ContactList, dropContacts } from '../../core/contact-list.ts';
import { createIndexList } from '../../core/index-list.ts';
import type { ColliderSet } from '../collider-set.ts';
import { collidePieces } from '../geometry/collide-convex.ts';
import { createConvexPiece } from '../geometry/convex-piece.ts';
import type { RegisteredShape } from '../shapes/registered-shape.ts';
import { isCompositeKind, SHAPE_CHAIN } from '../shapes/shape-kind.ts';
import {
  collideChainSegment,
  isBehind,
  isPromiseBroken,
  setChainPiece,
  startChainPair,
  startFarSidePass,
  wasNearest,
} from './collide-chain-segment.ts';
import { contactMargin } from './contact-margin.ts';
import { emitContact, features, flipManifold, manifold } from './emit-contact.ts';
import { childBox, findChildren, slotBox, worldBox } from './find-children.ts';
import { centreFrame, frameOrigin, loadChild, loadCollider } from './load-piece.ts';
import { registeredOf } from './registered-of.ts';

const childPiece = createConvexPiece(64);
const otherPiece = createConvexPiece(64);
const children = createIndexList(64);
const childrenA = createIndexList(64);

/** Collides two colliders of which at least one has many pieces. */
export function collideComposite(set: ColliderSet, list: ContactList, slotA: number, slotB: number): void {
  const { kinds } = set;
  if (!isCompositeKind(kinds[slotA])) collideChildren(set, list, slotB, slotA, true);
  else if (!isCompositeKind(kinds[slotB])) collideChildren(set, list, slotA, slotB, false);
  else collideCompositeComposite(set, list, slotA, slotB);
}

/** No segment is kept against the joints' advice. */
const NO_CHILD = -1;

/** The nearest segment of the pair and what it is near to, as children of A and B, or of the composite alone. */
let nearestChildA = NO_CHILD;
let nearestChildB = NO_CHILD;

/** Two composites: the children of A near B's box, each against the children of B near it. */
function collideCompositeComposite(set: ColliderSet, list: ContactList, slotA: number, slotB: number): void {
  slotBox(set, slotB);
  findChildren(set, slotA, registeredOf(set, slotA), childrenA);
  emitPair(
    set,
    list,
    slotA,
    slotB,
    piecesFacingChain(registeredOf(set, slotA), registeredOf(set, slotB)),
    emitCompositeComposite,
  );
}

/** Appends the contacts of a pair of which A has many pieces; a segment is kept against the joints' advice where it is one of these. */
type EmitRoutine = (
  set: ColliderSet,
  list: ContactList,
  slotA: number,
  slotB: number,
  keptA: number,
  keptB: number,
) => void;

/** Appends the contacts of a pair, and once more from the beginning where joints have to be looked at again. */
function emitPair(
  set: ColliderSet,
  list: ContactList,
  slotA: number,
  slotB: number,
  pieces: number,
  emit: EmitRoutine,
): void {
  const startRow = list.count;
  startChainPair(pieces);
  emit(set, list, slotA, slotB, NO_CHILD, NO_CHILD);
  if (startFarSidePass(pieces)) {
    dropContacts(list, startRow);
    emit(set, list, slotA, slotB, NO_CHILD, NO_CHILD);
  }
  if (isPromiseBroken()) {
    dropContacts(list, startRow);
    emit(set, list, slotA, slotB, nearestChildA, nearestChildB);
  }
}

/** The number of pieces of the compound that meets a chain. */
function piecesFacingChain(shapeA: RegisteredShape, shapeB: RegisteredShape): number {
  if (shapeA.kind === SHAPE_CHAIN) return shapeB.kind === SHAPE_CHAIN ? 0 : shapeB.pieces;
  return shapeB.kind === SHAPE_CHAIN ? shapeA.pieces : 0;
}

function emitCompositeComposite(
  set: ColliderSet,
  list: ContactList,
  slotA: number,
  slotB: number,
  keptA: number,
  keptB: number,
): void {
  const shapeA = registeredOf(set, slotA);
  const shapeB = registeredOf(set, slotB);
  const jointsOfA = shapeA.kind === SHAPE_CHAIN && shapeB.kind !== SHAPE_CHAIN;
  const jointsOfB = shapeB.kind === SHAPE_CHAIN && shapeA.kind !== SHAPE_CHAIN;
  for (let i = 0; i < childrenA.count; i++) {
    const childA = childrenA.items[i]!;
    childBox(set, slotA, shapeA, childA);
    findChildren(set, slotB, shapeB, children);
    if (children.count === 0) continue;
    frameOrigin[0] = (worldBox[0]! + worldBox[2]!) / 2;
    frameOrigin[1] = (worldBox[1]! + worldBox[3]!) / 2;
    for (let k = 0; k < children.count; k++) {
      const childB = children.items[k]!;
      loadChild(childPiece, set, slotA, shapeA, childA);
      loadChild(otherPiece, set, slotB, shapeB, childB);
      const keep = childA === keptA && childB === keptB;
      let points: number;
      if (jointsOfA) {
        setChainPiece(childB, childrenA);
        points = collideChainSegment(set, slotA, shapeA, childA, childPiece, otherPiece, keep);
      } else if (jointsOfB) {
        setChainPiece(childA, children);
        points = collideChainSegment(set, slotB, shapeB, childB, otherPiece, childPiece, keep);
        flipManifold(points);
      } else {
        points = collideChildPieces(shapeA, shapeB);
      }
      if ((jointsOfA || jointsOfB) && wasNearest()) {
        nearestChildA = childA;
        nearestChildB = childB;
      }
      if (points > 0) emitContact(list, set.slots, slotA, slotB, childA, childB, points);
    }
  }
}

/** Two pieces without joints to think of: children of compounds, or segments of two chains, which each ignore what is behind. */
function collideChildPieces(shapeA: RegisteredShape, shapeB: RegisteredShape): number {
  if (isBehind(shapeA, childPiece, otherPiece) || isBehind(shapeB, otherPiece, childPiece)) return 0;
  return collidePieces(manifold, features, childPiece, otherPiece, contactMargin);
}

/** A composite and a collider of one piece. */
function collideChildren(set: ColliderSet, list: ContactList, composite: number, convex: number, flip: boolean): void {
  const shape = registeredOf(set, composite);
  centreFrame(set, convex);
  slotBox(set, convex);
  findChildren(set, composite, shape, children);
  if (children.count === 0) return;
  loadCollider(otherPiece, set, convex);
  setChainPiece(0, children);
  flipped = flip;
  emitPair(set, list, composite, convex, 1, emitChildren);
}

/** Whether the composite in work is B. */
let flipped = false;

function emitChildren(set: ColliderSet, list: ContactList, composite: number, convex: number, kept: number): void {
  const shape = registeredOf(set, composite);
  for (let i = 0; i < children.count; i++) {
    const child = children.items[i]!;
    loadChild(childPiece, set, composite, shape, child);
    let points: number;
    if (shape.kind === SHAPE_CHAIN) {
      points = collideChainSegment(set, composite, shape, child, childPiece, otherPiece, child === kept);
      if (wasNearest()) nearestChildA = child;
    } else {
      points = collidePieces(manifold, features, childPiece, otherPiece, contactMargin);
    }
    if (points === 0) continue;
    if (flipped) {
      flipManifold(points);
      emitContact(list, set.slots, convex, composite, 0, child, points);
    } else {
      emitContact(list, set.slots, composite, convex, child, 0, points);
    }
  }
}

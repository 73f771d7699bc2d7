import type { ContactList } from '../../core/contact-list.ts';
import { createIndexList } from '../../core/index-list.ts';
import type { ColliderSet } from '../collider-set.ts';
import { collideConvex } from '../geometry/collide-convex.ts';
import { createConvexPiece } from '../geometry/convex-piece.ts';
import type { RegisteredShape } from '../shapes/registered-shape.ts';
import { isCompositeKind, SHAPE_CHAIN } from '../shapes/shape-kind.ts';
import { collideChainSegment, isBehind, isJointAware } from './collide-chain-segment.ts';
import { emitContact, features, flipManifold, manifold, manifoldSeparation } from './emit-contact.ts';
import { childBox, findChildren, slotBox, worldBox } from './find-children.ts';
import { centreFrame, frameOrigin, loadChild, loadCollider } from './load-piece.ts';
import { registeredOf } from './registered-of.ts';

const childPiece = createConvexPiece(64);
const otherPiece = createConvexPiece(64);
const noHint = new Int32Array(1);
const children = createIndexList(64);
const childrenA = createIndexList(64);

/** Collides two colliders of which at least one has many pieces. */
export function collideComposite(set: ColliderSet, list: ContactList, slotA: number, slotB: number): void {
  const { kind } = set.shape;
  const { index } = set.slots;
  if (!isCompositeKind(kind[index[slotA]!]!)) collideChildren(set, list, slotB, slotA, true);
  else if (!isCompositeKind(kind[index[slotB]!]!)) collideChildren(set, list, slotA, slotB, false);
  else collideCompositeComposite(set, list, slotA, slotB);
}

/** Two composites: the children of A near B's box, each against the children of B near it. */
function collideCompositeComposite(set: ColliderSet, list: ContactList, slotA: number, slotB: number): void {
  const shapeA = registeredOf(set, slotA);
  const shapeB = registeredOf(set, slotB);
  slotBox(set, slotB);
  findChildren(set, slotA, shapeA, childrenA);
  const startRow = list.count;
  for (let i = 0; i < childrenA.count; i++) {
    const childA = childrenA.items[i]!;
    childBox(set, slotA, shapeA, childA);
    findChildren(set, slotB, shapeB, children);
    if (children.count === 0) continue;
    frameOrigin[0] = (worldBox[0]! + worldBox[2]!) / 2;
    frameOrigin[1] = (worldBox[1]! + worldBox[3]!) / 2;
    const chains = shapeA.kind === SHAPE_CHAIN && shapeB.kind === SHAPE_CHAIN;
    for (let k = 0; k < children.count; k++) {
      const childB = children.items[k]!;
      loadChild(childPiece, set, slotA, shapeA, childA);
      loadChild(otherPiece, set, slotB, shapeB, childB);
      let points: number;
      if (chains || (shapeA.kind !== SHAPE_CHAIN && shapeB.kind !== SHAPE_CHAIN)) {
        noHint[0] = 0;
        points = collideConvex(manifold, features, childPiece, otherPiece, set.margin, noHint, 0);
      } else if (shapeA.kind === SHAPE_CHAIN) {
        points = collideChainSegment(set, slotA, shapeA, childA, childPiece, otherPiece);
      } else {
        points = collideChainSegment(set, slotB, shapeB, childB, otherPiece, childPiece);
        flipManifold(points);
      }
      if (points > 0) emitContact(list, set.slots, slotA, slotB, childA, childB, points);
    }
  }
  if (list.count === startRow) keepDeepestPair(set, list, slotA, slotB, shapeA, shapeB);
}

function collideChildren(set: ColliderSet, list: ContactList, composite: number, convex: number, flip: boolean): void {
  const shape = registeredOf(set, composite);
  centreFrame(set, convex);
  slotBox(set, convex);
  findChildren(set, composite, shape, children);
  if (children.count === 0) return;
  loadCollider(otherPiece, set, convex);
  let emitted = 0;
  for (let i = 0; i < children.count; i++) {
    const child = children.items[i]!;
    loadChild(childPiece, set, composite, shape, child);
    let points: number;
    if (shape.kind === SHAPE_CHAIN) {
      points = collideChainSegment(set, composite, shape, child, childPiece, otherPiece);
    } else {
      noHint[0] = 0;
      points = collideConvex(manifold, features, childPiece, otherPiece, set.margin, noHint, 0);
    }
    if (points === 0) continue;
    emitChild(set, list, composite, convex, child, points, flip);
    emitted++;
  }
  if (emitted === 0 && isJointAware(shape)) keepDeepest(set, list, composite, convex, shape, flip);
}

/**
 * When every contact was given up as belonging to a neighbour although something touches, keeps the deepest one as it is: whether
 * a pair touches never depends on the joints.
 */
function keepDeepest(
  set: ColliderSet,
  list: ContactList,
  composite: number,
  convex: number,
  shape: RegisteredShape,
  flip: boolean,
): void {
  let deepest = -1;
  let least = Infinity;
  for (let i = 0; i < children.count; i++) {
    const points = collideRaw(set, composite, shape, children.items[i]!);
    if (points === 0) continue;
    const separation = manifoldSeparation(points);
    if (separation < least) {
      least = separation;
      deepest = i;
    }
  }
  if (deepest < 0) return;
  const child = children.items[deepest]!;
  const points = collideRaw(set, composite, shape, child);
  emitChild(set, list, composite, convex, child, points, flip);
}

function collideRaw(set: ColliderSet, composite: number, shape: RegisteredShape, child: number): number {
  loadChild(childPiece, set, composite, shape, child);
  if (isBehind(shape, childPiece, otherPiece)) return 0;
  noHint[0] = 0;
  return collideConvex(manifold, features, childPiece, otherPiece, set.margin, noHint, 0);
}

/** The same for a chain against a compound, child by child of the compound. */
function keepDeepestPair(
  set: ColliderSet,
  list: ContactList,
  slotA: number,
  slotB: number,
  shapeA: RegisteredShape,
  shapeB: RegisteredShape,
): void {
  const chainFirst = isJointAware(shapeA);
  if (chainFirst === isJointAware(shapeB)) return;
  const chain = chainFirst ? slotA : slotB;
  const other = chainFirst ? slotB : slotA;
  const chainShape = chainFirst ? shapeA : shapeB;
  const otherShape = chainFirst ? shapeB : shapeA;
  if (otherShape.kind === SHAPE_CHAIN) return;
  centreFrame(set, other);
  let least = Infinity;
  let bestChild = -1;
  let bestOther = -1;
  for (let i = 0; i < otherShape.pieces; i++) {
    loadChild(otherPiece, set, other, otherShape, i);
    childBox(set, other, otherShape, i);
    findChildren(set, chain, chainShape, children);
    for (let k = 0; k < children.count; k++) {
      const points = collideRaw(set, chain, chainShape, children.items[k]!);
      if (points === 0 || manifoldSeparation(points) >= least) continue;
      least = manifoldSeparation(points);
      bestChild = children.items[k]!;
      bestOther = i;
    }
  }
  if (bestChild < 0) return;
  loadChild(otherPiece, set, other, otherShape, bestOther);
  const points = collideRaw(set, chain, chainShape, bestChild);
  if (!chainFirst) flipManifold(points);
  const childA = chainFirst ? bestChild : bestOther;
  const childB = chainFirst ? bestOther : bestChild;
  emitContact(list, set.slots, slotA, slotB, childA, childB, points);
}

function emitChild(
  set: ColliderSet,
  list: ContactList,
  composite: number,
  convex: number,
  child: number,
  points: number,
  flip: boolean,
): void {
  if (flip) {
    flipManifold(points);
    emitContact(list, set.slots, convex, composite, 0, child, points);
  } else {
    emitContact(list, set.slots, composite, convex, child, 0, points);
  }
}

import type { ContactList } from '../../core/contact-list.ts';
import { createIndexList, type IndexList } from '../../core/index-list.ts';
import { sortIndices } from '../../core/sort-indices.ts';
import { queryBvhAabb } from '../bvh/query-bvh.ts';
import {
  BOUNDS_STRIDE,
  type ColliderSet,
  POSE_COS,
  POSE_SCALE,
  POSE_SIN,
  POSE_STRIDE,
  POSE_X,
  POSE_Y,
} from '../collider-set.ts';
import { collideConvex } from '../geometry/collide-convex.ts';
import { createConvexPiece } from '../geometry/convex-piece.ts';
import type { RegisteredShape } from '../shapes/registered-shape.ts';
import { SHAPE_CHAIN } from '../shapes/shape-kind.ts';
import { collideChainSegment, isBehind, isJointAware } from './collide-chain-segment.ts';
import { emitContact, features, flipManifold, manifold, manifoldSeparation } from './emit-contact.ts';
import { loadChild, loadCollider } from './load-piece.ts';

const childPiece = createConvexPiece(64);
const otherPiece = createConvexPiece(64);
const noHint = new Int32Array(1);
const worldBox = new Float64Array(4);
const localBox = new Float64Array(4);
const children = createIndexList(64);
const childrenA = createIndexList(64);

/** Room for rounding when a box is carried from one frame to another, relative to its coordinates. */
const FRAME_SLACK = 1e-12;

/** A composite (A) against a single convex piece (B). */
export function collideCompositeConvex(set: ColliderSet, list: ContactList, slotA: number, slotB: number): void {
  collideChildren(set, list, slotA, slotB, false);
}

/** A single convex piece (A) against a composite (B). */
export function collideConvexComposite(set: ColliderSet, list: ContactList, slotA: number, slotB: number): void {
  collideChildren(set, list, slotB, slotA, true);
}

/** Two composites: the children of A near B's box, each against the children of B near it. */
export function collideCompositeComposite(set: ColliderSet, list: ContactList, slotA: number, slotB: number): void {
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
    const originX = (worldBox[0]! + worldBox[2]!) / 2;
    const originY = (worldBox[1]! + worldBox[3]!) / 2;
    const chains = shapeA.kind === SHAPE_CHAIN && shapeB.kind === SHAPE_CHAIN;
    for (let k = 0; k < children.count; k++) {
      const childB = children.items[k]!;
      loadChild(childPiece, set, slotA, shapeA, childA, originX, originY);
      loadChild(otherPiece, set, slotB, shapeB, childB, originX, originY);
      let points: number;
      if (chains || (shapeA.kind !== SHAPE_CHAIN && shapeB.kind !== SHAPE_CHAIN)) {
        noHint[0] = 0;
        points = collideConvex(manifold, features, childPiece, otherPiece, set.margin, noHint, 0);
      } else if (shapeA.kind === SHAPE_CHAIN) {
        points = collideChainSegment(set, slotA, shapeA, childA, childPiece, otherPiece, originX, originY);
      } else {
        points = collideChainSegment(set, slotB, shapeB, childB, otherPiece, childPiece, originX, originY);
        flipManifold(points);
      }
      if (points > 0) emitContact(list, set.slots, slotA, slotB, childA, childB, points, originX, originY);
    }
  }
  if (list.count === startRow) keepDeepestPair(set, list, slotA, slotB, shapeA, shapeB);
}

function collideChildren(set: ColliderSet, list: ContactList, composite: number, convex: number, flip: boolean): void {
  const shape = registeredOf(set, composite);
  const originX = set.poses[convex * POSE_STRIDE + POSE_X]!;
  const originY = set.poses[convex * POSE_STRIDE + POSE_Y]!;
  slotBox(set, convex);
  findChildren(set, composite, shape, children);
  if (children.count === 0) return;
  loadCollider(otherPiece, set, convex, originX, originY);
  let emitted = 0;
  for (let i = 0; i < children.count; i++) {
    const child = children.items[i]!;
    loadChild(childPiece, set, composite, shape, child, originX, originY);
    let points: number;
    if (shape.kind === SHAPE_CHAIN) {
      points = collideChainSegment(set, composite, shape, child, childPiece, otherPiece, originX, originY);
    } else {
      noHint[0] = 0;
      points = collideConvex(manifold, features, childPiece, otherPiece, set.margin, noHint, 0);
    }
    if (points === 0) continue;
    emitChild(set, list, composite, convex, child, points, flip, originX, originY);
    emitted++;
  }
  if (emitted === 0 && isJointAware(shape)) keepDeepest(set, list, composite, convex, shape, flip, originX, originY);
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
  originX: number,
  originY: number,
): void {
  let deepest = -1;
  let least = Infinity;
  for (let i = 0; i < children.count; i++) {
    const points = collideRaw(set, composite, shape, children.items[i]!, originX, originY);
    if (points === 0) continue;
    const separation = manifoldSeparation(points);
    if (separation < least) {
      least = separation;
      deepest = i;
    }
  }
  if (deepest < 0) return;
  const child = children.items[deepest]!;
  const points = collideRaw(set, composite, shape, child, originX, originY);
  emitChild(set, list, composite, convex, child, points, flip, originX, originY);
}

function collideRaw(
  set: ColliderSet,
  composite: number,
  shape: RegisteredShape,
  child: number,
  originX: number,
  originY: number,
): number {
  loadChild(childPiece, set, composite, shape, child, originX, originY);
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
  const originX = set.poses[other * POSE_STRIDE + POSE_X]!;
  const originY = set.poses[other * POSE_STRIDE + POSE_Y]!;
  let least = Infinity;
  let bestChild = -1;
  let bestOther = -1;
  for (let i = 0; i < otherShape.pieces; i++) {
    loadChild(otherPiece, set, other, otherShape, i, originX, originY);
    childBox(set, other, otherShape, i);
    findChildren(set, chain, chainShape, children);
    for (let k = 0; k < children.count; k++) {
      const points = collideRaw(set, chain, chainShape, children.items[k]!, originX, originY);
      if (points === 0 || manifoldSeparation(points) >= least) continue;
      least = manifoldSeparation(points);
      bestChild = children.items[k]!;
      bestOther = i;
    }
  }
  if (bestChild < 0) return;
  loadChild(otherPiece, set, other, otherShape, bestOther, originX, originY);
  const points = collideRaw(set, chain, chainShape, bestChild, originX, originY);
  if (!chainFirst) flipManifold(points);
  const childA = chainFirst ? bestChild : bestOther;
  const childB = chainFirst ? bestOther : bestChild;
  emitContact(list, set.slots, slotA, slotB, childA, childB, points, originX, originY);
}

function emitChild(
  set: ColliderSet,
  list: ContactList,
  composite: number,
  convex: number,
  child: number,
  points: number,
  flip: boolean,
  originX: number,
  originY: number,
): void {
  if (flip) {
    flipManifold(points);
    emitContact(list, set.slots, convex, composite, 0, child, points, originX, originY);
  } else {
    emitContact(list, set.slots, composite, convex, child, 0, points, originX, originY);
  }
}

function registeredOf(set: ColliderSet, slot: number): RegisteredShape {
  return set.registry.shapes[set.shape.shape[set.slots.index[slot]!]!]!;
}

/** Writes the bounds of a collider to `worldBox`. They hold half the margin already. */
function slotBox(set: ColliderSet, slot: number): void {
  const at = slot * BOUNDS_STRIDE;
  for (let i = 0; i < 4; i++) worldBox[i] = set.bounds[at + i]!;
}

/** Writes the bounds of one child of a composite to `worldBox`, grown by half the margin. */
function childBox(set: ColliderSet, slot: number, shape: RegisteredShape, child: number): void {
  const at = slot * POSE_STRIDE;
  const scale = set.poses[at + POSE_SCALE]!;
  const c = set.poses[at + POSE_COS]! * scale;
  const s = set.poses[at + POSE_SIN]! * scale;
  const box = shape.pieceBounds;
  const k = 4 * child;
  const midX = (box[k]! + box[k + 2]!) / 2;
  const midY = (box[k + 1]! + box[k + 3]!) / 2;
  const halfX = (box[k + 2]! - box[k]!) / 2;
  const halfY = (box[k + 3]! - box[k + 1]!) / 2;
  const x = set.poses[at + POSE_X]! + c * midX - s * midY;
  const y = set.poses[at + POSE_Y]! + s * midX + c * midY;
  const grow = set.margin / 2 + set.shape.radius[set.slots.index[slot]!]! * scale;
  const spreadX = Math.abs(c) * halfX + Math.abs(s) * halfY + grow + slackOf(x, midX * scale);
  const spreadY = Math.abs(s) * halfX + Math.abs(c) * halfY + grow + slackOf(y, midY * scale);
  worldBox[0] = x - spreadX;
  worldBox[1] = y - spreadY;
  worldBox[2] = x + spreadX;
  worldBox[3] = y + spreadY;
}

function slackOf(a: number, b: number): number {
  return FRAME_SLACK * (Math.abs(a) + Math.abs(b));
}

/** Finds the children of a composite whose boxes meet `worldBox`, ascending. */
function findChildren(set: ColliderSet, slot: number, shape: RegisteredShape, out: IndexList): void {
  const at = slot * POSE_STRIDE;
  const scale = set.poses[at + POSE_SCALE]!;
  const c = set.poses[at + POSE_COS]!;
  const s = set.poses[at + POSE_SIN]!;
  const dx = (worldBox[0]! + worldBox[2]!) / 2 - set.poses[at + POSE_X]!;
  const dy = (worldBox[1]! + worldBox[3]!) / 2 - set.poses[at + POSE_Y]!;
  const radius = set.shape.radius[set.slots.index[slot]!]! * scale;
  const halfX = (worldBox[2]! - worldBox[0]!) / 2;
  const halfY = (worldBox[3]! - worldBox[1]!) / 2;
  const grow = set.margin / 2 + radius + slackOf(worldBox[0]!, worldBox[1]!) + slackOf(dx, dy);
  const midX = (c * dx + s * dy) / scale;
  const midY = (c * dy - s * dx) / scale;
  const spreadX = (Math.abs(c) * halfX + Math.abs(s) * halfY + grow) / scale;
  const spreadY = (Math.abs(s) * halfX + Math.abs(c) * halfY + grow) / scale;
  localBox[0] = midX - spreadX;
  localBox[1] = midY - spreadY;
  localBox[2] = midX + spreadX;
  localBox[3] = midY + spreadY;
  out.count = 0;
  queryBvhAabb(shape.bvh!, shape.pieceBounds, localBox[0]!, localBox[1]!, localBox[2]!, localBox[3]!, out);
  sortIndices(out.items, out.count);
}

import { createIndexList, type IndexList, reserveIndices } from '../../core/index-list.ts';
import { contactMargin } from '../../core/narrow-phase/contact-margin.ts';
import { HIT_FRACTION, HIT_NORMAL, hitPointAt, type InitialOverlap } from '../../core/queries/cast-piece.ts';
import type { TakeContact } from '../../core/queries/collide-shape.ts';
import { findInAabb } from '../../core/queries/find-in-aabb.ts';
import type { QueryScope, SlotFilter } from '../../core/queries/query-scope.ts';
import type { SeamlessCasts, SurfaceStarts } from '../../core/queries/surface-casts.ts';
import { createSurfaceStarts, readStart } from '../../core/queries/surface-starts.ts';
import { type ShapeContacts, sortByCollider, swapRows } from '../../core/shape-contacts.ts';
import { compositeOf } from '../../core/shapes/registered-of.ts';
import { BOUNDS_STRIDE, type ColliderSet } from '../collider-set.ts';
import {
  BODY_CONTACT_A,
  BODY_CONTACT_B,
  BODY_CONTACT_LIMIT,
  BODY_CONTACT_SEPARATION,
  bodyContact,
  writeBodyPoints,
} from '../geometry/contact/body-points.ts';
import { CONTACT_POINTS } from '../geometry/contact/contact-layout.ts';
import { bodyA, bodyB, writeBodySupport } from '../geometry/convex/convex-body.ts';
import { features, manifold } from '../narrow-phase/emit-contact.ts';
import { worldBox } from '../narrow-phase/find-children.ts';
import { pairOrigin } from '../narrow-phase/pair-origin.ts';
import {
  isNormalOfOwnFace,
  loadPiece,
  type Seams,
  seamApart,
  seamMiddle,
  seamNormal,
  seamPoint,
} from '../narrow-phase/seams.ts';
import { findFacing, keepOpenPoints, settlePiece, UNCHANGED, writeSeamBody } from '../narrow-phase/settle-piece.ts';
import { SHAPE_HALF_SPACE } from '../shapes/shape-kind.ts';
import { collideQueryBodies } from './body-pairs.ts';
import { copyBody, FRAME_ORIGIN, QueryBody, spacePieces } from './query-body.ts';
import type { QueryShape } from './query-shape.ts';
import { collectStarts, writeSearchedBox } from './surface-starts.ts';

const POINT = /* @__PURE__ */ hitPointAt(3);
/** Share of the size of a piece up to which pieces that a ray meets may be apart. */
const APART_FOR_RAYS = 1e-9;
/** Share of the size of shape and piece that a point of a hit may be off the touching faces. */
const TOUCHES = 1e-7;

const searched = new Float64Array(BOUNDS_STRIDE);
/** The origin of the manifolds of queries: the place of the shape. */
const AT_SHAPE = new Float64Array(3);
const piece = /* @__PURE__ */ new QueryBody();
const way = new Float64Array(3);
const against = new Float64Array(3);
const support = new Float64Array(3);

/** The seamless colliders as queries see them: one surface, without inner edges and faces. */
export class SeamlessQueries implements SeamlessCasts<ColliderSet, QueryBody> {
  readonly seams: Seams;
  readonly #set: ColliderSet;
  /** Collider and child of the convex pieces that a placed shape meets. */
  readonly #slots = createIndexList(16);
  readonly #children = createIndexList(16);
  readonly #near = createIndexList(16);

  constructor(set: ColliderSet, seams: Seams) {
    this.#set = set;
    this.seams = seams;
  }

  /** Returns whether a collider is seamless. */
  has(slot: number): boolean {
    return this.seams.members.has(slot);
  }

  hasStartsOf(slot: number): boolean {
    return this.has(slot);
  }

  joins(slot: number): boolean {
    return this.has(slot);
  }

  /**
   * Replaces the contacts of a placed shape with the single convex pieces by those that the union has; `take` adds
   * them. The list is left in its order: by collider, then by child.
   */
  filterPlaced(contacts: ShapeContacts, shape: QueryShape, take: TakeContact): void {
    const set = this.#set;
    const slots = this.#slots;
    const children = this.#children;
    let kept = 0;
    let isMet = false;
    slots.count = children.count = 0;
    for (let row = 0; row < contacts.count; row++) {
      const slot = contacts.slots[row];
      const isMember = this.has(slot);
      if (!isMember || shape.pieces[0].isHalfSpace || !this.#isConvex(slot)) {
        isMet ||= isMember;
        swapRows(contacts, kept++, row);
        continue;
      }
      const last = slots.count - 1;
      if (last >= 0 && slots.items[last] === slot && children.items[last] === contacts.children[row]) continue;
      reserveIndices(slots, 1)[slots.count++] = slot;
      reserveIndices(children, 1)[children.count++] = contacts.children[row];
    }
    if (slots.count === 0) return;
    const whole = contacts.count;
    contacts.count = kept;
    for (let i = 0; i < slots.count; i++) {
      this.#collidePiece(contacts, set, slots.items[i], children.items[i], shape, take);
    }
    // A shape so deep that no face is in the open keeps the contacts with the single pieces.
    if (contacts.count === kept && !isMet) contacts.count = whole;
    sortByCollider(contacts, set.slots.index);
  }

  #isConvex(slot: number): boolean {
    return this.#set.kinds[slot] !== SHAPE_HALF_SPACE && compositeOf(this.#set, slot)?.surface === undefined;
  }

  #collidePiece(
    contacts: ShapeContacts,
    set: ColliderSet,
    slot: number,
    child: number,
    shape: QueryShape,
    take: TakeContact,
  ): void {
    const { seams } = this;
    const composite = compositeOf(set, slot);
    if (composite === undefined) spacePieces.loadCollider(piece, set, slot);
    else spacePieces.children!.load(piece, set, slot, composite, child);
    for (let side = 0; side < BOUNDS_STRIDE; side++) worldBox[side] = shape.box[side];
    const adjoins = seams.begin(slot, child, pairOrigin);
    for (let k = 0; k < shape.count; k++) {
      let points = collideQueryBodies(manifold, features, piece, shape.pieces[k], contactMargin);
      if (points === 0) continue;
      if (adjoins) {
        copyBody(bodyA, piece.body, FRAME_ORIGIN);
        copyBody(bodyB, shape.pieces[k].body, FRAME_ORIGIN);
        const settled = settlePiece(seams, points, AT_SHAPE, contactMargin);
        if (settled !== UNCHANGED) points = settled;
      }
      if (points > 0) take(contacts, slot, child, manifold, points);
    }
  }

  findStarts(
    known: SurfaceStarts | undefined,
    scope: QueryScope<ColliderSet>,
    filter: SlotFilter,
    mover: QueryShape,
    ray: Float64Array,
    initialOverlap: InitialOverlap,
  ): SurfaceStarts {
    const starts = known ?? createSurfaceStarts();
    writeSearchedBox(searched, mover.box);
    // The filter may run queries that use the same scratch: it is asked here, and not after this.
    findInAabb(scope, searched, filter, starts.near);
    return this.findStartsAmong(starts, starts.near, mover, ray, initialOverlap);
  }

  findStartsAmong(
    known: SurfaceStarts | undefined,
    slots: IndexList,
    mover: QueryShape,
    ray: Float64Array,
    initialOverlap: InitialOverlap,
  ): SurfaceStarts {
    const starts = known ?? createSurfaceStarts();
    const near = this.#near;
    writeSearchedBox(searched, mover.box);
    near.count = 0;
    for (let i = 0; i < slots.count; i++) {
      if (this.has(slots.items[i])) reserveIndices(near, 1)[near.count++] = slots.items[i];
    }
    collectStarts(starts, this.#set, near, mover, ray, initialOverlap);
    return starts;
  }

  readStart(hit: Float64Array, starts: SurfaceStarts, i: number): void {
    readStart(hit, starts, i);
  }

  /** See `SurfaceCasts.settle`, for a hit on a piece of any collider. */
  settles(hit: Float64Array, ray: Float64Array, mover: QueryShape, slot: number, child: number): boolean {
    const set = this.#set;
    if (!this.has(slot) || set.kinds[slot] === SHAPE_HALF_SPACE || mover.pieces[0].isHalfSpace) return true;
    const fraction = hit[HIT_FRACTION];
    pairOrigin[0] = mover.x;
    pairOrigin[1] = mover.y;
    pairOrigin[2] = mover.z;
    for (let axis = 0; axis < 3; axis++) {
      way[axis] = fraction * ray[3 + axis];
      worldBox[axis] = mover.box[axis] + way[axis];
      worldBox[3 + axis] = mover.box[3 + axis] + way[axis];
    }
    const shape = compositeOf(set, slot);
    const isSurface = shape?.surface !== undefined;
    if (!this.seams.begin(slot, isSurface ? -1 : child, pairOrigin)) return true;
    loadPiece(bodyA, set, slot, shape, child, pairOrigin);
    return mover.isPoint ? this.#settlesRay(hit) : this.#settlesShape(hit, ray, mover, isSurface);
  }

  #settlesRay(hit: Float64Array): boolean {
    // A ray that has started inside has no normal.
    if (hit[HIT_NORMAL] === 0 && hit[HIT_NORMAL + 1] === 0 && hit[HIT_NORMAL + 2] === 0) return true;
    seamMiddle.fill(0);
    seamApart[0] = APART_FOR_RAYS * (bodyA.reach + bodyA.rounding);
    for (let axis = 0; axis < 3; axis++) {
      seamPoint[axis] = way[axis];
      seamNormal[axis] = hit[HIT_NORMAL + axis];
    }
    return isNormalOfOwnFace(bodyA) ? this.seams.isNormalOfFace(bodyA) : this.seams.isNormal(bodyA);
  }

  /**
   * Settles the hit of a shape. Where the shape meets a face flat, the hit names just one of the points that touch;
   * the union is met there if any of these points is in the open.
   */
  #settlesShape(hit: Float64Array, ray: Float64Array, mover: QueryShape, isSurface: boolean): boolean {
    const { seams } = this;
    for (let k = 0; k < mover.count; k++) {
      copyBody(bodyB, mover.pieces[k].body, FRAME_ORIGIN);
      bodyB.x += way[0];
      bodyB.y += way[1];
      bodyB.z += way[2];
      writeSeamBody(isSurface);
      const points = writeTouchingPoints(hit);
      for (let axis = 0; axis < 3; axis++) seamNormal[axis] = hit[HIT_NORMAL + axis];
      if (points === 0 || keepOpenPoints(seams, points, AT_SHAPE, isNormalOfOwnFace(bodyA)) === 0) continue;
      for (let axis = 0; axis < 3; axis++) hit[POINT + axis] = manifold[CONTACT_POINTS + axis];
      return true;
    }
    for (let axis = 0; axis < 3; axis++) {
      seamNormal[axis] = hit[HIT_NORMAL + axis];
      seamPoint[axis] = hit[POINT + axis];
      way[axis] = ray[3 + axis];
    }
    if (!findFacing(seams, way)) return false;
    for (let axis = 0; axis < 3; axis++) hit[HIT_NORMAL + axis] = seamNormal[axis];
    return true;
  }
}

/** Writes the points at which the two bodies touch, along the normal of a hit, as the current manifold. */
function writeTouchingPoints(hit: Float64Array): number {
  let separation = 0;
  for (let axis = 0; axis < 3; axis++) {
    bodyContact[axis] = hit[HIT_NORMAL + axis];
    against[axis] = -bodyContact[axis];
  }
  writeBodySupport(support, 0, bodyB, against);
  for (let axis = 0; axis < 3; axis++) {
    separation += (support[axis] - (hit[POINT + axis] - bodyA.rounding * bodyContact[axis])) * bodyContact[axis];
  }
  const slack = TOUCHES * (bodyA.reach + bodyB.reach + bodyA.rounding + bodyB.rounding);
  if (separation > bodyA.rounding + bodyB.rounding + slack) return 0;
  for (let axis = 0; axis < 3; axis++) {
    const n = bodyContact[axis];
    bodyContact[BODY_CONTACT_A + axis] = hit[POINT + axis] - bodyA.rounding * n;
    bodyContact[BODY_CONTACT_B + axis] = bodyContact[BODY_CONTACT_A + axis] + separation * n;
  }
  bodyContact[BODY_CONTACT_SEPARATION] = separation;
  bodyContact[BODY_CONTACT_LIMIT] = separation + slack;
  return writeBodyPoints(manifold, features, AT_SHAPE);
}

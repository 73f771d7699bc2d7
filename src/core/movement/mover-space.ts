import type { ColliderSet } from '../collider-set.ts';
import { createIndexList, type IndexList, reserveIndices } from '../index-list.ts';
import { NO_MARGIN } from '../narrow-phase/contact-margin.ts';
import { directionAt, limitAt } from '../queries/cast-piece.ts';
import { GrownShape } from '../queries/grown-shape.ts';
import { createQueryHit, type QueryHit, type QueryScope, type SlotFilter } from '../queries/query-scope.ts';
import type { QueryShape } from '../queries/query-shape.ts';
import {
  addShapeContact,
  createShapeContacts,
  SHAPE_POINTS_STRIDE,
  type ShapeContacts,
  swapRows,
  VECTOR_STRIDE,
} from '../shape-contacts.ts';
import type { SolvePlanes } from './blocking-planes.ts';
import { HeldSides } from './held-sides.ts';
import { STILL } from './move.ts';
import { ALL_PIECES, createSweepHit, type MoveSpace, type SweepHit, type SweepStart } from './move-space.ts';
import { MoverCast } from './mover-cast.ts';
import type { MoverRoutines, Obstacles } from './mover-routines.ts';
import { NearbyColliders } from './nearby-colliders.ts';
import { createRefusedPieces, isRefusedPiece, refusePiece } from './refused-pieces.ts';
import {
  addVectors,
  createScalar,
  createVector,
  type Scalar,
  scaleVector,
  type Vector,
  writeLength,
} from './vector.ts';

const NO_GROWTH = createScalar();
const NO_MOTION = createVector();
const BACKWARDS = Float64Array.of(-1);
const from = createVector();
const back = createVector();
const down = createVector();
const downward = createScalar();
const place = createVector();
const side = createVector();
const sideways = createVector();
const before = createVector();
const behind = createScalar();
const width = createScalar();
/** The result of `measureSide`, which may be more than a direction and a distance: see the dimensions. */
const found = new Float64Array(8);

/** The world as a mover sees it, and the mover's placed shape, `shape`, which the caller places. */
export class MoverSpace<Set extends ColliderSet, Piece extends { radius: number }> implements MoveSpace {
  readonly axes: number;
  readonly hit = createSweepHit();
  readonly contacts: ShapeContacts = createShapeContacts();
  readonly solve: SolvePlanes;
  size = 0;
  /** About how far the move may lead. The caller sets it before the move begins. */
  readonly reach: Scalar = createScalar();
  /**
   * About how far beyond the box of its first query a move may look on each side: the least coordinates, then the
   * largest. The caller sets it before the move begins.
   */
  readonly ahead: Float64Array;
  /**
   * How far around the mover `listAround` looks, as a part of the mover's size; the caller sets it before the move
   * begins.
   */
  aroundPart = 0;
  readonly #around: Scalar = createScalar();
  protected depth = 0;
  readonly #routines: MoverRoutines<Set, Piece>;
  readonly #refused = createRefusedPieces();
  readonly #cast: MoverCast<Set, Piece>;
  readonly #ray: MoverCast<Set, Piece>;
  readonly #grown: GrownShape<Piece>;
  readonly #obstacles: Obstacles<Set, Piece>;
  readonly #nearby: NearbyColliders;
  readonly #held: HeldSides;
  /** Pieces that have passed the whole mover: slot and child of each. See `keepBefore`. */
  readonly #passed: IndexList = createIndexList();
  /** The list for queries about a single collider. */
  readonly #one: IndexList = createIndexList(1);
  /** Rows of `contacts` whose normal has been replaced by that of the side that the mover is held on. */
  readonly #turned: IndexList = createIndexList();
  /** The collider that the mover stood on, one of whose one-way tiles it does not fall through; −1 for none. */
  #stoodOn = -1;
  #stoodOnChild = 0;
  /** The first hit of a sweep among the prepared obstacles. */
  readonly #first = createQueryHit();
  #scope: QueryScope<Set> | undefined;
  #filter: SlotFilter | undefined;

  /** @param holdsNeighbours Whether the sides that the mover is held on count for all pieces of a collider. */
  constructor(routines: MoverRoutines<Set, Piece>, holdsNeighbours = false) {
    this.#routines = routines;
    this.#held = new HeldSides(holdsNeighbours);
    this.axes = routines.casts.loader.axes;
    this.solve = routines.solve;
    this.#cast = new MoverCast(routines, this.#refused);
    this.#ray = new MoverCast(routines, this.#refused);
    this.#grown = new GrownShape(this.#cast.mover);
    this.ahead = new Float64Array(2 * this.axes);
    const obstacles = routines.createObstacles(this.ahead);
    this.#obstacles = obstacles;
    this.#nearby = new NearbyColliders(this.axes, (count) => obstacles.renew(count));
    routines.makePoint(this.#ray.mover);
  }

  get shape(): QueryShape<Piece> {
    return this.#cast.mover;
  }

  /** Begins a move of the shape that has just been placed. */
  begin(scope: QueryScope<Set>, filter: SlotFilter): void {
    const { shape, axes } = this;
    this.#scope = scope;
    this.#filter = filter;
    this.#refused.count = 0;
    this.#held.keepFirst(0);
    this.#passed.count = 0;
    this.#stoodOn = -1;
    this.#cast.set = scope.set;
    this.#ray.set = scope.set;
    this.hide(-1);
    this.#obstacles.begin(scope.set, shape);
    this.#grown.capture();
    const { box } = shape;
    let squared = 0;
    for (let axis = 0; axis < axes; axis++) {
      const width = box[axes + axis] - box[axis];
      squared += width * width;
    }
    this.size = Math.sqrt(squared);
    this.#nearby.size = this.size;
    this.#around[0] = this.aroundPart * this.size;
    this.#nearby.ahead = Math.min(this.reach[0], this.size) + this.#around[0];
    this.#nearby.forget();
  }

  /** Returns the colliders around the mover at a position, and maybe others; valid until the next question. */
  listAround(position: Vector): IndexList {
    this.#grown.put(position, this.#around);
    this.#nearby.cover(this.#scope!, this.#filter!, this.shape.box, NO_MOTION);
    return this.#nearby.slots;
  }

  /** Drops the references to the world. */
  end(): void {
    this.#scope = undefined;
    this.#filter = undefined;
    this.#cast.forget();
    this.#ray.forget();
  }

  /** Makes the next sweeps ask again about the pieces that were refused or passed through. */
  protected forgetRefused(): void {
    this.#refused.count = 0;
  }

  /**
   * Notes the piece that the mover stands on before this move. If it is a one-way tile, the mover does not fall through
   * the other one-way tiles of its row during the move.
   */
  standOn(slot: number, child: number): void {
    this.#stoodOn = slot;
    this.#stoodOnChild = child;
    this.#obstacles.expect(slot, child);
  }

  findEntry(slot: number, position: Vector, motion: Vector): boolean {
    const cast = this.#cast;
    const { hit } = this;
    addVectors(from, position, motion);
    scaleVector(back, BACKWARDS, motion);
    this.#grown.put(from, NO_GROWTH);
    cast.initialOverlap = 'ignore';
    this.#setWay(cast, back);
    reserveIndices(this.#one, 1)[0] = slot;
    this.#one.count = 1;
    cast.runAmong(this.#scope!.set, this.#one);
    const { hit: met } = cast;
    this.depth = 0;
    if (met.slot < 0 || !this.accepts(met.slot, met.child, met)) return false;
    copyHit(hit, met);
    return true;
  }

  /** Returns whether a collider still has a piece that the mover remembers. */
  hasPiece(slot: number, child: number): boolean {
    return child === ALL_PIECES || this.#routines.hasPiece(this.#scope!.set, slot, child);
  }

  holdOnSide(slot: number, child: number, normal: Vector): void {
    this.#held.add(slot, child, normal);
  }

  /**
   * Makes `touch` treat the mover as being in a piece as long as the mover is behind the side of the piece that it is
   * held on, even if the piece has moved on past the mover.
   */
  keepBefore(slot: number, child: number): void {
    const passed = this.#passed;
    const items = reserveIndices(passed, 2);
    items[passed.count++] = slot;
    items[passed.count++] = child;
  }

  /**
   * Writes how far the mover, as it is placed and grown, is beyond the piece of a contact, along the side of the piece
   * that the mover is held on, as `MoverRoutines.measureSide` does. Returns false where the mover is held on no side.
   */
  protected measureHeld(out: Float64Array, row: number): boolean {
    const { slots, children, normals } = this.contacts;
    for (let k = 0; k < VECTOR_STRIDE; k++) side[k] = normals[row * VECTOR_STRIDE + k];
    const i = this.#held.findMet(slots[row], children[row], side);
    if (i < 0) return false;
    const at = i * VECTOR_STRIDE;
    this.#routines.measureSide(out, this.#scope!.set, slots[row], children[row], this.#held.normals, at, this.shape);
    return true;
  }

  get sideCount(): number {
    return this.#held.count;
  }

  releaseSides(count: number): void {
    this.#held.keepFirst(count);
  }

  opposesHeld(hit: SweepHit): boolean {
    return this.#held.opposes(hit);
  }

  /**
   * Is called last for each piece that is met; `depth` says how deep the mover is in it already. Here every piece
   * counts.
   */
  protected accepts(_slot: number, _child: number, _hit: QueryHit): boolean {
    return true;
  }

  /** To be called after a function of the game, such as `accept`, was asked and has changed the world. */
  protected lookAgain(): void {
    this.#nearby.forget();
  }

  hide(slot: number): void {
    this.#cast.hidden = slot;
    this.#ray.hidden = slot;
  }

  sweep(position: Vector, motion: Vector, clearance: Scalar, start: SweepStart): boolean {
    const cast = this.#cast;
    const { hit } = this;
    for (;;) {
      // A callback of the game, called below, may have used this shape for another move: so all is set again.
      this.#grown.put(position, clearance);
      this.depth = 0;
      cast.initialOverlap = start;
      const met = this.#meetFirst(motion, clearance);
      if (met.slot < 0) return false;
      const { slot, child } = met;
      if (!this.accepts(slot, child, met)) {
        refusePiece(this.#refused, slot, child);
        continue;
      }
      copyHit(hit, met);
      return true;
    }
  }

  /** Returns the hit of what the mover meets first; its slot is −1 if the mover meets nothing. */
  #meetFirst(motion: Vector, clearance: Scalar): QueryHit {
    const scope = this.#scope!;
    const cast = this.#cast;
    const first = this.#first;
    const obstacles = this.#obstacles;
    this.#setWay(cast, motion);
    // A long way is cast through the hierarchies.
    if (!this.#nearby.find(scope, this.#filter!, this.shape.box, motion)) {
      cast.run(scope, 'closest', this.#filter!);
      return cast.hit;
    }
    obstacles.sweep(first, scope.set, this.#nearby, cast, motion, clearance);
    const { left } = obstacles;
    if (left.count === 0) return first;
    cast.runAmong(scope.set, left);
    return first.slot >= 0 && cast.comesFirst(scope.set, first, cast.hit) ? first : cast.hit;
  }

  touch(position: Vector, clearance: Scalar): void {
    const { contacts } = this;
    const { hit } = this.#cast;
    const { set } = this.#scope!;
    this.#grown.put(position, clearance);
    this.#nearby.find(this.#scope!, this.#filter!, this.shape.box, NO_MOTION);
    this.#obstacles.touch(set, this.#nearby, clearance);
    contacts.count = 0;
    const near = this.#obstacles.left;
    if (near.count > 0) this.#routines.collider.collideAmong(contacts, set, near, this.shape, NO_MARGIN);
    let kept = 0;
    for (let i = 0; i < contacts.count; i++) {
      const slot = contacts.slots[i];
      const child = contacts.children[i];
      if (slot === this.#cast.hidden || isRefusedPiece(this.#refused, slot, child)) continue;
      this.#readContact(hit, i, clearance);
      if (this.#passesThrough(slot, child, clearance)) continue;
      if (this.accepts(slot, child, hit)) {
        if (i > kept) swapRows(contacts, i, kept);
        kept++;
      } else refusePiece(this.#refused, slot, child);
    }
    contacts.count = kept;
    this.#turnHeld();
    if (this.#passed.count > 0) this.#addPassed(position, clearance);
  }

  leadsAcross(direction: Vector): boolean {
    const { normals } = this.contacts;
    const { items, count } = this.#turned;
    for (let i = 0; i < count; i++) {
      const at = items[i] * VECTOR_STRIDE;
      const across = normals[at] * direction[0] + normals[at + 1] * direction[1] + normals[at + 2] * direction[2];
      if (across < 0) return true;
    }
    const held = this.#held;
    for (let i = 0; i < held.count; i++) if (held.isCrossed(i, direction) && this.#touches(held.slotAt(i))) return true;
    return false;
  }

  #touches(slot: number): boolean {
    const { slots, count } = this.contacts;
    for (let row = 0; row < count; row++) if (slots[row] === slot) return true;
    return false;
  }

  /** Gives contacts with colliders on a side of which the mover is held the normal of that side. */
  #turnHeld(): void {
    const { contacts, axes } = this;
    const turned = this.#turned;
    turned.count = 0;
    const rows = reserveIndices(turned, contacts.count);
    for (let row = 0; row < contacts.count; row++) {
      if (!this.measureHeld(found, row)) continue;
      for (let axis = 0; axis < axes; axis++) contacts.normals[row * VECTOR_STRIDE + axis] = found[axis];
      contacts.separations[row] = found[axes];
      rows[turned.count++] = row;
    }
  }

  /**
   * Adds contacts with the colliders in front of which the mover is kept, and which it is behind without overlapping
   * them. The depth is the distance from the mover to where it would meet the collider from in front. A collider that
   * it would not meet from there has let the mover leave sideways, and gets no contact.
   */
  #addPassed(position: Vector, clearance: Scalar): void {
    const { contacts } = this;
    const { items, count } = this.#passed;
    const turned = this.#turned;
    const rows = reserveIndices(turned, count);
    for (let i = 0; i < count; i += 2) {
      const slot = items[i];
      const child = items[i + 1];
      if (slot === this.#cast.hidden || isRefusedPiece(this.#refused, slot, child) || this.#touches(slot)) continue;
      if (!this.isBehind(slot, child, position)) continue;
      writeLength(behind, before);
      behind[0] *= 1 - this.hit.fraction;
      const row = addShapeContact(contacts, slot, this.hit.child);
      for (let k = 0; k < VECTOR_STRIDE; k++) contacts.normals[row * VECTOR_STRIDE + k] = side[k];
      contacts.separations[row] = -behind[0] - clearance[0];
      rows[turned.count++] = row;
    }
  }

  /**
   * Returns whether a mover at a position, where it does not overlap a collider, would meet that collider when coming
   * from in front: from the side of the piece, or of all of the collider, that the mover is held on. The hit is the
   * place where it would meet it.
   */
  isBehind(slot: number, child: number, position: Vector): boolean {
    const held = this.#held;
    const at = held.find(slot, child) * VECTOR_STRIDE;
    for (let k = 0; k < VECTOR_STRIDE; k++) side[k] = held.normals[at + k];
    this.#writeInFront(before, slot, child, position);
    return this.findEntry(slot, position, before);
  }

  /** Writes a way along `side` from the mover at a position to where all of a collider is behind it. */
  #writeInFront(out: Vector, slot: number, child: number, position: Vector): void {
    const { axes } = this;
    const { bounds, boundsStride } = this.#scope!.set;
    this.writeBehind(behind, width, slot, child, position);
    let far = 0;
    for (let axis = 0; axis < axes; axis++) {
      const bound = bounds[slot * boundsStride + (side[axis] > 0 ? axes : 0) + axis];
      if (side[axis] !== 0) far += (bound - position[axis]) * side[axis];
    }
    // A half-plane has no bounds. Those of a collider of many pieces, as of a whole level, may hold other pieces in
    // front of this one, as the floor of a cave is in front of its ceiling.
    const isWhole = child === ALL_PIECES && far < Infinity;
    behind[0] = Math.max(isWhole ? far : behind[0], 0) + width[0];
    scaleVector(out, behind, side);
  }

  /** Puts the shape, as large as it is, at a position. */
  placeAt(position: Vector): void {
    this.#grown.put(position, NO_GROWTH);
  }

  /**
   * Writes how far the mover at a position is behind the side of a piece that it is held on, negative for a mover in
   * front of it, and how wide the mover is along the direction of that side.
   */
  writeBehind(behind: Scalar, width: Scalar, slot: number, child: number, position: Vector): void {
    const { axes } = this;
    this.placeAt(position);
    const held = this.#held;
    const at = held.find(slot, child) * VECTOR_STRIDE;
    this.#routines.measureSide(found, this.#scope!.set, slot, child, held.normals, at, this.shape);
    behind[0] = -found[axes];
    for (let k = 0; k < VECTOR_STRIDE; k++) sideways[k] = k < axes ? found[k] : 0;
    this.#routines.writeReachBelow(width, this.shape, sideways);
    for (let k = 0; k < VECTOR_STRIDE; k++) sideways[k] = 0 - sideways[k];
    this.#routines.writeReachBelow(downward, this.shape, sideways);
    width[0] += downward[0];
  }

  findSurface(normal: Vector, point: Vector, up: Vector, along: Vector, drop: Float64Array): boolean {
    const ray = this.#ray;
    for (let k = 0; k < VECTOR_STRIDE; k++) place[k] = point[k] + drop[1] * along[k] + drop[0] * up[k];
    this.#routines.putPoint(ray.mover, place, 0);
    downward[0] = -2 * drop[0];
    scaleVector(down, downward, up);
    this.#setWay(ray, down);
    if (this.#nearby.find(this.#scope!, this.#filter!, ray.mover.box, down))
      ray.runAmong(this.#scope!.set, this.#nearby.met);
    else ray.run(this.#scope!, 'closest', this.#filter!);
    if (ray.hit.slot < 0) return false;
    normal[0] = ray.hit.normalX;
    normal[1] = ray.hit.normalY;
    normal[2] = ray.hit.normalZ;
    return true;
  }

  writeReachBelow(out: Scalar, up: Vector): void {
    const { shape } = this;
    // The shape is put back to its own size: it may still be grown from the last sweep.
    place[0] = shape.x;
    place[1] = shape.y;
    place[2] = shape.z;
    this.#grown.put(place, NO_GROWTH);
    this.#routines.writeReachBelow(out, shape, up);
  }

  /** Returns whether the mover is in a piece that lets movers inside of it through: see `MoverRoutines.letsThrough`. */
  #passesThrough(slot: number, child: number, clearance: Scalar): boolean {
    const { letsThrough } = this.#routines;
    if (letsThrough === undefined || !(this.depth > STILL * clearance[0])) return false;
    return letsThrough(this.#scope!.set, slot, child, this.#stoodOn, this.#stoodOnChild);
  }

  #readContact(hit: QueryHit, row: number, clearance: Scalar): void {
    const { contacts, axes } = this;
    const at = row * SHAPE_POINTS_STRIDE;
    // The middle between the grown shape and the surface lies half of their depth off the surface.
    const off = contacts.separations[row] / 2;
    hit.slot = contacts.slots[row];
    hit.child = contacts.children[row];
    hit.normalX = contacts.normals[row * VECTOR_STRIDE];
    hit.normalY = contacts.normals[row * VECTOR_STRIDE + 1];
    hit.x = contacts.points[at] - off * hit.normalX;
    hit.y = contacts.points[at + 1] - off * hit.normalY;
    if (axes === 3) {
      hit.normalZ = contacts.normals[row * VECTOR_STRIDE + 2];
      hit.z = contacts.points[at + 2] - off * hit.normalZ;
    }
    hit.fraction = 0;
    this.depth = 0 - contacts.separations[row] - clearance[0];
  }

  #setWay({ way }: MoverCast<Set, Piece>, motion: Vector): void {
    const { axes } = this;
    const at = directionAt(axes);
    for (let axis = 0; axis < axes; axis++) way[at + axis] = motion[axis];
    way[limitAt(axes)] = 1;
  }
}

function copyHit(to: SweepHit, { slot, child, fraction, x, y, z, normalX, normalY, normalZ }: QueryHit): void {
  to.slot = slot;
  to.child = child;
  to.fraction = fraction;
  to.point[0] = x;
  to.point[1] = y;
  to.point[2] = z;
  to.normal[0] = normalX;
  to.normal[1] = normalY;
  to.normal[2] = normalZ;
}

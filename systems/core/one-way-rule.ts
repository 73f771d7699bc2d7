import { isAskedAgain } from '../../src/core/broad-phase/asked-again.ts';
import type { ColliderSet } from '../../src/core/collider-set.ts';
import { findSlot, SLOT_LIVE } from '../../src/core/collider-slots.ts';
import {
  CONTACT_CHILDREN,
  CONTACT_POINT_COUNT_MASK,
  CONTACT_TOUCHING,
  childAOf,
  childBOf,
  isRefused,
  setFeatureOrExtra,
} from '../../src/core/contact-list.ts';
import { requireFinite } from '../../src/core/errors.ts';
import { createIndexList, findSorted, reserveIndices } from '../../src/core/index-list.ts';
import { noteChangedRow } from '../../src/core/keep-contacts.ts';
import {
  isOnSide,
  LEAST_FACING,
  SLACK,
  SLACK_OF_NEW,
  sideGapAt,
  sideLength,
  sidePointAt,
  WHOLE,
} from '../../src/core/one-way-side.ts';
import type { QueryShape } from '../../src/core/queries/query-shape.ts';
import { countPairsBefore } from '../../src/core/swept/swept-memory.ts';
import { fixedMembers, type Members } from './adapter/members.ts';
import type { CollisionState } from './collision-state.ts';
import type { Feature } from './feature.ts';
import { ONE_WAY, type OneWayGate, type SideColumns } from './one-way.ts';
import { OneWayMemory } from './one-way-memory.ts';
import type { OneWaySides } from './one-way-sides.ts';
import { roomFor, roomForFractions, type SavedColumns, savedColumn } from './time/saved-columns.ts';

/**
 * The cosine between a surface's normal and the solid side below which the surface faces away from that side. It is a
 * little above 0, so that a surface at right angles to the solid side faces away whichever way its normal is rounded.
 */
const ACROSS = 1e-9;

/** The columns of the component in the order of the axes. */
const NORMALS = ['normalX', 'normalY', 'normalZ'] as const;

/**
 * Refuses contacts between a one-way collider and a collider that did not come from its solid side. The contact of a
 * collider that did come from there stays for as long as the two touch: a rising platform keeps its rider, however deep
 * the rider is in it.
 */
export class OneWayRule<Set extends ColliderSet, Piece, One = Piece> implements OneWayGate<SideColumns> {
  readonly component: SideColumns;
  readonly #memory: OneWayMemory<Set>;
  /** The normal, away from the collider, at which a cast has met something; zero where it began in contact. */
  readonly met: Float64Array;
  readonly #sides: OneWaySides<Set, Piece, One>;
  readonly #state: CollisionState<Set>;
  readonly #members: Members;
  readonly #axes: number;
  readonly #side: Float64Array;
  readonly #turn: Float64Array;
  readonly #origin: Float64Array;
  /** The result of `measureSide`, see one-way-side.ts, and where the distance and the point are in it. */
  readonly #found: Float64Array;
  readonly #gapAt: number;
  readonly #pointAt: number;
  readonly #one: One;
  readonly #others: Piece[] = [];
  /** The rows whose contact the rule has replaced, in ascending order, and the version of the list they belong to. */
  readonly #turned = createIndexList(1);
  #turnedVersion = -1;

  constructor(
    sides: OneWaySides<Set, Piece, One>,
    state: CollisionState<Set>,
    component: SideColumns,
    members: Members,
  ) {
    const { axes } = state.dimension;
    this.component = component;
    this.#sides = sides;
    this.#state = state;
    this.#members = members;
    this.#memory = new OneWayMemory(sides, state, this);
    this.#axes = axes;
    this.met = new Float64Array(axes);
    this.#side = new Float64Array(axes);
    this.#turn = new Float64Array(sides.turnLength);
    this.#origin = new Float64Array(axes);
    this.#gapAt = sideGapAt(axes);
    this.#pointAt = sidePointAt(axes);
    this.#found = new Float64Array(sideLength(axes));
    this.#one = sides.createOneWay();
  }

  isOneWay(slot: number): boolean {
    return this.#members.list.length > 0 && this.#members.has(this.#state.set.slots.index[slot]);
  }

  begin(): void {}

  requireValid(): void {
    const { list } = this.#members;
    const { normalX, normalY, normalZ } = this.component;
    for (let i = 0; i < list.length; i++) {
      const index = list[i];
      const z = normalZ === undefined ? 0 : normalZ[index];
      if (!Number.isFinite(normalX[index] + normalY[index]) || !Number.isFinite(z)) this.#requireFinite();
    }
  }

  accepts(row: number, before: number): boolean {
    if (this.#members.list.length === 0) return true;
    const { contacts, candidates } = this.#state;
    const a = contacts.slotA[row];
    const b = contacts.slotB[row];
    const isOneA = this.isOneWay(a);
    const isOneB = this.isOneWay(b);
    if (!(isOneA || isOneB) || (contacts.flags[row] & CONTACT_POINT_COUNT_MASK) === 0) return true;
    const isHeld = before >= 0 && !isRefused(contacts.previous.flags[before]) && !isAskedAgain(candidates, a, b);
    const childA = childAOf(contacts, row);
    const childB = childBOf(contacts, row);
    if (isOneA && !this.#isSolid(row, 1, isHeld, a, childA, b, childB)) return false;
    if (isOneB && !this.#isSolid(row, -1, isHeld, b, childB, a, childA)) return false;
    // A normal that faces away from the side of a one-way collider is turned to that side. If it faces away from the
    // sides of two, it is turned to the side of the collider in which the other one is less deep, so that the order of
    // the two does not matter.
    const isOffA = isOneA && !this.#facesSide(row, 1, a);
    const isOffB = isOneB && !this.#facesSide(row, -1, b);
    if (isOffA && !(isOffB && this.#isLessDeep(b, childB, a, childA))) this.#turnContact(row, 1, a, childA, b, childB);
    else if (isOffB) this.#turnContact(row, -1, b, childB, a, childA);
    return true;
  }

  hasChanged(row: number): boolean {
    return (
      this.#turnedVersion === this.#state.contacts.version &&
      findSorted(this.#turned.items, this.#turned.count, row) >= 0
    );
  }

  end(): void {
    if (this.#members.list.length === 0) this.#memory.forget();
    else this.#memory.note();
  }

  save(columns: SavedColumns): void {
    this.#memory.save(columns);
  }

  restore(columns: SavedColumns): void {
    this.#memory.restore(columns);
  }

  record(columns: SavedColumns): void {
    const { index, state, end } = this.#state.set.slots;
    const { component } = this;
    const axes = this.#axes;
    const list = roomFor(columns, 'oneWay.indices', this.#members.list.length);
    const normals = roomForFractions(columns, 'oneWay.normals', axes * this.#members.list.length);
    let count = 0;
    for (let slot = 0; slot < end; slot++) {
      if (state[slot] !== SLOT_LIVE || !this.isOneWay(slot)) continue;
      for (let axis = 0; axis < axes; axis++) normals[axes * count + axis] = component[NORMALS[axis]]![index[slot]];
      list.values[count++] = index[slot];
    }
    list.count = count;
    this.save(columns);
  }

  inThePast(past: CollisionState, columns: SavedColumns): Feature<OneWayGate<unknown>> | undefined {
    if (!columns.has('oneWay.indices')) return undefined;
    const { values, count } = savedColumn(columns, 'oneWay.indices');
    const normals = savedColumn(columns, 'oneWay.normals').values;
    const list = Array.from(values.subarray(0, count));
    const axes = this.#axes;
    const component = Object.fromEntries(
      NORMALS.slice(0, axes).map((name, axis) => {
        const column: number[] = [];
        for (let i = 0; i < count; i++) column[values[i]] = normals[axes * i + axis];
        return [name, column];
      }),
    );
    const rule = new OneWayRule(
      this.#sides,
      past as CollisionState<Set>,
      component as unknown as SideColumns,
      fixedMembers(list),
    );
    rule.restore(columns);
    return { key: ONE_WAY, value: rule };
  }

  /**
   * Returns whether a one-way collider, or one of its children, stops a shape at its present place; `caster` is its
   * slot, −1 for a shape that is not in the world, and `met` is the normal that the cast has met.
   */
  stops(shape: QueryShape<Piece>, caster: number, slot: number, child: number): boolean {
    if (!this.isOneWay(slot)) return true;
    const { candidates } = this.#state;
    if (!this.#readSide(slot)) return true;
    // The normal of a query leads away from the collider, as `#facesMet` expects it.
    if (this.#hasMet() && !this.#facesMet(ACROSS)) return false;
    this.#measureShape(this.#found, shape, slot, child);
    if (isOnSide(this.#found, this.#axes, SLACK)) return true;
    if (this.#sides.makesSheet(this.#state.set, slot)) {
      this.#sides.measureRims(this.#found, this.#one, this.#side, shape.pieces, shape.count);
      if (this.#facesMet(LEAST_FACING)) {
        this.#sides.measureAlong(this.#found, this.#one, this.met, shape.pieces, shape.count);
      }
      if (isOnSide(this.#found, this.#axes, SLACK)) return true;
    }
    if (caster < 0 || !(this.#memory.knows(caster) && this.#memory.knows(slot))) return false;
    // The place it came from does not decide alone: for an entity that has been reconsidered, its present place does.
    if (isAskedAgain(candidates, caster, slot)) return false;
    this.#measure(this.#memory.poses, slot, child, caster, WHOLE);
    return isOnSide(this.#found, this.#axes, SLACK);
  }

  /**
   * Measures how far a shape at its present place is beyond a one-way collider, or one of its children, in the
   * direction of the solid side, as `measureSide` does. Returns false where `met` faces that side, or there is none.
   */
  measureAcross(out: Float64Array, shape: QueryShape<Piece>, slot: number, child: number): boolean {
    if (!this.isOneWay(slot) || !this.#readSide(slot) || this.#facesMet(LEAST_FACING)) return false;
    this.#measureShape(out, shape, slot, child);
    return true;
  }

  /** Returns whether the one-way collider of a contact is solid to the other; sign −1 when that is its B. */
  #isSolid(
    row: number,
    sign: 1 | -1,
    isHeld: boolean,
    one: number,
    oneChild: number,
    other: number,
    otherChild: number,
  ): boolean {
    const { set, candidates } = this.#state;
    const sides = this.#sides;
    if (!this.#readSide(one)) return true;
    // `acceptContact` may have removed a tile from the map since.
    if (!sides.hasPiece(set, one, oneChild) || !sides.hasPiece(set, other, otherChild)) return false;
    if (isHeld) return true;
    const isOld = this.#memory.knows(one) && this.#memory.knows(other);
    const isAgain = isAskedAgain(candidates, one, other);
    const slack = isOld || isAgain ? SLACK : SLACK_OF_NEW;
    const count = this.#measure(isOld && !isAgain ? this.#memory.poses : set.poses, one, oneChild, other, otherChild);
    if (isOnSide(this.#found, this.#axes, slack)) return true;
    // Where pieces of a sheet make a ridge, a body can move onto the next piece without having been above the line or
    // plane of it. So a body is also in front if it is so along a direction that the rims face, which face all around,
    // or along the contact's normal.
    if (!sides.makesSheet(set, one)) return false;
    sides.measureRims(this.#found, this.#one, this.#side, this.#others, count);
    if (isOnSide(this.#found, this.#axes, slack)) return true;
    if (!this.#facesSide(row, sign, one)) return false;
    this.#measureFromContact(row, one, count);
    if (isOnSide(this.#found, this.#axes, slack)) return true;
    // A body that is held by one piece may move onto the next one. It must not be deep in it: then it reaches through
    // the sheet.
    if (!isOld || isAgain || !this.#isPairHeld(one, other)) return false;
    this.#measure(set.poses, one, oneChild, other, otherChild);
    return isOnSide(this.#found, this.#axes, SLACK_OF_NEW);
  }

  /**
   * Measures how far the pieces that have been loaded are beyond the surface of a one-way collider at a contact with
   * it, along the contact's normal, which is in `met`.
   */
  #measureFromContact(row: number, one: number, count: number): void {
    const { met } = this;
    const found = this.#found;
    const axes = this.#axes;
    const { poses } = this.#state.set;
    const { poseStride, placeAt } = this.#sides;
    const { manifolds, manifoldStride } = this.#state.contacts;
    const point = row * manifoldStride + axes;
    const place = one * poseStride + placeAt;
    found[this.#gapAt] = -Infinity;
    this.#sides.measureAlong(found, this.#one, met, this.#others, count);
    let gap = manifolds[point + axes] / 2;
    for (let axis = 0; axis < axes; axis++) {
      gap += (found[this.#pointAt + axis] - manifolds[point + axis] + poses[place + axis]) * met[axis];
    }
    found[this.#gapAt] = gap;
  }

  /** Returns whether two colliders had any contact in the tick before that was not refused. */
  #isPairHeld(one: number, other: number): boolean {
    const { contacts, set } = this.#state;
    const { previous } = contacts;
    const { index, rank } = set.slots;
    const a = index[one] < index[other] ? one : other;
    const b = a === one ? other : one;
    let row = countPairsBefore(previous, rank, a, b);
    for (; row < previous.count && previous.slotA[row] === a && previous.slotB[row] === b; row++) {
      if (!isRefused(previous.flags[row])) return true;
    }
    return false;
  }

  /** Returns whether a contact pushes to the side of its one-way collider; sign −1 when that is its B. */
  #facesSide(row: number, sign: 1 | -1, one: number): boolean {
    if (!this.#readSide(one)) return true;
    const { met } = this;
    const { manifolds, manifoldStride } = this.#state.contacts;
    for (let axis = 0; axis < this.#axes; axis++) met[axis] = sign * manifolds[row * manifoldStride + axis];
    return this.#facesMet(LEAST_FACING);
  }

  /**
   * Returns whether, of two one-way colliders, the way out of the first to its side is shorter than the way out of the
   * other.
   */
  #isLessDeep(one: number, oneChild: number, other: number, otherChild: number): boolean {
    const { poses } = this.#state.set;
    this.#measure(poses, other, otherChild, one, oneChild);
    const gap = this.#found[this.#gapAt];
    this.#measure(poses, one, oneChild, other, otherChild);
    return this.#found[this.#gapAt] > gap;
  }

  /** Measures where a placed shape is relative to a one-way piece at its present place, whose side has been read. */
  #measureShape(out: Float64Array, shape: QueryShape<Piece>, slot: number, child: number): void {
    const { set } = this.#state;
    const origin = this.#origin;
    origin[0] = shape.x;
    origin[1] = shape.y;
    if (this.#axes === 3) origin[2] = shape.z;
    this.#sides.loadOneWay(this.#one, set, set.poses, slot, child, origin);
    this.#sides.measureSide(out, this.#one, this.#side, shape.pieces, shape.count);
  }

  /**
   * Measures where a piece of another collider is to a one-way one, at these poses. Returns how many pieces the other
   * one has been given.
   */
  #measure(poses: Float64Array, one: number, oneChild: number, other: number, otherChild: number): number {
    const { set } = this.#state;
    const sides = this.#sides;
    const origin = this.#origin;
    this.#takeSizes(poses, one);
    this.#takeSizes(poses, other);
    const place = one * sides.poseStride + sides.placeAt;
    for (let axis = 0; axis < this.#axes; axis++) origin[axis] = poses[place + axis];
    sides.loadOneWay(this.#one, set, poses, one, oneChild, origin);
    // All pieces of a solid must be on the side that is open: when its head is in contact, its feet count too.
    const count = sides.loadSolid(this.#others, set, poses, other, otherChild, origin);
    this.#readSide(one, poses);
    sides.measureSide(this.#found, this.#one, this.#side, this.#others, count);
    return count;
  }

  /** Gives a collider its present half extents: an earlier pose may hold the extents of the slot's former collider. */
  #takeSizes(poses: Float64Array, slot: number): void {
    const now = this.#state.set.poses;
    const { poseStride, sizesAt, sizesEnd } = this.#sides;
    const at = slot * poseStride;
    for (let k = at + sizesAt; k < at + sizesEnd; k++) poses[k] = now[k];
  }

  /**
   * Gives a contact a single point, which pushes to the solid side of its one-way collider, even if the shortest way
   * out is another one; sign −1 when that is its B.
   */
  #turnContact(row: number, sign: 1 | -1, one: number, oneChild: number, other: number, otherChild: number): void {
    const { contacts, set } = this.#state;
    const { manifolds, manifoldStride, flags } = contacts;
    this.#measure(set.poses, one, oneChild, other, otherChild);
    const found = this.#found;
    const axes = this.#axes;
    const gap = found[this.#gapAt];
    // No surface of the collider faces its solid side.
    if (gap === -Infinity) return;
    noteChangedRow(contacts, row, set.slots);
    if (this.#turnedVersion !== contacts.version) this.#turned.count = 0;
    this.#turnedVersion = contacts.version;
    reserveIndices(this.#turned, 1)[this.#turned.count++] = row;
    const at = row * manifoldStride;
    for (let axis = 0; axis < axes; axis++) {
      manifolds[at + axis] = sign * found[axis];
      manifolds[at + axes + axis] = this.#origin[axis] + found[this.#pointAt + axis] - (gap / 2) * found[axis];
    }
    manifolds[at + axes + axes] = gap;
    flags[row] = (flags[row] & CONTACT_CHILDREN) | (gap <= 0 ? 1 | CONTACT_TOUCHING : 1);
    setFeatureOrExtra(contacts, row, 0);
  }

  /** Writes the direction of a collider's solid side; false when it has none. */
  #readSide(slot: number, poses: Float64Array = this.#state.set.poses): boolean {
    const { normalX, normalY, normalZ } = this.component;
    const { set } = this.#state;
    const sides = this.#sides;
    const index = set.slots.index[slot];
    const side = this.#side;
    side[0] = normalX[index];
    side[1] = normalY[index];
    if (normalZ !== undefined) side[2] = normalZ[index];
    if (poses === set.poses) {
      sides.writeTurn(this.#turn, 0, set, slot);
      sides.turnDirection(side, this.#turn, 0);
    } else {
      sides.turnDirection(side, poses, slot * sides.poseStride + sides.turnAt);
    }
    return isDirection(side);
  }

  /** Returns whether a cast has met a surface, rather than begun in contact. */
  #hasMet(): boolean {
    return isDirection(this.met);
  }

  /** Returns whether the normal that has been met faces the solid side by more than a cosine. */
  #facesMet(cosine: number): boolean {
    const { met } = this;
    const side = this.#side;
    const along = met[0] * side[0] + met[1] * side[1];
    return (this.#axes === 3 ? along + met[2] * side[2] : along) > cosine;
  }

  /**
   * Requires that the side of every one-way collider is a direction. @throws CollisionError naming the first collider,
   * by entity index, whose side is none.
   */
  #requireFinite(): void {
    const { slots } = this.#state.set;
    for (const index of [...this.#members.list].sort((a, b) => a - b)) {
      const slot = findSlot(slots, index);
      if (slot < 0) continue;
      for (let axis = 0; axis < this.#axes; axis++) {
        const name = NORMALS[axis];
        requireFinite(`OneWay.${name} of entity ${slots.entity[slot]}`, this.component[name]![index]);
      }
    }
  }
}

function isDirection(vector: Float64Array): boolean {
  return vector[0] !== 0 || vector[1] !== 0 || (vector.length === 3 && vector[2] !== 0);
}

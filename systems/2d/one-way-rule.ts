import type { OneWayStore } from '../../components/2d/one-way.ts';
import {
  type ColliderSet,
  POSE_COS,
  POSE_HALF_HEIGHT,
  POSE_HALF_WIDTH,
  POSE_STRIDE,
  POSE_X,
  POSE_Y,
} from '../../src/2d/collider-set.ts';
import {
  CONTACT_NORMAL_X,
  CONTACT_NORMAL_Y,
  CONTACT_POINTS,
  CONTACT_SEPARATION,
} from '../../src/2d/geometry/contact/contact-layout.ts';
import {
  isOnSide,
  LEAST_FACING,
  loadPieceAt,
  measureSide,
  SIDE_GAP,
  SIDE_LENGTH,
  SIDE_POINT,
  SLACK,
  SLACK_OF_NEW,
  turnDirection,
  writeTurn,
} from '../../src/2d/narrow-phase/came-from-side.ts';
import { ROW_STRIDE } from '../../src/2d/narrow-phase/emit-contact.ts';
import type { QueryShape } from '../../src/2d/queries/query-shape.ts';
import { createPlacedPiece, type PlacedPiece } from '../../src/2d/shapes/placed-piece.ts';
import { isAskedAgain } from '../../src/core/broad-phase/asked-again.ts';
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
import { compositeOf } from '../../src/core/shapes/registered-of.ts';
import type { Members } from '../core/adapter/members.ts';
import type { CollisionState } from '../core/collision-state.ts';
import type { Feature } from '../core/feature.ts';
import { ONE_WAY, type OneWayGate } from '../core/one-way.ts';
import { OneWayMemory, type TurnedPoses } from '../core/one-way-memory.ts';
import { roomFor, roomForFractions, type SavedColumns, savedColumn } from '../core/time/saved-columns.ts';

const poses: TurnedPoses<ColliderSet> = {
  poseStride: POSE_STRIDE,
  placeAt: POSE_X,
  turnAt: POSE_COS,
  turnLength: 2,
  writeTurn,
};

/**
 * Refuses contacts with one-way colliders of whatever did not come from their solid side. A contact of what did stays
 * for as long as the two touch: a rising platform keeps its rider, however deep it is in it.
 */
export class OneWayRule implements OneWayGate<OneWayStore> {
  readonly component: OneWayStore;
  readonly #memory: OneWayMemory<ColliderSet>;
  /** The normal, away from the collider, at which a cast has met something; (0, 0) where it began in contact. */
  readonly met = new Float64Array(2);
  readonly #state: CollisionState<ColliderSet>;
  readonly #members: Members;
  readonly #side = new Float64Array(2);
  readonly #turn = new Float64Array(2);
  readonly #origin = new Float64Array(2);
  readonly #found = new Float64Array(SIDE_LENGTH);
  readonly #one = createPlacedPiece(8);
  readonly #others: PlacedPiece[] = [createPlacedPiece(8)];
  /** The rows whose contact the rule has replaced, in ascending order, and the version of the list they belong to. */
  readonly #turned = createIndexList(1);
  #turnedVersion = -1;

  constructor(state: CollisionState<ColliderSet>, component: OneWayStore, members: Members) {
    this.component = component;
    this.#state = state;
    this.#members = members;
    this.#memory = new OneWayMemory(poses, state, this);
  }

  isOneWay(slot: number): boolean {
    return this.#members.list.length > 0 && this.#members.has(this.#state.set.slots.index[slot]);
  }

  begin(): void {}

  requireValid(): void {
    const { list } = this.#members;
    const { normalX, normalY } = this.component;
    for (let i = 0; i < list.length; i++) {
      if (!Number.isFinite(normalX[list[i]] + normalY[list[i]])) this.#requireFinite();
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
    if (isOneA && !this.#isSolid(isHeld, a, childA, b, childB)) return false;
    if (isOneB && !this.#isSolid(isHeld, b, childB, a, childA)) return false;
    // A normal that faces off the side of a one-way collider is turned to that side. Where it faces off the sides of
    // two, it is turned to that of the collider in which the other one is less deep, so that neither comes first.
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
    const { normalX, normalY } = this.component;
    const list = roomFor(columns, 'oneWay.indices', this.#members.list.length);
    const normals = roomForFractions(columns, 'oneWay.normals', 2 * this.#members.list.length);
    let count = 0;
    for (let slot = 0; slot < end; slot++) {
      if (state[slot] !== SLOT_LIVE || !this.isOneWay(slot)) continue;
      normals[2 * count] = normalX[index[slot]];
      normals[2 * count + 1] = normalY[index[slot]];
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
    const [normalX, normalY]: number[][] = [[], []];
    for (let i = 0; i < count; i++) {
      normalX[values[i]] = normals[2 * i];
      normalY[values[i]] = normals[2 * i + 1];
    }
    const component = { normalX, normalY } as unknown as OneWayStore;
    const indices = new Set(list);
    const members = { list, has: (index: number) => indices.has(index) };
    const rule = new OneWayRule(past as CollisionState<ColliderSet>, component, members);
    rule.restore(columns);
    return { key: ONE_WAY, value: rule };
  }

  /**
   * Whether a one-way collider, or one of its children, stops a shape that is asked for where it stands; `caster` is
   * its slot, −1 for one that is not in the world, and `met` says where it has met it.
   */
  stops(shape: QueryShape, caster: number, slot: number, child: number): boolean {
    if (!this.isOneWay(slot)) return true;
    const { set, candidates } = this.#state;
    const side = this.#side;
    const origin = this.#origin;
    if (!this.#readSide(slot)) return true;
    // In the world's frame a normal is away from the collider, as here.
    if ((this.met[0] !== 0 || this.met[1] !== 0) && !this.#facesMet(0)) return false;
    origin[0] = shape.x;
    origin[1] = shape.y;
    loadPieceAt(this.#one, set, set.poses, slot, child, origin);
    measureSide(this.#found, this.#one, side, shape.pieces, shape.count);
    if (isOnSide(this.#found, SLACK)) return true;
    if (caster < 0 || !(this.#memory.knows(caster) && this.#memory.knows(slot))) return false;
    // The place it came from does not decide alone: an entity that has been reconsidered goes by where it is.
    if (isAskedAgain(candidates, caster, slot)) return false;
    this.#measure(this.#memory.poses, slot, child, caster, 0);
    return isOnSide(this.#found, SLACK);
  }

  /**
   * Measures how far a shape that is asked for where it stands is beyond a one-way collider, or one of its children,
   * along its solid side: as `measureSide`. Returns false where `met` faces that side, or there is none.
   */
  measureAcross(out: Float64Array, shape: QueryShape, slot: number, child: number): boolean {
    if (!this.isOneWay(slot) || !this.#readSide(slot) || this.#facesMet(LEAST_FACING)) return false;
    const { set } = this.#state;
    const origin = this.#origin;
    origin[0] = shape.x;
    origin[1] = shape.y;
    loadPieceAt(this.#one, set, set.poses, slot, child, origin);
    measureSide(out, this.#one, this.#side, shape.pieces, shape.count);
    return true;
  }

  /** Whether the one-way collider of a contact is solid to the other. */
  #isSolid(isHeld: boolean, one: number, oneChild: number, other: number, otherChild: number): boolean {
    const { set, candidates } = this.#state;
    if (!this.#readSide(one)) return true;
    // `acceptContact` may have taken a tile out of the map since.
    if (!hasPiece(set, one, oneChild) || !hasPiece(set, other, otherChild)) return false;
    if (isHeld) return true;
    const isOld = this.#memory.knows(one) && this.#memory.knows(other);
    const isAgain = isAskedAgain(candidates, one, other);
    this.#measure(isOld && !isAgain ? this.#memory.poses : set.poses, one, oneChild, other, otherChild);
    return isOnSide(this.#found, isOld || isAgain ? SLACK : SLACK_OF_NEW);
  }

  /** Whether a contact pushes to the side of its one-way collider; sign −1 when that is its B. */
  #facesSide(row: number, sign: 1 | -1, one: number): boolean {
    if (!this.#readSide(one)) return true;
    const { met } = this;
    const { manifolds } = this.#state.contacts;
    met[0] = sign * manifolds[row * ROW_STRIDE + CONTACT_NORMAL_X];
    met[1] = sign * manifolds[row * ROW_STRIDE + CONTACT_NORMAL_Y];
    return this.#facesMet(LEAST_FACING);
  }

  /**
   * Whether, of two one-way colliders, the way out of the first to its side is shorter than the way out of the other.
   */
  #isLessDeep(one: number, oneChild: number, other: number, otherChild: number): boolean {
    const { poses } = this.#state.set;
    this.#measure(poses, other, otherChild, one, oneChild);
    const gap = this.#found[SIDE_GAP];
    this.#measure(poses, one, oneChild, other, otherChild);
    return this.#found[SIDE_GAP] > gap;
  }

  /** Measures where a piece of another collider is to a one-way one, at these poses. */
  #measure(poses: Float64Array, one: number, oneChild: number, other: number, otherChild: number): void {
    const { set } = this.#state;
    const origin = this.#origin;
    this.#takeSizes(poses, one);
    this.#takeSizes(poses, other);
    origin[0] = poses[one * POSE_STRIDE + POSE_X];
    origin[1] = poses[one * POSE_STRIDE + POSE_Y];
    loadPieceAt(this.#one, set, poses, one, oneChild, origin);
    // All pieces of a solid must be on the side that is open: when its head is in contact, its feet count too.
    const composite = compositeOf(set, other);
    const isSolid = composite !== undefined && !composite.record.isLine && composite.record.grid === undefined;
    const count = isSolid ? composite.pieces : 1;
    const others = this.#others;
    for (let i = 0; i < count; i++) {
      if (i === others.length) others.push(createPlacedPiece(8));
      loadPieceAt(others[i], set, poses, other, count > 1 ? i : otherChild, origin);
    }
    this.#readSide(one, poses);
    measureSide(this.#found, this.#one, this.#side, others, count);
  }

  /** Gives a collider its present half extents: an earlier pose may hold the extents of the slot's former collider. */
  #takeSizes(poses: Float64Array, slot: number): void {
    const now = this.#state.set.poses;
    const at = slot * POSE_STRIDE;
    poses[at + POSE_HALF_WIDTH] = now[at + POSE_HALF_WIDTH];
    poses[at + POSE_HALF_HEIGHT] = now[at + POSE_HALF_HEIGHT];
  }

  /**
   * Makes a contact one of a single point, which pushes to the solid side of its one-way collider, even if the shortest
   * way out is another one; sign −1 when that is its B.
   */
  #turnContact(row: number, sign: 1 | -1, one: number, oneChild: number, other: number, otherChild: number): void {
    const { contacts, set } = this.#state;
    const { manifolds, flags } = contacts;
    this.#measure(set.poses, one, oneChild, other, otherChild);
    noteChangedRow(contacts, row, set.slots);
    if (this.#turnedVersion !== contacts.version) this.#turned.count = 0;
    this.#turnedVersion = contacts.version;
    reserveIndices(this.#turned, 1)[this.#turned.count++] = row;
    const found = this.#found;
    const x = found[0];
    const y = found[1];
    const gap = found[SIDE_GAP];
    const at = row * ROW_STRIDE;
    manifolds[at + CONTACT_NORMAL_X] = sign * x;
    manifolds[at + CONTACT_NORMAL_Y] = sign * y;
    manifolds[at + CONTACT_POINTS] = this.#origin[0] + found[SIDE_POINT] - (gap / 2) * x;
    manifolds[at + CONTACT_POINTS + 1] = this.#origin[1] + found[SIDE_POINT + 1] - (gap / 2) * y;
    manifolds[at + CONTACT_POINTS + CONTACT_SEPARATION] = gap;
    flags[row] = (flags[row] & CONTACT_CHILDREN) | (gap <= 0 ? 1 | CONTACT_TOUCHING : 1);
    setFeatureOrExtra(contacts, row, 0);
  }

  /** Writes the direction of a collider's solid side; false when it has none. */
  #readSide(slot: number, poses: Float64Array = this.#state.set.poses): boolean {
    const { normalX, normalY } = this.component;
    const { set } = this.#state;
    const index = set.slots.index[slot];
    const side = this.#side;
    side[0] = normalX[index];
    side[1] = normalY[index];
    if (poses === set.poses) {
      writeTurn(this.#turn, 0, set, slot);
      turnDirection(side, this.#turn, 0);
    } else {
      turnDirection(side, poses, slot * POSE_STRIDE + POSE_COS);
    }
    return side[0] !== 0 || side[1] !== 0;
  }

  /** Whether the normal that has been met faces the solid side by more than a cosine. */
  #facesMet(cosine: number): boolean {
    return this.met[0] * this.#side[0] + this.met[1] * this.#side[1] > cosine;
  }

  /** @throws CollisionError that names the first collider, by entity index, whose side is no direction. */
  #requireFinite(): void {
    const { slots } = this.#state.set;
    for (const index of [...this.#members.list].sort((a, b) => a - b)) {
      const slot = findSlot(slots, index);
      if (slot < 0) continue;
      for (const name of ['normalX', 'normalY'] as const) {
        requireFinite(`OneWay.${name} of entity ${slots.entity[slot]}`, this.component[name][index]);
      }
    }
  }
}

/** Whether a collider still has a piece of which there is a contact. */
function hasPiece(set: ColliderSet, slot: number, child: number): boolean {
  const composite = compositeOf(set, slot);
  return composite?.record.grid?.has(composite, child) ?? true;
}

import type { ColliderSet } from '../../../src/2d/collider-set.ts';
import { CONTACT_NORMAL_X, CONTACT_NORMAL_Y } from '../../../src/2d/geometry/contact/contact-layout.ts';
import { ROW_STRIDE } from '../../../src/2d/narrow-phase/emit-contact.ts';
import { buildBvh } from '../../../src/core/bvh/build-bvh.ts';
import { FLAG_SENSOR, FLAG_STATIC, findSlot } from '../../../src/core/collider-slots.ts';
import { contactSeparation } from '../../../src/core/contact-list.ts';
import { createIndexList, type IndexList, reserveIndices } from '../../../src/core/index-list.ts';
import {
  addVectors,
  clearVector,
  copyVector,
  createVector,
  hasLength,
  subtractVectors,
  writeLength,
} from '../../../src/core/movement/vector.ts';
import type { CollisionState } from '../../core/collision-state.ts';
import { isHard } from './allowed-place.ts';
import { amount, extent, gap, look, offset, rest, walk, wayOut } from './body-registers.ts';
import {
  bodyIndexOf,
  type Crowd,
  MOVE_STRIDE,
  NEAR_PIECES,
  NEAR_SURFACE,
  NOT_ASKED,
  OWNERS_LENGTH,
  PLANE_LENGTH,
  PLANE_SEPARATION,
} from './crowd.ts';
import { GiveWay } from './give-way.ts';
import { writeInnerRadius } from './inner-radius.ts';
import { keepOnSides, keepWhereInside, rememberSides } from './kept-sides.ts';
import { MovingWalls } from './moving-walls.ts';
import { OwnedColliders } from './owned-colliders.ts';
import { PlainContacts } from './plain-contacts.ts';
import type { PushMemory } from './push-memory.ts';
import { PushedBody } from './pushed-body.ts';
import { writeAllowedPlace, writeWayOut } from './way-out.ts';

const target = createVector();
const nearest = createVector();
const plane = new Float64Array(PLANE_LENGTH);
const owners = new Uint32Array(OWNERS_LENGTH);

/**
 * Keeps bodies out of walls, which are the colliders that do not move when a crowd is pushed apart. While pushes are
 * shared out, the planes of the walls near a body limit where the body may go (`gather` lists them, `hold` applies
 * them). In the end sweeps move the colliders of the body to where it has been pushed, as far as nothing stops them
 * (`settle`).
 */
export class Immovables {
  readonly #state: CollisionState<ColliderSet>;
  readonly #memory: PushMemory;
  /** The walls that are in no hierarchy of statics, by ascending entity index. */
  readonly #others: IndexList = createIndexList();
  readonly #movingWalls: MovingWalls;
  readonly #plain = new PlainContacts();
  readonly #owned: OwnedColliders;
  readonly #body: PushedBody;
  readonly #giveWay: GiveWay;

  constructor(state: CollisionState<ColliderSet>, memory: PushMemory) {
    this.#state = state;
    this.#memory = memory;
    this.#movingWalls = new MovingWalls(state, memory);
    this.#owned = new OwnedColliders(state);
    this.#body = new PushedBody(state, memory, this.#owned, this.#movingWalls);
    this.#giveWay = new GiveWay(this.#body, this.#movingWalls);
  }

  /** Lists the walls, once the crowd knows what everything weighs. Returns whether there are any. */
  begin(crowd: Crowd): boolean {
    const state = this.#state;
    const { set, moving, statics } = state;
    const { flags } = set.slots;
    const { items, count } = moving.active;
    const others = this.#others;
    others.count = 0;
    const to = reserveIndices(others, count);
    for (let i = 0; i < count; i++) {
      const slot = items[i];
      if ((flags[slot] & FLAG_SENSOR) !== 0) continue;
      const isStatic = (flags[slot] & FLAG_STATIC) !== 0;
      if (isStatic || crowd.isImmovable(bodyIndexOf(state, slot))) to[others.count++] = slot;
    }
    if (statics.bvh.itemCount + others.count === 0) return false;
    buildBvh(this.#memory.others, set.bounds, others.items, others.count);
    this.#movingWalls.begin(others);
    this.#owned.list();
    return true;
  }

  /**
   * Makes bodies of the colliders that may have passed through a wall, or been passed by a moving one, without a
   * contact.
   */
  addWalkers(crowd: Crowd): void {
    const state = this.#state;
    const hasMovingWalls = this.#movingWalls.list.count > 0;
    const { set, moving } = state;
    const { flags } = set.slots;
    const { items, count } = moving.active;
    for (let i = 0; i < count; i++) {
      const slot = items[i];
      if ((flags[slot] & (FLAG_SENSOR | FLAG_STATIC)) !== 0) continue;
      const index = bodyIndexOf(state, slot);
      const own = findSlot(set.slots, index);
      if (own < 0 || !this.#memory.readWay(walk, own)) clearVector(walk);
      writeInnerRadius(amount, set, slot);
      const isFar = Math.abs(walk[0]) + Math.abs(walk[1]) > amount[0];
      if (!isFar && !(hasMovingWalls && this.#body.isPassed(slot))) continue;
      crowd.add(index);
      if (crowd.mobility[index] === NOT_ASKED) crowd.mobility[index] = 1;
      crowd.addBody(index);
    }
  }

  /**
   * Finds the walls near a body, where the body begins if its walk led through one of them, and the planes that keep
   * it.
   */
  gather(crowd: Crowd, index: number): void {
    const body = this.#body;
    const memory = this.#memory;
    const { set } = this.#state;
    body.readSize(index);
    body.readWalk(index);
    if (this.#gatherPlainly(crowd, index)) return;
    writeLength(extent, walk);
    if (!body.place(index)) return;
    crowd.nearness[index] = body.isSimple ? NEAR_PIECES : NEAR_SURFACE;
    clearVector(offset);
    keepOnSides(body, memory, set);
    // Whether the walk led through a wall is tested for walls that stand still. Walls that have moved on their own are
    // left out here, and are tested below along their own ways.
    const hasPassing = body.passing.count > 0;
    body.overlook(hasPassing ? this.#movingWalls : undefined);
    const isFar = body.isFarWalk();
    let isStopped = isFar && body.meetsOnWalk() && (isHard(crowd) || body.leadsThrough());
    if (!isStopped) {
      body.addPlanes(crowd, index);
      isStopped = hasLength(walk) && !this.#canLeave(crowd, index) && (isFar || body.meetsOnWalk());
    }
    if (isStopped) {
      subtractVectors(offset, offset, walk);
      copyVector(rest, walk);
      body.travel();
    }
    body.overlook(undefined);
    if (isStopped || hasPassing) {
      this.#giveWay.run(set, memory.metNow);
      crowd.dropPlanes(index);
      body.addPlanes(crowd, index);
    } else if (hasLength(walk) && isHard(crowd)) {
      beginOutside(crowd, index);
    }
    begin(crowd, index);
    body.release();
  }

  /** Returns whether the body has a way out of all walls that its walk has led into, and nothing blocks this way. */
  #canLeave(crowd: Crowd, index: number): boolean {
    writeWayOut(crowd, index);
    if (amount[0] === 0 || amount[0] === Infinity) return amount[0] === 0;
    return this.#body.isFree(crowd, index);
  }

  /**
   * Does what `gather` does, for most bodies: single colliders with nothing but single convex pieces near them, into
   * which they have walked no deeper than to their middle. Returns false for another body.
   */
  #gatherPlainly(crowd: Crowd, index: number): boolean {
    const { set } = this.#state;
    const { found } = this.#body;
    const slot = this.#owned.firstOf(index);
    if (slot < 0 || this.#owned.nextOf(slot) >= 0 || (set.slots.flags[slot] & FLAG_SENSOR) !== 0) return false;
    writeInnerRadius(amount, set, slot);
    const length = Math.abs(walk[0]) + Math.abs(walk[1]);
    if (length > amount[0]) return false;
    // A body still touches the standing walls that it has met on such a short walk, but not all that have moved.
    extent[0] = this.#movingWalls.list.count > 0 ? length : 0;
    if (!this.#body.findNear(slot)) return true;
    if (this.#memory.held.firstOf(slot) >= 0 || this.#isAnyMoving(found)) return false;
    this.#body.sortFound();
    if (!this.#plain.collide(this.#state, slot, found, look)) return false;
    this.#addPlainPlanes(crowd, index);
    clearVector(offset);
    if (hasLength(walk)) {
      writeWayOut(crowd, index);
      if (!(amount[0] <= look[0])) {
        crowd.dropPlanes(index);
        return false;
      }
      if (isHard(crowd)) beginOutside(crowd, index);
    }
    crowd.nearness[index] = NEAR_PIECES;
    begin(crowd, index);
    return true;
  }

  #addPlainPlanes(crowd: Crowd, index: number): void {
    const { list } = this.#plain;
    const { manifolds } = list;
    for (let row = 0; row < list.count; row++) {
      const at = row * ROW_STRIDE;
      // The plane's normal leads from the wall to the body.
      plane[0] = 0 - manifolds[at + CONTACT_NORMAL_X];
      plane[1] = 0 - manifolds[at + CONTACT_NORMAL_Y];
      plane[PLANE_SEPARATION] = contactSeparation(list, row);
      owners[0] = list.slotA[row];
      owners[1] = list.slotB[row];
      owners[2] = 0;
      crowd.addPlane(index, plane, owners);
    }
  }

  #isAnyMoving({ items, count }: IndexList): boolean {
    if (this.#movingWalls.list.count === 0) return false;
    for (let i = 0; i < count; i++) if (this.#movingWalls.has(items[i])) return true;
    return false;
  }

  /**
   * Moves a body to the nearest place that its planes allow: outside of the walls that it is outside of, no deeper in
   * those that it is in, and out of these as far as there is room.
   */
  hold(crowd: Crowd, index: number): void {
    const { moved, bases, planeCount, gaps } = crowd;
    if (planeCount[index] === 0) return;
    gap[0] = gaps[index];
    const at = MOVE_STRIDE * index;
    for (let axis = 0; axis < MOVE_STRIDE; axis++) target[axis] = moved[at + axis] - bases[at + axis];
    if (!writeAllowedPlace(nearest, target, crowd, index)) return;
    for (let axis = 0; axis < MOVE_STRIDE; axis++) moved[at + axis] = bases[at + axis] + nearest[axis];
  }

  /** Sends a body on its way to where it has been pushed; whatever it meets stops it. */
  settle(crowd: Crowd, index: number): void {
    const { moved, bases, nearness } = crowd;
    const body = this.#body;
    for (let axis = 0; axis < MOVE_STRIDE; axis++) {
      offset[axis] = bases[MOVE_STRIDE * index + axis];
      rest[axis] = moved[MOVE_STRIDE * index + axis] - offset[axis];
    }
    if (!hasLength(rest)) return;
    writeLength(amount, rest);
    body.readSize(index);
    // On a straight way as short as `look`, the planes keep a body apart from all convex pieces that are near.
    if (nearness[index] !== NEAR_SURFACE && amount[0] <= look[0]) return;
    writeLength(extent, offset);
    extent[0] += amount[0];
    if (!body.place(index)) return;
    keepWhereInside(body, this.#memory, crowd, index);
    body.travel();
    for (let axis = 0; axis < MOVE_STRIDE; axis++) moved[MOVE_STRIDE * index + axis] = offset[axis];
    body.release();
  }

  /** Notes on which sides a body is left of the walls that it could not be pushed out of. */
  remember(crowd: Crowd, index: number): void {
    if (crowd.planeCount[index] === 0) return;
    this.#body.readSize(index);
    rememberSides(this.#memory, this.#state.set, crowd, index);
  }
}

/**
 * Makes the pushes on a body begin at `offset`: where the tick found the body, or farther back where its own walk was
 * stopped by a wall.
 */
function begin({ moved, bases, gaps }: Crowd, index: number): void {
  gaps[index] = gap[0];
  for (let axis = 0; axis < MOVE_STRIDE; axis++) {
    bases[MOVE_STRIDE * index + axis] = offset[axis];
    moved[MOVE_STRIDE * index + axis] = offset[axis];
  }
}

/**
 * Makes the pushes on a body begin outside of the walls that it is in, moved by `wayOut`: otherwise something might
 * stop it on its way to where it is pushed while it is still inside.
 */
function beginOutside(crowd: Crowd, index: number): void {
  crowd.shiftPlanes(index, wayOut);
  addVectors(offset, offset, wayOut);
}

import { BOUNDS_STRIDE, type ColliderSet } from '../../../src/2d/collider-set.ts';
import { CONTACT_NORMAL_X, CONTACT_NORMAL_Y } from '../../../src/2d/geometry/contact/contact-layout.ts';
import { solvePlanes } from '../../../src/2d/movement/solve-planes.ts';
import { ROW_STRIDE } from '../../../src/2d/narrow-phase/emit-contact.ts';
import { buildBvh } from '../../../src/core/bvh/build-bvh.ts';
import { queryBvhAabb } from '../../../src/core/bvh/query-bvh.ts';
import { FLAG_SENSOR, FLAG_STATIC, findSlot } from '../../../src/core/collider-slots.ts';
import { contactSeparation } from '../../../src/core/contact-list.ts';
import { createIndexList, type IndexList, reserveIndices } from '../../../src/core/index-list.ts';
import {
  addPlane,
  copyPlanes,
  createPlaneSet,
  type PlaneSet,
  raisePlane,
} from '../../../src/core/movement/blocking-planes.ts';
import {
  addScaled,
  addVectors,
  areAlong,
  clearVector,
  copyVector,
  createScalar,
  createVector,
  hasLength,
  type Scalar,
  scaleVector,
  subtractVectors,
  type Vector,
  writeDot,
  writeLength,
} from '../../../src/core/movement/vector.ts';
import { VECTOR_STRIDE } from '../../../src/core/shape-contacts.ts';
import { compositeOf } from '../../../src/core/shapes/registered-of.ts';
import { sortLiveIndices } from '../../../src/core/sort-slots.ts';
import { reserve } from '../../../src/core/typed-array.ts';
import type { CollisionState } from '../../core/collision-state.ts';
import { isHard, mostViolated, projectOn } from './allowed-place.ts';
import { BodyCollider } from './body-collider.ts';
import {
  bodyIndexOf,
  type Crowd,
  LONGEST_WALK,
  MOVE_STRIDE,
  NEAR_PIECES,
  NEAR_SURFACE,
  NOT_ASKED,
  OWNERS_LENGTH,
  PLANE_LENGTH,
  PLANE_SEPARATION,
  SLOP,
  STRENGTH,
} from './crowd.ts';
import type { HeldSides } from './held-sides.ts';
import { writeInnerRadius } from './inner-radius.ts';
import { MovingWalls } from './moving-walls.ts';
import { OwnedColliders } from './owned-colliders.ts';
import { PlainContacts } from './plain-contacts.ts';
import type { PushMemory } from './push-memory.ts';

/** Of a body's size (width plus height): what is nearer than this counts while pushes are shared out. */
const LOOK_PART = 0.1;

/** Relative to coordinates and sizes: the room that a stopped body keeps, above the rounding of a sweep. */
const GAP = 2 ** -46;

/** Of a body's size: travelling less is standing. */
const STILL = 1e-10;

/** Entries of what a body gives way to. */
const MET_LENGTH = 3;

/** Of a body's size: what is less deep than this is out. */
const SLIGHT = 1e-6;

/** Surfaces that a body may slide along, one after another, in one go. */
const MAX_LEGS = 8;

/** Of the deepest overlap: a way out that is longer than this is none, as between walls that are all but parallel. */
const FARTHEST_WAY = 4;

/** Halvings of the part of its overlaps that a body can leave. */
const HALVINGS = 12;

/** Cosine: a contact whose normal points along a walk by more than this leads out on the far side. */
const ALONG = 1e-9;

/**
 * Cosine: a contact leads out on the side that a walk came from when its normal is this near to the one that was met.
 */
const SAME_SIDE = 0.7;

/** What is written and read by the functions below: numbers given to those that are not inlined are put on the heap. */
const area = new Float64Array(4);
const amount = createScalar();
const size = createScalar();
const look = createScalar();
const gap = createScalar();
const still = createScalar();
const extent = createScalar();
const whole = createScalar();
/** The way that the body has come in this tick. */
const walk = createVector();
/** Where the body is, from where the tick found it, and what is left of the way that it is to travel. */
const offset = createVector();
const rest = createVector();
const step = createVector();
const normal = createVector();
const target = createVector();
const nearest = createVector();
const tried = createVector();
const plane = new Float64Array(PLANE_LENGTH);
const owners = new Uint32Array(OWNERS_LENGTH);
/** Where the body was before its walk, the way that a wall would have carried it, and its walk as seen from there. */
const place = createVector();
const carry = createVector();
const closing = createVector();
const NO_CLEARANCE = createScalar();

/**
 * What of a world does not move when a crowd is pushed apart, and the bodies near it: nothing is pushed into it, let
 * alone through it. While pushes are shared out, the planes of what is near a body say where it may go. In the end the
 * body travels there, and is stopped by sweeps of its colliders.
 */
export class Immovables {
  readonly #state: CollisionState<ColliderSet>;
  readonly #memory: PushMemory;
  /** Colliders that are in no hierarchy of statics, by ascending entity index. */
  readonly #others: IndexList = createIndexList();
  readonly #movingWalls: MovingWalls;
  /** The moving walls whose way led past the body at hand, by ascending entity index. */
  readonly #passing: IndexList = createIndexList();
  /** What the body at hand gives way to: which of its colliders, the other one, its piece; and the normals of sides. */
  readonly #met: IndexList = createIndexList();
  #metNormals = new Float64Array(0);
  readonly #found: IndexList = createIndexList();
  readonly #plain = new PlainContacts();
  /** Those of the body at hand are the first `#count`. */
  readonly #colliders: BodyCollider[] = [];
  #count = 0;
  /** Whether all that is near the body at hand is of one convex piece. */
  #isSimple = true;
  readonly #planes: PlaneSet = createPlaneSet();
  /** The sides that the body at hand is kept on: it travels no deeper into them, as sweeps pass through them. */
  readonly #sides: PlaneSet = createPlaneSet();
  readonly #owned: OwnedColliders;

  constructor(state: CollisionState<ColliderSet>, memory: PushMemory) {
    this.#state = state;
    this.#memory = memory;
    this.#movingWalls = new MovingWalls(state, memory);
    this.#owned = new OwnedColliders(state);
  }

  /** Lists what does not move, once the crowd knows what everything weighs. Returns whether there is anything. */
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

  /** Makes bodies of those that may have passed through something without a contact, or something through them. */
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
      if (!isFar && !(hasMovingWalls && this.#isPassed(slot))) continue;
      crowd.add(index);
      if (crowd.mobility[index] === NOT_ASKED) crowd.mobility[index] = 1;
      crowd.addBody(index);
    }
  }

  /** Whether the way of a moving wall led past a collider. What `walk` says of its body is taken into account. */
  #isPassed(slot: number): boolean {
    extent[0] = Math.abs(walk[0]) + Math.abs(walk[1]);
    this.#writeArea(slot, extent);
    this.#found.count = 0;
    this.#movingWalls.find(this.#found, area);
    return this.#found.count > 0;
  }

  /** Finds out what is near a body: where it begins, if its walk led through something, and what planes keep it. */
  gather(crowd: Crowd, index: number): void {
    this.#readSize(index);
    this.#readWalk(index);
    if (this.#gatherPlainly(crowd, index)) return;
    writeLength(extent, walk);
    if (!this.#place(index)) return;
    crowd.nearness[index] = this.#isSimple ? NEAR_PIECES : NEAR_SURFACE;
    clearVector(offset);
    this.#keepOnSides();
    // A walk leads past what stands; what has come by itself is seen to below, as it came.
    this.#overlook(this.#passing.count > 0 ? this.#movingWalls : undefined);
    const isFar = this.#isFarWalk();
    let isStopped = isFar && this.#meetsOnWalk() && (isHard(crowd) || this.#leadsThrough());
    if (!isStopped) {
      this.#addAllPlanes(crowd, index);
      isStopped = hasLength(walk) && !this.#canLeave(crowd, index) && (isFar || this.#meetsOnWalk());
    }
    if (isStopped) {
      subtractVectors(offset, offset, walk);
      copyVector(rest, walk);
      this.#travel();
    }
    this.#overlook(undefined);
    if (isStopped || this.#passing.count > 0) {
      this.#giveWay();
      crowd.dropPlanes(index);
      this.#addAllPlanes(crowd, index);
    } else if (hasLength(walk) && isHard(crowd)) {
      this.#beginOutside(crowd, index);
    }
    this.#begin(crowd, index);
    this.#release();
  }

  /**
   * `gather` for most bodies: single colliders with nothing but single convex pieces near them, into which they have
   * walked no deeper than to their middle. Returns false for another body.
   */
  #gatherPlainly(crowd: Crowd, index: number): boolean {
    const { set } = this.#state;
    const slot = this.#owned.firstOf(index);
    if (slot < 0 || this.#owned.nextOf(slot) >= 0 || (set.slots.flags[slot] & FLAG_SENSOR) !== 0) return false;
    writeInnerRadius(amount, set, slot);
    const length = Math.abs(walk[0]) + Math.abs(walk[1]);
    if (length > amount[0]) return false;
    // What it has met on such a walk it still touches, unless that came by itself.
    extent[0] = this.#movingWalls.list.count > 0 ? length : 0;
    if (!this.#findNear(slot)) return true;
    if (this.#memory.held.firstOf(slot) >= 0 || this.#isAnyPassing()) return false;
    sortSlots(set, this.#found);
    if (!this.#plain.collide(this.#state, slot, this.#found, look)) return false;
    this.#addPlainPlanes(crowd, index);
    clearVector(offset);
    if (hasLength(walk)) {
      this.#writeWayOut(crowd, index);
      if (!(amount[0] <= look[0])) {
        crowd.dropPlanes(index);
        return false;
      }
      if (isHard(crowd)) this.#beginOutside(crowd, index);
    }
    crowd.nearness[index] = NEAR_PIECES;
    this.#begin(crowd, index);
    return true;
  }

  #addPlainPlanes(crowd: Crowd, index: number): void {
    const { list } = this.#plain;
    const { manifolds } = list;
    for (let row = 0; row < list.count; row++) {
      const at = row * ROW_STRIDE;
      // From the wall to the body.
      plane[0] = 0 - manifolds[at + CONTACT_NORMAL_X];
      plane[1] = 0 - manifolds[at + CONTACT_NORMAL_Y];
      plane[PLANE_SEPARATION] = contactSeparation(list, row);
      owners[0] = list.slotA[row];
      owners[1] = list.slotB[row];
      owners[2] = 0;
      crowd.addPlane(index, plane, owners);
    }
  }

  #isAnyPassing(): boolean {
    if (this.#movingWalls.list.count === 0) return false;
    for (let i = 0; i < this.#found.count; i++) if (this.#movingWalls.has(this.#found.items[i])) return true;
    return false;
  }

  /**
   * Has a body begin out of what it is in, by `tried`: on the way to where it is pushed, something might stop it while
   * it is still inside.
   */
  #beginOutside(crowd: Crowd, index: number): void {
    crowd.shiftPlanes(index, tried);
    addVectors(offset, offset, tried);
  }

  /** Has the pushes on a body begin at `offset`. */
  #begin({ moved, bases, gaps }: Crowd, index: number): void {
    gaps[index] = gap[0];
    for (let axis = 0; axis < MOVE_STRIDE; axis++) {
      bases[MOVE_STRIDE * index + axis] = offset[axis];
      moved[MOVE_STRIDE * index + axis] = offset[axis];
    }
  }

  /**
   * Moves a body to the nearest place that its planes allow: outside of what it is outside of, no deeper in what it is
   * in, and out of that as far as there is room.
   */
  hold(crowd: Crowd, index: number): void {
    const { moved, bases, planeCount, gaps } = crowd;
    if (planeCount[index] === 0) return;
    gap[0] = gaps[index];
    for (let axis = 0; axis < MOVE_STRIDE; axis++) {
      target[axis] = moved[MOVE_STRIDE * index + axis] - bases[MOVE_STRIDE * index + axis];
    }
    const worst = mostViolated(crowd, index, target, -1, gap, amount);
    if (worst < 0) return;
    if (!projectOn(nearest, target, crowd, index, worst, gap, amount)) {
      // Where it is, is allowed in that case.
      whole[0] = 0;
      this.#setPlanes(crowd, index);
      if (!solvePlanes(nearest, target, this.#planes)) clearVector(nearest);
      if (amount[0] > 0) this.#leave(crowd, index);
    }
    for (let axis = 0; axis < MOVE_STRIDE; axis++) {
      moved[MOVE_STRIDE * index + axis] = bases[MOVE_STRIDE * index + axis] + nearest[axis];
    }
  }

  /** Sends a body on its way to where it has been pushed; whatever it meets stops it. */
  settle(crowd: Crowd, index: number): void {
    const { moved, bases, nearness } = crowd;
    for (let axis = 0; axis < MOVE_STRIDE; axis++) {
      offset[axis] = bases[MOVE_STRIDE * index + axis];
      rest[axis] = moved[MOVE_STRIDE * index + axis] - offset[axis];
    }
    if (!hasLength(rest)) return;
    writeLength(amount, rest);
    this.#readSize(index);
    // Planes keep a body apart from convex pieces on all of a straight way, and of the others none is so near.
    if (nearness[index] !== NEAR_SURFACE && amount[0] <= look[0]) return;
    writeLength(extent, offset);
    extent[0] += amount[0];
    if (!this.#place(index)) return;
    this.#keepWhereInside(crowd, index);
    this.#travel();
    for (let axis = 0; axis < MOVE_STRIDE; axis++) moved[MOVE_STRIDE * index + axis] = offset[axis];
    this.#release();
  }

  /** Notes on which sides a body is left of what it could not be pushed out of. */
  remember(crowd: Crowd, index: number): void {
    const { moved, bases, planes, planeCount, firstPlane, owners: all } = crowd;
    if (planeCount[index] === 0) return;
    this.#readSize(index);
    for (let axis = 0; axis < MOVE_STRIDE; axis++) {
      step[axis] = moved[MOVE_STRIDE * index + axis] - bases[MOVE_STRIDE * index + axis];
    }
    for (let i = firstPlane[index]; i < firstPlane[index] + planeCount[index]; i++) {
      const at = PLANE_LENGTH * i;
      normal[0] = planes[at];
      normal[1] = planes[at + 1];
      const left = planes[at + PLANE_SEPARATION] + normal[0] * step[0] + normal[1] * step[1];
      if (!(left < 0 - SLIGHT * size[0] - crowd.settings[SLOP])) continue;
      const owner = OWNERS_LENGTH * i;
      this.#memory.nextHeld.add(this.#state.set, all[owner], all[owner + 1], all[owner + 2], normal);
    }
  }

  #overlook(walls: MovingWalls | undefined): void {
    for (let i = 0; i < this.#count; i++) this.#colliders[i].overlook(walls);
  }

  /** Keeps the colliders of the body at hand on the sides that the last call left them on, or this one has found. */
  #keepOnSides(): void {
    this.#keepOn(this.#memory.held);
    this.#keepOn(this.#memory.metNow);
  }

  /** The same for those pieces alone that the body, where its pushes begin, is in: sweeps find the others. */
  #keepWhereInside({ planes, firstPlane, planeCount, owners: all }: Crowd, index: number): void {
    for (let i = firstPlane[index]; i < firstPlane[index] + planeCount[index]; i++) {
      const at = PLANE_LENGTH * i;
      if (planes[at + PLANE_SEPARATION] > 0) continue;
      normal[0] = planes[at];
      normal[1] = planes[at + 1];
      const owner = OWNERS_LENGTH * i;
      const slot = all[owner];
      const wall = all[owner + 1];
      const child = all[owner + 2];
      if (!(this.#memory.held.has(slot, wall, child) || this.#memory.metNow.has(slot, wall, child))) continue;
      for (let k = 0; k < this.#count; k++) {
        if (this.#colliders[k].slot === slot) this.#keepOnSide(this.#colliders[k], wall, child);
      }
    }
  }

  #keepOn(held: HeldSides): void {
    const { set } = this.#state;
    for (let k = 0; k < this.#count; k++) {
      const collider = this.#colliders[k];
      for (let i = held.firstOf(collider.slot); i >= 0; i = held.nextOf(i)) {
        if (!held.isValid(i, set) || collider.isKept(held.wallOf(i), held.childOf(i))) continue;
        held.readNormal(normal, i, set);
        this.#keepOnSide(collider, held.wallOf(i), held.childOf(i));
      }
    }
  }

  /** Keeps a collider on the side of a piece that `normal` points to. */
  #keepOnSide(collider: BodyCollider, wall: number, child: number): void {
    collider.keepOnSide(wall, child, normal);
    amount[0] = 0;
    addPlane(this.#sides, normal, amount);
  }

  /**
   * Moves `offset` out of the way of the moving walls that have come so far that contacts do not tell from where, as
   * far as there is room, and keeps the body at hand on that side of them.
   */
  #giveWay(): void {
    const { set } = this.#state;
    this.#met.count = 0;
    for (let i = 0; i < this.#passing.count; i++) {
      const wall = this.#passing.items[i];
      for (let k = 0; k < this.#count; k++) {
        const collider = this.#colliders[k];
        const { position, origin, hit } = collider;
        subtractVectors(place, origin, walk);
        this.#movingWalls.writeCarry(carry, wall, place);
        addVectors(closing, walk, offset);
        subtractVectors(closing, closing, carry);
        writeInnerRadius(amount, set, collider.slot);
        if (!(Math.abs(closing[0]) + Math.abs(closing[1]) > amount[0])) continue;
        addVectors(position, place, carry);
        collider.seeOnly(wall);
        const isMet = collider.sweep(position, closing, NO_CLEARANCE, 'ignore-separating');
        collider.seeOnly(-1);
        if (!isMet || collider.isKept(hit.slot, hit.child)) continue;
        this.#giveWayTo(collider);
        break;
      }
    }
    for (let i = 0; i < this.#met.count; i += MET_LENGTH) {
      const { items } = this.#met;
      const collider = this.#colliders[items[i]];
      normal[0] = this.#metNormals[i];
      normal[1] = this.#metNormals[i + 1];
      this.#keepOnSide(collider, items[i + 1], items[i + 2]);
      this.#memory.metNow.add(set, collider.slot, items[i + 1], items[i + 2], normal);
    }
  }

  /** Moves `offset` out of the way of what a collider has met on its way relative to that, and notes on which side. */
  #giveWayTo(collider: BodyCollider): void {
    const { hit, contacts, position, origin } = collider;
    const { slot, child } = hit;
    const which = this.#colliders.indexOf(collider);
    writeDot(amount, hit.normal, closing);
    amount[0] *= hit.fraction - 1;
    scaleVector(rest, amount, hit.normal);
    this.#addMet(which, slot, child, hit.normal);
    // Neighbours of what it has met, in which it is beyond the middle as well.
    addVectors(position, origin, offset);
    collider.touch(position, NO_CLEARANCE);
    for (let row = 0; row < contacts.count; row++) {
      if (contacts.slots[row] !== slot || contacts.children[row] === child) continue;
      const nx = contacts.normals[row * VECTOR_STRIDE];
      const ny = contacts.normals[row * VECTOR_STRIDE + 1];
      const isAgainst = nx * hit.normal[0] + ny * hit.normal[1] < -SAME_SIDE;
      if (isAgainst) this.#addMet(which, slot, contacts.children[row], hit.normal);
    }
    if (!(amount[0] > 0)) return;
    for (let k = 0; k < this.#count; k++) this.#colliders[k].hide(slot);
    this.#travel();
    for (let k = 0; k < this.#count; k++) this.#colliders[k].hide(-1);
  }

  #addMet(which: number, slot: number, child: number, side: Vector): void {
    const met = this.#met;
    const at = met.count;
    const items = reserveIndices(met, MET_LENGTH);
    items[at] = which;
    items[at + 1] = slot;
    items[at + 2] = child;
    met.count += MET_LENGTH;
    this.#metNormals = reserve(this.#metNormals, at + MET_LENGTH);
    this.#metNormals[at] = side[0];
    this.#metNormals[at + 1] = side[1];
  }

  /** Sets `nearest` to the place that is out of what the body is in, as far as there is one. */
  #leave(crowd: Crowd, index: number): void {
    let low = 0;
    let high = 1;
    const longest = FARTHEST_WAY * amount[0];
    whole[0] = 1;
    for (let i = 0; i <= HALVINGS; i++) {
      this.#setPlanes(crowd, index);
      const isFound = solvePlanes(tried, target, this.#planes);
      subtractVectors(step, tried, nearest);
      writeLength(amount, step);
      if (isFound && amount[0] <= longest) {
        copyVector(nearest, tried);
        low = whole[0];
        if (low === 1) return;
      } else {
        high = whole[0];
      }
      whole[0] = 0.5 * (low + high);
    }
  }

  /**
   * Sets the planes to those of a body, each of which asks for a part, `whole`, of the way out. Writes to `amount` the
   * longest whole way out.
   */
  #setPlanes({ planes, firstPlane, planeCount, settings }: Crowd, index: number): void {
    const set = this.#planes;
    set.count = 0;
    let most = 0;
    for (let i = 0; i < planeCount[index]; i++) {
      const at = PLANE_LENGTH * (firstPlane[index] + i);
      const separation = planes[at + PLANE_SEPARATION];
      normal[0] = planes[at];
      normal[1] = planes[at + 1];
      const out = separation > 0 ? 0 : Math.max(0, settings[STRENGTH] * (0 - separation - settings[SLOP]));
      most = Math.max(most, out);
      amount[0] = separation > 0 ? Math.min(0, gap[0] - separation) : whole[0] * out;
      addPlane(set, normal, amount);
    }
    amount[0] = most;
  }

  /**
   * Writes to `walk` the way that a body, whose size has been read, has come in this tick: none where it is not known,
   * or too long for a walk.
   */
  #readWalk(index: number): void {
    const slot = findSlot(this.#state.set.slots, index);
    const isKnown = slot >= 0 && this.#memory.readWay(walk, slot);
    if (!isKnown || !(Math.abs(walk[0]) + Math.abs(walk[1]) <= LONGEST_WALK * size[0])) clearVector(walk);
  }

  /** Writes the size of a body, and the lengths that go by it. */
  #readSize(index: number): void {
    const { bounds } = this.#state.set;
    let most = 0;
    let from = 0;
    for (let slot = this.#owned.firstOf(index); slot >= 0; slot = this.#owned.nextOf(slot)) {
      const at = BOUNDS_STRIDE * slot;
      most = Math.max(most, bounds[at + 2] - bounds[at] + (bounds[at + 3] - bounds[at + 1]));
      from = Math.max(from, Math.abs(bounds[at]) + Math.abs(bounds[at + 1]));
    }
    size[0] = most;
    look[0] = LOOK_PART * most;
    still[0] = STILL * most;
    gap[0] = GAP * (most + from);
  }

  /** Writes to `area` the bounds of a collider, grown by a margin to all sides. */
  #writeArea(slot: number, margin: Scalar): void {
    const { bounds } = this.#state.set;
    const at = BOUNDS_STRIDE * slot;
    area[0] = bounds[at] - margin[0];
    area[1] = bounds[at + 1] - margin[0];
    area[2] = bounds[at + 2] + margin[0];
    area[3] = bounds[at + 3] + margin[0];
  }

  /** Finds what is within `look` and `extent` of a collider, or has been. Returns whether there is anything. */
  #findNear(slot: number): boolean {
    const { bounds } = this.#state.set;
    const { hierarchies } = this.#memory.scope;
    amount[0] = look[0] + extent[0];
    this.#writeArea(slot, amount);
    this.#found.count = 0;
    for (let i = 0; i < hierarchies.length; i++) {
      if (hierarchies[i].itemCount > 0) queryBvhAabb(this.#found, hierarchies[i], bounds, area, 0);
    }
    this.#movingWalls.find(this.#found, area);
    return this.#found.count > 0;
  }

  /**
   * Places the colliders of a body near which there is something within `look` and `extent`. Returns false for none.
   */
  #place(index: number): boolean {
    const state = this.#state;
    const { scope } = this.#memory;
    const { flags } = state.set.slots;
    this.#count = 0;
    this.#passing.count = 0;
    this.#sides.count = 0;
    this.#isSimple = true;
    for (let slot = this.#owned.firstOf(index); slot >= 0; slot = this.#owned.nextOf(slot)) {
      if ((flags[slot] & FLAG_SENSOR) !== 0 || !this.#findNear(slot)) continue;
      for (let i = 0; i < this.#found.count; i++) {
        const near = this.#found.items[i];
        if (compositeOf(state.set, near) !== undefined) this.#isSimple = false;
        if (this.#movingWalls.has(near)) reserveIndices(this.#passing, 1)[this.#passing.count++] = near;
      }
      if (this.#count === this.#colliders.length) this.#colliders.push(new BodyCollider());
      const collider = this.#colliders[this.#count++];
      collider.reach[0] = look[0] + extent[0];
      collider.place(state, scope, slot);
    }
    if (this.#passing.count > 0) sortSlots(state.set, this.#passing);
    return this.#count > 0;
  }

  #release(): void {
    for (let i = 0; i < this.#count; i++) this.#colliders[i].end();
    this.#count = 0;
  }

  /**
   * Whether the body at hand has walked so far that contacts do not tell where it came from. With less than the radius
   * of a circle in it, the middle of that is still in front of a piece that it has walked into. From within surfaces of
   * several pieces, sweeps do not tell the way out.
   */
  #isFarWalk(): boolean {
    if (!hasLength(walk)) return false;
    if (this.#count > 1 || !this.#isSimple) return true;
    writeInnerRadius(amount, this.#state.set, this.#colliders[0].slot);
    return Math.abs(walk[0]) + Math.abs(walk[1]) > amount[0];
  }

  /** Whether something was in the way of the walk of the body at hand; the colliders' hits say what. */
  #meetsOnWalk(): boolean {
    let isAny = false;
    for (let i = 0; i < this.#count; i++) {
      const { position, origin, hit } = this.#colliders[i];
      subtractVectors(position, origin, walk);
      hit.slot = -1;
      if (this.#colliders[i].sweep(position, walk, NO_CLEARANCE, 'ignore-separating')) isAny = true;
    }
    return isAny;
  }

  /**
   * Whether a walk that met something led through it. A walk that only led into things has contacts where it ends: all
   * of them lead back, and the one with what was met first leads to the side that it was met from.
   */
  #leadsThrough(): boolean {
    writeLength(amount, walk);
    const along = ALONG * amount[0];
    for (let i = 0; i < this.#count; i++) {
      const { origin, hit, contacts } = this.#colliders[i];
      if (hit.slot < 0) continue;
      this.#colliders[i].seeAgain();
      this.#colliders[i].touch(origin, NO_CLEARANCE);
      let isIn = false;
      for (let row = 0; row < contacts.count; row++) {
        const nx = contacts.normals[row * VECTOR_STRIDE];
        const ny = contacts.normals[row * VECTOR_STRIDE + 1];
        if (nx * walk[0] + ny * walk[1] > along) return true;
        if (contacts.slots[row] !== hit.slot || contacts.children[row] !== hit.child) continue;
        if (nx * hit.normal[0] + ny * hit.normal[1] > SAME_SIDE) isIn = true;
      }
      if (!isIn) return true;
    }
    return false;
  }

  /** Moves `offset` by `rest` as far as nothing is in the way of the body at hand, sliding along what is. */
  #travel(): void {
    const planes = this.#planes;
    copyPlanes(planes, this.#sides);
    for (let leg = 0; leg < MAX_LEGS && hasLength(rest); leg++) {
      if (!solvePlanes(step, rest, planes) || !areAlong(step, rest)) return;
      let fraction = Infinity;
      for (let i = 0; i < this.#count; i++) {
        const { position, origin, hit } = this.#colliders[i];
        addVectors(position, origin, offset);
        if (!this.#colliders[i].sweep(position, step, NO_CLEARANCE, 'ignore-separating')) continue;
        if (hit.fraction >= fraction) continue;
        fraction = hit.fraction;
        copyVector(normal, hit.normal);
      }
      if (fraction === Infinity) {
        addVectors(offset, offset, step);
        return;
      }
      writeDot(amount, normal, step);
      const closing = 0 - amount[0];
      const part = closing > 0 ? Math.max(0, fraction - gap[0] / closing) : 0;
      amount[0] = part;
      addScaled(offset, offset, amount, step);
      amount[0] = 1 - part;
      scaleVector(rest, amount, rest);
      writeLength(amount, step);
      if (part * amount[0] > still[0]) planes.count = this.#sides.count;
      if (raisePlane(planes, normal, still)) continue;
      amount[0] = 0;
      addPlane(planes, normal, amount);
    }
  }

  /**
   * Writes to `tried` the shortest way that the planes of a body leave it out of all that its walk has led into, and
   * its length to `amount`: Infinity for none.
   */
  #writeWayOut(crowd: Crowd, index: number): void {
    clearVector(target);
    clearVector(tried);
    const worst = mostViolated(crowd, index, target, -1, gap, amount);
    if (worst < 0 || projectOn(tried, target, crowd, index, worst, gap, amount)) {
      writeLength(amount, tried);
      return;
    }
    whole[0] = 1;
    this.#setPlanes(crowd, index);
    const longest = FARTHEST_WAY * amount[0];
    const isFound = solvePlanes(tried, target, this.#planes);
    writeLength(amount, tried);
    if (!isFound || amount[0] > longest) amount[0] = Infinity;
  }

  /** Whether the way out that is written to `tried` is one, and nothing is in that way. */
  #canLeave(crowd: Crowd, index: number): boolean {
    this.#writeWayOut(crowd, index);
    if (amount[0] === 0 || amount[0] === Infinity) return amount[0] === 0;
    if (crowd.nearness[index] === NEAR_PIECES && amount[0] <= look[0]) return true;
    for (let i = 0; i < this.#count; i++) {
      if (this.#colliders[i].sweep(this.#colliders[i].origin, tried, NO_CLEARANCE, 'ignore-separating')) return false;
    }
    return true;
  }

  #addAllPlanes(crowd: Crowd, index: number): void {
    for (let i = 0; i < this.#count; i++) {
      this.#colliders[i].seeAgain();
      this.#addPlanes(crowd, index, this.#colliders[i]);
    }
  }

  /** Adds the planes of what is near a collider, where its body begins. */
  #addPlanes(crowd: Crowd, index: number, collider: BodyCollider): void {
    const { position, origin, contacts } = collider;
    addVectors(position, origin, offset);
    collider.touch(position, look);
    let isInside = crowd.isTouching[index] === 1;
    for (let row = 0; row < contacts.count; row++) {
      plane[PLANE_SEPARATION] = contacts.separations[row] + look[0];
      // The separation along a side that the body is kept on does not depend on how far the body is grown, so that it
      // is not measured again below.
      const isKept = collider.isKept(contacts.slots[row], contacts.children[row]);
      if (isKept || plane[PLANE_SEPARATION] > 0) addRow(crowd, index, collider, row);
      else isInside = true;
    }
    if (!isInside) return;
    // What it is in is measured as contacts are: grown, it may seem to be in what is behind that.
    collider.touch(position, NO_CLEARANCE);
    for (let row = 0; row < contacts.count; row++) {
      if (collider.isKept(contacts.slots[row], contacts.children[row])) continue;
      plane[PLANE_SEPARATION] = contacts.separations[row];
      addRow(crowd, index, collider, row);
    }
  }
}

/** Sorts a list of slots by entity index; each that is on it several times is left on it once. */
function sortSlots({ slots }: ColliderSet, list: IndexList): void {
  sortLiveIndices(slots, list);
  const { items, count } = list;
  list.count = 0;
  for (let i = 0; i < count; i++) {
    const slot = slots.slotOfIndex[items[i]];
    if (list.count === 0 || items[list.count - 1] !== slot) items[list.count++] = slot;
  }
}

function addRow(crowd: Crowd, index: number, { contacts, slot }: BodyCollider, row: number): void {
  plane[0] = contacts.normals[row * VECTOR_STRIDE];
  plane[1] = contacts.normals[row * VECTOR_STRIDE + 1];
  owners[0] = slot;
  owners[1] = contacts.slots[row];
  owners[2] = contacts.children[row];
  crowd.addPlane(index, plane, owners);
}

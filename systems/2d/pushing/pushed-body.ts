import { BOUNDS_STRIDE, type ColliderSet } from '../../../src/2d/collider-set.ts';
import { solvePlanes } from '../../../src/2d/movement/solve-planes.ts';
import type { Bvh } from '../../../src/core/bvh/bvh.ts';
import { queryBvhAabb } from '../../../src/core/bvh/query-bvh.ts';
import { FLAG_SENSOR, findSlot } from '../../../src/core/collider-slots.ts';
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
import type { CollisionState } from '../../core/collision-state.ts';
import { BodyCollider } from './body-collider.ts';
import { amount, extent, gap, look, normal, offset, rest, size, still, walk, wayOut } from './body-registers.ts';
import { type Crowd, LONGEST_WALK, NEAR_PIECES, OWNERS_LENGTH, PLANE_LENGTH, PLANE_SEPARATION } from './crowd.ts';
import { writeInnerRadius } from './inner-radius.ts';
import type { MovingWalls } from './moving-walls.ts';
import type { OwnedColliders } from './owned-colliders.ts';
import type { PushMemory } from './push-memory.ts';

/** `look` as a part of a body's size. */
const LOOK_PART = 0.1;

/** `gap` relative to coordinates and sizes: above the rounding of a sweep. */
const GAP = 2 ** -46;

/** `still` as a part of a body's size. */
const STILL = 1e-10;

/** The largest number of surfaces that a body slides along in one go. */
const MAX_LEGS = 8;

/** Cosine: a contact whose normal points along a walk by more than this leads out on the far side of the wall. */
const ALONG = 1e-9;

/**
 * Cosine: a contact leads out on the side that a walk came from when its normal is this near to the normal that a sweep
 * along the walk met.
 */
export const SAME_SIDE = 0.7;

export const NO_CLEARANCE: Scalar = createScalar();

const area = new Float64Array(4);
const step: Vector = createVector();
const hitNormal: Vector = createVector();
const plane = new Float64Array(PLANE_LENGTH);
const owners = new Uint32Array(OWNERS_LENGTH);

/**
 * The current body: its colliders, placed among the walls, and how it travels there. `readSize`, `readWalk` and `place`
 * set it up; `release` drops its references.
 */
export class PushedBody {
  /** The first `count` are the colliders of the body near which there is something. */
  readonly colliders: BodyCollider[] = [];
  count = 0;
  /** Whether every wall nearby is a single convex piece. */
  isSimple = true;
  /** The walls near the body that have moved on their own, by ascending entity index. */
  readonly passing: IndexList = createIndexList();
  /** The slots that the last `findNear` has found. */
  readonly found: IndexList = createIndexList();
  /** The sides that the body is kept on: it travels no deeper into these walls, as its sweeps pass through them. */
  readonly #sides: PlaneSet = createPlaneSet();
  readonly #planes: PlaneSet = createPlaneSet();
  readonly #state: CollisionState<ColliderSet>;
  readonly #memory: PushMemory;
  readonly #owned: OwnedColliders;
  readonly #movingWalls: MovingWalls;

  constructor(state: CollisionState<ColliderSet>, memory: PushMemory, owned: OwnedColliders, movingWalls: MovingWalls) {
    this.#state = state;
    this.#memory = memory;
    this.#owned = owned;
    this.#movingWalls = movingWalls;
  }

  /** Writes the size of a body, and the lengths that depend on it: `size`, `look`, `still` and `gap`. */
  readSize(index: number): void {
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

  /**
   * Writes to `walk` the way that a body, whose size has been read, has come in this tick: 0 where the way is not
   * known, or is too long for a walk.
   */
  readWalk(index: number): void {
    const slot = findSlot(this.#state.set.slots, index);
    const isKnown = slot >= 0 && this.#memory.readWay(walk, slot);
    if (!isKnown || !(Math.abs(walk[0]) + Math.abs(walk[1]) <= LONGEST_WALK * size[0])) clearVector(walk);
  }

  /**
   * Finds the colliders that are within `look` plus `extent` of a collider of the body, or were on its way. Returns
   * whether there are any.
   */
  findNear(slot: number): boolean {
    const { bounds } = this.#state.set;
    const { hierarchies } = this.#memory.scope;
    amount[0] = look[0] + extent[0];
    this.#writeArea(slot, amount);
    this.found.count = 0;
    for (let i = 0; i < hierarchies.length; i++) {
      const hierarchy: Bvh = hierarchies[i];
      if (hierarchy.itemCount > 0) queryBvhAabb(this.found, hierarchy, bounds, area, 0);
    }
    this.#movingWalls.find(this.found, area);
    return this.found.count > 0;
  }

  /**
   * Returns whether the way of a moving wall led past a collider. The way of its body, `walk`, is taken into account.
   */
  isPassed(slot: number): boolean {
    extent[0] = Math.abs(walk[0]) + Math.abs(walk[1]);
    this.#writeArea(slot, extent);
    this.found.count = 0;
    this.#movingWalls.find(this.found, area);
    return this.found.count > 0;
  }

  /** Sorts what `findNear` found by entity index, and leaves a collider that was found twice on the list once. */
  sortFound(): void {
    sortSlots(this.#state.set, this.found);
  }

  /**
   * Places the colliders of a body near which, within `look` plus `extent`, there is something. Returns false where
   * there is nothing near any of them.
   */
  place(index: number): boolean {
    const state = this.#state;
    const { scope } = this.#memory;
    const { flags } = state.set.slots;
    const { found, passing } = this;
    this.count = 0;
    passing.count = 0;
    this.#sides.count = 0;
    this.isSimple = true;
    for (let slot = this.#owned.firstOf(index); slot >= 0; slot = this.#owned.nextOf(slot)) {
      if ((flags[slot] & FLAG_SENSOR) !== 0 || !this.findNear(slot)) continue;
      for (let i = 0; i < found.count; i++) {
        const near = found.items[i];
        if (compositeOf(state.set, near) !== undefined) this.isSimple = false;
        if (this.#movingWalls.has(near)) reserveIndices(passing, 1)[passing.count++] = near;
      }
      if (this.count === this.colliders.length) this.colliders.push(new BodyCollider());
      const collider = this.colliders[this.count++];
      collider.reach[0] = look[0] + extent[0];
      collider.place(state, scope, slot);
    }
    if (passing.count > 0) sortSlots(state.set, passing);
    return this.count > 0;
  }

  release(): void {
    for (let i = 0; i < this.count; i++) this.colliders[i].end();
    this.count = 0;
  }

  /**
   * Makes the sweeps of the body's colliders leave out the walls that have moved or, for undefined, test all walls
   * again.
   */
  overlook(walls: MovingWalls | undefined): void {
    for (let i = 0; i < this.count; i++) this.colliders[i].overlook(walls);
  }

  /** Keeps a collider of the body on the side of a piece that `normal` points to. */
  keepOnSide(collider: BodyCollider, wall: number, child: number): void {
    collider.keepOnSide(wall, child, normal);
    amount[0] = 0;
    addPlane(this.#sides, normal, amount);
  }

  /**
   * Returns whether the body has walked so far that its contacts do not tell from where it came. After a walk shorter
   * than the radius of a circle in the body, the middle of that circle is still in front of a piece that the body has
   * walked into. From within surfaces of several pieces, sweeps do not tell the way out.
   */
  isFarWalk(): boolean {
    if (!hasLength(walk)) return false;
    if (this.count > 1 || !this.isSimple) return true;
    writeInnerRadius(amount, this.#state.set, this.colliders[0].slot);
    return Math.abs(walk[0]) + Math.abs(walk[1]) > amount[0];
  }

  /** Returns whether something was in the way of the body's walk; the hits of the colliders say what. */
  meetsOnWalk(): boolean {
    let isAny = false;
    for (let i = 0; i < this.count; i++) {
      const { position, origin, hit } = this.colliders[i];
      subtractVectors(position, origin, walk);
      hit.slot = -1;
      if (this.colliders[i].sweep(position, walk, NO_CLEARANCE, 'ignore-separating')) isAny = true;
    }
    return isAny;
  }

  /**
   * Returns whether a walk that met something led through it. A walk that only led into walls has contacts where it
   * ends: all of them lead back, and the contact with the wall that was met first leads to the side from which it was
   * met.
   */
  leadsThrough(): boolean {
    writeLength(amount, walk);
    const along = ALONG * amount[0];
    for (let i = 0; i < this.count; i++) {
      const { origin, hit, contacts } = this.colliders[i];
      if (hit.slot < 0) continue;
      this.colliders[i].seeAgain();
      this.colliders[i].touch(origin, NO_CLEARANCE);
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

  /** Moves `offset` by `rest` up to the first obstacle, and then along it. */
  travel(): void {
    const planes = this.#planes;
    copyPlanes(planes, this.#sides);
    for (let leg = 0; leg < MAX_LEGS && hasLength(rest); leg++) {
      if (!solvePlanes(step, rest, planes) || !areAlong(step, rest)) return;
      let fraction = Infinity;
      for (let i = 0; i < this.count; i++) {
        const { position, origin, hit } = this.colliders[i];
        addVectors(position, origin, offset);
        if (!this.colliders[i].sweep(position, step, NO_CLEARANCE, 'ignore-separating')) continue;
        if (hit.fraction >= fraction) continue;
        fraction = hit.fraction;
        copyVector(hitNormal, hit.normal);
      }
      if (fraction === Infinity) {
        addVectors(offset, offset, step);
        return;
      }
      writeDot(amount, hitNormal, step);
      const closing = 0 - amount[0];
      const part = closing > 0 ? Math.max(0, fraction - gap[0] / closing) : 0;
      amount[0] = part;
      addScaled(offset, offset, amount, step);
      amount[0] = 1 - part;
      scaleVector(rest, amount, rest);
      writeLength(amount, step);
      if (part * amount[0] > still[0]) planes.count = this.#sides.count;
      if (raisePlane(planes, hitNormal, still)) continue;
      amount[0] = 0;
      addPlane(planes, hitNormal, amount);
    }
  }

  /** Returns whether nothing is in the way that `wayOut` holds, and its length `amount`. */
  isFree(crowd: Crowd, index: number): boolean {
    if (crowd.nearness[index] === NEAR_PIECES && amount[0] <= look[0]) return true;
    for (let i = 0; i < this.count; i++) {
      const { origin } = this.colliders[i];
      if (this.colliders[i].sweep(origin, wayOut, NO_CLEARANCE, 'ignore-separating')) return false;
    }
    return true;
  }

  /** Adds to the crowd the planes of the walls near the body where it begins, at `offset`. */
  addPlanes(crowd: Crowd, index: number): void {
    for (let i = 0; i < this.count; i++) {
      this.colliders[i].seeAgain();
      addPlanesOf(crowd, index, this.colliders[i]);
    }
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
}

/** Adds the planes of the walls near one collider of the body. */
function addPlanesOf(crowd: Crowd, index: number, collider: BodyCollider): void {
  const { position, origin, contacts } = collider;
  addVectors(position, origin, offset);
  collider.touch(position, look);
  let isInside = crowd.isTouching[index] === 1;
  for (let row = 0; row < contacts.count; row++) {
    plane[PLANE_SEPARATION] = contacts.separations[row] + look[0];
    // The separation along a side that the body is kept on does not depend on how far the body is grown, so that it is
    // not measured again below.
    const isKept = collider.isKept(contacts.slots[row], contacts.children[row]);
    if (isKept || plane[PLANE_SEPARATION] > 0) addRow(crowd, index, collider, row);
    else isInside = true;
  }
  if (!isInside) return;
  // An overlap is measured without growing the body, as contacts are: grown, the body may seem to be in walls that are
  // behind the one that it overlaps.
  collider.touch(position, NO_CLEARANCE);
  for (let row = 0; row < contacts.count; row++) {
    if (collider.isKept(contacts.slots[row], contacts.children[row])) continue;
    plane[PLANE_SEPARATION] = contacts.separations[row];
    addRow(crowd, index, collider, row);
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

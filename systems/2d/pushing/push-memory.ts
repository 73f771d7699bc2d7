import { type ColliderSet, POSE_COS, POSE_SIN, POSE_STRIDE } from '../../../src/2d/collider-set.ts';
import { type Bvh, makeBvh } from '../../../src/core/bvh/bvh.ts';
import { featureOf } from '../../../src/core/collider-set.ts';
import { FLAG_STATIC } from '../../../src/core/collider-slots.ts';
import type { FeatureKey } from '../../../src/core/feature-key.ts';
import type { QueryScope } from '../../../src/core/queries/query-scope.ts';
import { reserve } from '../../../src/core/typed-array.ts';
import type { CollisionState } from '../../core/collision-state.ts';
import { addFeature } from '../../core/feature.ts';
import { restoreColumn, roomFor, type SavedColumns, saveColumn, savedColumn } from '../../core/time/saved-columns.ts';
import type { SavedPart } from '../../core/time/saved-part.ts';
import { MOTION_COS, MOTION_SIN, MOTION_TO_X, MOTION_TO_Y, MOTION_X, MOTION_Y } from './crowd.ts';
import { HeldSides } from './held-sides.ts';
import { Immovables } from './immovables.ts';

/** How many numbers a collider has in `places`: x and y of its entity, cosine and sine of its pose. */
const PLACE_STRIDE = 4;

/** The value in `lives` of a collider of which nothing is known. */
const UNKNOWN = 0;

/**
 * What `pushApart` keeps of a world from one call to the next: where it left the colliders, which tells the next call
 * the way that each has come since. Contacts alone would not do: a body that has walked past the middle of a wall has a
 * contact that leads out on the far side, and a body that has walked through the whole wall has none.
 */
export class PushMemory implements SavedPart {
  /** By slot, stride PLACE_STRIDE: where the last call left the collider. */
  #places: Float64Array = new Float64Array(0);
  /**
   * By slot: UNKNOWN, or one more than the round in which the collider was added, which tells it from another collider
   * that used the slot.
   */
  #lives: Uint32Array = new Uint32Array(0);
  /** The tick after which places were noted, and what `ColliderSlots.placings` was then. */
  #tick = -1;
  #placings = 0;
  /** The hierarchy of the walls that are in no hierarchy of statics. */
  readonly others: Bvh;
  /** The walls of a call: the colliders that it does not move. */
  readonly scope: QueryScope<ColliderSet>;
  readonly immovables: Immovables;
  /** The sides of walls that the last call left bodies on, and the sides that the current call leaves them on. */
  held = new HeldSides();
  nextHeld = new HeldSides();
  /** The sides of walls that have moved so far on their own in this tick that they would have passed a body. */
  readonly metNow = new HeldSides();
  readonly #state: CollisionState<ColliderSet>;

  constructor(state: CollisionState<ColliderSet>) {
    this.#state = state;
    this.others = makeBvh(state.statics.bvh.routines);
    this.scope = { set: state.set, hierarchies: [state.statics.bvh, this.others] };
    this.immovables = new Immovables(state, this);
    const { restored } = state.features;
    if (restored !== undefined) this.#restoreFrom(restored.columns, restored.rounds);
  }

  /** Whether places were noted in this tick or after the last one. */
  get #isRecent(): boolean {
    const ticks = this.#state.tracking.tick - this.#tick;
    return ticks === 0 || ticks === 1;
  }

  /**
   * Returns whether the slot still holds the collider whose place was noted, and that collider has not been set down
   * elsewhere since.
   */
  #isKnown(slot: number): boolean {
    const lives = this.#lives;
    const { born, placedAt } = this.#state.set.slots;
    return slot < lives.length && lives[slot] === born[slot] + 1 && placedAt[slot] <= this.#placings;
  }

  /** Writes to `motion` the way that a collider has come in this tick. Returns whether the way is known. */
  readWay(motion: Float64Array, slot: number): boolean {
    const { slots, transform } = this.#state.set;
    if (!(this.#isKnown(slot) && this.#isRecent)) return false;
    const index = slots.index[slot];
    const places = this.#places;
    const at = slot * PLACE_STRIDE;
    motion[MOTION_X] = transform.x[index] - places[at];
    motion[MOTION_Y] = transform.y[index] - places[at + 1];
    return true;
  }

  /** Writes to `motion` the way and the turn of a collider in this tick. Returns whether they are known. */
  readMotion(motion: Float64Array, slot: number): boolean {
    if (!this.readWay(motion, slot)) return false;
    const { poses } = this.#state.set;
    const places = this.#places;
    const at = slot * PLACE_STRIDE;
    motion[MOTION_TO_X] = motion[MOTION_X] + places[at];
    motion[MOTION_TO_Y] = motion[MOTION_Y] + places[at + 1];
    const cos = poses[slot * POSE_STRIDE + POSE_COS];
    const sin = poses[slot * POSE_STRIDE + POSE_SIN];
    const isTurned = cos !== places[at + 2] || sin !== places[at + 3];
    motion[MOTION_COS] = isTurned ? cos * places[at + 2] + sin * places[at + 3] : 1;
    motion[MOTION_SIN] = isTurned ? sin * places[at + 2] - cos * places[at + 3] : 0;
    return true;
  }

  /** Notes where all colliders that move are now. */
  note(): void {
    const { set, moving, tracking } = this.#state;
    const { flags, index: indices, born, end } = set.slots;
    const { poses } = set;
    const { x: xs, y: ys } = set.transform;
    this.#places = reserve(this.#places, end * PLACE_STRIDE);
    this.#lives = reserve(this.#lives, end);
    const places = this.#places;
    const lives = this.#lives;
    const { items, count } = moving.active;
    lives.fill(UNKNOWN);
    for (let i = 0; i < count; i++) {
      const slot = items[i];
      if ((flags[slot] & FLAG_STATIC) !== 0) continue;
      const at = slot * PLACE_STRIDE;
      places[at] = xs[indices[slot]];
      places[at + 1] = ys[indices[slot]];
      places[at + 2] = poses[slot * POSE_STRIDE + POSE_COS];
      places[at + 3] = poses[slot * POSE_STRIDE + POSE_SIN];
      lives[slot] = born[slot] + 1;
    }
    this.#tick = tracking.tick;
    this.#placings = set.slots.placings;
    const { held } = this;
    this.held = this.nextHeld;
    this.nextHeld = held;
    held.clear();
    this.metNow.clear();
  }

  save(columns: SavedColumns): void {
    const { set } = this.#state;
    const { end } = set.slots;
    roomFor(columns, 'push.tick', 1).values[0] = this.#tick;
    saveColumn(columns, 'push.places', this.#places, Math.min(this.#places.length, end * PLACE_STRIDE));
    // A restore counts rounds anew, so that a snapshot holds which places are known and not when colliders were added.
    const count = Math.min(this.#lives.length, end);
    const { values } = roomFor(columns, 'push.known', count);
    for (let slot = 0; slot < count; slot++) values[slot] = Number(this.#isKnown(slot));
    this.held.save(columns, set);
  }

  restore(columns: SavedColumns): void {
    this.#restoreFrom(columns, this.#state.set.slots.rounds);
  }

  /** Restores the places of the colliders that were added before a round. */
  #restoreFrom(columns: SavedColumns, round: number): void {
    this.#lives.fill(UNKNOWN);
    this.held.clear();
    this.#placings = 0;
    // The columns are missing in a snapshot of a world in which `pushApart` had not been called yet.
    if (!columns.has('push.tick')) return;
    this.#tick = savedColumn(columns, 'push.tick').values[0];
    this.#places = restoreColumn(columns, 'push.places', this.#places);
    const { set } = this.#state;
    const { values, count } = savedColumn(columns, 'push.known');
    this.#lives = reserve(this.#lives, count);
    const { born } = set.slots;
    for (let slot = 0; slot < count; slot++) {
      if (values[slot] === 1 && born[slot] < round) this.#lives[slot] = born[slot] + 1;
    }
    this.held.restore(columns, set, round);
  }
}

const PUSHING: FeatureKey<PushMemory> = { name: 'pushApart' };

/** Returns the memory of a world, which begins with the first call. */
export function pushMemoryOf(state: CollisionState<ColliderSet>): PushMemory {
  const known = featureOf(state.set, PUSHING);
  if (known !== undefined) return known;
  const memory = new PushMemory(state);
  return addFeature(state, { key: PUSHING, value: memory, saved: memory });
}

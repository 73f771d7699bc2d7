import type { ColliderSet } from '../../../src/2d/collider-set.ts';
import { CONTACT_NORMAL_X, CONTACT_NORMAL_Y } from '../../../src/2d/geometry/contact/contact-layout.ts';
import { ROW_STRIDE } from '../../../src/2d/narrow-phase/emit-contact.ts';
import { FLAG_SENSOR, FLAG_STATIC, findSlot, SLOT_LIVE } from '../../../src/core/collider-slots.ts';
import {
  CONTACT_POINT_COUNT_MASK,
  CONTACT_TOUCHING,
  completeContacts,
  contactSeparation,
} from '../../../src/core/contact-list.ts';
import { refuse, requireInteger, requireKeys, requireType } from '../../../src/core/errors.ts';
import { requireDistance } from '../../../src/core/limits.ts';
import type { WritableNumberArray } from '../../../src/core/number-array.ts';
import { Pool } from '../../../src/core/pool.ts';
import { reserve } from '../../../src/core/typed-array.ts';
import type { EntityId } from '../../core/adapter/entities.ts';
import { type CollisionState, requireState } from '../../core/collision-state.ts';
import { plane } from '../dimension.ts';
import { bodyIndexOf, bodyOf, Crowd, MOVE_STRIDE, NOT_ASKED, SLOP, STRENGTH } from './crowd.ts';
import { type PushMemory, pushMemoryOf } from './push-memory.ts';

/** Options of a call of `pushApart`. */
export interface PushApartOptions {
  /** How often all contacts are gone through: the more, the less is left where many press on each other. Default 4. */
  rounds?: number;
  /** The part of the overlap that a call takes away, 0 to 1: less makes crowds softer. Default 1. */
  strength?: number;
  /** An overlap that is left, in world units, so that contacts last. Default 0. */
  slop?: number;
  /**
   * Returns how heavy an entity is: of two, the heavier moves less, and one of weight `Infinity` not at all. It is
   * called once per call of `pushApart` for each entity that moves and is no sensor, and may do what a `predicate` may.
   * Default 1 for all; entities in contact must weigh at least 1e-100. Static entities do not move in any case.
   */
  weight?: (entity: EntityId) => number;
}

const KEYS = ['rounds', 'strength', 'slop', 'weight'] as const;
const NO_OPTIONS: PushApartOptions = {};

const DEFAULT_ROUNDS = 4;

/** The least weight: the inverse of a lesser one may be beyond the range of f64, and so the shares of a push. */
const LEAST_WEIGHT = 1e-100;

const crowds: Pool<Crowd> = /* @__PURE__ */ new Pool(() => new Crowd());

/**
 * Moves overlapping entities apart: writes the Transforms of entities that touched in the last tick, so that they only
 * just touch. An overlap moves an entity once, however many segments, tiles or children make it. Sensors push nothing.
 * A push on an attached entity moves the entity that it is attached to. The result is not exact where crowds press on
 * each other: the next tick and call bring it nearer.
 *
 * Nothing is ever pushed into or through walls, which are the entities that do not move (Static, or of weight
 * `Infinity`), at any number of rounds: entities for which there is no room stay overlapped with other moving ones, and
 * on their side of walls that close in. Walls cannot be walked through either: a body that has come through a wall
 * since the last call, or deeper into it than to its own middle, ends where it met the wall, and slides along it. A way
 * of more than four times the body's width and height together is no walk, nor is a move by `set(Transform, …)` or
 * `collision.teleport(entity)`. A wall of weight `Infinity` that moves or turns takes along the bodies in its way; the
 * turning of a body itself does not count.
 *
 * Pushes are made in the order of entities, so that all engines agree, and in reverse order in every second round, so
 * that the order causes no drift.
 *
 * @throws CollisionError `invalid-state` when the world has no 2D collision, or for an unknown option; `invalid-number`
 * or `out-of-range` for an option, or a weight, that cannot be used: nothing is moved then.
 */
export function pushApart(world: object, options: PushApartOptions = NO_OPTIONS): void {
  const state = requireState(world, plane);
  if (options !== NO_OPTIONS) requireKeys('pushApart options', options, KEYS);
  const { rounds = DEFAULT_ROUNDS, strength = 1, slop = 0, weight } = options;
  requireInteger('rounds', rounds, 1, 1000);
  if (!(typeof strength === 'number' && strength >= 0 && strength <= 1)) {
    refuse('invalid-number', 'strength', 'from 0 to 1', strength);
  }
  requireDistance('slop', slop);
  if (weight !== undefined) requireType('weight', weight, 'function');
  const crowd = crowds.take();
  try {
    crowd.begin();
    crowd.settings[STRENGTH] = strength;
    crowd.settings[SLOP] = slop;
    listOverlaps(crowd, state);
    const memory = pushMemoryOf(state);
    state.waitingQueries++;
    try {
      weigh(crowd, state, weight);
      if (weight !== undefined) weighOthers(crowd, state, weight);
      share(crowd, state, memory, rounds);
    } finally {
      state.waitingQueries--;
    }
    move(crowd, state);
    memory.note();
  } finally {
    crowds.give();
  }
}

/** Lists the contacts that push, and the entities that they move. */
function listOverlaps(crowd: Crowd, state: CollisionState<ColliderSet>): void {
  const { contacts, set } = state;
  completeContacts(contacts);
  const { slots } = set;
  crowd.rows = reserve(crowd.rows, contacts.count);
  crowd.a = reserve(crowd.a, contacts.count);
  crowd.b = reserve(crowd.b, contacts.count);
  for (let row = 0; row < contacts.count; row++) {
    const flags = contacts.flags[row];
    if ((flags & CONTACT_TOUCHING) === 0 || (flags & CONTACT_POINT_COUNT_MASK) === 0) continue;
    const slotA = contacts.slotA[row];
    const slotB = contacts.slotB[row];
    if (slots.state[slotA] !== SLOT_LIVE || slots.state[slotB] !== SLOT_LIVE) continue;
    const a = bodyIndexOf(state, slotA);
    const b = bodyIndexOf(state, slotB);
    crowd.add(a);
    crowd.add(b);
    crowd.rows[crowd.count] = row;
    crowd.a[crowd.count] = a;
    crowd.b[crowd.count++] = b;
  }
}

/** Asks how heavy everything in contact is. Leaves on the crowd's list the contacts between two bodies that move. */
function weigh(crowd: Crowd, state: CollisionState<ColliderSet>, weight: PushApartOptions['weight']): void {
  const { contacts } = state;
  const { rows, a, b, count, mobility } = crowd;
  crowd.count = 0;
  for (let i = 0; i < count; i++) {
    if (mobility[a[i]] === NOT_ASKED) askWeight(crowd, a[i], state, contacts.slotA[rows[i]], weight);
    if (mobility[b[i]] === NOT_ASKED) askWeight(crowd, b[i], state, contacts.slotB[rows[i]], weight);
    crowd.addBody(a[i]);
    crowd.addBody(b[i]);
    if (!(mobility[a[i]] > 0)) crowd.isTouching[b[i]] = 1;
    else if (!(mobility[b[i]] > 0)) crowd.isTouching[a[i]] = 1;
    else {
      rows[crowd.count] = rows[i];
      a[crowd.count] = a[i];
      b[crowd.count++] = b[i];
    }
  }
}

/** Asks the game how heavy a body is, naming the entity of the given collider's body. */
function askWeight(
  { mobility }: Crowd,
  index: number,
  state: CollisionState<ColliderSet>,
  slot: number,
  weight: PushApartOptions['weight'],
): void {
  const { slots } = state.set;
  const eid = bodyOf(state, slot);
  const value = weight === undefined ? 1 : weight(eid);
  if (!(typeof value === 'number' && value >= LEAST_WEIGHT)) {
    refuse('invalid-number', `the weight of entity ${eid}`, `at least ${LEAST_WEIGHT}`, value);
  }
  const own = findSlot(slots, index);
  mobility[index] = own >= 0 && (slots.flags[own] & FLAG_STATIC) !== 0 ? 0 : 1 / value;
}

/**
 * Asks how heavy the bodies are that touch nothing: those of infinite weight are walls, which others must not be pushed
 * into.
 */
function weighOthers(crowd: Crowd, state: CollisionState<ColliderSet>, weight: (entity: EntityId) => number): void {
  const { moving, set } = state;
  const { flags } = set.slots;
  const { items, count } = moving.active;
  for (let i = 0; i < count; i++) {
    const slot = items[i];
    if ((flags[slot] & (FLAG_SENSOR | FLAG_STATIC)) !== 0) continue;
    const index = bodyIndexOf(state, slot);
    if (crowd.isKnown(index)) continue;
    crowd.add(index);
    crowd.mobility[index] = weight(bodyOf(state, slot)) === Infinity ? 0 : 1;
  }
}

/** Shares the pushes out, and writes to `crowd.moved` where all bodies are to go. */
function share(crowd: Crowd, state: CollisionState<ColliderSet>, memory: PushMemory, rounds: number): void {
  const { bodies } = crowd;
  const { immovables } = memory;
  const hasImmovables = immovables.begin(crowd);
  if (hasImmovables) {
    immovables.addWalkers(crowd);
    for (let i = 0; i < bodies.count; i++) immovables.gather(crowd, bodies.items[i]);
  }
  for (let round = 0; round < rounds; round++) {
    for (let i = 0; i < crowd.count; i++) push(crowd, state, round % 2 === 0 ? i : crowd.count - 1 - i);
    if (hasImmovables) for (let i = 0; i < bodies.count; i++) immovables.hold(crowd, bodies.items[i]);
  }
  for (let i = 0; i < bodies.count && hasImmovables; i++) {
    immovables.settle(crowd, bodies.items[i]);
    immovables.remember(crowd, bodies.items[i]);
  }
}

/** Moves the two bodies of a contact apart, by the overlap less the way that they have been moved apart already. */
function push(crowd: Crowd, { contacts }: CollisionState<ColliderSet>, i: number): void {
  const { moved, mobility, settings } = crowd;
  const { manifolds } = contacts;
  const row = crowd.rows[i];
  const a = crowd.a[i];
  const b = crowd.b[i];
  const sum = mobility[a] + mobility[b];
  const at = row * ROW_STRIDE;
  const x = manifolds[at + CONTACT_NORMAL_X];
  const y = manifolds[at + CONTACT_NORMAL_Y];
  const apart = (moved[2 * b] - moved[2 * a]) * x + (moved[2 * b + 1] - moved[2 * a + 1]) * y;
  const by = 0 - settings[STRENGTH] * (contactSeparation(contacts, row) + settings[SLOP]) - apart;
  if (!(by > 0)) return;
  const byA = (by * mobility[a]) / sum;
  const byB = (by * mobility[b]) / sum;
  moved[2 * a] -= byA * x;
  moved[2 * a + 1] -= byA * y;
  moved[2 * b] += byB * x;
  moved[2 * b + 1] += byB * y;
}

/** Adds to the Transforms of all bodies the way that they have been moved. */
function move({ moved, bodies }: Crowd, { set }: CollisionState<ColliderSet>): void {
  const xs = set.transform.x as WritableNumberArray;
  const ys = set.transform.y as WritableNumberArray;
  for (let i = 0; i < bodies.count; i++) {
    const index = bodies.items[i];
    xs[index] += moved[MOVE_STRIDE * index];
    ys[index] += moved[MOVE_STRIDE * index + 1];
  }
}

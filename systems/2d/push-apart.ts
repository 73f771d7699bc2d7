import type { ColliderSet } from '../../src/2d/collider-set.ts';
import { CONTACT_NORMAL_X, CONTACT_NORMAL_Y } from '../../src/2d/geometry/contact/contact-layout.ts';
import { ROW_STRIDE } from '../../src/2d/narrow-phase/emit-contact.ts';
import { FLAG_STATIC, findSlot, SLOT_LIVE } from '../../src/core/collider-slots.ts';
import {
  CONTACT_POINT_COUNT_MASK,
  CONTACT_TOUCHING,
  completeContacts,
  contactSeparation,
} from '../../src/core/contact-list.ts';
import { refuse, requireInteger, requireKeys, requireNonNegative, requireType } from '../../src/core/errors.ts';
import type { WritableNumberArray } from '../../src/core/number-array.ts';
import { Pool } from '../../src/core/pool.ts';
import { reserve } from '../../src/core/typed-array.ts';
import { type EntityId, entityIndex } from '../core/adapter/entities.ts';
import { type CollisionState, requireState } from '../core/collision-state.ts';
import { plane } from './dimension.ts';

export interface PushApartOptions {
  /** How often all contacts are gone through: the more, the less is left where many press on each other. Default 4. */
  rounds?: number;
  /** Of the overlap, how much is taken away in a call, 0 to 1: less makes crowds softer. Default 1. */
  strength?: number;
  /** An overlap that is left, in world units, so that contacts last. Default 0. */
  slop?: number;
  /**
   * How heavy an entity is: of two, the heavier moves less, and one of `Infinity` not at all. Asked once a call for
   * each entity in contact; may do what a `predicate` may. Default 1 for all, at least
   * 1e-100. What is Static does not move in any case.
   */
  weight?: (entity: EntityId) => number;
}

const KEYS = ['rounds', 'strength', 'slop', 'weight'] as const;
const NO_OPTIONS: PushApartOptions = {};

const DEFAULT_ROUNDS = 4;

/** What is lighter would make shares of a push that are beyond all numbers. */
const LEAST_WEIGHT = 1e-100;

const NOT_ASKED = -1;

/** The overlaps of a call, and who they move. */
class Overlaps {
  /** The rows of the contacts that push, and the entity indices of what each moves. */
  rows = new Uint32Array(0);
  a = new Uint32Array(0);
  b = new Uint32Array(0);
  count = 0;
  /** By entity index: where it has been moved, and how easily it moves, the inverse of its weight. */
  moved = new Float64Array(0);
  mobility = new Float64Array(0);
  /** Strength and slop. A fraction given to a function that is not inlined would be put on the heap. */
  readonly settings = new Float64Array(2);
}

const pool: Pool<Overlaps> = /* @__PURE__ */ new Pool(() => new Overlaps());

/**
 * Moves what overlaps apart: writes the Transforms of entities that touched in the last tick, so that they only just
 * touch. An overlap moves an entity once, however many segments, tiles or children make it. Sensors push nothing. A
 * push on what is attached to another entity moves that one. The result is not exact, least of all where crowds press
 * on walls: the next tick and call bring it nearer.
 *
 * Pushes go by the order of entities, so that all engines agree, and the other way round in every second round, so that
 * the order leaves no drift.
 *
 * @throws CollisionError `invalid-state` when the world has no 2D collision, or for an option that there is not;
 *   `invalid-number` or `out-of-range` for an option, or a weight, that cannot be used: nothing is moved then.
 */
export function pushApart(world: object, options: PushApartOptions = NO_OPTIONS): void {
  const state = requireState(world, plane);
  if (options !== NO_OPTIONS) requireKeys('pushApart options', options, KEYS);
  const { rounds = DEFAULT_ROUNDS, strength = 1, slop = 0, weight } = options;
  requireInteger('rounds', rounds, 1, 1000);
  if (!(strength >= 0 && strength <= 1)) refuse('invalid-number', 'strength', 'from 0 to 1', strength);
  requireNonNegative('slop', slop);
  if (weight !== undefined) requireType('weight', weight, 'function');
  const overlaps = pool.take();
  try {
    overlaps.settings[0] = strength;
    overlaps.settings[1] = slop;
    listOverlaps(overlaps, state);
    state.waitingQueries++;
    try {
      weigh(overlaps, state, weight);
    } finally {
      state.waitingQueries--;
    }
    for (let round = 0; round < rounds; round++) {
      for (let i = 0; i < overlaps.count; i++) push(overlaps, state, round % 2 === 0 ? i : overlaps.count - 1 - i);
    }
    move(overlaps, state);
  } finally {
    pool.give();
  }
}

/** Lists the contacts that push, and the entities that they move, none of which has been moved yet. */
function listOverlaps(overlaps: Overlaps, state: CollisionState<ColliderSet>): void {
  const { contacts, set } = state;
  completeContacts(contacts);
  const { slots } = set;
  overlaps.count = 0;
  overlaps.rows = reserve(overlaps.rows, contacts.count);
  overlaps.a = reserve(overlaps.a, contacts.count);
  overlaps.b = reserve(overlaps.b, contacts.count);
  for (let row = 0; row < contacts.count; row++) {
    const flags = contacts.flags[row];
    if ((flags & CONTACT_TOUCHING) === 0 || (flags & CONTACT_POINT_COUNT_MASK) === 0) continue;
    const slotA = contacts.slotA[row];
    const slotB = contacts.slotB[row];
    if (slots.state[slotA] !== SLOT_LIVE || slots.state[slotB] !== SLOT_LIVE) continue;
    overlaps.rows[overlaps.count] = row;
    overlaps.a[overlaps.count] = startMoving(overlaps, state, slotA);
    overlaps.b[overlaps.count] = startMoving(overlaps, state, slotB);
    overlaps.count++;
  }
}

/** Returns the entity index of what a push on a collider moves. */
function startMoving(
  overlaps: Overlaps,
  { set, features: { placing }, world }: CollisionState<ColliderSet>,
  slot: number,
): number {
  const { slots } = set;
  const own = slots.index[slot];
  const index = placing === undefined ? own : entityIndex(world, placing.rootOf(slots.entity[slot]));
  overlaps.moved = reserve(overlaps.moved, 2 * index + 2);
  overlaps.mobility = reserve(overlaps.mobility, index + 1);
  overlaps.moved[2 * index] = 0;
  overlaps.moved[2 * index + 1] = 0;
  overlaps.mobility[index] = NOT_ASKED;
  return index;
}

/** Asks how heavy everybody is. */
function weigh(overlaps: Overlaps, state: CollisionState<ColliderSet>, weight: PushApartOptions['weight']): void {
  const {
    contacts,
    set,
    features: { placing },
  } = state;
  const { slots } = set;
  const { rows, a, b, count, mobility } = overlaps;
  for (let i = 0; i < 2 * count; i++) {
    const isA = i % 2 === 0;
    const index = isA ? a[i >> 1] : b[i >> 1];
    if (mobility[index] !== NOT_ASKED) continue;
    const slot = isA ? contacts.slotA[rows[i >> 1]] : contacts.slotB[rows[i >> 1]];
    const eid = placing === undefined ? slots.entity[slot] : placing.rootOf(slots.entity[slot]);
    const own = findSlot(slots, index);
    const value = weight === undefined ? 1 : weight(eid);
    if (!(typeof value === 'number' && value >= LEAST_WEIGHT)) {
      refuse('invalid-number', `the weight of entity ${eid}`, `at least ${LEAST_WEIGHT}`, value);
    }
    mobility[index] = own >= 0 && (slots.flags[own] & FLAG_STATIC) !== 0 ? 0 : 1 / value;
  }
}

/** Moves the two of an overlap apart, less what they have been moved apart already. */
function push(overlaps: Overlaps, { contacts }: CollisionState<ColliderSet>, i: number): void {
  const { moved, mobility, settings } = overlaps;
  const { manifolds } = contacts;
  const row = overlaps.rows[i];
  const a = overlaps.a[i];
  const b = overlaps.b[i];
  const sum = mobility[a] + mobility[b];
  if (!(sum > 0)) return;
  const at = row * ROW_STRIDE;
  const x = manifolds[at + CONTACT_NORMAL_X];
  const y = manifolds[at + CONTACT_NORMAL_Y];
  const apart = (moved[2 * b] - moved[2 * a]) * x + (moved[2 * b + 1] - moved[2 * a + 1]) * y;
  const by = 0 - settings[0] * (contactSeparation(contacts, row) + settings[1]) - apart;
  if (!(by > 0)) return;
  const byA = (by * mobility[a]) / sum;
  const byB = (by * mobility[b]) / sum;
  moved[2 * a] -= byA * x;
  moved[2 * a + 1] -= byA * y;
  moved[2 * b] += byB * x;
  moved[2 * b + 1] += byB * y;
}

/** Writes where everybody has been moved to their Transforms, once. */
function move(overlaps: Overlaps, { set }: CollisionState<ColliderSet>): void {
  const { moved, a, b, count } = overlaps;
  const xs = set.transform.x as WritableNumberArray;
  const ys = set.transform.y as WritableNumberArray;
  for (let i = 0; i < 2 * count; i++) {
    const index = i % 2 === 0 ? a[i >> 1] : b[i >> 1];
    xs[index] += moved[2 * index];
    ys[index] += moved[2 * index + 1];
    moved[2 * index] = 0;
    moved[2 * index + 1] = 0;
  }
}

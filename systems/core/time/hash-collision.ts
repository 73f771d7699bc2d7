import { FLAG_PLACED, SLOT_LIVE } from '../../../src/core/collider-slots.ts';
import {
  CONTACT_BEGINS,
  CONTACT_CHILDREN,
  CONTACT_STAYS,
  CONTACT_TOUCHING,
  CONTACT_UNANNOUNCED,
  childAOf,
  childBOf,
} from '../../../src/core/contact-list.ts';
import { type CollisionState, requireState } from '../collision-state.ts';
import type { SavedArray } from './saved-columns.ts';

/**
 * Returns a checksum, a whole number of 32 bits with a sign, of what must agree between machines that run the same
 * world: every collider's entity, tags, transform, shape and filter, every contact with its id and age, the clock.
 * Order of insertion and everything that is derived do not matter. Where two machines' checksums of a tick differ, they
 * have parted in it: `explainDivergence` tells where.
 *
 * Registered shapes are told apart by kind and size alone, as their handles need not agree.
 * @throws CollisionError `invalid-state` when the world has no collision.
 */
export function hashCollision(world: object): number {
  const state = requireState(world);
  const { tracking, set } = state;
  let hash = mix(mix(0, tracking.tick), tracking.nextId);
  hash = mix(mix(hash, set.slots.added.length), set.slots.removed.length);
  for (let i = 0; i < tracking.freeIdCount; i++) hash = mix(hash, tracking.freeIds[i]);
  hash = hashContacts(hash, state);
  hash = hashColliders(hash, state);
  for (const field in state.dimension.colliderSpec) {
    if (field !== 'shape') hash = hashColumn(hash, columnOf(state.collider, field), state);
  }
  for (const field in state.dimension.transformSpec) hash = hashColumn(hash, columnOf(set.transform, field), state);
  // All bits of what was mixed in last reach all bits of the sum.
  hash ^= hash >>> 16;
  hash = Math.imul(hash, 0x85ebca6b);
  hash ^= hash >>> 13;
  hash = Math.imul(hash, 0xc2b2ae35);
  return hash ^ (hash >>> 16);
}

/** One step of MurmurHash3 (Appleby, 2011), which has 32 bits. */
function mix(hash: number, word: number): number {
  let scattered = Math.imul(word, 0xcc9e2d51);
  scattered = (scattered << 15) | (scattered >>> 17);
  const mixed = hash ^ Math.imul(scattered, 0x1b873593);
  return (Math.imul((mixed << 13) | (mixed >>> 19), 5) + 0xe6546b64) | 0;
}

const CONTACT_MARKS = CONTACT_TOUCHING | CONTACT_CHILDREN | CONTACT_UNANNOUNCED | CONTACT_BEGINS | CONTACT_STAYS;

function hashContacts(start: number, { contacts, set }: CollisionState): number {
  const { slotA, slotB, flags, id, beginTick, count } = contacts;
  const { entity } = set.slots;
  let hash = mix(start, count);
  for (let row = 0; row < count; row++) {
    hash = mix(mix(hash, entity[slotA[row]]), entity[slotB[row]]);
    hash = mix(mix(hash, childAOf(contacts, row)), childBOf(contacts, row));
    hash = mix(mix(mix(hash, flags[row] & CONTACT_MARKS), id[row]), beginTick[row]);
  }
  return hash;
}

function hashColliders(start: number, { set }: CollisionState): number {
  const { order, orderCount, state, flags, entity } = set.slots;
  let hash = start;
  for (let i = 0; i < orderCount; i++) {
    if (state[order[i]] === SLOT_LIVE) hash = mix(mix(hash, entity[order[i]]), flags[order[i]] & ~FLAG_PLACED);
  }
  return hash;
}

/** A store's array, or none where a game leaves it out of its own. */
function columnOf(store: object, field: string): SavedArray | readonly number[] | undefined {
  return (store as Record<string, SavedArray | readonly number[] | undefined>)[field];
}

function hashColumn(hash: number, column: SavedArray | readonly number[] | undefined, state: CollisionState): number {
  if (column === undefined) return hash;
  if (!ArrayBuffer.isView(column)) return hashNumbers(hash, column, state);
  const { BYTES_PER_ELEMENT } = column;
  return BYTES_PER_ELEMENT < 4
    ? hashWords(hash, column, 1, state)
    : hashWords(hash, wordsOf(column), BYTES_PER_ELEMENT >> 2, state);
}

/** The bits of arrays as words: numbers that are read as such would be allocated. */
const words = new WeakMap<SavedArray, Int32Array>();

function wordsOf(column: SavedArray): Int32Array {
  let view = words.get(column);
  if (view === undefined) {
    view = new Int32Array(column.buffer, column.byteOffset, column.byteLength >> 2);
    words.set(column, view);
  }
  return view;
}

function hashWords(start: number, values: SavedArray, perEntry: number, { set }: CollisionState): number {
  const { order, orderCount, state, index } = set.slots;
  let hash = start;
  for (let i = 0; i < orderCount; i++) {
    if (state[order[i]] !== SLOT_LIVE) continue;
    const at = index[order[i]] * perEntry;
    for (let word = at; word < at + perEntry; word++) hash = mix(hash, values[word]);
  }
  return hash;
}

const number = new Float64Array(1);
const numberBits = new Int32Array(number.buffer);

/** The same for a plain array, whose numbers are taken as fractions. */
function hashNumbers(start: number, values: readonly number[], { set }: CollisionState): number {
  const { order, orderCount, state, index } = set.slots;
  let hash = start;
  for (let i = 0; i < orderCount; i++) {
    if (state[order[i]] !== SLOT_LIVE) continue;
    number[0] = values[index[order[i]]];
    hash = mix(mix(hash, numberBits[0]), numberBits[1]);
  }
  return hash;
}

import { type ColliderSlots, FLAG_PLACED, SLOT_LIVE } from '../../../src/core/collider-slots.ts';
import {
  CONTACT_BEGINS,
  CONTACT_CHILDREN,
  CONTACT_STAYS,
  CONTACT_TOUCHING,
  CONTACT_UNANNOUNCED,
  childAOf,
  childBOf,
} from '../../../src/core/contact-list.ts';
import { createIndexList, reserveIndices } from '../../../src/core/index-list.ts';
import { type CollisionState, requireState } from '../collision-state.ts';
import type { SavedArray } from './saved-columns.ts';

/**
 * Returns a checksum, a signed whole number of 32 bits, of the state that must agree between machines that run the same
 * world: every collider's entity, tags, transform, shape and filter, every contact with its id and age, the clock. The
 * order of insertion and all derived state do not matter, nor whether a machine has refreshed to draw. Where two
 * machines' checksums of a tick differ, the machines diverged in that tick: `explainDivergence` tells where. 0 and −0
 * count as equal: a network may turn −0 into 0, and contacts do not depend on the sign.
 *
 * Registered shapes are told apart by kind and size alone, as their handles need not agree.
 * @throws CollisionError `invalid-state` when the world has no collision.
 */
export function hashCollision(world: object): number {
  const state = requireState(world);
  const { tracking, set } = state;
  let hash = mix(mix(0, tracking.tick), tracking.nextId);
  for (let i = 0; i < tracking.freeIdCount; i++) hash = mix(hash, tracking.freeIds[i]);
  listLive(set.slots);
  hash = hashContacts(hash, state);
  hash = hashColliders(hash, state);
  for (const field in state.dimension.colliderSpec) {
    if (field !== 'shape') hash = hashColumn(hash, columnOf(state.collider, field), state);
  }
  for (const field in state.dimension.transformSpec) hash = hashColumn(hash, columnOf(set.transform, field), state);
  // The last value that was mixed in must reach all bits of the hash, too.
  hash ^= hash >>> 16;
  hash = Math.imul(hash, 0x85ebca6b);
  hash ^= hash >>> 13;
  hash = Math.imul(hash, 0xc2b2ae35);
  return hash ^ (hash >>> 16);
}

/** Does one step of MurmurHash3 (Appleby, 2011), which has 32 bits. */
function mix(hash: number, word: number): number {
  let scattered = Math.imul(word, 0xcc9e2d51);
  scattered = (scattered << 15) | (scattered >>> 17);
  const mixed = hash ^ Math.imul(scattered, 0x1b873593);
  return (Math.imul((mixed << 13) | (mixed >>> 19), 5) + 0xe6546b64) | 0;
}

const CONTACT_MARKS = CONTACT_TOUCHING | CONTACT_CHILDREN | CONTACT_UNANNOUNCED | CONTACT_BEGINS | CONTACT_STAYS;

function hashContacts(start: number, { contacts, set }: CollisionState): number {
  const { slotA, slotB, flags, id, beginTick, count } = contacts;
  const { entity, state } = set.slots;
  let hash = mix(start, count);
  for (let row = 0; row < count; row++) {
    hash = mix(mix(hash, entity[slotA[row]]), entity[slotB[row]]);
    hash = mix(mix(hash, childAOf(contacts, row)), childBOf(contacts, row));
    // The contact of a removed collider ends in the next tick, though its entity id may belong to another entity by
    // now.
    const isLive = state[slotA[row]] === SLOT_LIVE && state[slotB[row]] === SLOT_LIVE;
    hash = mix(mix(mix(hash, isLive ? flags[row] & CONTACT_MARKS : 0), id[row]), beginTick[row]);
  }
  return hash;
}

/**
 * The slots of all colliders by ascending entity index, colliders that no tick has seen included. Scratch of all
 * worlds.
 */
const live = createIndexList();

function listLive({ slotOfIndex }: ColliderSlots): void {
  const { length } = slotOfIndex;
  live.count = 0;
  for (let i = 0; i < length; i++) if (slotOfIndex[i] >= 0) reserveIndices(live, 1)[live.count++] = slotOfIndex[i];
}

function hashColliders(start: number, { set }: CollisionState): number {
  const { flags, entity } = set.slots;
  const { items, count } = live;
  let hash = start;
  for (let i = 0; i < count; i++) hash = mix(mix(hash, entity[items[i]]), flags[items[i]] & ~FLAG_PLACED);
  return hash;
}

/** Returns a store's array, or none where a game's own store has no such array. */
function columnOf(store: object, field: string): SavedArray | readonly number[] | undefined {
  return (store as Record<string, SavedArray | readonly number[] | undefined>)[field];
}

function hashColumn(hash: number, column: SavedArray | readonly number[] | undefined, state: CollisionState): number {
  if (column === undefined) return hash;
  if (!ArrayBuffer.isView(column)) return hashNumbers(hash, column, state);
  if (column instanceof Float64Array) return hashFractions(hash, wordsOf(column), state);
  const zero = column instanceof Float32Array ? MINUS_ZERO : 0;
  return hashWords(hash, column.BYTES_PER_ELEMENT < 4 ? column : wordsOf(column), zero, state);
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

/** The word of a −0 of 32 bits, and the upper one of 64: the sign alone. */
const MINUS_ZERO = 1 << 31;

/** Mixes words into a hash, and 0 for words that mean zero: −0 and 0 count as equal. */
function hashWords(start: number, values: SavedArray, zero: number, { set }: CollisionState): number {
  const { index } = set.slots;
  const { items, count } = live;
  let hash = start;
  for (let i = 0; i < count; i++) {
    const word = values[index[items[i]]];
    hash = mix(hash, word === zero ? 0 : word);
  }
  return hash;
}

function hashFractions(start: number, values: Int32Array, { set }: CollisionState): number {
  const { index } = set.slots;
  const { items, count } = live;
  let hash = start;
  for (let i = 0; i < count; i++) {
    const at = 2 * index[items[i]];
    hash = mixFraction(hash, values[at], values[at + 1]);
  }
  return hash;
}

function mixFraction(hash: number, low: number, high: number): number {
  return mix(mix(hash, low), low === 0 && high === MINUS_ZERO ? 0 : high);
}

const number = new Float64Array(1);
const numberBits = new Int32Array(number.buffer);

/** Mixes the values of all live colliders in a plain array, whose numbers are taken as fractions, into a hash. */
function hashNumbers(start: number, values: readonly number[], { set }: CollisionState): number {
  const { index } = set.slots;
  const { items, count } = live;
  let hash = start;
  for (let i = 0; i < count; i++) {
    number[0] = values[index[items[i]]];
    hash = mixFraction(hash, numberBits[0], numberBits[1]);
  }
  return hash;
}

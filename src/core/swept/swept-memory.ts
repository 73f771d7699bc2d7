import type { ColliderSet } from '../collider-set.ts';
import { type ColliderSlots, FLAG_STATIC } from '../collider-slots.ts';
import { reserve } from '../typed-array.ts';

/**
 * The places that colliders come from: those at which the paths of this tick begin, and those at which the next ones
 * do.
 */
export interface SweptHistory {
  /** The state of this tick that the next tick needs. */
  readonly memory: SweptMemory;
  /**
   * The ends of the paths for which contacts have been computed: these become `memory` once the contacts have been
   * tracked.
   */
  readonly ends: SweptPlaces;
}

/** The places of colliders at the ends of ticks. */
export interface SweptPlaces {
  /**
   * By slot, with as many numbers as a place has in the dimension: where the collider was at the end of the tick in
   * `ticks`.
   */
  places: Float64Array;
  /** By slot: the tick of the place in `places`; 0 for none. A path begins only at a place of the tick before. */
  ticks: Uint32Array;
}

/** The state that swept colliders keep from one tick to the next. */
export interface SweptMemory extends SweptPlaces {
  /** Counts ticks, from 2 on: the tick before is then never 0, which stands for no place. */
  tick: number;
  /** Pairs of slots that met on their way but did not touch at the end of the tick: as they are in the contact list. */
  passed: PassedPairs;
}

export interface PassedPairs {
  count: number;
  slotA: Uint32Array;
  slotB: Uint32Array;
}

export function createSweptMemory(): SweptMemory {
  return { tick: 2, places: new Float64Array(0), ticks: new Uint32Array(0), passed: createPassedPairs() };
}

export function createSweptPlaces(): SweptPlaces {
  return { places: new Float64Array(0), ticks: new Uint32Array(0) };
}

export function createPassedPairs(): PassedPairs {
  return { count: 0, slotA: new Uint32Array(0), slotB: new Uint32Array(0) };
}

export function addPassedPair(passed: PassedPairs, slotA: number, slotB: number): void {
  const at = passed.count++;
  // The lengths are compared here for the reason that `reserveIndices` gives.
  if (at >= passed.slotA.length) passed.slotA = reserve(passed.slotA, at + 1);
  if (at >= passed.slotB.length) passed.slotB = reserve(passed.slotB, at + 1);
  passed.slotA[at] = slotA;
  passed.slotB[at] = slotB;
}

/** Returns whether two colliders are in a list of pairs that met on the way. */
export function hasPassed(passed: PassedPairs, { rank }: ColliderSlots, slotA: number, slotB: number): boolean {
  return isPair(passed, countPairsBefore(passed, rank, slotA, slotB), slotA, slotB);
}

/** Returns whether a list, in which the place may be behind all, has two colliders there. */
export function isPair({ slotA, slotB, count }: PassedPairs, at: number, a: number, b: number): boolean {
  return at < count && slotA[at] === a && slotB[at] === b;
}

/** Returns the first place in a list, sorted by rank, from one on whose pair does not come before the given one. */
export function skipPairsBefore(
  { slotA, slotB, count }: PassedPairs,
  from: number,
  rank: Uint32Array,
  a: number,
  b: number,
): number {
  let at = from;
  while (at < count && (rank[slotA[at]] - rank[a] || rank[slotB[at]] - rank[b]) < 0) at++;
  return at;
}

/** Returns how many pairs of a list, sorted by rank, come before one. */
export function countPairsBefore(
  { slotA, slotB, count }: PassedPairs,
  rank: Uint32Array,
  a: number,
  b: number,
): number {
  let low = 0;
  let high = count;
  while (low < high) {
    const middle = (low + high) >> 1;
    const order = rank[slotA[middle]] - rank[a] || rank[slotB[middle]] - rank[b];
    if (order < 0) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Ends a tick: the next paths begin at the ends that were noted. */
export function endPaths({ memory, ends }: SweptHistory): void {
  const { places, ticks } = memory;
  memory.places = ends.places;
  memory.ticks = ends.ticks;
  ends.places = places;
  ends.ticks = ticks;
  memory.tick++;
}

/** Makes room for the places of all slots below `end`, which have `stride` numbers each. */
export function reservePlaces(of: SweptPlaces, end: number, stride: number): void {
  of.places = reserve(of.places, end * stride);
  of.ticks = reserve(of.ticks, end);
}

/**
 * Returns whether a collider begins where it was at the end of the tick before: not if it is new, or has been put
 * elsewhere.
 */
export function startsWhereItWas({ memory }: SweptHistory, set: ColliderSet, slot: number): boolean {
  return (set.slots.flags[slot] & FLAG_STATIC) !== 0 || memory.ticks[slot] === memory.tick - 1;
}

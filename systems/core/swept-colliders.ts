import type { CandidatePairs } from '../../src/core/broad-phase/candidate-pairs.ts';
import type { PairCache } from '../../src/core/broad-phase/pair-cache.ts';
import type { Bvh } from '../../src/core/bvh/bvh.ts';
import type { ColliderSet } from '../../src/core/collider-set.ts';
import { FLAG_SWEPT, SLOT_LIVE } from '../../src/core/collider-slots.ts';
import type { ContactList } from '../../src/core/contact-list.ts';
import { END_SLOT_A, END_SLOT_B, END_STRIDE } from '../../src/core/contact-tracking.ts';
import { createIndexList, type IndexList } from '../../src/core/index-list.ts';
import { hasNoShape } from '../../src/core/narrow-phase/run-narrow-phase.ts';
import { collideSwept, type PairSweeps } from '../../src/core/swept/collide-swept.ts';
import {
  createSweptSearch,
  findSweptPairs,
  type PathSearchKind,
  type SweptSearch,
} from '../../src/core/swept/find-swept-pairs.ts';
import { sweepPair } from '../../src/core/swept/sweep-pair.ts';
import { createPassedPairs, endPaths, hasPassed } from '../../src/core/swept/swept-memory.ts';
import { IMPACT_FRACTION } from '../../src/core/swept/swept-pair.ts';
import {
  createSweptPaths,
  type MotionLayout,
  noteEnds,
  type SweptPaths,
  type WritePath,
  writePaths,
} from '../../src/core/swept/swept-paths.ts';
import { type EndList, SWEPT_ROW_STRIDE, SweptRowList } from '../../src/core/swept-rows.ts';
import { NO_FRACTIONS, reserve } from '../../src/core/typed-array.ts';
import type { Sweeper, SweptColliders } from './swept.ts';
import { restoreColumn, roomFor, type SavedColumns, saveColumn, savedColumn } from './time/saved-columns.ts';

/** How the swept colliders of a dimension are found and swept. */
export interface SweptKind<Set extends ColliderSet> {
  readonly search: PathSearchKind;
  readonly layout: MotionLayout;
  readonly sweeps: PairSweeps<Set>;
  readonly writePath: WritePath<Set>;
}

/** Sweeps the swept colliders of one world. */
class WorldSweeper<Set extends ColliderSet> implements Sweeper {
  readonly rows = new SweptRowList((ends) => this.#findPartings(ends));
  readonly #kind: SweptKind<Set>;
  readonly #set: Set;
  readonly #paths: SweptPaths;
  readonly #search: SweptSearch;
  /** The pairs that were passed through in the tick before. */
  #passed = createPassedPairs();
  /** The moving colliders when paths were last noted. */
  #moving: IndexList = createIndexList(1);
  /** By end event of a tick: the fraction of the tick at which the two parted. */
  #partings = NO_FRACTIONS;

  constructor(kind: SweptKind<Set>, set: Set) {
    this.#kind = kind;
    this.#set = set;
    this.#paths = createSweptPaths(kind.layout);
    this.#search = createSweptSearch(kind.search);
  }

  notePlaces(moving: IndexList): void {
    this.#moving = moving;
    writePaths(this.#paths, this.#set, moving, this.#kind.writePath);
  }

  updatePairs(cache: PairCache, moving: IndexList, statics: Bvh): void {
    findSweptPairs(this.#search, this.#paths, cache, this.#set, moving, statics);
  }

  collide(candidates: CandidatePairs, contacts: ContactList): void {
    const { memory } = this.#paths;
    // The passed pairs are swapped together with the rows of the list: pairs of a tick that has not been tracked are
    // not those of the tick before.
    if (contacts.tracked) {
      const { passed } = memory;
      memory.passed = this.#passed;
      this.#passed = passed;
    }
    memory.passed.count = 0;
    collideSwept(this.#kind.sweeps, this.#paths, this.#passed, this.rows, this.#set, candidates, contacts);
    noteEnds(this.#paths, this.#set, this.#moving);
  }

  endTick(): void {
    endPaths(this.#paths);
  }

  #findPartings({ ends, endCount }: EndList): Float64Array {
    this.#partings = reserve(this.#partings, endCount);
    for (let i = 0; i < endCount; i++) {
      const at = END_STRIDE * i;
      this.#findParting(i, ends[at + END_SLOT_A], ends[at + END_SLOT_B]);
    }
    return this.#partings;
  }

  #findParting(i: number, slotA: number, slotB: number): void {
    const set = this.#set;
    const { sweeps } = this.#kind;
    const { flags, state } = set.slots;
    const isSwept = ((flags[slotA] | flags[slotB]) & FLAG_SWEPT) !== 0;
    const isGone = state[slotA] !== SLOT_LIVE || state[slotB] !== SLOT_LIVE;
    if (!isSwept || isGone || hasNoShape(set, slotA) || hasNoShape(set, slotB)) {
      this.#partings[i] = 1;
      return;
    }
    this.#partings[i] = 0;
    if (hasPassed(this.#passed, set.slots, slotA, slotB) || !sweeps.pair.take(this.#paths, set, slotA, slotB)) return;
    sweepPair(sweeps, this.#paths, true);
    const { impact } = sweeps.pair;
    if (impact[IMPACT_FRACTION] <= 1) this.#partings[i] = 1 - impact[IMPACT_FRACTION];
  }

  save(columns: SavedColumns): void {
    const { tick, places, ticks, passed } = this.#paths.memory;
    const { placeStride } = this.#kind.layout;
    const { end } = this.#set.slots;
    roomFor(columns, 'swept.tick', 1).values[0] = tick;
    saveColumn(columns, 'swept.places', places, Math.min(places.length, end * placeStride));
    saveColumn(columns, 'swept.ticks', ticks, Math.min(ticks.length, end));
    saveColumn(columns, 'swept.passedA', passed.slotA, passed.count);
    saveColumn(columns, 'swept.passedB', passed.slotB, passed.count);
    const { rows } = this;
    saveColumn(columns, 'swept.rows', rows.rows, rows.count);
    saveColumn(columns, 'swept.fractions', rows.fractions, rows.count * SWEPT_ROW_STRIDE);
  }

  restore(columns: SavedColumns, rowCount: number): void {
    const { memory } = this.#paths;
    const { rows } = this;
    this.#passed.count = 0;
    memory.passed.count = 0;
    memory.ticks.fill(0);
    this.#paths.ends.ticks.fill(0);
    rows.clear();
    // A world without swept colliders saves no such columns: then no collider has a path.
    if (!columns.has('swept.tick')) return;
    memory.tick = savedColumn(columns, 'swept.tick').values[0];
    memory.places = restoreColumn(columns, 'swept.places', memory.places);
    memory.ticks = restoreColumn(columns, 'swept.ticks', memory.ticks);
    memory.ticks.fill(0, savedColumn(columns, 'swept.ticks').count);
    memory.passed.slotA = restoreColumn(columns, 'swept.passedA', memory.passed.slotA);
    memory.passed.slotB = restoreColumn(columns, 'swept.passedB', memory.passed.slotB);
    memory.passed.count = savedColumn(columns, 'swept.passedA').count;
    rows.rows = restoreColumn(columns, 'swept.rows', rows.rows);
    rows.fractions = restoreColumn(columns, 'swept.fractions', rows.fractions);
    rows.count = savedColumn(columns, 'swept.rows').count;
    rows.arrange(rowCount);
  }
}

/** Makes the value `sweptColliders` of a dimension. */
export function createSweptColliders<Set extends ColliderSet>(kind: SweptKind<Set>): SweptColliders {
  return { axes: kind.search.axes, create: (set) => new WorldSweeper(kind, set as Set) };
}

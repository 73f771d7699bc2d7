import type { ColliderSet } from '../../src/2d/collider-set.ts';
import { collideSwept, hasPassed } from '../../src/2d/swept/collide-swept.ts';
import { createSweptSearch, findSweptPairs } from '../../src/2d/swept/find-swept-pairs.ts';
import { IMPACT_FRACTION, impact } from '../../src/2d/swept/impact.ts';
import { sweepPair } from '../../src/2d/swept/sweep-pair.ts';
import { takePair } from '../../src/2d/swept/swept-pair.ts';
import {
  createPassedPairs,
  createSweptPaths,
  endPaths,
  noteEnds,
  PLACE_STRIDE,
  writePaths,
} from '../../src/2d/swept/swept-paths.ts';
import type { CandidatePairs } from '../../src/core/broad-phase/candidate-pairs.ts';
import type { PairCache } from '../../src/core/broad-phase/pair-cache.ts';
import type { Bvh } from '../../src/core/bvh/bvh.ts';
import { FLAG_SWEPT, SLOT_LIVE } from '../../src/core/collider-slots.ts';
import type { ContactList } from '../../src/core/contact-list.ts';
import { END_SLOT_A, END_SLOT_B, END_STRIDE } from '../../src/core/contact-tracking.ts';
import type { IndexList } from '../../src/core/index-list.ts';
import { type EndList, SWEPT_ROW_STRIDE, SweptRowList } from '../../src/core/swept-rows.ts';
import { NO_FRACTIONS, reserve } from '../../src/core/typed-array.ts';
import type { Sweeper, SweptColliders } from '../core/swept.ts';
import { restoreColumn, roomFor, type SavedColumns, saveColumn, savedColumn } from '../core/time/saved-columns.ts';
import type { SavedPart } from '../core/time/saved-part.ts';

/** What sweeps the colliders of one world in the plane. */
class PlaneSweeper implements Sweeper, SavedPart {
  readonly rows = new SweptRowList((ends) => this.#findPartings(ends));
  readonly paths = createSweptPaths();
  readonly #set: ColliderSet;
  readonly #search = createSweptSearch();
  /** The pairs that were passed through in the tick before. */
  #passed = createPassedPairs();
  /** What moved when paths were last noted. */
  #moving: IndexList = this.#search.others;
  /** By end of a tick: when in it the two parted. */
  #partings = NO_FRACTIONS;

  constructor(set: ColliderSet) {
    this.#set = set;
  }

  notePlaces(moving: IndexList): void {
    this.#moving = moving;
    writePaths(this.paths, this.#set, moving);
  }

  updatePairs(cache: PairCache, moving: IndexList, statics: Bvh): void {
    findSweptPairs(this.#search, this.paths, cache, this.#set, moving, statics);
  }

  collide(candidates: CandidatePairs, contacts: ContactList): void {
    const { memory } = this.paths;
    // As the rows of the list, those of a tick that nobody has tracked are not those of the tick before.
    if (contacts.tracked) {
      const { passed } = memory;
      memory.passed = this.#passed;
      this.#passed = passed;
    }
    memory.passed.count = 0;
    collideSwept(this.paths, this.#passed, this.rows, this.#set, candidates, contacts);
    noteEnds(this.paths, this.#set, this.#moving);
  }

  endTick(): void {
    endPaths(this.paths);
  }

  #findPartings({ ends, endCount }: EndList): Float64Array {
    this.#partings = reserve(this.#partings, endCount);
    for (let i = 0; i < endCount; i++) {
      const at = END_STRIDE * i;
      this.#partings[i] = this.#partingOf(ends[at + END_SLOT_A], ends[at + END_SLOT_B]);
    }
    return this.#partings;
  }

  #partingOf(slotA: number, slotB: number): number {
    const set = this.#set;
    const { flags, state } = set.slots;
    const isSwept = ((flags[slotA] | flags[slotB]) & FLAG_SWEPT) !== 0;
    if (!isSwept || state[slotA] !== SLOT_LIVE || state[slotB] !== SLOT_LIVE) return 1;
    if (hasPassed(this.#passed, set.slots, slotA, slotB) || !takePair(this.paths, set, slotA, slotB)) return 0;
    sweepPair(this.paths, true);
    return impact[IMPACT_FRACTION] <= 1 ? 1 - impact[IMPACT_FRACTION] : 0;
  }

  save(columns: SavedColumns): void {
    const { tick, places, ticks, passed } = this.paths.memory;
    const { end } = this.#set.slots;
    roomFor(columns, 'swept.tick', 1).values[0] = tick;
    saveColumn(columns, 'swept.places', places, Math.min(places.length, end * PLACE_STRIDE));
    saveColumn(columns, 'swept.ticks', ticks, Math.min(ticks.length, end));
    saveColumn(columns, 'swept.passedA', passed.slotA, passed.count);
    saveColumn(columns, 'swept.passedB', passed.slotB, passed.count);
    const { rows } = this;
    saveColumn(columns, 'swept.rows', rows.rows, rows.count);
    saveColumn(columns, 'swept.fractions', rows.fractions, rows.count * SWEPT_ROW_STRIDE);
  }

  restore(columns: SavedColumns, rowCount: number): void {
    const { memory } = this.paths;
    const { rows } = this;
    this.#passed.count = 0;
    memory.passed.count = 0;
    memory.ticks.fill(0);
    this.paths.ends.ticks.fill(0);
    rows.clear();
    // A world without swept colliders has saved none of it: nothing has a path then.
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

/**
 * Lets colliders be tagged `Swept`, in a world made by `createCollision(world, { swept: sweptColliders })`: what they
 * pass through between two ticks counts, however fast they are or turn.
 *
 * Their path leads from their pose at the last tick to that of this one, straight and turning evenly, and is looked at
 * from the other collider on its own path, whether that is swept or not. So a bullet meets a thin wall, a bullet that
 * comes towards it, and a door that turns. Where the path first touches there is a contact, with its `fraction`; with
 * several, handlers of `onBegin` hear of the earliest first. What is passed through and not touched at the end of the
 * tick begins in this tick and ends in the next. Whom filters and `shouldCollide` keep apart do not meet on the way.
 *
 * A new collider has no path, nor has one after `set(Transform, …)` or `collision.teleport(entity)`: it is only where
 * it is. An angle that jumps by more than half a turn within −π … π counts as brought back into that range, and turns
 * the shorter way; any other turns as far as it says.
 */
export const sweptColliders: SweptColliders = {
  axes: 2,
  create: (set) => new PlaneSweeper(set as ColliderSet),
};

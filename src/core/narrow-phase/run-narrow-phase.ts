import { type CandidatePairs, REFUSED, VOLATILE } from '../broad-phase/candidate-pairs.ts';
import { type ColliderSet, SHAPE_NONE } from '../collider-set.ts';
import { FLAG_STATIC, FLAG_SWEPT, SLOT_LIVE } from '../collider-slots.ts';
import { type ContactList, reserveContacts } from '../contact-list.ts';
import { CollisionError } from '../errors.ts';
import { beginKeeping, endKeeping, keepContacts } from '../keep-contacts.ts';
import { contactMargin, useMargin } from './contact-margin.ts';
import { type CollideRoutine, KIND_STRIDE, type RoutineTable } from './routine-table.ts';

/** The routines of a dimension for the loop over its candidate pairs. */
export interface PairKinds<Set extends ColliderSet> {
  /** The table of routines, filled as shapes come into use. */
  readonly routines: Readonly<RoutineTable<CollideRoutine<Set>>>;
  /** The kind of which most pairs are, in worlds of thousands, and its routine: called by name, it is inlined. */
  readonly usualKind: number;
  readonly collideUsual: CollideRoutine<Set>;
}

/** The narrow phase of a dimension. */
export interface NarrowPhase<Set extends ColliderSet> {
  /** Turns candidate pairs into contacts, in the order of the candidates. */
  run(set: Set, candidates: CandidatePairs, list: ContactList): void;
  /**
   * Appends the contacts of the candidates start … end − 1, where the world's margin is in use. The contacts of pairs
   * of which nothing has changed are copied from the tick before.
   */
  collideCandidates(set: Set, candidates: CandidatePairs, list: ContactList, start: number, end: number): void;
}

/** Candidates whose poses are fetched before the first of them is computed. */
const RUN = 64;

/** Before the first candidate is collided, the list gets room for a row to each eighth candidate. */
const SAMPLE_SHIFT = 3;

/** A sum that is never read: without it, V8 would leave out the reading. */
const fetched = new Float64Array(1);

/** Makes the narrow phase of a dimension. */
export function createNarrowPhase<Set extends ColliderSet>(kinds: PairKinds<Set>): NarrowPhase<Set> {
  const { routines, usualKind, collideUsual } = kinds;

  function run(set: Set, candidates: CandidatePairs, list: ContactList): void {
    const start = beginKeeping(set, candidates, list);
    useMargin(set);
    // At first there is room for a row to every eighth candidate. When it is used up, the candidates collided so far
    // show how many rows the others will make.
    reserveContacts(list, candidates.count >> SAMPLE_SHIFT);
    collideCandidates(set, candidates, list, start, candidates.count);
    endKeeping(list, candidates, set.slots);
  }

  function collideCandidates(
    set: Set,
    candidates: CandidatePairs,
    list: ContactList,
    start: number,
    end: number,
  ): void {
    const { pairs } = candidates;
    const { changed } = set.slots;
    let i = start;
    while (list.kept.isInUse && i < end) {
      const computed = keepContacts(set, candidates, list, i, end);
      i = Math.min(computed + 1, end);
      while (i < end && (changed[pairs[2 * i]] | changed[pairs[2 * i + 1]]) !== 0) i++;
      computeContacts(set, candidates, list, computed, i);
    }
    computeContacts(set, candidates, list, i, end);
  }

  /**
   * Computes the contacts of a run of candidates. Candidates come in the order of A; B may be anywhere. The poses of a
   * run are read first: the processor then fetches many poses that are not in a cache at a time, while it would
   * otherwise wait for each one at the branch that depends on it.
   */
  function computeContacts(set: Set, candidates: CandidatePairs, list: ContactList, start: number, end: number): void {
    const { poses, poseStride } = set;
    const { pairs } = candidates;
    for (let i = start; i < end; i += RUN) {
      const runEnd = Math.min(end, i + RUN);
      if (list.count + RUN > list.slotA.length) reserveRest(list, i, candidates.count);
      let sum = 0;
      for (let k = i; k < runEnd; k++) sum += poses[poseStride * pairs[2 * k + 1]];
      fetched[0] = sum;
      computeRun(set, candidates, list, i, runEnd);
    }
  }

  function computeRun(
    set: Set,
    { pairs, accepted }: CandidatePairs,
    list: ContactList,
    start: number,
    end: number,
  ): void {
    const { slots, kinds: slotKinds } = set;
    const { slotMargins, margin } = set;
    const haveMargins = slotMargins.length > 0;
    const { changesInPlace } = set.registry.tables;
    const { state, flags } = slots;
    // Some colliders may have left since the broad phase, when a stage is run separately.
    const someLeft = slots.removed.length > 0;
    for (let i = start; i < end; i++) {
      const a = pairs[2 * i];
      const b = pairs[2 * i + 1];
      if (accepted[i] === REFUSED || (someLeft && (state[a] !== SLOT_LIVE || state[b] !== SLOT_LIVE))) continue;
      if (((flags[a] | flags[b]) & (FLAG_STATIC | FLAG_SWEPT)) !== 0) {
        const isStatic = ((flags[a] | flags[b]) & FLAG_STATIC) !== 0;
        // A static that lost its shape to a direct write is still in the hierarchy until it is touched.
        const isEmpty = isStatic && (hasNoShape(set, a) || hasNoShape(set, b));
        // A swept collider may have met the other on its way.
        if (isEmpty || ((flags[a] | flags[b]) & FLAG_SWEPT) !== 0) accepted[i] = VOLATILE;
        if (isEmpty) continue;
      }
      // Both colliders of a pair may move, so their own margins are added to the margin of the world.
      if (haveMargins) contactMargin[0] = margin + (slotMargins[a] + slotMargins[b]);
      const kindA = slotKinds[a];
      const kindB = slotKinds[b];
      if (kindA === usualKind && kindB === usualKind) {
        collideUsual(set, list, a, b);
        continue;
      }
      if ((changesInPlace[kindA] | changesInPlace[kindB]) !== 0) accepted[i] = VOLATILE;
      const routine = routines[kindA * KIND_STRIDE + kindB];
      if (routine === undefined) unsupportedPair(kindA, kindB);
      routine(set, list, a, b);
    }
  }

  return { run, collideCandidates };
}

/**
 * Makes room for the rows of candidates from number `done` on, assuming as many rows a candidate as before. Doubling
 * step by step would copy the rows of a large first tick many times.
 */
function reserveRest(list: ContactList, done: number, count: number): void {
  const rest = done === 0 ? 0 : Math.ceil((list.count / done) * (count - done));
  reserveContacts(list, Math.max(RUN, rest));
}

/** Returns whether a collider has lost its shape to a direct write. */
export function hasNoShape(set: ColliderSet, slot: number): boolean {
  return set.shape.kind[set.slots.index[slot]] === SHAPE_NONE;
}

function unsupportedPair(kindA: number, kindB: number): never {
  throw new CollisionError('unsupported-pair', `no routine collides shape kinds ${kindA} and ${kindB}`);
}

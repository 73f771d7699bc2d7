import { type CandidatePairs, REFUSED, VOLATILE } from '../broad-phase/candidate-pairs.ts';
import type { ColliderSet } from '../collider-set.ts';
import { FLAG_SENSOR, FLAG_STATIC, FLAG_SWEPT, SLOT_LIVE } from '../collider-slots.ts';
import {
  addContact,
  CONTACT_TOUCHING,
  type ContactKeys,
  type ContactList,
  isRefused,
  setFeatureOrExtra,
} from '../contact-list.ts';
import { beginKeeping, endKeeping } from '../keep-contacts.ts';
import { useMargin } from '../narrow-phase/contact-margin.ts';
import { hasNoShape, type NarrowPhase } from '../narrow-phase/run-narrow-phase.ts';
import type { SweptRowList } from '../swept-rows.ts';
import { sweepPair } from './sweep-pair.ts';
import { sweepRestingPair } from './sweep-resting-pair.ts';
import { addPassedPair, isPair, type PassedPairs, skipPairsBefore, startsWhereItWas } from './swept-memory.ts';
import { IMPACT_EXIT, IMPACT_FRACTION, IMPACT_NORMAL, type PieceSweeps } from './swept-pair.ts';
import type { SweptPaths } from './swept-paths.ts';

/** How the pairs of a dimension are swept. */
export interface PairSweeps<Set extends ColliderSet> extends PieceSweeps<Set> {
  readonly narrowPhase: NarrowPhase<Set>;
  /** Called before the pairs of a tick are swept. */
  beginPairs(set: Set): void;
}

/**
 * Turns candidate pairs into contacts, in the same order. A pair that met on the way, one of which is swept, has one
 * contact: the first. All other pairs have their contacts at the end of the tick. `passed` holds the passed pairs of
 * the tick before.
 */
export function collideSwept<Set extends ColliderSet>(
  sweeps: PairSweeps<Set>,
  paths: SweptPaths,
  passed: PassedPairs,
  rows: SweptRowList,
  set: Set,
  candidates: CandidatePairs,
  list: ContactList,
): void {
  useMargin(set);
  sweeps.beginPairs(set);
  const { narrowPhase, pair } = sweeps;
  const { impact } = pair;
  const { pairs, accepted, count } = candidates;
  const { flags, state, rank } = set.slots;
  const { previous } = list;
  const someLeft = set.slots.removed.length > 0;
  // Contacts and passed pairs are in the order of the candidates, so one walk finds the contacts and passed pairs of
  // all candidates.
  let row = 0;
  let gone = 0;
  let start = beginKeeping(set, candidates, list);
  for (let i = start; i < count; i++) {
    const a = pairs[2 * i];
    const b = pairs[2 * i + 1];
    if (((flags[a] | flags[b]) & FLAG_SWEPT) === 0 || accepted[i] === REFUSED) continue;
    if (someLeft && (state[a] !== SLOT_LIVE || state[b] !== SLOT_LIVE)) continue;
    // A static that lost its shape to a direct write is still in the hierarchy until it is touched.
    if (((flags[a] | flags[b]) & FLAG_STATIC) !== 0 && (hasNoShape(set, a) || hasNoShape(set, b))) continue;
    if (!pair.take(paths, set, a, b)) continue;
    row = skipPairsBefore(previous, row, rank, a, b);
    gone = skipPairsBefore(passed, gone, rank, a, b);
    const touched = !isPair(passed, gone, a, b) && touchedAtEnd(previous, row, a, b);
    // A pair that touched at the start is reported by its contact at the end, except for further pieces on the way.
    if (!touched || !pair.meetAtStart(paths)) sweepPair(sweeps, paths, false);
    else if (!startsWhereItWas(paths, set, a) || !startsWhereItWas(paths, set, b)) {
      // A collider that has been put elsewhere need not touch there.
      sweepPair(sweeps, paths, false);
      if (impact[IMPACT_FRACTION] === 0) continue;
    } else if (pair.mayPassPieces(paths)) sweepRestingPair(sweeps, paths);
    else continue;
    // An impact at the very end of the tick is left to the narrow phase, whose contact has all points.
    if (!(impact[IMPACT_FRACTION] < 1)) continue;
    accepted[i] = VOLATILE;
    if (start < i) narrowPhase.collideCandidates(set, candidates, list, start, i);
    start = i + 1;
    addImpact(sweeps, paths, rows, set, list, a, b);
  }
  narrowPhase.collideCandidates(set, candidates, list, start, count);
  endKeeping(list, candidates, set.slots);
  rows.arrange(list.count);
}

/** Appends the contact that the sweep has just found, and notes when the two part again. */
function addImpact<Set extends ColliderSet>(
  sweeps: PairSweeps<Set>,
  paths: SweptPaths,
  rows: SweptRowList,
  set: Set,
  list: ContactList,
  slotA: number,
  slotB: number,
): void {
  const { impact, impactChildren } = sweeps.pair;
  const { flags } = set.slots;
  const isSensor = ((flags[slotA] | flags[slotB]) & FLAG_SENSOR) !== 0;
  const contactFlags = isSensor ? CONTACT_TOUCHING : 1 | CONTACT_TOUCHING;
  const row = addContact(list, slotA, slotB, impactChildren[0], impactChildren[1], contactFlags);
  if (!isSensor) {
    const { manifolds, manifoldStride, dimension } = list;
    const at = row * manifoldStride;
    for (let k = 0; k < 2 * dimension; k++) manifolds[at + k] = impact[IMPACT_NORMAL + k];
    manifolds[at + 2 * dimension] = 0;
    setFeatureOrExtra(list, row, 0);
  }
  times[0] = impact[IMPACT_FRACTION];
  times[1] = impact[IMPACT_EXIT];
  if (Number.isNaN(times[1])) {
    sweepPair(sweeps, paths, true);
    times[1] = 1 - impact[IMPACT_FRACTION];
  }
  // Rounding must not make a pair part before it has met.
  times[1] = Math.min(Math.max(times[1], times[0]), 1);
  rows.add(row, times, 0);
  if (times[1] < 1) addPassedPair(paths.memory.passed, slotA, slotB);
}

/** When the two of a pair meet and part. */
const times = new Float64Array(2);

/**
 * Returns whether two colliders, whose contacts of the tick before begin at `row`, touched at the end of that tick.
 * Their contacts at the end of this tick then decide whether they still touch. A pair that only passed through did not
 * touch.
 */
function touchedAtEnd(previous: ContactKeys, row: number, slotA: number, slotB: number): boolean {
  for (; isPair(previous, row, slotA, slotB); row++) {
    const flags = previous.flags[row];
    // A contact that the game refuses is not met again at the start of every way.
    if ((flags & CONTACT_TOUCHING) !== 0 || isRefused(flags)) return true;
  }
  return false;
}

import { type CandidatePairs, REFUSED, VOLATILE } from '../../core/broad-phase/candidate-pairs.ts';
import { type ColliderSlots, FLAG_SENSOR, FLAG_STATIC, FLAG_SWEPT, SLOT_LIVE } from '../../core/collider-slots.ts';
import {
  addContact,
  CONTACT_TOUCHING,
  type ContactKeys,
  type ContactList,
  isRefused,
  setFeatureOrExtra,
} from '../../core/contact-list.ts';
import { beginKeeping, endKeeping } from '../../core/keep-contacts.ts';
import { useMargin } from '../../core/narrow-phase/contact-margin.ts';
import { hasNoShape } from '../../core/narrow-phase/run-narrow-phase.ts';
import type { SweptRowList } from '../../core/swept-rows.ts';
import type { ColliderSet } from '../collider-set.ts';
import { writePoint } from '../geometry/contact/contact-layout.ts';
import { ROW_STRIDE } from '../narrow-phase/emit-contact.ts';
import { narrowPhase } from '../narrow-phase/narrow-phase.ts';
import { seamlessOf } from '../queries/seamless-of.ts';
import {
  IMPACT_EXIT,
  IMPACT_FRACTION,
  IMPACT_NORMAL_X,
  IMPACT_NORMAL_Y,
  IMPACT_X,
  IMPACT_Y,
  impact,
  impactChildren,
} from './impact.ts';
import { sweepPair } from './sweep-pair.ts';
import { sweepRestingPair } from './sweep-resting-pair.ts';
import { mayPassPieces, meetAtStart, pair, takePair } from './swept-pair.ts';
import { addPassedPair, type PassedPairs, type SweptPaths, startsWhereItWas } from './swept-paths.ts';

/**
 * Turns candidate pairs into contacts, in the same order. A pair of which one is swept, and that met on the way, has
 * one contact: the first. All others have what they have at the end of the tick. `passed` are those of the tick before.
 */
export function collideSwept(
  paths: SweptPaths,
  passed: PassedPairs,
  rows: SweptRowList,
  set: ColliderSet,
  candidates: CandidatePairs,
  list: ContactList,
): void {
  useMargin(set);
  pair.seamless = seamlessOf(set);
  const { pairs, accepted, count } = candidates;
  const { flags, state } = set.slots;
  const someLeft = set.slots.removed.length > 0;
  let start = beginKeeping(set, candidates, list);
  for (let i = start; i < count; i++) {
    const a = pairs[2 * i];
    const b = pairs[2 * i + 1];
    if (((flags[a] | flags[b]) & FLAG_SWEPT) === 0 || accepted[i] === REFUSED) continue;
    if (someLeft && (state[a] !== SLOT_LIVE || state[b] !== SLOT_LIVE)) continue;
    // See collideCandidates.
    if (((flags[a] | flags[b]) & FLAG_STATIC) !== 0 && (hasNoShape(set, a) || hasNoShape(set, b))) continue;
    if (!takePair(paths, set, a, b)) continue;
    // What touched at the start is told by what the two do at the end, but for further pieces on the way.
    if (!meetAtStart(paths) || !touchedAtEnd(list.previous, passed, set.slots, a, b)) sweepPair(paths, false);
    else if (!startsWhereItWas(paths, set, a) || !startsWhereItWas(paths, set, b)) {
      // Who has been put elsewhere need not touch there.
      sweepPair(paths, false);
      if (impact[IMPACT_FRACTION] === 0) continue;
    } else if (mayPassPieces(paths)) sweepRestingPair(paths);
    else continue;
    // At the very end, the usual contacts say more.
    if (!(impact[IMPACT_FRACTION] < 1)) continue;
    accepted[i] = VOLATILE;
    if (start < i) narrowPhase.collideCandidates(set, candidates, list, start, i);
    start = i + 1;
    addImpact(paths, rows, set, list, a, b);
  }
  narrowPhase.collideCandidates(set, candidates, list, start, count);
  endKeeping(list, candidates, set.slots);
  rows.arrange(list.count);
}

/** Appends the contact that the sweep has just found, and notes when the two part again. */
function addImpact(
  paths: SweptPaths,
  rows: SweptRowList,
  set: ColliderSet,
  list: ContactList,
  slotA: number,
  slotB: number,
): void {
  const { flags } = set.slots;
  const isSensor = ((flags[slotA] | flags[slotB]) & FLAG_SENSOR) !== 0;
  const contactFlags = isSensor ? CONTACT_TOUCHING : 1 | CONTACT_TOUCHING;
  const row = addContact(list, slotA, slotB, impactChildren[0], impactChildren[1], contactFlags);
  if (!isSensor) {
    const { manifolds } = list;
    const x = impact[IMPACT_X];
    const y = impact[IMPACT_Y];
    writePoint(manifolds, row * ROW_STRIDE, impact[IMPACT_NORMAL_X], impact[IMPACT_NORMAL_Y], x, y, 0);
    setFeatureOrExtra(list, row, 0);
  }
  times[0] = impact[IMPACT_FRACTION];
  times[1] = impact[IMPACT_EXIT];
  if (Number.isNaN(times[1])) {
    sweepPair(paths, true);
    times[1] = 1 - impact[IMPACT_FRACTION];
  }
  // Whatever rounding says, nobody goes out before coming in.
  times[1] = Math.min(Math.max(times[1], times[0]), 1);
  rows.add(row, times, 0);
  if (times[1] < 1) addPassedPair(paths.memory.passed, slotA, slotB);
}

/** When two meet and part. */
const times = new Float64Array(2);

/**
 * Whether two colliders touched at the end of the tick before: what becomes of that is told by their contacts at the
 * end of this one.
 */
function touchedAtEnd(
  previous: ContactKeys,
  passed: PassedPairs,
  slots: ColliderSlots,
  slotA: number,
  slotB: number,
): boolean {
  let row = findPair(previous, slots.rank, slotA, slotB);
  let touches = false;
  for (; row < previous.count && previous.slotA[row] === slotA && previous.slotB[row] === slotB; row++) {
    const flags = previous.flags[row];
    // Whom the game keeps from touching is not met again at the start of every way.
    if ((flags & CONTACT_TOUCHING) !== 0 || isRefused(flags)) touches = true;
  }
  return touches && !hasPassed(passed, slots, slotA, slotB);
}

/** Whether two colliders are in a list of those that met on the way. */
export function hasPassed(passed: PassedPairs, { rank }: ColliderSlots, slotA: number, slotB: number): boolean {
  const at = findPair(passed, rank, slotA, slotB);
  return at < passed.count && passed.slotA[at] === slotA && passed.slotB[at] === slotB;
}

/** Returns how many pairs of a list, sorted by rank, come before one. */
function findPair({ slotA, slotB, count }: PassedPairs, rank: Uint32Array, a: number, b: number): number {
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

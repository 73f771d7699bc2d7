import { type CandidatePairs, VOLATILE } from './broad-phase/candidate-pairs.ts';
import { type ColliderSet, SHAPE_NONE } from './collider-set.ts';
import { CHANGED_ROW, type ColliderSlots, FLAG_STATIC } from './collider-slots.ts';
import {
  addChildren,
  beginContacts,
  CONTACT_CHILDREN,
  CONTACT_POINT_COUNT_MASK,
  CONTACT_TOUCHING,
  type ContactList,
  reserveChildren,
  reserveContacts,
  reserveExtraPoints,
} from './contact-list.ts';
import type { PairList } from './pair-list.ts';
import { reserve } from './typed-array.ts';

/*
 * The contacts of pairs of which nothing has changed are copied from the tick before, rather than computed again.
 * Candidates, the rows of the tick before and the present rows are in the same order, so one walk through all three
 * finds the rows to copy. Contacts depend only on poses, shapes and tags, so computing them again would give the same,
 * bit for bit.
 */

/**
 * Empties the list for a new tick, as `beginContacts` does, and copies the contacts of the first candidates of which
 * nothing has changed; returns how many. The list has to be as the tick before left it, and the candidates of that tick
 * known.
 */
export function beginKeeping(set: ColliderSet, candidates: CandidatePairs, list: ContactList): number {
  const { kept, extraCount } = list;
  const { previous, count } = candidates;
  kept.isInUse = canKeep(list, candidates);
  beginContacts(list);
  kept.listVersion = -1;
  kept.isWhole = false;
  if (!kept.isInUse) {
    fitColumns(list);
    return 0;
  }
  kept.row = 0;
  kept.pair = 0;
  const start = passUnchanged(set, candidates, list, 0, count);
  kept.isWhole = start === count && kept.pair === previous.count;
  if (kept.isWhole) {
    keepAll(list, extraCount);
  } else {
    swapColumns(list);
    copyRows(list, 0, kept.row);
  }
  return start;
}

/**
 * Returns whether contacts of the tick before may be taken over in the tick that is about to collide the candidates.
 */
export function canKeep({ kept, tracked, version }: ContactList, candidates: CandidatePairs): boolean {
  const isNext = kept.listVersion === version && kept.candidatesVersion === candidates.version - 1;
  return candidates.keepsContacts && tracked && isNext;
}

/**
 * Marks as changed each body, a collider that is no part of a common surface, of which one pair with a part of the
 * surface is new, gone or computed anew. The surface decides about all contacts of a body together, so either all of
 * them are kept or none. `isPart` says by slot which colliders are parts.
 */
export function spreadChanges(set: ColliderSet, candidates: CandidatePairs, isPart: Uint8Array): void {
  const { slots, shape } = set;
  const { rank, changed } = slots;
  const { pairs, count, accepted, previous, previousAccepted } = candidates;
  const { pairs: before } = previous;
  let at = 0;
  for (let i = 0; i <= count; i++) {
    const a = pairs[2 * i];
    const b = pairs[2 * i + 1];
    let order = 1;
    for (; at < previous.count; at++) {
      order = i === count ? -1 : (rank[before[2 * at]] - rank[a]) | 0 || (rank[before[2 * at + 1]] - rank[b]) | 0;
      if (order >= 0) break;
      markBody(changed, isPart, before[2 * at], before[2 * at + 1]);
    }
    if (i === count) return;
    if (order !== 0) markBody(changed, isPart, a, b);
    else if (!isUnchanged(slots, shape.kind, accepted[i], previousAccepted[at++], a, b)) {
      markBody(changed, isPart, a, b);
    }
  }
}

/** If only one of a pair is part of the common surface, marks the other one. */
function markBody(changed: Uint8Array, isPart: Uint8Array, a: number, b: number): void {
  if (isPart[a] !== isPart[b]) changed[isPart[a] === 0 ? a : b] |= CHANGED_ROW;
}

/** Returns whether nothing has changed of a pair that was a candidate in the tick before as well. */
function isUnchanged(
  { changed, flags, index }: ColliderSlots,
  kind: ArrayLike<number>,
  accepted: number,
  acceptedBefore: number,
  a: number,
  b: number,
): boolean {
  if ((changed[a] | changed[b]) !== 0 || accepted !== acceptedBefore || accepted === VOLATILE) return false;
  // A static collider may lose its shape by a direct write, which nothing reports.
  const isStatic = ((flags[a] | flags[b]) & FLAG_STATIC) !== 0;
  return !isStatic || (kind[index[a]] !== SHAPE_NONE && kind[index[b]] !== SHAPE_NONE);
}

/**
 * Ends the narrow phase: clears the marks of changed colliders, so that changes from here on count for the next one.
 */
export function endKeeping(list: ContactList, candidates: CandidatePairs, { changed, end }: ColliderSlots): void {
  const { kept } = list;
  kept.listVersion = list.version;
  kept.candidatesVersion = candidates.version;
  changed.fill(0, 0, end);
}

/**
 * Makes the next tick compute all contacts: a rule that changes contacts depends on more than the two colliders of a
 * pair.
 */
export function dropKept({ kept }: ContactList): void {
  kept.listVersion = -1;
  kept.isWhole = false;
}

/**
 * Makes the next tick compute the contacts of a pair, one row of which is no longer what the narrow phase has written.
 * Marking one collider of the two is enough. B is marked, as A is often the floor, all of whose pairs would be
 * computed.
 */
export function noteChangedRow({ slotB, kept }: ContactList, row: number, { changed }: ColliderSlots): void {
  changed[slotB[row]] |= CHANGED_ROW;
  kept.isWhole = false;
}

/**
 * Takes over the contacts of the candidates from `start` on of which nothing has changed since the tick before. Returns
 * the first candidate whose contacts have to be computed, because something has changed or the pair was no candidate
 * then; `end` if there is none.
 */
export function keepContacts(
  set: ColliderSet,
  candidates: CandidatePairs,
  list: ContactList,
  start: number,
  end: number,
): number {
  const { kept } = list;
  const { pairs, previous } = candidates;
  let from = -1;
  let next = start;
  // The walk also stops where a pair of the tick before is gone.
  while (from < next && next < end) {
    from = next;
    passCandidates(list, previous, set.slots.rank, pairs[2 * from], pairs[2 * from + 1]);
    const first = kept.row;
    next = passUnchanged(set, candidates, list, from, end);
    copyRows(list, first, kept.row);
  }
  return next;
}

/**
 * The number of candidates in one call of the walk. V8 compiles a function that is called seldom and runs long inside
 * its loop, and would leave the compiled code at what follows the loop, tick after tick.
 */
const RUN = 256;

/**
 * Walks through the candidates and, side by side, through those of the tick before and their rows, while nothing has
 * changed.
 */
function passUnchanged(
  set: ColliderSet,
  candidates: CandidatePairs,
  list: ContactList,
  start: number,
  end: number,
): number {
  let from = start;
  let to = start;
  while (to === from && from < end) {
    to = Math.min(end, from + RUN);
    from = passRun(set, candidates, list, from, to);
  }
  return from;
}

function passRun(
  { slots, shape }: ColliderSet,
  { pairs, accepted, previous, previousAccepted }: CandidatePairs,
  list: ContactList,
  start: number,
  end: number,
): number {
  const { kept } = list;
  const { kind } = shape;
  const { pairs: before, count } = previous;
  const { slotA, slotB } = list.previous;
  const rows = list.previous.count;
  let at = kept.pair;
  let row = kept.row;
  let i = start;
  while (i < end && at < count) {
    const a = pairs[2 * i];
    const b = pairs[2 * i + 1];
    if (before[2 * at] !== a || before[2 * at + 1] !== b) break;
    if (!isUnchanged(slots, kind, accepted[i], previousAccepted[at], a, b)) break;
    // Whether a pair has a row is unpredictable, so the first comparison has no branch. Hardly any pair has a second
    // row.
    const unlike = row < rows ? (slotA[row] ^ a) | (slotB[row] ^ b) : 1;
    row += ((unlike | -unlike) >>> 31) ^ 1;
    while (row < rows && ((slotA[row] ^ a) | (slotB[row] ^ b)) === 0) row++;
    at++;
    i++;
  }
  kept.pair = at;
  kept.row = row;
  return i;
}

/** Leaves out the candidates of the tick before that come before a pair, with their rows. */
function passCandidates(
  { kept, previous }: ContactList,
  { pairs, count }: PairList,
  rank: Uint32Array,
  slotA: number,
  slotB: number,
): void {
  const { slotA: beforeA, slotB: beforeB, count: rows } = previous;
  while (kept.pair < count) {
    const a = pairs[2 * kept.pair];
    const b = pairs[2 * kept.pair + 1];
    if ((a === slotA && b === slotB) || ((rank[a] - rank[slotA]) | 0 || (rank[b] - rank[slotB]) | 0) > 0) return;
    while (kept.row < rows && beforeA[kept.row] === a && beforeB[kept.row] === b) kept.row++;
    kept.pair++;
  }
}

/** Keeps all contacts: their rows stay where they are, and the columns that tell which they are are copied back. */
function keepAll(list: ContactList, extraCount: number): void {
  const { previous } = list;
  const { count, childCount } = previous;
  reserveContacts(list, count);
  reserveChildren(list, childCount);
  list.count = count;
  list.childCount = childCount;
  list.extraCount = extraCount;
  copyIntegers(list.slotA, previous.slotA, count);
  copyIntegers(list.slotB, previous.slotB, count);
  copyIntegers(list.childA, previous.childA, childCount);
  copyIntegers(list.childB, previous.childB, childCount);
  for (let row = 0; row < count; row++) list.flags[row] = previous.flags[row] & (KEPT_FLAGS | CONTACT_CHILDREN);
}

function copyIntegers(to: Uint32Array, from: Uint32Array, count: number): void {
  for (let i = 0; i < count; i++) to[i] = from[i];
}

const KEPT_FLAGS = CONTACT_POINT_COUNT_MASK | CONTACT_TOUCHING;

/** Copies rows of the tick before to the end of the list. */
function copyRows(list: ContactList, start: number, end: number): void {
  reserveContacts(list, end - start);
  let from = start;
  while (from < end) from = copyRun(list, from, end);
}

/**
 * Copies rows up to a row whose extra points do not follow those of the row before, because one of the two, or a row
 * between them, has been rewritten or refused. Returns the row at which it stops, or the end.
 */
function copyRun(list: ContactList, start: number, end: number): number {
  const { kept, previous, slotA, slotB, flags, featureOrExtra, manifolds, manifoldStride } = list;
  const { slotA: beforeA, slotB: beforeB, flags: before } = previous;
  const { featureOrExtra: details, childFeatureOrExtra: childDetails } = kept;
  let first = start;
  while (first < end && hasExtra(before[first]) === 0) first++;
  let firstExtra = first < end ? details[first] : 0;
  if (first < end && (before[first] & CONTACT_CHILDREN) !== 0) firstExtra = childDetails[firstExtra];
  const shift = list.extraCount - firstExtra;
  let extras = 0;
  let to = list.count;
  let row = start;
  for (; row < end; row++, to++) {
    // How many points a row has is unpredictable, so this test has no branch.
    const isExtra = hasExtra(before[row]);
    const detail = details[row];
    const extra = (before[row] & CONTACT_CHILDREN) === 0 ? detail : childDetails[detail];
    if (isExtra * (extra - firstExtra - extras) !== 0) break;
    slotA[to] = beforeA[row];
    slotB[to] = beforeB[row];
    flags[to] = before[row] & KEPT_FLAGS;
    if ((before[row] & CONTACT_CHILDREN) === 0) featureOrExtra[to] = detail + isExtra * shift;
    else {
      addChildren(list, to, previous.childA[detail], previous.childB[detail]);
      list.childFeatureOrExtra[featureOrExtra[to]] = childDetails[detail] + isExtra * shift;
    }
    extras += isExtra;
  }
  const from = list.count * manifoldStride;
  copyNumbers(manifolds, from, kept.manifolds, start * manifoldStride, (row - start) * manifoldStride);
  list.count = to;
  if (extras > 0) copyExtraPoints(list, firstExtra, extras);
  return row;
}

/** Returns 1 for a row with several points, else 0. */
function hasExtra(flags: number): number {
  return ((flags & CONTACT_POINT_COUNT_MASK) + CONTACT_POINT_COUNT_MASK - 1) >> 3;
}

/** Appends the extra points, which are all but the first, and the features of `count` rows of the tick before. */
function copyExtraPoints(list: ContactList, from: number, count: number): void {
  const { kept, maxPoints, dimension } = list;
  const numbers = (maxPoints - 1) * (dimension + 1);
  const to = list.extraCount;
  reserveExtraPoints(list, count);
  list.extraCount = to + count;
  copyNumbers(list.extraPoints, to * numbers, kept.extraPoints, from * numbers, count * numbers);
  const { extraFeatures } = list;
  const shift = (to - from) * maxPoints;
  for (let i = from * maxPoints; i < (from + count) * maxPoints; i++) extraFeatures[i + shift] = kept.extraFeatures[i];
}

function copyNumbers(to: Float64Array, at: number, from: Float64Array, start: number, count: number): void {
  const shift = at - start;
  for (let i = start; i < start + count; i++) to[i + shift] = from[i];
}

/** Exchanges the columns that were written in the tick before with the kept columns. */
function swapColumns(list: ContactList): void {
  const { kept } = list;
  const { manifolds, featureOrExtra, childFeatureOrExtra, extraPoints, extraFeatures } = list;
  list.manifolds = kept.manifolds;
  list.featureOrExtra = kept.featureOrExtra;
  list.childFeatureOrExtra = kept.childFeatureOrExtra;
  list.extraPoints = kept.extraPoints;
  list.extraFeatures = kept.extraFeatures;
  kept.manifolds = manifolds;
  kept.featureOrExtra = featureOrExtra;
  kept.childFeatureOrExtra = childFeatureOrExtra;
  kept.extraPoints = extraPoints;
  kept.extraFeatures = extraFeatures;
  fitColumns(list);
}

/**
 * Makes all columns as long as the list's `slotA`. Those columns change places with the columns of the tick before in
 * every tick; the others do so only in ticks that keep contacts.
 */
function fitColumns(list: ContactList): void {
  const { slotA, childA, manifoldStride } = list;
  list.manifolds = reserve(list.manifolds, slotA.length * manifoldStride);
  list.featureOrExtra = reserve(list.featureOrExtra, slotA.length);
  list.childFeatureOrExtra = reserve(list.childFeatureOrExtra, childA.length);
}

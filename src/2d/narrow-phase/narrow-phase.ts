import { type CandidatePairs, REFUSED, VOLATILE } from '../../core/broad-phase/candidate-pairs.ts';
import { FLAG_STATIC, FLAG_SWEPT, SLOT_LIVE } from '../../core/collider-slots.ts';
import { type ContactList, reserveContacts } from '../../core/contact-list.ts';
import { CollisionError } from '../../core/errors.ts';
import { beginKeeping, endKeeping, keepContacts } from '../../core/keep-contacts.ts';
import { type ColliderSet, POSE_STRIDE } from '../collider-set.ts';
import {
  changesInPlace,
  SHAPE_BOX,
  SHAPE_CAPSULE,
  SHAPE_CIRCLE,
  SHAPE_KIND_COUNT,
  SHAPE_NONE,
} from '../shapes/shape-kind.ts';
import { collideBoxColliders } from './collide-boxes-or-capsules.ts';
import { collideBoxCircleColliders, collideCircleBoxColliders } from './collide-circle-box-or-capsule.ts';
import { collideCircleColliders } from './collide-circle-pairs.ts';
import { contactMargin, useMargin } from './contact-margin.ts';
import type { CollideRoutine } from './routine-table.ts';

/** Turns candidate pairs into contacts, in the order of the candidates. */
export function runNarrowPhase(set: ColliderSet, candidates: CandidatePairs, list: ContactList): void {
  const start = beginKeeping(set, candidates, list);
  useMargin(set);
  // Half of the candidates, or more, touch: growing step by step, a first tick would copy each row many times over.
  reserveContacts(list, candidates.count >> 1);
  collideCandidates(set, candidates, list, start, candidates.count);
  endKeeping(list, candidates, set.slots);
}

/**
 * Appends the contacts of the candidates start … end − 1, where the world's margin is in use: of those of which nothing
 * has changed as they were.
 */
export function collideCandidates(
  set: ColliderSet,
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

/** Candidates whose poses are fetched before the first of them is computed. */
const RUN = 64;

/** A sum that nobody needs: without it, V8 would leave out the reading. */
const fetched = new Float64Array(1);

/**
 * Candidates come in the order of A; B may be anywhere. The poses of a run are read first: of those that are in no
 * cache, the processor then fetches many at a time, where it would wait for each with the branch that hangs on it.
 */
function computeContacts(
  set: ColliderSet,
  candidates: CandidatePairs,
  list: ContactList,
  start: number,
  end: number,
): void {
  const { poses } = set;
  const { pairs } = candidates;
  for (let i = start; i < end; i += RUN) {
    const runEnd = Math.min(end, i + RUN);
    let sum = 0;
    for (let k = i; k < runEnd; k++) sum += poses[POSE_STRIDE * pairs[2 * k + 1]];
    fetched[0] = sum;
    computeRun(set, candidates, list, i, runEnd);
  }
}

function computeRun(
  set: ColliderSet,
  { pairs, accepted }: CandidatePairs,
  list: ContactList,
  start: number,
  end: number,
): void {
  const { slots, kinds } = set;
  const routines = routinesOf(set);
  const ownMargins = set.ownMargins?.bySlot;
  const { state, flags } = slots;
  // Whoever left since the broad phase: a stage may run by itself.
  const someLeft = slots.removed.length > 0;
  for (let i = start; i < end; i++) {
    const a = pairs[2 * i];
    const b = pairs[2 * i + 1];
    if (accepted[i] === REFUSED || (someLeft && (state[a] !== SLOT_LIVE || state[b] !== SLOT_LIVE))) continue;
    if (((flags[a] | flags[b]) & (FLAG_STATIC | FLAG_SWEPT)) !== 0) {
      const isStatic = ((flags[a] | flags[b]) & FLAG_STATIC) !== 0;
      // A static that lost its shape to a direct write is still in the hierarchy until it is touched.
      const isEmpty = isStatic && (hasNoShape(set, a) || hasNoShape(set, b));
      // What is swept may have met on its way.
      if (isEmpty || ((flags[a] | flags[b]) & FLAG_SWEPT) !== 0) accepted[i] = VOLATILE;
      if (isEmpty) continue;
    }
    // Those two that approach each other come nearer by the sum of what each one moves.
    if (ownMargins !== undefined) contactMargin[0] = set.margin + (ownMargins[a] + ownMargins[b]);
    const kindA = kinds[a];
    const kindB = kinds[b];
    if (kindA === SHAPE_CIRCLE && kindB === SHAPE_CIRCLE) {
      // Called by name, it is inlined.
      collideCircleColliders(set, list, a, b);
      continue;
    }
    if (changesInPlace(kindA) || changesInPlace(kindB)) accepted[i] = VOLATILE;
    const routine = routines[kindA * SHAPE_KIND_COUNT + kindB];
    if (routine === undefined) unsupportedPair(kindA, kindB);
    routine(set, list, a, b);
  }
}

/** Whether a collider has lost its shape to a direct write. */
export function hasNoShape(set: ColliderSet, slot: number): boolean {
  return set.shape.kind[set.slots.index[slot]] === SHAPE_NONE;
}

/** The routines of a world, with those of the inline kinds, which need no maker to bring theirs. */
function routinesOf(set: ColliderSet): readonly (CollideRoutine | undefined)[] {
  const { routines } = set.registry;
  if (routines[SHAPE_CIRCLE * SHAPE_KIND_COUNT + SHAPE_CIRCLE] === undefined) addInlineRoutines(routines);
  return routines;
}

/** Circles, capsules and boxes among each other, which is most of what games collide: closed forms. */
function addInlineRoutines(routines: (CollideRoutine | undefined)[]): void {
  for (let a = SHAPE_CIRCLE; a <= SHAPE_BOX; a++) {
    for (let b = SHAPE_CAPSULE; b <= SHAPE_BOX; b++) {
      routines[a * SHAPE_KIND_COUNT + b] = a === SHAPE_CIRCLE ? collideCircleBoxColliders : collideBoxColliders;
    }
    routines[a * SHAPE_KIND_COUNT + SHAPE_CIRCLE] =
      a === SHAPE_CIRCLE ? collideCircleColliders : collideBoxCircleColliders;
  }
}

function unsupportedPair(kindA: number, kindB: number): never {
  throw new CollisionError('unsupported-pair', `no routine collides shape kinds ${kindA} and ${kindB}`);
}

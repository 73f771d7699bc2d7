import type { CandidatePairs } from '../../core/candidate-pairs.ts';
import { FLAG_STATIC, SLOT_LIVE } from '../../core/collider-slots.ts';
import { beginContacts, type ContactList } from '../../core/contact-list.ts';
import { CollisionError } from '../../core/errors.ts';
import type { ColliderSet } from '../collider-set.ts';
import {
  isCompositeKind,
  isRegisteredKind,
  SHAPE_CIRCLE,
  SHAPE_KIND_COUNT,
  SHAPE_KIND_NAMES,
  SHAPE_NONE,
  SHAPE_POLYGON,
} from '../shapes/shape-kind.ts';
import { collideBoxColliders } from './collide-box-colliders.ts';
import { collideBoxPolygonColliders, collidePolygonBoxColliders } from './collide-box-polygon.ts';
import { collideBoxCircleColliders, collideCircleBoxColliders } from './collide-circle-box.ts';
import { collideCircleColliders } from './collide-circle-colliders.ts';
import { collideCirclePolygonColliders, collidePolygonCircleColliders } from './collide-circle-polygon.ts';
import { collideConvexColliders } from './collide-convex-colliders.ts';
import type { CollideRoutine } from './collide-routine.ts';
import { useMargin } from './contact-margin.ts';
import { registeredOf } from './registered-of.ts';

/** One routine for every pair of kinds, at kindA · SHAPE_KIND_COUNT + kindB. */
const dispatch: readonly (CollideRoutine | undefined)[] = makeDispatch();

/** Turns candidate pairs into contacts, in the order of the candidates. */
export function runNarrowPhase(set: ColliderSet, candidates: CandidatePairs, list: ContactList): void {
  beginContacts(list);
  useMargin(set);
  const { slots, kinds } = set;
  const { state, flags } = slots;
  // Whoever left since the broad phase: a stage may run by itself.
  const someLeft = slots.removed.length > 0;
  const { slotA, slotB, accepted, count } = candidates;
  for (let i = 0; i < count; i++) {
    const a = slotA[i]!;
    const b = slotB[i]!;
    if (accepted[i] === 0 || (someLeft && (state[a] !== SLOT_LIVE || state[b] !== SLOT_LIVE))) continue;
    // A static that lost its shape to a direct write is still in the hierarchy until it is touched.
    if (((flags[a]! | flags[b]!) & FLAG_STATIC) !== 0 && (hasNoShape(set, a) || hasNoShape(set, b))) continue;
    const kindA = kinds[a]!;
    const kindB = kinds[b]!;
    const routine = dispatch[kindA * SHAPE_KIND_COUNT + kindB];
    if (routine === undefined) unsupportedPair(kindA, kindB);
    routine(set, list, a, b);
  }
}

function hasNoShape(set: ColliderSet, slot: number): boolean {
  return set.shape.kind[set.slots.index[slot]!] === SHAPE_NONE;
}

function makeDispatch(): (CollideRoutine | undefined)[] {
  const table: (CollideRoutine | undefined)[] = new Array(SHAPE_KIND_COUNT * SHAPE_KIND_COUNT).fill(undefined);
  for (let a = SHAPE_CIRCLE; a < SHAPE_KIND_COUNT; a++) {
    for (let b = SHAPE_CIRCLE; b < SHAPE_KIND_COUNT; b++) table[a * SHAPE_KIND_COUNT + b] = routineFor(a, b);
  }
  return table;
}

/** Closed forms for the inline kinds, which are most of what games collide; the general routine for the rest. */
function routineFor(kindA: number, kindB: number): CollideRoutine {
  if (isCompositeKind(kindA)) return collideByShapeA;
  if (isCompositeKind(kindB)) return collideByShapeB;
  if (kindA === SHAPE_CIRCLE && kindB === SHAPE_CIRCLE) return collideCircleColliders;
  if (kindA === SHAPE_CIRCLE)
    return isRegisteredKind(kindB) ? collideCirclePolygonColliders : collideCircleBoxColliders;
  if (kindB === SHAPE_CIRCLE)
    return isRegisteredKind(kindA) ? collidePolygonCircleColliders : collideBoxCircleColliders;
  if (!isRegisteredKind(kindA) && !isRegisteredKind(kindB)) return collideBoxColliders;
  if (!isRegisteredKind(kindA) && kindB === SHAPE_POLYGON) return collideBoxPolygonColliders;
  return kindA === SHAPE_POLYGON && !isRegisteredKind(kindB) ? collidePolygonBoxColliders : collideConvexColliders;
}

function collideByShapeA(set: ColliderSet, list: ContactList, slotA: number, slotB: number): void {
  registeredOf(set, slotA).collide!(set, list, slotA, slotB);
}

function collideByShapeB(set: ColliderSet, list: ContactList, slotA: number, slotB: number): void {
  registeredOf(set, slotB).collide!(set, list, slotA, slotB);
}

function unsupportedPair(kindA: number, kindB: number): never {
  const name = (kind: number): string => SHAPE_KIND_NAMES[kind] ?? String(kind);
  throw new CollisionError('unsupported-pair', `no routine collides shape kinds ${name(kindA)} and ${name(kindB)}`);
}

import type { ColliderSet } from '../../src/core/collider-set.ts';
import { SHAPE_NONE } from '../../src/core/collider-set.ts';
import { areFamily, FLAG_STATIC, findSlot } from '../../src/core/collider-slots.ts';
import {
  CONTACT_POINT_COUNT_MASK,
  CONTACT_TOUCHING,
  completeContacts,
  contactSeparation,
  isRefused,
} from '../../src/core/contact-list.ts';
import { textOf } from '../../src/core/errors.ts';
import { filterAllows } from '../../src/core/pair-filter.ts';
import { gapOfBounds, PROXIMITY_SEPARATION, type ProximitySearch } from '../../src/core/queries/closest-points.ts';
import { type EntityId, entityIndex, hasAll, hasOne, isAlive, isPrefab } from './adapter/entities.ts';
import { type CollisionState, requireState } from './collision-state.ts';
import type { Dimension } from './dimension.ts';
import { isPlaced } from './queries/is-placed.ts';

/** The measurements of a dimension that explaining a pair needs. */
export interface PairMeasures<Set extends ColliderSet = ColliderSet> {
  readonly dimension: Dimension<Set>;
  /** Refuses a collider that the next tick would refuse. @throws CollisionError naming the entity and the field. */
  requireValid(set: Set, slot: number): void;
  /** Returns whether the stores have another kind, shape or size than those that the bounds were computed from. */
  isResized(set: Set, slot: number): boolean;
  /** Returns whether the stores have the collider at another place than the last tick has read. */
  isMoved(set: Set, slot: number): boolean;
  readonly search: Pick<ProximitySearch<Set, unknown>, 'measure' | 'proximity'>;
  /**
   * Returns whether a collider has a shape that has no pieces at present. Only for dimensions that have such shapes.
   */
  isEmpty?(set: Set, slot: number): boolean;
}

/** The reason why two entities do not touch, or `touching`. */
export type PairReason =
  | 'touching'
  | 'same-entity'
  | 'same-family'
  | 'removed'
  | 'prefab'
  | 'no-collider'
  | 'no-transform'
  | 'disabled'
  | 'parent-absent'
  | 'no-shape'
  | 'not-yet-updated'
  | 'both-static'
  | 'filtered-by-group'
  | 'filtered-by-mask'
  | 'refused-by-hook'
  | 'behind-one-sided'
  | 'bounds-apart'
  | 'shapes-apart';

/** The result of `explainPair`: why two entities do or do not touch. */
export interface PairExplanation {
  /** Whether the two touched in the last tick. */
  readonly touching: boolean;
  readonly reason: PairReason;
  /** A sentence for the developer that says why. */
  readonly message: string;
  /**
   * Signed separation of the shapes, or of the bounds when these are apart; undefined when something else keeps the
   * pair from being measured.
   */
  readonly separation: number | undefined;
}

/** Says why two entities do or do not touch. See the dimension's `explainPair`. */
export function explainPairBy<Set extends ColliderSet>(
  measures: PairMeasures<Set>,
  world: object,
  a: EntityId,
  b: EntityId,
): PairExplanation {
  const state = requireState(world, measures.dimension);
  if (a === b && isAlive(state.world, a)) {
    return no('same-entity', `${a} is one entity; a collider never pairs with itself`);
  }
  const problem = explainEntity(measures, state, a) ?? explainEntity(measures, state, b);
  if (problem !== undefined) return problem;
  return explainColliders(measures, state, a, b);
}

function explainEntity(measures: PairMeasures, state: CollisionState, entity: EntityId): PairExplanation | undefined {
  const { world, set } = state;
  if (!isAlive(world, entity)) return no('removed', `entity ${textOf(entity)} does not exist`);
  const index = entityIndex(world, entity);
  if (isPrefab(world, entity)) return no('prefab', `entity ${entity} is a prefab`);
  if (!hasOne(world, entity, state.collider)) return no('no-collider', `entity ${entity} has no Collider`);
  if (!hasAll(world, entity, state.transformComponents)) {
    const { transformName } = set;
    const lacks = transformName === 'Transform' ? 'no Transform' : `not all of ${transformName}.component`;
    return no('no-transform', `entity ${entity} has a Collider but ${lacks}`);
  }
  if (hasOne(world, entity, state.tags.Disabled)) return no('disabled', `entity ${entity} is Disabled`);
  if (state.adapter.isHeldBack?.(entity)) {
    return no('parent-absent', `what entity ${entity} is attached to is disabled, or has no ${set.transformName}`);
  }
  if (set.shape.kind[index] === SHAPE_NONE) {
    return no('no-shape', `the Collider of entity ${entity} has no shape: give it one by set(Collider, shape)`);
  }
  const slot = findSlot(set.slots, index);
  if (slot < 0 || set.slots.added.includes(slot)) {
    return no('not-yet-updated', `entity ${entity} has been added since the last tick`);
  }
  measures.requireValid(set, slot);
  if (!isPlaced(state, slot)) {
    return no('not-yet-updated', `the Collider of entity ${entity} has been given its shape since the last tick`);
  }
  return undefined;
}

function explainColliders(measures: PairMeasures, state: CollisionState, a: EntityId, b: EntityId): PairExplanation {
  const { set, world } = state;
  const { slots, shape } = set;
  const indexA = entityIndex(world, a);
  const indexB = entityIndex(world, b);
  const slotA = findSlot(slots, indexA);
  const slotB = findSlot(slots, indexB);
  if ((slots.flags[slotA] & slots.flags[slotB] & FLAG_STATIC) !== 0) {
    return no('both-static', `${a} and ${b} are both Static; statics never pair`);
  }
  if (areFamily(slots, indexA, indexB)) {
    return no('same-family', `${a} and ${b} are attached to each other, or to the same entity`);
  }
  const groupA = shape.groupIndex[indexA];
  const bits = (index: number): [number, number] => [shape.categoryBits[index], shape.maskBits[index]];
  const [categoryA, maskA] = bits(indexA);
  const [categoryB, maskB] = bits(indexB);
  if (!filterAllows(categoryA, maskA, groupA, categoryB, maskB, shape.groupIndex[indexB])) {
    if (groupA !== 0 && groupA === shape.groupIndex[indexB]) {
      return no('filtered-by-group', `${a} and ${b} share the negative group ${groupA}`);
    }
    const hex = (value: number): string => `0x${value.toString(16)}`;
    return no(
      'filtered-by-mask',
      `${a} has category ${hex(categoryA)} and mask ${hex(maskA)}, ${b} category ${hex(categoryB)} and mask ${hex(maskB)}: ` +
        `each category must be in the other's mask`,
    );
  }
  const moved = [slotA, slotB].filter((slot) => measures.isMoved(set, slot)).map((slot) => slots.entity[slot]);
  // The last tick may have read other places than the stores have now: the usual mistake is to ask before the tick.
  const still = moved.filter((entity) => hasOne(world, entity, state.tags.Static));
  const hint = still.map((entity) => `; a Static that is moved needs collision.touch(${entity})`).join('');
  const since = moved.length === 0 ? '' : `, as of the last tick: ${moved.join(' and ')} moved since${hint}`;
  const touching = touchedAt(measures, state, slotA, slotB);
  if (touching !== undefined) {
    const message = `${a} and ${b} touch, separation ${readable(touching)}${since}`;
    return { touching: true, reason: 'touching', message, separation: touching };
  }
  const gap = gapOfBounds(set, slotA, slotB);
  if (gap > 0) return no('bounds-apart', `the bounds of ${a} and ${b} are ${readable(gap)} apart${since}`, gap);
  const separation = separationOf(measures, set, slotA, slotB);
  if (separation === Infinity) {
    const empty = measures.isEmpty?.(set, slotA) ? a : measures.isEmpty?.(set, slotB) ? b : undefined;
    if (empty !== undefined) return no('no-shape', `the map of entity ${empty} has no tiles`);
    return no('behind-one-sided', `one of ${a} and ${b} is one-sided, and the other is behind it`);
  }
  if (separation > 0 && (measures.isResized(set, slotA) || measures.isResized(set, slotB))) {
    return no('not-yet-updated', `the Collider of ${a} or ${b} has been changed since the last tick`, separation);
  }
  if (separation > 0) {
    return no('shapes-apart', `the shapes of ${a} and ${b} are ${readable(separation)} apart${since}`, separation);
  }
  if (contactRefused(state, slotA, slotB)) {
    return no('refused-by-hook', `acceptContact, or a rule such as OneWay, refused ${a} and ${b}`, separation);
  }
  if (hookRefused(state, slotA, slotB)) {
    return no('refused-by-hook', `shouldCollide(${a}, ${b}) said no when their bounds began to overlap`, separation);
  }
  return no('not-yet-updated', `${a} and ${b} did not touch in the last tick, but will in the next`, separation);
}

/**
 * Returns the signed separation over all pairs of pieces; Infinity when there are none, or all are behind one-sided
 * segments.
 */
function separationOf({ search }: PairMeasures, set: ColliderSet, slotA: number, slotB: number): number {
  return search.measure(set, slotA, slotB) ? search.proximity[PROXIMITY_SEPARATION] : Infinity;
}

/** Returns the separation of two colliders that touched in the last tick, undefined when they did not touch. */
function touchedAt(measures: PairMeasures, state: CollisionState, slotA: number, slotB: number): number | undefined {
  const { contacts } = state;
  completeContacts(contacts);
  let least: number | undefined;
  for (let row = 0; row < contacts.count; row++) {
    const flags = contacts.flags[row];
    if ((flags & CONTACT_TOUCHING) === 0 || !isPair(contacts.slotA[row], contacts.slotB[row], slotA, slotB)) continue;
    // The contact of a sensor does not say how deep the two overlap.
    if ((flags & CONTACT_POINT_COUNT_MASK) === 0) return separationOf(measures, state.set, slotA, slotB);
    least = Math.min(least ?? Infinity, contactSeparation(contacts, row));
  }
  return least;
}

function contactRefused({ contacts }: CollisionState, slotA: number, slotB: number): boolean {
  for (let row = 0; row < contacts.count; row++) {
    if (isRefused(contacts.flags[row]) && isPair(contacts.slotA[row], contacts.slotB[row], slotA, slotB)) return true;
  }
  return false;
}

function hookRefused(state: CollisionState, slotA: number, slotB: number): boolean {
  const { pairs, accepted, count } = state.candidates;
  for (let i = 0; i < count; i++) {
    if (isPair(pairs[2 * i], pairs[2 * i + 1], slotA, slotB)) return accepted[i] === 0;
  }
  return false;
}

function isPair(a: number, b: number, first: number, second: number): boolean {
  return (a === first && b === second) || (a === second && b === first);
}

function no(reason: PairReason, message: string, separation?: number): PairExplanation {
  return { touching: false, reason, message, separation };
}

/** Rounds to four significant digits, which show by how much. */
function readable(length: number): string {
  return String(Number(length.toPrecision(4)));
}

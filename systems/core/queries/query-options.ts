import { FLAG_SENSOR } from '../../../src/core/collider-slots.ts';
import { refuse, requireBits, requireKeys, requireType } from '../../../src/core/errors.ts';
import type { SlotFilter } from '../../../src/core/query-filter.ts';
import { type AnyWorld, type ComponentList, type EntityId, hasAll, hasOne } from '../adapter/entities.ts';
import type { CollisionState } from '../collision-state.ts';
import { requireComponents } from '../events/selectors.ts';

/** The filter of the colliders that a query sees: static and moving ones alike, disabled ones never. */
export interface QueryOptions {
  /** The category that the query counts as, against each collider's maskBits. Default: everything. */
  categoryBits?: number;
  /** The categories that the query sees. Default: all. */
  maskBits?: number;
  /** Whether sensors are found. Default false. */
  sensors?: boolean;
  /** Finds only entities with all of these components. */
  with?: ComponentList;
  /** Finds only entities with none of these components. */
  without?: ComponentList;
  /** An entity, or several, that the query does not find: usually the one that asks. */
  ignore?: EntityId | readonly EntityId[];
  /**
   * Called last, for each entity. Like the other functions that ask a game, `accept` of a mover, `weight`,
   * `shouldCollide` and `acceptContact`, it may run queries and change the world: colliders that it adds are seen by
   * queries after this one, and those that it removes are gone at once. No tick, refresh or restore may run in it: they
   * throw `invalid-state`.
   */
  predicate?: (entity: EntityId) => boolean;
}

/** The options of queries that find several entities. */
export interface OverlapOptions extends QueryOptions {
  /**
   * Whether entities come by ascending index, so that what a game does with them does not depend on how they are found.
   * Default true; false is faster where many are found and their order does not matter, as for a sum: the order then
   * depends on where all colliders are, and may change between versions.
   */
  sorted?: boolean;
  /**
   * Compares two entities, as for `Array.sort`: the order in which they come, for picking the one on top, say. Entities
   * for which it returns 0 come by ascending index.
   */
  order?: (a: EntityId, b: EntityId) => number;
}

/** A mask of all 32 bits, as the small integer −1. */
const EVERYTHING = -1;
const NO_OPTIONS: OverlapOptions = {};

/** The keys that options may have. */
export const QUERY_KEYS = ['categoryBits', 'maskBits', 'sensors', 'with', 'without', 'ignore', 'predicate'] as const;

export const OVERLAP_KEYS = [...QUERY_KEYS, 'sorted', 'order'] as const;

/** An empty list of keys, for options whose keys have been checked already. */
export const KNOWN_KEYS: readonly string[] = [];

/** The filter of slots that is made of the options of a query. Reusable. */
export class OptionsFilter implements SlotFilter {
  categoryBits = EVERYTHING;
  maskBits = EVERYTHING;
  hiddenFlags = FLAG_SENSOR;
  ignore = NaN;
  sorted = true;
  order: OverlapOptions['order'];
  isPicky = false;
  #state: CollisionState | undefined;
  #with: ComponentList | undefined;
  #without: ComponentList | undefined;
  #ignored: readonly EntityId[] | undefined;
  #predicate: QueryOptions['predicate'];

  /**
   * Sets the options that `accepts` follows. @throws CollisionError naming a key that is not in `known`, or an option
   * that cannot be used.
   */
  set(state: CollisionState, options: OverlapOptions = NO_OPTIONS, known: readonly string[] = QUERY_KEYS): this {
    if (options !== NO_OPTIONS && known !== KNOWN_KEYS) requireKeys('query options', options, known);
    const { categoryBits = EVERYTHING, maskBits = EVERYTHING, sensors = false, ignore, predicate } = options;
    const { with: components, without, order, sorted = true } = options;
    const ignored = isList(ignore) ? ignore : undefined;
    const ignoredOne = isList(ignore) ? undefined : ignore;
    requireType('sensors', sensors, 'boolean');
    requireType('sorted', sorted, 'boolean');
    if (ignoredOne !== undefined) requireId('ignore', ignoredOne);
    if (ignored !== undefined) for (let i = 0; i < ignored.length; i++) requireId('each of ignore', ignored[i]);
    if (components !== undefined) requireComponents('with', components, state.world);
    if (without !== undefined) requireComponents('without', without, state.world);
    if (predicate !== undefined) requireType('predicate', predicate, 'function');
    if (order !== undefined) requireType('order', order, 'function');
    this.categoryBits = requireBits('categoryBits', categoryBits) | 0;
    this.maskBits = requireBits('maskBits', maskBits) | 0;
    this.hiddenFlags = sensors ? 0 : FLAG_SENSOR;
    this.ignore = ignoredOne ?? NaN;
    this.sorted = sorted || order !== undefined;
    this.order = order;
    this.isPicky =
      components !== undefined || without !== undefined || ignored !== undefined || predicate !== undefined;
    this.#state = state;
    this.#with = components;
    this.#without = without;
    this.#ignored = ignored;
    this.#predicate = predicate;
    return this;
  }

  /** Drops the references to the world and to what the options name. */
  forget(): void {
    this.order = undefined;
    this.#state = undefined;
    this.#with = undefined;
    this.#without = undefined;
    this.#ignored = undefined;
    this.#predicate = undefined;
  }

  accepts(slot: number): boolean {
    const state = this.#state!;
    const { set, world } = state;
    const entity = set.slots.entity[slot];
    const predicate = this.#predicate;
    const without = this.#without;
    const ignored = this.#ignored;
    if (this.#with !== undefined && !hasAll(world, entity, this.#with)) return false;
    if (without !== undefined && hasAny(world, entity, without)) return false;
    if (ignored !== undefined) for (let i = 0; i < ignored.length; i++) if (ignored[i] === entity) return false;
    if (predicate === undefined) return true;
    state.waitingQueries++;
    try {
      return predicate(entity);
    } finally {
      state.waitingQueries--;
    }
  }
}

function isList(ignore: QueryOptions['ignore']): ignore is readonly EntityId[] {
  return Array.isArray(ignore);
}

function requireId(name: string, value: EntityId): void {
  if (!Number.isInteger(value)) refuse('out-of-range', name, 'an entity id', value);
}

function hasAny(world: AnyWorld, entity: EntityId, components: ComponentList): boolean {
  for (let i = 0; i < components.length; i++) if (hasOne(world, entity, components[i] as object)) return true;
  return false;
}

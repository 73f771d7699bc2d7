import { FLAG_SENSOR } from '../../../src/core/collider-slots.ts';
import { refuse, requireBits, requireKeys, requireType } from '../../../src/core/errors.ts';
import type { SlotFilter } from '../../../src/core/query-filter.ts';
import { type ComponentList, type EntityId, hasAll } from '../adapter/adapter.ts';
import type { CollisionState } from '../collision-state.ts';
import { requireComponents } from '../events/selectors.ts';

/** Which colliders a query sees. Static and moving ones alike; disabled ones never. */
export interface QueryOptions {
  /** What the query counts as, against each collider's maskBits. Default: everything. */
  categoryBits?: number;
  /** Which categories the query sees. Default: all. */
  maskBits?: number;
  /** Whether sensors are seen. Default false. */
  sensors?: boolean;
  /** Only entities with all these components. */
  with?: ComponentList;
  /** An entity that is not seen: usually the one that asks. */
  ignore?: EntityId;
  /** Asked last, per entity; may run queries itself. */
  predicate?: (entity: EntityId) => boolean;
}

/** For queries that give several entities. */
export interface OverlapOptions extends QueryOptions {
  /**
   * Whether entities come by ascending index, so that what a game does with them does not depend on how they are found.
   * Default true; false is faster where many are found and their order does not matter, for a sum or a set of marks: it
   * depends on where all colliders are, and is another one in the next version.
   */
  sorted?: boolean;
}

/** All bits, as a small integer. */
const EVERYTHING = -1;
const NO_OPTIONS: OverlapOptions = {};

/** Which keys options may have. */
export const QUERY_KEYS = ['categoryBits', 'maskBits', 'sensors', 'with', 'ignore', 'predicate'] as const;

export const OVERLAP_KEYS = [...QUERY_KEYS, 'sorted'] as const;

/** The test on slots that the options of a query stand for. Reusable. */
export class OptionsFilter implements SlotFilter {
  categoryBits = EVERYTHING;
  maskBits = EVERYTHING;
  hiddenFlags = FLAG_SENSOR;
  ignore = NaN;
  sorted = true;
  isPicky = false;
  #state: CollisionState | undefined;
  #with: ComponentList | undefined;
  #predicate: QueryOptions['predicate'];

  /** @throws CollisionError naming a key that is not in `known`, or an option that cannot be used. */
  set(state: CollisionState, options: OverlapOptions = NO_OPTIONS, known: readonly string[] = QUERY_KEYS): this {
    if (options !== NO_OPTIONS) requireKeys('query options', options, known);
    const {
      categoryBits = EVERYTHING,
      maskBits = EVERYTHING,
      sensors = false,
      ignore,
      sorted = true,
      predicate,
    } = options;
    const components = options.with;
    requireType('sensors', sensors, 'boolean');
    requireType('sorted', sorted, 'boolean');
    if (ignore !== undefined && !Number.isInteger(ignore)) refuse('out-of-range', 'ignore', 'an entity id', ignore);
    if (components !== undefined) requireComponents('with', components);
    if (predicate !== undefined) requireType('predicate', predicate, 'function');
    this.categoryBits = requireBits('categoryBits', categoryBits) | 0;
    this.maskBits = requireBits('maskBits', maskBits) | 0;
    this.hiddenFlags = sensors ? 0 : FLAG_SENSOR;
    this.ignore = ignore ?? NaN;
    this.sorted = sorted;
    this.isPicky = components !== undefined || predicate !== undefined;
    this.#state = state;
    this.#with = components;
    this.#predicate = predicate;
    return this;
  }

  accepts(slot: number): boolean {
    const { set, world } = this.#state!;
    const entity = set.slots.entity[slot];
    const predicate = this.#predicate;
    return (
      (this.#with === undefined || hasAll(world, entity, this.#with)) && (predicate === undefined || predicate(entity))
    );
  }
}

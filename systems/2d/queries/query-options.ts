import type { SlotFilter } from '../../../src/2d/queries/query-scope.ts';
import { FLAG_SENSOR } from '../../../src/core/collider-slots.ts';
import { type Component, type EntityId, hasAll } from '../../adapter/adapter.ts';
import type { CollisionState } from '../collision-state.ts';

/** Which colliders a query sees. Static and moving ones alike; disabled ones never. */
export interface QueryOptions {
  /** What the query counts as, against each collider's maskBits. Default: everything. */
  categoryBits?: number;
  /** Which categories the query sees. Default: all. */
  maskBits?: number;
  /** Whether sensors are seen. Default false. */
  sensors?: boolean;
  /** Only entities with all these components. */
  with?: readonly Component[];
  /** An entity that is not seen: usually the one that asks. */
  ignore?: EntityId;
  /** Asked last, per entity; may run queries itself. */
  predicate?: (entity: EntityId) => boolean;
}

/** All bits, as a small integer. */
const EVERYTHING = -1;
const NO_OPTIONS: QueryOptions = {};

/** The test on slots that the options of a query stand for. Reusable. */
export class OptionsFilter implements SlotFilter {
  categoryBits = EVERYTHING;
  maskBits = EVERYTHING;
  hiddenFlags = FLAG_SENSOR;
  ignore = NaN;
  isPicky = false;
  #state: CollisionState | undefined;
  #options = NO_OPTIONS;

  set(state: CollisionState, options: QueryOptions = NO_OPTIONS): this {
    this.categoryBits = (options.categoryBits ?? EVERYTHING) | 0;
    this.maskBits = (options.maskBits ?? EVERYTHING) | 0;
    this.hiddenFlags = options.sensors ? 0 : FLAG_SENSOR;
    this.ignore = options.ignore ?? NaN;
    this.isPicky = options.with !== undefined || options.predicate !== undefined;
    this.#state = state;
    this.#options = options;
    return this;
  }

  accepts(slot: number): boolean {
    const { with: components, predicate } = this.#options;
    const { set, world } = this.#state!;
    const entity = set.slots.entity[slot]!;
    if (components !== undefined && !hasAll(world, entity, components)) return false;
    return predicate === undefined || predicate(entity);
  }
}

import { FLAG_SENSOR } from '../../src/core/collider-slots.ts';
import { type Component, type EntityId, hasAll } from '../adapter/adapter.ts';
import type { CollisionState } from './collision-state.ts';

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

const EVERYTHING = 0xffffffff;
const DEFAULTS: QueryOptions = {};

/** The options of a query in progress as a test on slots. */
export class QueryFilter {
  readonly #state: CollisionState;
  #options: QueryOptions = DEFAULTS;

  constructor(state: CollisionState) {
    this.#state = state;
  }

  use(options: QueryOptions | undefined): this {
    this.#options = options ?? DEFAULTS;
    return this;
  }

  readonly accepts = (slot: number): boolean => {
    const { slots, shape } = this.#state.set;
    const options = this.#options;
    const index = slots.index[slot]!;
    if (((options.categoryBits ?? EVERYTHING) & shape.maskBits[index]!) === 0) return false;
    if ((shape.categoryBits[index]! & (options.maskBits ?? EVERYTHING)) === 0) return false;
    if (options.sensors !== true && (slots.flags[slot]! & FLAG_SENSOR) !== 0) return false;
    const entity = slots.entity[slot]!;
    if (entity === options.ignore) return false;
    if (options.with !== undefined && !hasAll(this.#state.world, entity, options.with)) return false;
    return options.predicate === undefined || options.predicate(entity);
  };
}

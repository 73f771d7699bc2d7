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

const EVERYTHING = 0xffffffff;
const NO_OPTIONS: QueryOptions = {};

/** The test on slots that the options of a query stand for. Reusable. */
export class OptionsFilter implements SlotFilter {
  #state: CollisionState | undefined;
  #category = EVERYTHING;
  #mask = EVERYTHING;
  #sensors = false;
  #options: QueryOptions = NO_OPTIONS;

  set(state: CollisionState, options: QueryOptions = NO_OPTIONS): this {
    this.#state = state;
    this.#category = options.categoryBits ?? EVERYTHING;
    this.#mask = options.maskBits ?? EVERYTHING;
    this.#sensors = options.sensors ?? false;
    this.#options = options;
    return this;
  }

  accepts(slot: number): boolean {
    const { set, world } = this.#state!;
    const { slots, shape } = set;
    const index = slots.index[slot]!;
    if ((this.#category & shape.maskBits[index]!) === 0 || (shape.categoryBits[index]! & this.#mask) === 0)
      return false;
    if (!this.#sensors && (slots.flags[slot]! & FLAG_SENSOR) !== 0) return false;
    const { ignore, predicate, with: components } = this.#options;
    const entity = slots.entity[slot]!;
    if (entity === ignore) return false;
    if (components !== undefined && !hasAll(world, entity, components)) return false;
    return predicate === undefined || predicate(entity);
  }
}

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

/** Returns the test on slots that the options of a query stand for. */
export function acceptSlot(state: CollisionState, options: QueryOptions = {}): (slot: number) => boolean {
  const { slots, shape } = state.set;
  const category = options.categoryBits ?? EVERYTHING;
  const mask = options.maskBits ?? EVERYTHING;
  const { sensors = false, ignore, predicate, with: components } = options;
  return (slot) => {
    const index = slots.index[slot]!;
    if ((category & shape.maskBits[index]!) === 0 || (shape.categoryBits[index]! & mask) === 0) return false;
    if (!sensors && (slots.flags[slot]! & FLAG_SENSOR) !== 0) return false;
    const entity = slots.entity[slot]!;
    if (entity === ignore) return false;
    if (components !== undefined && !hasAll(state.world, entity, components)) return false;
    return predicate === undefined || predicate(entity);
  };
}

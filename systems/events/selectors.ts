import { CollisionError } from '../../src/core/errors.ts';
import { type AnyWorld, type Component, type EntityId, hasAll } from '../adapter/adapter.ts';

/** Which entities are meant: one, by id, or all that have every listed component (an empty list: all). */
export type Selector = EntityId | readonly Component[];

export const ALL_ENTITIES: Selector = [];

/** Whether a live entity is meant by a selector. */
export function answersLive(world: AnyWorld, selector: Selector, entity: EntityId): boolean {
  return typeof selector === 'number' ? selector === entity : hasAll(world, entity, selector);
}

/** @throws CollisionError `invalid-state` for what is neither an entity id nor a list of components. */
export function requireSelector(name: string, selector: Selector): void {
  if (typeof selector === 'number' ? !Number.isInteger(selector) : !Array.isArray(selector)) {
    throw new CollisionError(
      'invalid-state',
      `the ${name} selector must be an entity id or a list of components, got ${String(selector)}`,
    );
  }
  if (typeof selector === 'number') return;
  for (let i = 0; i < selector.length; i++) {
    requireComponent(`component ${i} of the ${name} selector`, selector[i]);
  }
}

/** @throws CollisionError `invalid-state` for a value that bitECS would not take for a component. */
export function requireComponent(name: string, value: unknown): void {
  if ((typeof value === 'object' && value !== null) || typeof value === 'function') return;
  throw new CollisionError('invalid-state', `${name} must be a component, got ${String(value)}`);
}

/** @throws CollisionError `invalid-state` for what is no function. */
export function requireFunction(name: string, value: unknown): void {
  if (typeof value === 'function') return;
  throw new CollisionError('invalid-state', `${name} must be a function, got ${typeof value}`);
}

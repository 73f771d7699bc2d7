import { refuse } from '../../../src/core/errors.ts';
import { isQueryTerm } from '../adapter/bitecs-internals.ts';
import {
  type AnyWorld,
  type Component,
  type ComponentList,
  type EntityId,
  hasAll,
  isAlive,
} from '../adapter/entities.ts';

/**
 * By component that a collision made: the world of the collision. A game's own components may be in many worlds, so
 * they are not listed.
 */
const worlds = new WeakMap<object, object>();

/** Notes that components belong to a world, so that a selector of another world can be refused. */
export function noteComponents(world: object, components: Iterable<object>): void {
  for (const component of components) worlds.set(component, world);
}

/**
 * Selects entities: one, by id, or all entities that have every listed component (with an empty list, all entities).
 */
export type Selector = EntityId | ComponentList;

export const ALL_ENTITIES: Selector = [];

/** Returns whether a live entity is meant by a selector. */
export function answersLive(world: AnyWorld, selector: Selector, entity: EntityId): boolean {
  return typeof selector === 'number' ? selector === entity : hasAll(world, entity, selector);
}

/** Returns whether every entity is meant. */
export function takesAll(selector: Selector): boolean {
  return typeof selector !== 'number' && selector.length === 0;
}

/**
 * Refuses a value that is no selector. @throws CollisionError `invalid-state` for a value that is neither an entity id
 * nor a list of components, or for a list with a component of another world's collision.
 */
export function requireSelector(name: string, selector: Selector, world: object): void {
  if (Number.isInteger(selector)) return;
  if (!Array.isArray(selector)) refuse('invalid-state', name, 'an entity id or a list of components', selector);
  requireComponents(name, selector, world);
}

/**
 * Checks a selector of events that are to come. @throws what `requireSelector` throws, and CollisionError
 * `out-of-range` for an entity that does not exist.
 */
export function requireLiveSelector(name: string, selector: Selector, world: AnyWorld): void {
  requireSelector(name, selector, world);
  if (typeof selector === 'number' && !isAlive(world, selector)) {
    refuse('out-of-range', name, 'an entity that exists', selector);
  }
}

/**
 * Refuses a value that is no list of components, or a list with components of another world. @throws CollisionError
 * `invalid-state`.
 */
export function requireComponents(
  name: string,
  components: ComponentList,
  world: object,
): asserts components is readonly Component[] {
  if (!Array.isArray(components)) refuse('invalid-state', name, 'a list of components', components);
  for (let i = 0; i < components.length; i++) {
    const component: unknown = components[i];
    if (!isComponent(component)) refuse('invalid-state', `component ${i} of ${name}`, 'a component', component);
    if (isQueryTerm(component)) {
      refuse(
        'invalid-state',
        `component ${i} of ${name}`,
        'a component, as Not, Or and the like count in queries only',
        component,
      );
    }
    if ((worlds.get(component) ?? world) !== world) {
      refuse('invalid-state', `component ${i} of ${name}`, 'one of this world', "another world's");
    }
  }
}

/** Returns whether bitECS would take a value for a component. */
function isComponent(value: unknown): value is object {
  return (typeof value === 'object' && value !== null) || typeof value === 'function';
}

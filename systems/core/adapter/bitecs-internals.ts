import { $internal, type EntityId, type World } from 'bitecs';
import { CollisionError } from '../../../src/core/errors.ts';

/** The symbols by which bitECS marks the terms of queries, `Not(X)` and the like, which are no components. */
const TERM_MARKS = ['bitecs-opType', 'bitecs-hierarchyType', 'bitecs-modifierType'].map((name) => Symbol.for(name));

/** Returns whether a value is a term that only a query takes, such as `Not(X)` or `Or(X, Y)`. */
export function isQueryTerm(value: object): boolean {
  return TERM_MARKS.some((mark) => mark in value);
}

/** An ECS world of any context type. */
export type AnyWorld = World<object>;
/** A component as bitECS understands it: any object, compared by identity. */
export type Component = object;
/** An entity id as bitECS hands it out, version bits included. */
export type { EntityId };

/**
 * Returns bitECS' own record of a world. @throws CollisionError `invalid-state` for an object that is no world, or a
 * deleted one.
 */
export function internals(world: AnyWorld) {
  const internal = (world as { [$internal]?: ReturnType<typeof readInternals> } | null)?.[$internal];
  if (internal === undefined)
    throw new CollisionError('invalid-state', 'the world was deleted, or is not a bitECS world');
  return internal;
}

/** Returns whether an object is a world that has not been deleted. */
export function isWorld(world: AnyWorld): boolean {
  return $internal in world;
}

function readInternals(world: object) {
  return (world as import('bitecs').InternalWorld)[$internal];
}

/**
 * Where bitECS keeps the owners of a component: a bit in masks by entity id. `hasComponent` looks this place up on each
 * call. It stays the same until the world is reset.
 */
export interface ComponentBit {
  readonly masks: readonly number[];
  readonly bit: number;
}

export function bitOf(world: AnyWorld, component: Component): ComponentBit {
  const { componentMap, entityMasks } = internals(world);
  const known = componentMap.get(component);
  // No entity has a component that bitECS does not know.
  return known === undefined ? NO_OWNERS : { masks: entityMasks[known.generationId], bit: known.bitflag };
}

const NO_OWNERS: ComponentBit = { masks: [], bit: 0 };

/**
 * Returns whether an entity has the component of a bit; while the entity is being removed, whether it had the
 * component.
 */
export function hasBit({ masks, bit }: ComponentBit, eid: EntityId): boolean {
  // A component without owners has no masks: reading beyond an array's end is slow.
  return bit !== 0 && (masks[eid] & bit) !== 0;
}

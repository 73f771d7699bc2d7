import { getAllEntities, hasComponent, Prefab } from 'bitecs';
import { refuse } from '../../../src/core/errors.ts';
import { type AnyWorld, type Component, type EntityId, internals } from './bitecs-internals.ts';

export type { AnyWorld, Component, EntityId };
/** A list of components. Those of relations are `unknown` to bitECS' types, `Owns(team)` for one. */
export type ComponentList = readonly unknown[];

/**
 * Returns where the stores keep an entity: its id without version bits. -1, which results say where there is no entity,
 * is an id that no entity has.
 * @throws CollisionError `out-of-range` for a value that is no id, which is an integer of 32 bits.
 */
export function entityIndex(world: AnyWorld, eid: EntityId): number {
  if (typeof eid !== 'number' || (eid | 0) !== eid) refuse('out-of-range', 'an entity', 'an id', eid);
  return eid & internals(world).entityIndex.entityMask;
}

/**
 * Does the same as `entityIndex`, for calls that need an entity: refuses negative numbers too, in worlds whose ids have
 * no version bits.
 * @throws CollisionError `out-of-range` for a value that is no id of the world.
 */
export function requireEntityIndex(world: AnyWorld, eid: EntityId): number {
  const index = entityIndex(world, eid);
  if (eid < 0 && !internals(world).entityIndex.versioning) refuse('out-of-range', 'an entity', 'an id', eid);
  return index;
}

/** Returns a number above all indices of entities, dead ones included. */
export function entityIndexEnd(world: AnyWorld): number {
  return internals(world).entityIndex.maxId + 1;
}

/** Returns whether a live entity has all the given components. */
export function hasAll(world: AnyWorld, eid: EntityId, components: ComponentList): boolean {
  for (let i = 0; i < components.length; i++) if (!hasComponent(world, eid, components[i])) return false;
  return true;
}

/**
 * Returns the component set of an id, which stands for the entity's life until the id is recycled: no other entity has
 * this set, and a component that is being removed is still in it while observers are told. `entityExists` is wrong with
 * versioning.
 */
export function lifeOf(world: AnyWorld, eid: EntityId): Set<object> | undefined {
  return internals(world).entityComponents.get(eid);
}

export const hasOne: (world: AnyWorld, eid: EntityId, component: Component) => boolean = hasComponent;

/** Returns whether an id names a live entity. */
export function isAlive(world: AnyWorld, eid: EntityId): boolean {
  return lifeOf(world, eid) !== undefined;
}

export function isPrefab(world: AnyWorld, eid: EntityId): boolean {
  return hasComponent(world, eid, Prefab);
}

/** Calls `visit` with the entity index of everything that has the component: prefabs and disabled entities too. */
export function forEachOwner(world: AnyWorld, component: Component, visit: (index: number) => void): void {
  for (const eid of getAllEntities(world)) if (hasComponent(world, eid, component)) visit(entityIndex(world, eid));
}

/** Returns whether an entity of which bitECS tells has been a prefab until now. */
export function wasPrefab(world: AnyWorld, eid: EntityId): boolean {
  return lifeOf(world, eid)?.has(Prefab) === true;
}

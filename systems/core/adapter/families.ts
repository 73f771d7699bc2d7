import { addComponent, onAdd, onRemove, query, removeComponent, removeEntity } from 'bitecs';
import { CAUSE_DISABLED, CAUSE_REMOVED } from '../../../src/core/collider-slots.ts';
import type { Adapter, Listen } from './adapter.ts';
import { type Component, type EntityId, hasAll, hasOne } from './entities.ts';
import { enter, leave, slotOf } from './member-slots.ts';

/** The functions that are called about attached entities, and about the entities they are attached to. */
export interface FamilyListener {
  /**
   * Is called when all observers have been installed anew, after a reset of the world: whatever was known of its
   * entities is void.
   */
  onInstall(): void;
  onAttach(eid: EntityId): void;
  /** Called when an entity is detached; it may be in removal. */
  onDetach(eid: EntityId, isRemoved: boolean): void;
  /** Called when a parent can no longer be followed, and when it can be followed again. */
  onParentGone(eid: EntityId, cause: number): void;
  onParentBack(eid: EntityId): void;
  /** Called for a parent that is being removed, while it still has its components. */
  onParentRemoved(eid: EntityId): void;
}

/** Observes attached entities, and entities with the tag of parents. */
export function observeFamilies(
  { world, required, tags }: Adapter,
  attachedTo: Component,
  parentTag: Component,
  listener: FamilyListener,
  on: Listen,
): void {
  // The components that a collider needs, without the Collider itself: an entity that others are attached to must only
  // have a place.
  const place = required.slice(0, -1);
  listener.onInstall();
  on(onAdd(attachedTo), (eid) => listener.onAttach(eid));
  // While an entity is being removed, it still has its components; while a component is being removed, the entity has
  // lost it already.
  on(onRemove(attachedTo), (eid) => listener.onDetach(eid, hasOne(world, eid, attachedTo)));
  on(onRemove(parentTag), (eid) => {
    if (hasOne(world, eid, parentTag)) listener.onParentRemoved(eid);
  });
  on(onAdd(parentTag, ...place), (eid) => listener.onParentBack(eid));
  on(onRemove(parentTag, ...place), (eid) => {
    if (!hasAll(world, eid, place)) listener.onParentGone(eid, CAUSE_REMOVED);
  });
  on(onAdd(tags.Disabled), (eid) => listener.onParentGone(eid, CAUSE_DISABLED));
  on(onRemove(tags.Disabled), (eid) => {
    if (!hasOne(world, eid, tags.Disabled)) listener.onParentBack(eid);
  });
  // These entities were attached after the world was reset, when no observer was installed.
  for (const eid of Array.from(query(world, [attachedTo]))) listener.onAttach(eid);
}

/** Returns whether an entity is somewhere, so that others can follow it, and not disabled. */
export function canBeFollowed({ world, required, tags }: Adapter, eid: EntityId): boolean {
  for (let i = 0; i < required.length - 1; i++) if (!hasOne(world, eid, required[i])) return false;
  return !hasOne(world, eid, tags.Disabled);
}

/** Removes the collider of an entity from the engine, for as long as the entity's parent has no place. */
export function withdraw(adapter: Adapter, eid: EntityId, cause: number): void {
  const slot = slotOf(adapter, eid);
  if (slot >= 0) leave(adapter, slot, cause);
}

/** Adds the collider of an entity to the engine again, unless there is another reason to leave it out. */
export function readmit(adapter: Adapter, eid: EntityId): void {
  enter(adapter, eid);
}

export function addTag({ world }: Adapter, eid: EntityId, tag: Component): void {
  addComponent(world, eid, tag);
}

export function removeTag({ world }: Adapter, eid: EntityId, tag: Component): void {
  if (hasOne(world, eid, tag)) removeComponent(world, eid, tag);
}

export function remove({ world }: Adapter, eid: EntityId): void {
  removeEntity(world, eid);
}

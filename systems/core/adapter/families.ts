import { addComponent, onAdd, onRemove, query, removeComponent, removeEntity } from 'bitecs';
import { CAUSE_DISABLED, CAUSE_REMOVED } from '../../../src/core/collider-slots.ts';
import type { Adapter, Listen } from './adapter.ts';
import { type Component, type EntityId, hasAll, hasOne } from './entities.ts';
import { enter, leave, slotOf } from './member-slots.ts';

/** Hears what happens to attached entities, and to the entities they are attached to. */
export interface FamilyListener {
  /** All observers are new: what was known is of a world that is no more. */
  onInstall(): void;
  onAttach(eid: EntityId): void;
  /** The entity may be in removal. */
  onDetach(eid: EntityId, isRemoved: boolean): void;
  /** A parent can be followed no more, or again. */
  onParentGone(eid: EntityId, cause: number): void;
  onParentBack(eid: EntityId): void;
  /** A parent is being removed, and still has its components. */
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
  // All that a collider needs but the collider: to be followed, an entity has to be somewhere.
  const place = required.slice(0, -1);
  listener.onInstall();
  on(onAdd(attachedTo), (eid) => listener.onAttach(eid));
  // An entity that is being removed has its components still; one that loses a component has that no more.
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
  // These were attached after the world was reset, when no observer was installed.
  for (const eid of Array.from(query(world, [attachedTo]))) listener.onAttach(eid);
}

/** Whether an entity is somewhere, so that others can follow it, and not disabled. */
export function canBeFollowed({ world, required, tags }: Adapter, eid: EntityId): boolean {
  for (let i = 0; i < required.length - 1; i++) if (!hasOne(world, eid, required[i])) return false;
  return !hasOne(world, eid, tags.Disabled);
}

/** Takes the collider of an entity out, as long as its parent cannot be followed. */
export function withdraw(adapter: Adapter, eid: EntityId, cause: number): void {
  const slot = slotOf(adapter, eid);
  if (slot >= 0) leave(adapter, slot, cause);
}

/** Takes an entity in again, unless something else keeps it out. */
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

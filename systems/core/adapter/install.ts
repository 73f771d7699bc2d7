import { observe, onAdd, onRemove, Prefab, query, removeComponent } from 'bitecs';
import type { CollisionTags } from '../../../components/tags.ts';
import { CAUSE_DISABLED, CAUSE_REMOVED, INVALID_SLOT, SLOT_LIVE } from '../../../src/core/collider-slots.ts';
import { CollisionError } from '../../../src/core/errors.ts';
import type { Adapter, AdapterExtension, Listen, MemberBits } from './adapter.ts';
import { bitOf, hasBit, internals, isWorld } from './bitecs-internals.ts';
import { colliderTerms } from './collider-terms.ts';
import { type EntityId, wasPrefab } from './entities.ts';
import { enter, leave, notePrefab, readTags, slotOf } from './member-slots.ts';
import { observeStore } from './observe-store.ts';

/** The fields that an adapter is made from. */
type AdapterParts = Pick<Adapter, 'world' | 'slots' | 'bindings' | 'required' | 'tags' | 'canSweep' | 'onLeave'>;

export function createAdapter(parts: AdapterParts): Adapter {
  const { world, slots, bindings, required, tags, canSweep, onLeave } = parts;
  const adapter: Adapter = {
    world,
    slots,
    bindings,
    required,
    tags,
    canSweep,
    onLeave,
    heardTags: [],
    staticsChanged: true,
    changedStatics: [],
    hasUnread: false,
    staticsVersion: 0,
    membersChanged: true,
    mobilityChanged: true,
    version: 0,
    unsubscribe: [],
    installedOn: undefined,
    prefabs: undefined,
    bits: readBits(parts),
    lastAdded: undefined,
    lastAddedEntity: 0,
    nextLookedAt: 0,
    extensions: [],
    isHeldBack: undefined,
    listAttached: undefined,
  };
  install(adapter);
  return adapter;
}

/** Registers all observers, and adds the entities that already have a collider. */
export function install(adapter: Adapter): void {
  const { world, slots } = adapter;
  const { queries } = internals(world);
  const on = listenerOf(adapter);
  const wasReset = adapter.installedOn !== queries;
  uninstall(adapter);
  adapter.prefabs = undefined;
  // After a reset the world has new entities, and no observer was called for the old ones: their colliders leave here.
  for (let slot = 0; slot < slots.end; slot++) {
    if (slots.state[slot] === SLOT_LIVE) leave(adapter, slot, CAUSE_REMOVED, wasReset);
  }
  if (wasReset) {
    const added = adapter.extensions.map(({ binding }) => binding);
    for (const { started } of [...adapter.bindings, ...added]) started.fill(0);
  }
  observeMembers(adapter, on);
  for (const tag of adapter.heardTags) observeTag(adapter, tag, on);
  for (const extension of adapter.extensions) installExtension(adapter, extension, on);
  adapter.bits = readBits(adapter);
  for (const eid of Array.from(query(world, colliderTerms(adapter)))) enter(adapter, eid);
  adapter.installedOn = queries;
}

/**
 * Returns a tag to be given to a game, and observes it from now on. It is not observed earlier because no entity can
 * have it, and in a world of a few bodies an observer of bitECS takes a tenth of all memory.
 */
export function hearTag(adapter: Adapter, tag: keyof CollisionTags): object {
  const { world, tags, heardTags } = adapter;
  if (heardTags.includes(tag)) return tags[tag];
  heardTags.push(tag);
  if (isWorld(world) && internals(world).queries === adapter.installedOn) {
    observeTag(adapter, tag, listenerOf(adapter));
    adapter.bits = readBits(adapter);
  }
  return tags[tag];
}

function observeTag(adapter: Adapter, name: keyof CollisionTags, on: Listen): void {
  const tag = adapter.tags[name];
  if (name === 'Disabled') {
    observeDisabled(adapter, on);
    return;
  }
  if (name === 'Swept' && !adapter.canSweep) on(onAdd(tag), (eid) => refuseSwept(adapter, eid));
  for (const hook of [onAdd, onRemove]) on(hook(tag), (eid) => readTags(adapter, slotOf(adapter, eid), eid));
}

/**
 * Observes which entities gain and lose the components that a collider needs, with an observer for each component. A
 * query for all of them would give the same, but cost bitECS the same time once more for every entity that is added,
 * gets a component or is removed.
 */
function observeMembers(adapter: Adapter, on: Listen): void {
  const { world, required } = adapter;
  const [colliders, transforms] = adapter.bindings;
  const gain = (eid: EntityId): void => enter(adapter, eid);
  const lose = (eid: EntityId): void => {
    const slot = slotOf(adapter, eid);
    if (slot >= 0) leave(adapter, slot, CAUSE_REMOVED);
    // bitECS calls no observers for prefabs, so it will not say when this entity ceases to be one.
    if (hasBit(adapter.bits.prefab, eid)) notePrefab(adapter, eid);
  };
  const gainCollider = (eid: EntityId): void => {
    // If it was disabled while it was a prefab, bitECS will not tell when that ends.
    if (hasBit(adapter.bits.disabled, eid) && wasPrefab(world, eid)) notePrefab(adapter, eid);
    enter(adapter, eid);
  };
  const loseCollider = (eid: EntityId): void => {
    if (slotOf(adapter, eid) < 0) adapter.onLeave(INVALID_SLOT, eid, CAUSE_REMOVED);
    lose(eid);
  };
  observeStore(adapter, colliders, on, colliderTerms(adapter), gainCollider, loseCollider);
  if (transforms !== undefined) observeStore(adapter, transforms, on, [transforms.component], gain, lose);
  else {
    // The terms include Collider, so the query is removed with the other ones when the world is left: see
    // forgetComponents.
    on(onAdd(...required), gain);
    on(onRemove(...required), lose);
  }
}

function observeDisabled(adapter: Adapter, on: Listen): void {
  const { Disabled } = adapter.tags;
  on(onAdd(Disabled), (eid) => {
    const slot = slotOf(adapter, eid);
    if (slot >= 0) leave(adapter, slot, CAUSE_DISABLED);
  });
  // An entity that is being removed still has Disabled when this runs, so `enter` refuses it.
  on(onRemove(Disabled), (eid) => enter(adapter, eid));
}

function readBits({ world, required, tags }: AdapterParts): MemberBits {
  return {
    required: required.map((component) => bitOf(world, component)),
    disabled: bitOf(world, tags.Disabled),
    prefab: bitOf(world, Prefab),
    sensor: bitOf(world, tags.Sensor),
    static: bitOf(world, tags.Static),
    swept: bitOf(world, tags.Swept),
  };
}

/** Adds the component and the observers of a part that a game has imported. */
export function extendAdapter(adapter: Adapter, extension: AdapterExtension): void {
  adapter.extensions.push(extension);
  installExtension(adapter, extension, listenerOf(adapter));
}

function installExtension(adapter: Adapter, { binding, listen }: AdapterExtension, on: Listen): void {
  observeStore(adapter, binding, on, [binding.component]);
  listen(on);
}

function listenerOf(adapter: Adapter): Listen {
  return (hook, callback) => adapter.unsubscribe.push(observe(adapter.world, hook, callback));
}

/** Removes all observers from the world. */
export function uninstall(adapter: Adapter): void {
  for (const stop of adapter.unsubscribe) stop();
  adapter.unsubscribe = [];
  adapter.installedOn = undefined;
}

/**
 * Refuses a world that was reset or deleted since the observers were installed. @throws CollisionError `invalid-state`.
 */
export function requireInstalled(adapter: Adapter): void {
  if (internals(adapter.world).queries !== adapter.installedOn) {
    throw new CollisionError(
      'invalid-state',
      'the world was reset, which drops all observers: call collision.reinstall() right after resetWorld(world)',
    );
  }
}

function refuseSwept({ world, tags }: Adapter, eid: EntityId): never {
  removeComponent(world, eid, tags.Swept);
  throw new CollisionError('invalid-state', 'Swept needs createCollision(world, { swept: sweptColliders })');
}

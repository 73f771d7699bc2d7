import {
  $internal,
  type EntityId,
  getAllEntities,
  hasComponent,
  Not,
  observe,
  onAdd,
  onGet,
  onRemove,
  onSet,
  Prefab,
  query,
  removeComponent,
  type World,
} from 'bitecs';
import type { CollisionTags } from '../../../components/tags.ts';
import {
  addSlot,
  CAUSE_DISABLED,
  CAUSE_REMOVED,
  type ColliderSlots,
  FLAG_PLACED,
  FLAG_SENSOR,
  FLAG_STATIC,
  FLAG_SWEPT,
  findSlot,
  INVALID_SLOT,
  removeSlot,
  SLOT_LIVE,
} from '../../../src/core/collider-slots.ts';
import { CollisionError, refuse } from '../../../src/core/errors.ts';
import type { IndexList } from '../../../src/core/index-list.ts';

/** An ECS world of any context type. */
export type AnyWorld = World<object>;
/** A component as bitECS understands it: any object, compared by identity. */
export type Component = object;
/** A list of components. Those of relations are `unknown` to bitECS' types, `Owns(team)` for one. */
export type ComponentList = readonly unknown[];
/** An entity id as bitECS hands it out, version bits included. */
export type { EntityId };

/** How the adapter keeps one component's store: by entity index. */
export interface StoreBinding {
  readonly component: Component;
  /**
   * By entity index: the life whose values have been reset last. It is asked because prefabs are set without ever being
   * "added" to a query.
   */
  readonly initialised: object[];
  /** Makes room for the index. @throws CollisionError when it is beyond what the store may hold. */
  reserve(index: number): void;
  reset(index: number): void;
  /** Whether nothing has been written since `reset`. */
  isReset(index: number): boolean;
  /** Writes values given to `set()`. @throws CollisionError for bad values, before anything is written. */
  write(index: number, values: object): void;
  read(index: number): object;
}

/**
 * The one place that knows bitECS: turns what happens to entities and components into collider slots.
 *
 * Observers only take note (a slot is added or marked as removed); nothing is computed until the next tick, because
 * `onAdd` fires before `set()` has stored its values.
 */
export interface Adapter {
  readonly world: AnyWorld;
  readonly slots: ColliderSlots;
  readonly bindings: readonly StoreBinding[];
  /** Components an entity needs to collide, Collider the last of them. */
  readonly required: readonly Component[];
  readonly tags: CollisionTags;
  /** Whether the world has what `tags.Swept` needs. */
  readonly canSweep: boolean;
  /**
   * Called for every collider that leaves, while its components can still be read; with `INVALID_SLOT` when an entity
   * loses a Collider that had left before, being disabled, say.
   */
  readonly onLeave: (slot: number, entity: EntityId, cause: number) => void;
  /** All statics are to be read again; those that have come, gone or changed since this was last cleared. */
  staticsChanged: boolean;
  changedStatics: number[];
  /** Counts notes of changes of statics. */
  staticsVersion: number;
  membersChanged: boolean;
  /** Counts everything noted: additions, removals, tags, `set()`. */
  version: number;
  unsubscribe: (() => void)[];
  /** The world's query registry at installation: `resetWorld` replaces it, and drops all observers with it. */
  installedOn: unknown;
  /**
   * Entities, with the life they are in, that may begin to collide without a word: that are prefabs, or were when
   * disabled.
   */
  prefabs: Map<EntityId, object>;
  /** The component added last, and to whom, until something else is noted or a tick begins. */
  lastAdded: Component | undefined;
  lastAddedEntity: EntityId;
  /** The slot that `dropPrefabs` goes on from. */
  nextLookedAt: number;
  readonly extensions: AdapterExtension[];
  /** Says of an entity that could collide whether something else keeps it out; undefined for never. */
  isHeldBack: ((eid: EntityId) => boolean) | undefined;
}

/** What a part of the library that a game has imported adds: a component with a store, and observers. */
export interface AdapterExtension {
  readonly binding: StoreBinding;
  /** Components without a store that it puts on entities. */
  readonly tags: readonly Component[];
  /** Registers its observers: at once, and whenever all are installed anew. */
  readonly listen: (on: Listen) => void;
}

/** What an adapter is made for. */
type AdapterParts = Pick<Adapter, 'world' | 'slots' | 'bindings' | 'required' | 'tags' | 'canSweep' | 'onLeave'>;

export function createAdapter(parts: AdapterParts): Adapter {
  const adapter: Adapter = {
    ...parts,
    staticsChanged: true,
    changedStatics: [],
    staticsVersion: 0,
    membersChanged: true,
    version: 0,
    unsubscribe: [],
    installedOn: undefined,
    prefabs: new Map(),
    lastAdded: undefined,
    lastAddedEntity: 0,
    nextLookedAt: 0,
    extensions: [],
    isHeldBack: undefined,
  };
  install(adapter);
  return adapter;
}

/** Registers all observers and takes in the entities that already have a collider. */
export function install(adapter: Adapter): void {
  const { world, slots, required, tags } = adapter;
  const { queries } = internals(world);
  const on = listenerOf(adapter);
  uninstall(adapter);
  adapter.prefabs.clear();
  for (let slot = 0; slot < slots.end; slot++) if (slots.state[slot] === SLOT_LIVE) leave(adapter, slot, CAUSE_REMOVED);
  for (const binding of adapter.bindings) observeStore(adapter, binding, on);
  for (const extension of adapter.extensions) installExtension(adapter, extension, on);
  on(onRemove(required[required.length - 1]), (eid) => {
    if (slotOf(adapter, eid) < 0) adapter.onLeave(INVALID_SLOT, eid, CAUSE_REMOVED);
  });
  const members = membersOf(adapter);
  let disabling: EntityId | undefined;
  // Before the observers of members, so that these know why they are told.
  on(onAdd(tags.Disabled), (eid) => {
    disabling = eid;
  });
  on(onAdd(...members), (eid) => enter(adapter, eid));
  on(onRemove(...members), (eid) => {
    const slot = slotOf(adapter, eid);
    const isDisabled = hasComponent(world, eid, tags.Disabled);
    if (slot >= 0) leave(adapter, slot, isDisabled ? CAUSE_DISABLED : CAUSE_REMOVED);
    // What changes while an entity is a prefab is not told: nor will its way back be.
    if (hasComponent(world, eid, Prefab) || (isDisabled && disabling !== eid)) notePrefab(adapter, eid);
    disabling = undefined;
  });
  // bitECS does not tell of a match that comes back by losing an excluded component while no query has run in between.
  on(onRemove(tags.Disabled), (eid) => {
    // A removed entity still has its components here, and is not coming back.
    if (!hasComponent(world, eid, tags.Disabled) && hasAll(world, eid, required)) enter(adapter, eid);
  });
  if (!adapter.canSweep) on(onAdd(tags.Swept), (eid) => refuseSwept(adapter, eid));
  for (const tag of [tags.Sensor, tags.Static, tags.Swept]) {
    for (const hook of [onAdd, onRemove]) on(hook(tag), (eid) => readTags(adapter, slotOf(adapter, eid), eid));
  }
  for (const eid of Array.from(query(world, members))) enter(adapter, eid);
  adapter.installedOn = queries;
}

/** Adds the component and the observers of a part that a game has imported. */
export function extendAdapter(adapter: Adapter, extension: AdapterExtension): void {
  adapter.extensions.push(extension);
  installExtension(adapter, extension, listenerOf(adapter));
}

function installExtension(adapter: Adapter, { binding, listen }: AdapterExtension, on: Listen): void {
  observeStore(adapter, binding, on);
  listen(on);
}

function listenerOf(adapter: Adapter): Listen {
  return (hook, callback) => adapter.unsubscribe.push(observe(adapter.world, hook, callback));
}

/** Takes all observers off the world. */
export function uninstall(adapter: Adapter): void {
  for (const stop of adapter.unsubscribe) stop();
  adapter.unsubscribe = [];
}

/**
 * Takes the world's own components off it, as if it had never known them: off its entities, and with every query that
 * names them, since bitECS keeps all of these for good and looks at each whenever an entity changes. Nobody is told.
 */
export function forgetComponents({ world, bindings, tags, extensions }: Adapter): void {
  if (!($internal in world)) return;
  const { componentMap, queries, queriesHashMap, notQueries, dirtyQueries, ...entities } = internals(world);
  const added = extensions.flatMap((extension) => [extension.binding.component, ...extension.tags]);
  for (const component of [...bindings.map((binding) => binding.component), ...Object.values(tags), ...added]) {
    const data = componentMap.get(component);
    if (data === undefined) continue;
    entities.entityComponents.forEach((life, eid) => {
      if (life.delete(component)) entities.entityMasks[data.generationId][eid] &= ~data.bitflag;
    });
    for (const query of data.queries) {
      for (const set of [queries, notQueries, dirtyQueries]) set.delete(query);
      for (const other of query.allComponents) if (other !== component) componentMap.get(other)?.queries.delete(query);
    }
    componentMap.delete(component);
  }
  for (const [hash, query] of queriesHashMap) if (!queries.has(query)) queriesHashMap.delete(hash);
}

/** @throws CollisionError `invalid-state` when the world was reset or deleted since the observers were installed. */
export function requireInstalled(adapter: Adapter): void {
  if (internals(adapter.world).queries !== adapter.installedOn) {
    throw new CollisionError(
      'invalid-state',
      'the world was reset, which drops all observers: call collision.reinstall() right after resetWorld(world)',
    );
  }
}

type Hook = Parameters<typeof observe>[1];
/**
 * Keeps an observer until `uninstall`. What is given to `set()` is its second argument, what answers `onGet` its
 * result.
 */
export type Listen = (hook: Hook, callback: (eid: EntityId, values?: object) => unknown) => void;

/**
 * Where the stores keep an entity: its id without version bits.
 * @throws CollisionError `out-of-range` for what is no id.
 */
export function entityIndex(world: AnyWorld, eid: EntityId): number {
  if (typeof eid !== 'number') refuse('out-of-range', 'an entity', 'an id', eid);
  return eid & internals(world).entityIndex.entityMask;
}

/** All indices of entities, dead ones included, are below. */
export function entityIndexEnd(world: AnyWorld): number {
  return internals(world).entityIndex.maxId + 1;
}

/** Returns whether a live entity has all the given components. */
export function hasAll(world: AnyWorld, eid: EntityId, components: ComponentList): boolean {
  for (let i = 0; i < components.length; i++) if (!hasComponent(world, eid, components[i]!)) return false;
  return true;
}

function slotOf({ world, slots }: Adapter, eid: EntityId): number {
  return findSlot(slots, entityIndex(world, eid));
}

/**
 * What an id names until it is recycled: its component set, which no other entity has, and in which a component that is
 * being removed still is while observers are told. `entityExists` is wrong with versioning.
 */
export function lifeOf(world: AnyWorld, eid: EntityId): Set<object> | undefined {
  return internals(world).entityComponents.get(eid);
}

export const hasOne: (world: AnyWorld, eid: EntityId, component: Component) => boolean = hasComponent;

/** Whether an id names a live entity. */
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

/** Takes in again colliders whose entity is a prefab no more, which no observer tells. */
export function admitFormerPrefabs(adapter: Adapter): void {
  if (adapter.prefabs.size > 0) admitAll(adapter);
}

// In a function of its own: a closure in the other one would cost a context on every call.
function admitAll(adapter: Adapter): void {
  const { world, prefabs, required, tags } = adapter;
  prefabs.forEach((life, eid) => {
    const isAlive = lifeOf(world, eid) === life;
    // Nor will there be word of the end of what began while it was a prefab.
    if (isAlive && (hasComponent(world, eid, Prefab) || hasComponent(world, eid, tags.Disabled))) return;
    prefabs.delete(eid);
    if (isAlive && hasAll(world, eid, required)) enter(adapter, eid);
  });
}

/** Of all slots, no more than so many are looked at in a tick: statics are many, and hardly ever become prefabs. */
const SLOTS_A_TICK = 1024;

/**
 * Takes out colliders whose entity became a prefab after the fact, which no observer tells either: those of `moving` at
 * once, others when it is their turn, which takes some ticks when there are many.
 */
export function dropPrefabs(adapter: Adapter, moving: IndexList): void {
  const internal = internals(adapter.world);
  const prefab = internal.componentMap.get(Prefab);
  if (prefab === undefined) return;
  const masks = internal.entityMasks[prefab.generationId];
  const slotEnd = adapter.slots.end;
  const start = adapter.nextLookedAt;
  const end = Math.min(slotEnd, start + SLOTS_A_TICK);
  // Back at the start before new slots come, which would be all that is looked at in a tick that has some.
  adapter.nextLookedAt = end < slotEnd ? end : 0;
  dropListed(adapter, masks, prefab.bitflag, moving);
  dropBetween(adapter, masks, prefab.bitflag, start, end);
}

/** So many, every tick: it reads as little as it can. Nothing follows the loop, see sort-pairs.ts. */
function dropListed(adapter: Adapter, masks: readonly number[], bitflag: number, { items, count }: IndexList): void {
  const { entity } = adapter.slots;
  for (let i = 0; i < count; i++) {
    const slot = items[i];
    if ((masks[entity[slot]] & bitflag) !== 0) dropPrefab(adapter, slot);
  }
}

function dropBetween(adapter: Adapter, masks: readonly number[], bitflag: number, start: number, end: number): void {
  const { entity } = adapter.slots;
  for (let slot = start; slot < end; slot++) {
    if ((masks[entity[slot]] & bitflag) !== 0) dropPrefab(adapter, slot);
  }
}

function dropPrefab(adapter: Adapter, slot: number): void {
  if (adapter.slots.state[slot] !== SLOT_LIVE) return;
  const eid = adapter.slots.entity[slot];
  leave(adapter, slot, CAUSE_REMOVED);
  notePrefab(adapter, eid);
}

function notePrefab(adapter: Adapter, eid: EntityId): void {
  const life = lifeOf(adapter.world, eid);
  if (life !== undefined) adapter.prefabs.set(eid, life);
}

/**
 * Compares the colliders with the world: those whose entity is none any more leave, those that are missing enter, and
 * tags are read again where they differ. For when slots were changed without a word from the world.
 */
export function takeInWorld(adapter: Adapter): void {
  const { world, slots, tags } = adapter;
  const { end, state, entity, flags } = slots;
  const isFound = new Uint8Array(end);
  const tagged = new Uint8Array(end);
  for (const eid of Array.from(query(world, membersOf(adapter)))) {
    const slot = slotOf(adapter, eid);
    if (slot >= 0 && slots.entity[slot] === eid) isFound[slot] = 1;
    else enter(adapter, eid);
  }
  for (let slot = 0; slot < end; slot++) {
    if (state[slot] !== SLOT_LIVE || isFound[slot] === 1) continue;
    leave(adapter, slot, hasComponent(world, entity[slot], tags.Disabled) ? CAUSE_DISABLED : CAUSE_REMOVED);
  }
  for (const [tag, flag] of [
    [tags.Sensor, FLAG_SENSOR],
    [tags.Swept, FLAG_SWEPT],
    [tags.Static, FLAG_STATIC],
  ] as const) {
    for (const eid of query(world, [tag])) {
      const slot = slotOf(adapter, eid);
      if (slot < 0 || slot >= end) continue;
      // What is static is not swept.
      if (flag === FLAG_STATIC) tagged[slot] &= ~FLAG_SWEPT;
      tagged[slot] |= flag;
    }
  }
  for (let slot = 0; slot < end; slot++) {
    const isKnown = state[slot] === SLOT_LIVE && isFound[slot] === 1;
    if (isKnown && (flags[slot] & ~FLAG_PLACED) !== tagged[slot]) readTags(adapter, slot, entity[slot]);
  }
}

/** What an entity that collides has, and has not. */
function membersOf({ required, tags }: Adapter): object[] {
  return [...required, Not(tags.Disabled, Prefab)];
}

/** Gives an entity that has all it takes to collide a slot. */
export function enter(adapter: Adapter, eid: EntityId): void {
  const { world, slots } = adapter;
  if (hasComponent(world, eid, Prefab)) {
    notePrefab(adapter, eid);
    return;
  }
  if (adapter.isHeldBack?.(eid)) return;
  const old = slotOf(adapter, eid);
  // Told twice of one return.
  if (old >= 0 && slots.entity[old] === eid) return;
  if (old >= 0) leave(adapter, old, CAUSE_REMOVED);
  readTags(adapter, addSlot(slots, entityIndex(world, eid), eid), eid);
}

/** Takes the collider of a live slot out. */
export function leave(adapter: Adapter, slot: number, cause: number): void {
  noteChange(adapter, slot);
  adapter.onLeave(slot, adapter.slots.entity[slot], cause);
  removeSlot(adapter.slots, slot, cause);
}

function noteChange(adapter: Adapter, slot: number): void {
  adapter.membersChanged = true;
  adapter.version++;
  noteStatic(adapter, slot);
}

/** Notes that a collider has changed, which is news if it is static. */
export function noteStatic(adapter: Adapter, slot: number): void {
  if (slot < 0 || (adapter.slots.flags[slot] & FLAG_STATIC) === 0) return;
  adapter.changedStatics.push(slot);
  adapter.staticsVersion++;
}

/** Notes that all statics are to be read again. */
export function noteAllStatics(adapter: Adapter): void {
  adapter.staticsChanged = true;
  adapter.staticsVersion++;
}

/** Notes that a collider has been put where it is: no path leads there. */
export function notePlaced({ slots, canSweep }: Adapter, slot: number): void {
  if (canSweep && slot >= 0) slots.flags[slot] = slots.flags[slot] | FLAG_PLACED;
}

function readTags(adapter: Adapter, slot: number, eid: EntityId): void {
  if (slot < 0) return;
  const { world, slots, tags } = adapter;
  noteChange(adapter, slot);
  const swept = hasComponent(world, eid, tags.Swept) ? FLAG_SWEPT : 0;
  const mobility = hasComponent(world, eid, tags.Static) ? FLAG_STATIC : swept;
  const sensor = hasComponent(world, eid, tags.Sensor) ? FLAG_SENSOR : 0;
  slots.flags[slot] = (slots.flags[slot] & FLAG_PLACED) | sensor | mobility;
  slots.changed[slot] = 1;
  noteChange(adapter, slot);
}

function refuseSwept({ world, tags }: Adapter, eid: EntityId): never {
  removeComponent(world, eid, tags.Swept);
  throw new CollisionError('invalid-state', 'Swept needs createCollision(world, { swept: sweptColliders })');
}

function observeStore(adapter: Adapter, binding: StoreBinding, on: Listen): void {
  const { world, required } = adapter;
  const { component, initialised } = binding;
  /** Takes in an addition or, with values, a `set()`. */
  const take = (eid: EntityId, values?: object): void => {
    const index = entityIndex(world, eid);
    const life = lifeOf(world, eid)!;
    try {
      if (values === undefined || initialised[index] !== life) {
        binding.reserve(index);
        initialised[index] = life;
        binding.reset(index);
      }
      if (values !== undefined) binding.write(index, values);
    } catch (error) {
      // bitECS has already marked the component as added when something is refused: take it back, so that the world is
      // as it was. A `set()` that adds and one that comes right after a bare add look the same but for what was written
      // in between.
      const isAdding = adapter.lastAdded === component && adapter.lastAddedEntity === eid;
      adapter.lastAdded = undefined;
      if (isAdding && (values === undefined || binding.isReset(index))) removeComponent(world, eid, component);
      throw error;
    }
  };
  on(onAdd(component), (eid) => {
    adapter.lastAdded = component;
    adapter.lastAddedEntity = eid;
    take(eid);
  });
  on(onSet(component), (eid, values) => {
    if (values === undefined) return;
    take(eid, values);
    adapter.lastAdded = undefined;
    adapter.version++;
    const slot = slotOf(adapter, eid);
    noteStatic(adapter, slot);
    if (component !== required[required.length - 1]) notePlaced(adapter, slot);
  });
  on(onGet(component), (eid) => binding.read(entityIndex(world, eid)));
  // Added since the world was reset, when nobody was told: there may be no room, or the values of somebody else.
  for (const eid of query(world, [component]))
    if (initialised[entityIndex(world, eid)] !== lifeOf(world, eid)) take(eid);
}

export function internals(world: AnyWorld) {
  const internal = (world as { [$internal]?: ReturnType<typeof readInternals> } | null)?.[$internal];
  if (internal === undefined)
    throw new CollisionError('invalid-state', 'the world was deleted, or is not a bitECS world');
  return internal;
}

function readInternals(world: object) {
  return (world as import('bitecs').InternalWorld)[$internal];
}

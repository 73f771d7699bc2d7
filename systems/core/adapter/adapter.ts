import {
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
  isOrdered,
  removeSlot,
  SLOT_LIVE,
} from '../../../src/core/collider-slots.ts';
import { CollisionError, refuse } from '../../../src/core/errors.ts';
import type { IndexList } from '../../../src/core/index-list.ts';
import {
  type AnyWorld,
  bitOf,
  type Component,
  type ComponentBit,
  type EntityId,
  hasBit,
  internals,
  isWorld,
} from './bitecs-internals.ts';

export type { AnyWorld, Component, EntityId };
/** A list of components. Those of relations are `unknown` to bitECS' types, `Owns(team)` for one. */
export type ComponentList = readonly unknown[];

/** How the adapter keeps one component's store: by entity index. */
export interface StoreBinding {
  readonly component: Component;
  /** By entity index: 1 where the values are of who is there now, of whom bitECS has told. */
  started: Uint8Array;
  /** Whether its values say nothing of where an entity is: then `set()` puts it nowhere else. */
  readonly keepsPlace?: boolean;
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
  /** Those of the tags Sensor, Static and Swept that the game has asked for: the others, no entity can have. */
  readonly heardTags: (keyof CollisionTags)[];
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
  /** Whether one that ticks know has become static, or ceased to be. */
  mobilityChanged: boolean;
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
  /**
   * By component: the lives that began with its initial values though nobody told: prefabs are set without ever being
   * "added" to a query.
   */
  readonly untold: Map<Component, WeakSet<object>>;
  bits: MemberBits;
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

/** Who has what decides about taking part. */
interface MemberBits {
  readonly required: readonly ComponentBit[];
  readonly disabled: ComponentBit;
  readonly prefab: ComponentBit;
  readonly sensor: ComponentBit;
  readonly static: ComponentBit;
  readonly swept: ComponentBit;
}

/** What an adapter is made for. */
type AdapterParts = Pick<Adapter, 'world' | 'slots' | 'bindings' | 'required' | 'tags' | 'canSweep' | 'onLeave'>;

export function createAdapter(parts: AdapterParts): Adapter {
  const adapter: Adapter = {
    ...parts,
    heardTags: [],
    staticsChanged: true,
    changedStatics: [],
    staticsVersion: 0,
    membersChanged: true,
    mobilityChanged: true,
    version: 0,
    unsubscribe: [],
    installedOn: undefined,
    prefabs: new Map(),
    untold: new Map(),
    bits: readBits(parts),
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
  const { world, slots } = adapter;
  const { queries } = internals(world);
  const on = listenerOf(adapter);
  const wasReset = adapter.installedOn !== queries;
  uninstall(adapter);
  adapter.prefabs.clear();
  for (let slot = 0; slot < slots.end; slot++) if (slots.state[slot] === SLOT_LIVE) leave(adapter, slot, CAUSE_REMOVED);
  // The entities of a world that was reset are others, of whom nobody has told.
  if (wasReset) {
    const added = adapter.extensions.map(({ binding }) => binding);
    for (const { started } of [...adapter.bindings, ...added]) started.fill(0);
  }
  observeMembers(adapter, on);
  for (const extension of adapter.extensions) installExtension(adapter, extension, on);
  for (const tag of adapter.heardTags) observeTag(adapter, tag, on);
  adapter.bits = readBits(adapter);
  for (const eid of Array.from(query(world, colliderTerms(adapter)))) enter(adapter, eid);
  adapter.installedOn = queries;
}

/**
 * Returns a tag to be given to a game, and observes it from now on. Before, no entity can have it; and in a world of a
 * few bodies, what bitECS keeps for an observer is a tenth of everything.
 */
export function hearTag(adapter: Adapter, tag: keyof CollisionTags): object {
  const { world, tags, heardTags } = adapter;
  if (heardTags.includes(tag)) return tags[tag];
  heardTags.push(tag);
  const isInstalled = isWorld(world) && internals(world).queries === adapter.installedOn;
  if (isInstalled) {
    observeTag(adapter, tag, listenerOf(adapter));
    adapter.bits = readBits(adapter);
  }
  return tags[tag];
}

function observeTag(adapter: Adapter, name: keyof CollisionTags, on: Listen): void {
  const tag = adapter.tags[name];
  if (name === 'Swept' && !adapter.canSweep) on(onAdd(tag), (eid) => refuseSwept(adapter, eid));
  for (const hook of [onAdd, onRemove]) on(hook(tag), (eid) => readTags(adapter, slotOf(adapter, eid), eid));
}

/**
 * Names Prefab, so that word comes when an entity is one no more: nothing else tells of that.
 */
function colliderTerms({ required }: Pick<Adapter, 'required'>): object[] {
  return [required[required.length - 1], Not(Prefab)];
}

/**
 * Observes who gets and loses what it takes to collide, a component at a time. A query for all of it would say the
 * same, but cost bitECS as much again for every entity that is added, gets a component or is removed.
 */
function observeMembers(adapter: Adapter, on: Listen): void {
  const { world, required, tags } = adapter;
  const [colliders, transforms] = adapter.bindings;
  const gain = (eid: EntityId): void => enter(adapter, eid);
  const lose = (eid: EntityId): void => {
    const slot = slotOf(adapter, eid);
    if (slot >= 0) leave(adapter, slot, CAUSE_REMOVED);
    // What changes while an entity is a prefab is not told: nor will its way back be.
    if (hasBit(adapter.bits.prefab, eid)) notePrefab(adapter, eid);
  };
  const gainCollider = (eid: EntityId): void => {
    // Nor is the end of what began meanwhile.
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
    // With the Collider in it, the query goes when the world is left, see forgetComponents.
    on(onAdd(...required), gain);
    on(onRemove(...required), lose);
  }
  on(onAdd(tags.Disabled), (eid) => {
    const slot = slotOf(adapter, eid);
    if (slot >= 0) leave(adapter, slot, CAUSE_DISABLED);
  });
  // A removed entity still has this and all its components here, and is not coming back.
  on(onRemove(tags.Disabled), gain);
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

/** Takes all observers off the world. */
export function uninstall(adapter: Adapter): void {
  for (const stop of adapter.unsubscribe) stop();
  adapter.unsubscribe = [];
  adapter.installedOn = undefined;
}

/**
 * Takes the world's own components off it, as if it had never known them: off its entities, and with every query that
 * names them, since bitECS keeps all of these for good and looks at each whenever an entity changes. Nobody is told.
 */
export function forgetComponents({ world, bindings, tags, extensions }: Adapter): void {
  if (!isWorld(world)) return;
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

/** Takes in again colliders whose entity is a prefab no more, where no observer has told. */
export function admitFormerPrefabs(adapter: Adapter): void {
  if (adapter.prefabs.size > 0) admitAll(adapter);
}

// In a function of its own: a closure in the other one would cost a context on every call.
function admitAll(adapter: Adapter): void {
  const { world, prefabs, bits } = adapter;
  prefabs.forEach((life, eid) => {
    const isAlive = lifeOf(world, eid) === life;
    // Nor will there be word of the end of what began while it was a prefab.
    if (isAlive && (hasBit(bits.prefab, eid) || hasBit(bits.disabled, eid))) return;
    prefabs.delete(eid);
    if (isAlive) enter(adapter, eid);
  });
}

/** Of all slots, so many are looked at in a tick: statics are many, and hardly ever become prefabs. */
const SLOTS_A_TICK = 1024;

/**
 * Takes out colliders whose entity became a prefab after the fact, or was disabled while it was one, which no observer
 * tells: those of `moving` at once, others when it is their turn, which takes some ticks when there are many.
 */
export function dropPrefabs(adapter: Adapter, moving: IndexList): void {
  const slotEnd = adapter.slots.end;
  if (slotEnd <= SLOTS_A_TICK) {
    dropBetween(adapter, 0, slotEnd);
    return;
  }
  const start = adapter.nextLookedAt;
  const end = Math.min(slotEnd, start + SLOTS_A_TICK);
  // Back at the start before new slots come, which would be all that is looked at in a tick that has some.
  adapter.nextLookedAt = end < slotEnd ? end : 0;
  dropListed(adapter, moving);
  dropBetween(adapter, start, end);
}

/** So many, every tick: it reads as little as it can. Nothing follows the loop, see sort-pairs.ts. */
function dropListed(adapter: Adapter, { items, count }: IndexList): void {
  const { entity } = adapter.slots;
  const { prefab, disabled } = adapter.bits;
  for (let i = 0; i < count; i++) {
    const eid = entity[items[i]];
    if (hasBit(prefab, eid) || hasBit(disabled, eid)) drop(adapter, items[i]);
  }
}

function dropBetween(adapter: Adapter, start: number, end: number): void {
  const { entity } = adapter.slots;
  const { prefab, disabled } = adapter.bits;
  for (let slot = start; slot < end; slot++) {
    if (hasBit(prefab, entity[slot]) || hasBit(disabled, entity[slot])) drop(adapter, slot);
  }
}

function drop(adapter: Adapter, slot: number): void {
  if (adapter.slots.state[slot] !== SLOT_LIVE) return;
  const eid = adapter.slots.entity[slot];
  leave(adapter, slot, hasBit(adapter.bits.prefab, eid) ? CAUSE_REMOVED : CAUSE_DISABLED);
  notePrefab(adapter, eid);
}

function notePrefab(adapter: Adapter, eid: EntityId): void {
  const life = lifeOf(adapter.world, eid);
  if (life !== undefined) adapter.prefabs.set(eid, life);
}

/** Whether an entity of which bitECS tells has been a prefab until now. */
function wasPrefab(world: AnyWorld, eid: EntityId): boolean {
  return lifeOf(world, eid)?.has(Prefab) === true;
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
  for (const eid of Array.from(query(world, colliderTerms(adapter)))) {
    if (!isMember(adapter, eid)) continue;
    const slot = slotOf(adapter, eid);
    if (slot >= 0 && slots.entity[slot] === eid) isFound[slot] = 1;
    else enter(adapter, eid);
  }
  for (let slot = 0; slot < end; slot++) {
    if (state[slot] !== SLOT_LIVE || isFound[slot] === 1) continue;
    leave(adapter, slot, hasBit(adapter.bits.disabled, entity[slot]) ? CAUSE_DISABLED : CAUSE_REMOVED);
  }
  for (const [tag, flag] of [
    ['Sensor', FLAG_SENSOR],
    ['Swept', FLAG_SWEPT],
    ['Static', FLAG_STATIC],
  ] as const) {
    if (!adapter.heardTags.includes(tag)) continue;
    for (const eid of query(world, [tags[tag]])) {
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

/** Whether an entity has what it takes to collide, and is not disabled. It may be a prefab. */
function isMember({ bits }: Adapter, eid: EntityId): boolean {
  const { required, disabled } = bits;
  for (let i = 0; i < required.length; i++) if (!hasBit(required[i], eid)) return false;
  return !hasBit(disabled, eid);
}

/** Gives an entity a slot, if it has all it takes to collide and nothing keeps it out. */
export function enter(adapter: Adapter, eid: EntityId): void {
  const { world, slots, bits } = adapter;
  if (!isMember(adapter, eid)) return;
  if (hasBit(bits.prefab, eid)) {
    notePrefab(adapter, eid);
    return;
  }
  if (adapter.isHeldBack?.(eid)) return;
  const index = entityIndex(world, eid);
  const old = findSlot(slots, index);
  // Told twice of one return.
  if (old >= 0 && slots.entity[old] === eid) return;
  if (old >= 0) leave(adapter, old, CAUSE_REMOVED);
  readTags(adapter, addSlot(slots, index, eid), eid);
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
  const { slots, bits } = adapter;
  noteChange(adapter, slot);
  const swept = hasBit(bits.swept, eid) ? FLAG_SWEPT : 0;
  const mobility = hasBit(bits.static, eid) ? FLAG_STATIC : swept;
  const sensor = hasBit(bits.sensor, eid) ? FLAG_SENSOR : 0;
  if (((slots.flags[slot] ^ mobility) & FLAG_STATIC) !== 0 && isOrdered(slots, slot)) adapter.mobilityChanged = true;
  slots.flags[slot] = (slots.flags[slot] & FLAG_PLACED) | sensor | mobility;
  slots.changed[slot] = 1;
  noteChange(adapter, slot);
}

function refuseSwept({ world, tags }: Adapter, eid: EntityId): never {
  removeComponent(world, eid, tags.Swept);
  throw new CollisionError('invalid-state', 'Swept needs createCollision(world, { swept: sweptColliders })');
}

/**
 * Keeps the store of a component: values begin with the initial ones, `set()` writes them. `gained` and `lost` follow
 * when entities come to match the terms, the component and perhaps Not(Prefab), and cease to.
 */
function observeStore(
  adapter: Adapter,
  binding: StoreBinding,
  on: Listen,
  terms: readonly object[],
  gained?: (eid: EntityId) => void,
  lost?: (eid: EntityId) => void,
): void {
  const { world, required } = adapter;
  const { component } = binding;
  const isCollider = component === required[required.length - 1];
  on(onAdd(...terms), (eid) => {
    // One that is a prefab no more has the values it had.
    if (terms.length === 1 || !wasPrefab(world, eid)) start(adapter, binding, eid);
    gained?.(eid);
  });
  on(onRemove(...terms), (eid) => {
    binding.started[entityIndex(world, eid)] = 0;
    lost?.(eid);
  });
  on(onSet(component), (eid, values) => {
    if (values === undefined) return;
    write(adapter, binding, eid, values);
    adapter.lastAdded = undefined;
    adapter.version++;
    const slot = slotOf(adapter, eid);
    noteStatic(adapter, slot);
    if (!isCollider && binding.keepsPlace !== true) notePlaced(adapter, slot);
  });
  on(onGet(component), (eid) => binding.read(entityIndex(world, eid)));
  // Added since the world was reset, when nobody was told: there may be no room, or the values of somebody else.
  for (const eid of Array.from(query(world, terms as object[]))) {
    const isKnown = binding.started[entityIndex(world, eid)] === 1 || hasStartedUntold(adapter, component, eid);
    if (!isKnown) start(adapter, binding, eid);
  }
}

/** Gives an entity the initial values of a component that it has got. @throws what `reserve` throws. */
function start(adapter: Adapter, binding: StoreBinding, eid: EntityId): void {
  const index = entityIndex(adapter.world, eid);
  try {
    binding.reserve(index);
  } catch (error) {
    // bitECS has already marked it as added: take it back, so that the world is as it was.
    adapter.lastAdded = undefined;
    removeComponent(adapter.world, eid, binding.component);
    throw error;
  }
  adapter.lastAdded = binding.component;
  adapter.lastAddedEntity = eid;
  binding.reset(index);
  binding.started[index] = 1;
}

/** Writes what `set()` is given. @throws what `reserve` and `write` throw. */
function write(adapter: Adapter, binding: StoreBinding, eid: EntityId, values: object): void {
  const { component } = binding;
  const index = entityIndex(adapter.world, eid);
  try {
    if (binding.started[index] !== 1) startUntold(adapter, binding, eid, index);
    binding.write(index, values);
  } catch (error) {
    // As above. A `set()` that adds and one that comes right after a bare add look the same but for what was written in
    // between.
    const isAdding = adapter.lastAdded === component && adapter.lastAddedEntity === eid;
    adapter.lastAdded = undefined;
    if (isAdding && binding.isReset(index)) removeComponent(adapter.world, eid, component);
    throw error;
  }
}

/** Gives one that got the component as a prefab its initial values, before it is first set. */
function startUntold(adapter: Adapter, binding: StoreBinding, eid: EntityId, index: number): void {
  if (hasStartedUntold(adapter, binding.component, eid)) return;
  binding.reserve(index);
  binding.reset(index);
  const { untold } = adapter;
  const lives = untold.get(binding.component) ?? new WeakSet();
  untold.set(binding.component, lives.add(lifeOf(adapter.world, eid)!));
}

function hasStartedUntold({ untold, world }: Adapter, component: Component, eid: EntityId): boolean {
  return untold.get(component)?.has(lifeOf(world, eid)!) === true;
}

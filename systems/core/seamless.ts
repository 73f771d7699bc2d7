import { createStore } from '../../components/store.ts';
import type { Bvh } from '../../src/core/bvh/bvh.ts';
import { type ColliderSet, featureOf } from '../../src/core/collider-set.ts';
import { CHANGED, FLAG_SENSOR, FLAG_STATIC, findSlot, INVALID_SLOT, SLOT_LIVE } from '../../src/core/collider-slots.ts';
import { type ContactList, isRefused } from '../../src/core/contact-list.ts';
import type { FeatureKey } from '../../src/core/feature-key.ts';
import { canKeep, dropKept, spreadChanges } from '../../src/core/keep-contacts.ts';
import type { SeamlessMembers } from '../../src/core/seamless-members.ts';
import type { SettledContacts } from '../../src/core/settled-contacts.ts';
import { reserve } from '../../src/core/typed-array.ts';
import type { ContactGate } from './accept-contacts.ts';
import { addMembers, fixedMembers, type Members } from './adapter/members.ts';
import { type CollisionState, requireState } from './collision-state.ts';
import type { Dimension } from './dimension.ts';
import { addFeature, type Feature, type PastPart } from './feature.ts';
import { movingHierarchy } from './hierarchies.ts';
import { ONE_WAY } from './one-way.ts';
import { roomFor, type SavedColumns } from './time/saved-columns.ts';

/** How many numbers are noted of each seamless collider. */
const NOTED = 5;

/** The surface that the seamless colliders of a world make together. */
export interface SeamlessSurface {
  /** Reads how the seamless colliders lie in this tick. Returns whether there are any. */
  prepare(): boolean;
  /** Refuses the contacts inside of the surface, and rewrites those with a normal that the surface does not have. */
  filter(contacts: ContactList): void;
  /** Which contacts `filter` has to look at, and which of them it has replaced by others. */
  readonly settled: SettledContacts;
}

/** The routines of a dimension that seamless colliders need. */
export interface SeamlessKind<Set extends ColliderSet> {
  readonly dimension: Dimension<Set>;
  /** Makes the surface, and lets the dimension's queries know of it: see `ColliderSet.features`. */
  createSurface(set: Set, members: SeamlessMembers): SeamlessSurface;
}

/** The column in which a history keeps the indices of the seamless colliders of a tick. */
const INDICES = 'seamless.indices';

/**
 * Removes contacts inside the common surface of seamless colliders from a tick, and rewrites those with a normal that
 * the surface does not have. It keeps only state that can be computed again.
 */
class SeamlessRule<Set extends ColliderSet> implements ContactGate, PastPart, SeamlessMembers {
  readonly tag: object;
  readonly surface: SeamlessSurface;
  readonly #kind: SeamlessKind<Set>;
  readonly #state: CollisionState<Set>;
  readonly #members: Members;
  /** Whether the world is one of a history, in which all colliders are in the hierarchy of what moves. */
  readonly #isPast: boolean;
  readonly #hierarchies: Bvh[];
  /**
   * The versions of tags, statics and order when neighbours were last looked for; and whether a tagged collider may
   * move.
   */
  #version = -1;
  #staticsVersion = -1;
  #orderVersion = -1;
  #areMoving = false;
  /** Whether there was any seamless collider in this tick. */
  #isInUse = false;
  /**
   * The values besides poses and shapes that the surface depended on when contacts were last computed: see
   * `#noteSurface`.
   */
  #noted = new Float64Array(0);
  #notedCount = 0;
  /** By slot: whether the collider was seamless when contacts were last computed. */
  #isPart = new Uint8Array(0);
  readonly keepsRefused = true;

  constructor(kind: SeamlessKind<Set>, state: CollisionState<Set>, tag: object, members: Members, isPast: boolean) {
    this.tag = tag;
    this.#kind = kind;
    this.#state = state;
    this.#members = members;
    this.#isPast = isPast;
    this.surface = kind.createSurface(state.set, this);
    this.#hierarchies = [state.statics.bvh, state.moving.bvh, state.pending.bvh];
  }

  has(slot: number): boolean {
    return this.#members.list.length > 0 && this.#members.has(this.#state.set.slots.index[slot]);
  }

  /**
   * Returns whether two seamless colliders are one surface: their filters must be equal, or a body that meets only one
   * of the two would find a hole where they share a wall.
   */
  join(slot: number, other: number): boolean {
    const { slots, shape } = this.#state.set;
    const a = slots.index[slot];
    const b = slots.index[other];
    const rule = featureOf(this.#state.set, ONE_WAY);
    return (
      shape.categoryBits[a] === shape.categoryBits[b] &&
      shape.maskBits[a] === shape.maskBits[b] &&
      ((slots.flags[slot] | slots.flags[other]) & FLAG_SENSOR) === 0 &&
      (rule === undefined || rule.isOneWay(slot) === rule.isOneWay(other))
    );
  }

  hierarchies(): readonly Bvh[] {
    // Statics that have changed since their hierarchy was built are in the moving hierarchy for a while.
    if (this.#isPast || this.#areMoving || this.#state.loose.active.count > 0) movingHierarchy(this.#state);
    return this.#hierarchies;
  }

  get count(): number {
    return this.#members.list.length;
  }

  areOutdated(): boolean {
    const { adapter, set } = this.#state;
    const { version, staticsVersion } = adapter;
    const { orderVersion } = set.slots;
    if (this.#version === version && this.#staticsVersion === staticsVersion && this.#orderVersion === orderVersion) {
      return this.#areMoving;
    }
    this.#version = version;
    this.#staticsVersion = staticsVersion;
    // Adding or removing colliders changes the order version.
    this.#orderVersion = orderVersion;
    this.#areMoving = this.#findMoving();
    return true;
  }

  /**
   * Contacts with the surface depend on the whole surface. While no part of it has changed, the contacts of a body at
   * rest are kept.
   */
  beforeCollide(): void {
    const { set, candidates, contacts } = this.#state;
    const isSame = this.#noteSurface();
    // The test does not cover which colliders are one-way at the moment, and on which side a body is.
    if (!isSame || featureOf(set, ONE_WAY) !== undefined) dropKept(contacts);
    if (this.#notedCount === 0 || !canKeep(contacts, candidates)) return;
    spreadChanges(set, candidates, this.#isPart);
    this.surface.settled.noteComputed(set.slots);
  }

  begin(): void {
    this.#isInUse = this.surface.prepare();
    if (this.#isInUse) this.surface.filter(this.#state.contacts);
  }

  accepts(row: number): boolean {
    return !isRefused(this.#state.contacts.flags[row]);
  }

  hasChanged(row: number): boolean {
    return this.#isInUse && this.surface.settled.isRewritten[row] === 1;
  }

  end(): void {}

  record(columns: SavedColumns): void {
    const { list } = this.#members;
    const { values } = roomFor(columns, INDICES, list.length);
    for (let i = 0; i < list.length; i++) values[i] = list[i];
  }

  inThePast(past: CollisionState, columns: SavedColumns): Feature | undefined {
    const column = columns.get(INDICES);
    if (column === undefined) return undefined;
    const members = fixedMembers(Array.from(column.values.subarray(0, column.count)));
    return { key: RULE, value: new SeamlessRule(this.#kind, past as CollisionState<Set>, this.tag, members, true) };
  }

  /**
   * Notes the slots, kinds, filters and tags of all seamless colliders, as games write some of these directly, without
   * calling an observer. Returns whether they are as they were, and no pose, size or shape has changed either.
   */
  #noteSurface(): boolean {
    const { slots, shape, registry, kinds } = this.#state.set;
    const { list } = this.#members;
    const { changesInPlace } = registry.tables;
    this.#isPart = reserve(this.#isPart, slots.end);
    this.#isPart.fill(0, 0, slots.end);
    this.#noted = reserve(this.#noted, NOTED * list.length);
    let isSame = this.#notedCount === list.length;
    this.#notedCount = list.length;
    for (let i = 0; i < list.length; i++) {
      const index = list[i];
      const slot = findSlot(slots, index);
      let sensor = 0;
      if (slot !== INVALID_SLOT) {
        this.#isPart[slot] = 1;
        sensor = slots.flags[slot] & FLAG_SENSOR;
        if ((slots.changed[slot] & CHANGED) !== 0 || changesInPlace[kinds[slot]] !== 0) isSame = false;
      }
      isSame = this.#note(NOTED * i, slot) && isSame;
      isSame = this.#note(NOTED * i + 1, shape.kind[index]) && isSame;
      isSame = this.#note(NOTED * i + 2, shape.categoryBits[index]) && isSame;
      isSame = this.#note(NOTED * i + 3, shape.maskBits[index]) && isSame;
      isSame = this.#note(NOTED * i + 4, sensor) && isSame;
    }
    return isSame;
  }

  #note(at: number, value: number): boolean {
    const isSame = this.#noted[at] === value;
    this.#noted[at] = value;
    return isSame;
  }

  #findMoving(): boolean {
    const { state, flags, end } = this.#state.set.slots;
    for (let slot = 0; slot < end; slot++) {
      if (state[slot] === SLOT_LIVE && (flags[slot] & FLAG_STATIC) === 0 && this.has(slot)) return true;
    }
    return false;
  }
}

/** The key under which a world keeps the rule of its seamless colliders. */
const RULE: FeatureKey<SeamlessRule<ColliderSet>> = { name: 'seamlessRule' };

/** Returns the tag by which colliders of a world are one surface; the first call makes it. */
export function seamlessTag<Set extends ColliderSet>(kind: SeamlessKind<Set>, world: object): object {
  const state = requireState(world, kind.dimension);
  const known = featureOf(state.set, RULE);
  if (known !== undefined) return known.tag;
  const keeper = createStore('Seamless', {}, state.limits);
  const rule = new SeamlessRule(kind, state, keeper.component, addMembers(state, keeper), false);
  addFeature<unknown>(state, { key: RULE, value: rule, gate: rule, past: rule });
  return rule.tag;
}

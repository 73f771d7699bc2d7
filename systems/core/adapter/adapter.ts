import type { observe } from 'bitecs';
import type { CollisionTags } from '../../../components/tags.ts';
import type { ColliderSlots } from '../../../src/core/collider-slots.ts';
import type { IndexList } from '../../../src/core/index-list.ts';
import type { ComponentBit } from './bitecs-internals.ts';
import type { AnyWorld, Component, EntityId } from './entities.ts';
import type { StoreBinding } from './store-binding.ts';

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
  /** The tags that the game has asked for: no entity can have the others. */
  readonly heardTags: (keyof CollisionTags)[];
  /** Whether the world has what `tags.Swept` needs. */
  readonly canSweep: boolean;
  /**
   * Called for every collider that leaves, while its components can still be read; with `INVALID_SLOT` when an entity
   * loses a Collider that had left before, being disabled, say. `isGone` says that its entity is not known to bitECS
   * any more, `isWhole` that bitECS' masks list all its components: they do not for an entity that is losing or getting
   * a component.
   */
  readonly onLeave: (slot: number, entity: EntityId, cause: number, isGone?: boolean, isWhole?: boolean) => void;
  /** Whether all statics are to be read again. */
  staticsChanged: boolean;
  /** Slots of statics that have come, gone or changed since this was last cleared. */
  changedStatics: number[];
  /** Whether the next query may have unread slots to read. */
  hasUnread: boolean;
  /** Counts notes of changes of statics. */
  staticsVersion: number;
  membersChanged: boolean;
  /** Whether a collider that is known to ticks has become static, or is static no longer. */
  mobilityChanged: boolean;
  /** Counts everything noted: additions, removals, tags, `set()`. */
  version: number;
  unsubscribe: (() => void)[];
  /** The world's query registry at installation: `resetWorld` replaces it, and drops all observers with it. */
  installedOn: unknown;
  /**
   * Entities that may begin to collide without an observer being called, because they are prefabs, or were prefabs when
   * they were disabled. With each, the life that it had then. Undefined until there is one.
   */
  prefabs: Map<EntityId, object> | undefined;
  bits: MemberBits;
  /** The component added last, and the entity it was added to, until something else is noted or a tick begins. */
  lastAdded: Component | undefined;
  lastAddedEntity: EntityId;
  /** The slot that `dropPrefabs` goes on from. */
  nextLookedAt: number;
  readonly extensions: AdapterExtension[];
  /** Says of an entity that could collide whether something else keeps it out; undefined for never. */
  isHeldBack: ((eid: EntityId) => boolean) | undefined;
  /**
   * Lists the indices of the entities that are attached to an entity, however far down; undefined in a world without
   * attachments.
   */
  listAttached: ((eid: EntityId) => IndexList) | undefined;
}

/** The part of the adapter that an imported feature adds: a component with a store, and observers. */
export interface AdapterExtension {
  readonly binding: StoreBinding;
  /** Components without a store that it puts on entities. */
  readonly tags: readonly Component[];
  /** Registers its observers: at once, and whenever all are installed anew. */
  readonly listen: (on: Listen) => void;
}

/** The bits of the components that decide whether an entity takes part. */
export interface MemberBits {
  readonly required: readonly ComponentBit[];
  readonly disabled: ComponentBit;
  readonly prefab: ComponentBit;
  readonly sensor: ComponentBit;
  readonly static: ComponentBit;
  readonly swept: ComponentBit;
}

type Hook = Parameters<typeof observe>[1];
/**
 * Keeps an observer until `uninstall`. For `onSet` the second argument of the callback is the value that was given to
 * `set()`; for `onGet` the result of the callback is the answer.
 */
export type Listen = (hook: Hook, callback: (eid: EntityId, values?: object) => unknown) => void;

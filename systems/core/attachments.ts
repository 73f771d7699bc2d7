import { createStore, type StoreSpec } from '../../components/store.ts';
import { type ColliderSet, featureOf } from '../../src/core/collider-set.ts';
import { CAUSE_DISABLED, findSlot, listUnread } from '../../src/core/collider-slots.ts';
import { CollisionError } from '../../src/core/errors.ts';
import type { FeatureKey } from '../../src/core/feature-key.ts';
import type { IndexList } from '../../src/core/index-list.ts';
import { type Component, type EntityId, entityIndex, isAlive } from './adapter/entities.ts';
import {
  addTag,
  canBeFollowed,
  type FamilyListener,
  observeFamilies,
  readmit,
  remove,
  removeTag,
  withdraw,
} from './adapter/families.ts';
import { extendAdapter, hearTag } from './adapter/install.ts';
import { noteStatic } from './adapter/member-slots.ts';
import { AttachmentForest, NONE } from './attachment-forest.ts';
import { type CollisionState, requireState } from './collision-state.ts';
import type { Dimension } from './dimension.ts';
import { addFeature, type Placing } from './feature.ts';
import type { SavedPart } from './time/saved-part.ts';

/** The column of the component that the engine reads; the others are the dimension's. */
export interface ParentColumn {
  parent: Int32Array;
}

/** The routines of a dimension that attachments need. */
export interface AttachmentKind<Set extends ColliderSet, Store extends ParentColumn> {
  readonly dimension: Dimension<Set>;
  readonly spec: StoreSpec;
  /** Writes the transform of a child, given by index as its parent is. Returns whether the transform has changed. */
  follow(set: Set, store: Store, child: number, parent: number): boolean;
  /**
   * Refuses a transform. @throws CollisionError naming the entity, by its index and id, and the field that cannot be
   * used.
   */
  requireTransform(set: Set, index: number, entity: EntityId): void;
}

/**
 * Moves attached entities along with their parents, and takes them out of the collision while their parent is out of
 * it. The forest is derived from the components, so that direct writes and snapshots need no extra work.
 *
 * A relation of bitECS is not used because its pairs stay registered for good, and bitECS goes through all of them when
 * an entity is removed.
 */
export class Attachments<Store extends ParentColumn = ParentColumn> implements FamilyListener, Placing, SavedPart {
  readonly component: Store;
  readonly #state: CollisionState;
  readonly #follow: (child: number, parent: number) => boolean;
  readonly #requireTransform: (index: number, entity: EntityId) => void;
  /** A tag on every entity that has others attached to it, so that an observer is called when the entity is removed. */
  readonly #parentTag: Component = {};
  readonly forest = new AttachmentForest();

  constructor(
    state: CollisionState,
    spec: StoreSpec,
    follow: (store: Store, child: number, parent: number) => boolean,
    requireTransform: (index: number, entity: EntityId) => void,
  ) {
    const keeper = createStore('AttachedTo', spec, state.limits);
    this.#state = state;
    this.component = keeper.component as unknown as Store;
    this.#follow = (child, parent) => follow(this.component, child, parent);
    this.#requireTransform = requireTransform;
    const write = keeper.write.bind(keeper);
    keeper.write = (index, values) => this.#write(index, values, write);
    state.adapter.isHeldBack = (eid) => this.#isHeldBack(eid);
    state.adapter.listAttached = (eid) =>
      this.forest.listBelow(isAlive(state.world, eid) ? entityIndex(state.world, eid) : NONE);
    // This observer comes first, so that a parent counts as disabled when the observers of its children run.
    hearTag(state.adapter, 'Disabled');
    extendAdapter(state.adapter, {
      binding: keeper,
      tags: [this.#parentTag],
      listen: (on) => observeFamilies(state.adapter, keeper.component, this.#parentTag, this, on),
    });
  }

  /**
   * Brings everything that is attached to where its parent is.
   * @throws CollisionError `invalid-state` for a parent written directly that cannot be one.
   */
  follow(): void {
    this.update();
    const { items, count } = this.forest.order;
    for (let i = 0; i < count; i++) this.#bring(items[i]);
  }

  /** Brings the forest up to date with the components. @throws as `follow`. */
  update(): void {
    const { items, count } = this.forest.members;
    const { parent } = this.component;
    let isAny = false;
    for (let i = 0; i < count; i++) {
      if (parent[items[i]] === this.forest.linked[items[i]]) continue;
      isAny = true;
      if (parent[items[i]] === NONE) this.#link(items[i], NONE);
    }
    if (isAny) this.#linkAll();
    if (!this.forest.isSorted) this.forest.sort(this.#state.set.slots);
  }

  /**
   * Links the entities whose parent has been written directly. All of them are unlinked first: two may have changed
   * places, and neither must seem to be attached to itself meanwhile.
   */
  #linkAll(): void {
    const { items, count } = this.forest.members;
    const { parent } = this.component;
    for (let i = 0; i < count; i++) if (parent[items[i]] !== this.forest.linked[items[i]]) this.#unlink(items[i]);
    for (let i = 0; i < count; i++)
      if (parent[items[i]] !== this.forest.linked[items[i]]) this.#link(items[i], parent[items[i]]);
  }

  /** Moves an attached entity to where its parent is, after moving the parent to where its own parent is. */
  bringAlong(index: number): void {
    const parent = this.forest.aboveOf(index);
    if (parent < 0) return;
    this.bringAlong(parent);
    this.#bring(index);
  }

  /**
   * Moves colliders that no tick has read yet to where their parents are, and with them the colliders attached to them.
   */
  bringNew(): void {
    this.update();
    const { slots } = this.#state.set;
    for (const slot of listUnread(slots)) {
      const index = slots.index[slot];
      this.bringAlong(index);
      const { items, count } = this.forest.listBelow(index);
      for (let i = 0; i < count; i++) this.bringAlong(items[i]);
    }
  }

  /**
   * Checks the transforms of all ancestors of an entity, so that an error names the entity with the bad transform and
   * not a child that follows it. @throws CollisionError naming the topmost ancestor whose transform cannot be used.
   */
  requireParents(index: number): void {
    const parent = this.forest.aboveOf(index);
    if (parent < 0) return;
    this.requireParents(parent);
    this.#requireTransform(parent, this.forest.linked[index]);
  }

  listBelow(index: number): IndexList {
    return this.forest.listBelow(index);
  }

  entityOf(index: number): EntityId {
    return this.forest.entity[index];
  }

  /** Returns the root of the tree of an entity: the entity itself if it is attached to none. */
  rootOf(eid: EntityId): EntityId {
    let root = eid;
    for (
      let index = entityIndex(this.#state.world, eid);
      this.forest.aboveOf(index) >= 0;
      index = this.forest.above[index]
    ) {
      root = this.forest.linked[index];
    }
    return root;
  }

  onInstall(): void {
    this.forest.clear();
  }

  onAttach(eid: EntityId): void {
    this.forest.addMember(entityIndex(this.#state.world, eid), eid);
  }

  onDetach(eid: EntityId, isRemoved: boolean): void {
    const index = entityIndex(this.#state.world, eid);
    this.#unlink(index);
    this.forest.removeMember(index);
    if (isRemoved) return;
    readmit(this.#state.adapter, eid);
    this.onParentBack(eid);
  }

  onParentGone(eid: EntityId, cause: number): void {
    const { items, count } = this.forest.listBelow(entityIndex(this.#state.world, eid));
    for (let i = 0; i < count; i++) withdraw(this.#state.adapter, this.forest.entity[items[i]], cause);
  }

  onParentBack(eid: EntityId): void {
    const { items, count } = this.forest.listBelow(entityIndex(this.#state.world, eid));
    for (let i = 0; i < count; i++) readmit(this.#state.adapter, this.forest.entity[items[i]]);
  }

  onParentRemoved(eid: EntityId): void {
    const children: number[] = [];
    const parent = entityIndex(this.#state.world, eid);
    for (let child = this.forest.firstBelow[parent]; child >= 0; child = this.forest.next[child]) children.push(child);
    // bitECS reuses ids in the order in which they became free, so the children are removed in an order that does not
    // depend on when they were attached.
    children.sort((a, b) => a - b);
    for (const child of children) {
      this.#unlink(child);
      this.component.parent[child] = NONE;
    }
    for (const child of children) remove(this.#state.adapter, this.forest.entity[child]);
  }

  /** Saves nothing, as all links follow from the component. */
  save(): void {}

  /** Links anew by the parents of the snapshot. Which colliders these hold back has been restored already. */
  restore(): void {
    const { items, count } = this.forest.members;
    const { parent } = this.component;
    const { world } = this.#state;
    this.forest.unlinkAll();
    for (let i = 0; i < count; i++) if (isAlive(world, parent[items[i]])) this.#put(items[i], parent[items[i]]);
  }

  #bring(child: number): void {
    if (!this.#follow(child, this.forest.above[child])) return;
    const { adapter, set } = this.#state;
    noteStatic(adapter, findSlot(set.slots, child));
  }

  /** Returns whether any entity above this one in the tree cannot be followed. */
  #isHeldBack(eid: EntityId): boolean {
    const { adapter, world } = this.#state;
    for (let index = entityIndex(world, eid); this.forest.aboveOf(index) >= 0; index = this.forest.above[index]) {
      if (!canBeFollowed(adapter, this.forest.linked[index])) return true;
    }
    return false;
  }

  /**
   * Writes the values that were given to `set()`. @throws CollisionError for an entity that cannot be the parent; then
   * nothing is changed.
   */
  #write(index: number, values: object, write: (index: number, values: object) => void): void {
    const { parent } = values as Partial<Record<'parent', number>>;
    const isMember = this.forest.isMember(index);
    // The parent of a prefab is kept for the entities that are made from the prefab; it is not checked before such an
    // entity is made.
    if (isMember && Number.isInteger(parent)) this.#requireParent(index, parent!);
    write(index, values);
    if (isMember && this.component.parent[index] !== this.forest.linked[index])
      this.#link(index, this.component.parent[index]);
  }

  #requireParent(index: number, parent: EntityId): void {
    if (parent === NONE) return;
    const { world } = this.#state;
    const child = this.forest.entity[index];
    if (!isAlive(world, parent)) {
      throw new CollisionError(
        'invalid-state',
        `AttachedTo.parent of entity ${child} is ${parent}, which does not exist`,
      );
    }
    for (let at = entityIndex(world, parent); at >= 0; at = this.forest.aboveOf(at)) {
      if (at !== index) {
        this.#relink(at);
        continue;
      }
      throw new CollisionError(
        'invalid-state',
        `AttachedTo.parent of entity ${child} is ${parent}, which is attached to ${child} itself`,
      );
    }
  }

  /** Links something attached to the parent that a direct write has given it, if any has. @throws as `#link`. */
  #relink(index: number): void {
    const parent = this.component.parent[index];
    if (this.forest.aboveOf(index) < 0 || parent === this.forest.linked[index]) return;
    // The child is unlinked before its new parent is checked: if direct writes have closed a ring, this ends the
    // search.
    this.#unlink(index);
    this.#link(index, parent);
  }

  #link(index: number, parent: EntityId): void {
    const { adapter } = this.#state;
    this.#requireParent(index, parent);
    this.#unlink(index);
    const eid = this.forest.entity[index];
    this.#put(index, parent);
    if (parent !== NONE) addTag(adapter, parent, this.#parentTag);
    // Its new parent may be out of the collision, or its old one may have been.
    if (this.#isHeldBack(eid)) {
      withdraw(adapter, eid, CAUSE_DISABLED);
      this.onParentGone(eid, CAUSE_DISABLED);
    } else {
      readmit(adapter, eid);
      this.onParentBack(eid);
    }
  }

  #put(index: number, parent: EntityId): void {
    if (parent !== NONE) this.forest.put(index, entityIndex(this.#state.world, parent), parent);
  }

  #unlink(index: number): void {
    const parent = this.forest.unlink(index);
    if (parent !== NONE && isAlive(this.#state.world, parent)) removeTag(this.#state.adapter, parent, this.#parentTag);
  }
}

/** Returns the component by which a world's entities are attached; the first call makes it. */
export function attachmentsOf<Set extends ColliderSet, Store extends ParentColumn>(
  { dimension, spec, follow, requireTransform }: AttachmentKind<Set, Store>,
  world: object,
): Store {
  const state = requireState(world, dimension);
  const known = featureOf(state.set, ATTACHMENTS);
  if (known !== undefined) return known.component as Store;
  const attachments = new Attachments(
    state,
    spec,
    (store, child, parent) => follow(state.set, store as Store, child, parent),
    (index, entity) => requireTransform(state.set, index, entity),
  );
  addFeature(state, {
    key: ATTACHMENTS,
    value: attachments,
    beginTick: () => attachments.follow(),
    placing: attachments,
    saved: attachments,
  });
  return attachments.component as Store;
}

const ATTACHMENTS: FeatureKey<Attachments> = { name: 'attachments' };

/**
 * Returns the topmost entity that an entity is attached to, directly or through others; the entity itself if it is
 * attached to none.
 * @throws CollisionError `out-of-range` for a value that is no entity id, `invalid-state` when the world has no
 * collision.
 */
export function ownerOf(world: object, entity: EntityId): EntityId {
  const { features, world: ownWorld } = requireState(world);
  // Refuses a value that is no entity id.
  entityIndex(ownWorld, entity);
  return features.placing === undefined ? entity : features.placing.rootOf(entity);
}

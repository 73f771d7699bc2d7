import { createStore, type StoreSpec } from '../../components/store.ts';
import type { ColliderSet } from '../../src/core/collider-set.ts';
import { CAUSE_DISABLED, findSlot, listUnread } from '../../src/core/collider-slots.ts';
import { CollisionError } from '../../src/core/errors.ts';
import { createIndexList, type IndexList, reserveIndices } from '../../src/core/index-list.ts';
import { growColumns, grownCapacity } from '../../src/core/typed-array.ts';
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
import { type CollisionState, requireState } from './collision-state.ts';
import type { Dimension } from './dimension.ts';
import type { SavedPart } from './time/saved-part.ts';

/** The column of the component that the engine reads; the others are the dimension's. */
export interface ParentColumn {
  parent: Int32Array;
}

/** What attaching is in a dimension. */
export interface AttachmentKind<Set extends ColliderSet, Store extends ParentColumn> {
  readonly dimension: Dimension<Set>;
  readonly spec: StoreSpec;
  /** Writes the transform of a child, both by entity index. Returns whether that has changed it. */
  follow(set: Set, store: Store, child: number, parent: number): boolean;
  /** @throws CollisionError that names an entity, by its index and id, and what of its transform cannot be used. */
  requireTransform(set: Set, index: number, entity: EntityId): void;
}

/** What stands for an entity index where there is none, and for no parent among ids. */
const NONE = -1;

const LINK_COLUMNS = ['entity', 'linked', 'above', 'firstBelow', 'next', 'previous', 'place'] as const;

/**
 * Who is attached to whom: a forest of entities, in lists that are linked by entity index. All of it is derived from
 * the components, so that direct writes and snapshots need to care for nothing else.
 *
 * Not a relation of bitECS: the pairs of these stay registered for good, and every removal of an entity asks them all.
 */
export class Attachments<Store extends ParentColumn = ParentColumn> implements FamilyListener, SavedPart {
  readonly component: Store;
  readonly #state: CollisionState;
  readonly #follow: (child: number, parent: number) => boolean;
  readonly #requireTransform: (index: number, entity: EntityId) => void;
  /** On every entity that has something attached: its removal is how it is noticed that it goes. */
  readonly #parentTag: Component = {};
  /** By entity index of what is attached: its id, and the id of what it is attached to, or NONE. */
  entity = new Int32Array(0);
  linked = new Int32Array(0);
  /** By entity index: the tree. What is above, the first below, and the neighbours among those with the same above. */
  above = new Int32Array(0);
  firstBelow = new Int32Array(0);
  next = new Int32Array(0);
  previous = new Int32Array(0);
  /** Who has the component, by entity index in any order, and where in this list. */
  readonly #members: IndexList = createIndexList();
  place = new Int32Array(0);
  /** Those with a parent, parents first. */
  readonly #order: IndexList = createIndexList();
  /** Results of `listBelow`. */
  readonly #below: IndexList = createIndexList();
  #isStale = false;

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
    // Before who is attached hears of a parent that is disabled.
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
    const { items, count } = this.#order;
    for (let i = 0; i < count; i++) this.#bring(items[i]);
  }

  /** Takes in who is attached to whom. @throws as `follow`. */
  update(): void {
    const { items, count } = this.#members;
    const { parent } = this.component;
    let isAny = false;
    for (let i = 0; i < count; i++) {
      if (parent[items[i]] === this.linked[items[i]]) continue;
      isAny = true;
      if (parent[items[i]] === NONE) this.#link(items[i], NONE);
    }
    if (isAny) this.#linkAll();
    if (this.#isStale) this.#sort();
  }

  /** Links those whose parent has been written directly: all let go first, as two may have changed places. */
  #linkAll(): void {
    const { items, count } = this.#members;
    const { parent } = this.component;
    for (let i = 0; i < count; i++) if (parent[items[i]] !== this.linked[items[i]]) this.#unlink(items[i]);
    for (let i = 0; i < count; i++)
      if (parent[items[i]] !== this.linked[items[i]]) this.#link(items[i], parent[items[i]]);
  }

  /** Brings one to where its parent is, and this one before to where its own is. */
  bringAlong(index: number): void {
    const parent = this.#aboveOf(index);
    if (parent < 0) return;
    this.bringAlong(parent);
    this.#bring(index);
  }

  /** Brings colliders to where their parents are, and with them what is attached to them, which is to be read then. */
  bringNew(): void {
    this.update();
    const { slots } = this.#state.set;
    for (const slot of listUnread(slots)) {
      const index = slots.index[slot];
      this.bringAlong(index);
      const { items, count } = this.listBelow(index);
      for (let i = 0; i < count; i++) this.bringAlong(items[i]);
    }
  }

  /**
   * Checks the transforms of all that one is attached to: what is wrong with them is not the child's doing.
   * @throws CollisionError naming the topmost that cannot be used.
   */
  requireParents(index: number): void {
    const parent = this.#aboveOf(index);
    if (parent < 0) return;
    this.requireParents(parent);
    this.#requireTransform(parent, this.linked[index]);
  }

  /** Returns the entity indices of all that is attached to one, however far down, those above first. */
  listBelow(index: number): IndexList {
    const list = this.#below;
    list.count = 0;
    for (let at = -1, parent = index; ; parent = list.items[at]) {
      if (parent < this.firstBelow.length) {
        for (let child = this.firstBelow[parent]; child >= 0; child = this.next[child]) {
          reserveIndices(list, 1)[list.count++] = child;
        }
      }
      if (++at >= list.count) return list;
    }
  }

  /** Returns the entity that one is attached to in the end: itself if it is attached to none. */
  rootOf(eid: EntityId): EntityId {
    let root = eid;
    for (let index = entityIndex(this.#state.world, eid); this.#aboveOf(index) >= 0; index = this.above[index]) {
      root = this.linked[index];
    }
    return root;
  }

  onInstall(): void {
    for (const name of LINK_COLUMNS) this[name].fill(NONE);
    this.#members.count = 0;
    this.#isStale = true;
  }

  onAttach(eid: EntityId): void {
    const index = entityIndex(this.#state.world, eid);
    const known = this.entity.length;
    if (index >= known) this.#grow(index);
    this.entity[index] = eid;
    this.place[index] = this.#members.count;
    reserveIndices(this.#members, 1)[this.#members.count++] = index;
  }

  onDetach(eid: EntityId, isRemoved: boolean): void {
    const index = entityIndex(this.#state.world, eid);
    this.#unlink(index);
    const at = this.place[index];
    const last = this.#members.items[--this.#members.count];
    this.#members.items[at] = last;
    this.place[last] = at;
    this.place[index] = NONE;
    if (isRemoved) return;
    readmit(this.#state.adapter, eid);
    this.onParentBack(eid);
  }

  onParentGone(eid: EntityId, cause: number): void {
    const { items, count } = this.listBelow(entityIndex(this.#state.world, eid));
    for (let i = 0; i < count; i++) withdraw(this.#state.adapter, this.entity[items[i]], cause);
  }

  onParentBack(eid: EntityId): void {
    const { items, count } = this.listBelow(entityIndex(this.#state.world, eid));
    for (let i = 0; i < count; i++) readmit(this.#state.adapter, this.entity[items[i]]);
  }

  onParentRemoved(eid: EntityId): void {
    const children: number[] = [];
    const parent = entityIndex(this.#state.world, eid);
    for (let child = this.firstBelow[parent]; child >= 0; child = this.next[child]) children.push(child);
    // bitECS gives ids again in the order in which they became free: that must not come from the order of attaching.
    children.sort((a, b) => a - b);
    for (const child of children) {
      this.#unlink(child);
      this.component.parent[child] = NONE;
    }
    for (const child of children) remove(this.#state.adapter, this.entity[child]);
  }

  /** All of it is derived. */
  save(): void {}

  /**
   * Takes in the parents that have come back, and whom they hold back with them: colliders are as they were already.
   */
  restore(): void {
    const { items, count } = this.#members;
    const { parent } = this.component;
    const { world } = this.#state;
    for (const list of [this.above, this.linked, this.firstBelow]) list.fill(NONE);
    for (let i = 0; i < count; i++) if (isAlive(world, parent[items[i]])) this.#put(items[i], parent[items[i]]);
    this.#isStale = true;
  }

  #aboveOf(index: number): number {
    return index < this.above.length ? this.above[index] : NONE;
  }

  #bring(child: number): void {
    if (!this.#follow(child, this.above[child])) return;
    const { adapter, set } = this.#state;
    noteStatic(adapter, findSlot(set.slots, child));
  }

  /** Whether a parent, or one of its own, cannot be followed. */
  #isHeldBack(eid: EntityId): boolean {
    const { adapter, world } = this.#state;
    for (let index = entityIndex(world, eid); this.#aboveOf(index) >= 0; index = this.above[index]) {
      if (!canBeFollowed(adapter, this.linked[index])) return true;
    }
    return false;
  }

  /** Takes in what is given to `set()`. @throws CollisionError for a parent that cannot be one; nothing is changed. */
  #write(index: number, values: object, write: (index: number, values: object) => void): void {
    const { parent } = values as Partial<Record<'parent', number>>;
    const isMember = index < this.place.length && this.place[index] >= 0;
    // A prefab keeps it for those made after it.
    if (isMember && Number.isInteger(parent)) this.#requireParent(index, parent!);
    write(index, values);
    if (isMember && this.component.parent[index] !== this.linked[index])
      this.#link(index, this.component.parent[index]);
  }

  #requireParent(index: number, parent: EntityId): void {
    if (parent === NONE) return;
    const { world } = this.#state;
    const child = this.entity[index];
    if (!isAlive(world, parent)) {
      throw new CollisionError(
        'invalid-state',
        `AttachedTo.parent of entity ${child} is ${parent}, which does not exist`,
      );
    }
    for (let at = entityIndex(world, parent); at >= 0; at = this.#aboveOf(at)) {
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

  /** Takes in the parent that a direct write has given to what is attached, if it has. @throws as `#link`. */
  #relink(index: number): void {
    const parent = this.component.parent[index];
    if (this.#aboveOf(index) < 0 || parent === this.linked[index]) return;
    // First: where direct writes have closed a ring, this ends the search.
    this.#unlink(index);
    this.#link(index, parent);
  }

  #link(index: number, parent: EntityId): void {
    const { adapter } = this.#state;
    this.#requireParent(index, parent);
    this.#unlink(index);
    const eid = this.entity[index];
    this.#put(index, parent);
    if (parent !== NONE) addTag(adapter, parent, this.#parentTag);
    // It, and what is attached to it, may now be kept out, or no longer.
    if (this.#isHeldBack(eid)) {
      withdraw(adapter, eid, CAUSE_DISABLED);
      this.onParentGone(eid, CAUSE_DISABLED);
    } else {
      readmit(adapter, eid);
      this.onParentBack(eid);
    }
  }

  /** Puts one into the lists, below its parent. */
  #put(index: number, parent: EntityId): void {
    this.linked[index] = parent;
    if (parent === NONE) return;
    const above = entityIndex(this.#state.world, parent);
    if (above >= this.entity.length) this.#grow(above);
    const first = this.firstBelow[above];
    this.above[index] = above;
    this.next[index] = first;
    this.previous[index] = NONE;
    if (first >= 0) this.previous[first] = index;
    this.firstBelow[above] = index;
  }

  #unlink(index: number): void {
    const above = this.#aboveOf(index);
    this.#isStale = true;
    if (above < 0) return;
    const next = this.next[index];
    const previous = this.previous[index];
    const parent = this.linked[index];
    if (next >= 0) this.previous[next] = previous;
    if (previous >= 0) this.next[previous] = next;
    else this.firstBelow[above] = next;
    this.above[index] = NONE;
    this.linked[index] = NONE;
    if (this.firstBelow[above] < 0 && isAlive(this.#state.world, parent)) {
      removeTag(this.#state.adapter, parent, this.#parentTag);
    }
  }

  /** Lists who follows whom, parents first, and numbers the families. */
  #sort(): void {
    this.#isStale = false;
    const { slots } = this.#state.set;
    const order = this.#order;
    const { items, count } = this.#members;
    order.count = 0;
    if (slots.family.length < this.above.length) slots.family = new Uint32Array(this.above.length);
    const { family } = slots;
    family.fill(0);
    for (let i = 0; i < count; i++) {
      const root = this.above[items[i]];
      if (root < 0 || this.above[root] >= 0 || family[root] !== 0) continue;
      const below = this.listBelow(root);
      const to = reserveIndices(order, below.count);
      family[root] = root + 1;
      for (let k = 0; k < below.count; k++) {
        family[below.items[k]] = root + 1;
        to[order.count++] = below.items[k];
      }
    }
  }

  #grow(index: number): void {
    const known = this.entity.length;
    growColumns(this, LINK_COLUMNS, grownCapacity(known, index + 1));
    for (const name of LINK_COLUMNS) this[name].fill(NONE, known);
  }
}

/** Returns the component by which a world's entities are attached; the first call makes it. */
export function attachmentsOf<Set extends ColliderSet, Store extends ParentColumn>(
  { dimension, spec, follow, requireTransform }: AttachmentKind<Set, Store>,
  world: object,
): Store {
  const state = requireState(world, dimension);
  if (state.attachments === undefined) {
    state.attachments = new Attachments(
      state,
      spec,
      (store, child, parent) => follow(state.set, store as Store, child, parent),
      (index, entity) => requireTransform(state.set, index, entity),
    );
    state.savedParts.push(state.attachments);
  }
  return state.attachments.component as Store;
}

/**
 * Returns the entity that another is attached to, or the one at the top where that is itself attached; an entity that
 * is attached to nothing is its own.
 * @throws CollisionError `out-of-range` for what is no entity id, `invalid-state` when the world has no collision.
 */
export function ownerOf(world: object, entity: EntityId): EntityId {
  const { attachments, world: ownWorld } = requireState(world);
  // Refuses what is no id.
  entityIndex(ownWorld, entity);
  return attachments === undefined ? entity : attachments.rootOf(entity);
}

import type { ColliderSlots } from '../../src/core/collider-slots.ts';
import { createIndexList, type IndexList, reserveIndices } from '../../src/core/index-list.ts';
import { growColumns, grownCapacity } from '../../src/core/typed-array.ts';
import type { EntityId } from './adapter/entities.ts';

/** No entity index, and among ids no parent. */
export const NONE = -1;

const LINK_COLUMNS = ['entity', 'linked', 'above', 'firstBelow', 'next', 'previous', 'place'] as const;

/** The trees of attached entities, linked by entity index. */
export class AttachmentForest {
  /** By entity index, of entities with the component: the entity's id, and the id of its parent, or NONE. */
  entity = new Int32Array(0);
  linked = new Int32Array(0);
  /**
   * The trees, by entity index: the parent, the first child, and the next and the previous child of the same parent.
   */
  above = new Int32Array(0);
  firstBelow = new Int32Array(0);
  next = new Int32Array(0);
  previous = new Int32Array(0);
  /** The entity indices that have the component, in any order; and by entity index the place in this list, or NONE. */
  readonly members: IndexList = createIndexList();
  place = new Int32Array(0);
  /** The entity indices that have a parent, each after its parent, as `sort` has left them. */
  readonly order: IndexList = createIndexList();
  isSorted = false;
  /** The result of `listBelow`. */
  readonly #below: IndexList = createIndexList();

  clear(): void {
    for (const name of LINK_COLUMNS) this[name].fill(NONE);
    this.members.count = 0;
    this.isSorted = false;
  }

  /** Removes all links. The list of entities that have the component stays. */
  unlinkAll(): void {
    for (const list of [this.above, this.linked, this.firstBelow]) list.fill(NONE);
    this.isSorted = false;
  }

  addMember(index: number, eid: EntityId): void {
    this.#reserve(index);
    this.entity[index] = eid;
    this.place[index] = this.members.count;
    reserveIndices(this.members, 1)[this.members.count++] = index;
  }

  removeMember(index: number): void {
    const { members, place } = this;
    const at = place[index];
    const last = members.items[--members.count];
    members.items[at] = last;
    place[last] = at;
    place[index] = NONE;
  }

  isMember(index: number): boolean {
    return index < this.place.length && this.place[index] >= 0;
  }

  /** Returns the entity index of the parent of an entity, or NONE. */
  aboveOf(index: number): number {
    return index < this.above.length ? this.above[index] : NONE;
  }

  /**
   * Puts a member below another entity, whose index and id are given. The member must not have a parent yet.
   */
  put(index: number, above: number, parent: EntityId): void {
    this.#reserve(above);
    const first = this.firstBelow[above];
    this.linked[index] = parent;
    this.above[index] = above;
    this.next[index] = first;
    this.previous[index] = NONE;
    if (first >= 0) this.previous[first] = index;
    this.firstBelow[above] = index;
  }

  /**
   * Removes an entity from the children of its parent. Returns the id of the parent if that was its last child, else
   * NONE.
   */
  unlink(index: number): EntityId {
    const above = this.aboveOf(index);
    this.isSorted = false;
    if (above < 0) return NONE;
    const next = this.next[index];
    const previous = this.previous[index];
    const parent = this.linked[index];
    if (next >= 0) this.previous[next] = previous;
    if (previous >= 0) this.next[previous] = next;
    else this.firstBelow[above] = next;
    this.above[index] = NONE;
    this.linked[index] = NONE;
    return this.firstBelow[above] < 0 ? parent : NONE;
  }

  /**
   * Returns the entity indices of everything that is attached to an entity, however far down, each after its parent.
   */
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

  /** Writes the order, and the family of each slot: all members of a tree are of one family, named by its root. */
  sort(slots: ColliderSlots): void {
    this.isSorted = true;
    const { order } = this;
    const { items, count } = this.members;
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

  #reserve(index: number): void {
    const known = this.entity.length;
    if (index < known) return;
    growColumns(this, LINK_COLUMNS, grownCapacity(known, index + 1));
    for (const name of LINK_COLUMNS) this[name].fill(NONE, known);
  }
}

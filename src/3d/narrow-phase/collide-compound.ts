import { appendContact } from '../../core/append-contact.ts';
import { type ContactList, childAOf, childBOf } from '../../core/contact-list.ts';
import { createIndexList, type IndexList, reserveIndices } from '../../core/index-list.ts';
import { contactMargin } from '../../core/narrow-phase/contact-margin.ts';
import { KIND_STRIDE, setRoutines } from '../../core/narrow-phase/routine-table.ts';
import { registeredOf } from '../../core/shapes/registered-of.ts';
import type { ColliderSet } from '../collider-set.ts';
import { SHAPE_COMPOUND, SHAPE_KIND_COUNT, SHAPE_SPHERE } from '../shapes/shape-kind.ts';
import { findChildren, slotBox } from './find-children.ts';
import { PiecePair } from './piece-pair.ts';
import { routines } from './routine-table.ts';

/**
 * The pair that is being collided. When two compounds collide, the first level is for a child of the one and all of the
 * other, the second for a child of each.
 */
class Level {
  readonly pair = new PiecePair();
  readonly children: IndexList = createIndexList(16);
  /** By row of the pair's contacts: the child of the compound. Then the rows in the order of both children. */
  readonly owners: IndexList = createIndexList(16);
  readonly order: IndexList = createIndexList(16);
}

const first = /* @__PURE__ */ new Level();
const second = /* @__PURE__ */ new Level();

/** Collides a compound A with any other kind B. */
function collideCompoundAny(set: ColliderSet, list: ContactList, slotA: number, slotB: number): void {
  collideChildren(set, list, slotA, slotB, true);
}

/** Collides a collider of any other kind, as A, with a compound, as B. */
function collideAnyCompound(set: ColliderSet, list: ContactList, slotA: number, slotB: number): void {
  collideChildren(set, list, slotA, slotB, false);
}

/**
 * Collides each child of a compound that is near the other collider with this collider, as if the child were a
 * collider of its own.
 */
function collideChildren(
  set: ColliderSet,
  list: ContactList,
  slotA: number,
  slotB: number,
  isCompoundA: boolean,
): void {
  const level = set === first.pair.set ? second : first;
  const { pair, children, owners, order } = level;
  const compound = isCompoundA ? slotA : slotB;
  const other = isCompoundA ? slotB : slotA;
  const shape = registeredOf(set, compound);
  // The bounds of the pair then contain the margins of both colliders, of which each may have any part.
  pair.set.margin = 2 * contactMargin[0];
  slotBox(set, other);
  findChildren(set, compound, shape, children);
  if (children.count === 0) return;
  const { contacts } = pair;
  const toOther = isCompoundA ? 1 : 0;
  pair.putCollider(toOther, set, other);
  contacts.count = contacts.childCount = contacts.extraCount = owners.count = 0;
  for (let i = 0; i < children.count; i++) {
    const child = children.items[i];
    pair.putChild(1 - toOther, set, compound, shape.children!, child);
    const { kinds } = pair.set;
    routines[kinds[0] * KIND_STRIDE + kinds[1]]!(pair.set, contacts, 0, 1);
    const items = reserveIndices(owners, contacts.count - owners.count);
    while (owners.count < contacts.count) items[owners.count++] = child;
  }
  sortRows(level, isCompoundA);
  for (let i = 0; i < order.count; i++) {
    const row = order.items[i];
    const child = owners.items[row];
    const childA = isCompoundA ? child : childAOf(contacts, row);
    const childB = isCompoundA ? childBOf(contacts, row) : child;
    appendContact(list, contacts, row, slotA, slotB, childA, childB);
  }
}

/**
 * Brings the rows of a level into the order of the child of A, then of B. They come in the order of the compound's
 * children, so that they only move where A is another shape of many pieces.
 */
function sortRows({ pair: { contacts }, order }: Level, isCompoundA: boolean): void {
  const items = reserveIndices(order, contacts.count - order.count);
  order.count = contacts.count;
  for (let row = 0; row < order.count; row++) {
    let at = row;
    if (!isCompoundA) {
      const childA = childAOf(contacts, row);
      for (; at > 0 && childAOf(contacts, items[at - 1]) > childA; at--) items[at] = items[at - 1];
    }
    items[at] = row;
  }
}

/** Writes how compounds collide with all kinds. */
export function addCompoundRoutines(): void {
  for (let kind = SHAPE_SPHERE; kind < SHAPE_KIND_COUNT; kind++) {
    setRoutines(routines, kind, SHAPE_COMPOUND, collideAnyCompound, collideCompoundAny);
  }
}

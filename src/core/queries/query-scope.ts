import type { PairCache } from '../broad-phase/pair-cache.ts';
import type { Bvh } from '../bvh/bvh.ts';
import { type ColliderSet, SHAPE_NONE } from '../collider-set.ts';
import { SLOT_LIVE } from '../collider-slots.ts';
import type { IndexList } from '../index-list.ts';
import type { SlotFilter } from '../query-filter.ts';

/**
 * The scope of a query over a world: its colliders, and the hierarchies and the list that together hold all of them.
 */
export interface QueryScope<Set extends ColliderSet = ColliderSet> {
  readonly set: Set;
  readonly hierarchies: readonly Bvh[];
  /**
   * Colliders in none of the hierarchies, which a search by bounds tests one by one. Only scopes made for such searches
   * have this list.
   */
  readonly unbuilt?: IndexList | undefined;
  /**
   * The pair cache, where its hierarchy holds every moving collider that is not in `unbuilt`, by boxes around the
   * collider's bounds; `unbuilt` then holds only the colliders that have escaped from their fat AABBs. Set only in
   * scopes made for searches that use it.
   */
  readonly foreseen?: PairCache | undefined;
}

export type { SlotFilter };

/**
 * One result: slot −1 for none. World coordinates, of which the plane leaves z at 0; the normal is that of the collider
 * found, zero from inside.
 */
export interface QueryHit {
  slot: number;
  child: number;
  fraction: number;
  x: number;
  y: number;
  z: number;
  normalX: number;
  normalY: number;
  normalZ: number;
}

export function createQueryHit(): QueryHit {
  return { slot: -1, child: 0, fraction: Infinity, x: 0, y: 0, z: 0, normalX: 0, normalY: 0, normalZ: 0 };
}

/**
 * Returns whether a slot that a hierarchy still holds is live, has a shape and passes the filter, at present. All
 * queries use the place, the sizes and the shape that its bounds were computed from.
 */
export function isVisible(set: ColliderSet, slot: number, filter: SlotFilter): boolean {
  const { slots, shape } = set;
  const index = slots.index[slot];
  return (
    slots.state[slot] === SLOT_LIVE &&
    hasShape(set, slot) &&
    (shape.maskBits[index] & filter.categoryBits) !== 0 &&
    (shape.categoryBits[index] & filter.maskBits) !== 0 &&
    (slots.flags[slot] & filter.hiddenFlags) === 0 &&
    slots.entity[slot] !== filter.ignore &&
    (!filter.isPicky || filter.accepts(slot))
  );
}

/** Returns whether a slot's kind and handle name some shape. If they do not, the next tick reports why. */
export function hasShape(set: ColliderSet, slot: number): boolean {
  const { shape, registry } = set;
  const index = set.slots.index[slot];
  return isShape(shape.kind[index], registry.kinds[shape.shape[index]], registry.lastInlineKind);
}

/**
 * Returns whether a collider has a shape: its kind is inline, or is the kind of its registered shape. There is no
 * branch between the two cases, which the processor could not predict. `lastInlineKind` is that of the registry.
 */
export function isShape(kind: number, registeredKind: number, lastInlineKind: number): boolean {
  // The mask is all ones above the inline kinds.
  return kind !== SHAPE_NONE && ((kind ^ registeredKind) & ((lastInlineKind - kind) >> 31)) === 0;
}

export function copyQueryHit(to: QueryHit, from: QueryHit): void {
  to.slot = from.slot;
  to.child = from.child;
  to.fraction = from.fraction;
  to.x = from.x;
  to.y = from.y;
  to.z = from.z;
  to.normalX = from.normalX;
  to.normalY = from.normalY;
  to.normalZ = from.normalZ;
}

/**
 * Returns whether one hit comes before another (slot −1: before none): the smaller fraction, then the lower entity
 * index, then the lower child. The answer of a query never depends on the order in which a hierarchy is walked.
 */
export function precedes(set: ColliderSet, hit: QueryHit, than: QueryHit): boolean {
  if (hit.fraction !== than.fraction) return hit.fraction < than.fraction;
  if (than.slot < 0) return true;
  const index = set.slots.index;
  return index[hit.slot] < index[than.slot] || (hit.slot === than.slot && hit.child < than.child);
}

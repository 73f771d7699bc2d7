import { SLOT_LIVE } from '../../core/collider-slots.ts';
import type { Bvh } from '../bvh/bvh.ts';
import type { ColliderSet } from '../collider-set.ts';
import { isRegisteredKind, SHAPE_KIND_COUNT, SHAPE_NONE } from '../shapes/shape-kind.ts';

/** What queries over a world look at: its colliders and the hierarchies that together hold all of them. */
export interface QueryScope {
  readonly set: ColliderSet;
  readonly hierarchies: readonly Bvh[];
}

/** Decides by slot whether a query may see a collider. */
export interface SlotFilter {
  accepts(slot: number): boolean;
}

/** One result: slot −1 for none. World coordinates; the normal is that of the collider found, (0, 0) from inside. */
export interface QueryHit {
  slot: number;
  child: number;
  fraction: number;
  x: number;
  y: number;
  normalX: number;
  normalY: number;
}

export function createQueryHit(): QueryHit {
  return { slot: -1, child: 0, fraction: Infinity, x: 0, y: 0, normalX: 0, normalY: 0 };
}

/** Whether a slot that a hierarchy still holds is live, has its shape and is accepted. */
export function isVisible(set: ColliderSet, slot: number, filter: SlotFilter): boolean {
  return set.slots.state[slot] === SLOT_LIVE && hasShape(set, slot) && filter.accepts(slot);
}

/**
 * Whether a slot's kind and handle name a shape. The next tick would say why not; until then a query must do with what direct
 * writes have left.
 */
export function hasShape(set: ColliderSet, slot: number): boolean {
  const { shape, registry } = set;
  const index = set.slots.index[slot]!;
  const kind = shape.kind[index]!;
  if (kind === SHAPE_NONE || kind >= SHAPE_KIND_COUNT) return false;
  return !isRegisteredKind(kind) || registry.shapes[shape.shape[index]!]?.kind === kind;
}

export function copyQueryHit(to: QueryHit, from: QueryHit): void {
  to.slot = from.slot;
  to.child = from.child;
  to.fraction = from.fraction;
  to.x = from.x;
  to.y = from.y;
  to.normalX = from.normalX;
  to.normalY = from.normalY;
}

/**
 * Whether one hit comes before another (slot −1: before none): the smaller fraction, then the lower entity index, then the lower
 * child. The answer of a query never depends on the order in which a hierarchy is walked.
 */
export function precedes(set: ColliderSet, hit: QueryHit, than: QueryHit): boolean {
  if (hit.fraction !== than.fraction) return hit.fraction < than.fraction;
  if (than.slot < 0) return true;
  const index = set.slots.index;
  return index[hit.slot]! < index[than.slot]! || (hit.slot === than.slot && hit.child < than.child);
}

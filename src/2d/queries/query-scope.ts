import { SLOT_LIVE } from '../../core/collider-slots.ts';
import type { Bvh } from '../bvh/bvh.ts';
import type { ColliderSet } from '../collider-set.ts';

/** What queries over a world look at: its colliders and the hierarchies that together hold all of them. */
export interface QueryScope {
  readonly set: ColliderSet;
  readonly hierarchies: readonly Bvh[];
}

/** Decides by slot whether a query may see a collider. */
export type Accepts = (slot: number) => boolean;

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

/** Whether a slot that a hierarchy still holds is live and accepted. */
export function isVisible(set: ColliderSet, slot: number, accepts: Accepts): boolean {
  return set.slots.state[slot] === SLOT_LIVE && accepts(slot);
}

/**
 * Whether one candidate comes before another: the smaller fraction, then the lower entity index, then the lower child. The answer
 * of a query never depends on the order in which a hierarchy is walked.
 */
export function comesFirst(set: ColliderSet, fraction: number, slot: number, child: number, than: QueryHit): boolean {
  if (fraction !== than.fraction) return fraction < than.fraction;
  if (than.slot < 0) return true;
  const index = set.slots.index;
  return index[slot]! - index[than.slot]! < 0 || (slot === than.slot && child < than.child);
}

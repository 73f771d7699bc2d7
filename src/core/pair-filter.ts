import { areFamily, type ColliderSlots, FLAG_STATIC } from './collider-slots.ts';

/** Filter bits of all colliders, by entity index. */
export interface FilterColumns {
  categoryBits: Uint32Array;
  maskBits: Uint32Array;
  groupIndex: Int32Array;
}

/**
 * The filter of a collider that has set none: category 1, all in the mask, no group. Two such colliders always meet.
 */
export const DEFAULT_CATEGORY = 1;
export const DEFAULT_MASK = 0xffffffff;

/**
 * Decides by bits whether two colliders may meet, with Box2D's meanings: a shared non-zero group decides alone
 * (positive: always, negative: never); else each one's category must be in the other's mask.
 */
export function filterAllows(
  categoryA: number,
  maskA: number,
  groupA: number,
  categoryB: number,
  maskB: number,
  groupB: number,
): boolean {
  if (groupA === groupB && groupA !== 0) return groupA > 0;
  return (categoryA & maskB) !== 0 && (categoryB & maskA) !== 0;
}

/** Returns whether filter bits, mobility and family let two live colliders meet. */
export function pairAllowed(slots: ColliderSlots, filter: FilterColumns, slotA: number, slotB: number): boolean {
  if ((slots.flags[slotA] & slots.flags[slotB] & FLAG_STATIC) !== 0) return false;
  const a = slots.index[slotA];
  const b = slots.index[slotB];
  if (areFamily(slots, a, b)) return false;
  // Bits as signed integers: where the call is not inlined, a mask beyond 2^31 would be allocated.
  return filterAllows(
    filter.categoryBits[a] | 0,
    filter.maskBits[a] | 0,
    filter.groupIndex[a],
    filter.categoryBits[b] | 0,
    filter.maskBits[b] | 0,
    filter.groupIndex[b],
  );
}

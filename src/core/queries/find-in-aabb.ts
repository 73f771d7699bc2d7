import { queryBvhAabb } from '../bvh/query-bvh.ts';
import { boundsMargin, type ColliderSet, SHAPE_NONE } from '../collider-set.ts';
import { SLOT_LIVE } from '../collider-slots.ts';
import type { IndexList } from '../index-list.ts';
import { sortLiveIndices } from '../sort-slots.ts';
import { appendOverlapping } from './append-overlapping.ts';
import { isShape, type QueryScope, type SlotFilter } from './query-scope.ts';

/**
 * Writes the slots whose world bounds (without the speculative margin) overlap a box (the least coordinates,
 * then the largest), by ascending entity index unless the filter wants no order. The filter's predicate is asked after
 * the search, so it may run queries itself, with another `out`.
 */
export function findInAabb(scope: QueryScope, box: Float64Array, filter: SlotFilter, out: IndexList): void {
  findVisible(scope, box, filter, out);
  if (filter.isPicky) keepAccepted(out, filter);
}

/** Does what `findInAabb` does, before the filter's predicate is asked. */
export function findVisible(scope: QueryScope, box: Float64Array, filter: SlotFilter, out: IndexList): void {
  findNear(scope, box, filter, out);
  keepVisible(scope.set, filter, out);
}

/**
 * Brings slots that were found by their bounds into order, unless the filter wants none, and drops the slots that it
 * hides or refuses.
 */
export function keepFound({ set }: QueryScope, filter: SlotFilter, out: IndexList): void {
  if (filter.sorted) sortLiveIndices(set.slots, out);
  keepVisible(set, filter, out);
  if (filter.isPicky) keepAccepted(out, filter);
}

/** Drops the slots that the filter's predicate refuses. */
export function keepAccepted(list: IndexList, filter: SlotFilter): void {
  let kept = 0;
  for (let i = 0; i < list.count; i++) {
    const slot = list.items[i];
    if (filter.accepts(slot)) list.items[kept++] = slot;
  }
  list.count = kept;
}

/**
 * Writes the colliders whose world bounds overlap a box: slots or, where the filter wants them sorted, the entity
 * indices of live colliders. They are sorted before their visibility is asked, which then reads columns from front to
 * back.
 */
function findNear(
  { set, hierarchies, unbuilt }: QueryScope,
  box: Float64Array,
  filter: SlotFilter,
  out: IndexList,
): void {
  out.count = 0;
  if (unbuilt !== undefined) appendOverlapping(out, unbuilt, set.bounds, box);
  for (let i = 0; i < hierarchies.length; i++) queryBvhAabb(out, hierarchies[i], set.bounds, box, 0);
  if (set.margin > 0 || set.slotMargins.length > 0) keepTight(set, out, box);
  if (filter.sorted) sortLiveIndices(set.slots, out);
}

/** Drops slots that only their margin brings into the box. */
function keepTight(set: ColliderSet, list: IndexList, box: Float64Array): void {
  const { bounds, boundsStride } = set;
  const axes = boundsStride / 2;
  let kept = 0;
  for (let i = 0; i < list.count; i++) {
    const slot = list.items[i];
    const grown = boundsMargin(set, slot);
    const at = slot * boundsStride;
    let apart = false;
    for (let axis = 0; axis < axes; axis++) {
      if (bounds[at + axis] + grown > box[axes + axis] || bounds[at + axes + axis] - grown < box[axis]) apart = true;
    }
    if (!apart) list.items[kept++] = slot;
  }
  list.count = kept;
}

/** Returns whether a filter asks for bits alone, and all colliders have inline kinds: what `writeInAabb` can answer. */
export function asksBitsOnly({ set }: QueryScope, filter: SlotFilter): boolean {
  return !filter.isPicky && Number.isNaN(filter.ignore) && set.registry.kinds.length === 1;
}

/**
 * Does what `findInAabb` does, where `asksBitsOnly` holds, with the entities in place of the slots. Asking and writing
 * in one loop, without a list of slots in between, spares 4 to 8 % of a query. `near` is scratch. Returns how many;
 * what `out` holds behind them is left to the caller.
 */
export function writeInAabb(
  scope: QueryScope,
  box: Float64Array,
  filter: SlotFilter,
  near: IndexList,
  out: number[],
): number {
  findNear(scope, box, filter, near);
  const { slots, shape, registry } = scope.set;
  const { lastInlineKind } = registry;
  const { index, entity, state, flags, slotOfIndex } = slots;
  const { kind, maskBits, categoryBits } = shape;
  const { categoryBits: category, maskBits: mask, hiddenFlags } = filter;
  const { items, count } = near;
  let kept = 0;
  if (filter.sorted) {
    for (let i = 0; i < count; i++) {
      const key = items[i];
      const slot = slotOfIndex[key];
      if (
        (flags[slot] & hiddenFlags) !== 0 ||
        !isShape(kind[key], SHAPE_NONE, lastInlineKind) ||
        !meet(maskBits[key] & category, categoryBits[key] & mask)
      )
        continue;
      out[kept++] = entity[slot];
    }
  } else {
    for (let i = 0; i < count; i++) {
      const slot = items[i];
      const key = index[slot];
      if (
        state[slot] !== SLOT_LIVE ||
        !isShape(kind[key], SHAPE_NONE, lastInlineKind) ||
        !meet(maskBits[key] & category, categoryBits[key] & mask)
      )
        continue;
      if ((flags[slot] & hiddenFlags) === 0) out[kept++] = entity[slot];
    }
  }
  return kept;
}

/**
 * Drops the entries that a filter hides: of slots or, where these have been sorted, of the entity indices of live
 * colliders; leaves slots. This is `isVisible` with the columns read beforehand. There is a separate loop for each kind
 * of list, here and above, as a choice at each entry takes up to a tenth of a query.
 */
function keepVisible(set: ColliderSet, filter: SlotFilter, list: IndexList): void {
  const { index, state, flags, slotOfIndex } = set.slots;
  const { kind, shape: handle, maskBits, categoryBits } = set.shape;
  const { kinds, lastInlineKind } = set.registry;
  const { categoryBits: category, maskBits: mask, hiddenFlags } = filter;
  const areInline = kinds.length === 1;
  const { items, count } = list;
  let kept = 0;
  if (filter.sorted) {
    for (let i = 0; i < count; i++) {
      const key = items[i];
      const slot = slotOfIndex[key];
      if ((flags[slot] & hiddenFlags) !== 0) continue;
      if (
        !isShape(kind[key], areInline ? SHAPE_NONE : kinds[handle[key]], lastInlineKind) ||
        !meet(maskBits[key] & category, categoryBits[key] & mask)
      )
        continue;
      items[kept++] = slot;
    }
  } else {
    for (let i = 0; i < count; i++) {
      const slot = items[i];
      const key = index[slot];
      if (state[slot] !== SLOT_LIVE) continue;
      if (
        !isShape(kind[key], areInline ? SHAPE_NONE : kinds[handle[key]], lastInlineKind) ||
        !meet(maskBits[key] & category, categoryBits[key] & mask)
      )
        continue;
      if ((flags[slot] & hiddenFlags) === 0) items[kept++] = slot;
    }
  }
  list.count = kept;
  if (!Number.isNaN(filter.ignore)) dropEntity(set, filter.ignore, list);
}

/**
 * Returns whether two filters admit each other, given for each the bits that its mask shares with the category of the
 * other.
 */
function meet(bits: number, otherBits: number): boolean {
  return bits !== 0 && otherBits !== 0;
}

function dropEntity({ slots: { entity } }: ColliderSet, ignored: number, list: IndexList): void {
  let kept = 0;
  for (let i = 0; i < list.count; i++) if (entity[list.items[i]] !== ignored) list.items[kept++] = list.items[i];
  list.count = kept;
}

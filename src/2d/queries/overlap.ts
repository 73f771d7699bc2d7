import { queryBvhAabb } from '../../core/bvh/query-bvh.ts';
import { boundsMargin } from '../../core/collider-set.ts';
import { SLOT_LIVE } from '../../core/collider-slots.ts';
import type { IndexList } from '../../core/index-list.ts';
import { sortLiveIndices } from '../../core/sort-slots.ts';
import { BOUNDS_STRIDE, type ColliderSet } from '../collider-set.ts';
import { CLOSEST_DISTANCE, CLOSEST_LENGTH } from '../geometry/closest/closest-point-piece.ts';
import { CONTACT_MAX_POINTS, CONTACT_STRIDE } from '../geometry/contact/contact-layout.ts';
import { collidePlaced } from '../narrow-phase/collide-placed.ts';
import { NO_MARGIN } from '../narrow-phase/contact-margin.ts';
import { frameOrigin } from '../narrow-phase/load-collider.ts';
import { compositeOf } from '../narrow-phase/registered-of.ts';
import { isInlineKind, SHAPE_NONE } from '../shapes/shape-kind.ts';
import { closestPointChild, closestPointCollider } from './closest-point-collider.ts';
import { pointToLocal } from './local-frame.ts';
import { isShape, type QueryScope, type SlotFilter } from './query-scope.ts';
import type { QueryShape } from './query-shape.ts';
import { createPieceCursor, findPiecesInBox, loadPiece } from './visit-pieces.ts';

const cursor = createPieceCursor();
const manifold = new Float64Array(CONTACT_STRIDE);
const features = new Uint32Array(CONTACT_MAX_POINTS);
const closest = new Float64Array(CLOSEST_LENGTH);
const localPoint = new Float64Array(2);

/**
 * Writes the slots whose shapes overlap a placed shape, by ascending entity index. Touching counts. See `findInAabb`.
 */
export function findOverlapping(scope: QueryScope, shape: QueryShape, filter: SlotFilter, out: IndexList): void {
  findInAabb(scope, shape.box, filter, out, shape);
}

/** Whether a placed shape touches a collider. */
export function overlapsCollider(set: ColliderSet, slot: number, shape: QueryShape): boolean {
  if (shape.isPoint) return containsPoint(set, slot, shape.box);
  findPiecesInBox(cursor, set, slot, shape.box);
  frameOrigin[0] = shape.x;
  frameOrigin[1] = shape.y;
  for (let i = 0; i < cursor.count; i++) {
    loadPiece(cursor, set, slot, i);
    for (let k = 0; k < shape.count; k++) {
      if (collidePlaced(manifold, features, shape.pieces[k], cursor.piece, NO_MARGIN) > 0) return true;
    }
  }
  return false;
}

/**
 * Writes the slots whose world bounds (without the speculative margin) overlap a box (minX, minY, maxX, maxY), by
 * ascending entity index; given a shape, only those that overlap it. The filter is asked after the search, so it may
 * run queries itself, with another `out`.
 *
 * What comes by entity index is sorted before it is asked who may be seen: the columns are then read from front to
 * back.
 */
export function findInAabb(
  scope: QueryScope,
  box: Float64Array,
  filter: SlotFilter,
  out: IndexList,
  shape?: QueryShape,
): void {
  const { set } = scope;
  findNear(scope, box, filter, out);
  keepVisible(set, filter, out);
  if (shape !== undefined) keepOverlapping(set, shape, out);
  if (filter.isPicky) keepAccepted(out, filter);
}

/**
 * Writes the slots whose world bounds overlap a box or, where what is found comes by entity index, the entity indices
 * of the live ones.
 */
function findNear({ set, hierarchies }: QueryScope, box: Float64Array, filter: SlotFilter, out: IndexList): void {
  out.count = 0;
  for (let i = 0; i < hierarchies.length; i++) queryBvhAabb(out, hierarchies[i], set.bounds, box, 0);
  if (set.margin > 0 || set.ownMargins !== undefined) keepTight(set, out, box);
  if (filter.sorted) sortLiveIndices(set.slots, out);
}

/** Whether a filter asks for bits alone, of colliders that all have inline kinds: what `writeInAabb` can answer. */
export function asksBitsOnly({ set }: QueryScope, filter: SlotFilter): boolean {
  return !filter.isPicky && Number.isNaN(filter.ignore) && set.registry.kinds.length === 1;
}

/**
 * `findInAabb` for when `asksBitsOnly`, with the entities in place of the slots: asked and written in one loop,
 * which spares a list of slots in between: 4 to 8 % of a query. `near` is scratch. Returns how many; what `out` holds
 * behind them is left to the caller.
 */
export function writeInAabb(
  scope: QueryScope,
  box: Float64Array,
  filter: SlotFilter,
  near: IndexList,
  out: number[],
): number {
  findNear(scope, box, filter, near);
  const { slots, shape } = scope.set;
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
        (flags[slot] & hiddenFlags) === 0 &&
        isInlineKind(kind[key]) &&
        (maskBits[key] & category) !== 0 &&
        (categoryBits[key] & mask) !== 0
      ) {
        out[kept++] = entity[slot];
      }
    }
  } else {
    for (let i = 0; i < count; i++) {
      const slot = items[i];
      const key = index[slot];
      if (
        state[slot] === SLOT_LIVE &&
        isInlineKind(kind[key]) &&
        (maskBits[key] & category) !== 0 &&
        (categoryBits[key] & mask) !== 0 &&
        (flags[slot] & hiddenFlags) === 0
      ) {
        out[kept++] = entity[slot];
      }
    }
  }
  return kept;
}

/**
 * Drops what a filter hides, of slots or, where these have been sorted, of the entity indices of live ones; leaves
 * slots. `isVisible` stands here in two parts, with the columns at hand; a loop for each way, as choosing between them
 * at each entry takes up to a tenth of a query.
 */
function keepVisible(set: ColliderSet, filter: SlotFilter, list: IndexList): void {
  const { index, state, flags, slotOfIndex } = set.slots;
  const { kind, shape: handle, maskBits, categoryBits } = set.shape;
  const { kinds } = set.registry;
  const { categoryBits: category, maskBits: mask, hiddenFlags } = filter;
  const areInline = kinds.length === 1;
  const { items, count } = list;
  let kept = 0;
  if (filter.sorted) {
    for (let i = 0; i < count; i++) {
      const key = items[i];
      const slot = slotOfIndex[key];
      if (
        (flags[slot] & hiddenFlags) === 0 &&
        isShape(kind[key], areInline ? SHAPE_NONE : kinds[handle[key]]) &&
        (maskBits[key] & category) !== 0 &&
        (categoryBits[key] & mask) !== 0
      ) {
        items[kept++] = slot;
      }
    }
  } else {
    for (let i = 0; i < count; i++) {
      const slot = items[i];
      const key = index[slot];
      if (
        state[slot] === SLOT_LIVE &&
        isShape(kind[key], areInline ? SHAPE_NONE : kinds[handle[key]]) &&
        (maskBits[key] & category) !== 0 &&
        (categoryBits[key] & mask) !== 0 &&
        (flags[slot] & hiddenFlags) === 0
      ) {
        items[kept++] = slot;
      }
    }
  }
  list.count = kept;
  if (!Number.isNaN(filter.ignore)) dropEntity(set, filter.ignore, list);
}

function dropEntity({ slots: { entity } }: ColliderSet, ignored: number, list: IndexList): void {
  let kept = 0;
  for (let i = 0; i < list.count; i++) if (entity[list.items[i]] !== ignored) list.items[kept++] = list.items[i];
  list.count = kept;
}

function keepOverlapping(set: ColliderSet, shape: QueryShape, list: IndexList): void {
  let kept = 0;
  for (let i = 0; i < list.count; i++) {
    const slot = list.items[i];
    if (overlapsCollider(set, slot, shape)) list.items[kept++] = slot;
  }
  list.count = kept;
}

/** Drops slots that only their margin brings into the box. */
function keepTight(set: ColliderSet, list: IndexList, box: Float64Array): void {
  const { bounds } = set;
  let kept = 0;
  for (let i = 0; i < list.count; i++) {
    const slot = list.items[i];
    const grown = boundsMargin(set, slot);
    const at = slot * BOUNDS_STRIDE;
    const apart =
      bounds[at] + grown > box[2] ||
      bounds[at + 1] + grown > box[3] ||
      bounds[at + 2] - grown < box[0] ||
      bounds[at + 3] - grown < box[1];
    if (!apart) list.items[kept++] = slot;
  }
  list.count = kept;
}

/** Whether a collider contains the point that a box has shrunk to: whether it is at no distance. */
function containsPoint(set: ColliderSet, slot: number, point: Float64Array): boolean {
  if (compositeOf(set, slot) === undefined) {
    closestPointCollider(closest, point, set, slot);
    return closest[CLOSEST_DISTANCE] === 0;
  }
  findPiecesInBox(cursor, set, slot, point);
  pointToLocal(localPoint, point, set, slot, true);
  for (let i = 0; i < cursor.count; i++) {
    closestPointChild(closest, localPoint, set, slot, cursor.children.items[i]);
    if (closest[CLOSEST_DISTANCE] === 0) return true;
  }
  return false;
}

function keepAccepted(list: IndexList, filter: SlotFilter): void {
  let kept = 0;
  for (let i = 0; i < list.count; i++) {
    const slot = list.items[i];
    if (filter.accepts(slot)) list.items[kept++] = slot;
  }
  list.count = kept;
}

import { SLOT_LIVE } from '../../core/collider-slots.ts';
import type { IndexList } from '../../core/index-list.ts';
import { sortIndices } from '../../core/sort-indices.ts';
import { queryBvhAabb } from '../bvh/query-bvh.ts';
import { BOUNDS_STRIDE, type ColliderSet } from '../collider-set.ts';
import { collideConvex } from '../geometry/collide-convex.ts';
import { CONTACT_MAX_POINTS, CONTACT_STRIDE } from '../geometry/contact-layout.ts';
import { frameOrigin } from '../narrow-phase/load-piece.ts';
import { type Accepts, hasShape, type QueryScope } from './query-scope.ts';
import type { QueryShape } from './query-shape.ts';
import { createPieceCursor, findPieces, loadPiece } from './visit-pieces.ts';

const cursor = createPieceCursor();
const manifold = new Float64Array(CONTACT_STRIDE);
const features = new Uint32Array(CONTACT_MAX_POINTS);
const axis = new Int32Array(1);

/**
 * Writes the slots whose world bounds (without the speculative margin) overlap a box, by ascending entity index. `accepts` is
 * asked after the search, so it may run queries itself, with another `out`.
 */
export function findInAabb(
  scope: QueryScope,
  minX: number,
  minY: number,
  maxX: number,
  maxY: number,
  accepts: Accepts,
  out: IndexList,
): void {
  out.count = 0;
  const { set, hierarchies } = scope;
  for (let i = 0; i < hierarchies.length; i++) {
    queryBvhAabb(hierarchies[i]!, set.bounds, minX, minY, maxX, maxY, out);
  }
  keepTight(set, out, minX, minY, maxX, maxY);
  sortByEntity(set, out);
  keepAccepted(out, accepts);
}

/** Writes the slots whose shapes overlap a placed shape, by ascending entity index. Touching counts. */
export function findOverlapping(scope: QueryScope, shape: QueryShape, accepts: Accepts, out: IndexList): void {
  findInAabb(scope, shape.minX, shape.minY, shape.maxX, shape.maxY, acceptAll, out);
  let kept = 0;
  for (let i = 0; i < out.count; i++) {
    const slot = out.items[i]!;
    if (overlapsCollider(scope.set, slot, shape)) out.items[kept++] = slot;
  }
  out.count = kept;
  keepAccepted(out, accepts);
}

/** Whether a placed shape touches a collider. */
export function overlapsCollider(set: ColliderSet, slot: number, shape: QueryShape): boolean {
  findPieces(cursor, set, slot, shape.minX, shape.minY, shape.maxX, shape.maxY);
  frameOrigin[0] = shape.x;
  frameOrigin[1] = shape.y;
  for (let i = 0; i < cursor.count; i++) {
    loadPiece(cursor, set, slot, i);
    for (let k = 0; k < shape.count; k++) {
      axis[0] = 0;
      if (collideConvex(manifold, features, shape.pieces[k]!, cursor.piece, 0, axis, 0) > 0) return true;
    }
  }
  return false;
}

function acceptAll(): boolean {
  return true;
}

/** Drops slots that are not live or have lost their shape, and those that only their margin brings into the box. */
function keepTight(set: ColliderSet, list: IndexList, minX: number, minY: number, maxX: number, maxY: number): void {
  const { bounds, slots } = set;
  const grown = set.margin / 2;
  let kept = 0;
  for (let i = 0; i < list.count; i++) {
    const slot = list.items[i]!;
    const at = slot * BOUNDS_STRIDE;
    const apart =
      bounds[at]! + grown > maxX ||
      bounds[at + 1]! + grown > maxY ||
      bounds[at + 2]! - grown < minX ||
      bounds[at + 3]! - grown < minY;
    if (!apart && slots.state[slot] === SLOT_LIVE && hasShape(set, slot)) list.items[kept++] = slot;
  }
  list.count = kept;
}

/** Sorts live slots by entity index: as indices, for which a slot is found again. */
function sortByEntity(set: ColliderSet, list: IndexList): void {
  const { index, slotOfIndex } = set.slots;
  const items = list.items;
  for (let i = 0; i < list.count; i++) items[i] = index[items[i]!]!;
  sortIndices(items, list.count);
  for (let i = 0; i < list.count; i++) items[i] = slotOfIndex[items[i]!]!;
}

function keepAccepted(list: IndexList, accepts: Accepts): void {
  let kept = 0;
  for (let i = 0; i < list.count; i++) {
    const slot = list.items[i]!;
    if (accepts(slot)) list.items[kept++] = slot;
  }
  list.count = kept;
}

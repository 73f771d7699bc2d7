import type { IndexList } from '../../core/index-list.ts';
import { NO_MARGIN } from '../../core/narrow-phase/contact-margin.ts';
import { findVisible, keepAccepted } from '../../core/queries/find-in-aabb.ts';
import type { QueryScope, SlotFilter } from '../../core/queries/query-scope.ts';
import { compositeOf } from '../../core/shapes/registered-of.ts';
import type { ColliderSet } from '../collider-set.ts';
import { CLOSEST_DISTANCE, CLOSEST_LENGTH } from '../geometry/closest/closest-point-piece.ts';
import { CONTACT_MAX_POINTS, CONTACT_STRIDE } from '../geometry/contact/contact-layout.ts';
import { collidePlaced } from '../narrow-phase/collide-placed.ts';
import { frameOrigin } from '../narrow-phase/load-collider.ts';
import { closestPointChild, closestPointCollider } from './closest-point-collider.ts';
import { pointToLocal } from './local-frame.ts';
import type { QueryShape } from './query-shape.ts';
import { createPieceCursor, findPiecesInBox, loadPiece } from './visit-pieces.ts';

const cursor = createPieceCursor();
const manifold = new Float64Array(CONTACT_STRIDE);
const features = new Uint32Array(CONTACT_MAX_POINTS);
const closest = new Float64Array(CLOSEST_LENGTH);
const localPoint = new Float64Array(2);

/**
 * Writes the slots whose shapes overlap a placed shape, touching included. Their order, and when the filter's predicate
 * is asked, are those of `findInAabb`.
 */
export function findOverlapping(
  scope: QueryScope<ColliderSet>,
  shape: QueryShape,
  filter: SlotFilter,
  out: IndexList,
): void {
  findVisible(scope, shape.box, filter, out);
  keepOverlapping(scope.set, shape, out);
  if (filter.isPicky) keepAccepted(out, filter);
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

function keepOverlapping(set: ColliderSet, shape: QueryShape, list: IndexList): void {
  let kept = 0;
  for (let i = 0; i < list.count; i++) {
    const slot = list.items[i];
    if (overlapsCollider(set, slot, shape)) list.items[kept++] = slot;
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

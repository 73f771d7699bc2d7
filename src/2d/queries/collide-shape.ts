import { createIndexList, type IndexList } from '../../core/index-list.ts';
import { NO_MARGIN, useMargin } from '../../core/narrow-phase/contact-margin.ts';
import { findInAabb } from '../../core/queries/find-in-aabb.ts';
import type { QueryScope, SlotFilter } from '../../core/queries/query-scope.ts';
import {
  addShapeContact,
  SHAPE_POINT_SEPARATION,
  SHAPE_POINT_STRIDE,
  SHAPE_POINTS_STRIDE,
  type ShapeContacts,
  swapRows,
  VECTOR_STRIDE,
} from '../../core/shape-contacts.ts';
import { compositeOf } from '../../core/shapes/registered-of.ts';
import type { ColliderSet } from '../collider-set.ts';
import {
  CONTACT_MAX_POINTS,
  CONTACT_NORMAL_X,
  CONTACT_NORMAL_Y,
  CONTACT_POINT_STRIDE,
  CONTACT_POINTS,
  CONTACT_SEPARATION,
  CONTACT_STRIDE,
} from '../geometry/contact/contact-layout.ts';
import { collidePlaced } from '../narrow-phase/collide-placed.ts';
import { findChildren, worldBox } from '../narrow-phase/find-children.ts';
import { frameOrigin } from '../narrow-phase/load-collider.ts';
import { segmentContacts } from '../narrow-phase/segment-contacts.ts';
import { collectorOf } from '../narrow-phase/surface-table.ts';
import type { RegisteredShape } from '../shapes/registered-shape.ts';
import type { QueryShape } from './query-shape.ts';
import { seamlessOf } from './seamless-of.ts';
import { createPieceCursor, findPiecesInBox, loadPiece } from './visit-pieces.ts';

const children = createIndexList(64);
const cursor = createPieceCursor();
const manifold = new Float64Array(CONTACT_STRIDE);
const features = new Uint32Array(CONTACT_MAX_POINTS);

/**
 * Writes where a placed shape touches colliders, by ascending entity index, then child, then piece of the shape. As in
 * contacts of a tick, the joints of chains make none of their own, and one-sided chains collide on one side. `found` is
 * the query's own list, for the colliders near the shape.
 */
export function collectContacts(
  out: ShapeContacts,
  scope: QueryScope<ColliderSet>,
  shape: QueryShape,
  filter: SlotFilter,
  found: IndexList,
): void {
  // The filter is asked in here, and may run queries itself: what follows asks nobody.
  findInAabb(scope, shape.box, filter, found);
  collideAmong(out, scope.set, found, shape);
}

/** The same, of some colliders by ascending entity index, which are known to be visible. */
export function collideAmong(out: ShapeContacts, set: ColliderSet, slots: IndexList, shape: QueryShape): void {
  out.count = 0;
  useMargin(set);
  frameOrigin[0] = shape.x;
  frameOrigin[1] = shape.y;
  for (let i = 0; i < slots.count; i++) {
    const slot = slots.items[i];
    const composite = compositeOf(set, slot);
    if (composite?.record.makesSurface === true) collideWithSurface(out, set, slot, composite, shape);
    else collideWithPieces(out, set, slot, shape);
  }
  seamlessOf(set)?.filterPlaced(out, shape, take);
}

function collideWithPieces(out: ShapeContacts, set: ColliderSet, slot: number, shape: QueryShape): void {
  findPiecesInBox(cursor, set, slot, shape.box);
  for (let i = 0; i < cursor.count; i++) {
    const child = loadPiece(cursor, set, slot, i);
    for (let k = 0; k < shape.count; k++) {
      const points = collidePlaced(manifold, features, cursor.piece, shape.pieces[k], NO_MARGIN);
      if (points > 0) take(out, slot, child, manifold, points);
    }
  }
}

/** A composite whose pieces make one surface: its contacts are those of the surface, by piece of it. */
function collideWithSurface(
  out: ShapeContacts,
  set: ColliderSet,
  slot: number,
  composite: RegisteredShape,
  shape: QueryShape,
): void {
  for (let side = 0; side < 4; side++) worldBox[side] = shape.box[side];
  findChildren(set, slot, composite, children);
  if (children.count === 0) return;
  const first = out.count;
  for (let k = 0; k < shape.count; k++) {
    const end = collectorOf(composite)!(set, slot, composite, children, shape.pieces[k], k, 0);
    for (let i = 0; i < end; i++) {
      const contact = segmentContacts[i];
      if (contact.points > 0) take(out, slot, contact.child, contact.manifold, contact.points);
    }
  }
  if (shape.count > 1) sortByChild(out, first);
}

/** Adds a contact, of which only the points that touch count. */
function take(out: ShapeContacts, slot: number, child: number, from: Float64Array, points: number): void {
  let row = -1;
  for (let i = 0; i < points; i++) {
    const at = CONTACT_POINTS + i * CONTACT_POINT_STRIDE;
    const separation = from[at + CONTACT_SEPARATION];
    // Up to the world's margin, chains report more; that is their own business.
    if (!(separation <= 0)) continue;
    if (row < 0) {
      row = addShapeContact(out, slot, child);
      out.normals[row * VECTOR_STRIDE] = from[CONTACT_NORMAL_X];
      out.normals[row * VECTOR_STRIDE + 1] = from[CONTACT_NORMAL_Y];
    }
    const to = row * SHAPE_POINTS_STRIDE + out.pointCounts[row]++ * SHAPE_POINT_STRIDE;
    out.points[to] = from[at] + frameOrigin[0];
    out.points[to + 1] = from[at + 1] + frameOrigin[1];
    out.points[to + SHAPE_POINT_SEPARATION] = separation;
    if (separation < out.separations[row]) out.separations[row] = separation;
  }
}

/** Sorts the rows of a chain or a grid, which are sorted by piece, by segment and then by piece. */
function sortByChild(out: ShapeContacts, first: number): void {
  for (let i = first + 1; i < out.count; i++) {
    for (let at = i; at > first && out.children[at - 1] > out.children[at]; at--) swapRows(out, at - 1, at);
  }
}

import type { ContactList } from '../../core/contact-list.ts';
import { contactMargin } from '../../core/narrow-phase/contact-margin.ts';
import { type ColliderSet, POSE_RADIUS, POSE_SCALE, POSE_STRIDE } from '../collider-set.ts';
import {
  APPROACH_DISTANCE,
  APPROACH_LIMIT,
  APPROACH_NORMAL_X,
  APPROACH_NORMAL_Y,
  APPROACH_X,
  APPROACH_Y,
  approach,
  approachPiece,
} from '../geometry/closest/approach-piece.ts';
import {
  CIRCLE_DISTANCE,
  CIRCLE_NORMAL_X,
  CIRCLE_NORMAL_Y,
  CIRCLE_RADIUS,
  CIRCLE_X,
  CIRCLE_Y,
  circle,
  emitCircleContact,
  placeCircle,
} from './place-circle.ts';

/** Collides a circle with a polygon or segment, whose registered vertices are read where they are. */
export function collideCirclePolygonColliders(set: ColliderSet, list: ContactList, slotA: number, slotB: number): void {
  const feature = approachPolygon(set, slotA, slotB);
  if (feature >= 0) emitCircleContact(set, list, slotA, slotB, feature, false);
}

/** Collides a polygon, A, and a circle, B. */
export function collidePolygonCircleColliders(set: ColliderSet, list: ContactList, slotA: number, slotB: number): void {
  const feature = approachPolygon(set, slotB, slotA);
  if (feature >= 0) emitCircleContact(set, list, slotB, slotA, feature, true);
}

/** Finds the way from the circle's centre to the core, measured in the polygon's own units; −1 when it is too far. */
function approachPolygon(set: ColliderSet, circleSlot: number, polygonSlot: number): number {
  placeCircle(set, circleSlot, polygonSlot);
  const { poses } = set;
  const scale = poses[polygonSlot * POSE_STRIDE + POSE_SCALE];
  const { columns: outlines } = set.registry;
  const handle = set.handles[polygonSlot];
  const radius = poses[polygonSlot * POSE_STRIDE + POSE_RADIUS];
  const limit = radius + circle[CIRCLE_RADIUS] + contactMargin[0];
  approach[APPROACH_X] = circle[CIRCLE_X] / scale;
  approach[APPROACH_Y] = circle[CIRCLE_Y] / scale;
  // Rounding of the division must not lose a contact that touches exactly.
  approach[APPROACH_LIMIT] = (limit / scale) * (1 + 4 * Number.EPSILON);
  const feature = approachPiece(
    outlines.vertices[handle]!,
    outlines.normals[handle]!,
    outlines.first[handle],
    outlines.count[handle],
  );
  if (feature < 0) return -1;
  const distance = approach[APPROACH_DISTANCE] * scale;
  if (!(distance <= limit)) return -1;
  circle[CIRCLE_NORMAL_X] = approach[APPROACH_NORMAL_X];
  circle[CIRCLE_NORMAL_Y] = approach[APPROACH_NORMAL_Y];
  circle[CIRCLE_DISTANCE] = distance - radius;
  return feature;
}

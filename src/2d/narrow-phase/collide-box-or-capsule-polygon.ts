import type { ContactList } from '../../core/contact-list.ts';
import { contactMargin } from '../../core/narrow-phase/contact-margin.ts';
import {
  type ColliderSet,
  POSE_COS,
  POSE_HALF_HEIGHT,
  POSE_HALF_WIDTH,
  POSE_RADIUS,
  POSE_SCALE,
  POSE_SIN,
  POSE_STRIDE,
  POSE_X,
  POSE_Y,
} from '../collider-set.ts';
import {
  boxPolygon,
  collideBoxPolygon,
  LIMIT,
  RADIUS_OF_BOX,
  RADIUS_OF_POLYGON,
} from '../geometry/contact/collide-rounded-box-polygon.ts';
import { BOX_STRIDE } from '../geometry/contact/collide-rounded-boxes.ts';
import {
  CONTACT_NORMAL_X,
  CONTACT_NORMAL_Y,
  CONTACT_POINT_STRIDE,
  CONTACT_POINTS,
  CONTACT_SEPARATION,
} from '../geometry/contact/contact-layout.ts';
import { collideConvexColliders } from './collide-any-convex.ts';
import { emitContact, features, manifold } from './emit-contact.ts';
import { frameOrigin } from './load-collider.ts';

const box = new Float64Array(BOX_STRIDE);

/** Collides a box or capsule, A, and a polygon, B. */
export function collideBoxPolygonColliders(set: ColliderSet, list: ContactList, slotA: number, slotB: number): void {
  collide(set, list, slotA, slotB, true);
}

/** Collides a polygon, A, and a box or capsule, B. */
export function collidePolygonBoxColliders(set: ColliderSet, list: ContactList, slotA: number, slotB: number): void {
  collide(set, list, slotA, slotB, false);
}

function collide(set: ColliderSet, list: ContactList, slotA: number, slotB: number, boxIsA: boolean): void {
  const polygonSlot = boxIsA ? slotB : slotA;
  const { vertices, normals, first, count, isRegular } = set.registry.columns;
  const handle = set.handles[polygonSlot];
  if (!isRegular[handle]) {
    collideConvexColliders(set, list, slotA, slotB);
    return;
  }
  placeBox(set, boxIsA ? slotA : slotB, polygonSlot);
  const points = collideBoxPolygon(
    manifold,
    features,
    box,
    vertices[handle]!,
    normals[handle]!,
    first[handle],
    count[handle],
    boxIsA,
  );
  if (points > 0) {
    placeManifold(set, polygonSlot, points);
    emitContact(list, set.slots, slotA, slotB, 0, 0, points);
  } else if (points < 0) {
    collideConvexColliders(set, list, slotA, slotB);
  }
}

/** Writes the box, the radii and the limit in the frame and the units of the polygon. */
function placeBox(set: ColliderSet, boxSlot: number, polygonSlot: number): void {
  const { poses } = set;
  const at = boxSlot * POSE_STRIDE;
  const frame = polygonSlot * POSE_STRIDE;
  const unit = 1 / poses[frame + POSE_SCALE];
  const c = poses[frame + POSE_COS];
  const s = poses[frame + POSE_SIN];
  const x = (poses[at + POSE_X] - poses[frame + POSE_X]) * unit;
  const y = (poses[at + POSE_Y] - poses[frame + POSE_Y]) * unit;
  const radius = poses[at + POSE_RADIUS] * unit;
  const polygonRadius = poses[frame + POSE_RADIUS] * unit;
  box[0] = c * x + s * y;
  box[1] = c * y - s * x;
  box[2] = poses[at + POSE_HALF_WIDTH] * unit;
  box[3] = poses[at + POSE_HALF_HEIGHT] * unit;
  box[4] = c * poses[at + POSE_COS] + s * poses[at + POSE_SIN];
  box[5] = c * poses[at + POSE_SIN] - s * poses[at + POSE_COS];
  box[6] = radius;
  boxPolygon[RADIUS_OF_BOX] = radius;
  boxPolygon[RADIUS_OF_POLYGON] = polygonRadius;
  boxPolygon[LIMIT] = radius + polygonRadius + contactMargin[0] * unit;
}

/** Transforms the manifold from the polygon's frame and units to the world's axes and units. */
function placeManifold(set: ColliderSet, polygonSlot: number, points: number): void {
  const { poses } = set;
  const frame = polygonSlot * POSE_STRIDE;
  const c = poses[frame + POSE_COS];
  const s = poses[frame + POSE_SIN];
  const scale = poses[frame + POSE_SCALE];
  frameOrigin[0] = poses[frame + POSE_X];
  frameOrigin[1] = poses[frame + POSE_Y];
  const normalX = manifold[CONTACT_NORMAL_X];
  const normalY = manifold[CONTACT_NORMAL_Y];
  // Adding to 0 keeps a zero positive.
  manifold[CONTACT_NORMAL_X] = 0 + (c * normalX - s * normalY);
  manifold[CONTACT_NORMAL_Y] = 0 + (s * normalX + c * normalY);
  for (let i = 0; i < points; i++) {
    const p = CONTACT_POINTS + i * CONTACT_POINT_STRIDE;
    const x = manifold[p] * scale;
    const y = manifold[p + 1] * scale;
    manifold[p] = c * x - s * y;
    manifold[p + 1] = s * x + c * y;
    manifold[p + CONTACT_SEPARATION] = manifold[p + CONTACT_SEPARATION] * scale;
  }
}

import { addPairContact, type ContactList } from '../../core/contact-list.ts';
import { contactMargin } from '../../core/narrow-phase/contact-margin.ts';
import type { ColliderSet } from '../collider-set.ts';
import {
  BODY_HALF_X,
  BODY_HALF_Y,
  BODY_HALF_Z,
  BODY_RADIUS,
  BODY_STRIDE,
  BODY_X,
  BODY_Y,
  BODY_Z,
} from '../geometry/body-pose.ts';
import { CONTACT_POINTS, CONTACT_SEPARATION } from '../geometry/contact/contact-layout.ts';
import { emitContact, ROW_STRIDE } from './emit-contact.ts';
import { sphereWay, WAY_LENGTH, writeSphereContact } from './write-sphere-contact.ts';

/** Collides two spheres. For concentric spheres the normal is (1, 0, 0). */
export function collideSphereColliders(set: ColliderSet, list: ContactList, slotA: number, slotB: number): void {
  const { poses } = set;
  const a = BODY_STRIDE * slotA;
  const b = BODY_STRIDE * slotB;
  const dx = poses[b + BODY_X] - poses[a + BODY_X];
  const dy = poses[b + BODY_Y] - poses[a + BODY_Y];
  const dz = poses[b + BODY_Z] - poses[a + BODY_Z];
  const radiusA = poses[a + BODY_RADIUS];
  const radii = radiusA + poses[b + BODY_RADIUS];
  const reach = radii + contactMargin[0];
  const square = dx * dx + dy * dy + dz * dz;
  if (square > reach * reach) return;
  const distance = Math.sqrt(square);
  const separation = distance - radii;
  const row = addPairContact(list, set.slots, slotA, slotB, 0, 0, 1, separation <= 0);
  if (row < 0) return;
  const scale = distance > 0 ? 1 / distance : 0;
  const nx = distance > 0 ? dx * scale : 1;
  const ny = dy * scale;
  const nz = dz * scale;
  const along = radiusA + 0.5 * separation;
  const { manifolds } = list;
  const at = row * ROW_STRIDE;
  manifolds[at] = nx;
  manifolds[at + 1] = ny;
  manifolds[at + 2] = nz;
  manifolds[at + CONTACT_POINTS] = poses[a + BODY_X] + along * nx;
  manifolds[at + CONTACT_POINTS + 1] = poses[a + BODY_Y] + along * ny;
  manifolds[at + CONTACT_POINTS + 2] = poses[a + BODY_Z] + along * nz;
  manifolds[at + CONTACT_POINTS + CONTACT_SEPARATION] = separation;
  list.featureOrExtra[row] = 0;
}

/** Collides a sphere A with a box B. */
export function collideSphereBoxColliders(set: ColliderSet, list: ContactList, slotA: number, slotB: number): void {
  if (writeSphereBox(set.poses, BODY_STRIDE * slotA, BODY_STRIDE * slotB, 1)) {
    emitContact(list, set.slots, slotA, slotB, 0, 0, 1);
  }
}

/** Collides a box A with a sphere B. */
export function collideBoxSphereColliders(set: ColliderSet, list: ContactList, slotA: number, slotB: number): void {
  if (writeSphereBox(set.poses, BODY_STRIDE * slotB, BODY_STRIDE * slotA, -1)) {
    emitContact(list, set.slots, slotA, slotB, 0, 0, 1);
  }
}

/**
 * Writes the contact of a sphere and a box, its normal from the sphere to the box times `sign`; false where they are
 * farther apart than the margin. The normal of a centre inside is that of the nearest face, the first of equally near
 * ones.
 */
function writeSphereBox(poses: Float64Array, sphere: number, box: number, sign: number): boolean {
  const dx = poses[sphere + BODY_X] - poses[box + BODY_X];
  const dy = poses[sphere + BODY_Y] - poses[box + BODY_Y];
  const dz = poses[sphere + BODY_Z] - poses[box + BODY_Z];
  const hx = poses[box + BODY_HALF_X];
  const hy = poses[box + BODY_HALF_Y];
  const hz = poses[box + BODY_HALF_Z];
  const x = dx * poses[box] + dy * poses[box + 1] + dz * poses[box + 2];
  const y = dx * poses[box + 3] + dy * poses[box + 4] + dz * poses[box + 5];
  const z = dx * poses[box + 6] + dy * poses[box + 7] + dz * poses[box + 8];
  const outX = x - Math.max(-hx, Math.min(x, hx));
  const outY = y - Math.max(-hy, Math.min(y, hy));
  const outZ = z - Math.max(-hz, Math.min(z, hz));
  const radius = poses[sphere + BODY_RADIUS];
  const around = poses[box + BODY_RADIUS];
  const reach = radius + around + contactMargin[0];
  const square = outX * outX + outY * outY + outZ * outZ;
  if (!(square <= reach * reach)) return false;
  // The direction out of the box, in the box's own axes, and how far the centre of the sphere is outside.
  let nx = outX;
  let ny = outY;
  let nz = outZ;
  let height = Math.sqrt(square);
  let feature = (outX !== 0 ? 1 : 0) | (outY !== 0 ? 2 : 0) | (outZ !== 0 ? 4 : 0);
  if (height > 0) {
    nx /= height;
    ny /= height;
    nz /= height;
  } else {
    const inX = hx - Math.abs(x);
    const inY = hy - Math.abs(y);
    const inZ = hz - Math.abs(z);
    const isX = inX <= inY && inX <= inZ;
    const isY = !isX && inY <= inZ;
    nx = isX ? (x < 0 ? -1 : 1) : 0;
    ny = isY ? (y < 0 ? -1 : 1) : 0;
    nz = isX || isY ? 0 : z < 0 ? -1 : 1;
    height = isX ? -inX : isY ? -inY : -inZ;
    feature = isX ? 1 : isY ? 2 : 4;
  }
  for (let axis = 0; axis < 3; axis++) {
    sphereWay[axis] = -(nx * poses[box + axis] + ny * poses[box + 3 + axis] + nz * poses[box + 6 + axis]);
  }
  sphereWay[WAY_LENGTH] = height;
  writeSphereContact(poses, sphere, box, sign, feature);
  return true;
}

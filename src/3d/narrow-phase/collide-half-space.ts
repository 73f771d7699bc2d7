import type { ContactList } from '../../core/contact-list.ts';
import { contactMargin } from '../../core/narrow-phase/contact-margin.ts';
import type { ColliderSet } from '../collider-set.ts';
import { BODY_AXES, BODY_RADIUS, BODY_STRIDE } from '../geometry/body-pose.ts';
import {
  CLIP_STRIDE,
  clipLimit,
  clipPoints,
  clipSides,
  keepBelow,
  reduceToFour,
  reserveClip,
} from '../geometry/contact/clip-polygon.ts';
import {
  CONTACT_POINT_STRIDE,
  CONTACT_POINTS,
  CONTACT_SEPARATION,
  FEATURE_FLAG,
  packFeatures,
} from '../geometry/contact/contact-layout.ts';
import { bodyB, createCoreFace, writeBodyFace, writeBodySupport } from '../geometry/convex/convex-body.ts';
import { writeAcross } from '../geometry/vector.ts';
import { emitContact, features, manifold } from './emit-contact.ts';
import { loadBody } from './load-body.ts';
import { pairOrigin, setPairOrigin } from './pair-origin.ts';

const face = /* @__PURE__ */ createCoreFace(16);
const deepest = new Float64Array(3);
const across = new Float64Array(6);
/** The normal of the plane, and the same turned round. Written by `writePlaneContact`. */
const normal = new Float64Array(3);
const against = new Float64Array(3);
/** The radius around a half-space, and the largest separation that is a contact: see `writePlaneContact`. */
export const planeSizes = new Float64Array(2);
export const PLANE_RADIUS = 0;
export const PLANE_MARGIN = 1;
/** Names the point of a body that is deepest, where that is no corner of its face. */
const DEEPEST_NAME = FEATURE_FLAG - 1;

/** Collides a half-space A with a convex collider B. */
export function collideHalfSpaceConvex(set: ColliderSet, list: ContactList, slotA: number, slotB: number): void {
  emitContact(list, set.slots, slotA, slotB, 0, 0, writeHalfSpace(set, slotA, slotB, 1));
}

/** Collides a convex collider A with a half-space B. */
export function collideConvexHalfSpace(set: ColliderSet, list: ContactList, slotA: number, slotB: number): void {
  emitContact(list, set.slots, slotA, slotB, 0, 0, writeHalfSpace(set, slotB, slotA, -1));
}

/** Does nothing: two half-spaces do not collide. */
export function collideHalfSpaces(): void {}

/**
 * Writes the contact of a half-space and a convex body: the lowest corners of the face that looks down, and the deepest
 * point, where that is none of them. The normal is the plane's, times `sign`. Returns how many points there are.
 */
function writeHalfSpace(set: ColliderSet, plane: number, slot: number, sign: number): number {
  setPairOrigin(set, plane);
  loadBody(bodyB, set, slot);
  const at = BODY_STRIDE * plane;
  planeSizes[PLANE_RADIUS] = set.poses[at + BODY_RADIUS];
  planeSizes[PLANE_MARGIN] = contactMargin[0];
  return writePlaneContact(set.poses, at + BODY_AXES + 3, sign);
}

/**
 * Writes the contact of the body in `bodyB` with the plane through `pairOrigin` whose unit normal is `axes[at …]`.
 * `planeSizes` are the radius around the half-space and the margin up to which points count.
 */
export function writePlaneContact(axes: Float64Array, at: number, sign: number): number {
  const radius = planeSizes[PLANE_RADIUS];
  const nx = axes[at];
  const ny = axes[at + 1];
  const nz = axes[at + 2];
  const around = radius + bodyB.rounding;
  const limit = planeSizes[PLANE_MARGIN] + around;
  for (let i = 0; i < 3; i++) {
    normal[i] = axes[at + i];
    against[i] = -axes[at + i];
  }
  writeBodySupport(deepest, 0, bodyB, against);
  const lowest = deepest[0] * nx + deepest[1] * ny + deepest[2] * nz;
  if (!(lowest <= limit)) return 0;
  writeBodyFace(face, bodyB, against);
  writeAcross(across, normal, 0);
  reserveClip(face.count + 1, 0);
  let isReached = false;
  for (let i = 0; i < face.count; i++) {
    placeCorner(i, face.corners, 3 * i);
    if (clipPoints[CLIP_STRIDE * i + 2] <= lowest) isReached = true;
  }
  let count = face.count;
  if (!isReached) placeCorner(count++, deepest, 0);
  clipLimit[0] = limit;
  count = reduceToFour(keepBelow(count));
  manifold[0] = 0 + sign * nx;
  manifold[1] = 0 + sign * ny;
  manifold[2] = 0 + sign * nz;
  for (let i = 0; i < count; i++) {
    const u = clipPoints[CLIP_STRIDE * i];
    const v = clipPoints[CLIP_STRIDE * i + 1];
    const w = clipPoints[CLIP_STRIDE * i + 2];
    // Half-way between the surface of the half-space, with its radius, and that of the body.
    const up = 0.5 * (w + radius - bodyB.rounding);
    const o = CONTACT_POINTS + CONTACT_POINT_STRIDE * i;
    manifold[o] = pairOrigin[0] + u * across[0] + v * across[3] + up * nx;
    manifold[o + 1] = pairOrigin[1] + u * across[1] + v * across[4] + up * ny;
    manifold[o + 2] = pairOrigin[2] + u * across[2] + v * across[5] + up * nz;
    manifold[o + CONTACT_SEPARATION] = w - around;
    const corner = clipSides[i];
    const name = corner < face.count ? face.names[corner] : DEEPEST_NAME;
    features[i] = sign > 0 ? packFeatures(FEATURE_FLAG, name) : packFeatures(name, FEATURE_FLAG);
  }
  return count;
}

/** Enters a point as a corner of the polygon: its place along the plane, and its height above it. */
function placeCorner(corner: number, from: Float64Array, at: number): void {
  const x = from[at];
  const y = from[at + 1];
  const z = from[at + 2];
  const o = CLIP_STRIDE * corner;
  clipPoints[o] = x * across[0] + y * across[1] + z * across[2];
  clipPoints[o + 1] = x * across[3] + y * across[4] + z * across[5];
  clipPoints[o + 2] = x * normal[0] + y * normal[1] + z * normal[2];
  clipSides[corner] = corner;
}

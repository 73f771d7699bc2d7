import { BOUNDS_STRIDE, type ColliderSet } from '../collider-set.ts';
import { BODY_RADIUS, BODY_STRIDE } from '../geometry/body-pose.ts';
import { CLOSEST_SQUARED, measurePointTriangle } from '../geometry/closest/closest-point-triangle.ts';
import { CONTACT_POINTS, CONTACT_SEPARATION } from '../geometry/contact/contact-layout.ts';
import { bodyB, writeBodySupport } from '../geometry/convex/convex-body.ts';
import type { RegisteredShape } from '../shapes/registered-shape.ts';
import { writeTriangleNormal } from '../shapes/triangle-core.ts';
import { features, manifold } from './emit-contact.ts';
import { findChildren, pointToComposite, worldBox } from './find-children.ts';
import { childrenAround, neighbour } from './surface-neighbours.ts';
import { bodyMiddle, faceNormal, lowestPoint, subject, surfacePoint } from './surface-pair.ts';
import { addToPatch } from './surface-patches.ts';

/* The contact of a body whose middle is inside of a solid surface. */

/** Share of a solid's bounds by which the search for its nearest triangle grows at least, from a point of no size. */
const LEAST_REACH = 2 ** -20;
/** The middle of the body in the world, then in the surface's frame. */
const place = new Float64Array(3);
/**
 * A middle that is nearer to the surface than this share of the solid's bounds counts as on the surface: the way to it
 * is a difference of much larger numbers, so that rounding turns its direction.
 */
const ON_SURFACE = 2 ** -24;
const nearest = new Float64Array(8);
/** The direction opposite to the shortest way out of the solid. */
const against = new Float64Array(3);

export function isInside(set: ColliderSet, slot: number, shape: RegisteredShape, origin: Float64Array): boolean {
  for (let axis = 0; axis < 3; axis++) place[axis] = bodyMiddle[axis] + origin[axis];
  pointToComposite(place, place, set, slot);
  return shape.record.pieces!.encloses(shape, place);
}

/**
 * Adds the contact of a body whose middle is inside of a solid: the shortest way of the middle to the surface, extended
 * by how far the body reaches behind its middle. The triangle may be far away: it is looked for in a box that grows
 * until it holds it.
 */
export function collideInside(other: number, margin: Float64Array): void {
  const { set, slot, shape, origin, seams } = subject!;
  const { bounds } = set;
  let reach = 0;
  let whole = 0;
  for (let axis = 0; axis < 3; axis++) {
    reach += worldBox[3 + axis] - worldBox[axis];
    whole += bounds[BOUNDS_STRIDE * slot + 3 + axis] - bounds[BOUNDS_STRIDE * slot + axis];
  }
  let least = Infinity;
  let chosen = -1;
  // Once a triangle has been found, all nearer ones are in the box of its distance: that box is the last one.
  for (let isLast = false; ; reach = isLast ? Math.sqrt(least) : 2 * reach + LEAST_REACH * whole) {
    for (let axis = 0; axis < 3; axis++) {
      const at = origin[axis] + bodyMiddle[axis];
      worldBox[axis] = at - reach;
      worldBox[3 + axis] = at + reach;
    }
    findChildren(set, slot, shape, childrenAround);
    for (let i = 0; i < childrenAround.count; i++) {
      shape.record.pieces!.load(neighbour, shape, childrenAround.items[i], set.poses, BODY_STRIDE * slot, origin);
      measurePointTriangle(nearest, 0, bodyMiddle, 0, neighbour.corners, 0);
      const squared = nearest[CLOSEST_SQUARED];
      if (!(squared < least)) continue;
      if (seams !== undefined && !seams.isOpenAt(neighbour, nearest)) continue;
      least = squared;
      chosen = childrenAround.items[i];
      for (let axis = 0; axis < 3; axis++) surfacePoint[axis] = nearest[axis];
      writeTriangleNormal(faceNormal, neighbour.corners);
    }
    if (isLast || least <= reach * reach || reach > whole) break;
    isLast = chosen >= 0;
  }
  if (chosen < 0) return;
  let squared = 0;
  for (let axis = 0; axis < 3; axis++) {
    const way = surfacePoint[axis] - bodyMiddle[axis];
    against[axis] = -way;
    squared += way * way;
  }
  const distance = Math.sqrt(squared);
  // A middle on the surface leaves along the triangle's normal.
  if (distance > ON_SURFACE * whole) for (let axis = 0; axis < 3; axis++) faceNormal[axis] = -against[axis] / distance;
  for (let axis = 0; axis < 3; axis++) against[axis] = -faceNormal[axis];
  writeBodySupport(lowestPoint, 0, bodyB, against);
  const rounding = set.poses[BODY_STRIDE * slot + BODY_RADIUS];
  let separation = -(rounding + bodyB.rounding);
  for (let axis = 0; axis < 3; axis++) separation += (lowestPoint[axis] - surfacePoint[axis]) * faceNormal[axis];
  if (!(separation <= margin[0])) return;
  for (let axis = 0; axis < 3; axis++) {
    manifold[axis] = faceNormal[axis];
    manifold[CONTACT_POINTS + axis] =
      origin[axis] + surfacePoint[axis] + (rounding + 0.5 * separation) * faceNormal[axis];
  }
  manifold[CONTACT_POINTS + CONTACT_SEPARATION] = separation;
  features[0] = 0;
  addToPatch(chosen, other, 1);
}

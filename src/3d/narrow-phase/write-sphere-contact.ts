import { BODY_RADIUS, BODY_X } from '../geometry/body-pose.ts';
import { CONTACT_POINTS, CONTACT_SEPARATION, FEATURE_SHIFT } from '../geometry/contact/contact-layout.ts';
import { features, manifold } from './emit-contact.ts';

/**
 * The unit vector from the centre of a sphere to the core of another body, and how far that is; less than 0 where the
 * centre lies inside, and the vector leads out of the core then. Written by the routines that collide spheres.
 */
export const sphereWay = new Float64Array(4);
export const WAY_LENGTH = 3;

/**
 * Writes the contact of a sphere and a body whose poses begin at `sphere` and `other`, for the way in `sphereWay`: its
 * normal leads from the sphere to the body, times `sign`, and its point lies half-way between the surfaces. `feature`
 * names the part of the body that is touched.
 */
export function writeSphereContact(
  poses: Float64Array,
  sphere: number,
  other: number,
  sign: number,
  feature: number,
): void {
  const radius = poses[sphere + BODY_RADIUS];
  const separation = sphereWay[WAY_LENGTH] - (radius + poses[other + BODY_RADIUS]);
  const along = radius + 0.5 * separation;
  for (let axis = 0; axis < 3; axis++) {
    manifold[axis] = 0 + sign * sphereWay[axis];
    manifold[CONTACT_POINTS + axis] = poses[sphere + BODY_X + axis] + along * sphereWay[axis];
  }
  manifold[CONTACT_POINTS + CONTACT_SEPARATION] = separation;
  features[0] = sign > 0 ? (feature << FEATURE_SHIFT) >>> 0 : feature;
}

import { BODY_RADIUS } from '../geometry/body-pose.ts';
import { CONTACT_POINT_STRIDE, CONTACT_POINTS, CONTACT_SEPARATION } from '../geometry/contact/contact-layout.ts';
import { manifold } from './emit-contact.ts';

/**
 * Makes the current manifold, of two cores, that of the shapes with the radii that are around them, in the body poses
 * at `a` and `b`: they are nearer to each other by both radii, and points half-way between the cores move to half-way
 * between the surfaces.
 */
export function roundManifold(points: number, poses: Float64Array, a: number, b: number): void {
  const radiusA = poses[a + BODY_RADIUS];
  const radiusB = poses[b + BODY_RADIUS];
  if (radiusA === 0 && radiusB === 0) return;
  const shift = 0.5 * (radiusA - radiusB);
  for (let i = 0; i < points; i++) {
    const at = CONTACT_POINTS + CONTACT_POINT_STRIDE * i;
    manifold[at] = manifold[at] + shift * manifold[0];
    manifold[at + 1] = manifold[at + 1] + shift * manifold[1];
    manifold[at + 2] = manifold[at + 2] + shift * manifold[2];
    manifold[at + CONTACT_SEPARATION] = manifold[at + CONTACT_SEPARATION] - (radiusA + radiusB);
  }
}

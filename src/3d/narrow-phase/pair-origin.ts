import { BODY_STRIDE, BODY_X, BODY_Y, BODY_Z } from '../geometry/body-pose.ts';
import type { PosedShapes } from '../shapes/posed-shapes.ts';

/** The place of A in the pair under way, from which everything is measured. */
export const pairOrigin = new Float64Array(3);

/**
 * Relative to `pairOrigin`, the middle of the shape whose triangle is B: the triangles of a surface have a middle in
 * common, which says on which side of another surface they are. Written by the routines that collide the triangles of a
 * surface.
 */
export const wholeMiddle = new Float64Array(3);

/** Makes the place of a slot's pose the origin of the pair. */
export function setPairOrigin(set: Pick<PosedShapes, 'poses'>, slot: number): void {
  const at = BODY_STRIDE * slot;
  pairOrigin[0] = set.poses[at + BODY_X];
  pairOrigin[1] = set.poses[at + BODY_Y];
  pairOrigin[2] = set.poses[at + BODY_Z];
}

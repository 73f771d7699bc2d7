import { registeredOf } from '../../core/shapes/registered-of.ts';
import type { ColliderSet } from '../collider-set.ts';
import { BODY_AXES, BODY_HALF_X, BODY_STRIDE, BODY_X } from '../geometry/body-pose.ts';
import type { Surface } from '../shapes/surface.ts';
import { pairOrigin, wholeMiddle } from './pair-origin.ts';

const spans = new Float64Array(2);
const A = 0;
const B = 1;

/**
 * Returns whether, of two surfaces, that of A is the larger one, by the diagonals of their bounds: the larger one is
 * the ground that the triangles of the smaller one meet, and a solid that can hold the other.
 */
export function isSurfaceLarger(set: ColliderSet, slotA: number, slotB: number): boolean {
  writeSpan(A, registeredOf(set, slotA).surface!, set.poses, BODY_STRIDE * slotA);
  writeSpan(B, registeredOf(set, slotB).surface!, set.poses, BODY_STRIDE * slotB);
  return spans[A] >= spans[B];
}

/** Returns whether a surface that a query has placed in a pose is larger than that of a collider. */
export function isPlacedLarger(surface: Surface, pose: Float64Array, set: ColliderSet, slot: number): boolean {
  writeSpan(A, surface, pose, 0);
  writeSpan(B, registeredOf(set, slot).surface!, set.poses, BODY_STRIDE * slot);
  return spans[A] > spans[B];
}

/** Writes the square of the diagonal of a surface's own bounds, which does not change as it turns. */
function writeSpan(at: number, { bounds }: Surface, poses: Float64Array, pose: number): void {
  const scale = poses[pose + BODY_HALF_X];
  spans[at] = 0;
  for (let axis = 0; axis < 3; axis++) {
    const side = scale * (bounds[3 + axis] - bounds[axis]);
    spans[at] += side * side;
  }
}

/** Writes the middle of a surface's bounds to `wholeMiddle`. */
export function writeWholeMiddle({ poses, registry, handles }: ColliderSet, slot: number): void {
  const { bounds } = registry.shapes[handles[slot]]!.surface!;
  const at = BODY_STRIDE * slot;
  for (let axis = 0; axis < 3; axis++) wholeMiddle[axis] = poses[at + BODY_X + axis] - pairOrigin[axis];
  for (let k = 0; k < 3; k++) {
    const along = 0.5 * poses[at + BODY_HALF_X] * (bounds[k] + bounds[3 + k]);
    for (let axis = 0; axis < 3; axis++) wholeMiddle[axis] += along * poses[at + BODY_AXES + 3 * k + axis];
  }
}

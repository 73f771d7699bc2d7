import { BODY_AXES } from '../geometry/body-pose.ts';
import { extent } from './extent.ts';

/** How far a half-space reaches, in world units: bounds have to be finite. */
export const HALF_SPACE_REACH = 2 ** 40;

/** Writes the extent of a half-space: everywhere, but for the outside of a plane across a world axis. */
export function writeHalfSpaceExtent(_registry: object, _handle: number, poses: Float64Array, at: number): void {
  for (let axis = 0; axis < 3; axis++) {
    const up = poses[at + BODY_AXES + 3 + axis];
    extent[axis] = up === -1 ? 0 : -HALF_SPACE_REACH;
    extent[3 + axis] = up === 1 ? 0 : HALF_SPACE_REACH;
  }
}

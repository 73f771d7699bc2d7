import { BODY_AXES, BODY_HALF_X, BODY_X } from '../geometry/body-pose.ts';

/** Room for rounding when a box is carried from one frame to another, relative to its coordinates. */
export const FRAME_SLACK = 1e-12;

/**
 * Writes the bounds, relative to the place of a body pose, of a box in the frame of the shape that stands there (the
 * least coordinates at `boxes[from]`, then the largest): the box of the turned and scaled box, and a little more, so
 * that rounding leaves nothing outside.
 */
export function writeTurnedBox(
  out: Float64Array,
  boxes: Float64Array,
  from: number,
  poses: Float64Array,
  at: number,
): void {
  const scale = poses[at + BODY_HALF_X];
  for (let axis = 0; axis < 3; axis++) {
    let middle = 0;
    let spread = 0;
    let magnitude = 0;
    for (let k = 0; k < 3; k++) {
      const along = scale * poses[at + BODY_AXES + 3 * k + axis];
      const centre = 0.5 * along * (boxes[from + k] + boxes[from + 3 + k]);
      middle += centre;
      magnitude += Math.abs(centre);
      spread += 0.5 * Math.abs(along) * (boxes[from + 3 + k] - boxes[from + k]);
    }
    spread += FRAME_SLACK * (magnitude + spread + Math.abs(poses[at + BODY_X + axis]));
    out[axis] = middle - spread;
    out[3 + axis] = middle + spread;
  }
}

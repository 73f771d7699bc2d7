import { BODY_AXES, BODY_X } from '../geometry/body-pose.ts';

/** Writes a point in the axes of a body, from its place. */
export function pointToBody(out: Float64Array, point: Float64Array, poses: Float64Array, at: number): void {
  for (let axis = 0; axis < 3; axis++) relative[axis] = point[axis] - poses[at + BODY_X + axis];
  vectorToBody(out, 0, relative, 0, poses, at);
}

const relative = new Float64Array(3);

/** Writes a vector in the axes of a body. */
export function vectorToBody(
  out: Float64Array,
  outOffset: number,
  vector: Float64Array,
  vectorOffset: number,
  poses: Float64Array,
  at: number,
): void {
  const x = vector[vectorOffset];
  const y = vector[vectorOffset + 1];
  const z = vector[vectorOffset + 2];
  for (let axis = 0; axis < 3; axis++) {
    const m = at + BODY_AXES + 3 * axis;
    out[outOffset + axis] = poses[m] * x + poses[m + 1] * y + poses[m + 2] * z;
  }
}

/** Turns a vector in place, from the axes of a body to those of the world. Adding 0 makes a zero positive. */
export function normalToWorld(normal: Float64Array, offset: number, poses: Float64Array, at: number): void {
  const x = normal[offset];
  const y = normal[offset + 1];
  const z = normal[offset + 2];
  for (let axis = 0; axis < 3; axis++) {
    const m = at + BODY_AXES + axis;
    normal[offset + axis] = poses[m] * x + poses[m + 3] * y + poses[m + 6] * z + 0;
  }
}

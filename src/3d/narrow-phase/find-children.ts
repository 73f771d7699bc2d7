import { boundsMargin } from '../../core/collider-set.ts';
import type { IndexList } from '../../core/index-list.ts';
import { BOUNDS_STRIDE, type ColliderSet } from '../collider-set.ts';
import { BODY_AXES, BODY_HALF_X, BODY_RADIUS, BODY_STRIDE, BODY_X } from '../geometry/body-pose.ts';
import type { RegisteredShape } from '../shapes/registered-shape.ts';
import { FRAME_SLACK } from '../shapes/turned-box.ts';

/** The box, in the world, that `findChildren` looks in: the least coordinates, then the largest. */
export const worldBox = new Float64Array(6);

/** The box that `writeLocalBox` writes. */
export const localBox = new Float64Array(6);
/** A point, or the middle of the box, relative to the position of the composite. */
const middle = new Float64Array(3);

/** Writes the bounds of a collider to `worldBox`. They hold its part of the margin already. */
export function slotBox(set: ColliderSet, slot: number): void {
  const at = slot * BOUNDS_STRIDE;
  for (let side = 0; side < BOUNDS_STRIDE; side++) worldBox[side] = set.bounds[at + side];
}

/** Writes a point in the frame and unit of a composite. */
export function pointToComposite(out: Float64Array, point: Float64Array, { poses }: ColliderSet, slot: number): void {
  const at = BODY_STRIDE * slot;
  for (let axis = 0; axis < 3; axis++) middle[axis] = point[axis] - poses[at + BODY_X + axis];
  for (let axis = 0; axis < 3; axis++) {
    const m = at + BODY_AXES + 3 * axis;
    out[axis] = (poses[m] * middle[0] + poses[m + 1] * middle[1] + poses[m + 2] * middle[2]) / poses[at + BODY_HALF_X];
  }
}

/** Transforms points, three coordinates each, in place from the frame and unit of a composite to the world. */
export function pointsToWorld(points: Float64Array, { poses }: ColliderSet, slot: number): void {
  const at = BODY_STRIDE * slot;
  const scale = poses[at + BODY_HALF_X];
  for (let i = 0; i < points.length; i += 3) {
    for (let k = 0; k < 3; k++) middle[k] = scale * points[i + k];
    for (let k = 0; k < 3; k++) {
      const m = at + BODY_AXES + k;
      points[i + k] =
        poses[at + BODY_X + k] + (poses[m] * middle[0] + poses[m + 3] * middle[1] + poses[m + 6] * middle[2]);
    }
  }
}

/** Finds the pieces of a composite whose boxes meet `worldBox`, ascending. */
export function findChildren(set: ColliderSet, slot: number, shape: RegisteredShape, out: IndexList): void {
  writeLocalBox(set, slot);
  shape.record.pieces!.find(out, shape, localBox);
}

/** Writes the box, in the frame and unit of a composite, that holds `worldBox`, to `localBox`. */
export function writeLocalBox(set: ColliderSet, slot: number): void {
  const { poses } = set;
  const at = slot * BODY_STRIDE;
  const scale = poses[at + BODY_HALF_X];
  let magnitude = 0;
  for (let axis = 0; axis < 3; axis++) {
    middle[axis] = 0.5 * (worldBox[axis] + worldBox[3 + axis]) - poses[at + BODY_X + axis];
    magnitude += Math.abs(worldBox[axis]) + Math.abs(worldBox[3 + axis]) + Math.abs(middle[axis]);
  }
  const grow = boundsMargin(set, slot) + poses[at + BODY_RADIUS] + FRAME_SLACK * magnitude;
  for (let axis = 0; axis < 3; axis++) {
    const m = at + BODY_AXES + 3 * axis;
    let centre = 0;
    let spread = grow;
    for (let k = 0; k < 3; k++) {
      centre += poses[m + k] * middle[k];
      spread += Math.abs(poses[m + k]) * 0.5 * (worldBox[3 + k] - worldBox[k]);
    }
    localBox[axis] = (centre - spread) / scale;
    localBox[3 + axis] = (centre + spread) / scale;
  }
}

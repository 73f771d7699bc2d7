import type { Bvh } from '../../core/bvh/bvh.ts';
import {
  BODY_AXES,
  BODY_HALF_X,
  BODY_HALF_Y,
  BODY_HALF_Z,
  BODY_RADIUS,
  BODY_STRIDE,
  BODY_X,
} from '../geometry/body-pose.ts';
import type { PosedShapes } from './posed-shapes.ts';

/** The children of a compound by their place in the list; all of it in the compound's own frame and unit. */
export interface CompoundChildren extends PosedShapes {
  readonly count: number;
  /** The bounds of each child, and of all: the least coordinates, then the largest. */
  readonly boxes: Float64Array;
  readonly bounds: Float64Array;
  readonly bvh: Bvh;
}

/**
 * Writes the pose in the world of a child of the compound that stands at the pose `poses[at …]`. The compound's scale
 * stretches the child, and its radius is added to that of the child.
 */
export function writeChildPose(
  out: Float64Array,
  outOffset: number,
  children: CompoundChildren,
  child: number,
  poses: Float64Array,
  at: number,
): void {
  const { poses: own } = children;
  const from = BODY_STRIDE * child;
  const scale = poses[at + BODY_HALF_X];
  for (let row = 0; row < 3; row++) {
    const x = poses[at + BODY_AXES + row];
    const y = poses[at + BODY_AXES + 3 + row];
    const z = poses[at + BODY_AXES + 6 + row];
    for (let axis = 0; axis < 9; axis += 3) {
      const a = from + BODY_AXES + axis;
      out[outOffset + BODY_AXES + axis + row] = x * own[a] + y * own[a + 1] + z * own[a + 2];
    }
    const place = x * own[from + BODY_X] + y * own[from + BODY_X + 1] + z * own[from + BODY_X + 2];
    out[outOffset + BODY_X + row] = poses[at + BODY_X + row] + scale * place;
  }
  out[outOffset + BODY_HALF_X] = scale * own[from + BODY_HALF_X];
  out[outOffset + BODY_HALF_Y] = scale * own[from + BODY_HALF_Y];
  out[outOffset + BODY_HALF_Z] = scale * own[from + BODY_HALF_Z];
  out[outOffset + BODY_RADIUS] = poses[at + BODY_RADIUS] + scale * own[from + BODY_RADIUS];
}

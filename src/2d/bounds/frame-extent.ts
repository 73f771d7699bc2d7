import { POSE_COS, POSE_SCALE, POSE_SIN, POSE_X, POSE_Y } from '../collider-set.ts';
import type { RegisteredShape } from '../shapes/registered-shape.ts';
import { EXTENT_MAX_X, EXTENT_MAX_Y, EXTENT_MIN_X, EXTENT_MIN_Y, EXTENT_RADIUS, extent } from './extent.ts';

/**
 * What rounding may take away, relative to the extents and to the position: half of a difference is rounded, and a few
 * units in the last place keep the box outside of every vertex.
 */
const EXTENT_SLACK = 8 * Number.EPSILON;
const POSITION_SLACK = 4 * Number.EPSILON;

/**
 * The extent of a shape with many pieces: its own box, turned. Conservative when rotated, and independent of its size.
 */
export function writeFrameExtent(shape: RegisteredShape, poses: Float64Array, at: number): void {
  const scale = poses[at + POSE_SCALE];
  const c = poses[at + POSE_COS] * scale;
  const s = poses[at + POSE_SIN] * scale;
  const own = shape.bounds;
  const midX = (own[0] + own[2]) / 2;
  const midY = (own[1] + own[3]) / 2;
  const halfX = (own[2] - own[0]) / 2;
  const halfY = (own[3] - own[1]) / 2;
  const x = c * midX - s * midY;
  const y = s * midX + c * midY;
  const spreadX = Math.abs(c) * halfX + Math.abs(s) * halfY;
  const spreadY = Math.abs(s) * halfX + Math.abs(c) * halfY;
  const radius = extent[EXTENT_RADIUS];
  const outX = spreadX + (spreadX + radius) * EXTENT_SLACK + Math.abs(poses[at + POSE_X] + x) * POSITION_SLACK;
  const outY = spreadY + (spreadY + radius) * EXTENT_SLACK + Math.abs(poses[at + POSE_Y] + y) * POSITION_SLACK;
  extent[EXTENT_MIN_X] = x - outX;
  extent[EXTENT_MIN_Y] = y - outY;
  extent[EXTENT_MAX_X] = x + outX;
  extent[EXTENT_MAX_Y] = y + outY;
}

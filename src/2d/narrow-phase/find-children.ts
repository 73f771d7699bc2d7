import { queryBvhAabb } from '../../core/bvh/query-bvh.ts';
import { boundsMargin } from '../../core/collider-set.ts';
import type { IndexList } from '../../core/index-list.ts';
import { sortIndices } from '../../core/sort-indices.ts';
import {
  BOUNDS_STRIDE,
  type ColliderSet,
  POSE_COS,
  POSE_RADIUS,
  POSE_SCALE,
  POSE_SIN,
  POSE_STRIDE,
  POSE_X,
  POSE_Y,
} from '../collider-set.ts';
import type { RegisteredShape } from '../shapes/registered-shape.ts';

/** The box, in the world, that `findChildren` looks in: minX, minY, maxX, maxY. */
export const worldBox = new Float64Array(4);

const localBox = new Float64Array(4);
const cellBox = new Float64Array(4);

/** Room for rounding when a box is carried from one frame to another, relative to its coordinates. */
const FRAME_SLACK = 1e-12;

/** Writes the bounds of a collider to `worldBox`. They hold its part of the margin already. */
export function slotBox(set: ColliderSet, slot: number): void {
  const at = slot * BOUNDS_STRIDE;
  for (let i = 0; i < 4; i++) worldBox[i] = set.bounds[at + i];
}

/** Writes the bounds of one child of a composite to `worldBox`, grown by its part of the margin. */
export function childBox(set: ColliderSet, slot: number, shape: RegisteredShape, child: number): void {
  const at = slot * POSE_STRIDE;
  const scale = set.poses[at + POSE_SCALE];
  const c = set.poses[at + POSE_COS] * scale;
  const s = set.poses[at + POSE_SIN] * scale;
  const { grid } = shape.record;
  if (grid !== undefined) grid.writeBounds(cellBox, shape, child);
  const box = grid === undefined ? shape.pieceBounds : cellBox;
  const k = grid === undefined ? 4 * child : 0;
  const midX = (box[k] + box[k + 2]) / 2;
  const midY = (box[k + 1] + box[k + 3]) / 2;
  const halfX = (box[k + 2] - box[k]) / 2;
  const halfY = (box[k + 3] - box[k + 1]) / 2;
  const x = set.poses[at + POSE_X] + c * midX - s * midY;
  const y = set.poses[at + POSE_Y] + s * midX + c * midY;
  const grow = boundsMargin(set, slot) + set.poses[at + POSE_RADIUS];
  const spreadX =
    Math.abs(c) * halfX + Math.abs(s) * halfY + grow + FRAME_SLACK * (Math.abs(x) + Math.abs(midX * scale));
  const spreadY =
    Math.abs(s) * halfX + Math.abs(c) * halfY + grow + FRAME_SLACK * (Math.abs(y) + Math.abs(midY * scale));
  worldBox[0] = x - spreadX;
  worldBox[1] = y - spreadY;
  worldBox[2] = x + spreadX;
  worldBox[3] = y + spreadY;
}

/** Finds the children of a composite whose boxes meet `worldBox`, ascending. */
export function findChildren(set: ColliderSet, slot: number, shape: RegisteredShape, out: IndexList): void {
  const at = slot * POSE_STRIDE;
  const scale = set.poses[at + POSE_SCALE];
  const c = set.poses[at + POSE_COS];
  const s = set.poses[at + POSE_SIN];
  const dx = (worldBox[0] + worldBox[2]) / 2 - set.poses[at + POSE_X];
  const dy = (worldBox[1] + worldBox[3]) / 2 - set.poses[at + POSE_Y];
  const radius = set.poses[at + POSE_RADIUS];
  const halfX = (worldBox[2] - worldBox[0]) / 2;
  const halfY = (worldBox[3] - worldBox[1]) / 2;
  const grow =
    boundsMargin(set, slot) +
    radius +
    FRAME_SLACK * (Math.abs(worldBox[0]) + Math.abs(worldBox[1]) + Math.abs(dx) + Math.abs(dy));
  const midX = (c * dx + s * dy) / scale;
  const midY = (c * dy - s * dx) / scale;
  const spreadX = (Math.abs(c) * halfX + Math.abs(s) * halfY + grow) / scale;
  const spreadY = (Math.abs(s) * halfX + Math.abs(c) * halfY + grow) / scale;
  out.count = 0;
  localBox[0] = midX - spreadX;
  localBox[1] = midY - spreadY;
  localBox[2] = midX + spreadX;
  localBox[3] = midY + spreadY;
  if (shape.record.grid !== undefined) {
    shape.record.grid.find(out, shape, localBox);
    return;
  }
  queryBvhAabb(out, shape.bvh!, shape.pieceBounds, localBox, 0);
  sortIndices(out.items, out.count);
}

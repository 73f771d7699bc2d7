import { POSE_COS, POSE_SCALE, POSE_SIN, POSE_X, POSE_Y } from '../pose.ts';
import type { ShapeRegistry } from '../shapes/registered-shape.ts';

/*
 * Where the extent of a shape about its pose's position is handed over: minX, minY, maxX, maxY, turned and scaled. The
 * radius is not in it; it is an operand, in world units, half the margin included. In an array: see placed-piece.ts.
 */
export const EXTENT_MIN_X = 0;
export const EXTENT_MIN_Y = 1;
export const EXTENT_MAX_X = 2;
export const EXTENT_MAX_Y = 3;
export const EXTENT_RADIUS = 4;
export const extent = new Float64Array(5);

/** Writes the exact extent of a polygon or a segment. */
export function writeOutlineExtent(
  { columns: outlines }: ShapeRegistry,
  handle: number,
  poses: Float64Array,
  at: number,
): void {
  writeVertexExtent(outlines.vertices[handle]!, outlines.first[handle], outlines.count[handle], poses, at);
}

/** Writes the extremes of `count` vertices, of which `first` is the first. */
export function writeVertexExtent(
  vertices: Float64Array,
  first: number,
  count: number,
  poses: Float64Array,
  at: number,
): void {
  const scale = poses[at + POSE_SCALE];
  const c = poses[at + POSE_COS] * scale;
  const s = poses[at + POSE_SIN] * scale;
  let minX = Infinity;
  let minY = Infinity;
  let maxX = -Infinity;
  let maxY = -Infinity;
  const end = 2 * (first + count);
  for (let i = 2 * first; i < end; i += 2) {
    const x = c * vertices[i] - s * vertices[i + 1];
    const y = s * vertices[i] + c * vertices[i + 1];
    if (x < minX) minX = x;
    if (x > maxX) maxX = x;
    if (y < minY) minY = y;
    if (y > maxY) maxY = y;
  }
  extent[EXTENT_MIN_X] = minX;
  extent[EXTENT_MIN_Y] = minY;
  extent[EXTENT_MAX_X] = maxX;
  extent[EXTENT_MAX_Y] = maxY;
}

/**
 * The largest rounding error, relative to the extents and to the position: half of a difference is rounded, and a few
 * units in the last place keep the box outside of every vertex.
 */
const EXTENT_SLACK = 8 * Number.EPSILON;
const POSITION_SLACK = 4 * Number.EPSILON;

/**
 * Writes the extent of a shape with many pieces: its own box, turned. Conservative when rotated, and independent of its
 * size.
 */
export function writeFrameExtent({ shapes }: ShapeRegistry, handle: number, poses: Float64Array, at: number): void {
  const scale = poses[at + POSE_SCALE];
  const c = poses[at + POSE_COS] * scale;
  const s = poses[at + POSE_SIN] * scale;
  const own = shapes[handle]!.bounds;
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

import { type ColliderSet, POSE_COS, POSE_SCALE, POSE_SIN, POSE_STRIDE, POSE_X, POSE_Y } from '../collider-set.ts';
import { HIT_NORMAL_X, HIT_NORMAL_Y } from '../geometry/ray/cast-ray-piece.ts';
import { writeSegmentNormals } from '../shapes/placed-piece.ts';
import type { RegisteredShape } from '../shapes/registered-shape.ts';

/** Writes a point in a collider's frame: in the collider's own unit, which its scale stretches, or in the world's. */
export function pointToLocal(
  out: Float64Array,
  point: Float64Array,
  set: ColliderSet,
  slot: number,
  inOwnUnit: boolean,
): void {
  const { poses } = set;
  const pose = slot * POSE_STRIDE;
  const c = poses[pose + POSE_COS];
  const s = poses[pose + POSE_SIN];
  const unit = inOwnUnit ? poses[pose + POSE_SCALE] : 1;
  const x = point[0] - poses[pose + POSE_X];
  const y = point[1] - poses[pose + POSE_Y];
  out[0] = (c * x + s * y) / unit;
  out[1] = (c * y - s * x) / unit;
}

/**
 * Turns a normal from a collider's frame to the world's: that of what a ray meets or of what is near, which have it at
 * the same place. Adding 0 makes a zero positive.
 */
export function turnNormal(found: Float64Array, set: ColliderSet, slot: number): void {
  const c = set.poses[slot * POSE_STRIDE + POSE_COS];
  const s = set.poses[slot * POSE_STRIDE + POSE_SIN];
  const x = found[HIT_NORMAL_X];
  const y = found[HIT_NORMAL_Y];
  found[HIT_NORMAL_X] = c * x - s * y + 0;
  found[HIT_NORMAL_Y] = s * x + c * y + 0;
}

/**
 * One convex piece of a registered shape in the shape's own frame: vertices and edge normals from vertex number `first`
 * on.
 */
export interface OwnPiece {
  vertices: Float64Array;
  normals: Float64Array;
  first: number;
  count: number;
}

export function createOwnPiece(): OwnPiece {
  return { vertices: segment, normals: segmentNormals, first: 0, count: 2 };
}

/** Chains do not store normals: a segment is copied here and gets its own. */
const segment = new Float64Array(4);
const segmentNormals = new Float64Array(4);

/**
 * Points `piece` at a piece of a registered shape. A chain's segment, or a tile, stays until the next one is asked for.
 */
export function viewPiece(piece: OwnPiece, shape: RegisteredShape, child: number): void {
  if (shape.record.grid !== undefined) {
    shape.record.grid.view(piece, shape, child);
    return;
  }
  if (shape.normals.length === 0) {
    for (let i = 0; i < 4; i++) segment[i] = shape.vertices[2 * child + i];
    writeSegmentNormals(segmentNormals, segment);
    piece.vertices = segment;
    piece.normals = segmentNormals;
    piece.first = 0;
    piece.count = 2;
    return;
  }
  piece.vertices = shape.vertices;
  piece.normals = shape.normals;
  const isOutline = shape.count > 0;
  piece.first = isOutline ? shape.first : shape.pieceStart[child];
  piece.count = isOutline ? shape.count : shape.pieceCount[child];
}

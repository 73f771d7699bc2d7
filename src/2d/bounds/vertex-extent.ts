import { POSE_COS, POSE_SCALE, POSE_SIN } from '../collider-set.ts';
import type { RegisteredShape } from '../shapes/registered-shape.ts';
import { EXTENT_MAX_X, EXTENT_MAX_Y, EXTENT_MIN_X, EXTENT_MIN_Y, extent } from './extent.ts';

/** The exact extent of a shape with one piece: the extremes of its vertices. */
export function writeVertexExtent(shape: RegisteredShape, poses: Float64Array, at: number): void {
  const { vertices, pieceRadius } = shape;
  const scale = poses[at + POSE_SCALE];
  const c = poses[at + POSE_COS] * scale;
  const s = poses[at + POSE_SIN] * scale;
  let minX = Infinity;
  let minY = Infinity;
  let maxX = -Infinity;
  let maxY = -Infinity;
  for (let i = 0; i < vertices.length; i += 2) {
    const x = c * vertices[i] - s * vertices[i + 1];
    const y = s * vertices[i] + c * vertices[i + 1];
    if (x < minX) minX = x;
    if (x > maxX) maxX = x;
    if (y < minY) minY = y;
    if (y > maxY) maxY = y;
  }
  // A compound's only child has a radius of its own; other shapes have theirs in the pose.
  const own = pieceRadius.length > 0 ? pieceRadius[0] * scale : 0;
  extent[EXTENT_MIN_X] = minX - own;
  extent[EXTENT_MIN_Y] = minY - own;
  extent[EXTENT_MAX_X] = maxX + own;
  extent[EXTENT_MAX_Y] = maxY + own;
}

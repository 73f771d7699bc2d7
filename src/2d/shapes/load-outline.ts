import { POSE_COS, POSE_RADIUS, POSE_SCALE, POSE_SIN, POSE_X, POSE_Y } from '../pose.ts';
import { loadVertices, type PlacedPiece, placement } from './placed-piece.ts';
import type { RegisteredShape } from './registered-shape.ts';

/** Loads the vertices and normals of a polygon or a segment, which is a single piece. */
export function loadOutline(piece: PlacedPiece, shape: RegisteredShape): void {
  loadVertices(piece, shape.vertices, shape.normals, shape.first, shape.count);
  piece.radius = placement[POSE_RADIUS];
}

/** Writes one vertex of a registered shape, and the normal of the edge that begins there, as `loadVertices` does. */
export function placeVertex({ vertices, normals }: PlacedPiece, shape: RegisteredShape, vertex: number): void {
  const from = shape.vertices;
  const fromNormals = shape.normals;
  const c = placement[POSE_COS];
  const s = placement[POSE_SIN];
  const cs = c * placement[POSE_SCALE];
  const ss = s * placement[POSE_SCALE];
  const at = 2 * vertex;
  vertices[at] = placement[POSE_X] + cs * from[at] - ss * from[at + 1];
  vertices[at + 1] = placement[POSE_Y] + ss * from[at] + cs * from[at + 1];
  normals[at] = c * fromNormals[at] - s * fromNormals[at + 1];
  normals[at + 1] = s * fromNormals[at] + c * fromNormals[at + 1];
}

import type { ConvexPiece } from '../geometry/convex/convex-piece.ts';

/** Writes the vertices and normals of an upright box about the origin, of the given half extents. */
export function loadUprightBox(piece: ConvexPiece, half: Float64Array): void {
  const { vertices, normals } = piece;
  const x = half[0];
  const y = half[1];
  vertices[0] = -x;
  vertices[1] = -y;
  vertices[2] = x;
  vertices[3] = -y;
  vertices[4] = x;
  vertices[5] = y;
  vertices[6] = -x;
  vertices[7] = y;
  normals[0] = 0;
  normals[1] = -1;
  normals[2] = 1;
  normals[3] = 0;
  normals[4] = 0;
  normals[5] = 1;
  normals[6] = -1;
  normals[7] = 0;
  piece.count = 4;
}

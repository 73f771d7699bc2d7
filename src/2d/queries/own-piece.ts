import { writeSegmentNormals } from '../shapes/placed-piece.ts';
import type { RegisteredShape } from '../shapes/registered-shape.ts';

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

/** Points `piece` at a piece of a registered shape. A chain's segment stays until the next one is asked for. */
export function viewPiece(piece: OwnPiece, shape: RegisteredShape, child: number): void {
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
  piece.first = shape.pieceStart[child];
  piece.count = shape.pieceCount[child];
}

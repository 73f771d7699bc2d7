import type { OwnPiece } from './grid-routines.ts';
import { createPlacedPiece, type PlacedPiece, placeAtOrigin, writeSegmentNormals } from './placed-piece.ts';
import type { RegisteredShape } from './registered-shape.ts';

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

const curved = createPlacedPiece(4);

/**
 * Returns a piece that is bounded by a curve as it is in the shape's own frame, without a radius. It stays until the
 * next one is asked for.
 */
export function curvedPieceOf(shape: RegisteredShape, child: number): PlacedPiece {
  placeAtOrigin();
  shape.record.load(curved, shape, child);
  return curved;
}

import type { PlacedPiece } from '../shapes/placed-piece.ts';

/** The result of `findLowest`: the point, and at LOWEST its distance from the origin along the direction. */
export const support = new Float64Array(3);
export const LOWEST = 2;

/** Writes to `support` the point of a piece's core that is lowest along a unit vector. */
export function findLowest(piece: PlacedPiece, direction: Float64Array): void {
  const x = direction[0];
  const y = direction[1];
  if (piece.curve !== undefined) {
    piece.curve.writeSupport(support, 0, piece, direction, 0, -1);
    support[LOWEST] = support[0] * x + support[1] * y;
    return;
  }
  support[LOWEST] = Infinity;
  for (let i = 0; i < piece.count; i++) {
    const along = piece.vertices[2 * i] * x + piece.vertices[2 * i + 1] * y;
    if (!(along < support[LOWEST])) continue;
    support[0] = piece.vertices[2 * i];
    support[1] = piece.vertices[2 * i + 1];
    support[LOWEST] = along;
  }
}

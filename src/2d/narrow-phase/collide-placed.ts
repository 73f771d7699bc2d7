import { collidePieces } from '../geometry/contact/collide-convex.ts';
import { curveOf, type PlacedPiece } from '../shapes/placed-piece.ts';

/**
 * Collides two placed pieces up to `margin[0]`: by `collidePieces`, or by the routines of a curved piece where one of
 * the two is curved.
 */
export function collidePlaced(
  out: Float64Array,
  features: Uint32Array,
  a: PlacedPiece,
  b: PlacedPiece,
  margin: Float64Array,
): number {
  const curve = curveOf(a, b);
  if (curve !== undefined) return curve.collide(out, features, a, b, margin);
  return collidePieces(out, features, a, b, margin);
}

import { castMinkowski } from '../geometry/sweep/cast-minkowski.ts';
import { curveOf, type PlacedPiece } from '../shapes/placed-piece.ts';

/**
 * Casts a placed piece at another: by `castMinkowski`, or by the routines of a curved piece where one of the two is
 * curved.
 */
export function castPlaced(out: Float64Array, a: PlacedPiece, b: PlacedPiece, translation: Float64Array): void {
  const curve = curveOf(a, b);
  if (curve === undefined) castMinkowski(out, a, b, translation);
  else curve.cast(out, a, b, translation);
}

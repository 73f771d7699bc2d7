import type { NumberArray, WritableNumberArray } from '../../../core/number-array.ts';
import { type ConvexPiece, PIECE_STRIDE } from '../convex/convex-piece.ts';
import { closestPointsGjk } from '../convex/gjk.ts';
import { CAST_FRACTION, castMinkowski } from './cast-minkowski.ts';

const way = new Float64Array(2);
const met = new Float64Array(5);
const closest = new Float64Array(4);

/**
 * Casts a rounded convex piece A, moving by a translation (x, y), against another, B, at rest in the same frame: writes
 * the contact point and the unit normal from B to A there (4 numbers) and returns the fraction 0..1 of the translation
 * at first contact. Pieces that touch or overlap at the start give 0, a point between them and a zero normal. Returns
 * Infinity and writes nothing when they never meet; NaN never meets. For both moving, give the difference of the
 * translations. Nothing is tunnelled through, however thin and fast.
 *
 * A ray against a rounded piece is a cast of a piece of one vertex. A meets B where a ray meets the Minkowski sum of
 * both, which costs one round of their edges. Source: Ericson, Real-Time Collision Detection, 9.3.
 */
export function castConvex(
  out: WritableNumberArray,
  outOffset: number,
  a: ConvexPiece,
  b: ConvexPiece,
  translation: NumberArray,
  translationOffset: number,
): number {
  way[0] = translation[translationOffset];
  way[1] = translation[translationOffset + 1];
  if (hasNaN(a) || hasNaN(b) || Number.isNaN(way[0] + way[1])) return Infinity;
  castMinkowski(met, a, b, way);
  const fraction = met[CAST_FRACTION];
  if (fraction === Infinity) return Infinity;
  if (fraction === 0) {
    closestPointsGjk(closest, 0, a, b);
    met[0] = closest[0] + 0.5 * (closest[2] - closest[0]);
    met[1] = closest[1] + 0.5 * (closest[3] - closest[1]);
    met[2] = 0;
    met[3] = 0;
  }
  for (let i = 0; i < CAST_FRACTION; i++) out[outOffset + i] = met[i];
  return fraction;
}

function hasNaN({ vertices, count }: ConvexPiece): boolean {
  for (let i = 0; i < count * PIECE_STRIDE; i++) if (Number.isNaN(vertices[i])) return true;
  return false;
}

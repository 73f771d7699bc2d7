import { castConvex } from '../geometry/cast-convex.ts';
import { castRayPiece } from '../geometry/cast-ray-piece.ts';
import type { ConvexPiece } from '../geometry/convex-piece.ts';

const translation = new Float64Array(2);

/**
 * Casts a piece along (dx, dy) at another, both in one frame. Returns the fraction at first contact, 0 … limit, and writes the
 * contact point and the unit normal from `target` to `mover` (4 numbers), zero when they overlap at the start; Infinity for a
 * miss. `limit` may be Infinity. A bare point goes by the closed form for rays.
 *
 * The last bits of a fraction depend on `limit`, which is the unit the iteration works in: give that of the whole query, not what is
 * left of it, or they depend on the order in which shapes are met.
 */
export function castPiece(
  out: Float64Array,
  mover: ConvexPiece,
  target: ConvexPiece,
  dx: number,
  dy: number,
  limit: number,
): number {
  if (mover.count === 1 && mover.radius === 0) {
    return castRayPiece(out, 0, mover.vertices[0]!, mover.vertices[1]!, dx, dy, limit, target);
  }
  // castConvex takes the whole way as its unit: as far as it can matter.
  const whole = Math.min(limit, reach(mover, target, dx, dy));
  translation[0] = dx * whole;
  translation[1] = dy * whole;
  const fraction = castConvex(out, 0, mover, target, translation, 0);
  // A miss stays one when there was no way to go.
  return fraction === Infinity ? fraction : fraction * whole;
}

/** The fraction of (dx, dy) that carries the mover past the target wherever the two are. */
function reach(mover: ConvexPiece, target: ConvexPiece, dx: number, dy: number): number {
  const speed = Math.sqrt(dx * dx + dy * dy);
  return speed > 0 ? (2 * (spread(mover) + spread(target))) / speed : 0;
}

/** A length no point of the piece is farther from the frame's origin than. */
function spread(piece: ConvexPiece): number {
  let most = 0;
  for (let i = 0; i < 2 * piece.count; i++) most = Math.max(most, Math.abs(piece.vertices[i]!));
  return 2 * most + piece.radius;
}

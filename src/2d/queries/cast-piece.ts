import { castConvex } from '../geometry/cast-convex.ts';
import type { ConvexPiece } from '../geometry/convex-piece.ts';
import { MET_FRACTION, MET_NORMAL_X, MET_NORMAL_Y } from '../geometry/ray-layout.ts';
import { MET_X, MET_Y, WAY_LIMIT, WAY_X, WAY_Y } from './query-layout.ts';

const translation = new Float64Array(2);
const contact = new Float64Array(4);
const reach = new Float64Array(1);

/**
 * Casts a piece along a way at another, both in one frame. Writes the fraction of the translation at first contact, Infinity for a
 * miss, the unit normal from `target` to `mover`, zero when they overlap at the start, and the contact point.
 *
 * The last bits of a fraction depend on the limit, which is the unit the iteration works in: give that of the whole query, not what
 * is left of it, or they depend on the order in which shapes are met.
 */
export function castPiece(met: Float64Array, mover: ConvexPiece, target: ConvexPiece, way: Float64Array): void {
  const dx = way[WAY_X]!;
  const dy = way[WAY_Y]!;
  // castConvex takes the whole way as its unit: as far as it can matter, past the target wherever the two are.
  reach[0] = 0;
  addSpread(mover);
  addSpread(target);
  const speed = Math.sqrt(dx * dx + dy * dy);
  const whole = speed > 0 ? Math.min(way[WAY_LIMIT]!, (2 * reach[0]!) / speed) : 0;
  translation[0] = dx * whole;
  translation[1] = dy * whole;
  const fraction = castConvex(contact, 0, mover, target, translation, 0);
  // A miss stays one when there was no way to go.
  met[MET_FRACTION] = fraction === Infinity ? fraction : fraction * whole;
  met[MET_X] = contact[0]!;
  met[MET_Y] = contact[1]!;
  met[MET_NORMAL_X] = contact[2]!;
  met[MET_NORMAL_Y] = contact[3]!;
}

/** Adds to `reach` a length no point of the piece is farther from the frame's origin than. */
function addSpread(piece: ConvexPiece): void {
  let most = 0;
  for (let i = 0; i < 2 * piece.count; i++) most = Math.max(most, Math.abs(piece.vertices[i]!));
  reach[0]! += 2 * most + piece.radius;
}

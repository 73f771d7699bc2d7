import { createPieceCast } from '../../core/queries/cast-piece.ts';
import { writePenetration } from '../geometry/convex/write-penetration.ts';
import { HIT_FRACTION, HIT_NORMAL_X, HIT_NORMAL_Y } from '../geometry/ray/cast-ray-piece.ts';
import { castPlaced } from '../narrow-phase/cast-placed.ts';
import { copyMoved, createPlacedPiece, curveOf, type PlacedPiece, writeSpread } from '../shapes/placed-piece.ts';

/**
 * The layout of a hit on a piece: that of a ray's hit, and then the contact point. For surfaces of several pieces
 * `writeSpan` adds the stretch where the mover lies flat on the piece: along the normal turned by a quarter,
 * counter-clockwise, from the point.
 */
export const HIT_X = 3;
export const HIT_Y = 4;
export const HIT_FROM = 5;
export const HIT_TO = 6;
export const HIT_WITH_POINT_LENGTH = 7;

/** A vertex farther from a plane than this part of the sizes involved does not lie on the plane. */
const FLAT = 1e-9;

/**
 * The translation of a cast stands where a ray has its direction, behind the origin; the last number says how much of
 * it may be travelled. See cast-ray-piece.ts.
 */
export const TRANSLATION_X = 2;
export const TRANSLATION_Y = 3;
export const TRANSLATION_LIMIT = 5;
export const TRANSLATION_LENGTH = 6;

/** Casts a piece at another, both in one frame: see `createPieceCast`. */
export const castPiece = /* @__PURE__ */ createPieceCast<PlacedPiece>({
  axes: 2,
  createPiece: () => createPlacedPiece(8),
  writeReach,
  cast: castPlaced,
  penetrate,
  copyMoved,
});

const spread = new Float64Array(2);

function writeReach(reach: Float64Array, mover: PlacedPiece, target: PlacedPiece): void {
  writeSpread(spread, 0, mover);
  writeSpread(spread, 1, target);
  reach[0] = 2 * spread[0] + mover.radius + (2 * spread[1] + target.radius);
  reach[1] = reach[0];
}

function penetrate(out: Float64Array, a: PlacedPiece, b: PlacedPiece): void {
  const curve = curveOf(a, b);
  if (curve === undefined) writePenetration(out, a, b);
  else curve.penetrate(out, a, b);
}

/**
 * Writes how far a piece lies flat on what a hit has met, after it has moved by `fraction` of a translation. `sign` is
 * 1 for the mover, whose core is behind the normal, −1 for the piece that it has met.
 */
export function writeSpan(hit: Float64Array, piece: PlacedPiece, translation: Float64Array, sign: number): void {
  const { vertices, count, radius, curve } = piece;
  const x = sign * hit[HIT_NORMAL_X];
  const y = sign * hit[HIT_NORMAL_Y];
  const fraction = sign > 0 ? hit[HIT_FRACTION] : 0;
  hit[HIT_FROM] = 0;
  hit[HIT_TO] = 0;
  if (!(hit[HIT_FRACTION] < Infinity)) return;
  const fromX = fraction * translation[TRANSLATION_X] - hit[HIT_X];
  const fromY = fraction * translation[TRANSLATION_Y] - hit[HIT_Y];
  for (let i = 0; i < count; i++) {
    if (curve?.isCorner(piece, i) === false) continue;
    const offX = vertices[2 * i] + fromX;
    const offY = vertices[2 * i + 1] + fromY;
    const size = Math.abs(offX) + Math.abs(offY) + Math.abs(fromX) + Math.abs(fromY) + radius;
    if (x * offX + y * offY > radius + FLAT * size) continue;
    const along = offY * hit[HIT_NORMAL_X] - offX * hit[HIT_NORMAL_Y];
    hit[HIT_FROM] = Math.min(hit[HIT_FROM], along);
    hit[HIT_TO] = Math.max(hit[HIT_TO], along);
  }
}

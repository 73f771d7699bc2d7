import { EPSILON } from '../../core/tolerance.ts';
import { PENETRATION_DEPTH, PENETRATION_STRIDE, writePenetration } from '../geometry/convex/write-penetration.ts';
import { HIT_FRACTION, HIT_NORMAL_X, HIT_NORMAL_Y } from '../geometry/ray/cast-ray-piece.ts';
import { CAST_FRACTION } from '../geometry/sweep/cast-minkowski.ts';
import { castPlaced } from '../narrow-phase/cast-placed.ts';
import { copyMoved, createPlacedPiece, curveOf, type PlacedPiece, writeSpread } from '../shapes/placed-piece.ts';

/**
 * What becomes of shapes that overlap or touch at the start of a cast: a hit at fraction 0, no hit, or no hit unless
 * the translation leads deeper in. Each segment of a chain and each child of a compound is asked by itself.
 */
export type InitialOverlap = 'hit' | 'ignore' | 'ignore-separating';

/**
 * What a piece hits: as a ray, and then the contact point. For surfaces of several pieces `writeSpan` adds from where
 * to where the mover lies flat on what it hits: along the normal turned by a quarter, counter-clockwise, from the
 * point.
 */
export const HIT_X = 3;
export const HIT_Y = 4;
export const HIT_FROM = 5;
export const HIT_TO = 6;
export const HIT_WITH_POINT_LENGTH = 7;

/** Relative to the sizes at hand: what is farther from a plane than this does not lie on it. */
const FLAT = 1e-9;

/**
 * The translation of a cast: that of a ray, whose origin stands before it, and how much of it may be travelled. See
 * cast-ray-piece.ts.
 */
export const TRANSLATION_X = 2;
export const TRANSLATION_Y = 3;
export const TRANSLATION_LIMIT = 5;
export const TRANSLATION_LENGTH = 6;

/** Relative to the sizes and the distance: how far ahead a cast looks whether it leads deeper. */
const AHEAD = 2 ** -26;

/** Relative to the same: what rounding makes of a depth. */
const DEPTH_ROUNDING = 16 * EPSILON;

const ahead = createPlacedPiece(8);
/** The normal, the deepest points and the depth of two pieces: see writePenetration. */
const deepest = new Float64Array(PENETRATION_STRIDE);
/** The depth where a translation begins. */
const atStart = new Float64Array(1);
const wholeTranslation = new Float64Array(2);
const contact = new Float64Array(5);
/** A length that no two points of the pieces are farther apart than. */
const reach = new Float64Array(1);
/** The length of the translation, or of its longer side where the square of that is beyond all numbers. */
const speed = new Float64Array(1);
const moved = new Float64Array(2);
const spread = new Float64Array(2);

/**
 * Casts a piece along a translation at another, both in one frame. Writes the fraction of the translation at first
 * contact, Infinity for a miss, the unit normal from `target` to `mover`, and the contact point on the target's
 * surface. For pieces that overlap at the start, unless that is ignored, these are the direction of the shortest way
 * out and the deepest point.
 *
 * The last bits of a fraction depend on the limit, which is the unit the iteration works in: give that of the whole
 * query, not what is left of it, or they depend on the order in which shapes are met.
 */
export function castPiece(
  hit: Float64Array,
  mover: PlacedPiece,
  target: PlacedPiece,
  translation: Float64Array,
  initialOverlap: InitialOverlap,
): void {
  const dx = translation[TRANSLATION_X];
  const dy = translation[TRANSLATION_Y];
  // The whole translation is the unit of what follows: as far as it can matter, past the target wherever the two are.
  writeSpread(spread, 0, mover);
  writeSpread(spread, 1, target);
  reach[0] = 2 * spread[0] + mover.radius + (2 * spread[1] + target.radius);
  speed[0] = Math.sqrt(dx * dx + dy * dy);
  if (speed[0] === 0 || speed[0] === Infinity) speed[0] = Math.max(Math.abs(dx), Math.abs(dy));
  const whole = speed[0] > 0 ? Math.min(translation[TRANSLATION_LIMIT], (2 * reach[0]) / speed[0]) : 0;
  wholeTranslation[0] = dx * whole;
  wholeTranslation[1] = dy * whole;
  castPlaced(contact, mover, target, wholeTranslation);
  const fraction = contact[CAST_FRACTION];
  if (fraction === 0) {
    hitAtStart(hit, mover, target, translation, initialOverlap);
    return;
  }
  // A miss stays one when there was nothing to travel.
  hit[HIT_FRACTION] = fraction === Infinity ? fraction : fraction * whole;
  hit[HIT_X] = contact[0];
  hit[HIT_Y] = contact[1];
  hit[HIT_NORMAL_X] = contact[2];
  hit[HIT_NORMAL_Y] = contact[3];
}

/**
 * Writes how far a piece lies flat on what a hit has met, after it has moved by `fraction` of a translation. `sign` is
 * 1 for the mover, whose core is behind the normal, −1 for what it has met.
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

function hitAtStart(
  hit: Float64Array,
  mover: PlacedPiece,
  target: PlacedPiece,
  translation: Float64Array,
  initialOverlap: InitialOverlap,
): void {
  hit[HIT_FRACTION] = Infinity;
  if (initialOverlap === 'ignore') return;
  penetrate(target, mover);
  atStart[0] = deepest[PENETRATION_DEPTH];
  hit[HIT_NORMAL_X] = deepest[0];
  hit[HIT_NORMAL_Y] = deepest[1];
  hit[HIT_X] = deepest[2];
  hit[HIT_Y] = deepest[3];
  if (initialOverlap === 'ignore-separating') {
    // By the depth a little ahead rather than by the normal: where several ways out are equally short, one of them is
    // enough.
    moveAhead(mover, translation);
    penetrate(target, ahead);
    if (!(deepest[PENETRATION_DEPTH] > atStart[0] + DEPTH_ROUNDING * reach[0])) return;
  }
  hit[HIT_FRACTION] = 0;
}

/** Writes `deepest`. */
function penetrate(a: PlacedPiece, b: PlacedPiece): void {
  const curve = curveOf(a, b);
  if (curve === undefined) writePenetration(deepest, a, b);
  else curve.penetrate(deepest, a, b);
}

/** Sets `ahead` to the mover at the beginning of its translation. */
function moveAhead(mover: PlacedPiece, translation: Float64Array): void {
  const part = Math.min(1, (AHEAD * reach[0]) / speed[0]);
  moved[0] = part * translation[TRANSLATION_X];
  moved[1] = part * translation[TRANSLATION_Y];
  copyMoved(ahead, mover, moved);
}

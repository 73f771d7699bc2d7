import { FLAG_STATIC } from '../../core/collider-slots.ts';
import { HALVING_DISTANCE, HALVING_FRACTION, halveIntervals } from '../../core/interval-halving.ts';
import { registeredOf } from '../../core/shapes/registered-of.ts';
import { APART, APART_AT, APART_SPREAD_A, APART_SPREAD_B, IMPACT_FRACTION } from '../../core/swept/swept-pair.ts';
import type { SweptPaths } from '../../core/swept/swept-paths.ts';
import { cosSin } from '../../core/trigonometry.ts';
import { type ColliderSet, POSE_COS, POSE_SIN, POSE_STRIDE, POSE_X, POSE_Y } from '../collider-set.ts';
import {
  CONTACT_MAX_POINTS,
  CONTACT_NORMAL_X,
  CONTACT_NORMAL_Y,
  CONTACT_POINT_STRIDE,
  CONTACT_POINTS,
  CONTACT_SEPARATION,
  CONTACT_STRIDE,
} from '../geometry/contact/contact-layout.ts';
import { MOTION_STRIDE } from '../geometry/sweep/motion.ts';
import { IMPACT_FRACTION as FOUND_FRACTION, writeTimeOfImpact } from '../geometry/sweep/time-of-impact.ts';
import { collidePlaced } from '../narrow-phase/collide-placed.ts';
import { frameOrigin, placeCollider } from '../narrow-phase/load-collider.ts';
import type { PieceCursor } from '../queries/pieces.ts';
import { loadInline } from '../shapes/load-inline.ts';
import { createPlacedPiece, curveOf, type PlacedPiece, placement, spreadOf } from '../shapes/placed-piece.ts';
import { isInlineKind } from '../shapes/shape-kind.ts';
import { IMPACT_NORMAL_X, IMPACT_NORMAL_Y, IMPACT_X, IMPACT_Y, TOUCH_FROM, TOUCH_TO, touch } from './impact.ts';
import { arePassed, isOneSided } from './passed-pieces.ts';
import { isMet } from './settle-impact.ts';
import { pair } from './swept-pair.ts';

/** Farther than any two pieces can be, so that every separation is measured. */
const NO_LIMIT = /* @__PURE__ */ Float64Array.of(Number.MAX_VALUE);
/** How early, as a part of the way, a curved piece that turns may be found to touch. */
const CURVED_TOLERANCE = 2 ** -40;

/** A piece as it turns about its entity's position: how it lies at the end of the path, and its motion. */
const movingA = { piece: pair.cursorA.piece, motion: new Float64Array(MOTION_STRIDE) };
const movingB = { piece: pair.cursorB.piece, motion: new Float64Array(MOTION_STRIDE) };
/** The two pieces, placed where they are at a time of their motions, relative to `origin`. */
export const placedA = createPlacedPiece(8);
export const placedB = createPlacedPiece(8);
const origin = new Float64Array(2);

/** A point, a normal and the fraction, see `writeTimeOfImpact`. */
const found = new Float64Array(FOUND_FRACTION + 1);
/** See `halveIntervals`. */
const halving = new Float64Array(5);
const manifold = new Float64Array(CONTACT_STRIDE);
const features = new Uint32Array(CONTACT_MAX_POINTS);
const turned = new Float64Array(2);

/** Reads the motions of the pair that the following calls are about. Backwards they run from their ends. */
export function takeMotions(paths: SweptPaths): void {
  takeMotion(movingA.motion, paths, pair.slotA);
  takeMotion(movingB.motion, paths, pair.slotB);
  const at = pair.slotA * POSE_STRIDE;
  origin[0] = pair.set!.poses[at + POSE_X];
  origin[1] = pair.set!.poses[at + POSE_Y];
}

/** Advances piece number i of A and piece number k of B, of which one turns at least, until they touch. */
export function sweepTurning(paths: SweptPaths, i: number, k: number): void {
  const { slotA, slotB, backwards, impact, apart, cursorA, cursorB } = pair;
  const set = pair.set!;
  pair.childA = loadTurning(cursorA, set, slotA, i, movingA.motion);
  pair.childB = loadTurning(cursorB, set, slotB, k, movingB.motion);
  if (!backwards && isOneSided()) {
    apart[APART_AT] = 0;
    placeBoth();
    if (arePassed(placedA, placedB)) return;
  }
  const isCurved = cursorA.piece.curve !== undefined || cursorB.piece.curve !== undefined;
  if (isCurved) sweepCurved();
  else writeTimeOfImpact(found, movingA, movingB);
  const fraction = found[FOUND_FRACTION];
  if (!(fraction < impact[IMPACT_FRACTION])) return;
  touch[IMPACT_FRACTION] = fraction;
  // Backwards, only the fraction is asked for.
  if (backwards) {
    pair.takeTouch(touch);
    return;
  }
  // A turning piece meets the other at a single point.
  touch[TOUCH_FROM] = 0;
  touch[TOUCH_TO] = 0;
  if (fraction === 0 || isCurved) {
    apart[APART_AT] = fraction;
    measureApart();
    touch[IMPACT_X] = manifold[CONTACT_POINTS] + origin[0];
    touch[IMPACT_Y] = manifold[CONTACT_POINTS + 1] + origin[1];
    touch[IMPACT_NORMAL_X] = manifold[CONTACT_NORMAL_X];
    touch[IMPACT_NORMAL_Y] = manifold[CONTACT_NORMAL_Y];
  } else {
    touch[IMPACT_X] = found[0];
    touch[IMPACT_Y] = found[1];
    touch[IMPACT_NORMAL_X] = found[2];
    touch[IMPACT_NORMAL_Y] = found[3];
  }
  if (isMet(paths)) pair.takeTouch(touch);
}

/**
 * Sweeps curved pieces by halving intervals of time, which only needs their distance at given times, however they turn.
 */
function sweepCurved(): void {
  const a = movingA.motion;
  const b = movingB.motion;
  const wayX = b[3] - b[0] - (a[3] - a[0]);
  const wayY = b[4] - b[1] - (a[4] - a[1]);
  // An upper bound of the distance from a piece's centre of rotation to its farthest point.
  const reachA = Math.SQRT2 * spreadOf(movingA.piece);
  const reachB = Math.SQRT2 * spreadOf(movingB.piece);
  const speed = Math.sqrt(wayX * wayX + wayY * wayY) + Math.abs(a[5] - a[2]) * reachA + Math.abs(b[5] - b[2]) * reachB;
  halving[0] = speed;
  halving[1] = 1;
  halving[2] = CURVED_TOLERANCE;
  halveIntervals(halving, measureHalving);
  found[FOUND_FRACTION] = halving[HALVING_FRACTION];
}

function measureHalving(at: Float64Array): void {
  const fraction = at[HALVING_FRACTION];
  pair.apart[APART_AT] = fraction;
  placeBoth();
  curveOf(placedA, placedB)!.measure(at, HALVING_DISTANCE, placedA, placedB, fraction > 0);
}

/**
 * Writes to `pair.apart` the separation of the current pieces after the part of the way that `pair.apart` holds, and
 * their contact to `manifold`.
 */
export function measureApart(): void {
  placeBoth();
  const points = collidePlaced(manifold, features, placedA, placedB, NO_LIMIT);
  const first = manifold[CONTACT_POINTS + CONTACT_SEPARATION];
  const second = manifold[CONTACT_POINTS + CONTACT_POINT_STRIDE + CONTACT_SEPARATION];
  pair.apart[APART] = points < 2 ? first : Math.min(first, second);
}

/** Writes to `pair.apart` the sizes of the pieces that were measured last. */
export function writeSpreads(): void {
  pair.apart[APART_SPREAD_A] = spreadOf(placedA);
  pair.apart[APART_SPREAD_B] = spreadOf(placedB);
}

function placeBoth(): void {
  placeAt(placedA, pair.slotA, pair.childA, movingA.motion);
  placeAt(placedB, pair.slotB, pair.childB, movingB.motion);
}

/** Places a piece after a part of its motion, about `origin`. */
function placeAt(piece: PlacedPiece, slot: number, child: number, motion: Float64Array): void {
  const set = pair.set!;
  const fraction = pair.apart[APART_AT];
  const end = pair.backwards ? 0 : MOTION_STRIDE / 2;
  // How the collider lies about the point that it turns about, at the end of its path.
  setFrame(motion, end);
  placeCollider(set, slot);
  cosSin(turned, 0, motion[2] + fraction * (motion[5] - motion[2]));
  const c = turned[0];
  const s = turned[1];
  const x = placement[POSE_X];
  const y = placement[POSE_Y];
  const cosine = placement[POSE_COS];
  const sine = placement[POSE_SIN];
  placement[POSE_X] = c * x - s * y + (motion[0] - origin[0]) + fraction * (motion[3] - motion[0]);
  placement[POSE_Y] = s * x + c * y + (motion[1] - origin[1]) + fraction * (motion[4] - motion[1]);
  placement[POSE_COS] = c * cosine - s * sine;
  placement[POSE_SIN] = s * cosine + c * sine;
  const kind = set.kinds[slot];
  if (isInlineKind(kind)) loadInline(piece, kind);
  else {
    const shape = registeredOf(set, slot);
    shape.record.load(piece, shape, child);
  }
}

/**
 * Loads piece number i of a collider about the point it turns about, as it lies at the end. Returns which child it is.
 */
function loadTurning(cursor: PieceCursor, set: ColliderSet, slot: number, i: number, motion: Float64Array): number {
  const end = pair.backwards ? 0 : MOTION_STRIDE / 2;
  setFrame(motion, end);
  return cursor.load(set, slot, i);
}

/** Reads the motion of a collider in the direction of the sweep: as in motion.ts, about its entity's position. */
function takeMotion(out: Float64Array, { motions }: SweptPaths, slot: number): void {
  const set = pair.set!;
  const from = slot * MOTION_STRIDE;
  const half = MOTION_STRIDE / 2;
  const isStatic = (set.slots.flags[slot] & FLAG_STATIC) !== 0;
  for (let i = 0; i < half; i++) {
    // A static collider does not turn, so it may as well turn about the middle of its shape.
    const rest = i < 2 ? set.poses[slot * POSE_STRIDE + (i === 0 ? POSE_X : POSE_Y)] : 0;
    const start = isStatic ? rest : motions[from + i];
    const end = isStatic ? rest : motions[from + half + i];
    out[i] = pair.backwards ? end : start;
    out[half + i] = pair.backwards ? start : end;
  }
}

function setFrame(motion: Float64Array, at: number): void {
  frameOrigin[0] = motion[at];
  frameOrigin[1] = motion[at + 1];
}

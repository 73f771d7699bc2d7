import { IMPACT_EXIT, IMPACT_FRACTION } from '../../core/swept/swept-pair.ts';
import type { SweptPaths } from '../../core/swept/swept-paths.ts';
import { POSE_RADIUS, POSE_STRIDE, POSE_X, POSE_Y } from '../collider-set.ts';
import {
  castRayDisc,
  castRayPiece,
  HIT_FRACTION,
  HIT_NORMAL_X,
  HIT_NORMAL_Y,
  RAY_DIRECTION_X,
  RAY_DIRECTION_Y,
  RAY_LENGTH,
  RAY_RADIUS,
  RAY_X,
  RAY_Y,
  writeLeave,
} from '../geometry/ray/cast-ray-piece.ts';
import { frameOrigin } from '../narrow-phase/load-collider.ts';
import {
  castPiece,
  HIT_FROM,
  HIT_TO,
  HIT_WITH_POINT_LENGTH,
  HIT_X,
  HIT_Y,
  TRANSLATION_LENGTH,
  TRANSLATION_LIMIT,
  TRANSLATION_X,
  TRANSLATION_Y,
  writeSpan,
} from '../queries/cast-piece.ts';
import type { PlacedPiece } from '../shapes/placed-piece.ts';
import { SHAPE_CIRCLE } from '../shapes/shape-kind.ts';
import { IMPACT_NORMAL_X, IMPACT_NORMAL_Y, IMPACT_X, IMPACT_Y, TOUCH_FROM, TOUCH_TO, touch } from './impact.ts';
import { arePassed } from './passed-pieces.ts';
import { isMet } from './settle-impact.ts';
import { pair, WAY_A, WAY_AB, WAY_B, WAY_BA } from './swept-pair.ts';

const hit = new Float64Array(HIT_WITH_POINT_LENGTH);
const ray = new Float64Array(RAY_LENGTH);
const centre = new Float64Array(2);
const translation = new Float64Array(TRANSLATION_LENGTH);

/**
 * Sweeps two circles that do not turn, the most usual pair, as `sweepStraight` does, without loading pieces. Returns
 * whether the result is complete.
 */
export function sweepCircles(): boolean {
  const { slotA, slotB, backwards, turns, ways, impact } = pair;
  const { kinds, poses } = pair.set!;
  if (turns || kinds[slotA] !== SHAPE_CIRCLE || kinds[slotB] !== SHAPE_CIRCLE) return false;
  const a = slotA * POSE_STRIDE;
  const b = slotB * POSE_STRIDE;
  const sign = backwards ? -1 : 1;
  const wayX = sign * ways[WAY_BA];
  const wayY = sign * ways[WAY_BA + 1];
  ray[RAY_X] = 0;
  ray[RAY_Y] = 0;
  ray[RAY_DIRECTION_X] = wayX;
  ray[RAY_DIRECTION_Y] = wayY;
  ray[RAY_RADIUS] = poses[a + POSE_RADIUS] + poses[b + POSE_RADIUS];
  centre[0] = poses[b + POSE_X] - (poses[a + POSE_X] + (backwards ? 0 : ways[WAY_AB]));
  centre[1] = poses[b + POSE_Y] - (poses[a + POSE_Y] + (backwards ? 0 : ways[WAY_AB + 1]));
  castRayDisc(hit, ray, centre);
  // Pieces that overlap at the start need a point and a way out, which this routine does not compute.
  if (hit[HIT_FRACTION] === 0 && !backwards) return false;
  writeLeave(impact, IMPACT_EXIT);
  if (!(hit[HIT_FRACTION] <= 1)) return true;
  const radius = poses[a + POSE_RADIUS];
  hit[HIT_X] = hit[HIT_FRACTION] * wayX - radius * hit[HIT_NORMAL_X];
  hit[HIT_Y] = hit[HIT_FRACTION] * wayY - radius * hit[HIT_NORMAL_Y];
  pair.childA = 0;
  pair.childB = 0;
  writeTouch();
  pair.takeTouch(touch);
  return true;
}

/**
 * Casts piece number i of A along its way as seen from B at piece number k of B. The frame's origin is where A is at
 * the start.
 */
export function sweepStraight(paths: SweptPaths, i: number, k: number): void {
  const { slotA, slotB, backwards, ways, impact, cursorA, cursorB } = pair;
  const set = pair.set!;
  const { poses } = set;
  const a = slotA * POSE_STRIDE;
  const sign = backwards ? -1 : 1;
  frameOrigin[0] = poses[a + POSE_X];
  frameOrigin[1] = poses[a + POSE_Y];
  pair.childA = cursorA.load(set, slotA, i);
  // The pose of B is the one at the end of its path, so the origin is shifted by its way: B is then loaded where it is
  // at the start.
  frameOrigin[0] = poses[a + POSE_X] + (backwards ? 0 : ways[WAY_AB]);
  frameOrigin[1] = poses[a + POSE_Y] + (backwards ? 0 : ways[WAY_AB + 1]);
  pair.childB = cursorB.load(set, slotB, k);
  if (!backwards && arePassed(cursorA.piece, cursorB.piece)) return;
  translation[TRANSLATION_X] = sign * ways[WAY_BA];
  translation[TRANSLATION_Y] = sign * ways[WAY_BA + 1];
  translation[TRANSLATION_LIMIT] = 1;
  const pieceA = cursorA.piece;
  const pieceB = cursorB.piece;
  const isCircle = pieceA.count === 1 || pieceB.count === 1;
  const isClosed = isCircle && pieceA.curve === undefined && pieceB.curve === undefined;
  if (isClosed && pieceA.count === 1) castCircle(1, pieceA, pieceB);
  else if (isClosed) castCircle(-1, pieceB, pieceA);
  // For a circle that overlaps at the start, a point and a way out must be found.
  if (!isClosed || (hit[HIT_FRACTION] === 0 && !backwards)) {
    castPiece(hit, pieceA, pieceB, translation, 'hit');
    impact[IMPACT_EXIT] = NaN;
  }
  if (!(hit[HIT_FRACTION] < impact[IMPACT_FRACTION])) return;
  writeTouch();
  if (!backwards) writeFlat();
  if (backwards || isMet(paths)) pair.takeTouch(touch);
}

/** Writes how far the two pieces lie flat on each other: where the faces of both are. */
function writeFlat(): void {
  const { cursorA, cursorB } = pair;
  writeSpan(hit, cursorA.piece, translation, 1);
  const from = hit[HIT_FROM];
  const to = hit[HIT_TO];
  writeSpan(hit, cursorB.piece, translation, -1);
  // The span of B goes by the normal of the hit, and that of `touch` is its opposite.
  touch[TOUCH_FROM] = 0 - Math.min(to, hit[HIT_TO]);
  touch[TOUCH_TO] = 0 - Math.max(from, hit[HIT_FROM]);
}

/** Writes `touch` from the hit of A's piece, which is seen from B, in a frame whose origin is where A starts. */
function writeTouch(): void {
  const { ways } = pair;
  const { poses } = pair.set!;
  const a = pair.slotA * POSE_STRIDE;
  const fraction = hit[HIT_FRACTION];
  touch[IMPACT_FRACTION] = fraction;
  touch[IMPACT_NORMAL_X] = 0 - hit[HIT_NORMAL_X];
  touch[IMPACT_NORMAL_Y] = 0 - hit[HIT_NORMAL_Y];
  // The hit is relative to where A starts, and it is on B, which has moved by its own share of the way.
  touch[IMPACT_X] = poses[a + POSE_X] - ways[WAY_A] + hit[HIT_X] + fraction * ways[WAY_B];
  touch[IMPACT_Y] = poses[a + POSE_Y] - ways[WAY_A + 1] + hit[HIT_Y] + fraction * ways[WAY_B + 1];
}

/**
 * Casts a circle at the other piece, along the translation where the circle is A and against it where it is B: the
 * circle's centre is cast as a ray at the other piece, grown by the circle's radius. Writes the hit as `castPiece` of A
 * at B.
 */
function castCircle(sign: number, circle: PlacedPiece, other: PlacedPiece): void {
  ray[RAY_X] = circle.vertices[0];
  ray[RAY_Y] = circle.vertices[1];
  ray[RAY_DIRECTION_X] = sign * translation[TRANSLATION_X];
  ray[RAY_DIRECTION_Y] = sign * translation[TRANSLATION_Y];
  ray[RAY_RADIUS] = circle.radius + other.radius;
  castRayPiece(hit, ray, other.vertices, other.normals, 0, other.count);
  const fraction = hit[HIT_FRACTION];
  if (!(fraction <= 1)) hit[HIT_FRACTION] = Infinity;
  writeLeave(pair.impact, IMPACT_EXIT);
  // The hit lies in the frame in which B stands still, as `castPiece` of A at B writes it: if A is the circle, its
  // centre has moved by the fraction of the translation; if B is, the centre is where it was.
  const along = sign > 0 ? fraction : 0;
  hit[HIT_X] = circle.vertices[0] + along * translation[TRANSLATION_X] - circle.radius * hit[HIT_NORMAL_X];
  hit[HIT_Y] = circle.vertices[1] + along * translation[TRANSLATION_Y] - circle.radius * hit[HIT_NORMAL_Y];
  hit[HIT_NORMAL_X] = sign * hit[HIT_NORMAL_X];
  hit[HIT_NORMAL_Y] = sign * hit[HIT_NORMAL_Y];
}

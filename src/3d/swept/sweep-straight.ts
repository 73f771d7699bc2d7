import { HIT_FRACTION, HIT_NORMAL } from '../../core/queries/cast-piece.ts';
import { IMPACT_EXIT, IMPACT_FRACTION, IMPACT_NORMAL } from '../../core/swept/swept-pair.ts';
import { BODY_RADIUS, BODY_STRIDE, BODY_X } from '../geometry/body-pose.ts';
import { pairOrigin, setPairOrigin } from '../narrow-phase/pair-origin.ts';
import { penetrateBodies } from '../queries/body-pairs.ts';
import { castPiece } from '../queries/cast-piece.ts';
import type { QueryBody } from '../queries/query-body.ts';
import { SHAPE_SPHERE } from '../shapes/shape-kind.ts';
import { IMPACT_POINT, touch } from './impact.ts';
import { arePassed } from './passed-pieces.ts';
import { isMet } from './settle-impact.ts';
import { pair, WAY_A, WAY_AB, WAY_B, WAY_BA } from './swept-pair.ts';
import type { SweptPaths } from './swept-paths.ts';

/** The hit and the translation of a cast: see core/queries/cast-piece.ts. */
const hit = new Float64Array(7);
const HIT_POINT = 4;
const translation = new Float64Array(8);
const DIRECTION = 3;
const LIMIT = 7;

/** From A to B, where the sweep begins, and the way of A as seen from B. */
const apart = new Float64Array(3);
const way = new Float64Array(3);

/**
 * Two spheres that do not turn, which is most of what is swept: as `sweepStraight`, without pieces. Returns whether
 * that is all there is to find.
 *
 * They touch when |c − t w| = R. With D = R² w² − |c × w|², in which nothing is lost however far the two are, that is
 * so at t = (c² − R²) / (c·w + √D), and again at (c·w + √D) / w².
 */
export function sweepSpheres(): boolean {
  const { slotA, slotB, backwards, turns, ways, impact } = pair;
  const { kinds, poses } = pair.set!;
  if (turns || kinds[slotA] !== SHAPE_SPHERE || kinds[slotB] !== SHAPE_SPHERE) return false;
  const a = slotA * BODY_STRIDE;
  const b = slotB * BODY_STRIDE;
  for (let axis = 0; axis < 3; axis++) {
    const start = poses[a + BODY_X + axis] + (backwards ? 0 : ways[WAY_AB + axis]);
    apart[axis] = poses[b + BODY_X + axis] - start;
    way[axis] = backwards ? 0 - ways[WAY_BA + axis] : ways[WAY_BA + axis];
  }
  const x = apart[0];
  const y = apart[1];
  const z = apart[2];
  const wayX = way[0];
  const wayY = way[1];
  const wayZ = way[2];
  const radiusA = poses[a + BODY_RADIUS];
  const radius = radiusA + poses[b + BODY_RADIUS];
  const distance = Math.sqrt(x * x + y * y + z * z);
  // Spheres that overlap at the start need a point and a way out, which this routine does not compute.
  if (distance <= radius && !backwards) return false;
  const along = x * wayX + y * wayY + z * wayZ;
  const crossX = y * wayZ - z * wayY;
  const crossY = z * wayX - x * wayZ;
  const crossZ = x * wayY - y * wayX;
  const square = wayX * wayX + wayY * wayY + wayZ * wayZ;
  const root = radius * radius * square - (crossX * crossX + crossY * crossY + crossZ * crossZ);
  const later = along + Math.sqrt(root);
  let fraction = distance <= radius ? 0 : ((distance - radius) * (distance + radius)) / later;
  // Also for NaN, of spheres that pass each other by.
  if (!(fraction >= 0 && fraction <= 1)) fraction = Infinity;
  impact[IMPACT_EXIT] = later / square;
  if (fraction === Infinity) return true;
  touch[IMPACT_FRACTION] = fraction;
  let length = 0;
  for (let axis = 0; axis < 3; axis++) {
    const toB = apart[axis] - fraction * way[axis];
    touch[IMPACT_NORMAL + axis] = toB;
    length += toB * toB;
  }
  length = Math.sqrt(length);
  for (let axis = 0; axis < 3; axis++) {
    const normal = touch[IMPACT_NORMAL + axis] / length;
    touch[IMPACT_NORMAL + axis] = normal;
    const startA = poses[a + BODY_X + axis] - ways[WAY_A + axis];
    touch[IMPACT_POINT + axis] = startA + fraction * ways[WAY_A + axis] + radiusA * normal;
  }
  pair.childA = 0;
  pair.childB = 0;
  pair.takeTouch(touch);
  return true;
}

/** Casts piece number i of A along its way as seen from B at piece number k of B. About where A is at the start. */
export function sweepStraight(paths: SweptPaths, i: number, k: number): void {
  const { slotA, slotB, backwards, ways, impact, cursorA, cursorB } = pair;
  const set = pair.set!;
  setPairOrigin(set, slotA);
  pair.childA = cursorA.load(set, slotA, i);
  // From the end of B's path, where its pose is, to where it is at the start.
  if (!backwards) for (let axis = 0; axis < 3; axis++) pairOrigin[axis] += ways[WAY_AB + axis];
  pair.childB = cursorB.load(set, slotB, k);
  if (!backwards && arePassed(cursorA.piece, cursorB.piece)) return;
  for (let axis = 0; axis < 3; axis++) {
    translation[DIRECTION + axis] = backwards ? 0 - ways[WAY_BA + axis] : ways[WAY_BA + axis];
  }
  translation[LIMIT] = 1;
  castPiece(hit, cursorA.piece, cursorB.piece, translation, 'hit');
  if (hit[HIT_FRACTION] === 0 && !backwards && areOutside(cursorA.piece, cursorB.piece)) {
    // What lies on a floor, or a hair above it, does not meet it by moving along it.
    castPiece(hit, cursorA.piece, cursorB.piece, translation, 'ignore-separating');
  }
  impact[IMPACT_EXIT] = NaN;
  if (!(hit[HIT_FRACTION] < impact[IMPACT_FRACTION])) return;
  writeTouch();
  if (backwards || isMet(paths)) pair.takeTouch(touch);
}

/** See `PieceCastRoutines.penetrate`. */
const deepest = new Float64Array(10);
const DEPTH = 9;
/** How deep rounding may put pieces into each other that touch, relative to their sizes: 64 roundings. */
const DEPTH_ROUNDING = 2 ** -46;

/** Whether two pieces touch at most, which casts and contacts need not see alike. */
function areOutside(pieceA: QueryBody, pieceB: QueryBody): boolean {
  penetrateBodies(deepest, pieceA, pieceB);
  const sizes = pieceA.body.reach + pieceA.body.rounding + pieceB.body.reach + pieceB.body.rounding;
  return deepest[DEPTH] <= DEPTH_ROUNDING * sizes;
}

/** Writes `touch` from the hit of A's piece, which is seen from B, in a frame whose origin is where A starts. */
function writeTouch(): void {
  const { slotA, ways } = pair;
  const { poses } = pair.set!;
  const fraction = hit[HIT_FRACTION];
  touch[IMPACT_FRACTION] = fraction;
  for (let axis = 0; axis < 3; axis++) {
    touch[IMPACT_NORMAL + axis] = 0 - hit[HIT_NORMAL + axis];
    // The frame is about where A starts, and the point on B, which goes its own way.
    const start = poses[slotA * BODY_STRIDE + BODY_X + axis] - ways[WAY_A + axis];
    touch[IMPACT_POINT + axis] = start + hit[HIT_POINT + axis] + fraction * ways[WAY_B + axis];
  }
}

import { FLAG_STATIC } from '../../core/collider-slots.ts';
import { compositeOf } from '../../core/shapes/registered-of.ts';
import { IMPACT_FRACTION } from '../../core/swept/swept-pair.ts';
import { isTurning, type SweptPaths } from '../../core/swept/swept-paths.ts';
import { EPSILON } from '../../core/tolerance.ts';
import { BODY_STRIDE, BODY_X } from '../geometry/body-pose.ts';
import { bodyReach, type ConvexBody, measureBall } from '../geometry/convex/convex-body.ts';
import {
  COURSE_AXIS,
  COURSE_LEAST,
  COURSE_LEAST_AT_ENDS,
  COURSE_TURN_OF_A,
  COURSE_TURN_OF_B,
  course,
  stayApart,
  TURN_QUATERNION,
} from '../geometry/sweep/stay-apart.ts';
import { pairOrigin, setPairOrigin } from '../narrow-phase/pair-origin.ts';
import { missesPiece } from '../queries/misses-piece.ts';
import { QueryBody } from '../queries/query-body.ts';
import { sphereCore } from '../shapes/sphere-core.ts';
import { pair, WAY_AB, WAY_BA } from './swept-pair.ts';

/** The translation of a cast and how much of it counts: see core/queries/cast-piece.ts. */
const translation = new Float64Array(8);
const DIRECTION = 3;
const limit = new Float64Array(1);
/** The ball that holds a piece in every rotation, which stands for a piece that turns. */
const ball = /* @__PURE__ */ new QueryBody();

/**
 * Returns whether a cheap test proves that piece number i of A and piece number k of B do not meet on their ways. It
 * rules out most pairs whose paths have overlapping bounds, and most triangles near a path. False proves nothing.
 */
export function missOnWay(paths: SweptPaths, i: number, k: number): boolean {
  const set = pair.set!;
  const isSurfaceA = compositeOf(set, pair.slotA)?.surface !== undefined;
  const isSurfaceB = compositeOf(set, pair.slotB)?.surface !== undefined;
  return isSurfaceA === isSurfaceB
    ? !isSurfaceA && arePiecesApart(paths, i, k)
    : missesTriangleOnWay(paths, i, k, isSurfaceA);
}

/** Relative to the lengths involved: more than rounding makes of a distance. */
const ROUNDING = 64 * EPSILON;

/**
 * A share of the sizes that is larger than the share by which a turning piece may be found to touch too early: see
 * sweep-turning.ts.
 */
const TOLERANCE = 2 ** -38;

/**
 * For the piece of A, then for that of B: an upper bound of how much farther than the piece's position any of its
 * points moves while the piece turns, and one of how far any of its points gets from the straight and even way between
 * the point's start and end.
 */
const swings = new Float64Array(2);
const bends = new Float64Array(2);
/** How far the two pieces reach from the points that they turn about, or from their places where they do not. */
const extents = new Float64Array(2);

/**
 * Returns whether two convex pieces are apart along one axis all the way: along it, they are so far apart half-way, as
 * they lie at the end, that neither half of the way nor their turning closes the gap, or so far apart at both ends that
 * the bends of their ways in between do not close the gap. The axes are those along which the Frank-Wolfe algorithm
 * approaches the point of the Minkowski difference of the pieces that is nearest to the origin.
 */
function arePiecesApart(paths: SweptPaths, i: number, k: number): boolean {
  const { slotA, slotB, cursorA, cursorB, ways } = pair;
  const set = pair.set!;
  setPairOrigin(set, slotA);
  cursorA.load(set, slotA, i);
  cursorB.load(set, slotB, k);
  if (cursorA.piece.isHalfSpace || cursorB.piece.isHalfSpace) return false;
  const a = cursorA.piece.body;
  const b = cursorB.piece.body;
  writeTurning(0, paths, a, slotA, COURSE_TURN_OF_A);
  writeTurning(1, paths, b, slotB, COURSE_TURN_OF_B);
  const halfX = 0.5 * ways[WAY_BA];
  const halfY = 0.5 * ways[WAY_BA + 1];
  const halfZ = 0.5 * ways[WAY_BA + 2];
  const size =
    Math.abs(b.x) +
    Math.abs(b.y) +
    Math.abs(b.z) +
    Math.abs(halfX) +
    Math.abs(halfY) +
    Math.abs(halfZ) +
    extents[0] +
    extents[1];
  const around = a.rounding + b.rounding;
  course[0] = halfX;
  course[1] = halfY;
  course[2] = halfZ;
  course[COURSE_LEAST] = (1 + ROUNDING) * (around + swings[0] + swings[1]) + ROUNDING * size;
  course[COURSE_AXIS] = b.x - a.x + halfX;
  course[COURSE_AXIS + 1] = b.y - a.y + halfY;
  course[COURSE_AXIS + 2] = b.z - a.z + halfZ;
  course[COURSE_LEAST_AT_ENDS] = pair.turns
    ? (1 + TOLERANCE) * (around + bends[0] + bends[1]) + TOLERANCE * size
    : Infinity;
  return stayApart(a, b);
}

/**
 * Writes how far a piece reaches, the two bounds of `swings`, and, to the course, the point about which it turns and
 * its turn. A point at the distance r from that point, which turns no faster than v, is accelerated by no more than v²
 * r (see time-of-impact.ts), so that it is never farther from the even way between its ends than an eighth of this.
 */
function writeTurning(at: number, { motions, layout }: SweptPaths, body: ConvexBody, slot: number, turn: number): void {
  const from = slot * layout.stride;
  measureBall(body);
  extents[at] = bodyReach[0];
  swings[at] = 0;
  bends[at] = 0;
  course.fill(0, turn, turn + TURN_QUATERNION + 3);
  course[turn + TURN_QUATERNION + 3] = 1;
  // A static collider has no motion.
  if ((pair.set!.slots.flags[slot] & FLAG_STATIC) !== 0) return;
  const end = from + layout.placeStride;
  for (let axis = 0; axis < 3; axis++) course[turn + axis] = motions[end + axis] - pairOrigin[axis];
  for (let part = 0; part < 4; part++) {
    course[turn + TURN_QUATERNION + part] = motions[from + TURN_QUATERNION + part];
  }
  const dx = body.x - course[turn];
  const dy = body.y - course[turn + 1];
  const dz = body.z - course[turn + 2];
  const speed = Math.abs(motions[from + layout.turnAt]);
  extents[at] += Math.sqrt(dx * dx + dy * dy + dz * dz);
  swings[at] = speed * extents[at];
  bends[at] = (speed * speed * extents[at]) / 8;
}

/**
 * Returns whether a piece misses a triangle, of A or else of B, on the way. A piece that turns is taken for the sphere
 * about its entity's position that holds it.
 */
function missesTriangleOnWay(paths: SweptPaths, i: number, k: number, isSurfaceA: boolean): boolean {
  const { slotA, slotB, cursorA, cursorB, ways } = pair;
  const set = pair.set!;
  const surface = isSurfaceA ? slotA : slotB;
  const other = isSurfaceA ? slotB : slotA;
  if (isTurning(paths, set, surface)) return false;
  const cursor = isSurfaceA ? cursorB : cursorA;
  const way = isSurfaceA ? WAY_AB : WAY_BA;
  const turns = isTurning(paths, set, other);
  const { motions, layout } = paths;
  const end = turns ? motions : set.poses;
  const at = turns ? other * layout.stride + layout.placeStride : other * BODY_STRIDE + BODY_X;
  for (let axis = 0; axis < 3; axis++) pairOrigin[axis] = end[at + axis];
  cursor.load(set, other, isSurfaceA ? k : i);
  let mover = cursor.piece;
  if (mover.isHalfSpace) return false;
  if (turns) {
    const { body } = mover;
    measureBall(body);
    ball.body.core = sphereCore;
    ball.body.rounding = Math.sqrt(body.x * body.x + body.y * body.y + body.z * body.z) + bodyReach[0] + body.rounding;
    mover = ball;
  }
  for (let axis = 0; axis < 3; axis++) {
    pairOrigin[axis] -= ways[way + axis];
    translation[DIRECTION + axis] = ways[way + axis];
  }
  (isSurfaceA ? cursorA : cursorB).load(set, surface, isSurfaceA ? i : k);
  limit[0] = pair.backwards ? 1 : Math.min(1, pair.impact[IMPACT_FRACTION]);
  return missesPiece(mover, (isSurfaceA ? cursorA : cursorB).piece, translation, limit);
}

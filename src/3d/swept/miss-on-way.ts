import { compositeOf } from '../../core/shapes/registered-of.ts';
import { IMPACT_FRACTION } from '../../core/swept/swept-pair.ts';
import { isTurning, type SweptPaths } from '../../core/swept/swept-paths.ts';
import { BODY_STRIDE, BODY_X } from '../geometry/body-pose.ts';
import { pairOrigin } from '../narrow-phase/pair-origin.ts';
import { missesPiece } from '../queries/misses-piece.ts';
import { QueryBody } from '../queries/query-body.ts';
import { sphereCore } from '../shapes/sphere-core.ts';
import { pair, WAY_AB, WAY_BA } from './swept-pair.ts';

/** The translation of a cast and how much of it counts: see core/queries/cast-piece.ts. */
const translation = new Float64Array(8);
const DIRECTION = 3;
const limit = new Float64Array(1);
/** What holds a piece that turns, however it lies. */
const ball = /* @__PURE__ */ new QueryBody();

/**
 * Whether it is cheap to see that piece number i of A and piece number k of B, of which one is a triangle, do not meet
 * on their ways: most triangles near a path are left out by that. A piece that turns is taken for the sphere about its
 * entity's position that holds it. False says nothing.
 */
export function missOnWay(paths: SweptPaths, i: number, k: number): boolean {
  const { slotA, slotB, cursorA, cursorB, ways } = pair;
  const set = pair.set!;
  const isSurfaceA = compositeOf(set, slotA)?.surface !== undefined;
  const isSurfaceB = compositeOf(set, slotB)?.surface !== undefined;
  if (isSurfaceA === isSurfaceB) return false;
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
    ball.body.core = sphereCore;
    ball.body.rounding = Math.sqrt(body.x * body.x + body.y * body.y + body.z * body.z) + body.reach + body.rounding;
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

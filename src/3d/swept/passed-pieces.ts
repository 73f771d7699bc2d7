import { compositeOf } from '../../core/shapes/registered-of.ts';
import { type ConvexBody, writeBodyMiddle } from '../geometry/convex/convex-body.ts';
import type { QueryBody } from '../queries/query-body.ts';
import { SHAPE_COMPOUND } from '../shapes/shape-kind.ts';
import { writeTriangleNormal } from '../shapes/triangle-core.ts';
import { pair } from './swept-pair.ts';

const normal = new Float64Array(3);
const middle = new Float64Array(3);

/** Returns whether one of the pair is a surface that is solid from one side. */
export function hasOneSided(): boolean {
  return isOneSided(pair.slotA) || isOneSided(pair.slotB);
}

function isOneSided(slot: number): boolean {
  return compositeOf(pair.set!, slot)?.surface?.oneSided === true;
}

/**
 * Returns whether one of the two pieces is a triangle that is solid from one side, and the middle of the other is
 * behind it.
 */
export function arePassed(pieceA: QueryBody, pieceB: QueryBody): boolean {
  return (
    (isOneSided(pair.slotA) && isBehind(pieceA.body, pieceB)) ||
    (isOneSided(pair.slotB) && isBehind(pieceB.body, pieceA))
  );
}

/**
 * Returns whether the middle of a piece is behind a triangle. A discrete contact with a one-sided triangle does not
 * count there either. A half-space has no middle: it meets both sides.
 */
function isBehind({ corners }: ConvexBody, piece: QueryBody): boolean {
  if (piece.isHalfSpace) return false;
  writeTriangleNormal(normal, corners);
  writeBodyMiddle(middle, piece.body);
  if (isSurface(piece)) {
    for (let axis = 0; axis < 3; axis++) {
      const other = piece.body.corners;
      middle[axis] = (other[axis] + other[3 + axis] + other[6 + axis]) / 3;
    }
  }
  let height = 0;
  for (let axis = 0; axis < 3; axis++) height += (middle[axis] - corners[axis]) * normal[axis];
  return height < 0;
}

/**
 * Returns whether a piece is a triangle: these stand at the origin of the frame, and their corners say where they are.
 */
function isSurface({ kind }: QueryBody): boolean {
  return kind > SHAPE_COMPOUND;
}

import { compositeOf, registeredOf } from '../../core/shapes/registered-of.ts';
import { IMPACT_FRACTION } from '../../core/swept/swept-pair.ts';
import { HIT_FRACTION, HIT_NORMAL_X, HIT_NORMAL_Y } from '../geometry/ray/cast-ray-piece.ts';
import { isBehind } from '../narrow-phase/segment-contacts.ts';
import { HIT_WITH_POINT_LENGTH } from '../queries/cast-piece.ts';
import { surfaceCastsOf } from '../queries/surface-table.ts';
import type { PlacedPiece } from '../shapes/placed-piece.ts';
import { IMPACT_NORMAL_X, IMPACT_NORMAL_Y, touch } from './impact.ts';
import { pair } from './swept-pair.ts';

// Segments of one-sided chains and one-way tiles are solid from one side only: a body from the other side passes
// through them.

/** The hit of the moving shape on a tile that stands still, with the normal away from the tile. */
const from = new Float64Array(HIT_WITH_POINT_LENGTH);

/** Returns whether one of the two pieces is a one-sided segment, and the other starts behind it. */
export function arePassed(pieceA: PlacedPiece, pieceB: PlacedPiece): boolean {
  const set = pair.set!;
  const shapeA = compositeOf(set, pair.slotA);
  if (shapeA !== undefined && isBehind(shapeA, pieceA, pieceB)) return true;
  const shapeB = compositeOf(set, pair.slotB);
  return shapeB !== undefined && isBehind(shapeB, pieceB, pieceA);
}

/** Returns whether a chain of the pair is one-sided. */
export function isOneSided(): boolean {
  const { slotA, slotB } = pair;
  const set = pair.set!;
  return compositeOf(set, slotA)?.oneSided === true || compositeOf(set, slotB)?.oneSided === true;
}

/** Returns whether one of the two pieces is a one-way tile, and `touch` does not meet it from above. */
export function isOneWayPassed(): boolean {
  const { slotA, slotB, childA, childB } = pair;
  if (isOneWayTile(slotB, childB) && !isMetFromAbove(-1, slotB, childB)) return true;
  return isOneWayTile(slotA, childA) && !isMetFromAbove(1, slotA, childA);
}

/**
 * Returns whether a tile is met from above. The normal of `touch` leads away from it where `sign` is 1, towards it for
 * −1.
 */
function isMetFromAbove(sign: number, slot: number, child: number): boolean {
  const shape = registeredOf(pair.set!, slot);
  from[HIT_FRACTION] = touch[IMPACT_FRACTION];
  from[HIT_NORMAL_X] = sign * touch[IMPACT_NORMAL_X];
  from[HIT_NORMAL_Y] = sign * touch[IMPACT_NORMAL_Y];
  // A shape that starts in the tile passes through it. If it is held by the tile at the end of its way, its contact
  // there says so.
  return from[HIT_FRACTION] > 0 && surfaceCastsOf(shape)!.admits!(from, pair.set!, slot, shape, child);
}

/** Returns whether a piece is a tile that is solid from above alone. */
export function isOneWayTile(slot: number, child: number): boolean {
  const shape = compositeOf(pair.set!, slot);
  return shape?.record.grid?.isOneWay(shape, child) === true;
}

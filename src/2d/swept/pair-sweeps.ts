import type { PairSweeps } from '../../core/swept/collide-swept.ts';
import type { ColliderSet } from '../collider-set.ts';
import { narrowPhase } from '../narrow-phase/narrow-phase.ts';
import { arePassed, isOneWayTile } from './passed-pieces.ts';
import { beginPairs } from './settle-impact.ts';
import { sweepCircles, sweepStraight } from './sweep-straight.ts';
import { measureApart, placedA, placedB, sweepTurning, takeMotions, writeSpreads } from './sweep-turning.ts';
import { pair } from './swept-pair.ts';

/** The routines by which pairs of colliders in the plane are swept. */
export const pairSweeps: PairSweeps<ColliderSet> = {
  pair,
  narrowPhase,
  beginPairs,
  sweepSimple: sweepCircles,
  takeMotions,
  missOnWay: undefined,
  sweepStraight,
  sweepTurning,
  measureApart,
  arePassed: () =>
    isOneWayTile(pair.slotA, pair.childA) || isOneWayTile(pair.slotB, pair.childB) || arePassed(placedA, placedB),
  writeSpreads,
};

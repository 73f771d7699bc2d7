import type { PairSweeps } from '../../core/swept/collide-swept.ts';
import type { ColliderSet } from '../collider-set.ts';
import { narrowPhase } from '../narrow-phase/narrow-phase.ts';
import { seamlessOf } from '../queries/seamless-of.ts';
import { impact, impactChildren } from './impact.ts';
import { arePassed, isGrid, isOneWayTile } from './passed-pieces.ts';
import { childOf, cursorA, cursorB, findPiecesOfA, findPiecesOfB } from './pieces-on-way.ts';
import { sweepCircles, sweepStraight } from './sweep-straight.ts';
import { apart, measureApart, placedA, placedB, sweepTurning, takeMotions, writeSpreads } from './sweep-turning.ts';
import { mayPassPieces, meetAtStart, pair, takePair } from './swept-pair.ts';
import type { SweptPaths } from './swept-paths.ts';

/** How pairs of the plane are swept. */
export const pairSweeps: PairSweeps<ColliderSet, SweptPaths> = {
  pair,
  impact,
  impactChildren,
  apart,
  cursorA,
  cursorB,
  narrowPhase,
  beginPairs(set) {
    pair.seamless = seamlessOf(set);
  },
  takePair,
  meetAtStart,
  mayPassPieces,
  sweepSimple: sweepCircles,
  takeMotions,
  findPiecesOfA,
  findPiecesOfB,
  sweepStraight,
  sweepTurning,
  measureApart(i, k) {
    pair.childA = childOf(cursorA, pair.slotA, i);
    pair.childB = childOf(cursorB, pair.slotB, k);
    measureApart();
  },
  arePassed: () =>
    isOneWayTile(pair.slotA, pair.childA) || isOneWayTile(pair.slotB, pair.childB) || arePassed(placedA, placedB),
  writeSpreads,
  isGrid,
};

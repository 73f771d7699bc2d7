import type { PairSweeps } from '../../core/swept/collide-swept.ts';
import type { ColliderSet } from '../collider-set.ts';
import { narrowPhase } from '../narrow-phase/narrow-phase.ts';
import { missOnWay } from './miss-on-way.ts';
import { placedA, placedB, takeMotions } from './moving-pieces.ts';
import { arePassed } from './passed-pieces.ts';
import { beginPairs } from './settle-impact.ts';
import { sweepSimple } from './sweep-simple.ts';
import { sweepStraight } from './sweep-straight.ts';
import { measureApart, sweepTurning, writeSpreads } from './sweep-turning.ts';
import { pair } from './swept-pair.ts';

/** The routines by which pairs of colliders in space are swept. */
export const pairSweeps: PairSweeps<ColliderSet> = {
  pair,
  narrowPhase,
  beginPairs,
  sweepSimple,
  takeMotions,
  missOnWay,
  sweepStraight,
  sweepTurning,
  measureApart,
  arePassed: () => arePassed(placedA, placedB),
  writeSpreads,
};

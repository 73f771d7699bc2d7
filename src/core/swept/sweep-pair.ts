import type { ColliderSet } from '../collider-set.ts';
import { IMPACT_EXIT, IMPACT_FRACTION, type PieceSweeps } from './swept-pair.ts';
import type { SweptPaths } from './swept-paths.ts';

/**
 * Finds where the pair that was taken up first touches on its ways, each of the two as large as it is at the end, and
 * writes `impact` and `impactChildren`. Backwards, paths and fraction run from the ends of the paths, and only the
 * fraction is written. For pieces that touch at the start the fraction is 0. A piece that starts behind a one-sided
 * piece passes through it.
 *
 * Pieces that only move are cast along the straight way of the one as seen from the other. Pieces that turn are
 * advanced step by step, each time only so far that nothing can touch before.
 */
export function sweepPair<Set extends ColliderSet>(
  sweeps: PieceSweeps<Set>,
  paths: SweptPaths,
  backwards: boolean,
): void {
  const { pair } = sweeps;
  const { impact, cursorA, cursorB, turns } = pair;
  impact[IMPACT_FRACTION] = Infinity;
  pair.backwards = backwards;
  if (sweeps.sweepSimple(paths)) return;
  pair.findPiecesOfA(paths);
  let areTaken = false;
  let count = 0;
  for (let i = 0; i < cursorA.count; i++) {
    pair.findPiecesOfB(paths, i);
    for (let k = 0; k < cursorB.count; k++) {
      if (sweeps.missOnWay?.(paths, i, k) === true) continue;
      if (!turns) {
        sweeps.sweepStraight(paths, i, k);
        continue;
      }
      // Most pairs in space are known to miss each other before anything asks for their motions.
      if (!areTaken) sweeps.takeMotions(paths);
      areTaken = true;
      sweeps.sweepTurning(paths, i, k);
    }
    count += cursorB.count;
  }
  if (turns || count > 1) impact[IMPACT_EXIT] = NaN;
}

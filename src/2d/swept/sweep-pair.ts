import { IMPACT_EXIT, IMPACT_FRACTION, impact } from './impact.ts';
import { isGrid } from './passed-pieces.ts';
import { cursorA, cursorB, findPiecesOfA, findPiecesOfB } from './pieces-on-way.ts';
import { sweepCircles, sweepStraight } from './sweep-straight.ts';
import { sweepTurning, takeMotions } from './sweep-turning.ts';
import { pair } from './swept-pair.ts';
import type { SweptPaths } from './swept-paths.ts';

/**
 * Finds where the pair that was taken up first touches on its ways, each of the two as large as it is at the end, and
 * writes `impact` and `impactChildren`. Backwards the paths run from their ends, and so does the fraction: only that is
 * written then. What touches at the start does so at 0. A segment of a one-sided chain is passed by what starts behind
 * it.
 *
 * What only moves is cast along the straight way it takes as seen from the other; what turns is advanced step by step,
 * each as far as nothing can touch.
 */
export function sweepPair(paths: SweptPaths, backwards: boolean): void {
  const { slotA, slotB, turns } = pair;
  impact[IMPACT_FRACTION] = Infinity;
  pair.backwards = backwards;
  if (sweepCircles()) return;
  pair.hasGrid = isGrid(slotA) || isGrid(slotB);
  if (turns) takeMotions(paths);
  findPiecesOfA(paths);
  let count = 0;
  for (let i = 0; i < cursorA.count; i++) {
    findPiecesOfB(paths, i);
    for (let k = 0; k < cursorB.count; k++) {
      if (turns) sweepTurning(paths, i, k);
      else sweepStraight(paths, i, k);
    }
    count += cursorB.count;
  }
  if (turns || count > 1) impact[IMPACT_EXIT] = NaN;
}

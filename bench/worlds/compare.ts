import type { Contest } from '../geometry/contest.ts';
import { spreadOf, type WorldResult } from './world-result.ts';

/** A contest with work before and after its passes that is not timed. */
export interface Timed extends Contest {
  readonly before?: Untimed;
  readonly afterwards?: Untimed;
}

interface Untimed {
  readonly ours: () => void | Promise<void>;
  readonly theirs: () => void | Promise<void>;
}

const WARM_UP_PASSES = 40;

/** Each side in turn, a pass at a time, swapping which goes first. @throws when the two do not agree on the answers. */
export async function compare(contest: Timed, passes: number): Promise<WorldResult> {
  const sides = { ours: [] as number[], theirs: [] as number[] };
  const found = { ours: 0, theirs: 0 };
  const run = async (side: 'ours' | 'theirs', isTimed: boolean): Promise<void> => {
    await contest.before?.[side]();
    const start = performance.now();
    found[side] += contest[side]();
    const ms = performance.now() - start;
    if (isTimed) sides[side].push(ms);
    await contest.afterwards?.[side]();
  };
  for (let i = -Math.min(WARM_UP_PASSES, passes); i < passes; i++) {
    await run(i % 2 === 0 ? 'ours' : 'theirs', i >= 0);
    await run(i % 2 === 0 ? 'theirs' : 'ours', i >= 0);
    if (contest.tolerance === 0 && found.ours !== found.theirs) break;
  }
  if (!(Math.abs(found.ours - found.theirs) <= contest.tolerance * Math.max(found.ours, found.theirs)))
    throw new Error(`${contest.family}, ${contest.name}: the answers differ, ${found.ours} against ${found.theirs}`);
  const isTick = contest.operations === 1;
  const factor = isTick ? 1 : 1000 / contest.operations;
  const { name, rival } = contest;
  const unit = isTick ? 'ms a tick' : 'µs';
  return { name, rival, unit, ours: spreadOf(sides.ours, factor), theirs: spreadOf(sides.theirs, factor) };
}

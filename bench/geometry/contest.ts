/** One question put to this package and to another implementation, on the same data. */
export interface Contest {
  readonly family: string;
  readonly name: string;
  readonly rival: string;
  /** Answers of one pass: what the time is divided by. */
  readonly operations: number;
  /** One pass over the data; returns a sum over the answers, so that nothing is optimised away. */
  readonly ours: () => number;
  readonly theirs: () => number;
  /** How far the two sums may be apart, relative to the larger; 0 when both must say the same. */
  readonly tolerance: number;
}

export interface Result {
  readonly contest: Contest;
  /** Medians, in nanoseconds an answer. */
  readonly ours: number;
  readonly theirs: number;
  /** Median over the rounds of theirs / ours: above 1 this package is faster. */
  readonly ratio: number;
}

function median(values: number[]): number {
  const sorted = values.slice().sort((a, b) => a - b);
  return sorted[sorted.length >> 1];
}

function time(pass: () => number, repeats: number): number {
  const start = performance.now();
  for (let i = 0; i < repeats; i++) pass();
  return (performance.now() - start) / repeats;
}

/** Long enough for a pass to be optimised and for the clock not to matter. */
const WARM_UP_MS = 300;
const ROUND_MS = 25;

/**
 * Runs both sides in turn, swapping which goes first each round, and keeps medians: what else the machine does
 * meanwhile hits both alike. Throws when the two do not agree on the answers.
 */
export function runContest(contest: Contest, rounds: number): Result {
  const a = contest.ours();
  const b = contest.theirs();
  if (!(Math.abs(a - b) <= contest.tolerance * Math.max(Math.abs(a), Math.abs(b)))) {
    throw new Error(`${contest.family}, ${contest.name}: the answers differ, ${a} against ${b}`);
  }
  const repeatsOurs = warmUp(contest.ours);
  const repeatsTheirs = warmUp(contest.theirs);
  const ours: number[] = [];
  const theirs: number[] = [];
  const ratios: number[] = [];
  for (let round = 0; round < rounds; round++) {
    let mine = 0;
    if (round % 2 === 0) mine = time(contest.ours, repeatsOurs);
    const others = time(contest.theirs, repeatsTheirs);
    if (round % 2 === 1) mine = time(contest.ours, repeatsOurs);
    ours.push(mine);
    theirs.push(others);
    ratios.push(others / mine);
  }
  const unit = 1e6 / contest.operations;
  return { contest, ours: median(ours) * unit, theirs: median(theirs) * unit, ratio: median(ratios) };
}

/** Runs a pass until it is warm and returns how many passes fill a round. */
function warmUp(pass: () => number): number {
  const start = performance.now();
  let passes = 0;
  let last = 0;
  while (passes < 3 || performance.now() - start < WARM_UP_MS) {
    last = time(pass, 1);
    passes++;
  }
  return Math.max(1, Math.round(ROUND_MS / last));
}

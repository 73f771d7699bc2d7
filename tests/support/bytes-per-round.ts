import { getHeapSpaceStatistics } from 'node:v8';

/** How long `bytesPerRound` measures. */
export interface Windows {
  /** Rounds in a window. */
  rounds: number;
  /** Windows at most. What a round really allocates shows in each; what the compiler leaves behind does not. */
  windows: number;
  /** Bytes a round that end the measurement. */
  enough: number;
}

/**
 * Returns how many bytes a round of `work` allocates: the least of several windows, each after a full collection. Runs
 * in a process with `--expose-gc` and a young generation that no window fills.
 */
export function bytesPerRound(work: () => void, { rounds, windows, enough }: Windows): number {
  let least = Infinity;
  const asking = Math.min(bytesOfAsking(), bytesOfAsking(), bytesOfAsking());
  for (let window = 0; window < windows && least >= enough; window++) {
    globalThis.gc!();
    const before = youngBytes();
    for (let i = 0; i < rounds; i++) work();
    least = Math.min(least, (youngBytes() - before - asking) / rounds);
  }
  return least;
}

/**
 * Returns the size of all young objects. A program's objects are young at first; the old space also grows and shrinks
 * by the code that V8 compiles and throws away.
 */
function youngBytes(): number {
  const young = getHeapSpaceStatistics().filter((space) => space.space_name.startsWith('new_'));
  return young.reduce((sum, space) => sum + space.space_used_size, 0);
}

/** Returns how many bytes it allocates to ask for the size of all young objects. */
function bytesOfAsking(): number {
  globalThis.gc!();
  const before = youngBytes();
  return youngBytes() - before;
}

import { getHeapSpaceStatistics } from 'node:v8';

declare const gc: (() => void) | undefined;

/** Bytes that two readings of the heap may differ by on their own. */
const HEAP_READING = 1024;
/** A peer that allocates more than this every tick does so of itself, not its compiler. */
const SETTLING_BYTES = 65_536;
/**
 * The bytes one round of work allocates: the growth of the young generation over many rounds, since reading it
 * allocates as well. Nothing is collected meanwhile, as it is several times larger than what is allocated. What a round
 * really allocates is in every window; of several the least counts, as in others a function that runs once a round is
 * not compiled yet and boxes its numbers. Null when it is too much to tell; `seconds` is how long it may take to
 * settle.
 */
export function bytesPer(work: () => void, seconds: number): number | null {
  const grown = (rounds: number): number => {
    gc?.();
    const before = youngBytes();
    for (let i = 0; i < rounds; i++) work();
    return youngBytes() - before;
  };
  grown(0);
  const idle = grown(0);
  const first = Math.max(1, grown(1) - idle);
  const start = performance.now();
  work();
  const ms = performance.now() - start;
  const rounds = Math.max(1, Math.min(300, Math.floor(2 ** 25 / first), Math.floor(300 / ms)));
  const end = performance.now() + 1000 * seconds;
  let least = Infinity;
  for (let i = 0; i < 3 || (least < SETTLING_BYTES && performance.now() < end); i++) {
    const bytes = grown(rounds) - idle;
    // The heap has shrunk: garbage was collected during the rounds, so this reading does not count.
    if (bytes < -HEAP_READING) continue;
    least = Math.min(least, bytes <= HEAP_READING ? 0 : bytes / rounds);
    if (least === 0) break;
  }
  return least === Infinity ? null : Math.round(least);
}

function youngBytes(): number {
  let bytes = 0;
  for (const { space_name, space_used_size } of getHeapSpaceStatistics())
    if (space_name.startsWith('new_')) bytes += space_used_size;
  return bytes;
}

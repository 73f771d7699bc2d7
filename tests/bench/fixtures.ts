import type { Result } from '../../bench/result.ts';

/** A made-up measurement. */
export function result(scenario: string, peer: string, medianMs: number, more: Partial<Result> = {}): Result {
  const counts = { pairs: 5000, contacts: 5000, began: 200, ended: 200, ticks: 100, warmUp: 50, bodies: 10_000 };
  const times = {
    medianMs,
    meanMs: 1.05 * medianMs,
    p95Ms: 1.1 * medianMs,
    p99Ms: 1.3 * medianMs,
    maxMs: 1.5 * medianMs,
    readMs: 0,
  };
  return { peer, scenario, ...times, ...counts, bytesPerTick: 0, ...more };
}

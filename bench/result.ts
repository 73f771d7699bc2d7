/** What a worker measured of one peer in one scenario. */
export interface Result {
  readonly peer: string;
  readonly scenario: string;
  /** The time of a whole tick, reading the contacts included; in scenarios of queries, the time of 10,000 queries. */
  readonly medianMs: number;
  readonly meanMs: number;
  readonly p95Ms: number;
  readonly p99Ms: number;
  readonly maxMs: number;
  /** Median of the reading alone. */
  readonly readMs: number;
  /** Means over the measured ticks, which are the same ticks for all peers. */
  readonly pairs: number;
  readonly contacts: number;
  readonly began: number;
  readonly ended: number;
  /** Bytes that a tick allocates on the JavaScript heap; null where collections hide how many. */
  readonly bytesPerTick: number | null;
  /**
   * Milliseconds of the first tick of a process, and the mean of its 26th to 30th tick, before anything has warmed up.
   */
  readonly firstMs?: number;
  readonly thirtiethMs?: number;
  /** Bytes for each body: of the stores alone, and of everything, which is JS heap, contacts and bitECS included. */
  readonly bytesPerBody?: number;
  readonly heapPerBody?: number;
  readonly bytesPerContact?: number;
  readonly ticks: number;
  readonly warmUp: number;
  readonly bodies: number;
  /** Why there are no figures. */
  readonly unsupported?: string;
}

/** Returns the fields of a result that `--json` prints. */
export function publicResult(result: Result) {
  const { peer, scenario, medianMs, meanMs, p95Ms, p99Ms, maxMs, pairs, contacts, bytesPerTick, readMs } = result;
  return { peer, scenario, medianMs, meanMs, p95Ms, p99Ms, maxMs, pairs, contacts, bytesPerTick, readMs };
}

export function quantile(values: readonly number[], q: number): number {
  const sorted = Float64Array.from(values).sort();
  return sorted.length === 0 ? Number.NaN : sorted[Math.min(sorted.length - 1, Math.floor(q * sorted.length))];
}

export function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}

export function median(values: readonly number[]): number {
  return quantile(values, 0.5);
}

import { mean, quantile } from '../result.ts';

/** Quantiles of passes, divided by what a pass does. */
export interface Spread {
  readonly median: number;
  readonly mean: number;
  readonly p95: number;
  readonly p99: number;
  readonly max: number;
}

/** The measurements of one world. */
export interface WorldResult {
  readonly name: string;
  readonly rival: string;
  /** The unit of the figures: milliseconds a tick, or microseconds a query. */
  readonly unit: string;
  readonly ours: Spread;
  readonly theirs: Spread;
}

export function spreadOf(times: readonly number[], factor: number): Spread {
  const of = (value: number): number => Number((factor * value).toPrecision(5));
  return {
    median: of(quantile(times, 0.5)),
    mean: of(mean(times)),
    p95: of(quantile(times, 0.95)),
    p99: of(quantile(times, 0.99)),
    max: of(quantile(times, 1)),
  };
}

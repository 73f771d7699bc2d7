import { expect } from 'vitest';
import { effort } from '../../../support/effort.ts';
import { createRng, type Rng } from '../../../support/rng.ts';
import {
  add,
  at,
  cross,
  direction,
  dot,
  inCube,
  length,
  sub,
  times,
  unit,
  type Vec,
} from '../../../support/vectors.ts';

export { add, at, cross, direction, dot, inCube, length, sub, times, unit, type Vec };

/**
 * The situations every routine is put into. Shapes are drawn at about unit size, placed, and then scaled by `size` and
 * moved by `away`.
 */
export interface Regime {
  readonly name: string;
  readonly size: number;
  readonly away: number;
  /** How the second shape lies to the first. */
  readonly place: 'anywhere' | 'touching' | 'deep' | 'contained';
  /** How thin the shapes are. */
  readonly thin: number;
  /** Zero lengths and areas, coincident, collinear, parallel, on a coarse grid. */
  readonly degenerate: boolean;
}

const regime = (name: string, change: Partial<Regime> = {}): Regime => ({
  name,
  size: 1,
  away: 0,
  place: 'anywhere',
  thin: 1,
  degenerate: false,
  ...change,
});

export const REGIMES: readonly Regime[] = [
  regime('plain'),
  regime('touching', { place: 'touching' }),
  regime('deep', { place: 'deep' }),
  regime('contained', { place: 'contained' }),
  regime('sliver', { thin: 1e-6 }),
  regime('sliver, touching', { thin: 1e-6, place: 'touching' }),
  regime('sliver, deep', { thin: 1e-6, place: 'deep' }),
  regime('size 1e-3', { size: 1e-3 }),
  regime('size 1e-3, touching', { size: 1e-3, place: 'touching' }),
  regime('size 1e4', { size: 1e4 }),
  regime('size 1e4, touching', { size: 1e4, place: 'touching' }),
  regime('1e4 away', { away: 1e4 }),
  regime('1e4 away, touching', { away: 1e4, place: 'touching' }),
  regime('degenerate', { degenerate: true }),
];

/** Three orthonormal axes: of the frame for degenerate regimes, half of the time. */
export function axes(rng: Rng, r: Regime): [Vec, Vec, Vec] {
  if (r.degenerate && rng.next() < 0.5) {
    return [
      [1, 0, 0],
      [0, 1, 0],
      [0, 0, 1],
    ];
  }
  const x = direction(rng);
  let y = direction(rng);
  while (Math.abs(dot(x, y)) > 0.9) y = direction(rng);
  y = sub(y, times(x, dot(x, y)));
  y = unit(y);
  return [x, y, cross(x, y)];
}

/** A shape's points: thin ones flattened along one axis (or, half of the time, two) of a random frame. */
export function cloud(rng: Rng, r: Regime, count: number): Vec[] {
  if (r.degenerate) return degenerateCloud(rng, count);
  const points = Array.from({ length: count }, () => inCube(rng));
  if (r.thin === 1) return points;
  const [x, y, z] = axes(rng, r);
  const needle = count > 3 && rng.next() < 0.5;
  return points.map((p) => add(times(x, p[0]), add(times(y, needle ? p[1] * r.thin : p[1]), times(z, p[2] * r.thin))));
}

/** A triangle whose height is `thin` of its length, as a needle or a cap. */
export function triangle(rng: Rng, r: Regime): Vec[] {
  if (r.degenerate || r.thin === 1) return cloud(rng, r, 3);
  const a = inCube(rng);
  const b = inCube(rng);
  const k = rng.next() < 0.3 ? 0 : rng.next();
  const c = add(add(a, times(sub(b, a), k)), inCube(rng, r.thin));
  const turn = rng.integer(0, 2);
  return turn === 0 ? [a, b, c] : turn === 1 ? [b, c, a] : [c, a, b];
}

function degenerateCloud(rng: Rng, count: number): Vec[] {
  const grid = (): Vec => [rng.integer(-2, 2) / 2, rng.integer(-2, 2) / 2, rng.integer(-2, 2) / 2];
  const kind = rng.integer(0, 4);
  const a = grid();
  const b = grid();
  return Array.from({ length: count }, (_, i) => {
    if (kind === 0) return grid();
    if (kind === 1) return a;
    // Collinear, exactly: quarters of a step between points of the grid.
    if (kind === 2) return add(a, times(sub(b, a), rng.integer(-4, 8) / 4));
    if (kind === 3) return [rng.integer(-2, 2) / 2, rng.integer(-2, 2) / 2, 0.5];
    return i % 2 === 0 ? a : b;
  });
}

/** What touching means: this far apart or overlapping, in unit size. */
export const TOUCH = [-1e-6, 0, 1e-6];

/** Moves the points of b to lie to those of a as the regime says. */
export function place(rng: Rng, r: Regime, a: Vec[], b: Vec[]): Vec[] {
  const middle = (points: Vec[]): Vec => times(points.reduce(add), 1 / points.length);
  if (r.place === 'deep') {
    const shift = add(sub(middle(a), middle(b)), inCube(rng, 0.1 * r.thin));
    return b.map((p) => add(p, shift));
  }
  if (r.place === 'contained') {
    const m = middle(b);
    const c = add(middle(a), inCube(rng, 0.05));
    return b.map((p) => add(times(sub(p, m), 0.1), c));
  }
  if (r.place === 'touching') {
    let n = direction(rng);
    // Half of the time along a normal of one of the two, for faces that touch.
    const faces = [a, b].filter((points) => points.length > 2);
    if (faces.length > 0 && rng.next() < 0.5) {
      const face = faces[rng.integer(0, faces.length - 1)];
      const m = cross(sub(face[1], face[0]), sub(face[2], face[0]));
      if (length(m) > 0) n = times(unit(m), rng.next() < 0.5 ? 1 : -1);
    }
    const reach = (points: Vec[], d: Vec): Vec => points.reduce((best, p) => (dot(p, d) > dot(best, d) ? p : best));
    const from = reach(a, n);
    const to = reach(b, times(n, -1));
    const gap = TOUCH[rng.integer(0, 2)];
    const shift = add(sub(from, to), times(n, gap));
    return b.map((p) => add(p, shift));
  }
  return b;
}

/** A map from unit size to the regime's size and place; `move` false for directions. */
export function stage(rng: Rng, r: Regime): (p: Vec, move?: boolean) => Vec {
  const away = times(direction(rng), r.away);
  return (p, move = true) => {
    const q = times(p, r.size);
    return move ? add(q, away) : q;
  };
}

export const flat = (points: readonly Vec[]): number[] => points.flat();

/** Collects the worst error of each routine in each regime and fails with the inputs that gave it. */
export class Worst {
  readonly #seen = new Map<string, { error: number; message: () => string; count: number; limit: number }>();

  /** Notes an error in units of `limit`-ed size; NaN is worse than any. */
  note(routine: string, regimeName: string, error: number, limit: number, message: () => string): void {
    const key = `${routine} / ${regimeName}`;
    const worst = this.#seen.get(key);
    const value = Number.isNaN(error) ? Infinity : error;
    if (worst === undefined) this.#seen.set(key, { error: value, message, count: 1, limit });
    else {
      worst.count++;
      if (value / limit > worst.error / worst.limit) {
        worst.error = value;
        worst.message = message;
        worst.limit = limit;
      }
    }
  }

  report(): string[] {
    return [...this.#seen]
      .filter(([, w]) => w.error > 0.1 * w.limit)
      .map(([key, w]) => `${key}: ${w.error.toExponential(2)} of ${w.limit} in ${w.count}`);
  }

  check(): void {
    if (process.env.SWEEP_REPORT) console.log(this.report().join('\n'));
    for (const [key, worst] of this.#seen) {
      expect(worst.error, `${key}: ${worst.message()}`).toBeLessThanOrEqual(worst.limit);
    }
  }
}

/** Counts yes and no of each routine and asks for both. */
export class Rates {
  readonly #seen = new Map<string, [number, number]>();

  note(routine: string, hit: boolean): void {
    const rate = this.#seen.get(routine) ?? [0, 0];
    rate[hit ? 0 : 1]++;
    this.#seen.set(routine, rate);
  }

  check(low = 0.3, high = 0.7): void {
    if (process.env.SWEEP_REPORT)
      console.log([...this.#seen].map(([k, [y, n]]) => `${k}: ${y} yes, ${n} no`).join('\n'));
    for (const [routine, [yes, no]] of this.#seen) {
      const share = yes / (yes + no);
      // Of fewer cases the share scatters: two standard deviations are at most this.
      const scatter = effort(0, 1 / Math.sqrt(yes + no));
      expect(share, `${routine}: ${yes} yes, ${no} no`).toBeGreaterThanOrEqual(low - scatter);
      expect(share, `${routine}: ${yes} yes, ${no} no`).toBeLessThanOrEqual(high + scatter);
    }
  }
}

/** The spacing of doubles at 1. */
export const ULP = 2 ** -52;

/** The greatest side of the box around everything. */
export function extent(...parts: ArrayLike<number>[]): number {
  const low = [Infinity, Infinity, Infinity];
  const high = [-Infinity, -Infinity, -Infinity];
  for (const part of parts) {
    for (let i = 0; i < part.length; i++) {
      low[i % 3] = Math.min(low[i % 3], part[i]);
      high[i % 3] = Math.max(high[i % 3], part[i]);
    }
  }
  return Math.max(high[0] - low[0], high[1] - low[1], high[2] - low[2]);
}

export const largest = (...parts: ArrayLike<number>[]): number =>
  Math.max(...parts.map((part) => Math.max(...Array.from(part, Math.abs))));

export interface Case {
  readonly rng: Rng;
  readonly regime: Regime;
  /** Seed and number, for messages. */
  readonly name: string;
}

/** For a longer look by hand: more runs of everything, from other seeds. */
export const MORE = Number(process.env.SWEEP_MORE) || effort(1, 0.5);
export const OTHER_SEED = Number(process.env.SWEEP_SEED) || 0;

/** So many cases of every regime. */
export function sweep(seed: number, runs: number, each: (c: Case) => void): void {
  const rng = createRng(seed + OTHER_SEED);
  for (const r of REGIMES) {
    for (let run = 0; run < runs * MORE; run++) each({ rng, regime: r, name: `seed ${rng.seed}, ${r.name} ${run}` });
  }
}

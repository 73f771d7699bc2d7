import { expect } from 'vitest';
import { effort } from '../../../support/effort.ts';
import { toNumber } from '../../../support/exact.ts';
import { hullOf, ring } from '../../../support/exact-2d.ts';
import { createRng, type Rng } from '../../../support/rng.ts';

/** How two operands lie to each other. Touching is within 1e-6 of the size, from outside or from inside. */
export const RELATIONS = ['plain', 'touching outside', 'touching inside', 'deep', 'contained'] as const;

/** A corner of the space of inputs. Everything is swept over all of them. */
export interface Regime {
  readonly relation: (typeof RELATIONS)[number];
  /** Length of the larger shape. */
  readonly size: number;
  /** Length over width. */
  readonly aspect: number;
  /** Distance of the shapes from the origin. */
  readonly far: number;
}

export const SIZES = [1, 1e-3, 1e4] as const;

export const REGIMES: readonly Regime[] = RELATIONS.flatMap((relation) =>
  SIZES.flatMap((size) => [1, 1e6].flatMap((aspect) => [0, 1e4].map((far) => ({ relation, size, aspect, far })))),
);

/** For a longer look by hand: `SWEEP_FACTOR=50 npx vitest run tests/2d/geometry/sweeps`. */
const FACTOR = Number(process.env.SWEEP_FACTOR ?? effort(1, 0.5));

/**
 * Runs a case `count` times in every regime; it returns what is wrong, or nothing. Prints the first few with their
 * seeds.
 */
export function sweep(
  seed: number,
  count: number,
  body: (rng: Rng, regime: Regime) => string | undefined,
  regimes: readonly Regime[] = REGIMES,
): void {
  const wrong: string[] = [];
  let failures = 0;
  regimes.forEach((regime, r) => {
    for (let i = 0; i < count * FACTOR; i++) {
      const caseSeed = seed + 1000003 * r + i;
      const message = body(createRng(caseSeed), regime);
      if (message === undefined) continue;
      failures++;
      if (wrong.length < 6) wrong.push(`seed ${caseSeed}, ${JSON.stringify(regime)}: ${message}`);
    }
  });
  expect(wrong, `${failures} failures`).toEqual([]);
}

/** Counts yes among yes and no. */
export class HitRate {
  yes = 0;
  total = 0;
  count(hit: boolean): void {
    this.total++;
    if (hit) this.yes++;
  }
  expectBalanced(low = 0.3, high = 0.7): void {
    // Of fewer cases the share scatters: two standard deviations are at most this.
    const scatter = effort(0, 1 / Math.sqrt(this.total));
    expect(this.yes / this.total).toBeGreaterThan(low - scatter);
    expect(this.yes / this.total).toBeLessThan(high + scatter);
  }
}

/**
 * What a result may be off by: `relative` of how far the operands reach from each other, and the rounding of numbers as
 * large as the given ones, which no routine that returns doubles can go below.
 */
export function tolerance(relative: number, ...operands: readonly ArrayLike<number>[]): number {
  let low = Infinity;
  let high = -Infinity;
  for (const numbers of operands) {
    for (let i = 0; i < numbers.length; i++) {
      low = Math.min(low, numbers[i]);
      high = Math.max(high, numbers[i]);
    }
  }
  return relative * (high - low) + 1e-15 * Math.max(Math.abs(low), Math.abs(high));
}

export function centreOf(rng: Rng, regime: Regime): [number, number] {
  const angle = rng.range(0, 7);
  const [x, y] = [regime.size * rng.range(-0.5, 0.5), regime.size * rng.range(-0.5, 0.5)];
  return [regime.far * Math.cos(angle) + x, regime.far * Math.sin(angle) + y];
}

/** Corners of a convex outline about `size` long, counter-clockwise, strictly convex in exact arithmetic. */
export function makeOutline(rng: Rng, regime: Regime, corners: number): number[] {
  const [x, y] = centreOf(rng, regime);
  const turn = rng.next() < 0.2 ? 0 : rng.range(0, 7);
  const [c, s] = [Math.cos(turn), Math.sin(turn)];
  const start = rng.range(0, 7);
  const points: number[] = [];
  for (let i = 0; i < corners; i++) {
    const angle = start + ((i + rng.range(-0.3, 0.3)) / corners) * 2 * Math.PI;
    const u = 0.5 * regime.size * Math.cos(angle);
    const v = (0.5 * regime.size * Math.sin(angle)) / regime.aspect;
    points.push(x + c * u - s * v, y + s * u + c * v);
  }
  return strictOutline(points);
}

/** A point that stands to a counter-clockwise outline as the regime says. */
export function placePoint(rng: Rng, regime: Regime, outline: readonly number[]): [number, number] {
  const n = outline.length / 2;
  if (regime.relation === 'plain') {
    const [cx, cy] = middleOf(outline);
    return [cx + regime.size * rng.range(-1, 1), cy + regime.size * rng.range(-1, 1)];
  }
  const i = rng.integer(0, n - 1);
  const k = (i + 1) % n;
  const [ax, ay, bx, by] = [outline[2 * i], outline[2 * i + 1], outline[2 * k], outline[2 * k + 1]];
  const t = rng.next() < 0.2 ? 0 : rng.next();
  const [x, y] = [ax + t * (bx - ax), ay + t * (by - ay)];
  if (regime.relation === 'deep' || regime.relation === 'contained') {
    const [cx, cy] = middleOf(outline);
    const depth = regime.relation === 'deep' ? rng.range(0.5, 1) : rng.range(0, 0.5);
    return [x + depth * (cx - x), y + depth * (cy - y)];
  }
  if (rng.next() < 0.2) return [x, y];
  const gap = (regime.relation === 'touching outside' ? 1e-6 : -1e-6) * regime.size * rng.next();
  const length = Math.hypot(bx - ax, by - ay) || 1;
  return [x + (gap * (by - ay)) / length, y - (gap * (bx - ax)) / length];
}

export function middleOf(outline: readonly number[]): [number, number] {
  let [x, y] = [0, 0];
  for (let i = 0; i < outline.length; i += 2) {
    x += outline[i];
    y += outline[i + 1];
  }
  return [(2 * x) / outline.length, (2 * y) / outline.length];
}

export function shifted(outline: readonly number[], x: number, y: number): number[] {
  return outline.map((v, i) => v + (i % 2 === 0 ? x : y));
}

/** The second outline, moved (and for containment shrunk) so that it stands to the first as the regime says. */
export function placeOutline(rng: Rng, regime: Regime, fixed: readonly number[], outline: readonly number[]): number[] {
  return strictOutline(moveOutline(rng, regime, fixed, outline));
}

/** The hull: moving a thin outline far away may have rounded it out of shape. */
function strictOutline(points: readonly number[]): number[] {
  return hullOf(ring(points)).flatMap(([px, py]) => [toNumber(px), toNumber(py)]);
}

/** The same without the hull: corner for corner. */
export function moveOutline(rng: Rng, regime: Regime, fixed: readonly number[], outline: readonly number[]): number[] {
  const [fx, fy] = middleOf(fixed);
  const [mx, my] = middleOf(outline);
  const own = shifted(outline, -mx, -my);
  if (regime.relation === 'plain') {
    const reach = regime.size * rng.range(0, 1);
    const angle = rng.range(0, 7);
    return shifted(own, fx + reach * Math.cos(angle), fy + reach * Math.sin(angle));
  }
  if (regime.relation === 'deep') {
    return shifted(own, fx + (0.1 * regime.size * rng.range(-1, 1)) / regime.aspect, fy);
  }
  if (regime.relation === 'contained') {
    const scale = 0.1 / regime.aspect;
    return shifted(
      own.map((v) => v * scale),
      fx,
      fy,
    );
  }
  // A corner of the moving outline, the deepest against a side's normal, goes to a place of that side.
  const [x, y] = placePoint(rng, regime, fixed);
  const angle = nearestNormal(fixed, x, y);
  let deepest = 0;
  for (let i = 0; i < own.length; i += 2) {
    const height = own[i] * angle[0] + own[i + 1] * angle[1];
    if (height < own[deepest] * angle[0] + own[deepest + 1] * angle[1]) deepest = i;
  }
  return shifted(own, x - own[deepest], y - own[deepest + 1]);
}

/** The outward normal of the side whose line is nearest a point, in plain numbers: only to place things. */
function nearestNormal(outline: readonly number[], x: number, y: number): [number, number] {
  let best = Infinity;
  let normal: [number, number] = [1, 0];
  const n = outline.length / 2;
  for (let i = 0; i < n; i++) {
    const k = (i + 1) % n;
    const [ax, ay, bx, by] = [outline[2 * i], outline[2 * i + 1], outline[2 * k], outline[2 * k + 1]];
    const length = Math.hypot(bx - ax, by - ay);
    if (length === 0) continue;
    const [nx, ny] = [(by - ay) / length, -(bx - ax) / length];
    const height = Math.abs(nx * (x - ax) + ny * (y - ay));
    const t = ((x - ax) * (bx - ax) + (y - ay) * (by - ay)) / length / length;
    const off = Math.max(0, -t, t - 1) * length;
    if (height + off < best) {
      best = height + off;
      normal = [nx, ny];
    }
  }
  return normal;
}

/** All operands with one number made NaN, one after the other. */
export function* withNaN(...operands: readonly (readonly number[])[]): Generator<number[][]> {
  for (let k = 0; k < operands.length; k++) {
    for (let i = 0; i < operands[k].length; i++) {
      const copies = operands.map((numbers) => [...numbers]);
      copies[k][i] = Number.NaN;
      yield copies;
    }
  }
}

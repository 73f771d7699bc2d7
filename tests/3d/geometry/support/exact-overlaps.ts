import type { Rng } from '../../../support/rng.ts';
import {
  add,
  at,
  axes,
  cross,
  direction,
  dot,
  inCube,
  type Regime,
  type stage,
  sub,
  times,
  ULP,
  unit,
  type Vec,
} from './regimes.ts';

// Yes and no have to agree with exact arithmetic wherever the shapes are farther from touching than `BAND` last bits of
// their size; predicates documented as exact have no such band.

export const SEED = 32001;
export const BAND = 64 * ULP;
export const CLOSED = 1e-12;

/** An OBB placed at unit size, as numbers. */
export function randomObb(rng: Rng, regime: Regime, frame = axes(rng, regime)): number[] {
  const half = [1, 1, 1].map((_, k) => {
    if (regime.degenerate && rng.next() < 0.3) return 0;
    const h = rng.range(0.2, 1);
    return k > 0 && (k === 1 || rng.next() < 0.7) ? h * regime.thin : h;
  });
  return [...inCube(rng, 0.8), ...half, ...frame.flat()];
}

/** That OBB where `put`, which `stage` has made, puts it: its centre is moved, its axes stay. */
export const placedObb = (put: ReturnType<typeof stage>, raw: number[]): number[] => [
  ...put(at(raw)),
  ...put(at(raw, 3), false),
  ...raw.slice(6),
];

export const cornersOf = (obb: readonly number[]): Vec[] =>
  Array.from({ length: 8 }, (_, i) => {
    let c = at(obb);
    for (let k = 0; k < 3; k++) c = add(c, times(at(obb, 6 + 3 * k), (i >> k) & 1 ? obb[3 + k] : -obb[3 + k]));
    return c;
  });

/** Turns axes by a little: from nothing to a hundredth, so that edges are nearly parallel. */
export function nearby(rng: Rng, frame: [Vec, Vec, Vec]): [Vec, Vec, Vec] {
  const angle = rng.next() < 0.3 ? 0 : 10 ** rng.range(-17, -2);
  const d = direction(rng);
  const x = unit(add(frame[0], times(cross(d, frame[0]), angle)));
  const y0 = add(frame[1], times(cross(d, frame[1]), angle));
  const y = unit(sub(y0, times(x, dot(x, y0))));
  const result: Vec[] = [x, y, cross(x, y)];
  const turn = rng.integer(0, 2);
  return [result[turn], result[(turn + 1) % 3], result[(turn + 2) % 3]];
}

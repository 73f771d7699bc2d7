import { describe, expect, it } from 'vitest';
import * as geometry from '../../../../entry/geometry3d.ts';
import { createRng, type Rng } from '../../../support/rng.ts';
import { body, gapAlong, type Kind, middleOf } from '../support/bodies.ts';
import {
  add,
  at,
  cross,
  direction,
  dot,
  flat,
  inCube,
  length,
  MORE,
  OTHER_SEED,
  Rates,
  sub,
  times,
  unit,
  type Vec,
  Worst,
} from '../support/regimes.ts';

// Two hulls of 500 vertices each. Distances and depths prove themselves: the axis along which the answer is given
// separates by the distance, or slides apart by the depth; and no direction does better, of many tried around the
// answer and all over.

const SEED = 35301;
const ITERATIVE = 1e-9;
const COUNT = 500;
/** What was seen is well below these, and these are well below the routines' limits. */
const GJK_ITERATIONS = 64;
const EPA_ITERATIONS = 400;

const ROUND: readonly Kind[] = ['sphere', 'prism', 'lens', 'random'];
const THIN: readonly Kind[] = ['sliver', 'needle', 'plate'];
type Way = 'apart' | 'touching' | 'deep' | 'contained' | 'concentric';
const WAYS: readonly Way[] = ['apart', 'touching', 'deep', 'contained', 'concentric'];

/** A body of 500 vertices: points of a sphere or near one, flattened for thin kinds so that all stay vertices. */
function large(rng: Rng, kind: Kind): Vec[] {
  if (kind === 'prism') return body(rng, kind, COUNT);
  const shrink = kind === 'lens' ? [1, 1, 0.3] : kind === 'plate' ? [1, 1, 1e-6] : [1, 1, 1];
  if (kind === 'sliver') shrink[2] = 1e-3;
  if (kind === 'needle') shrink[1] = shrink[2] = 1e-3;
  const x = direction(rng);
  const y = unit(cross(x, direction(rng)));
  const z = cross(x, y);
  return Array.from({ length: COUNT }, () => {
    const v = direction(rng);
    // Bumps: not all points of `random` are vertices.
    const far = kind === 'random' ? rng.range(0.97, 1) : 1;
    return add(
      times(x, far * v[0] * shrink[0]),
      add(times(y, far * v[1] * shrink[1]), times(z, far * v[2] * shrink[2])),
    );
  });
}

const supportOf = (points: readonly Vec[], d: Vec): Vec => points.reduce((p, q) => (dot(q, d) > dot(p, d) ? q : p));

/** Moves b beyond a along n, `gap` away. */
const beside = (a: readonly Vec[], b: readonly Vec[], n: Vec, gap: number): Vec[] => {
  const shift = add(sub(supportOf(a, n), supportOf(b, times(n, -1))), times(n, gap));
  return b.map((p) => add(p, shift));
};

function placed(rng: Rng, way: Way, a: readonly Vec[], b: readonly Vec[]): Vec[] {
  if (way === 'apart') return beside(a, b, direction(rng), rng.range(1e-3, 2));
  if (way === 'touching') {
    const hull = geometry.buildConvexHull(flat(a));
    const face = at(hull.planes, 4 * rng.integer(0, hull.faceCount - 1));
    return beside(a, b, rng.next() < 0.5 ? face : direction(rng), [-1e-6, 0, 1e-6][rng.integer(0, 2)]);
  }
  if (way === 'deep') return b.map((p) => add(p, inCube(rng, 0.2)));
  if (way === 'contained') {
    const spot = times(sub(a[rng.integer(0, COUNT - 1)], middleOf(a)), rng.range(0, 0.9));
    return b.map((p) => add(times(p, 0.05), spot));
  }
  const shift = sub(middleOf(a), middleOf(b));
  return b.map((p) => add(p, shift));
}

describe('two hulls of 500 vertices', () => {
  it('GJK and EPA: apart, touching, deep, contained, concentric, thin; iterations stay low (A13, A15)', () => {
    const worst = new Worst();
    const rates = new Rates();
    const rng = createRng(SEED + OTHER_SEED);
    const report = geometry.createEpaReport();
    const cache = geometry.createGjkCache();
    const out = new Float64Array(9);
    const points = new Float64Array(6);
    let mostGjk = 0;
    const mostEpa = new Map<string, number>();
    for (let run = 0; run < 60 * MORE; run++) {
      const way = WAYS[run % WAYS.length];
      const kinds = [0, 1].map(() => (rng.next() < 0.4 ? THIN : ROUND)).map((k) => k[rng.integer(0, k.length - 1)]);
      const size = [1e-3, 1, 1e4][rng.integer(0, 2)];
      const away = rng.next() < 0.25 ? times(direction(rng), 1e4 * size) : ([0, 0, 0] as Vec);
      const put = (p: Vec): Vec => add(times(p, size), away);
      const raw = large(rng, kinds[0]);
      const a = raw.map(put);
      const b = placed(rng, way, raw, large(rng, kinds[1])).map(put);
      const far = length(away) > 0;
      const name = `seed ${rng.seed} run ${run} ${kinds} ${way} size ${size} ${far ? 'far' : ''}`;
      const message = (): string => name;
      // Far away the rounding is that of the coordinates.
      const tolerance = ITERATIVE * size;
      const group = `${way}${far ? ' far' : ''}`;
      const [hullA, hullB] = [geometry.buildConvexHull(flat(a)), geometry.buildConvexHull(flat(b))];
      const supports = [
        [geometry.createPointsSupport(flat(a), 0, COUNT), geometry.createPointsSupport(flat(b), 0, COUNT)],
        [geometry.createConvexSupport(hullA), geometry.createConvexSupport(hullB)],
      ] as const;
      const depths = supports.map(([sa, sb], i) => {
        cache.count = 0;
        const distance = Math.sqrt(geometry.closestPointsGjkSupport(points, 0, sa, sb, cache));
        mostGjk = Math.max(mostGjk, cache.iterations);
        expect(cache.termination, name).not.toBe(geometry.GJK_ITERATION_LIMIT);
        worst.note(
          'GJK, its points',
          group,
          Math.abs(length(sub(at(points, 3), at(points))) - distance),
          tolerance,
          message,
        );
        cache.count = 0;
        const depth = geometry.penetrationEpa(out, 0, sa, sb, cache, report);
        expect(report.termination, name).not.toBe(geometry.EPA_ITERATION_LIMIT);
        mostEpa.set(way, Math.max(mostEpa.get(way) ?? 0, report.iterations));
        const n = at(out);
        worst.note('EPA, unit normal', group, Math.abs(length(n) - 1), 1e-12, message);
        worst.note('EPA, slides apart', group, Math.abs(gapAlong(a, b, n, a[0]) + depth), tolerance, message);
        worst.note('EPA against GJK', group, Math.abs(Math.max(0, -depth) - distance), tolerance, message);
        const across = sub(sub(at(out, 3), at(out, 6)), times(n, depth));
        worst.note('EPA, witnesses', group, length(across), tolerance, message);
        worst.note('EPA, lower bound', group, depth > 0 ? depth - report.lowerBound : 0, tolerance, message);
        // No direction does better.
        let better = -Infinity;
        for (let k = 0; k < 60; k++) {
          const m = k < 30 ? direction(rng) : unit(add(n, inCube(rng, 10 ** -rng.range(0.5, 8))));
          better = Math.max(better, gapAlong(a, b, m, a[0]));
        }
        worst.note('EPA, no direction does better', group, better + depth, tolerance, message);
        if (i === 0) rates.note('overlap', depth >= 0);
        return depth;
      });
      worst.note('EPA, climbing', group, Math.abs(depths[0] - depths[1]), tolerance, message);
    }
    if (process.env.SWEEP_REPORT) console.log('GJK', mostGjk, 'EPA', mostEpa);
    worst.check();
    rates.check(0.3, 0.8);
    expect(mostGjk).toBeLessThanOrEqual(GJK_ITERATIONS);
    for (const [way, most] of mostEpa) expect(most, way).toBeLessThanOrEqual(EPA_ITERATIONS);
    expect(2 * GJK_ITERATIONS).toBeLessThanOrEqual(geometry.GJK_MAX_ITERATIONS);
    expect(2 * EPA_ITERATIONS).toBeLessThanOrEqual(geometry.EPA_MAX_ITERATIONS);
  });
});

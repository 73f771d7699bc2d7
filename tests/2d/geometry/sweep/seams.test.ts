import { expect, test } from 'vitest';
import * as g from '../../../../entry/geometry2d.ts';
import { obbRing, point, ring } from '../../../support/exact-2d.ts';
import { createRng, type Rng } from '../../../support/rng.ts';
import { type Cast, fractionProblem } from '../support/cast-reference.ts';
import { pieceOf } from '../support/convex-reference.ts';
import { HitRate } from '../support/regimes.ts';

// Rays and moving circles aimed, along and all but along the sides, at where a side goes over into a round end: there
// rounding is free to take the one for the other, and they must agree on who is hit.

const ROUNDING = 8 * 2 ** -52;
const ROUNDS = 2500;

interface Aim {
  readonly origin: readonly [number, number];
  readonly direction: readonly [number, number];
  readonly reach: number;
}

/**
 * A ray at the end of a side: from `corner`, `radius` out along the side's normal, then back along the side, a little
 * aslant.
 */
function aimAtSeam(
  rng: Rng,
  corner: readonly [number, number],
  normal: readonly [number, number],
  size: number,
  radius: number,
): Aim {
  const [nx, ny] = normal;
  const off = rng.next() < 0.35 ? 0 : size * 10 ** rng.range(-16, 0) * (rng.next() < 0.8 ? 1 : -1);
  const slope = rng.next() < 0.2 ? 0 : 10 ** rng.range(-16, 0) * (rng.next() < 0.6 ? 1 : -1);
  const sense = rng.next() < 0.5 ? 1 : -1;
  const [dx, dy] = [-sense * ny - slope * nx, sense * nx - slope * ny];
  const back = rng.next() < 0.1 ? 0 : size * 10 ** rng.range(-14, 2);
  const [x, y] = [corner[0] + (radius + off) * nx, corner[1] + (radius + off) * ny];
  return { origin: [x - back * dx, y - back * dy], direction: [dx * size, dy * size], reach: 3 * size + radius + back };
}

/** What is wrong with the normal: seen along it nothing of the shape lies beyond the place of the hit. */
function normalProblem(
  cast: Cast,
  points: readonly number[],
  aim: Aim,
  fraction: number,
  out: readonly number[],
): string | undefined {
  const [nx, ny] = [out[2], out[3]];
  if (fraction === 0 && nx === 0 && ny === 0) return undefined;
  if (!(Math.abs(Math.hypot(nx, ny) - 1) < 4e-15)) return `normal ${nx}, ${ny}`;
  const facing = (nx * aim.direction[0] + ny * aim.direction[1]) / Math.hypot(...aim.direction);
  if (facing > 1e-8) return `normal faces away by ${facing}`;
  // Where a ray grazes, the last bit turns the normal by the root of itself.
  if (facing > -1e-3) return undefined;
  let beyond = -Infinity;
  for (let i = 0; i < points.length; i += 2) {
    const x = points[i] - aim.origin[0] - fraction * aim.direction[0];
    const y = points[i + 1] - aim.origin[1] - fraction * aim.direction[1];
    beyond = Math.max(beyond, nx * x + ny * y + cast.radius);
  }
  return Math.abs(beyond) <= 4 * ROUNDING * aim.reach ? undefined : `shape reaches ${beyond} beyond the hit`;
}

test.each([1, 1e-3, 1e4])('rays and circles at the seams of capsules and boxes of size %d', (size) => {
  const hits = new HitRate();
  const wrong: string[] = [];
  for (let i = 0; i < ROUNDS; i++) {
    const seed = 97_000_000 + i;
    const rng = createRng(seed);
    const angle = rng.next() < 0.2 ? 0 : rng.range(0, 7);
    const [c, s] = [Math.cos(angle), Math.sin(angle)];
    const radius = size * (rng.next() < 0.3 ? 10 ** rng.range(-9, -1) : rng.range(0.1, 1));
    const isBox = rng.next() < 0.4;
    const box = [0, 0, size * rng.range(0.1, 0.5), size * rng.range(0.1, 0.5), c, s];
    const points = isBox
      ? [-1, -1, 1, -1, 1, 1, -1, 1].map((_, k, at) => {
          const [u, v] = [at[k - (k % 2)] * box[2], at[k - (k % 2) + 1] * box[3]];
          return k % 2 === 0 ? c * u - s * v : s * u + c * v;
        })
      : [0, 0, size * c, size * s];
    const first = 2 * rng.integer(0, points.length / 2 - 1);
    // The box's sides in turn; the capsule's two.
    const turn = isBox ? rng.integer(0, 3) : 1 + 2 * rng.integer(0, 1);
    const normal = (
      [
        [c, s],
        [-s, c],
        [-c, -s],
        [s, -c],
      ] as const
    )[turn];
    const aim = aimAtSeam(rng, [points[first], points[first + 1]], normal, size, radius);
    const core = isBox ? obbRing(box) : ring(points);
    const cast: Cast = {
      origin: point(...aim.origin),
      direction: point(...aim.direction),
      maxFraction: 1e4,
      core,
      radius,
    };
    const far = aim.direction.map((v) => 1e4 * v);
    const own = radius * rng.next();
    const answers: [string, (out: number[]) => number][] = [
      ['piece', (out) => g.castRayConvex(out, 0, [...aim.origin, ...aim.direction], 0, 1e4, pieceOf(points, radius))],
    ];
    if (isBox)
      answers.push([
        'circle at box',
        (out) => 1e4 * g.castCircleObb(out, 0, [...aim.origin, radius], 0, far, 0, box, 0),
      ]);
    else {
      const capsule = [...points, radius];
      answers.push([
        'capsule',
        (out) => g.castRayCapsule(out, 0, [...aim.origin, ...aim.direction], 0, 1e4, capsule, 0),
      ]);
      answers.push([
        'circle at capsule',
        (out) => 1e4 * g.castCircleCapsule(out, 0, [...aim.origin, own], 0, far, 0, [...points, radius - own], 0),
      ]);
    }
    for (const [name, answer] of answers) {
      const out = [7, 7, 7, 7];
      const fraction = answer(out);
      hits.count(fraction < Infinity);
      const off = ROUNDING * aim.reach;
      const problem =
        fractionProblem(cast, fraction, off, off) ??
        (fraction < Infinity ? normalProblem(cast, points, aim, fraction, out) : undefined);
      if (problem !== undefined && wrong.length < 6) wrong.push(`seed ${seed}, ${name}: ${problem}`);
    }
  }
  expect(wrong).toEqual([]);
  hits.expectBalanced(0.3, 0.75);
});

import { expect, it } from 'vitest';
import { findCrossing } from '../../../src/2d/shapes/find-crossing.ts';
import { createRng, type Rng } from '../../support/rng.ts';

/** Small whole numbers: exact in f64, and full of points that lie on other segments, vertical lines and overlaps. */
function randomRing(rng: Rng): Float64Array {
  const count = rng.integer(3, rng.next() < 0.5 ? 5 : 12);
  const range = rng.integer(2, rng.next() < 0.3 ? 1000 : 5);
  const points: number[] = [];
  while (points.length < 2 * count) {
    const x = rng.integer(0, range);
    const y = rng.integer(0, range);
    if (points.at(-2) === x && points.at(-1) === y) continue;
    const isLast = points.length === 2 * count - 2;
    if (isLast && points[0] === x && points[1] === y) continue;
    points.push(x, y);
  }
  // Some of them by angle about the middle, which rarely cross.
  if (rng.next() < 0.35) {
    const pairs = Array.from({ length: count }, (_, i) => [points[2 * i], points[2 * i + 1]] as const);
    const angle = ([x, y]: readonly [number, number]): number => Math.atan2(y - range / 2 + 0.1, x - range / 2 + 0.07);
    pairs.sort((a, b) => angle(a) - angle(b));
    const distinct = pairs.filter((p, i) => i === 0 || p[0] !== pairs[i - 1][0] || p[1] !== pairs[i - 1][1]);
    points.length = 0;
    for (const [x, y] of distinct) points.push(x, y);
    while (points.length > 2 && points[0] === points.at(-2) && points[1] === points.at(-1)) points.length -= 2;
  }
  return Float64Array.from([...points, points[0], points[1]]);
}

function crosses(v: Float64Array, a: number, b: number): boolean {
  const turn = (p: number, q: number, r: number): number =>
    Math.sign(
      (v[2 * q] - v[2 * p]) * (v[2 * r + 1] - v[2 * p + 1]) - (v[2 * q + 1] - v[2 * p + 1]) * (v[2 * r] - v[2 * p]),
    );
  return turn(a, a + 1, b) * turn(a, a + 1, b + 1) < 0 && turn(b, b + 1, a) * turn(b, b + 1, a + 1) < 0;
}

it('finds two segments that cross exactly where testing all against all does', () => {
  let found = 0;
  const total = 40_000;
  for (let seed = 1; seed <= total; seed++) {
    const vertices = randomRing(createRng(seed));
    const pieces = vertices.length / 2 - 1;
    if (pieces < 3) continue;
    let any = false;
    for (let a = 0; a < pieces && !any; a++) {
      for (let b = a + 1; b < pieces && !any; b++) any = crosses(vertices, a, b);
    }
    const crossing = findCrossing(vertices, pieces);
    if (any !== (crossing !== undefined)) throw new Error(`seed ${seed}: ${any}, found ${crossing}: ${vertices}`);
    if (crossing === undefined) continue;
    found++;
    if (!(crossing[0] < crossing[1]) || !crosses(vertices, ...(crossing as [number, number]))) {
      throw new Error(`seed ${seed}: ${crossing} do not cross`);
    }
  }
  expect(found / total).toBeGreaterThan(0.3);
  expect(found / total).toBeLessThan(0.7);
});

import { expect, it } from 'vitest';
import { closestPointTetrahedron, containsPointTetrahedron } from '../../entry/geometry3d.ts';
import { createRng } from '../support/rng.ts';

it('a point on a flat tetrahedron, decided exactly, is its own nearest point', () => {
  const rng = createRng(52005);
  const out = new Float64Array(3);
  let on = 0;
  for (let run = 0; run < 500; run++) {
    // All in one plane across an axis, to the last bit.
    const level = rng.range(-1, 1);
    const draw = (): number[] => [rng.range(-1, 1), level, rng.range(-1, 1)];
    const [a, b, c, d] = [draw(), draw(), draw(), draw()];
    const p = a.map((x, k) => (x + b[k] + c[k]) / 3);
    p[1] = level;
    const tetrahedron = [...a, ...b, ...c, ...d];
    if (!containsPointTetrahedron(p, 0, tetrahedron, 0)) continue;
    on++;
    expect(closestPointTetrahedron(out, 0, p, 0, tetrahedron, 0), `run ${run}`).toBe(0);
    expect([...out]).toEqual(p);
  }
  expect(on).toBeGreaterThan(400);
});

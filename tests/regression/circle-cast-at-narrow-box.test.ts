import { expect, it } from 'vitest';
import { castCircleAabb, castCircleSegment } from '../../entry/geometry2d.ts';
import { createRng } from '../support/rng.ts';

it('a circle that passes the end of a box without width touches its corner', () => {
  const out = new Float64Array(4);
  castCircleAabb(out, 0, [0, 3, 1], 0, [-3, -4.75], 0, [-1.5, -1.5, -1.5, -0.5], 0);
  // It was the point right below the centre, beside the box, and a normal straight up.
  expect([out[0], out[1]]).toEqual([-1.5, -0.5]);
  expect(out[2]).toBeCloseTo(-0.081, 3);
});

it('a box narrower than rounding is met as the segment along it is', () => {
  const rng = createRng(52004);
  const box = new Float64Array(4);
  const side = new Float64Array(4);
  let met = 0;
  for (let run = 0; run < 1000; run++) {
    const across = rng.integer(0, 1);
    const segment = [rng.range(-1, 1), rng.range(-1, 1), 0, 0];
    segment[2 + across] = segment[across];
    segment[3 - across] = segment[1 - across] + rng.range(0, 1);
    const narrow = [...segment];
    narrow[2 + across] += [0, 2 ** -52, 2 ** -51][run % 3];
    const circle = [rng.range(-3, 3), rng.range(-3, 3), rng.range(0.1, 2)];
    const way = [0, 1].map((k) => segment[k] + rng.range(-1, 1) - circle[k]);
    const atBox = castCircleAabb(box, 0, circle, 0, way, 0, narrow, 0);
    const atSide = castCircleSegment(side, 0, circle, 0, way, 0, segment, 0);
    if (atBox === Infinity || atBox === 0 || atSide === Infinity) continue;
    met++;
    expect(Math.abs(atBox - atSide)).toBeLessThan(1e-13);
    // A grazing hit has a normal as uncertain as the root of rounding.
    for (let k = 0; k < 4; k++) expect(Math.abs(box[k] - side[k]), `run ${run}`).toBeLessThan(1e-6);
  }
  expect(met).toBeGreaterThan(300);
});

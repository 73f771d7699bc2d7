import { expect, test } from 'vitest';
import { timeOfImpact } from '../../../../src/2d/geometry/sweep/time-of-impact.ts';
import {
  createToiReport,
  TOI_HIT,
  TOI_ITERATION_LIMIT,
  TOI_MISS,
  TOI_OVERLAPPED,
} from '../../../../src/core/toi-report.ts';
import { pieceOf } from '../support/convex-reference.ts';

const square = pieceOf([-1, -1, 1, -1, 1, 1, -1, 1], 0);
const rests = [0, 0, 0, 0, 0, 0];
const report = createToiReport();
const out = [0, 0, 0, 0];

test.each([
  { what: 'a hit', from: 5, to: 0, termination: TOI_HIT, fraction: 0.6 },
  { what: 'a miss', from: 5, to: 4, termination: TOI_MISS, fraction: Infinity },
  { what: 'an overlap at the start', from: 1.5, to: 0, termination: TOI_OVERLAPPED, fraction: 0 },
])('the report of a time of impact tells $what', ({ from, to, termination, fraction }) => {
  expect(timeOfImpact(out, 0, square, [from, 0.25, 0, to, 0.25, 0], 0, square, rests, 0, report)).toBeCloseTo(
    fraction,
    9,
  );
  expect(report.termination).toBe(termination);
});

test('a search that its limit ends says so, and gives a fraction that is safe', () => {
  const limited = { ...createToiReport(), maxIterations: 1 };
  const spinning = [9, 0.25, 0, 0, 0.25, 3];
  const whole = timeOfImpact(out, 0, square, spinning, 0, square, rests, 0, report);
  expect(report.iterations).toBeGreaterThan(1);
  const safe = timeOfImpact(out, 0, square, spinning, 0, square, rests, 0, limited);
  expect(limited).toMatchObject({ termination: TOI_ITERATION_LIMIT, iterations: 1 });
  expect(safe).toBeGreaterThan(0);
  expect(safe).toBeLessThan(whole);
});

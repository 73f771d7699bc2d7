import { expect, it } from 'vitest';
import * as g from '../../entry/geometry3d.ts';

const out = new Float64Array(9);

/** Two points at a distance along x, rounded by 1 and 2. */
function measure(distance: number) {
  const report = g.createEpaReport();
  const [a, b] = [g.createPointSupport([0, 0, 0]), g.createPointSupport([distance, 0, 0])];
  const separation = g.separationSupport(out, 0, a, 1, b, 2, g.createGjkCache(), report);
  return { separation, termination: report.termination, lowerBound: report.lowerBound };
}

// The report was that of the points, which never overlap.
it('tells whether the rounded shapes overlap and how deep they do at least', () => {
  const deep = measure(2.8);
  expect(deep.separation).toBeCloseTo(-0.2, 15);
  expect(deep.termination).toBe(g.EPA_CONVERGED);
  expect(deep.lowerBound).toBeCloseTo(0.2, 15);
  expect(measure(3)).toEqual({ separation: 0, termination: g.EPA_CONVERGED, lowerBound: 0 });
  expect(measure(3.5)).toEqual({ separation: 0.5, termination: g.EPA_SEPARATED, lowerBound: 0 });
  expect(measure(0)).toEqual({ separation: -3, termination: g.EPA_FLAT, lowerBound: 3 });
});

it('adds the radii to what is proven of the cores', () => {
  const report = g.createEpaReport();
  const [a, b] = [g.createAabbSupport([-1, -1, -1, 1, 1, 1]), g.createAabbSupport([0.5, -1, -1, 2.5, 1, 1])];
  const separation = g.separationSupport(out, 0, a, 0.25, b, 0.5, g.createGjkCache(), report);
  expect(separation).toBeCloseTo(-1.25, 14);
  expect(report.termination).toBe(g.EPA_CONVERGED);
  expect(report.lowerBound).toBeCloseTo(1.25, 14);
});

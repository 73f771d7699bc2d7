import { expect, it } from 'vitest';
import { writeBodyAxes } from '../../../src/3d/geometry/body-pose.ts';
import { closestPointsSegmentTriangle } from '../../../src/3d/geometry/closest/closest-points-segment-triangle.ts';
import type { ConvexBody } from '../../../src/3d/geometry/convex/convex-body.ts';
import { castAtTriangle } from '../../../src/3d/queries/cast-at-triangle.ts';
import { QueryBody } from '../../../src/3d/queries/query-body.ts';
import { boxCore } from '../../../src/3d/shapes/box-core.ts';
import { capsuleCore } from '../../../src/3d/shapes/capsule-core.ts';
import { sphereCore } from '../../../src/3d/shapes/sphere-core.ts';
import { finishTriangle } from '../../../src/3d/shapes/triangle-core.ts';
import { effort } from '../../support/effort.ts';
import { firstWithin } from '../../support/first-within.ts';
import { createRng } from '../../support/rng.ts';

const points = new Float64Array(16);

/** The distance between the axis of a body that has come so far on its way and a triangle. */
function distanceAt(mover: ConvexBody, corners: Float64Array, way: Float64Array, t: number): number {
  const axis = new Float64Array(6);
  const half = mover.core === capsuleCore ? mover.halfY : 0;
  const place = [mover.x, mover.y, mover.z];
  for (let k = 0; k < 3; k++) {
    axis[k] = place[k] + t * way[k] - half * mover.axes[3 + k];
    axis[3 + k] = place[k] + t * way[k] + half * mover.axes[3 + k];
  }
  return Math.sqrt(closestPointsSegmentTriangle(points, 0, axis, 0, corners, 0));
}

it.each(['sphere', 'capsule'])('a %s meets a triangle where their distance comes down to the radii', (kind) => {
  const rng = createRng(81);
  const out = new Float64Array(7);
  const rounds = effort(10_000, 400);
  let met = 0;
  let atStart = 0;
  for (let round = 0; round < rounds; round++) {
    const scale = 10 ** rng.range(-3, 4);
    const { body: target } = new QueryBody();
    const { body: mover } = new QueryBody();
    for (let i = 0; i < 9; i++) target.corners[i] = rng.range(-1, 1) * scale;
    // Some are slivers, and some upright, so that sides are parallel to ways along axes.
    if (rng.next() < 0.2) for (let k = 0; k < 3; k++) target.corners[6 + k] = target.corners[k] + 1e-3 * scale * k;
    else if (rng.next() < 0.3) target.corners[2] = target.corners[5] = target.corners[8] = 0;
    finishTriangle(target);
    target.rounding = rng.next() < 0.7 ? 0 : rng.range(0, 0.3) * scale;
    mover.core = kind === 'sphere' ? sphereCore : capsuleCore;
    mover.rounding = rng.range(0.01, 0.8) * scale;
    writeBodyAxes(mover.axes, 0, rng.range(-1, 1), rng.range(-1, 1), rng.range(-1, 1), rng.range(-1, 1));
    mover.halfY = kind === 'sphere' ? 0 : rng.range(0, 1) * scale;
    const from = [0, 1, 2].map(() => rng.range(-3, 3) * scale * (rng.next() < 0.05 ? 1000 : 1));
    [mover.x, mover.y, mover.z] = from;
    const way = Float64Array.from(from, (value) => (rng.range(-0.6, 0.6) * scale - value) * rng.range(0.95, 1.5));
    if (rng.next() < 0.3) for (let k = 0; k < 3; k++) if (k !== round % 3) way[k] = 0;
    const reach = mover.rounding + target.rounding;
    const [expected, least] = firstWithin((t) => distanceAt(mover, target.corners, way, t), reach);
    expect(castAtTriangle(out, mover, target, way)).toBe(true);
    const t = out[6];
    const far = Math.hypot(...from);
    const close = 1e-9 * scale + 1e-14 * far;
    if (t === Infinity || expected === Infinity) {
      expect(Math.abs(least - reach) < close || (t === Infinity && expected === Infinity), `round ${round}`).toBe(true);
      continue;
    }
    met++;
    if (t === 0 || expected === 0) {
      atStart++;
      expect(Math.abs(t - expected), `round ${round}`).toBeLessThan(1e-9);
      continue;
    }
    expect(Math.abs(distanceAt(mover, target.corners, way, t) - reach), `round ${round}`).toBeLessThan(close);
    expect(t, `round ${round}`).toBeLessThan(expected + 1e-5);
    expect(Math.abs(Math.hypot(out[3], out[4], out[5]) - 1)).toBeLessThan(1e-12);
    // The contact point is on the triangle, and the axis is as far from it as the radii reach, along the normal.
    const contact = Float64Array.of(out[0], out[1], out[2], out[0], out[1], out[2]);
    expect(closestPointsSegmentTriangle(points, 0, contact, 0, target.corners, 0), `round ${round}`).toBeLessThan(
      close * close,
    );
    let along = 0;
    for (let k = 0; k < 3; k++) along += out[3 + k] * (from[k] + t * way[k] - out[k]);
    let half = 0;
    for (let k = 0; k < 3; k++) half += mover.halfY * out[3 + k] * mover.axes[3 + k];
    expect(Math.abs(along - Math.abs(half) - reach), `round ${round}`).toBeLessThan(10 * close);
  }
  expect(met / rounds).toBeGreaterThan(0.3);
  expect(met / rounds).toBeLessThan(0.95);
  expect(atStart).toBeGreaterThan(3);
});

/** A triangle in the plane z = 0, and a sphere of radius 0.5 at a place. */
function makePair(x: number, y: number, z: number): [ConvexBody, ConvexBody] {
  const { body: target } = new QueryBody();
  const { body: mover } = new QueryBody();
  target.corners.set([0, 0, 0, 4, 0, 0, 0, 4, 0]);
  finishTriangle(target);
  target.rounding = 0;
  mover.core = sphereCore;
  mover.rounding = 0.5;
  [mover.x, mover.y, mover.z] = [x, y, z];
  return [mover, target];
}

it('a triangle is met on both sides, at its edges and corners, and where it is touched', () => {
  const out = new Float64Array(7);
  castAtTriangle(out, ...makePair(1, 1, 2.5), Float64Array.of(0, 0, -4));
  expect([...out]).toEqual([1, 1, 0, 0, 0, 1, 0.5]);
  castAtTriangle(out, ...makePair(1, 1, -2.5), Float64Array.of(0, 0, 4));
  expect([...out]).toEqual([1, 1, 0, 0, 0, -1, 0.5]);
  castAtTriangle(out, ...makePair(-2.5, 1, 0), Float64Array.of(4, 0, 0));
  expect([...out]).toEqual([0, 1, 0, -1, 0, 0, 0.5]);
  castAtTriangle(out, ...makePair(-2.5, 0, 0), Float64Array.of(4, 0, 0));
  expect([...out]).toEqual([0, 0, 0, -1, 0, 0, 0.5]);
  castAtTriangle(out, ...makePair(1, 1, 0.5), Float64Array.of(0, 0, 1));
  expect(out[6]).toBe(0);
  castAtTriangle(out, ...makePair(1, 1, 0.75), Float64Array.of(0, 0, 1));
  expect(out[6]).toBe(Infinity);
  castAtTriangle(out, ...makePair(1, 1, 0.75), Float64Array.of(0, 0, 0));
  expect(out[6]).toBe(Infinity);
});

it('other bodies, and points, are left to the general cast', () => {
  const out = new Float64Array(7);
  const [mover, target] = makePair(1, 1, 1);
  mover.rounding = 0;
  expect(castAtTriangle(out, mover, target, Float64Array.of(0, 0, -1))).toBe(false);
  mover.rounding = 0.5;
  mover.core = boxCore;
  expect(castAtTriangle(out, mover, target, Float64Array.of(0, 0, -1))).toBe(false);
});

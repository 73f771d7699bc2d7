import { describe, expect, it } from 'vitest';
import { BODY_STRIDE, BODY_X, writeBodyAxes } from '../../../../src/3d/geometry/body-pose.ts';
import { collideHullHull } from '../../../../src/3d/geometry/contact/collide-hull-hull.ts';
import { penetrationSat } from '../../../../src/3d/geometry/contact/penetration-sat.ts';
import { ASK_DISTANCE } from '../../../../src/3d/geometry/contact/separating-axis.ts';
import { buildBoxHull } from '../../../../src/3d/geometry/convex/build-box-hull.ts';
import { buildConvexHull } from '../../../../src/3d/geometry/convex/build-convex-hull.ts';
import type { ConvexHull } from '../../../../src/3d/geometry/convex/convex-hull.ts';
import { makeFlatHull } from '../../../../src/3d/geometry/convex/flat-hull.ts';
import { distanceGjk } from '../../../../src/3d/geometry/convex/gjk-hulls.ts';
import { effort } from '../../../support/effort.ts';
import { pointsOnSphere, randomQuaternion } from '../../../support/random-space.ts';
import { createRng } from '../../../support/rng.ts';

const poses = new Float64Array(2 * BODY_STRIDE);
const out = new Float64Array(19);
const features = new Uint32Array(4);

/** Hulls of many kinds: round, flat, on a grid (parallel faces and edges), prisms, boxes. */
function someHulls(seed: number): ConvexHull[] {
  const random = createRng(seed);
  return Array.from({ length: 40 }, (_, i) => {
    if (i % 5 === 4) return buildBoxHull([0.2 + random.next(), 0.2 + random.next(), 0.2 + random.next()]);
    const points = pointsOnSphere(random, 8 + Math.floor(30 * random.next()), 0.5, i % 5 === 3 ? 0.05 : 1);
    return buildConvexHull(i % 5 === 1 ? points.map((value) => Math.round(value * 6) / 6) : points);
  });
}

/** The same hull with every length multiplied. */
function scaled(hull: ConvexHull, scale: number): ConvexHull {
  return {
    ...hull,
    vertices: hull.vertices.map((value) => scale * value),
    planes: hull.planes.map((value, i) => (i % 4 === 3 ? scale * value : value)),
    centre: hull.centre.map((value) => scale * value),
    boundingRadius: scale * hull.boundingRadius,
    tolerance: scale * hull.tolerance,
  };
}

describe('collideHullHull', () => {
  const hulls = someHulls(5);
  const flats = hulls.map(makeFlatHull);

  it.each([1e-3, 1, 1e4])('agrees with exact separating axes and GJK at the size %f', (size) => {
    const random = createRng(17);
    const cases = effort(60_000, 5_000);
    let hits = 0;
    let asked = 0;
    for (let i = 0; i < cases; i++) {
      const chosen = [0, 1].map(() => Math.floor(hulls.length * random.next()));
      const scales = [size, size * (i % 2 === 0 ? 1 : 0.3 + random.next())];
      const placed = [0, 1].map((body) => {
        const position = [0, 1, 2].map(() => size * (random.next() - 0.5) * 1.3);
        const quaternion = randomQuaternion(random, i % 3);
        const at = BODY_STRIDE * body;
        writeBodyAxes(poses, at, quaternion[0], quaternion[1], quaternion[2], quaternion[3]);
        poses.set(position, at + BODY_X);
        return { hull: scaled(hulls[chosen[body]], scales[body]), pose: [...position, ...quaternion] };
      });
      const margin = i % 5 === 0 ? 0.3 * size : 0;
      const [a, b] = chosen.map((index) => flats[index]);
      const count = collideHullHull(out, features, a, b, poses, 0, BODY_STRIDE, Float64Array.of(...scales, margin));
      const depth = penetrationSat(new Float64Array(9), 0, placed[0], placed[1]);
      const separation = depth >= 0 ? -depth : distanceGjk(placed[0], placed[1]);
      if (count === ASK_DISTANCE) {
        asked++;
        expect(separation, `case ${i}`).toBeGreaterThan(0);
      } else if (count === 0) {
        expect(separation, `case ${i}`).toBeGreaterThan(margin - 1e-9 * size);
      } else {
        hits++;
        const least = Math.min(...Array.from({ length: count }, (_, k) => out[6 + 4 * k]));
        expect(Math.abs(least - separation), `case ${i}`).toBeLessThan(1e-9 * size);
        expect(Math.hypot(out[0], out[1], out[2])).toBeCloseTo(1, 12);
        expect(new Set(features.subarray(0, count)).size, `features of case ${i}`).toBe(count);
      }
    }
    expect(hits / cases).toBeGreaterThan(0.3);
    expect(hits / cases).toBeLessThan(0.85);
    expect(asked).toBeGreaterThan(0);
  });
});

import { expect, it } from 'vitest';
import { writeBodyAxes } from '../../../../src/3d/geometry/body-pose.ts';
import {
  BODY_CONTACT_LIMIT,
  BODY_CONTACT_SEPARATION,
  bodyContact,
  writeBodyPoints,
} from '../../../../src/3d/geometry/contact/body-points.ts';
import {
  CONTACT_POINT_STRIDE,
  CONTACT_POINTS,
  CONTACT_STRIDE,
} from '../../../../src/3d/geometry/contact/contact-layout.ts';
import { writeCoveredTriangle } from '../../../../src/3d/geometry/contact/covered-triangle.ts';
import { bodyA, bodyB } from '../../../../src/3d/geometry/convex/convex-body.ts';
import { boxCore } from '../../../../src/3d/shapes/box-core.ts';
import { finishTriangle, writeTriangleNormal } from '../../../../src/3d/shapes/triangle-core.ts';
import { effort } from '../../../support/effort.ts';
import { createRng } from '../../../support/rng.ts';

const origin = Float64Array.of(3, -2, 1);

/** The points of a contact by their features. */
function pointsBy(features: Uint32Array, manifold: Float64Array, count: number): Map<number, number[]> {
  return new Map(
    Array.from({ length: count }, (_, i) => {
      const at = CONTACT_POINTS + CONTACT_POINT_STRIDE * i;
      return [features[i], [...manifold.subarray(at, at + CONTACT_POINT_STRIDE)]];
    }),
  );
}

it('a triangle under a face of a box has the points and features that clipping finds', () => {
  const rng = createRng(12);
  const found = new Float64Array(CONTACT_STRIDE);
  const expected = new Float64Array(CONTACT_STRIDE);
  const features = new Uint32Array(4);
  const names = new Uint32Array(4);
  let covered = 0;
  let cut = 0;
  const rounds = effort(20_000, 2000);
  for (let round = 0; round < rounds; round++) {
    const scale = 10 ** rng.range(-3, 3);
    writeBodyAxes(bodyB.axes, 0, rng.range(-1, 1), rng.range(-1, 1), rng.range(-1, 1), rng.range(-1, 1));
    bodyB.core = boxCore;
    bodyB.hull = undefined;
    [bodyB.halfX, bodyB.halfY, bodyB.halfZ] = [0, 1, 2].map(() => scale * rng.range(0.3, 1));
    [bodyB.x, bodyB.y, bodyB.z] = [0, 1, 2].map(() => scale * rng.range(-1, 1));
    bodyB.rounding = rng.next() < 0.5 ? 0 : 0.1 * scale;
    const middle = [bodyB.x, bodyB.y, bodyB.z].map((value) => value + scale * rng.range(-0.4, 0.4));
    for (let k = 0; k < 9; k++) bodyA.corners[k] = middle[k % 3] + scale * rng.range(-0.2, 0.2);
    finishTriangle(bodyA);
    bodyA.rounding = rng.next() < 0.5 ? 0 : 0.05 * scale;
    const normal = new Float64Array(3);
    writeTriangleNormal(normal, bodyA.corners);
    const isFront = rng.next() < 0.5;
    for (let axis = 0; axis < 3; axis++) bodyContact[axis] = isFront ? normal[axis] : -normal[axis];
    bodyContact[BODY_CONTACT_SEPARATION] = -scale;
    bodyContact[BODY_CONTACT_LIMIT] = rng.next() < 0.5 ? 0.1 * scale : -0.4 * scale;
    const count = writeCoveredTriangle(found, features, origin, isFront);
    if (count < 0) {
      cut++;
      continue;
    }
    covered++;
    expect(writeBodyPoints(expected, names, origin, false)).toBe(count);
    expect([...found.subarray(0, 3)]).toEqual([...expected.subarray(0, 3)]);
    const wanted = pointsBy(names, expected, count);
    for (const [feature, point] of pointsBy(features, found, count)) {
      const other = wanted.get(feature);
      if (other === undefined) expect({ round, feature, names: [...wanted.keys()] }).toBeUndefined();
      for (let k = 0; k < CONTACT_POINT_STRIDE; k++)
        expect(Math.abs(point[k] - other![k])).toBeLessThan(1e-9 * scale + 1e-13);
    }
  }
  expect(covered / rounds).toBeGreaterThan(0.3);
  expect(cut / rounds).toBeGreaterThan(0.1);
});

import { describe, expect, it } from 'vitest';
import { BODY_HALF_X, BODY_STRIDE, BODY_X, writeBodyAxes } from '../../../../src/3d/geometry/body-pose.ts';
import {
  BODY_CONTACT_A,
  BODY_CONTACT_B,
  BODY_CONTACT_LIMIT,
  BODY_CONTACT_SEPARATION,
  bodyContact,
} from '../../../../src/3d/geometry/contact/body-points.ts';
import { findRoundAxis } from '../../../../src/3d/geometry/contact/find-round-axis.ts';
import { findTriangleAxis } from '../../../../src/3d/geometry/contact/find-triangle-axis.ts';
import { locateRoundContact } from '../../../../src/3d/geometry/contact/locate-round-contact.ts';
import { setRoundContacts } from '../../../../src/3d/geometry/contact/round-contacts.ts';
import { TRIANGLE_APART, TRIANGLE_FOUND } from '../../../../src/3d/geometry/contact/triangle-axis.ts';
import { buildConvexHull } from '../../../../src/3d/geometry/convex/build-convex-hull.ts';
import {
  bodyA,
  bodyB,
  type CoreShape,
  supportOfBodyA,
  supportOfBodyB,
  writeBodySupport,
} from '../../../../src/3d/geometry/convex/convex-body.ts';
import type { ConvexHull } from '../../../../src/3d/geometry/convex/convex-hull.ts';
import { penetrationEpa } from '../../../../src/3d/geometry/convex/penetration-epa.ts';
import { boxCore } from '../../../../src/3d/shapes/box-core.ts';
import { capsuleCore } from '../../../../src/3d/shapes/capsule-core.ts';
import { coneCore } from '../../../../src/3d/shapes/cone-core.ts';
import { cylinderCore } from '../../../../src/3d/shapes/cylinder-core.ts';
import { hullCore } from '../../../../src/3d/shapes/hull-core.ts';
import { sphereCore } from '../../../../src/3d/shapes/sphere-core.ts';
import { finishTriangle, triangleCore, writeTriangleNormal } from '../../../../src/3d/shapes/triangle-core.ts';
import { effort } from '../../../support/effort.ts';
import { pointsOnSphere, randomQuaternion } from '../../../support/random-space.ts';
import { createRng } from '../../../support/rng.ts';

// The makers of cylinders and cones do this.
setRoundContacts({ findAxis: findRoundAxis, locate: locateRoundContact });

const rng = createRng(4711);
const origin = new Float64Array(3);
const poses = new Float64Array(BODY_STRIDE);
const normal = new Float64Array(3);
const lowest = new Float64Array(3);

function putTriangle(corners: ArrayLike<number>): void {
  bodyA.corners.set(Array.from(corners));
  bodyA.rounding = 0;
  finishTriangle(bodyA);
}

function putBody(core: CoreShape, half: readonly number[], quaternion: readonly number[], hull?: ConvexHull): void {
  writeBodyAxes(poses, 0, quaternion[0], quaternion[1], quaternion[2], quaternion[3]);
  poses.fill(0, BODY_X, BODY_HALF_X);
  poses.set(half, BODY_HALF_X);
  bodyB.core = core;
  bodyB.place(poses, 0, origin);
  bodyB.hull = hull;
  bodyB.scale = hull === undefined ? 1 : half[0];
  bodyB.rounding = 0;
}

/** Asks as the contacts of surfaces do: the height above the face is known. */
function ask(limit: number): number {
  writeTriangleNormal(normal, bodyA.corners);
  const centre = bodyB.hull?.centre ?? origin;
  const middle = [0, 1, 2].map((axis) => {
    let at = 0;
    for (let k = 0; k < 3; k++) at += bodyB.axes[3 * k + axis] * bodyB.scale * centre[k];
    return at;
  });
  const height = [0, 1, 2].reduce((sum, axis) => sum + (middle[axis] - bodyA.corners[axis]) * normal[axis], 0);
  if (height < 0) for (let axis = 0; axis < 3; axis++) normal[axis] = -normal[axis];
  writeBodySupport(
    lowest,
    0,
    bodyB,
    normal.map((value) => -value),
  );
  let low = 0;
  for (let axis = 0; axis < 3; axis++) {
    bodyContact[axis] = normal[axis];
    low += (lowest[axis] - bodyA.corners[axis]) * normal[axis];
  }
  bodyContact[BODY_CONTACT_SEPARATION] = low;
  bodyContact[BODY_CONTACT_LIMIT] = limit;
  return findTriangleAxis();
}

/** Any turn, or one by right angles. */
const turn = () => randomQuaternion(rng, rng.integer(0, 2));
const range = (low: number, high: number) => rng.range(low, high);
/** How long a unit of each body is, so that all sizes occur. */
const BODIES: Record<string, (unit: number) => void> = {
  sphere: () => putBody(sphereCore, [0, 0, 0], turn()),
  capsule: (unit) => putBody(capsuleCore, [0, unit * range(0.2, 1), 0], turn()),
  box: (unit) => putBody(boxCore, [unit * range(0.2, 1), unit * range(0.2, 1), unit * range(0.2, 1)], turn()),
  'upright box': (unit) => putBody(boxCore, [unit * range(0.2, 1), unit, unit], [0, 0, 0, 1]),
  hull: (unit) =>
    putBody(hullCore, [unit, unit, unit], turn(), buildConvexHull(pointsOnSphere(rng, rng.integer(4, 40), 1))),
  cylinder: (unit) => {
    const radius = unit * range(0.2, 1);
    putBody(cylinderCore, [radius, unit * range(0.2, 1), radius], turn());
  },
  cone: (unit) => {
    const radius = unit * range(0.2, 1);
    putBody(coneCore, [radius, unit * range(0.2, 1), radius], turn());
  },
  triangle: (unit) => {
    bodyB.corners.set(Array.from({ length: 9 }, () => range(-unit, unit)));
    bodyB.rounding = 0;
    finishTriangle(bodyB);
  },
};

describe('the axis between a triangle and', () => {
  it.each(Object.keys(BODIES))('a %s is that of the least translation, as by EPA', (name) => {
    const exact = new Float64Array(9);
    let found = 0;
    let apart = 0;
    let unknown = 0;
    const rounds = effort(20_000, 150);
    for (let round = 0; round < rounds; round++) {
      const unit = 10 ** rng.range(-3, 3);
      BODIES[name](unit);
      const size = unit * 10 ** rng.range(-1.3, 0.7);
      const middle = Array.from({ length: 3 }, () => range(-unit, unit));
      const isSliver = rng.next() < 0.1;
      const corners = Array.from({ length: 9 }, (_, i) => middle[i % 3] + range(-size, size));
      if (isSliver)
        for (let axis = 0; axis < 3; axis++) corners[6 + axis] += 0.999 * (corners[3 + axis] - corners[6 + axis]);
      putTriangle(corners);
      const limit = rng.next() < 0.4 ? 0 : range(0, 1) * unit;
      const separation = -penetrationEpa(exact, 0, supportOfBodyA, supportOfBodyB);
      const kind = ask(limit);
      const slack = 1e-9 * (unit + size);
      const told = {
        round,
        kind,
        separation,
        limit,
        axis: [...bodyContact],
        corners,
        half: [bodyB.halfX, bodyB.halfY],
      };
      if (kind === TRIANGLE_APART) {
        apart++;
        if (!(separation > limit - slack)) expect(told).toBe('not apart');
        continue;
      }
      if (kind !== TRIANGLE_FOUND) {
        unknown++;
        if (separation < -slack) expect(told).toBe('known');
        continue;
      }
      found++;
      if (!(Math.abs(bodyContact[BODY_CONTACT_SEPARATION] - separation) <= slack)) expect(told).toBe('the least');
      // The axis holds what it says: nothing of the one is beyond the other along it.
      const along = bodyContact.slice(0, 3);
      let gap = 0;
      const far = new Float64Array(3);
      writeBodySupport(far, 0, bodyA, along);
      for (let axis = 0; axis < 3; axis++) gap -= far[axis] * along[axis];
      writeBodySupport(
        far,
        0,
        bodyB,
        along.map((value) => -value),
      );
      for (let axis = 0; axis < 3; axis++) gap += far[axis] * along[axis];
      if (!(Math.abs(gap - separation) <= slack)) expect({ ...told, gap }).toBe('the gap along the axis');
      // The points are as far apart along it, and the first one lies as far out on the triangle.
      let between = 0;
      let out = 0;
      writeBodySupport(far, 0, bodyA, along);
      for (let axis = 0; axis < 3; axis++) {
        const a = bodyContact[BODY_CONTACT_A + axis];
        between += (bodyContact[BODY_CONTACT_B + axis] - a) * along[axis];
        out += (far[axis] - a) * along[axis];
      }
      if (!(Math.abs(between - separation) <= slack && Math.abs(out) <= slack)) {
        expect({ ...told, between, out }).toBe('the deepest points');
      }
    }
    expect(found).toBeGreaterThan(0.1 * rounds);
    expect(apart).toBeGreaterThan(0.1 * rounds);
    expect(unknown).toBeLessThan(0.4 * rounds);
  });

  it('a box that stands on it askew is its normal, and over its rim the way across both edges', () => {
    putTriangle([-1, -0.9, -1, 0, -0.9, 1, 1, -0.9, -1]);
    putBody(boxCore, [0.5, 1, 0.5], [0, 0, 0, 1]);
    expect(ask(0)).toBe(TRIANGLE_FOUND);
    expect([...bodyContact.subarray(0, 3), bodyContact[BODY_CONTACT_SEPARATION]]).toEqual([
      0,
      1,
      0,
      expect.closeTo(-0.1, 12),
    ]);
    // A quarter of the way past the side z = −1, upright: the shortest way is out along z.
    putTriangle([-9, 0, -0.4, 0, 0, 9, 9, 0, -0.4]);
    expect(ask(0)).toBe(TRIANGLE_FOUND);
    expect([...bodyContact.subarray(0, 3)].map((value) => Math.round(value) + 0)).toEqual([0, 0, -1]);
    expect(bodyContact[BODY_CONTACT_SEPARATION]).toBeCloseTo(-0.9, 12);
  });
});

it('two triangles in one plane, side by side, are apart', () => {
  putTriangle([0, 0, 0, 1, 0, 0, 0, 0, 1]);
  bodyB.corners.set([1, 0, 1, 1, 0, 0.5, 0.8, 0, 1]);
  bodyB.rounding = 0;
  finishTriangle(bodyB);
  expect(bodyB.core).toBe(triangleCore);
  expect(ask(0)).toBe(TRIANGLE_APART);
  expect(ask(1)).toBe(TRIANGLE_FOUND);
  expect(bodyContact[BODY_CONTACT_SEPARATION]).toBeCloseTo(0.5 / Math.SQRT2, 12);
});

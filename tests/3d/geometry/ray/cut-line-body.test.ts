import { expect, it } from 'vitest';
import { BODY_HALF_X, BODY_STRIDE, BODY_X, writeBodyAxes } from '../../../../src/3d/geometry/body-pose.ts';
import { buildConvexHull } from '../../../../src/3d/geometry/convex/build-convex-hull.ts';
import { bodyB, type CoreShape, supportOfBodyB } from '../../../../src/3d/geometry/convex/convex-body.ts';
import { coldGjkCache } from '../../../../src/3d/geometry/convex/gjk.ts';
import { cutLineBody, lineSpan } from '../../../../src/3d/geometry/ray/cut-line-body.ts';
import { castRaySupport } from '../../../../src/3d/geometry/sweep/cast-support.ts';
import { boxCore } from '../../../../src/3d/shapes/box-core.ts';
import { capsuleCore } from '../../../../src/3d/shapes/capsule-core.ts';
import { coneCore } from '../../../../src/3d/shapes/cone-core.ts';
import { cylinderCore } from '../../../../src/3d/shapes/cylinder-core.ts';
import { hullCore } from '../../../../src/3d/shapes/hull-core.ts';
import { triangleCore } from '../../../../src/3d/shapes/triangle-core.ts';
import { effort } from '../../../support/effort.ts';
import { pointsOnSphere, randomQuaternion } from '../../../support/random-space.ts';
import { createRng } from '../../../support/rng.ts';

const rng = createRng(77);
const poses = new Float64Array(BODY_STRIDE);
const ray = new Float64Array(6);
const hit = new Float64Array(6);

function put(core: CoreShape, half: readonly number[], quaternion: readonly number[]): void {
  writeBodyAxes(poses, 0, quaternion[0], quaternion[1], quaternion[2], quaternion[3]);
  for (let axis = 0; axis < 3; axis++) poses[BODY_X + axis] = rng.range(-1, 1);
  poses.set(half, BODY_HALF_X);
  bodyB.core = core;
  bodyB.place(poses, 0, new Float64Array(3));
  bodyB.hull = core === hullCore ? buildConvexHull(pointsOnSphere(rng, 16, 1)) : undefined;
  bodyB.scale = half[0];
}

it.each([
  ['box', boxCore],
  ['hull', hullCore],
  ['cylinder', cylinderCore],
  ['cone', coneCore],
] as const)('a line enters and leaves a %s where rays from both its ends meet it', (_name, core) => {
  let cuts = 0;
  const rounds = effort(3000, 100);
  for (let round = 0; round < rounds; round++) {
    const unit = 10 ** rng.range(-2, 2);
    const radius = rng.range(0.2, 1) * unit;
    const half = [radius, rng.range(0.2, 1) * unit, core === boxCore ? rng.range(0.2, 1) * unit : radius];
    put(core, half, randomQuaternion(rng, rng.integer(0, 2)));
    const point = Float64Array.of(bodyB.x, bodyB.y, bodyB.z).map((value) => value + rng.range(-0.6, 0.6) * unit);
    const way = [rng.range(-1, 1), rng.next() < 0.2 ? 0 : rng.range(-1, 1), rng.range(-1, 1)];
    const length = Math.hypot(...way);
    const direction = Float64Array.from(way, (value) => value / length);
    const isCut = cutLineBody(bodyB, point, direction);
    const span = [...lineSpan];
    const far = 8 * unit;
    const ends = [-1, 1].map((sign) => {
      for (let axis = 0; axis < 3; axis++) {
        ray[axis] = point[axis] + sign * far * direction[axis];
        ray[3 + axis] = -2 * sign * far * direction[axis];
      }
      const fraction = castRaySupport(hit, 0, ray, 0, 1, supportOfBodyB, coldGjkCache());
      return sign * (far - 2 * far * fraction);
    });
    const told = { round, isCut, span, ends, half };
    if (isCut) {
      cuts++;
      // A line that grazes an edge may be told to miss by the one and not by the other.
      if (!Number.isFinite(ends[0]) && span[1] - span[0] < 1e-5 * unit) continue;
      for (let end = 0; end < 2; end++) {
        if (!(Math.abs(ends[end] - span[end]) <= 1e-7 * unit)) expect(told).toBe('where rays meet it');
      }
    } else {
      if (Number.isFinite(ends[0]) && ends[1] - ends[0] > 1e-5 * unit) {
        expect(told).toBe('missed');
      }
    }
  }
  expect(cuts).toBeGreaterThan(0.3 * rounds);
  expect(cuts).toBeLessThan(0.9 * rounds);
});

it('a line through the axis of a cone is cut at its base and its apex, and one along its side is in it', () => {
  put(coneCore, [1, 2, 1], [0, 0, 0, 1]);
  bodyB.x = bodyB.y = bodyB.z = 0;
  expect(cutLineBody(bodyB, Float64Array.of(0, 7, 0), Float64Array.of(0, -1, 0))).toBe(true);
  expect([...lineSpan]).toEqual([5, 9]);
  // Across, half-way up: the cone is half as wide there.
  expect(cutLineBody(bodyB, Float64Array.of(0, 0, 0), Float64Array.of(1, 0, 0))).toBe(true);
  expect([...lineSpan]).toEqual([-0.5, 0.5]);
  // Over the apex.
  expect(cutLineBody(bodyB, Float64Array.of(0, 2.1, 0), Float64Array.of(1, 0, 0))).toBe(false);
});

it('cuts segments and triangles in a point', () => {
  put(capsuleCore, [0, 2, 0], [0, 0, 0, 1]);
  bodyB.x = bodyB.y = bodyB.z = 0;
  expect(cutLineBody(bodyB, Float64Array.of(3, 1, 0), Float64Array.of(-1, 0, 0))).toBe(true);
  expect([...lineSpan]).toEqual([3, 3]);
  expect(cutLineBody(bodyB, Float64Array.of(3, 2.1, 0), Float64Array.of(-1, 0, 0))).toBe(false);
  expect(cutLineBody(bodyB, Float64Array.of(3, 1, 0.1), Float64Array.of(-1, 0, 0))).toBe(false);
  expect(cutLineBody(bodyB, Float64Array.of(0, 5, 0), Float64Array.of(0, -1, 0))).toBe(true);
  expect([...lineSpan]).toEqual([3, 7]);
  put(triangleCore, [0, 0, 0], [0, 0, 0, 1]);
  bodyB.corners.set([0, 0, 0, 4, 0, 0, 0, 0, 4]);
  bodyB.x = bodyB.y = bodyB.z = 0;
  const down = Float64Array.of(0, -1, 0);
  expect(cutLineBody(bodyB, Float64Array.of(1, 5, 2), down)).toBe(true);
  expect([...lineSpan]).toEqual([5, 5]);
  expect(cutLineBody(bodyB, Float64Array.of(2.1, 5, 2), down)).toBe(false);
  expect(cutLineBody(bodyB, Float64Array.of(-0.1, 5, 2), down)).toBe(false);
  expect(cutLineBody(bodyB, Float64Array.of(-1, 0, 1), Float64Array.of(1, 0, 0))).toBe(false);
});

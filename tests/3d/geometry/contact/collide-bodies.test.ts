import { describe, expect, it } from 'vitest';
import { BODY_HALF_X, BODY_STRIDE, BODY_X, writeBodyAxes } from '../../../../src/3d/geometry/body-pose.ts';
import { collideBodies } from '../../../../src/3d/geometry/contact/collide-bodies.ts';
import { buildConvexHull } from '../../../../src/3d/geometry/convex/build-convex-hull.ts';
import {
  bodyA,
  bodyB,
  type CoreShape,
  supportOfBodyA,
  supportOfBodyB,
} from '../../../../src/3d/geometry/convex/convex-body.ts';
import { distanceGjkSupport } from '../../../../src/3d/geometry/convex/gjk.ts';
import { penetrationEpa } from '../../../../src/3d/geometry/convex/penetration-epa.ts';
import { createPointSupport } from '../../../../src/3d/geometry/convex/support.ts';
import { boxCore } from '../../../../src/3d/shapes/box-core.ts';
import { capsuleCore } from '../../../../src/3d/shapes/capsule-core.ts';
import { coneCore } from '../../../../src/3d/shapes/cone-core.ts';
import { cylinderCore } from '../../../../src/3d/shapes/cylinder-core.ts';
import { hullCore } from '../../../../src/3d/shapes/hull-core.ts';
import { sphereCore } from '../../../../src/3d/shapes/sphere-core.ts';
import { effort } from '../../../support/effort.ts';
import { pointsOnSphere, randomQuaternion } from '../../../support/random-space.ts';
import { createRng } from '../../../support/rng.ts';

const poses = new Float64Array(2 * BODY_STRIDE);
const out = new Float64Array(19);
const features = new Uint32Array(4);

function place(
  side: number,
  core: CoreShape,
  position: readonly number[],
  quaternion: readonly number[],
  half: readonly number[],
  rounding = 0,
): void {
  const at = BODY_STRIDE * side;
  writeBodyAxes(poses, at, quaternion[0], quaternion[1], quaternion[2], quaternion[3]);
  poses.set(position, at + BODY_X);
  poses.set(half, at + BODY_HALF_X);
  const body = side === 0 ? bodyA : bodyB;
  body.core = core;
  body.place(poses, at, poses.subarray(BODY_X, BODY_X + 3));
  body.rounding = rounding;
  body.hull = undefined;
}

const collide = (margin = 0) =>
  collideBodies(out, features, poses.subarray(BODY_X, BODY_X + 3), new Float64Array([margin]));
const separations = (count: number) => Array.from({ length: count }, (_, i) => out[6 + 4 * i]);
const UPRIGHT = [0, 0, 0, 1];
/** A quarter turn about x: what stood along y lies along z. */
const LYING = [1, 0, 0, 1];
const FLOOR = [5, 1, 5];

describe('collideBodies', () => {
  it('gives four points of a cylinder on its round face, and two of one on its side', () => {
    place(0, boxCore, [0, -1, 0], UPRIGHT, FLOOR);
    place(1, cylinderCore, [0, 0.95, 0], UPRIGHT, [0.5, 1, 0.5]);
    expect(collide()).toBe(4);
    for (const separation of separations(4)) expect(separation).toBeCloseTo(-0.05, 9);
    place(1, cylinderCore, [0, 0.45, 0], LYING, [0.5, 1, 0.5]);
    expect(collide()).toBe(2);
    for (const separation of separations(2)) expect(separation).toBeCloseTo(-0.05, 9);
    expect([out[5], out[9]].sort((a, b) => a - b).map((z) => Math.round(z))).toEqual([-1, 1]);
  });

  it('gives two points of capsules side by side, one of capsules across each other', () => {
    place(0, capsuleCore, [0, 0, 0], LYING, [0, 1, 0], 0.5);
    place(1, capsuleCore, [0, 0.9, 0.5], LYING, [0, 1, 0], 0.5);
    expect(collide()).toBe(2);
    for (const separation of separations(2)) expect(separation).toBeCloseTo(-0.1, 12);
    place(1, capsuleCore, [0, 0.9, 0], [0, 0, 1, 1], [0, 1, 0], 0.5);
    expect(collide()).toBe(1);
    expect(separations(1)[0]).toBeCloseTo(-0.1, 12);
  });

  it('tells how deep the tip of a cone is in a box', () => {
    place(0, boxCore, [0, -1, 0], UPRIGHT, FLOOR);
    place(1, coneCore, [0, 0.9, 0], [1, 0, 0, 0], [0.5, 1, 0.5]);
    expect(collide()).toBe(1);
    expect(out[1]).toBeCloseTo(1, 9);
    expect(separations(1)[0]).toBeCloseTo(-0.1, 9);
  });

  it.each([1e-3, 1, 1e4])('measures depth and distance to 1e-9, with points on both bodies, at the size %f', (size) => {
    const random = createRng(23);
    const cores = [sphereCore, capsuleCore, boxCore, cylinderCore, coneCore, hullCore];
    const hulls = [8, 12, 20, 40].map((count) => buildConvexHull(pointsOnSphere(random, count, 0.5)));
    const point = new Float64Array(3);
    const supportOfPoint = createPointSupport(point, 0);
    const cases = effort(20_000, 1_500);
    let hits = 0;
    for (let i = 0; i < cases; i++) {
      for (let side = 0; side < 2; side++) {
        const core = cores[Math.floor(cores.length * random.next())];
        const position = [0, 1, 2].map(() => size * (random.next() - 0.5) * 1.4);
        const half = [0, 1, 2].map(() => size * (0.2 + 0.5 * random.next()));
        const isRounded = core === sphereCore || core === capsuleCore || random.next() < 0.3;
        place(
          side,
          core,
          position,
          randomQuaternion(random, i % 3),
          half,
          isRounded ? size * (0.1 + random.next() / 5) : 0,
        );
        const body = side === 0 ? bodyA : bodyB;
        if (core === hullCore) body.hull = hulls[Math.floor(hulls.length * random.next())];
        body.scale = size;
      }
      const margin = i % 5 === 0 ? 0.2 * size : 0;
      const count = collide(margin);
      const rounding = bodyA.rounding + bodyB.rounding;
      const separation = -penetrationEpa(new Float64Array(9), 0, supportOfBodyA, supportOfBodyB) - rounding;
      if (count === 0) {
        expect(separation, `case ${i}`).toBeGreaterThan(margin - 1e-9 * size);
        continue;
      }
      hits++;
      expect(Math.abs(Math.min(...separations(count)) - separation), `case ${i}`).toBeLessThan(1e-9 * size);
      for (let k = 0; k < count; k++) {
        for (let side = 0; side < 2; side++) {
          const step = (side === 0 ? -0.5 : 0.5) * out[6 + 4 * k];
          for (let axis = 0; axis < 3; axis++) {
            point[axis] = out[3 + 4 * k + axis] + step * out[axis] - poses[BODY_X + axis];
          }
          const body = side === 0 ? bodyA : bodyB;
          const off = distanceGjkSupport(supportOfPoint, side === 0 ? supportOfBodyA : supportOfBodyB) - body.rounding;
          expect(off, `point ${k} of case ${i}`).toBeLessThan(2e-5 * size);
        }
      }
    }
    expect(hits / cases).toBeGreaterThan(0.3);
    expect(hits / cases).toBeLessThan(0.85);
  });
});

import { expect, it } from 'vitest';
import { BODY_HALF_X, BODY_STRIDE, BODY_X, writeBodyAxes } from '../../../../src/3d/geometry/body-pose.ts';
import { isNearCore } from '../../../../src/3d/geometry/closest/is-near-core.ts';
import { buildConvexHull } from '../../../../src/3d/geometry/convex/build-convex-hull.ts';
import { ConvexBody, type CoreShape } from '../../../../src/3d/geometry/convex/convex-body.ts';
import { coldGjkCache, gjkDistance, runGjk } from '../../../../src/3d/geometry/convex/gjk.ts';
import { boxCore } from '../../../../src/3d/shapes/box-core.ts';
import { cylinderCore } from '../../../../src/3d/shapes/cylinder-core.ts';
import { hullCore } from '../../../../src/3d/shapes/hull-core.ts';
import { sphereCore } from '../../../../src/3d/shapes/sphere-core.ts';
import { pointsOnSphere, randomQuaternion } from '../../../support/random-space.ts';
import { createRng } from '../../../support/rng.ts';

const point = new ConvexBody();
point.core = sphereCore;
const body = new ConvexBody();
const poses = new Float64Array(BODY_STRIDE);

function put(core: CoreShape, place: number[], half: number[], quaternion: readonly number[]): void {
  writeBodyAxes(poses, 0, quaternion[0], quaternion[1], quaternion[2], quaternion[3]);
  poses.set(place, BODY_X);
  poses.set(half, BODY_HALF_X);
  body.core = core;
  body.place(poses, 0, new Float64Array(3));
  body.hull = undefined;
  body.scale = half[0];
}

function isNear(x: number, y: number, z: number, most: number): boolean {
  [point.x, point.y, point.z] = [x, y, z];
  return isNearCore(point, body, Float64Array.of(most));
}

it('measures from the faces, edges and corners of a box', () => {
  put(boxCore, [10, 0, 0], [1, 2, 3], [0, 0, 0, 1]);
  expect([isNear(10, 2.5, 0, 0.5), isNear(10, 2.5, 0, 0.49)]).toEqual([true, false]);
  // 0.3 and 0.4 beyond two faces: 0.5 from the edge.
  expect([isNear(11.3, 2.4, 0, 0.5001), isNear(11.3, 2.4, 0, 0.4999)]).toEqual([true, false]);
  expect([isNear(12, 4, 5, 3.0001), isNear(12, 4, 5, 2.9999)]).toEqual([true, false]);
  expect(isNear(10.5, 1, -2, 0)).toBe(true);
});

it('measures from the faces, edges and corners of a hull', () => {
  put(hullCore, [10, 0, 0], [2, 0, 0], [0, 0, 0, 1]);
  const corners = [0, 1, 2, 3, 4, 5, 6, 7].flatMap((i) => [i & 1 ? 0.5 : -0.5, i & 2 ? 1 : -1, i & 4 ? 1.5 : -1.5]);
  body.hull = buildConvexHull(Float64Array.from(corners));
  expect([isNear(10, 2.5, 0, 0.5), isNear(10, 2.5, 0, 0.49)]).toEqual([true, false]);
  expect([isNear(11.3, 2.4, 0, 0.5001), isNear(11.3, 2.4, 0, 0.4999)]).toEqual([true, false]);
  expect([isNear(12, 4, 5, 3.0001), isNear(12, 4, 5, 2.9999)]).toEqual([true, false]);
  expect(isNear(10.5, 1, -2, 0)).toBe(true);
});

it.each([
  ['box', boxCore, 0.8],
  ['hull', hullCore, 0.55],
  ['cylinder', cylinderCore, 0.8],
] as const)('agrees with GJK about points and a %s', (_name, core, spread) => {
  const rng = createRng(41);
  const rounds = 2000;
  let near = 0;
  for (let round = 0; round < rounds; round++) {
    const unit = 10 ** rng.range(-3, 4);
    const range = (low: number, high: number): number => unit * rng.range(low, high);
    const place = [range(-1, 1), range(-1, 1), range(-1, 1)];
    const radius = range(0.2, 1);
    const half = [radius, range(0.2, 1), core === cylinderCore ? radius : range(0.2, 1)];
    put(core, place, half, randomQuaternion(rng, rng.integer(0, 2)));
    if (core === hullCore) body.hull = buildConvexHull(pointsOnSphere(rng, rng.integer(4, 16), 1));
    const most = range(0, 0.3);
    const at = place.map((value) => value + range(-spread, spread));
    const isTold = isNear(at[0], at[1], at[2], most);
    runGjk(point, body, coldGjkCache());
    const distance = gjkDistance();
    if (isTold) near++;
    if (Math.abs(distance - most) < 1e-9 * unit) continue;
    if (isTold !== distance <= most) expect({ round, isTold, distance, most }).toBe('the same');
  }
  expect(near / rounds).toBeGreaterThan(0.3);
  expect(near / rounds).toBeLessThan(0.7);
});

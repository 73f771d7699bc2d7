import { expect, it } from 'vitest';
import { writeBodyAxes } from '../../../src/3d/geometry/body-pose.ts';
import { writeClosestPointOfHull } from '../../../src/3d/geometry/closest/closest-point-convex-hull.ts';
import { buildConvexHull } from '../../../src/3d/geometry/convex/build-convex-hull.ts';
import { bodyA, bodyB, type ConvexBody } from '../../../src/3d/geometry/convex/convex-body.ts';
import { coldGjkCache } from '../../../src/3d/geometry/convex/gjk.ts';
import { createEpaReport, findPenetration } from '../../../src/3d/geometry/convex/penetration-epa.ts';
import { polishDepth } from '../../../src/3d/geometry/convex/polish-depth.ts';
import { meetHull } from '../../../src/3d/geometry/sweep/cast-sphere-hull.ts';
import { writeCast } from '../../../src/3d/geometry/sweep/cast-support.ts';
import { castBall, isBallCast } from '../../../src/3d/queries/cast-ball.ts';
import { setCastAtHull, setClosestOnHull } from '../../../src/3d/queries/hull-table.ts';
import { penetrateBall } from '../../../src/3d/queries/penetrate-ball.ts';
import { copyBody, FRAME_ORIGIN, QueryBody } from '../../../src/3d/queries/query-body.ts';
import { boxCore } from '../../../src/3d/shapes/box-core.ts';
import { capsuleCore } from '../../../src/3d/shapes/capsule-core.ts';
import { coneCore } from '../../../src/3d/shapes/cone-core.ts';
import { cylinderCore } from '../../../src/3d/shapes/cylinder-core.ts';
import { hullCore } from '../../../src/3d/shapes/hull-core.ts';
import { sphereCore } from '../../../src/3d/shapes/sphere-core.ts';
import { effort } from '../../support/effort.ts';
import { pointsOnSphere } from '../../support/random-space.ts';
import { createRng, type Rng } from '../../support/rng.ts';

// No maker of hulls is imported here that would bring it.
setClosestOnHull(writeClosestPointOfHull);
setCastAtHull(meetHull);

const CORES = { box: boxCore, capsule: capsuleCore, sphere: sphereCore, cylinder: cylinderCore, hull: hullCore };

function makeBody(rng: Rng, core: typeof boxCore, scale: number): ConvexBody {
  const { body } = new QueryBody();
  body.core = core;
  // The pose of a sphere has no axes.
  if (core !== sphereCore) {
    writeBodyAxes(body.axes, 0, rng.range(-1, 1), rng.range(-1, 1), rng.range(-1, 1), rng.range(-1, 1));
  }
  body.halfX = core === boxCore ? rng.range(0.1, 1) * scale : 0;
  body.halfY = core === sphereCore ? 0 : rng.range(0.1, 1) * scale;
  body.halfZ = core === boxCore ? rng.range(0.1, 1) * scale : 0;
  if (core === cylinderCore) body.halfX = rng.range(0.1, 1) * scale;
  if (core === hullCore) {
    body.halfY = 0;
    body.hull = buildConvexHull(pointsOnSphere(rng, rng.integer(4, 24), 1));
    body.scale = rng.range(0.3, 1) * scale;
  }
  const mayBeSharp = core === boxCore || core === cylinderCore || core === hullCore;
  body.rounding = mayBeSharp && rng.next() < 0.5 ? 0 : rng.range(0.1, 1) * scale;
  return body;
}

it.each(Object.entries(CORES))('a sphere meets a %s where the general cast has it, at any scale', (_, core) => {
  const rng = createRng(31);
  const found = new Float64Array(7);
  const expected = new Float64Array(7);
  let met = 0;
  const rounds = effort(20_000, 600);
  for (let i = 0; i < rounds; i++) {
    const scale = 10 ** rng.range(-3, 4);
    const target = makeBody(rng, core, scale);
    const mover = makeBody(rng, sphereCore, scale);
    expect(isBallCast(mover, target)).toBe(true);
    const from = [0, 1, 2].map(() => rng.range(-1, 1));
    const length = Math.hypot(...from);
    const far = rng.range(2, 6) * scale;
    const place = from.map((value) => (value / length) * far);
    const translation = Float64Array.from(place, (value) => -1.5 * value + rng.range(-1.5, 1.5) * scale);
    // The general cast is relative to the target; both stand away from the origin of their frame.
    [mover.x, mover.y, mover.z] = place;
    writeCast(expected, mover, target, Float64Array.of(...translation, mover.rounding + target.rounding));
    [target.x, target.y, target.z] = [2 * scale, -3 * scale, scale];
    [mover.x, mover.y, mover.z] = [place[0] + target.x, place[1] + target.y, place[2] + target.z];
    castBall(found, mover, target, translation);
    if (found[6] === Infinity || expected[6] === Infinity) {
      // What only grazes may be told either way.
      expect(Math.min(found[6], expected[6]) === Infinity || isGrazing(translation, found, expected)).toBe(true);
      continue;
    }
    met++;
    expect(Math.abs(found[6] - expected[6])).toBeLessThan(1e-7);
    if (found[6] === 0) continue;
    for (let k = 3; k < 6; k++) expect(Math.abs(found[k] - expected[k])).toBeLessThan(1e-5);
    for (let k = 0; k < 3; k++) expect(Math.abs(found[k] - expected[k])).toBeLessThan(1e-5 * scale);
  }
  expect(met / rounds).toBeGreaterThan(0.3);
  expect(met / rounds).toBeLessThan(0.95);
});

/** Whether the hit that one of the two has runs along the surface. */
function isGrazing(translation: Float64Array, a: Float64Array, b: Float64Array): boolean {
  const hit = a[6] < Infinity ? a : b;
  const along = translation[0] * hit[3] + translation[1] * hit[4] + translation[2] * hit[5];
  return Math.abs(along) < 1e-4 * Math.hypot(...translation);
}

it('a sphere that stops short of a box misses it, and one that touches at the end of its way meets it', () => {
  const mover = makeBody(createRng(1), sphereCore, 1);
  const target = makeBody(createRng(2), boxCore, 1);
  for (const body of [mover, target]) writeBodyAxes(body.axes, 0, 0, 0, 0, 1);
  mover.rounding = 0.5;
  target.rounding = 0;
  target.halfX = target.halfY = target.halfZ = 1;
  mover.y = 3.5;
  const out = new Float64Array(7);
  castBall(out, mover, target, Float64Array.of(0, -1.999, 0));
  expect(out[6]).toBe(Infinity);
  castBall(out, mover, target, Float64Array.of(0, -2, 0));
  expect([...out]).toEqual([0, 1, 0, 0, 1, 0, 1]);
  // Beside an edge, whose rounded side is met.
  mover.x = 1.3;
  castBall(out, mover, target, Float64Array.of(0, -4, 0));
  expect(out[6]).toBeCloseTo((2.5 - 0.4) / 4, 12);
  expect([...out.subarray(3, 6)]).toEqual([expect.closeTo(0.6, 12), expect.closeTo(0.8, 12), 0]);
  expect([...out.subarray(0, 3)]).toEqual([1, 1, 0]);
});

it('other cores are left to the general cast', () => {
  const rng = createRng(3);
  expect(isBallCast(makeBody(rng, boxCore, 1), makeBody(rng, sphereCore, 1))).toBe(false);
  const cone = makeBody(rng, sphereCore, 1);
  cone.core = coneCore;
  expect(isBallCast(makeBody(rng, sphereCore, 1), cone)).toBe(false);
});

it.each(['box', 'capsule', 'sphere', 'cylinder', 'hull'])(
  'how deep a sphere is in a %s is told as in general',
  (kind) => {
    const rng = createRng(32);
    const found = new Float64Array(10);
    const expected = new Float64Array(9);
    const points = buildConvexHull(pointsOnSphere(rng, 16, 1));
    let inside = 0;
    const rounds = effort(10_000, 300);
    for (let i = 0; i < rounds; i++) {
      const scale = 10 ** rng.range(-3, 3);
      const target = makeBody(
        rng,
        kind === 'box' || kind === 'hull' ? boxCore : kind === 'sphere' ? sphereCore : capsuleCore,
        scale,
      );
      const mover = makeBody(rng, sphereCore, scale);
      if (kind === 'cylinder') {
        target.core = cylinderCore;
        target.halfX = rng.range(0.1, 1) * scale;
      } else if (kind === 'hull') {
        target.core = hullCore;
        target.hull = points;
        target.scale = scale;
      }
      [mover.x, mover.y, mover.z] = [0, 1, 2].map(() => rng.range(-1, 1) * scale);
      copyBody(bodyA, target, FRAME_ORIGIN);
      copyBody(bodyB, mover, FRAME_ORIGIN);
      const report = createEpaReport();
      findPenetration(expected, 0, bodyA, bodyB, coldGjkCache(), report, polishDepth);
      if (!penetrateBall(found, target, mover)) continue;
      const depth = report.depth + target.rounding + mover.rounding;
      if (report.depth > 0) inside++;
      expect(Math.abs(found[9] - depth)).toBeLessThan(1e-7 * scale);
      // Along the normal, from the one deepest point to the other, is the depth.
      for (let k = 0; k < 3; k++) {
        expect(Math.abs(found[3 + k] - found[6 + k] - found[9] * found[k])).toBeLessThan(1e-9 * scale);
      }
      if (report.depth < 0) for (let k = 0; k < 3; k++) expect(Math.abs(found[k] - expected[k])).toBeLessThan(1e-5);
    }
    if (kind === 'box' || kind === 'cylinder' || kind === 'hull') expect(inside / rounds).toBeGreaterThan(0.03);
  },
);

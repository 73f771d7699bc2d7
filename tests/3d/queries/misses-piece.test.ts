import { expect, it } from 'vitest';
import { writeBodyAxes } from '../../../src/3d/geometry/body-pose.ts';
import type { ConvexBody } from '../../../src/3d/geometry/convex/convex-body.ts';
import { castBodies } from '../../../src/3d/queries/body-pairs.ts';
import { missesPiece } from '../../../src/3d/queries/misses-piece.ts';
import { QueryBody } from '../../../src/3d/queries/query-body.ts';
import { boxCore } from '../../../src/3d/shapes/box-core.ts';
import { capsuleCore } from '../../../src/3d/shapes/capsule-core.ts';
import { SHAPE_MESH } from '../../../src/3d/shapes/shape-kind.ts';
import { sphereCore } from '../../../src/3d/shapes/sphere-core.ts';
import { finishTriangle } from '../../../src/3d/shapes/triangle-core.ts';
import { effort } from '../../support/effort.ts';
import { createRng, type Rng } from '../../support/rng.ts';

const CORES = { box: boxCore, capsule: capsuleCore, sphere: sphereCore };
const contact = new Float64Array(7);

function turn(body: ConvexBody, rng: Rng): void {
  writeBodyAxes(body.axes, 0, rng.range(-1, 1), rng.range(-1, 1), rng.range(-1, 1), rng.range(-1, 1));
}

it.each(Object.entries(CORES))(
  'a triangle that a %s misses is met by no cast within the limit, at any scale',
  (_, core) => {
    const rng = createRng(7);
    let missed = 0;
    let seen = 0;
    let met = 0;
    const mover = new QueryBody();
    const target = new QueryBody();
    target.kind = SHAPE_MESH;
    for (let i = 0; i < effort(20_000, 1500); i++) {
      const scale = 10 ** rng.range(-3, 4);
      const { body } = mover;
      body.core = core;
      turn(body, rng);
      body.x = rng.range(-1, 1) * scale;
      body.y = rng.range(-1, 1) * scale;
      body.z = rng.range(-1, 1) * scale;
      body.halfX = core === boxCore ? rng.range(0.1, 1) * scale : 0;
      body.halfY = core === sphereCore ? 0 : rng.range(0.1, 1) * scale;
      body.halfZ = body.halfX;
      body.rounding = core === boxCore ? 0 : rng.range(0.1, 1) * scale;
      const size = rng.next() < 0.5 ? 2 : 0.2;
      const middle = [rng.range(-3, 3), rng.range(-3, 3), rng.range(-3, 3)];
      for (let k = 0; k < 9; k++) target.body.corners[k] = (middle[k % 3] + rng.range(-size, size)) * scale;
      target.body.rounding = rng.next() < 0.5 ? 0 : 0.1 * scale;
      finishTriangle(target.body);
      // Towards the triangle, more or less, and not always far enough.
      const part = rng.range(0.6, 1.6);
      const motion = Float64Array.of(body.x, body.y, body.z).map(
        (place, k) => part * (middle[k] * scale - place) + rng.range(-0.4, 0.4) * scale,
      );
      castBodies(contact, mover, target, motion);
      const limit = Float64Array.of(rng.range(0.5, 1));
      const misses = missesPiece(mover, target, Float64Array.of(0, 0, 0, ...motion, 0, 1), limit);
      if (contact[6] <= limit[0]) {
        met++;
        expect(misses).toBe(false);
      } else {
        missed++;
        if (misses) seen++;
      }
    }
    // Both happen, and most of what is missed is seen to be at once.
    expect(met / (met + missed)).toBeGreaterThan(0.3);
    expect(met / (met + missed)).toBeLessThan(0.7);
    expect(seen / missed).toBeGreaterThan(0.4);
  },
);

it('what touches at the end of the way is not missed', () => {
  const mover = new QueryBody();
  mover.body.core = sphereCore;
  writeBodyAxes(mover.body.axes, 0, 0, 0, 0, 1);
  mover.body.rounding = 0.5;
  mover.body.y = 1.5;
  const target = new QueryBody();
  target.body.corners.set([-1, 0, -1, 1, 0, -1, 0, 0, 2]);
  target.body.rounding = 0;
  finishTriangle(target.body);
  const down = Float64Array.of(0, 0, 0, 0, -2, 0, 0, 1);
  expect(missesPiece(mover, target, down, Float64Array.of(0.5))).toBe(false);
  expect(missesPiece(mover, target, down, Float64Array.of(0.4999))).toBe(true);
  // Beside the triangle, in its plane.
  mover.body.x = 4;
  mover.body.y = 0;
  expect(missesPiece(mover, target, down, Float64Array.of(1))).toBe(true);
});

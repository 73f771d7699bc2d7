import type { ShapeSpec } from '../../entry/3d.ts';
import { bodyA, bodyB, supportOfBodyB } from '../../src/3d/geometry/convex/convex-body.ts';
import { coldGjkCache } from '../../src/3d/geometry/convex/gjk.ts';
import { penetrationEpa } from '../../src/3d/geometry/convex/penetration-epa.ts';
import type { Support } from '../../src/3d/geometry/convex/support.ts';
import { copyBody } from '../../src/3d/queries/query-body.ts';
import { createQueryShape, placeShape } from '../../src/3d/queries/query-shape.ts';

interface Pose {
  x: number;
  y: number;
  z: number;
  qx: number;
  qy: number;
  qz: number;
  qw: number;
}

/**
 * How far a placed convex shape is apart from the nearest of some triangles (9 numbers each), or how deep it is in one,
 * negative, by asking each triangle as three points; and which it is.
 */
export function overlapsTriangles(shape: ShapeSpec, pose: Pose, corners: Float64Array) {
  const placed = createQueryShape();
  const rotation = { x: pose.qx, y: pose.qy, z: pose.qz, w: pose.qw };
  placeShape(placed, shape, { x: pose.x, y: pose.y, z: pose.z, rotation });
  copyBody(bodyB, placed.pieces[0].body, { x: -pose.x, y: -pose.y, z: -pose.z });
  void bodyA;
  let separation = Infinity;
  let triangle = -1;
  const out = new Float64Array(9);
  for (let t = 0; t < corners.length; t += 9) {
    const support: Support = (to, at, dx, dy, dz) => {
      let best = 0;
      let most = -Infinity;
      for (let k = 0; k < 3; k++) {
        const along = dx * corners[t + 3 * k] + dy * corners[t + 3 * k + 1] + dz * corners[t + 3 * k + 2];
        if (along > most) {
          most = along;
          best = k;
        }
      }
      for (let axis = 0; axis < 3; axis++) to[at + axis] = corners[t + 3 * best + axis];
      return best;
    };
    if (Math.min(corners[t], corners[t + 3], corners[t + 6]) > placed.box[3] + 1) continue;
    if (Math.max(corners[t], corners[t + 3], corners[t + 6]) < placed.box[0] - 1) continue;
    const own = -penetrationEpa(out, 0, support, supportOfBodyB, coldGjkCache()) - bodyB.rounding;
    if (own < separation) {
      separation = own;
      triangle = t / 9;
    }
  }
  return { separation, triangle };
}

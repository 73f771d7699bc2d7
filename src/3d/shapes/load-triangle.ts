import { BODY_AXES, BODY_HALF_X, BODY_RADIUS, BODY_X } from '../geometry/body-pose.ts';
import type { ConvexBody } from '../geometry/convex/convex-body.ts';
import { finishTriangle } from './triangle-core.ts';

/**
 * Makes a body the triangle whose corners, in the frame of a shape that stands at the body pose `poses[at …]`, have
 * been written to `body.corners`; its corners are then relative to a place in the world.
 */
export function placeTriangle(body: ConvexBody, poses: Float64Array, at: number, origin: Float64Array): void {
  const { corners } = body;
  const scale = poses[at + BODY_HALF_X];
  const m = at + BODY_AXES;
  const ox = poses[at + BODY_X] - origin[0];
  const oy = poses[at + BODY_X + 1] - origin[1];
  const oz = poses[at + BODY_X + 2] - origin[2];
  for (let corner = 0; corner < 9; corner += 3) {
    const x = scale * corners[corner];
    const y = scale * corners[corner + 1];
    const z = scale * corners[corner + 2];
    corners[corner] = ox + (poses[m] * x + poses[m + 3] * y + poses[m + 6] * z);
    corners[corner + 1] = oy + (poses[m + 1] * x + poses[m + 4] * y + poses[m + 7] * z);
    corners[corner + 2] = oz + (poses[m + 2] * x + poses[m + 5] * y + poses[m + 8] * z);
  }
  finishTriangle(body, poses[at + BODY_RADIUS]);
}

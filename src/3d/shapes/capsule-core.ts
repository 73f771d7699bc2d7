import { BODY_AXES, BODY_HALF_Y } from '../geometry/body-pose.ts';
import { UPRIGHT } from '../geometry/contact/separating-axis.ts';
import { CORE_SEGMENT, type CoreShape, setFaceCorner } from '../geometry/convex/convex-body.ts';
import { setExtent } from './extent.ts';

/** The core of a capsule: the segment of `halfY` to both sides along y. */
export const capsuleCore: CoreShape = {
  form: CORE_SEGMENT,
  polish: undefined,
  support(out, body, direction) {
    const dy = direction[1];
    out[0] = 0;
    out[1] = dy > 0 ? body.halfY : -body.halfY;
    out[2] = 0;
    return dy > 0 ? 1 : 0;
  },
  writeFace(face, body, direction) {
    const dx = direction[0];
    const dy = direction[1];
    const dz = direction[2];
    face.name = 0;
    if (dx * dx + dz * dz < UPRIGHT) {
      face.count = 1;
      setFaceCorner(face, 0, 0, dy > 0 ? body.halfY : -body.halfY, 0, dy > 0 ? 1 : 0);
      return;
    }
    face.count = 2;
    setFaceCorner(face, 0, 0, -body.halfY, 0, 0);
    setFaceCorner(face, 1, 0, body.halfY, 0, 1);
  },
};

/** Writes the extent of a capsule's core. */
export function writeCapsuleExtent(_registry: object, _handle: number, poses: Float64Array, at: number): void {
  const half = poses[at + BODY_HALF_Y];
  const y = at + BODY_AXES + 3;
  setExtent(Math.abs(poses[y]) * half, Math.abs(poses[y + 1]) * half, Math.abs(poses[y + 2]) * half);
}

import { BODY_AXES, BODY_HALF_X, BODY_HALF_Y } from '../geometry/body-pose.ts';
import { CORE_CONE, type CoreShape } from '../geometry/convex/convex-body.ts';
import { polishDepth } from '../geometry/convex/polish-depth.ts';
import { extent } from './extent.ts';
import { AXIAL_SINE, SIDE, SIDE_HIGH, SIDE_LOW, writeDisk } from './round-face.ts';

/** A cone along y, its apex at `halfY`, the base of radius `halfX` at −`halfY`. */
export const coneCore: CoreShape = {
  form: CORE_CONE,
  polish: polishDepth,
  support(out, { halfX, halfY }, direction) {
    const dx = direction[0];
    const dy = direction[1];
    const dz = direction[2];
    const across = dx * dx + dz * dz;
    const scale = across > AXIAL_SINE * AXIAL_SINE * (across + dy * dy) ? halfX / Math.sqrt(across) : 0;
    // The farthest point of the rim is ahead by radius · sine, the apex by height · cosine.
    const isApex = 2 * halfY * dy > scale * across;
    out[0] = isApex ? 0 : scale * dx;
    out[1] = isApex ? halfY : -halfY;
    out[2] = isApex ? 0 : scale * dz;
    return isApex ? 0 : -1;
  },
  writeFace(face, body, direction) {
    const { halfX, halfY } = body;
    const { corners, names } = face;
    const dx = direction[0];
    const dy = direction[1];
    const dz = direction[2];
    const across = Math.sqrt(dx * dx + dz * dz);
    const slant = Math.sqrt(4 * halfY * halfY + halfX * halfX);
    if (-dy * slant > 2 * halfY * across + halfX * dy) {
      writeDisk(face, body, false);
      return;
    }
    const scale = across > 0 ? halfX / across : 0;
    face.count = across > 0 ? 2 : 1;
    face.name = SIDE;
    corners[0] = corners[2] = 0;
    corners[1] = halfY;
    corners[3] = scale * dx;
    corners[4] = -halfY;
    corners[5] = scale * dz;
    names[0] = SIDE_HIGH;
    names[1] = SIDE_LOW;
  },
};

/** Writes the extent of a cone: that of its apex and of the disk of its base. */
export function writeConeExtent(_registry: object, _handle: number, poses: Float64Array, at: number): void {
  const radius = poses[at + BODY_HALF_X];
  const half = poses[at + BODY_HALF_Y];
  for (let axis = 0; axis < 3; axis++) {
    const along = poses[at + BODY_AXES + 3 + axis];
    const x = poses[at + BODY_AXES + axis];
    const z = poses[at + BODY_AXES + 6 + axis];
    const rim = radius * Math.sqrt(x * x + z * z);
    const apex = along * half;
    extent[axis] = Math.min(apex, -apex - rim);
    extent[3 + axis] = Math.max(apex, -apex + rim);
  }
}

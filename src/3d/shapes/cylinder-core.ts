import { BODY_AXES, BODY_HALF_X, BODY_HALF_Y } from '../geometry/body-pose.ts';
import { CORE_CYLINDER, type CoreShape } from '../geometry/convex/convex-body.ts';
import { polishDepth } from '../geometry/convex/polish-depth.ts';
import { setExtent } from './extent.ts';
import { AXIAL_SINE, SIDE, SIDE_HIGH, SIDE_LOW, writeDisk } from './round-face.ts';

/** A cylinder along y: radius `halfX`, half height `halfY`. */
export const cylinderCore: CoreShape = {
  form: CORE_CYLINDER,
  polish: polishDepth,
  support(out, { halfX, halfY }, direction) {
    const dx = direction[0];
    const dy = direction[1];
    const dz = direction[2];
    const across = dx * dx + dz * dz;
    const scale = across > AXIAL_SINE * AXIAL_SINE * (across + dy * dy) ? halfX / Math.sqrt(across) : 0;
    out[0] = scale * dx;
    out[1] = dy > 0 ? halfY : -halfY;
    out[2] = scale * dz;
    return -1;
  },
  writeFace(face, body, direction) {
    const { halfX, halfY } = body;
    const { corners, names } = face;
    const dx = direction[0];
    const dy = direction[1];
    const dz = direction[2];
    const across = Math.sqrt(dx * dx + dz * dz);
    if (Math.abs(dy) > across) {
      writeDisk(face, body, dy > 0);
      return;
    }
    const scale = halfX / across;
    face.count = 2;
    face.name = SIDE;
    corners[0] = corners[3] = scale * dx;
    corners[1] = -halfY;
    corners[4] = halfY;
    corners[2] = corners[5] = scale * dz;
    names[0] = SIDE_LOW;
    names[1] = SIDE_HIGH;
  },
};

/** Writes the extent of a cylinder: along a world axis its axis reaches by a cosine, its round faces by the sine. */
export function writeCylinderExtent(_registry: object, _handle: number, poses: Float64Array, at: number): void {
  const radius = poses[at + BODY_HALF_X];
  const half = poses[at + BODY_HALF_Y];
  const ax = poses[at + BODY_AXES + 3];
  const ay = poses[at + BODY_AXES + 4];
  const az = poses[at + BODY_AXES + 5];
  setExtent(
    Math.abs(ax) * half + radius * Math.sqrt(ay * ay + az * az),
    Math.abs(ay) * half + radius * Math.sqrt(ax * ax + az * az),
    Math.abs(az) * half + radius * Math.sqrt(ax * ax + ay * ay),
  );
}

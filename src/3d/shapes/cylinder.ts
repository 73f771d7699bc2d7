import { type CoreShape, setFaceCorner } from '../geometry/convex/convex-body.ts';
import { AXIAL_SINE, SIDE, SIDE_HIGH, SIDE_LOW, writeDisk } from './round-face.ts';

/** A cylinder along y: radius `halfX`, half height `halfY`. */
export const cylinderCore: CoreShape = {
  support(out, { halfX, halfY }, dx, dy, dz) {
    const across = dx * dx + dz * dz;
    const scale = across > AXIAL_SINE * AXIAL_SINE * (across + dy * dy) ? halfX / Math.sqrt(across) : 0;
    out[0] = scale * dx;
    out[1] = dy > 0 ? halfY : -halfY;
    out[2] = scale * dz;
    return -1;
  },
  writeFace(face, { halfX, halfY }, dx, dy, dz) {
    const across = Math.sqrt(dx * dx + dz * dz);
    if (Math.abs(dy) > across) {
      writeDisk(face, halfX, dy > 0 ? halfY : -halfY, dy > 0);
      return;
    }
    const scale = halfX / across;
    face.count = 2;
    face.name = SIDE;
    setFaceCorner(face, 0, scale * dx, -halfY, scale * dz, SIDE_LOW);
    setFaceCorner(face, 1, scale * dx, halfY, scale * dz, SIDE_HIGH);
  },
};

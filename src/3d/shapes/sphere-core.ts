import { CORE_SPHERE, type CoreShape, setFaceCorner } from '../geometry/convex/convex-body.ts';

/** The core of a sphere: its centre. */
export const sphereCore: CoreShape = {
  form: CORE_SPHERE,
  polish: undefined,
  support(out) {
    out[0] = 0;
    out[1] = 0;
    out[2] = 0;
    return 0;
  },
  writeFace(face) {
    face.count = 1;
    face.name = 0;
    setFaceCorner(face, 0, 0, 0, 0, 0);
  },
};

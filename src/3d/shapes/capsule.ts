import { type CoreShape, setFaceCorner } from '../geometry/convex/convex-body.ts';

/** The core of a capsule: the segment of `halfY` to both sides along y. */
export const segmentCore: CoreShape = {
  support(out, body, _dx, dy) {
    out[0] = 0;
    out[1] = dy > 0 ? body.halfY : -body.halfY;
    out[2] = 0;
    return dy > 0 ? 1 : 0;
  },
  writeFace(face, body) {
    face.count = 2;
    face.name = 0;
    setFaceCorner(face, 0, 0, -body.halfY, 0, 0);
    setFaceCorner(face, 1, 0, body.halfY, 0, 1);
  },
};

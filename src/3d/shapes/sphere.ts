import { requirePositive } from '../../core/errors.ts';
import { type CoreShape, setFaceCorner } from '../geometry/convex/convex-body.ts';
import { SHAPE_SPHERE } from './shape-kind.ts';
import { makeSpec, type ShapeSpec } from './shape-spec.ts';

/**
 * Makes a sphere.
 * @throws CollisionError `invalid-number` unless the radius is finite and above 0.
 */
export function sphere(radius: number): ShapeSpec {
  return makeSpec(SHAPE_SPHERE, requirePositive('sphere radius', radius), 0, 0, 0);
}

/** The core of a sphere: its centre. */
export const sphereCore: CoreShape = {
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

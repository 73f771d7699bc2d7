import { type Camera, Matrix4, WebGPUCoordinateSystem } from 'three';
import {
  CLIP_DEPTH_MINUS_ONE_TO_ONE,
  CLIP_DEPTH_ZERO_TO_ONE,
  computeFrustumPlanes,
  FRUSTUM_SIZE,
} from '../../src/3d/geometry/overlap/frustum.ts';
import { refuse } from '../../src/core/errors.ts';

/**
 * Returns the six planes of the frustum that a camera sees, in the world, `nx ny nz d` each: left, right, bottom, top,
 * near, far, with unit normals inward. `out`, if given, is filled and returned: then nothing is allocated.
 *
 * @throws CollisionError `invalid-state` for a value that is no camera.
 */
export function frustumOf(camera: Camera, out: Float64Array = new Float64Array(FRUSTUM_SIZE)): Float64Array {
  if (camera?.isCamera !== true) refuse('invalid-state', 'camera', 'a Camera', camera);
  camera.updateWorldMatrix(true, false);
  seen.copy(camera.matrixWorld).invert().premultiply(camera.projectionMatrix);
  const isZeroToOne = camera.coordinateSystem === WebGPUCoordinateSystem || camera.reversedDepth;
  const depth = isZeroToOne ? CLIP_DEPTH_ZERO_TO_ONE : CLIP_DEPTH_MINUS_ONE_TO_ONE;
  computeFrustumPlanes(out, 0, seen.elements, 0, depth);
  // With a reversed depth the near plane is where the depth is 1.
  if (camera.reversedDepth) {
    for (let i = 0; i < FAR - NEAR; i++) {
      const near = out[FAR + i];
      out[FAR + i] = out[NEAR + i];
      out[NEAR + i] = near;
    }
  }
  return out;
}

/** The indices at which the near and the far plane begin. */
const NEAR = 16;
const FAR = 20;
const seen = /* @__PURE__ */ new Matrix4();

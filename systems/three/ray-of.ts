import { type Camera, type OrthographicCamera, type PerspectiveCamera, Raycaster, Vector2, Vector3 } from 'three';
import { refuse, requireFinite } from '../../src/core/errors.ts';

/** A ray as `castRay(world, from, direction)` takes it: the length of the direction is how far the ray reaches. */
export interface CameraRay {
  readonly from: Vector3;
  readonly direction: Vector3;
}

/**
 * Returns the ray from a camera through a place of the picture, as far as the camera sees: for picking, `const { from,
 * direction } = rayOf(camera, pointer); castRay(world, from, direction)`. The pointer is in normalised device
 * coordinates, −1 to 1 from left to right and from bottom to top, as three.js' Raycaster takes it.
 *
 * @throws CollisionError `invalid-state` for a value that is neither a perspective nor an orthographic camera,
 *   `invalid-number` for a pointer that is not finite.
 */
export function rayOf(camera: Camera, pointer: { readonly x: number; readonly y: number }): CameraRay {
  const { far, isPerspectiveCamera, isOrthographicCamera } = camera as Partial<PerspectiveCamera & OrthographicCamera>;
  if (!(isPerspectiveCamera || isOrthographicCamera)) {
    refuse('invalid-state', 'camera', 'a PerspectiveCamera or an OrthographicCamera', camera);
  }
  requireFinite('pointer.x', pointer.x);
  requireFinite('pointer.y', pointer.y);
  camera.updateWorldMatrix(true, false);
  const raycaster = new Raycaster();
  raycaster.setFromCamera(new Vector2(pointer.x, pointer.y), camera);
  const { origin, direction } = raycaster.ray;
  // `far` is measured straight ahead, and a ray to the side is longer up to that plane.
  const ahead = direction.dot(camera.getWorldDirection(new Vector3()));
  return { from: origin, direction: direction.multiplyScalar(far! / ahead) };
}

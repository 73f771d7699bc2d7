import { requirePositive } from '../../core/errors.ts';
import { SHAPE_SPHERE } from '../shapes/shape-kind.ts';
import { makeSpec, type ShapeSpec } from '../shapes/shape-spec.ts';

/**
 * Makes a sphere about the entity's position.
 * @throws CollisionError `invalid-number` unless the radius is finite and above 0.
 */
export function sphere(radius: number): ShapeSpec {
  return makeSpec(SHAPE_SPHERE, requirePositive('sphere radius', radius), 0, 0, 0);
}

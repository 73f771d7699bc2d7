import { requirePositive } from '../../core/errors.ts';
import type { ShapeFormat } from '../../core/shapes/shape-json.ts';
import { SHAPE_SPHERE } from '../shapes/shape-kind.ts';
import { makeSpec, type ShapeSpec } from '../shapes/shape-spec.ts';

/**
 * Makes a sphere about the entity's position.
 * @throws CollisionError `invalid-number` unless the radius is finite and above 0.
 */
export function sphere(radius: number): ShapeSpec {
  return makeSpec(SHAPE_SPHERE, requirePositive('sphere radius', radius), 0, 0, 0);
}

/** Spheres as plain data: `radius`. */
export const sphereFormat: ShapeFormat<ShapeSpec> = {
  kind: SHAPE_SPHERE,
  name: 'sphere',
  fields: [],
  describe: () => ({}),
  make: ({ radius }) => sphere(radius),
};

import { requireSize } from '../../core/limits.ts';
import type { ShapeFormat } from '../../core/shapes/shape-json.ts';
import { SHAPE_SPHERE } from '../shapes/shape-kind.ts';
import { makeSpec, type ShapeSpec } from '../shapes/shape-spec.ts';

/**
 * Makes a sphere about the entity's position.
 * @throws CollisionError `invalid-number` unless the radius is from 1e-30 to 1e30.
 */
export function sphere(radius: number): ShapeSpec {
  return makeSpec(SHAPE_SPHERE, requireSize('sphere radius', radius), 0, 0, 0);
}

/** Spheres as plain data: `radius`. */
export const sphereFormat: ShapeFormat<ShapeSpec> = {
  kind: SHAPE_SPHERE,
  name: 'sphere',
  fields: [],
  describe: () => ({}),
  make: ({ radius }) => sphere(radius),
};

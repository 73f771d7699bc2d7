import type { ShapeFormat } from '../../core/shapes/shape-json.ts';
import { SHAPE_HALF_SPACE } from '../shapes/shape-kind.ts';
import { makeSpec, type ShapeSpec } from '../shapes/shape-spec.ts';

/**
 * Makes a half-space: all that lies below the plane through the entity's position across its y axis, as far as 2^40
 * world units to all sides. Two half-spaces do not collide.
 */
export function halfSpace(): ShapeSpec {
  return makeSpec(SHAPE_HALF_SPACE, 0, 0, 0, 0);
}

/** Half-spaces as plain data: `radius` alone, by which the plane is raised. */
export const halfSpaceFormat: ShapeFormat<ShapeSpec> = {
  kind: SHAPE_HALF_SPACE,
  name: 'half-space',
  fields: [],
  describe: () => ({}),
  make: () => halfSpace(),
};

import { requirePositive } from '../../core/errors.ts';
import type { ShapeFormat } from '../../core/shapes/shape-json.ts';
import { SHAPE_CIRCLE } from '../shapes/shape-kind.ts';
import { makeSpec, type ShapeSpec } from '../shapes/shape-spec.ts';

/**
 * Makes a circle about the entity's position. @throws CollisionError `invalid-number` unless radius is finite and
 * above 0.
 */
export function circle(radius: number): ShapeSpec {
  return makeSpec(SHAPE_CIRCLE, requirePositive('circle radius', radius), 0, 0, 0);
}

/** Circles as plain data: `radius`. */
export const circleFormat: ShapeFormat<ShapeSpec> = {
  kind: SHAPE_CIRCLE,
  name: 'circle',
  fields: [],
  describe: () => ({}),
  make: ({ radius }) => circle(radius),
};

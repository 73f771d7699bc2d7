import { requireSize } from '../../core/limits.ts';
import type { ShapeFormat } from '../../core/shapes/shape-json.ts';
import { SHAPE_CIRCLE } from '../shapes/shape-kind.ts';
import { makeSpec, type ShapeSpec } from '../shapes/shape-spec.ts';

/**
 * Makes a circle about the entity's position. @throws CollisionError `invalid-number` unless radius is from 1e-30 to
 * 1e30.
 */
export function circle(radius: number): ShapeSpec {
  return makeSpec(SHAPE_CIRCLE, requireSize('circle radius', radius), 0, 0, 0);
}

/** Circles as plain data: `radius`. */
export const circleFormat: ShapeFormat<ShapeSpec> = {
  kind: SHAPE_CIRCLE,
  name: 'circle',
  fields: [],
  describe: () => ({}),
  make: ({ radius }) => circle(radius),
};

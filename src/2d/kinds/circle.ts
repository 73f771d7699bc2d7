import { requirePositive } from '../../core/errors.ts';
import { SHAPE_CIRCLE } from '../shapes/shape-kind.ts';
import { makeSpec, type ShapeSpec } from '../shapes/shape-spec.ts';

/**
 * Makes a circle about the entity's position. @throws CollisionError `invalid-number` unless radius is finite and
 * above 0.
 */
export function circle(radius: number): ShapeSpec {
  return makeSpec(SHAPE_CIRCLE, requirePositive('circle radius', radius), 0, 0, 0);
}

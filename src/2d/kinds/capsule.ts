import { requireSize } from '../../core/limits.ts';
import type { ShapeFormat } from '../../core/shapes/shape-json.ts';
import { SHAPE_CAPSULE } from '../shapes/shape-kind.ts';
import { makeSpec, type ShapeSpec } from '../shapes/shape-spec.ts';

/**
 * Makes a capsule of a half height and a radius, in this order; in space, as in three.js, the radius comes first. It is
 * along the local y axis: all points within `radius` of the segment from (0, −halfHeight) to (0, halfHeight). The half
 * height excludes the caps.
 * @throws CollisionError `invalid-number` unless both are from 1e-30 to 1e30.
 */
export function capsule(halfHeight: number, radius: number): ShapeSpec {
  requireSize('capsule halfHeight', halfHeight);
  return makeSpec(SHAPE_CAPSULE, requireSize('capsule radius', radius), 0, halfHeight, 0);
}

/** Capsules as plain data: `halfHeight` and `radius`. */
export const capsuleFormat: ShapeFormat<ShapeSpec> = {
  kind: SHAPE_CAPSULE,
  name: 'capsule',
  fields: ['halfHeight'],
  describe: ({ halfHeight }) => ({ halfHeight }),
  make: ({ halfHeight, radius }) => capsule(halfHeight, radius),
};

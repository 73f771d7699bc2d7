import { requireSize } from '../../core/limits.ts';
import type { ShapeFormat } from '../../core/shapes/shape-json.ts';
import { SHAPE_CAPSULE } from '../shapes/shape-kind.ts';
import { makeSpec, type ShapeSpec } from '../shapes/shape-spec.ts';

/**
 * Makes a capsule of a radius and a half height, in this order, as for cylinders, cones and in three.js; in the plane
 * the radius comes last. It is along y: a segment of `halfHeight` to both sides with the radius around it. Its caps
 * come on top of that height.
 * @throws CollisionError `invalid-number` unless both are from 1e-30 to 1e30.
 */
export function capsule(radius: number, halfHeight: number): ShapeSpec {
  requireSize('capsule radius', radius);
  requireSize('capsule halfHeight', halfHeight);
  return makeSpec(SHAPE_CAPSULE, radius, 0, halfHeight, 0);
}

/** Capsules as plain data: `radius` and `halfHeight`. */
export const capsuleFormat: ShapeFormat<ShapeSpec> = {
  kind: SHAPE_CAPSULE,
  name: 'capsule',
  fields: ['halfHeight'],
  describe: ({ halfY }) => ({ halfHeight: halfY }),
  make: ({ radius, halfHeight }) => capsule(radius, halfHeight),
};

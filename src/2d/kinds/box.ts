import { requireSize } from '../../core/limits.ts';
import { type RoundingOptions, radiusOf } from '../../core/shapes/rounding.ts';
import type { ShapeFormat } from '../../core/shapes/shape-json.ts';
import { SHAPE_BOX } from '../shapes/shape-kind.ts';
import { makeSpec, type ShapeSpec } from '../shapes/shape-spec.ts';

/**
 * Makes a box of half extents `halfWidth` × `halfHeight`; `radius` (default 0) is added around it and rounds its
 * corners.
 * @throws CollisionError `invalid-number` unless the half extents are from 1e-30 to 1e30 and the radius finite and not
 * negative.
 */
export function box(halfWidth: number, halfHeight: number, options: RoundingOptions = {}): ShapeSpec {
  requireSize('box halfWidth', halfWidth);
  requireSize('box halfHeight', halfHeight);
  return makeSpec(SHAPE_BOX, radiusOf('box', options), halfWidth, halfHeight, 0);
}

/** Boxes as plain data: `halfWidth`, `halfHeight` and `radius`. */
export const boxFormat: ShapeFormat<ShapeSpec> = {
  kind: SHAPE_BOX,
  name: 'box',
  fields: ['halfWidth', 'halfHeight'],
  describe: ({ halfWidth, halfHeight }) => ({ halfWidth, halfHeight }),
  make: ({ halfWidth, halfHeight }) => box(halfWidth, halfHeight),
};

import { requireSize } from '../../core/limits.ts';
import { type RoundingOptions, radiusOf } from '../../core/shapes/rounding.ts';
import type { ShapeFormat } from '../../core/shapes/shape-json.ts';
import { SHAPE_BOX } from '../shapes/shape-kind.ts';
import { makeSpec, type ShapeSpec } from '../shapes/shape-spec.ts';

/**
 * Makes a box of half extents `halfX` × `halfY` × `halfZ`; `radius` (default 0) is added around it and rounds its edges
 * and corners.
 * @throws CollisionError `invalid-number` unless the half extents are from 1e-30 to 1e30 and the radius finite and not
 *   negative.
 */
export function box(halfX: number, halfY: number, halfZ: number, options: RoundingOptions = {}): ShapeSpec {
  requireSize('box halfX', halfX);
  requireSize('box halfY', halfY);
  requireSize('box halfZ', halfZ);
  return makeSpec(SHAPE_BOX, radiusOf('box', options), halfX, halfY, halfZ);
}

/** Boxes as plain data: `halfX`, `halfY`, `halfZ` and `radius`. */
export const boxFormat: ShapeFormat<ShapeSpec> = {
  kind: SHAPE_BOX,
  name: 'box',
  fields: ['halfX', 'halfY', 'halfZ'],
  describe: ({ halfX, halfY, halfZ }) => ({ halfX, halfY, halfZ }),
  make: ({ halfX, halfY, halfZ }) => box(halfX, halfY, halfZ),
};

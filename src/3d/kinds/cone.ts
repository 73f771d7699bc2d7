import { requireSize } from '../../core/limits.ts';
import { type RoundingOptions, radiusOf } from '../../core/shapes/rounding.ts';
import type { ShapeFormat } from '../../core/shapes/shape-json.ts';
import { addRoundRoutines } from '../narrow-phase/round-routines.ts';
import { coneCore, writeConeExtent } from '../shapes/cone-core.ts';
import { SHAPE_CONE } from '../shapes/shape-kind.ts';
import { makeSpec, type ShapeSpec } from '../shapes/shape-spec.ts';
import { enterInlineKind } from './enter-inline-kind.ts';

const kind = /* @__PURE__ */ enterInlineKind(SHAPE_CONE, writeConeExtent, () => addRoundRoutines(SHAPE_CONE, coneCore));

/**
 * Makes a cone along y: its apex at `halfHeight`, the base of the given radius at −`halfHeight`; `options.radius`
 * (default 0) is added around it and rounds apex and rim.
 * @throws CollisionError `invalid-number` unless radius and half height are from 1e-30 to 1e30, and the rounding finite
 *   and not negative.
 */
export function cone(radius: number, halfHeight: number, options: RoundingOptions = {}): ShapeSpec {
  requireSize('cone radius', radius);
  requireSize('cone halfHeight', halfHeight);
  return makeSpec(kind, radiusOf('cone', options), radius, halfHeight, radius);
}

/** Cones as plain data: `baseRadius`, `halfHeight`, and `radius`, which rounds the whole. */
export const coneFormat: ShapeFormat<ShapeSpec> = {
  kind: SHAPE_CONE,
  name: 'cone',
  fields: ['baseRadius', 'halfHeight'],
  describe: ({ halfX, halfY }) => ({ baseRadius: halfX, halfHeight: halfY }),
  make: ({ baseRadius, halfHeight }) => cone(baseRadius, halfHeight),
};

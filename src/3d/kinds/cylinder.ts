import { requireSize } from '../../core/limits.ts';
import { type RoundingOptions, radiusOf } from '../../core/shapes/rounding.ts';
import type { ShapeFormat } from '../../core/shapes/shape-json.ts';
import { addRoundRoutines } from '../narrow-phase/round-routines.ts';
import { cylinderCore, writeCylinderExtent } from '../shapes/cylinder-core.ts';
import { SHAPE_CYLINDER } from '../shapes/shape-kind.ts';
import { makeSpec, type ShapeSpec } from '../shapes/shape-spec.ts';
import { enterInlineKind } from './enter-inline-kind.ts';

const kind = /* @__PURE__ */ enterInlineKind(SHAPE_CYLINDER, writeCylinderExtent, () =>
  addRoundRoutines(SHAPE_CYLINDER, cylinderCore),
);

/**
 * Makes a cylinder along y of `halfHeight` to both sides; `options.radius` (default 0) is added around it and rounds
 * its rims.
 * @throws CollisionError `invalid-number` unless radius and half height are from 1e-30 to 1e30, and the rounding finite
 *   and not negative.
 */
export function cylinder(radius: number, halfHeight: number, options: RoundingOptions = {}): ShapeSpec {
  requireSize('cylinder radius', radius);
  requireSize('cylinder halfHeight', halfHeight);
  return makeSpec(kind, radiusOf('cylinder', options), radius, halfHeight, radius);
}

/** Cylinders as plain data: `baseRadius`, `halfHeight`, and `radius`, which rounds the whole. */
export const cylinderFormat: ShapeFormat<ShapeSpec> = {
  kind: SHAPE_CYLINDER,
  name: 'cylinder',
  fields: ['baseRadius', 'halfHeight'],
  describe: ({ halfX, halfY }) => ({ baseRadius: halfX, halfHeight: halfY }),
  make: ({ baseRadius, halfHeight }) => cylinder(baseRadius, halfHeight),
};

import type { ShapeFormat } from '../../core/shapes/shape-json.ts';
import { addHalfSpaceRoutines } from '../narrow-phase/half-space-routines.ts';
import { writeHalfSpaceExtent } from '../shapes/half-space-extent.ts';
import { SHAPE_HALF_SPACE } from '../shapes/shape-kind.ts';
import { makeSpec, type ShapeSpec } from '../shapes/shape-spec.ts';
import { enterInlineKind } from './enter-inline-kind.ts';

const kind = /* @__PURE__ */ enterInlineKind(SHAPE_HALF_SPACE, writeHalfSpaceExtent, addHalfSpaceRoutines);

/**
 * Makes a half-space: all that lies below the plane through the entity's position across its y axis, as far as 2^40
 * world units to all sides. Two half-spaces do not collide.
 */
export function halfSpace(): ShapeSpec {
  return makeSpec(kind, 0, 0, 0, 0);
}

/** Half-spaces as plain data: `radius` alone, by which the plane is raised. */
export const halfSpaceFormat: ShapeFormat<ShapeSpec> = {
  kind: SHAPE_HALF_SPACE,
  name: 'half-space',
  fields: [],
  describe: () => ({}),
  make: () => halfSpace(),
};

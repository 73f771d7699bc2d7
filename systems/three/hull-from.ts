import { hull } from '../../src/3d/kinds/hull.ts';
import type { ShapeSpec } from '../../src/3d/shapes/shape-spec.ts';
import type { RoundingOptions } from '../../src/core/shapes/rounding.ts';
import { withNameOf } from './named-source.ts';
import { type FrameOptions, type PointSource, pointsOf } from './points-of.ts';

/** Options of `hullFrom`. */
export interface HullFromOptions extends FrameOptions, RoundingOptions {}

/**
 * Makes the convex hull of a geometry, in its own frame, or of an object and all below it, in the world or in the frame
 * of `frame`: `hullFrom(gltf.scene)`, and for an object that an entity moves `hullFrom(rock, { frame: rock })`. Scales
 * are baked.
 *
 * @throws CollisionError `invalid-shape` for vertices without volume, none, or more than a hull may have, and as
 * `boxFrom`.
 */
export function hullFrom(source: PointSource, options: HullFromOptions = {}): ShapeSpec {
  return withNameOf(source, () => {
    const points = pointsOf('hullFrom', source, options);
    const { radius } = options;
    return hull(points, radius === undefined ? {} : { radius });
  });
}

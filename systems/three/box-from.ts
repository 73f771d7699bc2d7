import { box } from '../../src/3d/kinds/box.ts';
import type { RoundingOptions } from '../../src/core/shapes/rounding.ts';
import { withNameOf } from './named-source.ts';
import type { PlacedSpec } from './placed-spec.ts';
import { type FrameOptions, type PointSource, pointsOf } from './points-of.ts';

/**
 * Makes the box around a geometry, along the axes of its own frame, or around an object and all below it, along the
 * axes of the world or of the frame of `frame`; its middle is the shape's offset.
 *
 * @throws CollisionError `invalid-shape` for no vertices, or an object of a kind whose vertices are not known;
 *   `invalid-state` for a value that is neither geometry nor object; `invalid-number` for vertices that are not finite,
 *   or lie in a plane across an axis.
 */
export function boxFrom(source: PointSource, options: FrameOptions & RoundingOptions = {}): PlacedSpec {
  return withNameOf(source, () => boxAround(source, options));
}

function boxAround(source: PointSource, options: FrameOptions & RoundingOptions): PlacedSpec {
  const points = pointsOf('boxFrom', source, options);
  const low = [Infinity, Infinity, Infinity];
  const high = [-Infinity, -Infinity, -Infinity];
  for (let i = 0; i < points.length; i++) {
    low[i % 3] = Math.min(low[i % 3], points[i]);
    high[i % 3] = Math.max(high[i % 3], points[i]);
  }
  const [halfX, halfY, halfZ] = high.map((most, axis) => (most - low[axis]) / 2);
  const [offsetX, offsetY, offsetZ] = high.map((most, axis) => low[axis] + (most - low[axis]) / 2);
  const { radius } = options;
  const spec = box(halfX, halfY, halfZ, radius === undefined ? {} : { radius });
  return { ...spec, offsetX, offsetY, offsetZ };
}

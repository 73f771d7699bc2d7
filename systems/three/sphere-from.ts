import { computeBoundingSphere } from '../../src/3d/geometry/measure/bounding-sphere.ts';
import { sphere } from '../../src/3d/kinds/sphere.ts';
import { withNameOf } from './named-source.ts';
import type { PlacedSpec } from './placed-spec.ts';
import { type FrameOptions, type PointSource, pointsOf } from './points-of.ts';

/**
 * Makes the smallest sphere around a geometry, in its own frame, or around an object and all below it, in the world or
 * in the frame of `frame`; its middle is the shape's offset.
 *
 * @throws CollisionError as `boxFrom`; `invalid-number` for vertices that are all one point.
 */
export function sphereFrom(source: PointSource, options: FrameOptions = {}): PlacedSpec {
  return withNameOf(source, () => {
    const points = pointsOf('sphereFrom', source, options);
    const ball = new Float64Array(4);
    const radius = computeBoundingSphere(ball, 0, points, 0, points.length / 3);
    return { ...sphere(radius), offsetX: ball[0], offsetY: ball[1], offsetZ: ball[2] };
  });
}

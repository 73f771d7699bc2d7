import { wrapPoints } from '../geometry/convex/build-convex-hull.ts';
import { signedAreaPolygon } from '../geometry/measure/area.ts';
import { concave } from '../kinds/concave.ts';
import { polygon } from '../kinds/polygon.ts';
import type { ShapeSpec } from '../shapes/shape-spec.ts';

/** The share of its area by which a convex polygon may seem smaller than its hull because of rounding. */
const AREA_SLACK = 1e-9;

/** Returns whether an outline (x, y of each corner) has no corner that points inwards. */
export function isConvexOutline(points: readonly number[]): boolean {
  const count = points.length / 2;
  const hull = new Float64Array(points.length);
  const corners = wrapPoints(hull, 0, points, 0, count);
  const area = signedAreaPolygon(hull, 0, corners);
  return area - Math.abs(signedAreaPolygon(points, 0, count)) <= AREA_SLACK * area;
}

/** Makes the solid of an outline: a polygon where it is convex. */
export function shapeOfOutline(points: readonly number[]): ShapeSpec {
  return isConvexOutline(points) ? polygon(points) : concave(points);
}

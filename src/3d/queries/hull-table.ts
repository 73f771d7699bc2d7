import type { NumberArray, WritableNumberArray } from '../../core/number-array.ts';
import type { ConvexHull } from '../geometry/convex/convex-hull.ts';

/** Writes the point of a solid hull that is nearest to a point, and returns whether that is inside. */
export type ClosestOnHull = (
  out: WritableNumberArray,
  outOffset: number,
  point: NumberArray,
  pointOffset: number,
  hull: ConvexHull,
) => boolean;

/**
 * Undefined before a hull has brought it: a game without hulls does not ship the routines that climb along their edges.
 */
export let closestOnHull: ClosestOnHull | undefined;

/** Lets queries measure how near points are to hulls. */
export function setClosestOnHull(routine: ClosestOnHull): void {
  closestOnHull = routine;
}

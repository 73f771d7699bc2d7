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

/** Casts a sphere at a hull: see `meetHull`. */
export type CastAtHull = (
  out: Float64Array,
  sphere: Float64Array,
  translation: Float64Array,
  hull: ConvexHull,
) => boolean;

/** Undefined before a hull has brought it. */
export let castAtHull: CastAtHull | undefined;

/** Lets queries cast spheres at hulls. */
export function setCastAtHull(routine: CastAtHull): void {
  castAtHull = routine;
}

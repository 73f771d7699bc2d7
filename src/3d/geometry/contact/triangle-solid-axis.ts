import { AXIS_SEPARATION, bestAxis } from './triangle-axis.ts';

/*
 * A corner of a triangle that lies inside of a box or a hull bounds the separation along all axes: often this shows
 * that no axis across two edges has to be measured.
 */

/**
 * An upper bound of the separation along any axis: a corner of the triangle inside of the body bounds it by the
 * distance to the nearest face. Infinity where no corner is inside.
 */
const bound = new Float64Array(1);

/**
 * Returns whether no axis has a larger separation than the best face. This holds for most small triangles deep in a
 * body.
 */
export function isProven(): boolean {
  return bound[0] <= bestAxis[AXIS_SEPARATION];
}

/** By corner of the triangle: its largest height above any face of the body, negative inside. */
export const cornerDepths = new Float64Array(3);

export function boundByCorners(): void {
  bound[0] = Infinity;
  for (let k = 0; k < 3; k++) if (cornerDepths[k] <= 0 && cornerDepths[k] < bound[0]) bound[0] = cornerDepths[k];
}

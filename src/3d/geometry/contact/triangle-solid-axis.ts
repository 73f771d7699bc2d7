import { AXIS_SEPARATION, bestAxis } from './triangle-axis.ts';

/*
 * What the corners of a triangle that lie inside of a box or a hull tell of all separating axes: often that none across
 * two edges has to be measured.
 */

/**
 * The largest separation along any axis, as far as the corners of the triangle tell: a corner inside of the body, from
 * which the nearest face is so far, bounds what all axes can have. Infinity where no corner is inside.
 */
const bound = new Float64Array(1);

/** Whether no axis has a larger separation than the best face. So it is for most small triangles deep in a body. */
export function isProven(): boolean {
  return bound[0] <= bestAxis[AXIS_SEPARATION];
}

/** By corner of the triangle: its largest height above any face of the body, negative inside. */
export const cornerDepths = new Float64Array(3);

/** Writes `bound`. */
export function boundByCorners(): void {
  bound[0] = Infinity;
  for (let k = 0; k < 3; k++) if (cornerDepths[k] <= 0 && cornerDepths[k] < bound[0]) bound[0] = cornerDepths[k];
}

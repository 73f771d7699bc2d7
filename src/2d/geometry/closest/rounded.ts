import type { WritableNumberArray } from '../../../core/number-array.ts';

/**
 * Writes the point closest to p of the shape that a core makes when rounded by a radius, given the point q of the core
 * closest to p and their squared distance; returns the squared distance to the rounded shape. Within the radius p is
 * its own closest point.
 */
export function writeClosestRounded(
  out: WritableNumberArray,
  outOffset: number,
  px: number,
  py: number,
  qx: number,
  qy: number,
  squared: number,
  radius: number,
): number {
  if (squared <= radius * radius) {
    out[outOffset] = px;
    out[outOffset + 1] = py;
    return 0;
  }
  const distance = Math.sqrt(squared);
  const share = radius / distance;
  out[outOffset] = qx + share * (px - qx);
  out[outOffset + 1] = qy + share * (py - qy);
  return squaredGap(squared, radius);
}

/** Returns the squared distance that is left of a squared distance to a core when the core is rounded by a radius. */
export function squaredGap(squared: number, radius: number): number {
  if (squared <= radius * radius) return 0;
  const gap = Math.sqrt(squared) - radius;
  return gap * gap;
}

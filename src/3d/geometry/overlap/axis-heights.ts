import type { NumberArray } from '../../../core/number-array.ts';

// Along a plane's normal n of any length, a capsule or cylinder lies between the lower and the higher of its two ends,
// h = n·x − d, and as much beyond them as its round part reaches: r·|n| for a capsule's balls, r·|n × u| for a
// cylinder's disks, u being the unit axis. Heights and reaches are both multiplied by |n|.

/** Returns n·x − d at the point of a shape that stands at `at`. */
export function heightAt(shape: NumberArray, at: number, plane: NumberArray, planeOffset: number): number {
  return (
    plane[planeOffset] * shape[at] +
    plane[planeOffset + 1] * shape[at + 1] +
    plane[planeOffset + 2] * shape[at + 2] -
    plane[planeOffset + 3]
  );
}

/** Returns how far a ball of this radius reaches along n, times |n|. */
export function sphereExtent(radius: number, plane: NumberArray, planeOffset: number): number {
  const nx = plane[planeOffset];
  const ny = plane[planeOffset + 1];
  const nz = plane[planeOffset + 2];
  return radius * Math.sqrt(nx * nx + ny * ny + nz * nz);
}

/**
 * Returns how far a disk of this radius, across the axis that a shape begins with, reaches along n, times |n|; 0 for
 * an axis without length.
 */
export function diskReach(
  radius: number,
  shape: NumberArray,
  shapeOffset: number,
  plane: NumberArray,
  planeOffset: number,
): number {
  const ex = shape[shapeOffset + 3] - shape[shapeOffset];
  const ey = shape[shapeOffset + 4] - shape[shapeOffset + 1];
  const ez = shape[shapeOffset + 5] - shape[shapeOffset + 2];
  const nx = plane[planeOffset];
  const ny = plane[planeOffset + 1];
  const nz = plane[planeOffset + 2];
  const cx = ny * ez - nz * ey;
  const cy = nz * ex - nx * ez;
  const cz = nx * ey - ny * ex;
  const square = ex * ex + ey * ey + ez * ez;
  return square === 0 ? 0 : radius * Math.sqrt((cx * cx + cy * cy + cz * cz) / square);
}

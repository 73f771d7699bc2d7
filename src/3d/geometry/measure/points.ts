import type { NumberArray, WritableNumberArray } from '../../../core/number-array.ts';
import { writeVector } from '../vector.ts';

/**
 * Writes the AABB (6 numbers) of `count` points (`x y z` each): of a segment, a polygon, any vertices. No points give
 * the empty box, minima `Infinity` and maxima `-Infinity`, which contains and overlaps nothing. NaN in gives NaN.
 *
 * Source: Ericson, Real-Time Collision Detection, 4.2.
 */
export function computeAabbPoints(
  out: WritableNumberArray,
  outOffset: number,
  points: NumberArray,
  pointsOffset: number,
  count: number,
): void {
  let minX = Infinity;
  let minY = Infinity;
  let minZ = Infinity;
  let maxX = -Infinity;
  let maxY = -Infinity;
  let maxZ = -Infinity;
  const end = pointsOffset + 3 * count;
  for (let i = pointsOffset; i < end; i += 3) {
    const x = points[i];
    const y = points[i + 1];
    const z = points[i + 2];
    minX = Math.min(minX, x);
    minY = Math.min(minY, y);
    minZ = Math.min(minZ, z);
    maxX = Math.max(maxX, x);
    maxY = Math.max(maxY, y);
    maxZ = Math.max(maxZ, z);
  }
  writeVector(out, outOffset, minX, minY, minZ);
  writeVector(out, outOffset + 3, maxX, maxY, maxZ);
}

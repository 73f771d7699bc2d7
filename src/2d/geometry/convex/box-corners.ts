import type { NumberArray, WritableNumberArray } from '../../../core/number-array.ts';

/**
 * Writes the corners of an AABB as a convex polygon: four points, counter-clockwise with y up, from the corner of both
 * minima (8 numbers).
 *
 * Derived here: the layout, written out.
 */
export function computeAabbCorners(
  out: WritableNumberArray,
  outOffset: number,
  aabb: NumberArray,
  aabbOffset: number,
): void {
  const minX = aabb[aabbOffset];
  const minY = aabb[aabbOffset + 1];
  const maxX = aabb[aabbOffset + 2];
  const maxY = aabb[aabbOffset + 3];
  writePoint(out, outOffset, minX, minY);
  writePoint(out, outOffset + 2, maxX, minY);
  writePoint(out, outOffset + 4, maxX, maxY);
  writePoint(out, outOffset + 6, minX, maxY);
}

/**
 * Writes the corners of an OBB (centre, halfExtents, cos sin) as a convex polygon: four points, counter-clockwise with
 * y up, from the corner at the negative end of both axes (8 numbers).
 *
 * Derived here: the centre, plus and minus each axis times its half extent.
 */
export function computeObbCorners(
  out: WritableNumberArray,
  outOffset: number,
  obb: NumberArray,
  obbOffset: number,
): void {
  const x = obb[obbOffset];
  const y = obb[obbOffset + 1];
  const cos = obb[obbOffset + 4];
  const sin = obb[obbOffset + 5];
  const alongX = obb[obbOffset + 2] * cos;
  const alongY = obb[obbOffset + 2] * sin;
  const acrossX = -obb[obbOffset + 3] * sin;
  const acrossY = obb[obbOffset + 3] * cos;
  writePoint(out, outOffset, x - (alongX + acrossX), y - (alongY + acrossY));
  writePoint(out, outOffset + 2, x + (alongX - acrossX), y + (alongY - acrossY));
  writePoint(out, outOffset + 4, x + (alongX + acrossX), y + (alongY + acrossY));
  writePoint(out, outOffset + 6, x - (alongX - acrossX), y - (alongY - acrossY));
}

function writePoint(out: WritableNumberArray, outOffset: number, x: number, y: number): void {
  out[outOffset] = x;
  out[outOffset + 1] = y;
}

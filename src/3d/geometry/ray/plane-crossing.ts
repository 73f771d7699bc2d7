import type { NumberArray } from '../../../core/number-array.ts';
import { orient3dAccurate } from '../measure/orientation.ts';
import { writeVector } from '../vector.ts';

/**
 * Writes where the segment p q, whose ends lie on opposite closed sides of a triangle's plane, crosses that plane. When
 * both lie in the plane it is p.
 *
 * The heights of the ends are exact in sign and nearly so in size, so the point is between the ends and in the right
 * place even when the segment lies almost in the plane; it is built from the nearer end.
 */
export function crossPlane(
  out: Float64Array,
  p: NumberArray,
  pOffset: number,
  q: NumberArray,
  qOffset: number,
  triangle: NumberArray,
  triangleOffset: number,
): void {
  const b = triangleOffset + 3;
  const c = triangleOffset + 6;
  const heightP = orient3dAccurate(triangle, triangleOffset, triangle, b, triangle, c, p, pOffset);
  const heightQ = orient3dAccurate(triangle, triangleOffset, triangle, b, triangle, c, q, qOffset);
  const px = p[pOffset];
  const py = p[pOffset + 1];
  const pz = p[pOffset + 2];
  const qx = q[qOffset];
  const qy = q[qOffset + 1];
  const qz = q[qOffset + 2];
  if (Math.abs(heightP) <= Math.abs(heightQ)) {
    const t = heightQ === 0 ? 0 : heightP / (heightP - heightQ);
    writeVector(out, 0, px + t * (qx - px), py + t * (qy - py), pz + t * (qz - pz));
  } else {
    const t = heightQ / (heightQ - heightP);
    writeVector(out, 0, qx + t * (px - qx), qy + t * (py - qy), qz + t * (pz - qz));
  }
}

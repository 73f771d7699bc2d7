import type { NumberArray, WritableNumberArray } from '../../../core/number-array.ts';
import type { PlacedHull } from '../convex/placed-hull.ts';
import { clipByAllAxes, placeHulls, rotationA, sweep } from '../convex/sat.ts';

/**
 * Casts a placed hull along a translation (in the world, without turning) against a fixed one by separating axes:
 * returns the fraction of the translation at first contact, 0..1, or `Infinity` for none, and writes that fraction, the
 * fraction at last contact (beyond 1 if they still overlap at the end, `Infinity` if they never part), and the unit
 * normal from the fixed hull to the moving one on the axis along which they met last (5 numbers). Overlapping or
 * touching at the start gives 0 and a zero normal. A miss writes nothing. NaN misses.
 *
 * Source: Ericson, Real-Time Collision Detection, 5.5.
 */
export function castConvexSat(
  out: WritableNumberArray,
  outOffset: number,
  a: PlacedHull,
  b: PlacedHull,
  translation: NumberArray,
  translationOffset: number,
): number {
  placeHulls(a, b);
  const r = rotationA;
  const x = translation[translationOffset];
  const y = translation[translationOffset + 1];
  const z = translation[translationOffset + 2];
  sweep.x = r[0] * x + r[3] * y + r[6] * z;
  sweep.y = r[1] * x + r[4] * y + r[7] * z;
  sweep.z = r[2] * x + r[5] * y + r[8] * z;
  clipByAllAxes(a.hull, b.hull);
  const { enter, leave } = sweep;
  if (!(enter <= leave && enter <= 1 && leave >= 0)) return Infinity;
  const first = Math.max(0, enter);
  out[outOffset] = first;
  out[outOffset + 1] = leave;
  const scale = enter > 0 ? -1 : 0;
  const nx = scale * sweep.normalX;
  const ny = scale * sweep.normalY;
  const nz = scale * sweep.normalZ;
  // Adding 0 makes a negative zero a plain one.
  for (let axis = 0; axis < 3; axis++) {
    out[outOffset + 2 + axis] = r[3 * axis] * nx + r[3 * axis + 1] * ny + r[3 * axis + 2] * nz + 0;
  }
  return first;
}

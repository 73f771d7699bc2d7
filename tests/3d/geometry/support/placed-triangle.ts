import { writeNormal } from '../../../../src/3d/geometry/sweep/cast-capsule-triangle.ts';

/** A triangle with its unit normal behind its corners. */
export function triangleOf(corners: readonly number[]): Float64Array {
  const triangle = new Float64Array(12);
  triangle.set(corners);
  writeNormal(triangle, 0);
  return triangle;
}

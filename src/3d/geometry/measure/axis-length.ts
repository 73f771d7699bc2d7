import type { NumberArray } from '../../../core/number-array.ts';

/** Returns the distance between the two points a capsule, cylinder or cone begins with. */
export function axisLength(shape: NumberArray, shapeOffset: number): number {
  const x = shape[shapeOffset + 3] - shape[shapeOffset];
  const y = shape[shapeOffset + 4] - shape[shapeOffset + 1];
  const z = shape[shapeOffset + 5] - shape[shapeOffset + 2];
  return Math.sqrt(x * x + y * y + z * z);
}

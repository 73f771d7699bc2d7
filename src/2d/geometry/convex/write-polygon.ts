import { CollisionError } from '../../../core/errors.ts';
import type { NumberArray, WritableNumberArray } from '../../../core/number-array.ts';

const POINT_STRIDE = 2;

/**
 * Copies the first `count` points to `out` and returns their number. Typed arrays drop what is written past their end,
 * so one without room throws `out-of-range`, and nothing is written; other arrays grow.
 */
export function writePolygon(out: WritableNumberArray, outOffset: number, points: NumberArray, count: number): number {
  const end = outOffset + count * POINT_STRIDE;
  if (end > out.length && !Array.isArray(out)) {
    throw new CollisionError('out-of-range', `polygon: out must hold ${end} numbers, got ${out.length}`);
  }
  for (let i = 0; i < count * POINT_STRIDE; i++) out[outOffset + i] = points[i];
  return count;
}

/** Throws `invalid-number` when a coordinate of a polygon is NaN or infinite. */
export function requireFinitePoints(name: string, points: NumberArray, offset: number, count: number): void {
  for (let i = offset; i < offset + count * POINT_STRIDE; i++) {
    if (!Number.isFinite(points[i])) {
      throw new CollisionError('invalid-number', `${name}: coordinate ${i} must be finite, got ${points[i]}`);
    }
  }
}

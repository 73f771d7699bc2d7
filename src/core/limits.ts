import { refuse, requireFinite, requireNonNegative, requirePositive } from './errors.ts';

/**
 * The largest coordinate, size or distance that the package takes, in world units and to both sides of 0. Kernels
 * multiply up to ten lengths (the squares of the fifth powers that moments of inertia are made of), so all products of
 * lengths up to this one are numbers; and boxes that are kept in f32, which ends at 3.4e38, hold sums of a few of them.
 */
export const LARGEST_LENGTH = 1e30;

/**
 * The least size of a shape, in world units: products of ten sizes are numbers of full precision. Coordinates, and
 * what is added around a shape, may be smaller, down to 0.
 */
export const SMALLEST_SIZE = 1e-30;

/**
 * Returns whether a value is a number that may be a coordinate. So short that V8 compiles it into every caller, and
 * puts no fraction that has been read from a field on the heap.
 */
export function isCoordinate(value: unknown): value is number {
  return typeof value === 'number' && value >= -LARGEST_LENGTH && value <= LARGEST_LENGTH;
}

/** Throws `invalid-number` unless `value` is a number from −1e30 to 1e30. */
export function requireCoordinate(name: string, value: number): number {
  if (isCoordinate(value)) return value;
  requireFinite(name, value);
  refuse('invalid-number', name, `from -${LARGEST_LENGTH} to ${LARGEST_LENGTH}`, value);
}

/** Throws `invalid-number` unless `value` is a number from 1e-30 to 1e30. */
export function requireSize(name: string, value: number): number {
  if (isCoordinate(value) && value >= SMALLEST_SIZE) return value;
  requirePositive(name, value);
  refuse('invalid-number', name, `from ${SMALLEST_SIZE} to ${LARGEST_LENGTH}`, value);
}

/** Throws `invalid-number` unless `value` is a number from 0 to 1e30. */
export function requireDistance(name: string, value: number): number {
  if (isCoordinate(value) && value >= 0) return value;
  requireNonNegative(name, value);
  refuse('invalid-number', name, `from 0 to ${LARGEST_LENGTH}`, value);
}

/**
 * Throws `invalid-shape` for a shape that is no larger than a point. `bounds` are its least coordinates, then its
 * largest.
 */
export function requireExtent(name: string, bounds: ArrayLike<number>): void {
  const axes = bounds.length / 2;
  let largest = 0;
  for (let axis = 0; axis < axes; axis++) largest = Math.max(largest, bounds[axes + axis] - bounds[axis]);
  if (largest < SMALLEST_SIZE)
    refuse('invalid-shape', `the largest side of the ${name}`, `at least ${SMALLEST_SIZE}`, largest);
}
